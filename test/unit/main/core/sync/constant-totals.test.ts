/** A service whose totals are the same number whatever is asked, so that they tell nothing. */
import { expect, it } from 'vitest';
import { DAY, listDesk, MINUTE, recordsFrom } from '../../../../support/sync/list-desk';

it.each([10_000, 1_000, 7, 0])(
  '[PL6] totals that are always %d: a list is copied with few requests',
  async (always) => {
    const desk = await listDesk('company', { pageSize: 100, splitAbove: 1000 });
    desk.service.alwaysCounted = always;
    desk.service.records = recordsFrom(1, 320);
    // So that a failure ends soon.
    desk.service.fault = () => {
      if (desk.service.requests.length > 1_000) throw new Error('too many requests');
      return null;
    };
    await desk.round([desk.live]);
    expect(desk.held()).toHaveLength(320);
    expect(desk.state()).toMatchObject({ phase: 'steady' });
    expect(desk.state().unverified).not.toEqual([]);
    expect(desk.service.requests.length).toBeLessThan(100);
    for (let days = 0; days < 3; days += 1) {
      desk.service.now += DAY;
      desk.service.records[5]!.update = desk.time();
      desk.service.records[5]!.name = `Changed ${days}`;
      for (let n = 0; n < 4; n += 1) {
        await desk.round([desk.live]);
        desk.service.now += 6 * MINUTE;
      }
      expect(desk.nameOf('6')).toBe(`Changed ${days}`);
    }
    expect(desk.held()).toHaveLength(320);
    expect(desk.cache.counts('company').quarantined).toBe(0);
    expect(desk.service.requests.length).toBeLessThan(500);
  },
);
