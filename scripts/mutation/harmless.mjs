// Mutants that survive and change nothing that anybody could notice, each with the reason: its file, its operator,
// and the line that it is on.
export const HARMLESS = [
  {
    path: 'src/renderer/format/typed-moment.ts',
    operator: 'arithmetic',
    line: '.map((years) => calendarDay(now.getFullYear() + years, month, day))',
    reason: 'The years are one back, none and one ahead: the same three either way.',
  },
];
