/** Texts of notices above every screen, shown until they are dismissed or no longer true. */
export const zhCnNotice = {
  'core-restarted': '负责保管数据的部分刚才意外停止，已经重新启动。你保存过的内容都还在。',
  'proxy-sign-in':
    '当前网络的代理要求登录，Satchel 在这里只能读取数据。你的修改会留在本机，换到其他网络后再发送。',
  'cache-rebuilt': '这个版本用新的格式保存本地副本，正在重新下载。你输入的内容没有丢失。',
  'cache-damaged-offline':
    '本地副本有一部分已损坏，其余部分仍可使用。联网并登录后，Satchel 会重新下载。你输入的内容没有丢失。',
  'cache-damaged-again':
    '新的本地副本也已损坏，磁盘可能有故障。其余部分仍可使用。下次启动时，Satchel 会重新下载。' +
    '你输入的内容没有丢失。',
  'demo-renewed': '演示数据已损坏。Satchel 保留了旧文件并重新开始演示，你在演示中发送过的内容不再保留。',
  'account-not-opened': '未能打开账户“{{name}}”。{{reason}}它的数据仍在这台电脑上。要重试，请选择“打开”。',
  'cache-damaged': '本地副本已损坏，已另存。联网并登录后会重新下载。你输入的内容没有丢失。',
  'outbox-salvaged':
    '存放未发送内容的文件已损坏。已恢复 {{total}} 项中的 {{recovered}} 项和 {{drafts}} 份草稿。' +
    '尚未发送的内容已搁置，取消搁置后发送。损坏的文件保存在 {{file}}。',
  finished: '另有 {{finished}} 项此前已送达或已放弃，不再列在这里；已送达的内容仍在 CRM 中。',
  lost:
    '备份文件中有 {{lost}} 条记录无法读取，某些项或草稿可能缺失，或缺少最后一次修改；' +
    '请核对发件箱后再取消搁置。',
  'outbox-cut': 'Satchel 在保存时意外结束。已找回 {{held}} 项，已搁置，取消搁置后发送。',
  'outbox-older':
    '存放未发送内容的文件比实际发送的情况旧。其中 {{inDoubt}} 项可能已经发送；{{held}} 项已搁置，取消搁置后发送。',
  'outbox-missing':
    '存放未发送内容的文件不见了。已从备份记录找回 {{held}} 项和 {{drafts}} 份草稿，已搁置，取消搁置后发送；另有 ' +
    '{{inDoubt}} 项可能已经发送。',
  'outbox-copy':
    '存放未发送内容的文件是一份副本。{{held}} 项已搁置，取消搁置后发送；另有 {{inDoubt}} 项可能已经发送。',
  'outbox-lost':
    '存放未发送内容的文件和它的备份记录都不见了，发件箱从头开始。如果有这个文件夹的备份，请放回去。',
  'outbox-unchecked':
    'Satchel 意外结束，之后存放未发送内容的文件有两个缺失或损坏。最后的修改可能缺失，' +
    '请核对发件箱与你最近输入的内容。',
  'accounts-rebuilt': '账户列表丢失或损坏，已根据账户文件夹重建。你输入的内容没有丢失。',
  'accounts-unreadable':
    '账户列表无法读取，也无法重建。如果有数据文件夹的备份，请先关闭 Satchel，再从备份恢复 accounts.json 文件。' +
    '否则请作为新账户连接；旧账户未发送的内容仍留在这台电脑上，但 Satchel 不会发送。',
  'outbox-damaged':
    '存放未发送内容的文件已损坏。文件已另存在这台电脑上，发件箱从头开始。如果它用的是另一个恢复码，' +
    '可在发件箱的“更多”中读取。',
  'code-again': 'Satchel 无法把未发送内容的密钥存入系统钥匙串，下次打开时还会要求输入恢复码。',
  'sign-in-not-kept': '系统钥匙串没有保存你的登录。关闭 Satchel 后需要重新登录。',
  'copy-not-removed':
    '已退出“{{name}}”，但未能从这台电脑上删除它的本地副本。请关闭可能占用它的程序，' +
    '然后在账户列表中该账户旁点“删除…”。',
  'disk-full': '磁盘已满，暂时无法保存和发送。你可以继续查看；有空间后 Satchel 会自动继续。',
  'disk-low':
    '磁盘已满。你输入的内容仍会保存和发送，用的是 Satchel 预留的空间；从 CRM 下载数据已暂停。请尽快清理磁盘。',
  'disk-read-only': '数据文件夹无法写入。你可以查看所有内容，但无法保存和发送。',
  'disk-failing': '磁盘报告错误，暂时无法保存和发送。你可以继续查看，Satchel 会不断重试。',
  'outbox-left':
    '你已放弃加密的未发送内容，文件仍留在这台电脑上。有对应的恢复码时，可在发件箱的“更多”中读取。',
  other: '提示：{{code}}',
};
