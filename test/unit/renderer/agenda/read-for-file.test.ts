/** The follow-ups of the calendar file, read page by page. */
import { expect, it } from 'vitest';
import { windowOver } from '../../../support/renderer/window-over';

// A variable, because these tests are compiled without JSX.
const QUERIES: string = '../../../../src/renderer/features/agenda/agenda-queries';

it('are all in the file if one before them is done while they are read', async () => {
  const list = Array.from({ length: 1200 }, (_, at) => `c${at}`);
  let reads = 0;
  const answers = {
    records: {
      page: ({ start, limit }: { start: number; limit: number }) => {
        reads += 1;
        if (reads === 2) list.splice(10, 1);
        return { total: list.length, rows: list.slice(start, start + limit).map((id) => ({ id })) };
      },
    },
    followUps: {
      localIds: ({ ids }: { ids: string[] }) => (ids.includes('c1100') ? { c1100: 'local:a' } : {}),
    },
  };
  windowOver(answers, { location: { hash: '' }, addEventListener: () => undefined });
  const { readForFile } = await import(QUERIES);
  const { rows, localIds } = await readForFile('2026-11-21', '2027-02-21', null);
  expect(rows.map(({ id }: { id: string }) => id)).toEqual(list);
  expect([...localIds]).toEqual([['c1100', 'local:a']]);
});
