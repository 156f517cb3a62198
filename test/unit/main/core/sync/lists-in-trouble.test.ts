/** Lists of a service that always fails somewhere: what is read all the same, and how many requests it costs. */
import { describe, expect, it } from 'vitest';
import type { Outcome } from '#core/api/classify-read';
import { DAY, HOUR, listDesk, MINUTE, recordsFrom } from '../../../../support/sync/list-desk';

const TOO_DEEP: Outcome = { kind: 'refused', code: 400, message: 'page too deep', now: null };
const BROKEN: Outcome = { kind: 'server-error', status: 500, detail: '' };

it('[PL10] a page that fails is asked for again after pauses that grow, three times in all', async () => {
  const { service, round, live, held, pausesMs } = await listDesk('company');
  service.records = recordsFrom(1, 5);
  service.fault = () => (service.requests.length < 3 ? BROKEN : null);
  expect(await round([live])).toEqual([null]);
  expect(held()).toHaveLength(5);
  expect(pausesMs).toEqual([500, 1_000]);
  service.requests.length = 0;
  service.fault = () => BROKEN;
  service.now += DAY;
  expect(await round([live])).toEqual([BROKEN]);
  expect(service.requests).toHaveLength(3);
});

describe('[PL10] a page that the service can never answer', () => {
  it('of the list that a census walks does not hold up new records', async () => {
    const { service, round, held, time, state } = await listDesk('lead');
    service.records = recordsFrom(1, 80);
    await round();
    await round();
    service.fault = ({ page }) => (page > 5 ? TOO_DEEP : null);
    // The counts differ now, so the census has to walk the whole list.
    service.records.splice(40, 1);
    service.now += DAY;
    for (let day = 0; day < 5; day++) {
      service.records.push({ id: String(1000 + day), create: time(), update: time() });
      for (let times = 0; times < 5; times++) await round();
      service.now += DAY;
    }
    expect(held().filter((id) => Number(id) >= 1000)).toHaveLength(5);
    expect(state().watermark! > '2026-06-05').toBe(true);
  });

  it('of the first copy costs the records of its day and not the list', async () => {
    const { service, round, held, time, state } = await listDesk('company');
    service.records = recordsFrom(1, 200);
    service.fault = ({ ids, removed }) => (ids.includes('77') && !removed ? BROKEN : null);
    const sameDay = service.records.filter(({ create }) => create === service.records[76]!.create);
    for (let times = 0; times < 40; times++) {
      await round();
      service.now += MINUTE;
    }
    service.records.push({ id: '1000', create: time(), update: time() });
    await round();
    expect(held().length).toBeGreaterThanOrEqual(201 - sameDay.length);
    expect(held()).toContain('1000');
    expect(state().phase).toBe('steady');
    // It is not said to be complete.
    expect(state().unverified.length).toBeGreaterThan(0);
    service.fault = () => null;
    service.now += DAY;
    for (let times = 0; times < 3; times++) await round();
    expect(held()).toHaveLength(201);
    expect(state().unverified).toEqual([]);
  });

  it('is asked for again as long as the service answers nothing at all', async () => {
    const { service, round, state, live } = await listDesk('company');
    service.records = recordsFrom(1, 25);
    service.fault = ({ page }) => (page > 1 ? BROKEN : null);
    await round([live]);
    service.fault = () => BROKEN;
    for (let times = 0; times < 10; times++) await round([live]);
    expect(state().walk).toMatchObject({ page: 2, window: { purpose: 'backfill' } });
    service.fault = () => null;
    await round([live]);
    expect(state()).toMatchObject({ phase: 'steady', unverified: [] });
  });
});

