import type { InChinese } from './in-chinese';
import type { enChanges } from './en-changes';

/** 上次查看以来他人的修改。 */
export const zhCnChanges: InChinese<typeof enChanges> = {
  title: '你不在时的变化',
  count_other: '{{count}} 条记录',
  countAtLeast_other: '超过 {{count}} 条记录',
  unread: '上次查看后被他人更改',
  new: '新增',
  changed: '已修改：{{fields}}',
  said: '{{what}}。',
  saidBy: '{{what}}（{{name}}）。',
  overwritten: '你送达的内容已被覆盖：{{fields}}。',
  custom: '自定义字段 {{key}}',
  comma: '、',
  moreFields_other: '另外 {{count}} 项',
  see: '标为已读',
  seeOne: '标为已读：{{title}}',
  markAllRead: '全部标为已读',
  markTheseRead: '将列出的标为已读',
  more_other: '另有 {{count}} 条',
  moreAtLeast_other: '另有 {{count}} 条以上',
  fewer: '收起',
  keyHint: '将选中的一行标为已读，加 Shift 全部标为已读',
};
