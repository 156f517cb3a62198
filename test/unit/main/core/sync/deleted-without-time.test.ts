/** A service whose deletions do not move the update time of a record. */
import { expect, it } from 'vitest';
import { HOUR, listDesk, MINUTE, recordsFrom } from '../../../../support/sync/list-desk';

const copied = async () => {
  const desk = await listDesk('order');
  desk.service.records = recordsFrom(1, 45);
  for (const record of desk.service.records.slice(0, 3)) record.removed = true;
  await desk.round();
  const run = async (minutes: number): Promise<number> => {
    const before = desk.service.requests.length;
    for (let n = 0; n < minutes; n += 5) {
      desk.service.now += 5 * MINUTE;
      await desk.round();
    }
    return desk.service.requests.length - before;
  };
  return { desk, run };
};

it('[PL7] a deletion that no update time shows is found within about an hour', async () => {
  const { desk, run } = await copied();
  await run(90);
  const record = desk.service.records.find(({ id }) => id === '20')!;
  record.removed = true;
  await run(80);
  expect(desk.held()).not.toContain('20');
  record.removed = false;
  await run(80);
  expect(desk.held()).toContain('20');
});

it('[PL7] the check of the total takes the place of other requests, and equal totals cost nothing', async () => {
  const { desk, run } = await copied();
  await run(60);
  const requests = await run(120);
  // 24 rounds of three lists, with two walks of the list of drafts because of its own order.
  expect(requests).toBeLessThan(24 * 3 + 8);
  const record = desk.service.records.find(({ id }) => id === '21')!;
  Object.assign(record, { removed: true, update: desk.time() });
  await run(10);
  expect(desk.held()).not.toContain('21');
  // The list of removed records has shown it already, so the census ends with its first page.
  expect(await run(120)).toBeLessThan(24 * 3 + 10);
  desk.service.now += HOUR;
});
