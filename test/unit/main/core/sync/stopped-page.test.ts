/** A page that is written in pieces, and a round that ends between two of them. */
import { expect, it } from 'vitest';
import { DAY, listDesk, MINUTE, recordsFrom } from '../../../../support/sync/list-desk';

it('[PL15] the windows are told of records that were written before the round was stopped', async () => {
  const desk = await listDesk('order', { pageSize: 200, splitAbove: 1000 });
  desk.service.records = recordsFrom(1, 200);
  await desk.round();
  desk.service.now += 3 * DAY;
  await desk.round();
  desk.service.now += MINUTE;
  for (const record of desk.service.records) [record.update, record.name] = [desk.time(), 'Renamed'];
  const before = desk.told();
  // The connection is lost after the first piece, so another list ends the round.
  desk.service.isStopped = () => desk.service.records.some(({ id }) => desk.nameOf(id) === 'Renamed');
  await desk.round([desk.live]);
  const written = desk.service.records.filter(({ id }) => desk.nameOf(id) === 'Renamed').length;
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(200);
  expect(desk.told()).toBeGreaterThan(before);
});
