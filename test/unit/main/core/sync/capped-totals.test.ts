/** A service that counts no further than some round number, and shows all records all the same. */
import { expect, it } from 'vitest';
import { DAY, listDesk, MINUTE } from '../../../../support/sync/list-desk';

const recordsOf = (count: number, days = 700) =>
  Array.from({ length: count }, (_, at) => {
    const day = new Date(Date.UTC(2024, 0, 1) + (at % days) * DAY).toISOString().slice(0, 10);
    return { id: String(at + 1), create: `${day} 08:00:00`, update: `${day} 09:00:00` };
  });

const deskOf = async (most: number, count: number, days?: number) => {
  const desk = await listDesk('company', { pageSize: 100, splitAbove: 1000 });
  desk.service.mostCounted = most;
  desk.service.records = recordsOf(count, days);
  for (let n = 0; n < 3; n += 1) await desk.round([desk.live]);
  return desk;
};

it('[PL2] a total of hundreds is a number of records like any other: it costs no further request', async () => {
  for (const count of [99, 100]) {
    const { service, held } = await deskOf(Number.POSITIVE_INFINITY, count);
    expect(held()).toHaveLength(count);
    expect(service.requests.filter(({ page }) => page > 1)).toEqual([]);
  }
});

it.each([
  [1_000, 2_300],
  [10_000, 12_000],
])(
  '[PL2] totals of at most %d: a list of %d records is copied, and stays',
  async (most, count) => {
    const desk = await deskOf(most, count);
    expect(desk.held()).toHaveLength(count);
    for (let days = 0; days < 3; days += 1) {
      desk.service.now += DAY;
      for (let n = 0; n < 4; n += 1) {
        await desk.round([desk.live]);
        desk.service.now += 6 * MINUTE;
        expect(desk.cache.counts('company').quarantined).toBe(0);
      }
    }
    expect(desk.held()).toHaveLength(count);
    expect(desk.state().unverified).toEqual([]);
  },
  60_000,
);

it('[PL31] a service that also refuses the pages beyond its count is not asked for them every day', async () => {
  const most = 2_000;
  const desk = await listDesk('company', { pageSize: 100, splitAbove: 1000 });
  desk.service.mostCounted = most;
  desk.service.records = recordsOf(2_300);
  desk.service.fault = ({ page, count }) =>
    page * count > most ? ({ kind: 'refused', message: 'too deep', now: null } as never) : null;
  for (let n = 0; n < 3; n += 1) await desk.round([desk.live]);
  expect(desk.held()).toHaveLength(2_300);
  for (let days = 0; days < 3; days += 1) {
    desk.service.now += DAY;
    expect(await desk.round([desk.live])).toEqual([null]);
  }
  expect(desk.held()).toHaveLength(2_300);
  expect(desk.cache.counts('company').quarantined).toBe(0);
  expect(desk.state().unverified).toEqual([]);
  expect(desk.service.requests.filter(({ from, page }) => from === null && page > 1)).toEqual([]);
});

it('[PL6] more records of one day than the service counts are copied, and the list says that it is not verified', async () => {
  const desk = await deskOf(1_000, 2_300, 1);
  expect(desk.held()).toHaveLength(2_300);
  expect(desk.state().unverified).not.toEqual([]);
});

it('[PL5] more changes than the service counts are read', async () => {
  const desk = await deskOf(1_000, 2_300);
  desk.service.now += DAY;
  for (const record of desk.service.records) [record.update, record.name] = [desk.time(), 'Renamed'];
  desk.service.now += MINUTE;
  await desk.round([desk.live]);
  expect(desk.service.records.filter(({ id }) => desk.nameOf(id) !== 'Renamed')).toEqual([]);
  // They are read once more because of the margin, and not in every round.
  desk.service.now += 10 * MINUTE;
  await desk.round([desk.live]);
  desk.service.now += 10 * MINUTE;
  desk.service.requests.length = 0;
  await desk.round([desk.live]);
  expect(desk.service.requests.length).toBeLessThan(4);
});

it('[PL3] a list of exactly 1,000 records is copied, and verified', async () => {
  const desk = await deskOf(Number.POSITIVE_INFINITY, 1_000);
  expect(desk.held()).toHaveLength(1_000);
  expect(desk.state()).toMatchObject({ phase: 'steady', unverified: [] });
  expect(desk.state().completeAsOf).not.toBeNull();
});
