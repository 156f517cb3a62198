/** A service that hides a part of a list for some minutes, by mistake. */
import { expect, it } from 'vitest';
import { DAY, HOUR, listDesk, MINUTE, recordsFrom } from '../../../../support/sync/list-desk';

/** A desk that has found `count` of 60 records to be gone, and to which the service shows them again. */
const deskAfterLoss = async (count: number) => {
  const desk = await listDesk('company', { pageSize: 100, splitAbove: 1000 });
  desk.service.records = recordsFrom(1, 60);
  await desk.round();
  desk.service.now += 3 * DAY;
  for (const record of desk.service.records.slice(0, count)) record.hidden = true;
  for (let n = 0; n < 4; n += 1) {
    await desk.round();
    desk.service.now += 6 * MINUTE;
  }
  expect(desk.held()).toHaveLength(60 - count);
  for (const record of desk.service.records) record.hidden = false;
  desk.service.requests.length = 0;
  return desk;
};

it('[PL7] records that were hidden from two censuses come back within two hours', async () => {
  const desk = await deskAfterLoss(20);
  for (let n = 0; n < 24; n += 1) {
    desk.service.now += 5 * MINUTE;
    await desk.round([desk.live]);
  }
  expect(desk.held()).toHaveLength(60);
});

it('[PL7] records that are really gone cost one request an hour, for a day', async () => {
  const desk = await deskAfterLoss(20);
  desk.service.records = desk.service.records.slice(20);
  const censuses = async (hours: number): Promise<number> => {
    const before = desk.service.requests.filter(({ from }) => from === null).length;
    for (let n = 0; n < hours * 4; n += 1) {
      desk.service.now += HOUR / 4;
      await desk.round([desk.live]);
    }
    return desk.service.requests.filter(({ from }) => from === null).length - before;
  };
  const first = await censuses(12);
  expect(first).toBeGreaterThan(9);
  expect(first).toBeLessThan(15);
  await censuses(24);
  // The census of the day, and the part that is read again.
  expect(await censuses(24)).toBeLessThan(4);
});

it('[PL7] a list of which nothing was shown for days comes back within two hours', async () => {
  const desk = await listDesk('company', { pageSize: 100, splitAbove: 1000 });
  desk.service.records = recordsFrom(1, 60);
  await desk.round();
  for (const record of desk.service.records) record.hidden = true;
  for (let n = 0; n < 5 * 24; n += 1) {
    desk.service.now += HOUR;
    await desk.round([desk.live]);
  }
  expect(desk.held()).toEqual([]);
  for (const record of desk.service.records) record.hidden = false;
  for (let n = 0; n < 24; n += 1) {
    desk.service.now += 5 * MINUTE;
    await desk.round([desk.live]);
  }
  expect(desk.held()).toHaveLength(60);
});
