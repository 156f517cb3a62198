import { expect, it } from 'vitest';
import type { View } from '#shared/contract/records';
import { HELD_VIEWS, ViewLists } from '#core/store/views/view-lists';

it('the list on the screen is not sorted again after many records were read by their ids', () => {
  const asked: string[] = [];
  const sql = {
    pluck: (text: string) => ({
      all: () => {
        asked.push(text);
        return [3, 1, 2];
      },
      get: () => 3,
    }),
  };
  const versions = { of: () => 1, ofLookups: () => 1, wordsOf: () => 1, liveCount: () => 3 };
  const lists = new ViewLists(sql as never, versions as never, { has: () => false });
  const shown: View = { resource: 'order', sort: [{ field: 'amount_rmb', direction: 'desc' }] };
  expect([...lists.all(shown)]).toEqual([3, 1, 2]);
  for (let piece = 0; piece < 2 * HELD_VIEWS; piece += 1)
    lists.window(
      { resource: 'order', filters: [{ field: 'order_id', op: 'in', values: [String(piece)] }] },
      0,
      50,
    );
  const before = asked.length;
  expect([...lists.all(shown)]).toEqual([3, 1, 2]);
  expect(asked).toHaveLength(before);
});
