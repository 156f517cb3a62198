import type { InChinese } from './in-chinese';
import type { enProtection } from './en-protection';

export const zhCnProtection: InChinese<typeof enProtection> = {
  title: '本机保护',
  copy: '本地副本',
  outbox: '未发送的内容',
  on: '已加密',
  off: '未加密',
  turnOn: '加密…',
  newCode: '更换恢复码…',
  turnOff: '停止加密…',
  plainNote:
    '尚未发送的内容没有加密。你也可以把它加密，由你自己保管一个恢复码：万一钥匙串丢失，凭恢复码仍能打开。',
  noKeyringNote: '未发送的内容在这里同样无法加密：没有钥匙串，每次打开 Satchel 都得输入一遍恢复码。',
  encryptedNote: '未发送的内容也已加密，万一钥匙串丢失，凭你的恢复码仍能打开。你自己另存的发件箱备份不加密。',
  noCode:
    '目前没有任何恢复码能打开未发送的内容：一旦钥匙串丢失，没发出去的内容也会一并丢失。' +
    '请现在就生成新的恢复码。',
  plainCopies_other: '有 {{count}} 份旧发件箱副本无法加密，仍以可读的形式留在磁盘上。',
  code: {
    title: '你的恢复码',
    newTitle: '你的新恢复码',
    preparing: '正在生成恢复码…',
    text:
      '即使这台电脑的钥匙串丢失，凭这个恢复码也能打开未发送的内容。恢复码无法补发，Satchel ' +
      '只在此刻显示一次。',
    newText: '确认之后，原来的恢复码将不再有效。',
    keep:
      '请不要放在这台电脑上：可以写在纸上，或存进手机里的密码管理器。同时拿到电脑和恢复码的人，' +
      '就能看到你未发送的内容。',
    copy: '复制',
    save: '保存',
    print: '打印',
    kept: '我已经保管好了',
    label: '恢复码',
  },
  check: {
    title: '确实保管好了吗？',
    text: '请拿出刚才保管的恢复码，照着它输入其中两组。',
    group: '第 {{n}} 组',
    wrong: '与恢复码不符，请逐个字符再核对一遍。',
    back: '再看一次恢复码',
    renew: '重新生成恢复码',
    encrypt: '加密',
    encrypting: '正在加密…',
    confirm: '启用这个恢复码',
    confirming: '正在保存…',
  },
  stop: {
    title: '停止加密未发送的内容？',
    text: '停止之后，没发出去的内容会像以前一样，以可读的形式保存在这台电脑上，恢复码也就没有用处了。',
    go: '停止加密',
    going: '正在解密…',
  },
  sheet: {
    title: 'Satchel 恢复码',
    account: '账户',
    service: 'CRM 地址',
    made: '生成日期',
    use: '如果 Satchel 提示系统钥匙串打不开密钥，请在那里输入这个恢复码，即可打开你尚未发送的内容。',
    safe: '请不要和电脑放在一起。字母大小写、空格和连字符都不影响使用。',
    file: 'satchel-recovery-code',
  },
  locked: {
    waiting: {
      title: '正在等待系统钥匙串',
      text:
        '“{{name}}”中未发送的内容是加密的，密钥存放在系统钥匙串里，而钥匙串暂时没有回应，可能还锁着。' +
        '请解锁钥匙串，或重新登录这台电脑；如果一直没有变化，请关闭 Satchel 再打开。',
    },
    undecryptable: {
      title: '系统钥匙串打不开这把密钥',
      text:
        '“{{name}}”中未发送的内容是加密的，但系统钥匙串无法打开它的密钥。' +
        '换过电脑或重置过钥匙串之后会出现这种情况。',
    },
    'no-keyring': {
      title: '当前会话没有钥匙串',
      text: '“{{name}}”中未发送的内容用钥匙串加了密，而当前会话没有这个钥匙串。',
    },
    missing: {
      title: '找不到未发送内容的密钥',
      text: '“{{name}}”中未发送的内容是加密的，但存放密钥的文件不见了。',
    },
    enter: '请输入你的恢复码，即可重新打开。',
    noCode: '与恢复码配套的文件也不见了。请从备份中放回，或恢复原来的钥匙串。',
    safe: '什么都没有丢失：尚未发送的内容都加密保存在这台电脑上。',
    label: '恢复码',
    open: '打开',
    opening: '正在打开…',
    useCode: '使用恢复码',
    wrong: '这个恢复码打不开。请确认它属于这个账户，而且是最近一次生成的。可以反复尝试，次数不限。',
    mistyped: '输入有误，请与你保管的恢复码再核对一遍：共七组，每组四个字符。',
    leave: '放弃并继续',
    leaveTitle: '放弃未发送的内容，继续使用？',
    leaveText:
      '只有在原来的钥匙串和恢复码都找不到时才这样做。Satchel 会从空的发件箱重新开始；' +
      '没发出去的内容仍加密保存在这台电脑的一个文件里。以后找到恢复码时，可在发件箱的“更多”中读取。',
    leaveGo: '放弃并继续',
  },
};
