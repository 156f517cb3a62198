export const zhCnDiagnostics = {
  onThisComputer: '本机数据', records: '记录', held: '本机', size: '大小', asOf: '完整截至', includes: '含{{what}}', details_one: '{{formatted}} 条有详情', details_other: '{{formatted}} 条有详情', fetchAgain: '重新获取', keep: '保留', keepOf: '在本机保留{{what}}', fetchAgainOf: '重新获取：{{what}}', fetching: '等待重新获取', fetchOffline: '服务恢复应答后会重新获取，在此之前保留现有副本。',
  keepNote: '关闭“保留”会删除本机上的这类记录，之后也不再读取；CRM 里仍然有。“重新获取”会删除副本并重新读取。两者都不影响发件箱中等待发送的修改。',
  fullDocuments: '完整单据', fullDocumentsOf: '保留明细和备注', fullDocumentsAll: '全部单据', fullDocumentsMonths_one: '最近 {{count}} 个月内有变动的单据', fullDocumentsMonths_other: '最近 {{count}} 个月内有变动的单据',
  fullDocumentsNote: '更早的订单、报价单、出库单和回款单仍在列表中，金额等数据不变；明细和备注在打开时读取，需要联网。', files: '本地副本 {{cache}} · 未发送内容 {{outbox}} · 日志 {{log}}',
  history: '同步历史', when: '时间', took: '耗时', changes: '新增或变化', nothing: '没有变化', result: '结果', complete: '完成', partly: '部分列表失败', noHistory: '还没有同步过', changed: '{{what}} {{formatted}}', moreRounds: '显示更早的', fewerRounds: '收起', seconds: '{{formatted}} 秒',
  log: '日志', level: '级别', levelAll: '全部', levelWarn: '警告和错误', levelError: '仅错误', logText: '在日志中查找', logNone: '没有符合的内容', logMore: '仅显示最近 {{count}} 行。', logNote: '令牌和密码在写入日志之前就已抹去。', refresh: '刷新',
  lineLevel: { error: '错误', warn: '警告', info: '信息' },
  bundle: '支持报告', bundleNote: '把本页内容和最近的日志合成一份文本。其中没有令牌，没有客户或同事的姓名，也没有记录的内容。保存之前你可以先过目。', bundleMake: '生成报告', bundleTitle: '支持报告', bundleSave: '保存', bundleCopy: '复制', bundleSaved: '已保存为 {{name}}',
  test: '测试连接', testNow: '立即测试', testing: '正在测试…', testOk: '{{formatted}} 毫秒后应答', testedAt: '服务器时间 {{time}}',
};

export const zhCnGuide = {
  title: '一分钟上手', demo: '这是演示：数据都是虚构的，也不会离开本机。', progress: '{{done}} / {{total}}', show: '显示引导', close: '关闭引导', collapse: '收起引导', done: '就这么简单', doneText: '你自己的 CRM 也是这样用：在“设置 › 账户”中连接即可。',
  step: { browse: '打开一个客户或订单', offline: '断开网络', edit: '写一条备注，或改点什么', online: '恢复网络', delivered: '看着它送达' },
  hint: { browse: '每次点击都直接从本机读取。', offline: '在下方状态栏关闭演示网络。', edit: '按 C 新建，或在记录上点“编辑”。内容会立即存盘。', online: '再次打开演示网络。', delivered: '发件箱会自动发送，不多不少，正好一次。' },
  go: { browse: '查看订单', offline: '关闭网络', edit: '新建公司', online: '打开网络', delivered: '打开发件箱' }, ticked: '已完成：{{step}}',
};

export const zhCnDesktop = {
  title: '桌面', tray: '留在系统托盘', trayNote: '开启托盘后，关闭窗口时 Satchel 仍会继续运行，照常发送和获取数据；要退出，请用托盘图标的菜单。',
  spelling: '检查拼写', spellingOff: '关闭', spellingNote: '要检查拼写，需要从 Google 下载所选语言的词典。你输入的内容只在这台电脑上检查，不会外传。',
};
