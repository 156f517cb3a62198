import type { enActivity } from './en-activity';

/** 业绩统计。 */
export const zhCnActivity: typeof enActivity = {
  asOf: '截至 {{time}}', never: '尚未读取', updating: '正在更新…', people: '人员', allPeople: '所有人', total: '合计', offline: '需要先联网一次才能显示这些数字。', empty: '这段时间没有记录', emptyHint: '换个时间段或人员试试。', person: '人员', range: '时间段', staleOffline: '离线：显示最近一次读取的数字',
  preset: { thisWeek: '本周', lastWeek: '上周', thisMonth: '本月', lastMonth: '上月', thisQuarter: '本季度', last30: '近 30 天', custom: '自定义' },
  compare: '对比', compareWith: { previous: '上一时段', year: '去年同期', none: '不对比' }, noBefore: '本机还没有对比时段的数字。', figures: '指标', pickFigure: '按人员查看{{name}}',
  chartTitle: '各人员的{{what}}', period: '{{from}} – {{to}}', against: '{{period}}，对比 {{before}}', together: '合计 {{total}}。', togetherMore: '合计 {{total}}，比之前多 {{by}}。', togetherLess: '合计 {{total}}，比之前少 {{by}}。', togetherSame: '合计 {{total}}，与之前持平。', most: '最多：{{name}}，{{count}}。',
  bar: '{{name}}：{{now}}', barBefore: '{{name}}：{{now}}，之前 {{before}}', morePeople_one: '另有 {{count}} 人见表格', morePeople_other: '另有 {{count}} 人见表格', before: '之前', table: '各人员全部指标', csv: '保存为 CSV', csvBefore: '{{what}}（{{period}}）', csvName: '业绩统计 {{from}} 至 {{to}}',
};
