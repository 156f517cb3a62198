import type { InChinese } from './in-chinese';
import type { enOutboxNotes, enOutboxWaits, enOutboxWhy } from './en-outbox-reasons';

/** Why an item of the Outbox waits, in a few words. */
export const zhCnOutboxWaits: InChinese<typeof enOutboxWaits> = {
  next: '马上发送',
  offline: '有网络时自动发送',
  parent: '等“{{name}}”送达之后',
  parentMore_other: '等“{{name}}”及另外 {{count}} 项送达之后',
  held: '已由你搁置',
  restored: '已恢复，取消搁置后发送',
  paused: '已暂停发送',
  review: '等你先查看',
  'not-permitted': 'CRM 未授权',
  'sign-in': '登录后发送',
  undo: '几秒后发送',
  at: '{{time}} 再次尝试',
  twin: '等相同的一项核对完',
  checking: '正在核对是否送达',
  'your-decision': '等你决定',
};

/** Why an item of the Outbox waits, was refused or asks for a decision, in sentences. */
export const zhCnOutboxWhy: InChinese<typeof enOutboxWhy> = {
  next: '马上就会发送。',
  undo: '刚刚保存，现在还可以撤销；几秒后发送。',
  offline: '内容已安全保存在本机，有网络时会自动发送。',
  parent: '它依赖“{{name}}”，那一项还没有送达。送达后它会自动跟上。',
  restored: '它是恢复的内容。取消搁置或只发这一项之前，它会一直留在这里。',
  held: '你把它搁置了。取消搁置或只发这一项之前，它会一直留在这里。',
  paused: '整个账户已暂停发送。可以恢复发送，也可以只发送这一项。',
  review: '这个账户还没有从 Satchel 发送过这类内容。请先查看，再允许发送。',
  'not-permitted': 'CRM 不允许你发送{{kind}}，其他功能正常。请向管理员申请权限，然后重试。',
  'sign-in': '登录已过期。重新登录后会自动发送。',
  at: 'CRM 暂时连不上，或要求稍等。Satchel 会自动重试。',
  twin: '相同的一项可能刚刚送达。为避免重复，这一项会等那边核对清楚。',
  throttled: 'CRM 要求放慢速度。Satchel 会等待并自动继续。',
  frozen: '它可能已经发送过一次。现在修改的话，改动会作为下一步单独发送。',
  sending: '正在发送。CRM 答复之前不能改动。',
  applied: 'CRM 已收到。',
  appliedAlready: 'CRM 的内容本来就一致，无需发送。',
  appliedProved: '没有收到答复，但已在 CRM 中核对到这次修改。',
  appliedByYou: '你已确认送达。',
  discarded: '你已放弃这一项。',
  discardedMaybe: '你已放弃这一项。它曾经发出而没有得到答复，CRM 可能仍然收到了。',
  refused: 'CRM 没有接受。修改后会再次发送。',
  refusedPermission: '你在 CRM 中没有这项权限。请联系管理员开通后再试。',
  notOffered: '这个 CRM 不接受其他程序提交此内容。请直接在 CRM 中录入，再放弃这一条。',
  refusedField: 'CRM 没有接受“{{field}}”。修改后会再次发送。',
  'number-in-use': '这个单号已被另一张出库单使用。请换一个单号，以免内容加到旧单上。',
  'number-not-checked':
    'Satchel 无法确认这个出库单号是否未被使用。如果单号已被使用，明细会加到旧单上。' +
    '你可以稍后重试，或不带单号发送（由 CRM 生成单号），或在 CRM 中查过单号后再发送。',
  wouldClear:
    '此 CRM 会清空编辑中未包含的字段，例如“{{field}}”。点“重试”会重新读取该记录，' +
    '并连同你的修改发送全部字段。',
  wouldClearMoney:
    '此 CRM 会清空编辑中未包含的字段，例如“{{field}}”。请编辑此项并补全这些字段，或直接在 CRM 中修改。',
  gone: 'CRM 已经没有这条记录，可能被删除了。可以放弃这次修改，或重新创建记录，保存前由你核对。',
  goneOnly: 'CRM 已经没有这条记录，可能被删除了。请放弃这次修改。',
  'ids-unknown': '在 CRM 中找不到它关联的记录。请编辑此项，重新选择。',
  customChanged: '有人在 CRM 中改了“{{field}}”。点“重试”会用你的内容替换；要保留对方的内容，请放弃这次修改。',
  customChangedTo:
    '有人在 CRM 中把“{{field}}”改成了“{{value}}”。点“重试”会用你的内容替换；' +
    '要保留对方的内容，请点“编辑”改成一样，或放弃这次修改。',
  customEmptied: '有人在 CRM 中清空了“{{field}}”。点“重试”会填入你的内容；要保持为空，请放弃这次修改。',
  idsUnknownContact:
    'CRM 靠邮箱识别这位联系人。这次修改换了邮箱，或这位联系人没有邮箱，发送会变成新增一位。' +
    '请直接在 CRM 中修改，并放弃这次修改。',
  idsUnknownReceipt:
    'CRM 中已有这笔回款登记，但无法确认哪些核销明细已经保存，重复发送可能会重复计入。' +
    '请直接在 CRM 中修改，并放弃这次修改。',
  conflict: '你开始修改之后，有人在 CRM 中改了同一处。请在下面选择以哪个为准。',
  conflictUnseen: '你修改的内容在 CRM 中已经有值，而你修改时它还不在这台电脑上。请在下面选择以哪个为准。',
  nothingSent: '没有发送任何内容。',
  nothingChanged: '没有做任何修改。',
  mayHaveArrived: '之前有一次发送没有收到答复，可能已经送达。',
  checking: '已经发出，但没有收到答复。Satchel 正在 CRM 中核对是否送达，不会重复发送。',
  checkingCrash: '发送途中 Satchel 被关闭。现在正在 CRM 中核对是否送达，不会重复发送。',
  doubt: '已经发出，但没有收到答复，核对后也无法确定是否送达。请你决定。',
  doubtClaimed:
    'CRM 返回的编号属于你另一项操作建立的记录，因此无法判断这一项是否已保存。请在 CRM 中查看后再决定。',
  doubtMoney:
    '已经发出，但没有收到答复。因为涉及款项，Satchel 绝不会自动重发。请先到 CRM 里看看有没有，再做决定。',
  doubtAdded:
    'CRM 的这张出库单里有一些明细，可能是这次修改之前发送时添加的。' +
    '请先核对，再决定：“再发一次”会保留这些明细不变，并添加这次修改的新明细。',
  doubtAddedContacts:
    'CRM 的这家公司有一些联系人，可能是这次修改之前发送时添加的。' +
    '请先核对，再决定：“再发一次”会保留这些联系人不变，并添加这次修改的新联系人。',
  doubtCandidates: '已经发出，但没有收到答复。CRM 有记录可能就是它，请你确认。',
};

