/** Selected rows of a list, and the positions of its columns. */
import { describe, expect, it } from 'vitest';
import { columnAt, GUTTER, pinnedLayout } from '../../../src/renderer/features/lists/grid/grid-geometry';
import {
  followed,
  idsBetween,
  idsFromAnchor,
  inListOrder,
  toggled,
} from '../../../src/renderer/features/lists/grid/row-selection';
import { rowsBetween } from '../../../src/renderer/records/read-rows';
import { windowOver } from '../../support/renderer/window-over';

it('the selection follows delivered records, and leaves out discarded ones', () => {
  const ids = new Map([
    ['local:1', 4],
    ['7', 5],
    ['local:2', 6],
    ['local:3', 7],
  ]);
  const moved = [
    ['local:1', '90'],
    ['local:2', null],
  ] as const;
  expect([...followed(ids, moved)]).toEqual([
    ['90', 4],
    ['7', 5],
    ['local:3', 7],
  ]);
  expect(followed(ids, [['local:9', '91']])).toBe(ids);
});

describe('the rows between two', () => {
  const listOf = (total: number) => {
    const asked: [number, number][] = [];
    windowOver({
      records: {
        page: ({ start, limit }: { start: number; limit: number }) => {
          asked.push([start, limit]);
          const rows = Array.from({ length: Math.max(0, Math.min(limit, total - start)) }, (_, at) => ({
            id: `r${start + at}`,
          }));
          return { total, rows };
        },
      },
    });
    return asked;
  };
  const view = { resource: 'order' } as never;

  it('are both included, and read in pages', async () => {
    const asked = listOf(5000);
    const ids = await idsBetween(view, 10, 1014);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([1005, 'r10', 'r1014']);
    expect(asked).toEqual([
      [10, 500],
      [510, 500],
      [1010, 5],
    ]);
    expect(await idsBetween(view, 7, 7)).toEqual(['r7']);
  });

  it('end with the list, where it has become shorter', async () => {
    listOf(600);
    expect(await idsBetween(view, 0, 4999)).toHaveLength(600);
  });

  /** A list of 1200 rows that `change` changes when its second page is read. */
  const listThatChanges = (change: (list: string[]) => void): { list: string[]; readAgain: () => void } => {
    const list = Array.from({ length: 1200 }, (_, at) => `r${at}`);
    let reads = 0;
    windowOver({
      records: {
        page: ({ start, limit }: { start: number; limit: number }) => {
          reads += 1;
          if (reads === 2) change(list);
          return { total: list.length, rows: list.slice(start, start + limit).map((id) => ({ id })) };
        },
      },
    });
    return { list, readAgain: () => void (reads = 0) };
  };

  it('contain each record once if a new one comes to the top meanwhile', async () => {
    const { list, readAgain } = listThatChanges((rows) => rows.unshift(`new${rows.length}`));
    const copied = await rowsBetween(view, 0, 19_999, []);
    expect(copied.map(({ id }) => id)).toEqual(list);
    readAgain();
    expect(await idsBetween(view, 0, 999)).toEqual(list.slice(0, 1000));
  });

  it('contain each record once if one moves up meanwhile', async () => {
    const { list } = listThatChanges((rows) => rows.unshift(...rows.splice(1100, 1)));
    const copied = await rowsBetween(view, 0, 1199, []);
    expect(copied.map(({ id }) => id)).toEqual(list);
  });

  it('begin at the record of the first click, also if it has moved since', async () => {
    listOf(5000);
    // The first click was on r12 when it was at 9: three newer rows have come since.
    const moved = await idsFromAnchor(view, { id: 'r12', index: 9 }, { id: 'r15', index: 15 });
    expect(moved).toEqual({ from: 12, ids: ['r12', 'r13', 'r14', 'r15'] });
    const upwards = await idsFromAnchor(view, { id: 'r1300', index: 1299 }, { id: 'r1299', index: 1299 });
    expect(upwards).toEqual({ from: 1299, ids: ['r1299', 'r1300'] });
  });

  it('begin at the place of the first click if its record is not in the list any more', async () => {
    const asked = listOf(40);
    const gone = await idsFromAnchor(view, { id: 'gone', index: 3 }, { id: 'r5', index: 5 });
    expect(gone).toEqual({ from: 3, ids: ['r3', 'r4', 'r5'] });
    asked.length = 0;
    const first = await idsFromAnchor(view, { id: null, index: 0 }, { id: 'r1', index: 1 });
    expect(first).toEqual({ from: 0, ids: ['r0', 'r1'] });
    expect(asked).toHaveLength(2);
  });

  it('are selected and deselected by id, and kept in the order of the list', () => {
    const ids = toggled(toggled(new Map(), { id: 'b', index: 9 }), { id: 'a', index: 2 });
    expect(inListOrder(ids)).toEqual(['a', 'b']);
    expect(inListOrder(toggled(ids, { id: 'b', index: 9 }))).toEqual(['a']);
  });
});

describe('the columns', () => {
  const columns = [100, 50, 200].map((width, at) => ({ width, pinned: at < 2 })) as never;

  it('are found by where the pointer is', () => {
    const at = (x: number): number => columnAt(columns, x);
    expect([GUTTER, GUTTER + 99].map(at)).toEqual([0, 0]);
    expect([GUTTER + 100, GUTTER + 149].map(at)).toEqual([1, 1]);
    expect([GUTTER + 150, GUTTER + 349, 5000].map(at)).toEqual([2, 2, 2]);
  });

  it('stay at the left as far as they leave room for the others', () => {
    expect(pinnedLayout(columns, undefined)).toEqual({
      count: 2,
      lefts: [GUTTER, GUTTER + 100],
      width: GUTTER + 150,
    });
    expect(pinnedLayout(columns, 1000).count).toBe(2);
    expect(pinnedLayout(columns, 240).count).toBe(1);
    expect(pinnedLayout(columns, 100).count).toBe(0);
  });
});
