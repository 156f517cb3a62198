/** The shell's own words: menus, notifications, dialogs. What screens say is in the renderer's catalogues. */
export type ShellLanguage = 'en' | 'zh-CN';

const en = {
  file: 'File', edit: 'Edit', view: 'View', go: 'Go', window: 'Window', help: 'Help',
  about: 'About Satchel', settings: 'Settings…', services: 'Services', hide: 'Hide Satchel', hideOthers: 'Hide Others', showAll: 'Show All', quit: 'Quit Satchel', exit: 'Exit', closeWindow: 'Close Window',
  undo: 'Undo', redo: 'Redo', cut: 'Cut', copy: 'Copy', paste: 'Paste', pasteAsText: 'Paste as Plain Text', selectAll: 'Select All',
  find: 'Find Anything…', actualSize: 'Actual Size', zoomIn: 'Zoom In', zoomOut: 'Zoom Out', fullScreen: 'Full Screen', developerTools: 'Developer Tools', minimize: 'Minimize', zoom: 'Zoom', front: 'Bring All to Front',
  today: 'Today', trail: 'Trail', customers: 'Customers', orders: 'Orders', quotations: 'Quotations', 'purchase-orders': 'Purchase Orders', invoices: 'Invoices', receipts: 'Receipts', activity: 'Activity', outbox: 'Outbox',
  shortcuts: 'Keyboard Shortcuts', diagnostics: 'Diagnostics', logFolder: 'Open Log Folder', saveDiagnostics: 'Save a Report for Support…', checkUpdates: 'Check for Updates…', versionLine: 'Version {{version}}',
  copyLink: 'Copy Link', learnSpelling: 'Learn Spelling', trayOpen: 'Open Satchel', traySync: 'Sync Now', trayWaiting: 'Waiting: {{count}}',
  failedOne: 'One edit needs you', failedMany: '{{count}} edits need you', failedBody: 'The service did not take it, or the answer got lost. Nothing is gone: open the Outbox to decide.',
  signInTitle: 'Sign in again', signInBody: 'Your edits are safe and wait until you sign in.', badge: '{{count}} need you',
  stoppedTitle: 'Satchel had to stop', stoppedBody: 'The part of Satchel that keeps your data stopped several times in a row. Everything you saved is on this computer’s disk.', stoppedDetail: 'What it said:', restart: 'Restart', openLogs: 'Open log folder',
  encryptingTitle: 'Encrypting your local copy', encryptingBody: 'From now on the copy of your CRM on this computer is encrypted. This happens once and may take a minute; then Satchel opens by itself.',
  startFailedTitle: 'Satchel could not open its data', startFailedBody: 'Nothing was deleted. Try again; if it stays, the log says why.',
  bugTitle: 'Something went wrong in Satchel', bugBody: 'What you saved is safe. If Satchel behaves oddly, close it and open it again.',
  newerTitle: 'A newer Satchel was here before', newerBody: 'The data on this computer was last opened by Satchel {{newer}}. This is {{own}}, which might not understand it. Please install {{newer}} or newer. Nothing was changed.',
  ok: 'OK', later: 'Later', download: 'Download', install: 'Install and restart', upToDate: 'Satchel is up to date', updateFound: 'Satchel {{version}} is available', updateFoundDetail: 'It is downloaded now and installed when you say so.',
  updateReady: 'Satchel {{version}} is ready', updateReadyDetail: 'Satchel makes a copy of your unsent edits, closes, and opens again as the new version.', updateFailed: 'The update did not work', updateFailedDetail: 'Nothing was changed. Try again later; the log says why.',
  updateNotInstalled: 'The update was not installed', updateNotInstalledDetail: 'You still have Satchel {{version}}, with everything you saved. Try again later; the log says why.',
  reportFailed: 'The report was not saved', reportFailedDetail: 'Satchel could not write the file. Choose another folder, or make room on the disk; the log says why.',
};
export type ShellWords = typeof en;

