import type { enToday } from './en-today';

/** 今日页面。 */
export const zhCnToday: typeof enToday = {
  morning: '早上好', afternoon: '下午好', evening: '晚上好', greeting: '{{name}}，{{greeting}}', seeAll: '查看全部',
  whose: '谁的工作', mine: '我的', everyone: '所有人',
  outbox: '待发送', outboxClear: '你录入的内容都已送达。', outboxPaused: '发送已暂停。', outboxSignIn: '请登录后再发送。', needs_one: '{{count}} 项需要你处理', needs_other: '{{count}} 项需要你处理', waits_one: '{{count}} 项等待发送', waits_other: '{{count}} 项等待发送', moreItems_one: '还有 {{count}} 项', moreItems_other: '还有 {{count}} 项', openOutbox: '打开发件箱',
  numbers: '本周与上周对比', number: { trail: '跟进记录', quotation: '报价单', order: '订单', company: '新增公司' }, byNow: '上周同期 {{count}}', lastWeek: '上周共 {{count}}',
  bar: '{{day}}：{{now}}，上周 {{before}}', barAhead: '{{day}}：上周 {{before}}', chart: '{{what}}：本周 {{now}}，上周同期 {{before}}，上周共 {{all}}。{{days}}',
  followUps: '下次跟进', noFollowUps: '未来两周没有安排跟进。', followUpsNeedProfile: '跟进时间来自客户完整资料，而该服务不提供。', overdue_one: '{{count}} 项逾期', overdue_other: '{{count}} 项逾期', done: '已完成：写跟进', plan: '安排下次跟进',
  doneFor: '已完成：为{{name}}写跟进', planFor: '为{{name}}安排下次跟进',
  recentTrail: '最近动态', noTrail: '暂无动态', ordersInMotion: '进行中的订单', noOrders: '没有未完成的订单', quotationsInMotion: '进行中的报价', noQuotations: '没有起草或审批中的报价',
};