describe('[PL4] changes whose number is not that of the service', () => {
  it('are read once if the total counts a record that no page shows', async () => {
    const { service, round, nameOf, time, state, live } = await listDesk('company');
    service.records = recordsFrom(1, 20);
    await round();
    await round();
    service.now += 10 * MINUTE;
    service.invisibleAt = time();
    const costs: number[] = [];
    for (let hour = 0; hour < 6; hour++) {
      service.now += HOUR;
      for (const record of service.records.slice(0, 10))
        Object.assign(record, { update: time(), name: `Hour ${hour}` });
      const before = service.requests.filter(({ to }) => to !== null).length;
      await round([live]);
      costs.push(service.requests.filter(({ to }) => to !== null).length - before);
    }
    expect(nameOf('1')).toBe('Hour 5');
    expect(state().watermark! > '2026-06-01 18:00').toBe(true);
    expect(costs.at(-1)).toBeLessThanOrEqual(costs[0]!);
  });

  it('are read once if a list shows a record twice, and the list is not said to be complete', async () => {
    const { service, round, time, state, live } = await listDesk('company');
    service.records = recordsFrom(1, 20);
    await round();
    await round();
    const before = state().completeAsOf;
    service.twice = '5';
    service.now += HOUR;
    for (const record of service.records.slice(0, 10)) record.update = time();
    const watermarks: unknown[] = [];
    for (let times = 0; times < 3; times++) {
      await round([live]);
      watermarks.push(state().watermark);
    }
    // Once may be a mistake of the service.
    expect(watermarks).toEqual(['2026-06-01 11:58:00', '2026-06-01 11:58:00', '2026-06-01 12:58:00']);
    expect(state().completeAsOf).toBe(before);
  });

  it('are not news again and again if a page shows a record in two forms; the later one counts', async () => {
    for (const [update, shown] of [
      ['2026-06-01 12:59:00', 'First'],
      ['2026-06-01 13:00:00', 'Second'],
    ] as const) {
      const { service, round, time, told, nameOf, live } = await listDesk('company');
      service.records = recordsFrom(1, 20);
      await round();
      await round();
      service.now += HOUR;
      Object.assign(service.records[4]!, { update: time(), name: 'First' });
      Object.assign(service, { twice: '5', secondCopy: { name: 'Second', update } });
      await round([live]);
      const before = told();
      for (let times = 0; times < 3; times++) {
        service.now += 10_000;
        await round([live]);
        expect([update, nameOf('5'), told() - before]).toEqual([update, shown, 0]);
      }
    }
  });

  it('are read again if a page came empty by mistake', async () => {
    const { service, round, nameOf, time, live, state } = await listDesk('company', { splitAbove: 1000 });
    service.records = recordsFrom(1, 80);
    await round();
    await round();
    service.now += 10 * MINUTE;
    for (const record of service.records.slice(0, 60))
      Object.assign(record, { update: time(), name: 'Edited' });
    service.now += 10 * MINUTE;
    service.isCutAt = 1;
    for (let times = 0; times < 5; times++) await round([live]);
    expect(state().completeAsOf! < '2026-06-01 12:10').toBe(true);
    service.isCutAt = null;
    await round([live]);
    expect(service.records.slice(0, 60).map(({ id }) => nameOf(id))).toEqual(Array(60).fill('Edited'));
  });

  it('are read once although others go on changing records at the top', async () => {
    const { service, round, held, time, state, live } = await listDesk('company', { splitAbove: 1000 });
    service.records = recordsFrom(1, 100);
    await round();
    await round();
    service.now += DAY;
    for (const record of service.records) record.update = time();
    let next = 1000;
    service.meddle = () => {
      service.now += 1000;
      service.records.push({ id: String(next++), create: time(), update: time() });
    };
    await round([live]);
    service.meddle = () => undefined;
    expect(state().watermark! > '2026-06-02').toBe(true);
    service.now += MINUTE;
    await round([live]);
    expect(held()).toHaveLength(service.records.length);
  });
});

describe('a list that can never be verified', () => {
  it('[PL7] is compared less and less often, and its state does not grow', async () => {
    const { service, round, state, live } = await listDesk('company', { pageSize: 100, splitAbove: 1000 });
    service.records = recordsFrom(1, 300);
    service.invisibleAt = '2026-02-12 08:00:00';
    await round();
    await round();
    const sizes: number[] = [];
    const costs: number[] = [];
    for (let hour = 0; hour < 12; hour++) {
      const before = service.requests.length;
      for (let times = 0; times < 12; times++) {
        service.now += 5 * MINUTE;
        await round([live]);
      }
      costs.push(service.requests.length - before);
      sizes.push(state().unverified.length);
    }
    expect(sizes.at(-1)).toBe(sizes[0]);
    const later = costs.slice(6).reduce((sum, cost) => sum + cost, 0) / 6;
    expect(later).toBeLessThan(costs[0]! / 4);
  });
});

describe('[PL10] a day of the list that cannot be read', () => {
  it('does not delay what is new', async () => {
    const { service, round, held, time, live } = await listDesk('company');
    service.records = recordsFrom(1, 200);
    await round();
    await round();
    const { create: day } = service.records[76]!;
    service.fault = ({ from, to }) =>
      from !== null && to !== null && from <= day && day <= to ? BROKEN : null;
    service.records.splice(10, 1);
    service.now += DAY;
    for (let times = 0; times < 20; times++) {
      service.records.push({ id: String(1000 + times), create: time(), update: time() });
      await round([live]);
      expect(held()).toContain(String(1000 + times));
      service.now += MINUTE;
    }
  });
});

describe('[PL4] a wrong clock of the machine', () => {
  it('does not make the changes end before they begin', async () => {
    const { service, round, nameOf, time, live } = await listDesk('company');
    service.records = recordsFrom(1, 300);
    await round();
    await round();
    service.now += 12 * HOUR;
    for (const record of service.records.slice(0, 60))
      Object.assign(record, { update: time(), name: 'Edited' });
    // The machine was 30 days ahead when the difference was stored.
    await round([live], '2026-05-02 23:00:00');
    expect(service.records.slice(0, 60).map(({ id }) => nameOf(id))).toEqual(Array(60).fill('Edited'));
  });
});

