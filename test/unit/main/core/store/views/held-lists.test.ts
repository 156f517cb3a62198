import { expect, it } from 'vitest';
import type { View } from '#shared/contract/records';
import { HELD_VIEWS } from '#core/store/views/held-lists';
import { ViewLists } from '#core/store/views/view-lists';
import type { Files } from '#core/ports/ports';
import { apply, applyDetail, idsOf, openTemporaryCache, temporaryFiles } from '../cache-fixture';

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

it('a list that is filtered by a value of the details follows when older details are deleted', () => {
  const cache = openTemporaryCache();
  for (const company_id of [1, 2]) {
    apply(cache, 'company', [
      { company_id, name: `c${company_id}`, update_time: `2026-0${company_id}-01 00:00:00` },
    ]);
    applyDetail(cache, 'company', { company_id, remark: 'calls at noon' });
  }
  const noted: View = {
    resource: 'company',
    filters: [{ field: 'remark', op: 'contains', text: 'noon' }],
  };
  expect(idsOf(cache, noted).toSorted()).toEqual(['1', '2']);
  cache.dropDetails('company', { before: '2026-02-01 00:00:00', after: 0, limit: 9 });
  expect(idsOf(cache, noted)).toEqual(['2']);
});

/** Files whose database counts how often it sorts a list. */
const countingSorts = (): { files: Files; sorts: () => number } => {
  const files = temporaryFiles();
  const open = files.openTagged;
  let runs = 0;
  files.openTagged = (...given) => {
    const db = open(...given);
    const prepare = db.prepare.bind(db);
    db.prepare = ((sql: string) => {
      const statement = prepare(sql);
      if (!sql.startsWith('SELECT r.row_id FROM')) return statement;
      const all = statement.all.bind(statement);
      statement.all = (...params) => {
        runs += 1;
        return all(...params);
      };
      return statement;
    }) as typeof db.prepare;
    return db;
  };
  return { files, sorts: () => runs };
};

it('a list with names of a lookup is sorted again when the lookup changes, not each time it is read', () => {
  const { files, sorts } = countingSorts();
  const cache = openTemporaryCache(files);
  for (const company_id of [1, 2]) {
    apply(cache, 'company', [{ company_id, name: `c${company_id}` }]);
    applyDetail(cache, 'company', { company_id, trail_status: { status_id: company_id } });
  }
  const stages = (...names: string[]) => names.map((name, at) => ({ id: String(at + 1), name }));
  const byStage: View = {
    resource: 'company',
    filters: [{ field: 'name', op: 'contains', text: 'c' }],
    sort: [{ field: 'trail_status', direction: 'asc' }],
  };
  cache.putLookup('trailStatus', stages('Lead', 'Won'), 1);
  expect(idsOf(cache, byStage)).toEqual(['1', '2']);
  cache.putLookup('trailStatus', stages('Lead', 'Won'), 2);
  expect(idsOf(cache, byStage)).toEqual(['1', '2']);
  expect(sorts()).toBe(1);
  cache.putLookup('trailStatus', stages('Lead', 'Acquired'), 3);
  expect(idsOf(cache, byStage)).toEqual(['2', '1']);
  expect(sorts()).toBe(2);
});

it('a list that compares codes of the contract does not depend on lookups', () => {
  const { files, sorts } = countingSorts();
  const cache = openTemporaryCache(files);
  apply(cache, 'quotation', [{ quotation_id: 1, approval_status: 2 }]);
  const approved: View = {
    resource: 'quotation',
    filters: [
      { field: 'approval_status', op: 'in', values: ['2'] },
      { field: 'create_time', op: 'empty' },
    ],
  };
  expect(idsOf(cache, approved)).toEqual(['1']);
  cache.putLookup('trailStatus', [{ id: '1', name: 'Lead' }], 1);
  expect(idsOf(cache, approved)).toEqual(['1']);
  expect(sorts()).toBe(1);
});

it('a list without an index is sorted once for its first windows', () => {
  const { files, sorts } = countingSorts();
  const cache = openTemporaryCache(files);
  apply(
    cache,
    'order',
    Array.from({ length: 700 }, (_, i) => ({ order_id: i + 1, amount_rmb: (i * 379) % 700 })),
  );
  const byAmount: View = { resource: 'order', sort: [{ field: 'amount_rmb', direction: 'desc' }] };
  const amounts = (start: number): number[] =>
    cache.page(byAmount, start, 50, ['amount_rmb']).rows.map(({ values }) => Number(values.amount_rmb));
  const numbersFrom = (highest: number): number[] => Array.from({ length: 50 }, (_, i) => highest - i);
  expect(amounts(0)).toEqual(numbersFrom(699));
  expect(amounts(450)).toEqual(numbersFrom(249));
  expect(sorts()).toBe(1);
  expect(cache.page(byAmount, 0, 50).total).toBe(700);
  // The whole list, for the rows after the first windows.
  expect(amounts(600)).toEqual(numbersFrom(99));
  expect(amounts(0)).toEqual(numbersFrom(699));
  expect(sorts()).toBe(2);
  apply(cache, 'order', [{ order_id: 701, amount_rmb: 700 }]);
  expect(amounts(0)).toEqual(numbersFrom(700));
  expect(sorts()).toBe(3);
});
