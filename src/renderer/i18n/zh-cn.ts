import type { Messages } from './en';
import { zhCnDocument, zhCnExport } from './zh-cn-documents';
import { zhCnDesktop, zhCnDiagnostics, zhCnGuide } from './zh-cn-settings';
import { zhCnCustomer } from './zh-cn-customer';
import { zhCnFields, zhCnParts } from './zh-cn-fields';
import { zhCnForm } from './zh-cn-form';
import { zhCnLists } from './zh-cn-lists';
import { zhCnOutbox } from './zh-cn-outbox';
import { zhCnActivity } from './zh-cn-activity';
import { zhCnToday } from './zh-cn-today';
import { zhCnLocked } from './zh-cn-locked';
import { zhCnProtection } from './zh-cn-protection';

export const zhCn: Messages = {
  field: zhCnFields,
  form: zhCnForm,
  ...zhCnParts,
  enum: {
    trailType: { 101: '快速记录', 102: '邮件备注', 103: '电话', 104: '会面', 105: '社交沟通', 106: '客户来访', 107: '拜访客户', 108: '展会拜访', 109: '现场拜访', 110: '邮件', 111: '客户到访', 112: '日程' },
    approvalStatus: { '-1': '无审批（-1）', 0: '草稿', 1: '已通过', 2: '已驳回', 3: '审批中', 4: '已撤回', 5: '系统撤回', 6: '已跳过', 7: '已转交' },
    leadStatus: { 1: '待处理', 2: '无效', 3: '完善中', 4: '初次接触', 5: '沟通中', 7: '已转化' },
    outboundStatus: { 1: '待出库', 2: '已出库' },
    receiptStatus: { 1: '草稿', 2: '待认领', 3: '未核销', 4: '部分核销', 5: '已核销' },
    outboundSource: { 1: '采购出库', 2: '库存出库' },
    inboundStatus: { 1: '待入库', 2: '部分入库' },
    paymentStatus: { 1: '待付款' },
    intentionLevel: { 0: '未知', 1: '低', 2: '中', 3: '高' },
    annualProcurement: { 0: '无', 1: '≤ 1千美元', 2: '1千–5千美元', 3: '5千–1万美元', 4: '1万–3万美元', 5: '3万–5万美元', 6: '5万–10万美元', 7: '10万–30万美元', 8: '30万–50万美元', 9: '50万–100万美元', 10: '100万–500万美元', 11: '> 500万美元' },
    scale: { 1: '少于 59 人', 2: '60–149 人', 3: '150–499 人', 4: '500–999 人', 5: '1000–4999 人', 6: '5000 人以上' },
    gender: { 1: '男', 2: '女' },
    star: { 1: '★', 2: '★★', 3: '★★★', 4: '★★★★', 5: '★★★★★' },
  },
  count: {
    lead_add_count: '新增线索', company_add_count: '新增公司', customer_remark_count: '新增跟进', opportunity_add_count: '新增商机', quotation_add_count: '新增报价', order_add_count: '新增订单',
    dynamic_count: '动态数', mail_send_count: '发送邮件', edm_send_count: '营销邮件', edm_finish_count: '完成营销', login_count: '登录天数',
  },
  resource: { trail: '跟进动态', company: '公司', lead: '线索', order: '订单', quotation: '报价单', purchaseOrder: '采购单', outboundInvoice: '出库单', receipt: '回款单', user: '人员' },
  resourceOne: { trail: '跟进动态', company: '公司', lead: '线索', order: '销售订单', quotation: '报价单', purchaseOrder: '采购单', outboundInvoice: '销售出库单', receipt: '回款登记', user: '人员' },
  screen: { today: '今日', outbox: '发件箱', trail: '跟进动态', customers: '客户', orders: '订单', quotations: '报价单', 'purchase-orders': '采购单', invoices: '出库单', receipts: '回款单', activity: '业绩统计', settings: '设置' },
  rail: { label: '页面', search: '搜索', records: '客户往来', documents: '单据' },
  common: {
    close: '关闭', back: '返回', cancel: '取消', copy: '复制', copied: '已复制', yes: '是', no: '否', loading: '加载中', of: '{{shown}} / {{total}}', retry: '重试', 
    unknown: '未知', apply: '应用', clear: '清除', search: '搜索', deleted: '已删除', dismiss: '知道了', sentences: '{{first}}。{{second}}', lines_one: '{{count}} 行', lines_other: '{{count}} 行',
    
  },
  status: {
    online: '在线', offline: '{{time}} 起离线', unknown: '尚未连接', signIn: '需要重新登录', demoOffline: '{{time}} 起离线（已关闭网络）',
    fresh: '数据截至 {{time}}', firstCopy: '首次复制：{{percent}}', firstCopyPlain: '正在首次复制', updating: '正在更新…',
    demo: '演示', goOffline: '演示网络', details: '同步详情', syncNow: '立即同步', lastAnswer: '最近应答 {{time}}', bar: '状态',
  },
  reconnect: { title: '正在重新连接 Satchel…', hint: '数据都在本机，没有丢失。如果一直连不上，请看看 Satchel 的窗口或终端是否还开着。' },
  sync: {
    title: '正在复制你的工作区', subtitle: '最新的记录先到，现在就可以开始工作，其余在后台继续。', state: { waiting: '等待中', loading: '复制中', complete: '已完成', unverified: '未核实', 'not-offered': '不提供', failed: '失败', 'left-out': '不保留' },
    completeAsOf: '完整截至 {{time}}', stateColumn: '状态',
    cover: { removed: '已删除', drafts: '草稿', archived: '已归档', approval: '审批', live: '有效' },
  },
  firstRun: {
    tagline: '你的销售工作台，有没有信号都照常用。', demoTitle: '体验演示', demoText: '一家虚构的外贸公司，客户、订单、出库单一应俱全。无需注册，数据不会离开本机。', demoAction: '打开演示', opening: '正在打开…',
    connectTitle: '连接你的 CRM', connectText: '先把记录复制到本机，以后打开什么都不用等网络。', baseUrl: '服务地址', baseUrlHint: '接口的根地址，例如 https://crm.example.com',
    kind: { client: '客户端 ID', password: '邮箱', token: '令牌' }, clientId: '客户端 ID', clientSecret: '客户端密钥', username: '邮箱', password: '密码', token: '访问令牌', tokenHint: '只由 Satchel 保管，任何页面都读不到。',
    header: '令牌的发送方式', headerRaw: '只发令牌', headerBearer: '前面加“Bearer”', test: '测试连接', testing: '正在测试…', tested: '连接成功，服务器时间 {{time}}。', whoAmI: '你是哪一位？', whoAmIHint: '优先显示与你有关的记录。', anyone: '暂不选择',
    connect: '开始复制', connecting: '正在连接…', name: '账户名称', nameHint: '显示在左上角，例如公司名', feature1: '数据就在本机，点开即看', feature2: '在飞机上也能用', feature3: '令牌存放在系统钥匙串', accounts: '本机上的账户', open: '打开', signInTitle: '登录 {{name}}', signInText: '你的本地副本和待发送的内容都还在。{{baseUrl}} 确认登录后就会打开。', signingIn: '正在登录…',
  },
  today: zhCnToday,
  list: {
    searchPlaceholder: '搜索{{what}}', filter: '筛选', columns: '列', view: '视图', density: '行高', compact: '紧凑', comfortable: '宽松', showRemoved: '显示已删除的记录', clearFilters: '清除筛选', addFilter: '添加筛选', findField: '查找字段',
    resetColumns: '恢复默认列', empty: '还没有{{what}}', emptyHint: '复制到本机后会立即显示在这里。', emptyComplete: 'CRM 里目前没有。', emptyBegin: 'CRM 里目前没有。你新建的会立即显示在这里。', noMatch: '没有符合的记录', noMatchHint: '试试更少的关键词，或清除筛选。', leftOut: '{{what}}不保留在本机', leftOutHint: '已在“设置”中选择不保留，CRM 里仍然有。', takeIn: '重新保留', notOffered: '该服务不提供{{what}}', notOfferedHint: 'Satchel 每天会重新检查。',
    loadingRows: '正在加载', grid: '{{what}}列表', from: '从', to: '到', contains: '包含', isEmpty: '为空', isNotEmpty: '不为空', chipIn: '{{values}}', chipMore: '{{first}} 及另外 {{more}} 项', chipContains: '包含“{{text}}”', chipFrom: '从 {{from}}', chipTo: '到 {{to}}', chipBetween: '{{from}} – {{to}}',
    removeFilter: '移除筛选：{{name}}', preset: { today: '今天', yesterday: '昨天', last7: '近 7 天', last30: '近 30 天', thisMonth: '本月', lastMonth: '上月', thisQuarter: '本季度', thisYear: '今年' },
    noValues: '没有可选值', fromDetail: '来自详情', sortedBy: '按{{name}}排序', pinned: '已显示', companies: '公司', leads: '线索', what: { trail: '动态', company: '公司', lead: '线索', order: '订单', quotation: '报价单', purchaseOrder: '采购单', outboundInvoice: '出库单', receipt: '回款单', user: '人员' },
  },
  customer: zhCnCustomer,
  panel: {
    details: '详情', trail: '动态', related: '相关', lines: '明细', contacts: '联系人', json: 'JSON', previous: '上一条', next: '下一条', gone: '本机没有这条记录', goneHint: '可能还没有复制到本机，或已被删除。',
    detailOffered: '详情尚未下载。', detailFetch: '现在下载', detailFetching: '正在下载…', detailFailed: '暂时连不上服务，详情会在下次同步时下载。', detailNone: '该服务不提供此类记录的详情。', empty_one: '{{count}} 个空字段', empty_other: '{{count}} 个空字段',
    group: { key: '要点', amounts: '金额', people: '人员', dates: '日期', shipping: '运输', terms: '条款', customer: '客户', profile: '资料', custom: '自定义字段', system: '标识', other: '更多' },
    fetched: '读取于 {{time}}', detailsAt: '详情 {{time}}', noTrail: '这条记录没有动态', noRelated: '没有相关记录', noLines: '没有明细', noContacts: '没有联系人', serverTime: '服务器时间 {{time}}', openRecord: '打开{{name}}', copyJson: '复制 JSON', copyLink: '复制链接', resize: '调整面板宽度', total: '合计', showAll: '共 {{count}} 条',
  },
  activity: zhCnActivity,
  settings: {
    account: '账户', bundled: '内置演示服务', appearance: '外观', sync: '同步', diagnostics: '诊断', shortcuts: '快捷键', connection: '连接', service: '服务', signedInAs: '当前身份', token: '令牌', tokenStorage: { keychain: '存放在系统钥匙串', session: '在内存中，关闭 Satchel 即清除' }, cacheProtection: { encrypted: '本地副本已加密，密钥存放在系统钥匙串中。', noKeyring: '本地副本没有加密：这里没有可以存放密钥的系统钥匙串，能接触到这块硬盘的人都可以读取。', notYet: '本地副本还没有加密。下次打开 Satchel 时会再试。' },
    auth: { 'signed-in': '已登录', 'signed-out': '已退出', expired: '登录已过期' }, signOut: '退出登录', signOutTitle: '退出“{{name}}”？', signOutKeep: '保留本地副本', signOutKeepText: '只清除令牌。记录留在本机，重新登录后即可打开。',
    signOutRemove: '删除本地副本', signOutRemoveText: '清除令牌，并从本机删除已复制的记录。尚未发送的修改会保留。', language: '语言', theme: '主题', themeAuto: '跟随系统', themeLight: '浅色', themeDark: '深色', density: '行高', version: '版本 {{version}}', dataDirectory: '数据目录',
    requests: '最近请求', drift: '与接口约定的偏差', driftNone: '服务发来的数据全部符合约定。', offers: '该服务提供的接口', offered: '提供', notOffered: '不提供', notProbed: '未探测', assumptions: '假设', noRequests: '还没有请求', serverOffset: '服务器时钟',
    serverOffsetValue: 'UTC{{offset}}', name: '名称', rows: '行数', size: '大小', field: '字段', kind: '类型', sample: '示例', time: '时间', path: '路径', outcome: '结果', duration: '耗时', otherAccounts: '其他账户', switchTo: '打开', self: '我是谁', demoNetwork: '演示网络', demoNetworkText: '关闭演示网络，看看没有信号时 Satchel 如何工作。', signInAgain: '重新登录', secretHint: '只由 Satchel 保管，任何页面都读不到。', signIn: '登录',
    state: { assumed: '未证实', proved: '已证实', disproved: '已否定' }, driftKind: { missing: '缺失', type: '类型', unknown: '未知' },
  },
  outbox: zhCnOutbox,
  pending: {
    waiting: '等待发送', sending: '正在发送', checking: '已发出，正在核对是否送达', needs: '需要你处理，请到发件箱查看', delivered: '已送达，读回之前显示你发送的内容',
    cell: '由你修改', sent: '显示你在 {{time}} 发送的内容，服务端不提供此项', sentSometime: '显示你发送的内容，服务端不提供此项',
  },
  shortcut: { step: '打开记录时看下一条或上一条', mark: '选中此行', markAll: '选中所有行', range: '扩展单元格区域', copyCells: '复制单元格或选中的行', copyHeads: '连同列名一起复制', columnMenu: '列菜单（在表头）', columnWidth: '加宽或收窄列（在表头）', columnMove: '移动列（在表头）', export: '导出列表', print: '打印记录或列表', sheet: '显示快捷键', new: '新建（与打开的记录相关）', edit: '编辑打开的记录', save: '保存表单', palette: '搜索全部', listSearch: '在列表中搜索', move: '在列表中移动', open: '打开记录', close: '关闭面板', nextRecord: '下一条或上一条', home: '首列或末列', pages: '上一屏或下一屏', header: '到表头，回车排序', screens: '切换页面', settings: '设置' },
  diagnostics: zhCnDiagnostics,
  locked: zhCnLocked,
  protection: zhCnProtection,
  desktop: zhCnDesktop,
  guide: zhCnGuide,
  document: zhCnDocument,
  lists: zhCnLists,
  export: zhCnExport,
  palette: { placeholder: '搜索记录、页面和命令', screens: '页面', records: '记录', recent: '最近打开', commands: '命令', sync: '立即更新', pause: '暂停发送', resume: '恢复发送', demoOffline: '断开演示网络', demoOnline: '接通演示网络', light: '浅色主题', dark: '深色主题', language: 'Switch to English', empty: '没有找到', hint: '输入名称、编号或部分电话号码', open: '打开', move: '移动' },
  notice: { 'core-restarted': '负责保管数据的部分刚才意外停止，已经重新启动。你保存过的内容都还在。', 'proxy-sign-in': '当前网络的代理要求登录，Satchel 在这里只能读取数据。你的修改会留在本机，换到其他网络后再发送。', 'cache-rebuilt': '这个版本用新的格式保存本地副本，正在重新复制。你输入的内容没有丢失。', 'cache-damaged': '本地副本已损坏，已另存，正在重新复制。你输入的内容没有丢失。', 'outbox-damaged': '存放未发送内容的文件已损坏。文件已另存在这台电脑上，发件箱从头开始。', 'code-again': '这里没有钥匙串保存未发送内容的密钥，下次打开 Satchel 时还需要输入恢复码。', 'outbox-left': '你已放弃加密的未发送内容，文件仍留在这台电脑上。', other: '提示：{{code}}' },
  errors: {
    offline: { title: '无法连接服务', next: '检查网络和地址后重试。' }, timeout: { title: '服务响应超时', next: '稍后重试。' },
    'captive-portal': { title: '网络需要先登录', next: '打开浏览器登录此 Wi-Fi，然后重试。' }, tls: { title: '连接不安全', next: '检查地址和本机日期；证书问题请咨询管理员。' },
    'bad-base-url': { title: '这不是有效的服务地址', next: '请输入以 https:// 开头的完整地址。' }, unauthorized: { title: '服务不接受此登录', next: '检查令牌或凭据，或重新登录。' },
    'invalid-client': { title: '客户端 ID 或密钥不正确', next: '请从 CRM 的接口设置中重新复制。' }, 'invalid-grant': { title: '邮箱或密码不正确', next: '检查后重试。' }, 'invalid-scope': { title: '该客户端缺少权限', next: '请管理员开通 Satchel 读取的模块。' },
    forbidden: { title: '没有权限', next: '请向管理员申请。' }, 'rate-limited': { title: '服务要求放慢速度', next: 'Satchel 会等待并自动继续。' }, 'server-error': { title: '服务出现问题', next: '稍后再试，数据不会丢失。' },
    'bad-answer': { title: '服务返回了意外的内容', next: '检查地址是否指向接口而不是网站。' }, 'not-offered': { title: '该服务不提供此功能', next: 'Satchel 每天会重新检查。' }, refused: { title: '服务拒绝了请求', next: '详情中有服务的原话。' },
    'no-account': { title: '没有打开的账户', next: '请先连接或打开演示。' }, 'account-mismatch': { title: '此登录属于另一个账户', next: '请作为新账户连接。' }, 'not-found': { title: '未找到', next: '可能已在服务端删除。' },
    'bad-input': { title: '有内容没填，或填得不对', next: '检查后重试。' }, 'database-from-future': { title: '数据由更新版本的 Satchel 创建', next: '更新 Satchel 后再打开。' }, 'database-corrupt': { title: '本地副本已损坏', next: 'Satchel 会重建，修改会保留。' }, 'outbox-corrupt': { title: '未发送内容的文件已损坏', next: '文件保持原样。请先发送待发内容，或保存一份发件箱副本。' }, 'cache-locked': { title: '系统钥匙串没有给出密钥', next: '请解锁钥匙串，Satchel 会自动重试。' }, 'outbox-locked': { title: '系统钥匙串没有给出密钥', next: '请解锁钥匙串，或使用你的恢复码。' }, 'no-keychain': { title: '系统钥匙串没有接受密钥', next: '请解锁钥匙串后重试，目前没有任何改动。' }, 'code-mistyped': { title: '恢复码输入有误', next: '请与你保管的恢复码再核对一遍。' }, 'code-wrong': { title: '恢复码不符', next: '请确认它是这个账户最近一次生成的恢复码。' }, 'code-gone': { title: '与恢复码配套的文件丢失或已损坏', next: '请从备份中放回，或恢复原来的钥匙串。' }, 'data-in-use': { title: 'Satchel 已在使用这份数据', next: '请先关闭另一个窗口。' },
    'disk-full': { title: '磁盘已满', next: '释放一些空间，Satchel 会自动继续。' }, internal: { title: 'Satchel 出了点问题', next: '请重试。如果一直如此，请查看诊断。' },
  },
};
