/** Which follow-ups are due in a time range. */
import { createRouterClient } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { followUpsHandlers } from '#core/handlers/follow-ups';

const HOUR = 3_600_000;
/** The service's wall clock is eight hours ahead of UTC. */
const OFFSET_MS = 8 * HOUR;
const utc = (text: string): number => Date.parse(`${text}Z`);

const dueFrom = (
  companies: readonly { id: string; name?: string; short_name?: string; time: string }[],
  { self = '7', offsetMs = OFFSET_MS }: { self?: string | null; offsetMs?: number | null } = {},
) => {
  const asked: { from: string; to: string; start: number }[] = [];
  const owners: unknown[] = [];
  const workspace = {
    client: { serverClock: { offsetMs: () => offsetMs } },
    records: {
      page: (
        { filters: [{ from, to }, owner] }: { filters: [{ from: string; to: string }, unknown] },
        start: number,
        limit: number,
      ) => {
        asked.push({ from, to, start });
        owners.push(owner);
        const found = companies
          .filter(({ time }) => time >= from && time <= to)
          .toSorted((a, b) => a.time.localeCompare(b.time));
        return {
          total: found.length,
          rows: found.slice(start, start + limit).map(({ id, time, ...names }) => ({
            id,
            values: { ...names, next_follow_up_time: time },
          })),
        };
      },
    },
  };
  const accounts = { current: () => workspace, state: () => ({ account: { selfUserId: self } }) };
  const { due } = createRouterClient({ followUps: followUpsHandlers(accounts as never) }).followUps;
  return { due, asked, owners };
};

describe('follow-ups that are due', () => {
  it('are those in the range, the earliest first, by the clock of the service', async () => {
    const { due, asked, owners } = dueFrom([
      { id: '1', name: 'Late', time: '2026-05-04 18:00:00' },
      { id: '2', name: 'Noon', time: '2026-05-04 12:00:00' },
      { id: '3', name: 'At the start', time: '2026-05-04 10:00:00' },
      { id: '4', short_name: 'At the end', time: '2026-05-04 14:00:00' },
      { id: '5', name: 'Odd', time: 'soon' },
    ]);
    const found = await due({ after: utc('2026-05-04T02:00:00'), until: utc('2026-05-04T06:00:00') });
    expect(found).toEqual([
      { id: '2', name: 'Noon', time: '2026-05-04 12:00:00', at: utc('2026-05-04T04:00:00') },
      { id: '4', name: 'At the end', time: '2026-05-04 14:00:00', at: utc('2026-05-04T06:00:00') },
    ]);
    expect(asked[0]).toEqual({ from: '2026-05-04 09:59:00', to: '2026-05-04 14:01:00', start: 0 });
    expect(owners[0]).toEqual({ field: 'user_id', op: 'in', values: ['7'] });
  });

  it('are found among any number of others', async () => {
    const days = Array.from({ length: 500 }, (_, at) => ({ id: `day ${at}`, time: '2026-05-05 00:00:00' }));
    const { due } = dueFrom([
      ...days,
      { id: 'before', name: 'Before', time: '2026-05-04 23:30:00' },
      { id: 'after', name: 'After', time: '2026-05-05 00:30:00' },
    ]);
    // The range contains the midnight of the service, at which the days stand.
    const found = await due({ after: utc('2026-05-04T15:00:00'), until: utc('2026-05-04T16:45:00') });
    expect(found.map(({ id }) => id).filter((id) => !id.startsWith('day'))).toEqual(['before', 'after']);
    // A reminder says how many are due, so the answer has more than it names.
    const many = Array.from({ length: 450 }, (_, at) => ({ id: `${at}`, time: '2026-05-05 10:00:00' }));
    const morning = new Date(2026, 4, 5, 9).getTime();
    const busy = dueFrom([...days, ...many]);
    expect(await busy.due({ after: morning - 60_000, until: morning })).toHaveLength(500);
    expect(busy.asked.length).toBeLessThan(5);
  });

  it('on a day without a time are due at nine in the morning here', async () => {
    const morning = new Date(2026, 4, 4, 9).getTime();
    const { due } = dueFrom([{ id: '1', name: 'Day', time: '2026-05-04 00:00:00' }]);
    expect(await due({ after: morning - HOUR, until: morning })).toMatchObject([{ id: '1', at: morning }]);
    expect(await due({ after: morning, until: morning + HOUR })).toEqual([]);
  });

  it('are none while it is unknown who the user is or what time the service has', async () => {
    const one = [{ id: '1', name: 'Noon', time: '2026-05-04 12:00:00' }];
    const span = { after: utc('2026-05-04T00:00:00'), until: utc('2026-05-04T12:00:00') };
    expect(await dueFrom(one).due(span)).toHaveLength(1);
    expect(await dueFrom(one, { self: null }).due(span)).toEqual([]);
    expect(await dueFrom(one, { offsetMs: null }).due(span)).toEqual([]);
    const empty = dueFrom(one);
    expect(await empty.due({ after: span.until, until: span.until })).toEqual([]);
    expect(empty.asked).toEqual([]);
  });
});
