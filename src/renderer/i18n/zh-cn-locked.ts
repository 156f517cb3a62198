import type { InChinese } from './in-chinese';
import type { enLocked } from './en-locked';

export const zhCnLocked: InChinese<typeof enLocked> = {
  waiting: {
    title: '正在等待系统钥匙串',
    text:
      '“{{name}}”在这台电脑上的副本是加密的，密钥存放在系统钥匙串里，而钥匙串暂时没有回应，可能还锁着。' +
      '请解锁钥匙串，或重新登录这台电脑；如果一直没有变化，请关闭 Satchel 再打开。',
  },
  undecryptable: {
    title: '系统钥匙串打不开这把密钥',
    text:
      '“{{name}}”在这台电脑上的副本是加密的，但系统钥匙串无法打开它的密钥。' +
      '换过电脑或重置过钥匙串之后会出现这种情况。如果能恢复原来的钥匙串，请先恢复；否则请重新建立副本。',
  },
  'no-keyring': {
    title: '当前会话没有钥匙串',
    text:
      '“{{name}}”在这台电脑上的副本用钥匙串加了密，而当前会话没有这个钥匙串。' +
      '请登录到你之前使用的桌面环境；如果钥匙串现在已经可用，请关闭 Satchel 再打开。' +
      '否则请重新建立副本。',
  },
  missing: {
    title: '找不到副本的密钥',
    text:
      '“{{name}}”在这台电脑上的副本是加密的，但存放密钥的文件不见了，也可能是副本已经损坏。如果有备份，' +
      '请把文件放回原处；否则请重新建立副本。',
  },
  safe: '什么都没有丢失。尚未发送的内容都保存在这台电脑上，账户打开后会继续发送。',
  thisAccount: '你的账户',
  asking: '正在询问钥匙串…',
  byItself: 'Satchel 会自动重试。',
  other: '使用其他账户',
  start: '前往起始页',
  renew: '重新建立副本',
  renewTitle: '重新建立副本？',
  renewText:
    'Satchel 会从 CRM 重新下载全部数据（需要联网），并用新的密钥加密。' +
    '打不开的旧副本会保留到新副本完成为止。未发送的修改不受影响。',
  renewPlain:
    'Satchel 会从 CRM 重新下载全部数据（需要联网）。由于没有钥匙串，新副本不会加密。' +
    '打不开的旧副本会保留到新副本完成为止。未发送的修改不受影响。',
};
