import type { enCustomer } from './en-customer';

/** 公司或线索的详情页。 */
export const zhCnCustomer: typeof enCustomer = {
  openPage: '打开详情页', kind: { company: '公司', lead: '线索' }, previous: '上一个客户', next: '下一个客户',
  edit: '编辑', newInvoice: '新建出库单', newReceipt: '新建回款', newNote: '写跟进', actions: '操作',
  stars: '{{count}} 星（共 5 星）', noOwner: '暂无跟进人', publicPool: '公海客户', followUp: '下次跟进：{{when}}', followUpLate: '跟进已逾期：{{when}}', waits: '有修改待发送',
  glance: '概览', lastContact: '最近联系', lastOrder: '最近下单', never: '暂无', more: '另有 {{count}} 种货币', leftOut: '本机未保留', notOffered: '该服务不提供', nothingHere: '本机没有其他内容', notInStory: '此处不含{{what}}：本机没有副本。',
  tab: { timeline: '时间线', order: '订单', quotation: '报价单', outboundInvoice: '出库单', receipt: '回款单', about: '资料' }, tabs: '页面内容',
  search: '在时间线中搜索', kinds: '类型', kindOf: { trail: '跟进', order: '订单', quotation: '报价单', outboundInvoice: '出库单', receipt: '回款单', edit: '待发送' }, person: '所有人', personLabel: '人员', list: '时间线，最新在前',
  today: '今天', yesterday: '昨天', undated: '无日期', begins: '往来从这里开始。', beginsAt: '{{date}} 录入 CRM。', nothing: '还没有任何往来', nothingHint: '跟进、报价、订单、出库和回款会自动出现在这里。',
  noMatch: '没有符合的内容', noMatchHint: '换个关键词，或显示全部类型和人员。', showAll: '显示全部', loadingMore: '正在加载更早的内容',
  trailType: '类型为 {{type}} 的跟进', attachments_one: '{{count}} 个附件', attachments_other: '{{count}} 个附件', comments_one: '{{count}} 条评论', comments_other: '{{count}} 条评论', withPeople: '联系人：{{names}}', about: '商机：{{name}}',
  change: '修改{{what}}', changeSelf: '修改客户资料', newRecord: '新建客户', changes: '{{fields}}',
  state: { queued: '待发送', sending: '正在发送', uncertain: '正在核对', rejected: '被退回，需要你处理', conflict: '他人已改，需要你处理', applied: '已送达', discarded: '已放弃' },
  contacts: '联系人', noContacts: '没有联系人', noContactsHint: '点“编辑”即可添加。', contactUnnamed: '未命名联系人', call: '拨打 {{number}}', mail: '写邮件给 {{address}}', openIn: '打开 {{name}}', copyOf: '复制{{what}}',
  profile: '资料', emptyFields_one: '未填写：{{names}}', emptyFields_other: '未填写：{{names}}', allFields: '全部字段', detailsWaiting: '完整资料还在下载中。', detailsNone: '该服务不提供客户资料，只有列表中的内容。',
  documents: { showAll: '在“{{screen}}”中查看全部 {{count}} 条', none: '该客户暂无此类单据', notOffered: '该服务不提供{{what}}。', table: '{{name}}的{{what}}' },
  gone: '本机没有这个客户', goneHint: '可能还没有复制到本机，或已被删除。',
};
