/** What people did, in figures. */
export const enActivity = {
  asOf: 'As of {{time}}', never: 'Not read yet', updating: 'Updating…', people: 'People', allPeople: 'Everyone', total: 'Total', offline: 'These figures need one connection before they can be shown.', empty: 'No activity in this range', emptyHint: 'Choose another range or other people.', person: 'Person', range: 'Range', staleOffline: 'Offline: figures as last read',
  preset: { thisWeek: 'This week', lastWeek: 'Last week', thisMonth: 'This month', lastMonth: 'Last month', thisQuarter: 'This quarter', last30: 'Last 30 days', custom: 'Own range' },
  compare: 'Compare with', compareWith: { previous: 'The time before', year: 'A year earlier', none: 'No comparison' }, noBefore: 'The time compared with is not on this computer yet.', figures: 'Figures', pickFigure: 'Show {{name}} by person',
  chartTitle: '{{what}} by person', period: '{{from}} – {{to}}', against: '{{period}}, against {{before}}', together: '{{total}} in total.', togetherMore: '{{total}} in total, {{by}} more than before.', togetherLess: '{{total}} in total, {{by}} fewer than before.', togetherSame: '{{total}} in total, as many as before.', most: 'Most: {{name}} with {{count}}.',
  bar: '{{name}}: {{now}}', barBefore: '{{name}}: {{now}}, before {{before}}', morePeople_one: 'and {{count}} more person in the table', morePeople_other: 'and {{count}} more people in the table', before: 'before', table: 'All figures by person', csv: 'Save as CSV', csvBefore: '{{what}}, {{period}}', csvName: 'Activity {{from}} to {{to}}',
};