const zhCN: ShellWords = {
  file: '文件', edit: '编辑', view: '显示', go: '前往', window: '窗口', help: '帮助',
  about: '关于 Satchel', settings: '设置…', services: '服务', hide: '隐藏 Satchel', hideOthers: '隐藏其他', showAll: '全部显示', quit: '退出 Satchel', exit: '退出', closeWindow: '关闭窗口',
  undo: '撤销', redo: '重做', cut: '剪切', copy: '复制', paste: '粘贴', pasteAsText: '粘贴为纯文本', selectAll: '全选',
  find: '查找…', actualSize: '实际大小', zoomIn: '放大', zoomOut: '缩小', fullScreen: '全屏', developerTools: '开发者工具', minimize: '最小化', zoom: '缩放', front: '前置全部窗口',
  today: '今日', trail: '跟进动态', customers: '客户', orders: '订单', quotations: '报价单', 'purchase-orders': '采购单', invoices: '出库单', receipts: '回款单', activity: '业绩统计', outbox: '发件箱',
  shortcuts: '键盘快捷键', diagnostics: '诊断', logFolder: '打开日志文件夹', saveDiagnostics: '保存诊断报告…', checkUpdates: '检查更新…', versionLine: '版本 {{version}}',
  copyLink: '复制链接', learnSpelling: '学习拼写', trayOpen: '打开 Satchel', traySync: '立即同步', trayWaiting: '待发送：{{count}}',
  failedOne: '有一项修改需要你处理', failedMany: '有 {{count}} 项修改需要你处理', failedBody: '服务器没有接受，或者没有收到答复。内容都还在，请打开“发件箱”决定怎么办。',
  signInTitle: '请重新登录', signInBody: '你的修改已安全保存，登录后继续发送。', badge: '{{count}} 项需要处理',
  stoppedTitle: 'Satchel 已停止运行', stoppedBody: '负责保管数据的部分连续几次意外停止。你保存过的内容都在这台电脑的硬盘上。', stoppedDetail: '出错信息：', restart: '重新启动', openLogs: '打开日志文件夹',
  encryptingTitle: '正在为本地副本加密', encryptingBody: '从现在起，这台电脑上的 CRM 副本会加密保存。加密只需进行一次，可能要一分钟左右，完成后 Satchel 会自动打开。',
  startFailedTitle: 'Satchel 无法打开数据', startFailedBody: '没有删除任何内容。请再试一次；如果仍然不行，日志里有原因。',
  bugTitle: 'Satchel 出了点问题', bugBody: '你保存过的内容是安全的。如果 Satchel 表现异常，请关闭后重新打开。',
  newerTitle: '这台电脑用过更新的 Satchel', newerBody: '本机数据上次由 Satchel {{newer}} 打开，而当前版本是 {{own}}，可能无法识别。请安装 {{newer}} 或更新的版本。数据未作任何改动。',
  ok: '好', later: '以后再说', download: '下载', install: '安装并重新打开', upToDate: 'Satchel 已是最新版本', updateFound: '有新版本：Satchel {{version}}', updateFoundDetail: '现在只下载，由你决定什么时候安装。',
  updateReady: 'Satchel {{version}} 已下载完毕', updateReadyDetail: 'Satchel 会先为未发送的修改做一份备份，然后关闭，并以新版本重新打开。', updateFailed: '更新没有成功', updateFailedDetail: '没有作任何改动。请稍后再试；日志里有原因。',
  updateNotInstalled: '更新没有安装', updateNotInstalledDetail: '当前仍是 Satchel {{version}}，你保存过的内容都在。请稍后再试；日志里有原因。',
  reportFailed: '报告没有保存', reportFailedDetail: 'Satchel 无法写入这个文件。请换一个文件夹，或者清理一下磁盘空间；日志里有原因。',
};

export const wordsOf = (language: ShellLanguage): ShellWords => (language === 'zh-CN' ? zhCN : en);

/** Any Chinese locale reads the Chinese words; every other one the English. */
export const languageOf = (locale: unknown): ShellLanguage => (typeof locale === 'string' && locale.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en');

export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