/** What else the user should know about an item of the Outbox. */
export const zhCnOutboxNotes: InChinese<typeof enOutboxNotes> = {
  'could-not-compare': 'CRM 不允许 Satchel 读取这条记录，因此没有核对他人是否改过。',
  'could-not-compare-all': '部分字段无法从 CRM 读取，所以没能逐一核对。',
  'may-land-as-draft': '没有填写公司或认领人，CRM 可能把这笔回款登记存为草稿。',
  'may-be-draft': '因为缺少公司或认领人，CRM 可能把这笔回款登记存成了草稿，请到 CRM 里看一下。',
  'landed-as-draft': 'CRM 把这笔回款登记存为草稿。',
  'landed-as-pending': 'CRM 已将这笔回款登记列为未核销。',
  'already-so': 'CRM 原本就是这些内容。',
  restored: '由备份恢复，或在文件损坏后恢复。',
  'proved-by-read-back': '已在 CRM 中核对到。',
  'later-text-not-sent':
    '这条跟进记录的上一个版本已经送达。CRM 中的跟进记录不能修改，所以你后来改的内容没有发送。CRM 中是这里显示的内容。',
  'removed-may-stay':
    '你移除的联系人或核销明细可能已在 CRM 中：之前有一次发送没有收到答复。Satchel 无法在 CRM 中将其移除，请到 CRM 里查看。',
  'no-read-back': '无法在你的 CRM 中查询是否送达。',
  'left-out-cleared': '你的 CRM 会清空修改时没有提到的内容，有几项因此丢失。原来的内容可以在历史里找到。',
  'custom-anyway': '你用自己的内容替换了别人在自定义字段中填写的内容。',
  'whole-record': '此 CRM 会清空编辑中未包含的字段，因此发送了该记录的全部字段。',
  'may-be-twice':
    '之前有一次发送没有收到答复，也查不到结果。万一那次其实送到了，这条内容就会重复，请到 CRM 里看一下。',
  'may-be-replaced':
    '这条记录之前有一次修改没有收到答复。如果它稍后才送达，会覆盖这次修改的部分内容。Satchel 会在一刻钟后检查。',
  'replaced-late':
    '这条记录之前有一次没有收到答复的修改稍后才送达，覆盖了这次修改的部分内容。请查看该记录，并重新填写。',
  'replaced-seen':
    '这条记录之前有一次没有收到答复的修改稍后才送达，覆盖了这次修改的部分内容。你已核对该记录。',
  'older-content': '发件箱文件是较早的备份，所以这里显示的是送达之前的版本。CRM 中的实际内容请看该记录。',
};
