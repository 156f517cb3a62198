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
  const asked: unknown[] = [];
  const workspace = {
    client: { serverClock: { offsetMs: () => offsetMs } },
    records: {
      page: (view: unknown) => {
        asked.push(view);
        return {
          total: companies.length,
          rows: companies.map(({ id, time, ...names }) => ({
            id,
            values: { ...names, next_follow_up_time: time },
          })),
        };
      },
    },
  };
  const accounts = { current: () => workspace, state: () => ({ account: { selfUserId: self } }) };
  const { due } = createRouterClient({ followUps: followUpsHandlers(accounts as never) }).followUps;
  return { due, asked };
};

describe('follow-ups that are due', () => {
  it('are those in the range, the earliest first, by the clock of the service', async () => {
    const { due, asked } = dueFrom([
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
    expect(asked).toMatchObject([
      {
        filters: [
          { field: 'next_follow_up_time', from: '2026-05-03 10:00:00', to: '2026-05-05 14:00:00' },
          { field: 'user_id', op: 'in', values: ['7'] },
        ],
      },
    ]);
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
