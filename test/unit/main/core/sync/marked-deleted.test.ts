/** Entries of the trail that the default list shows with the mark of a deleted record. */
import { expect, it } from 'vitest';
import {
  DAY,
  HOUR,
  listDesk,
  type ListedRecord,
  MINUTE,
  recordsFrom,
} from '../../../../support/sync/list-desk';

const limits = { pageSize: 10, splitAbove: 30 };

const trailWith = async (records: ListedRecord[]) => {
  const desk = await listDesk('trail', limits);
  desk.service.records = records;
  for (let n = 0; n < 10; n += 1) await desk.round();
  return desk;
};
const withMark = (records: ListedRecord[], ids: readonly string[]): ListedRecord[] =>
  records.map((one) => ({ ...one, deleted: ids.includes(one.id) }));

it('[PL7] are not shown, and their list counts as complete', async () => {
  const desk = await trailWith(withMark(recordsFrom(1, 50), ['3', '41']));
  expect(desk.held()).toHaveLength(48);
  expect(desk.held()).not.toContain('3');
  expect(desk.state()).toMatchObject({ phase: 'steady', unverified: [] });
  expect(desk.state().completeAsOf).not.toBeNull();
});

it('[PL7] disappear when the mark comes with a change, and are back when it is gone', async () => {
  const desk = await trailWith(withMark(recordsFrom(1, 50), []));
  expect(desk.held()).toHaveLength(50);
  const change = async (deleted: boolean) => {
    desk.service.now += HOUR;
    desk.service.records = desk.service.records.map((one) =>
      one.id === '7' ? { ...one, deleted, update: desk.time() } : one,
    );
    desk.service.now += MINUTE;
    for (let n = 0; n < 3; n += 1) await desk.round();
    return desk.held().includes('7');
  };
  expect(await change(true)).toBe(false);
  expect(await change(false)).toBe(true);
});

it('[PL7] cost no more requests than other records, also after the list no longer shows them', async () => {
  const days = async (desk: Awaited<ReturnType<typeof trailWith>>, count: number) => {
    desk.service.requests.length = 0;
    for (let n = 0; n < count; n += 1) {
      desk.service.now += DAY;
      await desk.round();
    }
    return desk.service.requests.length;
  };
  const requestsWith = async (ids: readonly string[]) => {
    const desk = await trailWith(withMark(recordsFrom(1, 50), ids));
    // The change of an old record proves the time filter, so a census compares the numbers.
    desk.service.records[9]!.update = desk.time();
    desk.service.now += MINUTE;
    await desk.round();
    expect(desk.state().meaning).toBe('update');
    await days(desk, 2);
    const shown = await days(desk, 4);
    desk.service.records = desk.service.records.filter(({ id }) => id !== '3');
    await days(desk, 6);
    expect(desk.held()).not.toContain('3');
    return [shown, await days(desk, 4)];
  };
  expect(await requestsWith(['3', '41'])).toEqual(await requestsWith([]));
});
