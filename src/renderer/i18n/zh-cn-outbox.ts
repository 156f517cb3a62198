import type { enOutbox } from './en-outbox';

export const zhCnOutbox: typeof enOutbox = {
  title: '发件箱', more_one: '再显示 {{count}} 项', more_other: '再显示 {{count}} 项', list: '条目', empty: '没有待发送的内容', emptyHint: '你新增或修改的内容都会先保存在这里，有网络时自动发送，直到服务端收到为止。', pick: '选择一项，查看它改了什么',
  group: { needs: '需要你处理', sending: '正在发送', waiting: '等待发送', checking: '核对中', drafts: '草稿', done: '已完成' },
  create: { company: '新公司', lead: '新线索', outboundInvoice: '新出库单', receipt: '新回款', trailNote: '跟进记录' },
  change: { company: '修改公司', lead: '修改线索', outboundInvoice: '修改出库单', receipt: '修改回款', trailNote: '跟进记录' },
  kind: { company: '公司', lead: '线索', outboundInvoice: '出库单', receipt: '回款', trailNote: '跟进记录' },
  untitled: '未命名', forParty: '{{who}}：{{what}}', noteOn: '{{who}}：{{what}}', unnamed: '编号 {{id}}',
  state: { queued: '等待中', held: '已搁置', sending: '发送中', applied: '已送达', rejected: '被退回', conflict: '他人已改', uncertain: '核对中', doubt: '待你决定', discarded: '已放弃' },
  waits: {
    next: '马上发送', offline: '有网络时自动发送', parent: '等“{{name}}”送达之后', parentMore_one: '等“{{name}}”等 {{count}} 项送达之后', parentMore_other: '等“{{name}}”及另外 {{count}} 项送达之后', held: '已由你搁置', paused: '已暂停全部发送', review: '等你先过目', 'not-permitted': '服务端未授权',
    'sign-in': '登录后发送', at: '{{time}} 再次尝试', twin: '等相同的一项核对完', checking: '正在确认是否送达', 'your-decision': '等你决定',
  },
  why: {
    next: '马上就会发送。', offline: '内容已安全保存在本机，有网络时会自动发送。', parent: '它依赖“{{name}}”，那一项还没有送达。送达后它会自动跟上。',
    held: '你把它搁置了。取消搁置或单独发送之前，它会一直留在这里。', paused: '整个账户已暂停发送。可以恢复发送，也可以只发送这一项。', review: '这个账户还没有从 Satchel 发送过这类内容。请先过目，再放行。',
    'not-permitted': '服务端不允许你发送{{kind}}，其他功能正常。请向管理员申请权限，然后重试。', 'sign-in': '登录已过期。重新登录后会自动发送。',
    at: '服务暂时连不上，或要求稍等。Satchel 会自动重试。', twin: '相同的一项可能刚刚送达。为避免重复，这一项会等那边核对清楚。', throttled: '服务要求放慢速度。Satchel 会等待并自动继续。',
    frozen: '它可能已经发送过一次。现在修改的话，改动会作为下一步单独发送。',
    sending: '正在发送。服务端答复之前不能改动。', applied: '服务端已收到。', appliedAlready: '服务端的内容本来就一致，无需发送。', appliedProved: '答复在途中丢失，但回查证实已经送达。', appliedByYou: '你已确认送达。', discarded: '你已放弃这一项。', discardedMaybe: '你已放弃这一项。它曾经发出而没有得到答复，服务端可能仍然收到了。',
    refused: '服务端没有接受。修改后会再次发送。', refusedField: '服务端没有接受“{{field}}”。修改后会再次发送。', 'number-in-use': '这个单号已被另一张出库单使用。请换一个单号，以免内容加到旧单上。', gone: '服务端已经没有这条记录，可能被删除了。没有发送任何内容。',
    'ids-unknown': '它关联的内容在服务端对不上。请修改并重新选择。', conflict: '你开始修改之后，有人在服务端改了同一处。还没有发送。请在下面选择以哪个为准。',
    checking: '已经发出，但没有收到答复。Satchel 正在服务端确认是否送达，不会重复发送。', checkingCrash: '发送途中 Satchel 被关闭。现在正在服务端确认是否送达，不会重复发送。',
    doubt: '已经发出，但没有收到答复，回查也无法确定是否送达。请你决定。', doubtMoney: '已经发出，但没有收到答复。因为涉及款项，Satchel 绝不会自动重发。请先到 CRM 里看看有没有，再做决定。',
    doubtCandidates: '已经发出，但没有收到答复。服务端有记录可能就是它，请你确认。',
  },
  serviceSaid: '服务端的答复', waitsOn_one: '有 {{count}} 项在等它', waitsOn_other: '有 {{count}} 项在等它',
  note: {
    'could-not-compare': '服务端无法读取这条记录，所以没能核对他人是否改过。', 'could-not-compare-all': '部分字段无法从服务端读回，所以没能逐一核对。', 'may-land-as-draft': '没有填写公司或认领人，服务端可能把这笔回款存为草稿。',
    'may-be-draft': '因为缺少公司或认领人，服务端可能把这笔回款存成了草稿，请到 CRM 里看一下。', 'landed-as-draft': '服务端把这笔回款存为草稿。', 'landed-as-pending': '服务端已将这笔回款列为待核销。', 'already-so': '服务端原本就是这些内容。', restored: '由备份恢复。',
    'proved-by-read-back': '回查时在服务端找到了。', 'no-read-back': '这个服务之后无法查询是否送达。', 'contact-ids-unknown': '服务端没有说明各位联系人分别对应哪一条。',
    'left-out-cleared': '这个服务会清空修改时没有提到的内容，服务端有几项因此丢失。原来的内容可以在历史里找到。',
    'may-be-twice': '之前有一次发送没有收到答复，也查不到结果。万一那次其实送到了，这条内容就会重复，请到 CRM 里看一下。',
  },
  act: {
    edit: '修改', undo: '撤销上次修改', hold: '搁置', release: '取消搁置', sendNow: '只发这一项', retry: '重试', sendAgain: '再发一次', discard: '放弃', openRecord: '打开记录', openItem: '打开', signIn: '去登录',
    failed: '现在无法这样做，这一项可能刚刚有了变化。', claimed: '那条记录是发件箱里另一项产生的。', invalid: '有内容不完整或无效。',
  },
  discard: {
    title: '放弃这一项？', chainTitle_one: '放弃这一项和另外 {{count}} 项？', chainTitle_other: '放弃这一项和另外 {{count}} 项？', text: '它将不会发送，放弃后无法恢复。', chainText: '其他几项依赖它，会一并放弃。它们都不会发送，放弃后无法恢复。',
    maybe: '它曾经发出而没有得到答复：在这里放弃，并不能从服务端撤回。', confirm: '放弃', confirmAll_one: '放弃 {{count}} 项', confirmAll_other: '放弃 {{count}} 项', keep: '保留', blocked: '其中一项正在发送，请稍后再试。',
  },
  again: {
    title: '再发一次？', text: '如果第一次其实已经送达，就会出现两份。', money: '如果第一次其实已经送达，同一笔款项会记两次。请先到 CRM 里确认确实没有。', edit: '会对同一条记录再改一次，他人期间的改动可能被覆盖。', confirm: '再发一次', cancel: '先不发',
  },
  candidates: {
    title: '可能就是它', ask: '送达了吗？', none: '在服务端没有找到类似的内容。', edit: '记录与你发送的内容不完全一致：可能已经送达，之后又被别人改过。再次发送，新增的内容可能会出现两次。', noRead: '这个服务没有可供查询的列表，请直接到 CRM 里查看。', made: '创建于 {{time}}', by: '创建人 {{who}}', agrees: '与你发送的一致', differs: '与你发送的不一致', choose: '已送达，就是这条', byIdLabel: 'CRM 里的编号', byIdHint: '如果你在 CRM 里找到了它，请填入它的编号。', confirm: '已经送达',
  },
  changes: { title: '改了什么', created: '发送的内容', field: '字段', before: '原来', after: '改为', none: '与服务端没有差别。', unknown: '未知', empty: '空', contacts: '联系人', lines: '明细', writeOffs: '核销明细', added: '新增', changed: '修改', removed: '删除', line: '第 {{number}} 行', newContact: '新联系人', contact: '联系人', },
  links: { waitsFor: '排在这些之后', dependants: '在等它的', predecessor: '接续' },
  history: {
    title: '历史', submitted: '你保存了', edit: '你做了修改', merge: '你处理了差异', held: '你把它搁置了', released: '你取消了搁置', 'send-now': '你选择只发这一项', 'send-again': '你选择重试', 'send-again-doubt': '你选择再发一次，并知道可能出现两份',
    sending: '第 {{attempt}} 次发送', accepted: '服务端已接受', acceptedAs: '服务端已接受，单号 {{number}}', refused: '被退回：{{message}}', unsent: '连不上服务，没有发出', throttled: '服务要求稍等', unauthorized: '登录没有被接受', noVerdict: '没有收到可用的答复', crashed: '发送途中 Satchel 被关闭',
    differs: '发现服务端已有变化', alreadySo: '服务端的内容本来就一致', unsendable: '没有发送：这样的内容发不出去', found: '回查找到了', absent: '回查证实没有送达', 'read-back': '到服务端查找', 'read-back-adopt': '回查找到了', 'read-back-absent': '回查证实没有送达', 'read-back-wait': '查找过，暂时没有找到', 'read-back-ask': '查找过，无法确定',
    checked: '服务端接受之后，又核对了一次', arrived: '你确认已送达', discarded: '你已放弃', restored: '由备份恢复', other: '{{event}}', serverTime: '服务器时间 {{time}}',
  },
  payload: { title: '原始数据', sent: '发送到 {{path}} 的原始内容', next: '将要发送到 {{path}} 的原始内容', later: '尚未送达的记录，其编号会在发送时填入。目前是：', copy: '复制数据' },
  merge: {
    title: '处理差异', text: '逐项选择以哪个为准。在你决定之前，你的和对方的内容都会保留。', changedBy: '服务端最近由 {{who}} 于 {{time}} 修改。', changedAt: '服务端最近于 {{time}} 修改。', base: '原来', mine: '你的', theirs: '服务端现在', other: '改成别的', otherValue: '{{field}}的其他内容',
    allMine: '全部用我的', allTheirs: '全部用对方的', submit: '保存并发送', undecided_one: '还有 {{count}} 项没有选', undecided_other: '还有 {{count}} 项没有选', alsoGoes: '这些也会发送，其他人没有改过',
    childEdited: '你修改过', childRemovedByMe: '你删除了', childRemoved: '已被删除', childEditedByThem: '已被修改', addAgain: '连同你的修改重新添加', leaveRemoved: '就让它删除', removeAnyway: '仍然删除', keepTheirs: '保留现在的样子', wholeContact: '联系人 {{name}}', wholeLine: '明细 {{name}}', invalid: '有内容无效：{{fields}}',
  },
  pause: { pause: '暂停发送', paused: '已暂停发送', pausedHint: '恢复之前，所有内容都留在这里。', resume: '恢复发送' },
  banner: {
    signIn: '请登录后发送', signInHint_one: '有 {{count}} 项在等你登录。', signInHint_other: '有 {{count}} 项在等你登录。', quiet: '服务要求等到 {{time}}', quietHint: 'Satchel 会自动继续。', offline: '没有网络', offlineHint: '内容都安全保存在这里，有网络时自动发送。',
    review: { company: '第一家公司发送前，请先过目', lead: '第一条线索发送前，请先过目', outboundInvoice: '第一张出库单发送前，请先过目', receipt: '第一笔回款发送前，请先过目', trailNote: '第一条跟进记录发送前，请先过目' },
    reviewHint: '这个账户还没有发送过这类内容。', reviewLook: '看一看', reviewRelease: { company: '放行公司', lead: '放行线索', outboundInvoice: '放行出库单', receipt: '放行回款', trailNote: '放行跟进记录' },
    forbidden: '服务端不允许你发送{{kind}}', forbiddenHint: '请向管理员申请权限。', forbiddenRetry: '重试',
  },
  copy: {
    menu: '更多', export: '保存一份发件箱备份', exported: '已保存为 {{file}}', exportFailed: '备份没有保存成功。', restore: '从备份恢复', restored_one: '已恢复 {{count}} 项。', restored_other: '已恢复 {{count}} 项。', restoredNone: '这份备份里没有新内容。', skipped_one: '{{count}} 项本来就在，保持不变。', skipped_other: '{{count}} 项本来就在，保持不变。',
    restoredHint: '可能已经发送过的正在核对，其余的先搁置，等你放行。', 'other-account': '这份备份属于另一个账户，请先打开那个账户。', unreadable: '这不是发件箱备份，或者文件已损坏。没有做任何改动。',
  },
  badge: { waiting_one: '{{count}} 项待发送', waiting_other: '{{count}} 项待发送', needsUser_one: '{{count}} 项需要你处理', needsUser_other: '{{count}} 项需要你处理', nothing: '没有待发送的内容', open: '{{text}}，打开发件箱' },
  panel: { title: '尚未送达服务端', titleDone: '已发送', asSent: '发送于 {{time}}', asSentHint: '服务端不显示这些字段，Satchel 记着当时发送的内容。', open: '在发件箱中打开' },
  notice: { rejected: '被退回：{{what}}', conflict: '他人已改：{{what}}', uncertain: '待你决定：{{what}}', region: '消息' },
  leave: { title_one: '还有 {{count}} 项没有发送', title_other: '还有 {{count}} 项没有发送', text: '它们会留在本机，重新登录后自动发送。稳妥起见，可以先保存一份备份。', switchTitle: '打开另一个账户？', switchText: '它们会随这个账户留在本机，再次打开时发送。稳妥起见，可以先保存一份备份。', go: '打开{{name}}' },
  draft: { untitled: '未完成', continue: '继续填写', delete: '删除', deleteTitle: '删除这份草稿？', deleteText: '里面填写的内容将会丢失。', keep: '保留', },
  field: {
    company_id: '公司', lead_id: '线索', opportunity_id: '商机', create_user: '创建人', main_customer_flag: '主联系人', children: '联系人或明细', order_id: '订单', refer_type: '核销对象', refer_id: '单据',
  },
  referType: { 1: '订单', 2: '商机' },
};
