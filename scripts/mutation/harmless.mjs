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
  {
    path: 'src/main/core/outbox/journal/outbox-journal.ts',
    operator: 'return literal',
    line: "if (!isObject(parsed)) return '{}';",
    reason: 'The detail of an intent is always an object.',
  },
  {
    path: 'src/main/core/outbox/store/open-outbox-database.ts',
    operator: 'conditional boundary',
    line: 'if (from > 0 && backupPath) copyInto(database, backupPath(from));',
    reason: 'A new file would be copied too; nothing is in it.',
  },
  {
    path: 'src/main/core/store/words/word-renewal.ts',
    operator: 'logical operator',
    line: 'if (this.#side.state(KEY) === null && RESOURCES.every((resource) => this.#last(resource) === 0))',
    reason: 'The words are made anew, with the same result.',
  },
  {
    path: 'src/main/core/store/write/drop-records.ts',
    operator: 'logical operator',
    line: "if (unused < WORTH_PAGES || unused < count('page_count') * WORTH_SHARE) return 0;",
    reason: 'Decides only when unused room is given back to the disk.',
  },
  {
    path: 'src/main/core/store/read/record-search.ts',
    operator: 'conditional boundary',
    line: 'if (short.length === 0 || match === null || this.#size(resource) < READ_TABLES_ABOVE) return null;',
    reason: 'Chooses between two queries with the same result.',
  },
  {
    path: 'src/main/core/store/views/view-lists.ts',
    operator: 'conditional boundary',
    line: 'if (!held && start + limit <= FIRST_WINDOWS) {',
    reason: 'Chooses between two queries with the same result.',
  },
  {
    path: 'src/main/core/store/views/facets.ts',
    operator: 'logical operator',
    line: "if (field.storage === 'named' && (field.isLinked || isIndexed(db, indexes, resource, field)))",
    reason: 'Chooses between two queries with the same result.',
  },
  {
    path: 'src/main/core/api/read-page.ts',
    operator: 'logical operator',
    line: "const total = typeof value === 'string' && /^\\d+$/.test(value) ? Number(value) : value;",
    reason: 'Other text becomes no number, which is no total either.',
  },
  {
    path: 'src/main/core/api/throttle.ts',
    operator: 'conditional boundary',
    line: 'if (stored && stored.until > until())',
    reason: 'A wait to the same moment is the same wait.',
  },
  {
    path: 'src/main/core/api/decode.ts',
    operator: 'arithmetic',
    line: 'plan.quiet += 1;',
    reason: 'All records are checked in place of each fourth; what is found is the same.',
  },
  {
    path: 'src/main/core/export/export-jobs.ts',
    operator: 'conditional boundary',
    line: '} while (job.read < job.total && clock.now() < until && chunk.length < CHUNK);',
    reason: 'A slice is one piece or a millisecond longer; the file is the same.',
  },
  {
    path: 'src/main/core/store/words/search-text.ts',
    operator: 'negated condition',
    line: 'if (parts.size >= MOST_PARTS) [partsBefore, parts] = [parts, new Map()];',
    reason: 'Decides when words are forgotten that can be made again.',
  },
  {
    path: 'src/main/core/store/read/display-values.ts',
    operator: 'removed call',
    line: 'if (ID_KEYS.size < MOST_KEYS) ID_KEYS.set(key, isId);',
    reason: 'What is not remembered is asked again, with the same result.',
  },
  {
    path: 'src/main/core/store/read/timeline.ts',
    operator: 'conditional boundary',
    line: "if (text.replaceAll(/\\D/g, '').length <= EXACT_DIGITS && !text.includes('e')) return text;",
    reason: 'At this length both ways give the same digits.',
  },
  {
    path: 'src/renderer/client/web-bridge.ts',
    operator: 'boolean literal',
    line: "opened: new Promise((resolve) => socket.addEventListener('open', () => resolve(), { once: true })),",
    reason: 'A socket opens once, and a promise resolves once.',
  },
  {
    path: 'src/renderer/client/web-bridge.ts',
    operator: 'boolean literal',
    line: "onClose: (listener) => socket.addEventListener('close', () => listener(), { once: true }),",
    reason: 'A socket closes once.',
  },
  {
    path: 'src/renderer/client/attention.ts',
    operator: 'boolean literal',
    line: 'for (const name of INPUTS) window.addEventListener(name, used, { capture: true, passive: true });',
    reason:
      'Decides whether the browser waits for the listener before it scrolls, and in which order listeners are called.',
  },
  {
    path: 'src/main/core/outbox/edits/item-actions.ts',
    operator: 'logical operator',
    line: '(target === null || !isLocalRef(target) ? target : context.store.realIdOf(target));',
    reason:
      'An edit of a known record has that record’s id from the start; only a local id or none comes here.',
  },
  {
    path: 'src/main/core/sync/details.ts',
    operator: 'conditional boundary',
    line: 'for (let asked = 0; asked < most && wanted.length > 0;) {',
    reason: 'When as many were asked as allowed, nothing more is wanted: the loop ends either way.',
  },
  {
    path: 'src/main/core/outbox/delivery/push-holds.ts',
    operator: 'conditional boundary',
    line: 'if (quietUntil - now > quietForMs) quietUntil = now + quietForMs;',
    reason: 'A wait of exactly its own length is set to itself.',
  },
  {
    path: 'src/main/core/outbox/delivery/push-holds.ts',
    operator: 'conditional boundary',
    line: 'if (quietUntil <= now) quietUntil = 0;',
    reason: 'A wait that ends now is over either way.',
  },
  {
    path: 'src/main/core/outbox/delivery/dispatcher.ts',
    operator: 'removed call',
    line: 'doubted.set(row.fingerprint, known);',
    reason: 'What is not remembered is asked again, with the same result.',
  },
];
