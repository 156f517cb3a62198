/** What the window says of items that are not delivered. */
import { expect, it } from 'vitest';
import { undeliveredText } from '../../../src/renderer/app/undelivered-text';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the keys matter here
const t = ((key: string, { count }: { count: number }) =>
  `${key.replace('outbox.badge.', '')} ${count}`) as never;

it('counts each item once', () => {
  const summary = {
    waiting: 6,
    needsUser: 2,
    replaced: 1,
    counts: { rejected: 2, uncertain: 1 },
    unreadable: 4,
  };
  expect(undeliveredText(t, summary)).toBe('needsUser 3 · waiting 3 · checking 1 · unreadable 4');
  expect(undeliveredText(t, { waiting: 0, needsUser: 0, replaced: 0, counts: {}, unreadable: 0 })).toBe('');
});
