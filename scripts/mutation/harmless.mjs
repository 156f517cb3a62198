// Mutants that survive and change nothing that anybody could notice, each with the reason: its file, its
// operator, and the line that it is on.
export const HARMLESS = [
  {
    path: 'src/renderer/format/typed-moment.ts',
    operator: 'arithmetic',
    line: '.map((years) => calendarDay(now.getFullYear() + years, month, day))',
    reason: 'The years are one back, none and one ahead: the same three either way.',
  },
  {
    path: 'src/shared/http-api/lossless-json.ts',
    operator: 'logical operator',
    line: 'isDigit(c) || (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95;',
    reason: 'A shortcut: what it does not see as a key is decided by counting quotes, with the same result.',
  },
  {
    path: 'src/shared/http-api/lossless-json.ts',
    operator: 'conditional boundary',
    line: "for (let quote = text.indexOf('\"', upTo); quote !== -1 && quote < at; quote = text.indexOf('\"', quote + 1))",
    reason: 'A digit stands at the end of the span, never a quote.',
  },
];
