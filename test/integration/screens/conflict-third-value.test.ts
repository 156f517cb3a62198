/** The third value of a conflict: a time in another time zone than the service's, and a text of several lines. */
import type { FunctionComponent } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

afterEach(() => {
  vi.unstubAllEnvs();
});

// Variables, because these tests are compiled without JSX.
const ROW: string = '../../../src/renderer/features/outbox/conflict-row';
const WORDING: string = '../../../src/renderer/features/outbox/use-wording';

/** Draws the conflict of a field with "Another value" chosen, which begins with the user's own value. */
const drawn = async (field: string, [base, mine, theirs]: [string, string, string]): Promise<string> => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  windowOver(
    {
      records: { lookup: () => [], page: () => ({ total: 0, rows: [] }), get: () => null, columns: () => [] },
      diagnostics: { get: () => ({ serverOffsetMs: 8 * 3_600_000, offers: [] }) },
      accounts: { state: () => ({ account: null, settings: {} }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  const { ConflictRow } = (await import(ROW)) as { ConflictRow: FunctionComponent<object> };
  const { useFieldWords } = (await import(WORDING)) as {
    useFieldWords: (kind: string, names: object) => object;
  };
  const Row: FunctionComponent = () =>
    ConflictRow({
      item: {
        kind: 'company',
        base: { fields: {}, children: [] },
        command: { fields: {}, children: [] },
        conflicts: [],
      },
      conflict: { field, base, mine, theirs },
      choice: { pick: 'typed', value: mine },
      words: useFieldWords('company', { record: () => undefined }),
      childName: () => '',
      onChoose: () => undefined,
      onUnread: () => undefined,
    }) as never;
  return drawSettled(Row, {});
};
/** The values of the inputs that are no choices. */
const typedIn = (html: string): string[] =>
  [...html.matchAll(/<input\b[^>]*>/g)]
    .filter(([input]) => !input.includes('type="radio"'))
    .flatMap(([input]) => /\bvalue="([^"]*)"/.exec(input)?.[1] ?? []);

it('"another value" has the hours that the other choices show', async () => {
  const html = await drawn('next_follow_up_time', [
    '2026-11-20 17:00:00',
    '2026-11-25 17:00:00',
    '2026-11-26 17:00:00',
  ]);
  expect(html).toContain('Nov 25, 2026 10:00');
  expect(typedIn(html)).toContain('2026-11-25 10:00');
});

it('"another value" of a day without a time is that day', async () => {
  const days: [string, string, string] = [
    '2026-11-20 00:00:00',
    '2026-11-25 00:00:00',
    '2026-11-26 00:00:00',
  ];
  expect(typedIn(await drawn('next_follow_up_time', days))).toContain('2026-11-25');
});

it('"another value" of a text keeps its lines', async () => {
  const html = await drawn('remark', ['', 'EXW prices\nCall in December', 'FOB']);
  expect(html).toMatch(/<textarea[^>]*>EXW prices\nCall in December<\/textarea>/);
  expect(await drawn('name', ['a', 'b', 'c'])).not.toContain('<textarea');
});
