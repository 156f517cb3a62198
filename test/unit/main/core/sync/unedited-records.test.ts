/** A service that gives records an update time only when they are edited. */
import { expect, it } from 'vitest';
import { DAY, HOUR, listDesk, MINUTE, recordsFrom } from '../../../../support/sync/list-desk';

it.each(['', '1970-01-01 08:00:00'])(
  '[PL8] a new record whose update time is %j arrives within minutes',
  async (none) => {
    const desk = await listDesk('order');
    desk.service.records = recordsFrom(1, 45);
    for (const record of desk.service.records.slice(0, 20)) record.update = none;
    await desk.round();
    desk.service.now += 3 * DAY;
    await desk.round();
    desk.service.now += HOUR;
    desk.service.records.push({ id: '900', create: desk.time(), update: none });
    const requests = desk.service.requests.length;
    for (let n = 0; n < 6; n += 1) {
      desk.service.now += MINUTE;
      await desk.round();
    }
    expect(desk.held()).toContain('900');
    expect(desk.service.requests.length - requests).toBeLessThan(24);
    // After days without a connection too.
    desk.service.records.push({ id: '901', create: desk.time(), update: none });
    desk.service.now += 12 * HOUR;
    const asOf = desk.state().completeAsOf;
    await desk.round([desk.live]);
    expect(desk.held()).toContain('901');
    expect(desk.state().completeAsOf! > asOf!).toBe(true);
  },
);

it('[PL8] a service that gives every record an update time is not asked for them', async () => {
  const desk = await listDesk('order');
  desk.service.records = recordsFrom(1, 45);
  await desk.round();
  desk.service.requests.length = 0;
  for (let n = 0; n < 10; n += 1) {
    desk.service.now += MINUTE;
    await desk.round([desk.live]);
  }
  // One of them is a part that is read again (PL32).
  expect(desk.service.requests.length).toBeLessThan(12);
});