describe('[PL7] a list that is empty by mistake', () => {
  /** The service shows all but `missing` of the records, a day after they were copied. */
  const withMissing = async (records: number, missing: number) => {
    const desk = await listDesk('company');
    const { service, round, live } = desk;
    service.records = recordsFrom(1, records);
    await round();
    await round();
    service.now += DAY;
    for (const record of service.records.slice(0, missing)) record.hidden = true;
    const rounds = async (times: number, everyMs: number): Promise<void> => {
      for (let done = 0; done < times; done++) {
        await round([live]);
        service.now += everyMs;
      }
    };
    return { ...desk, rounds };
  };

  it('keeps its records for hours, and has all of them when the service is right again', async () => {
    const { service, held, rounds } = await withMissing(200, 200);
    await rounds(24, 10 * MINUTE);
    expect(held()).toHaveLength(200);
    for (const record of service.records) record.hidden = false;
    service.now += HOUR;
    await rounds(1, 0);
    expect(held()).toHaveLength(200);
  });

  it('keeps the records also if most of a list that is read in windows are missing', async () => {
    const { held, rounds } = await withMissing(400, 240);
    await rounds(24, 10 * MINUTE);
    expect(held()).toHaveLength(400);
  });

  it('loses records that stay away for hours', async () => {
    const { held, rounds } = await withMissing(200, 150);
    await rounds(9, HOUR);
    expect(held()).toHaveLength(50);
  });

  it('keeps the records of a short list too', async () => {
    for (const [records, missing] of [
      [7, 7],
      [2, 2],
      [20, 19],
      [12, 7],
    ] as const) {
      const { service, held, rounds } = await withMissing(records, missing);
      await rounds(24, 10 * MINUTE);
      expect([records, held().length]).toEqual([records, records]);
      for (const record of service.records) record.hidden = false;
      service.now += HOUR;
      await rounds(1, 0);
      expect(held()).toHaveLength(records);
    }
  });

  it('deletes a few missing records after the second census', async () => {
    const short = await withMissing(7, 3);
    await short.rounds(2, 10 * MINUTE);
    expect(short.held()).toHaveLength(4);
    const { held, rounds } = await withMissing(200, 15);
    await rounds(2, 10 * MINUTE);
    expect(held()).toHaveLength(185);
  });
});

describe('a service that ignores `removed=1`', () => {
  it.each(['company', 'quotation'] as const)(
    'does not make all records of %s seem to be removed',
    async (kind) => {
      const { service, round, held, time } = await listDesk(kind);
      service.records = recordsFrom(1, 20);
      service.ignoresRemoved = true;
      for (let hour = 0; hour < 30; hour++) {
        await round();
        service.now += HOUR;
        service.records[0]!.update = time();
        expect(held()).toHaveLength(20);
      }
    },
  );

  it('is detected although a record was created between the reads of the two lists', async () => {
    const { service, round, held, time, live, lanes } = await listDesk('company');
    service.records = recordsFrom(1, 100);
    service.ignoresRemoved = true;
    await round([live]);
    service.records.push({ id: '500', create: time(), update: time() });
    await round(lanes.filter((lane) => lane !== live));
    expect(held()).toHaveLength(100);
    for (let times = 0; times < 10; times++) {
      service.now += 10 * MINUTE;
      Object.assign(service.records[times]!, { update: time() });
      await round();
      expect(held()).toHaveLength(101);
    }
  });

  it('is checked once a day, and its list is used again when the service no longer does so', async () => {
    const { service, round, held, time } = await listDesk('company');
    service.records = recordsFrom(1, 40);
    service.ignoresRemoved = true;
    for (let times = 0; times < 3; times++) await round();
    service.ignoresRemoved = false;
    Object.assign(service.records[0]!, { removed: true, update: time() });
    service.now += DAY + HOUR;
    for (let times = 0; times < 2; times++) await round();
    expect(held()).toHaveLength(39);
    Object.assign(service.records[1]!, { removed: true, update: time() });
    service.now += MINUTE;
    await round();
    expect(held()).toHaveLength(38);
  });

  it('is not taken for one that has removed records', async () => {
    const { service, round, held, cache } = await listDesk('company');
    service.records = recordsFrom(1, 40);
    for (const record of service.records.slice(20)) record.removed = true;
    await round();
    expect(held()).toHaveLength(20);
    expect(cache.counts('company')).toMatchObject({ live: 20, removed: 20 });
  });
});

describe('[PL23] what others changed', () => {
  it('has no old records after a kind was downloaded again', async () => {
    const { service, round, cache, time } = await listDesk('company');
    service.records = recordsFrom(1, 20);
    await round();
    cache.beginChanges('2026-02-01 00:00:00');
    while (cache.dropRecords('company', 200) === 200);
    await round();
    expect(cache.unseenChanges('1', 100)).toEqual([]);
    service.now += HOUR;
    service.records.push({ id: '500', create: time(), update: time() });
    await round();
    expect(cache.unseenChanges('1', 100)).toMatchObject([{ id: '500' }]);
  });
});
