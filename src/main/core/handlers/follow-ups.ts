/** The follow-ups that come due in a time range, for reminders. From disk, with pending work. */
import { implement } from '@orpc/server';
import { contract } from '#shared/contract/contract';
import { type DueFollowUp, MOST_REMINDED_MS } from '#shared/contract/follow-ups';
import { formatServerTime, hasTimeOfDay, parseServerTime, zoneOf } from '#shared/domain/time';
import type { Accounts } from '../accounts/accounts';
import { withCopyErrorCodes } from './contract-errors';

const DAY_MS = 86_400_000;
const MOST = 20;
/** A follow-up on a day without a time of day is due in the morning. */
const MORNING_HOUR = 9;

/** When a follow-up is due, in epoch milliseconds; undefined if the text is not a time. */
const dueAt = (time: string, offsetMs: number): number | undefined => {
  const wall = parseServerTime(time);
  if (wall === undefined) return undefined;
  if (hasTimeOfDay(time)) return wall - zoneOf(offsetMs);
  const day = new Date(wall);
  return new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), MORNING_HOUR).getTime();
};

export const followUpsHandlers = (accounts: Accounts) => {
  const os = implement(contract.followUps).use(withCopyErrorCodes(accounts));
  return {
    due: os.due.handler(({ input }): DueFollowUp[] => {
      const workspace = accounts.current();
      const self = accounts.state().account?.selfUserId ?? null;
      const offsetMs = workspace?.client.serverClock.offsetMs() ?? null;
      if (!workspace || self === null || offsetMs === null || input.until <= input.after) return [];
      const after = Math.max(input.after, input.until - MOST_REMINDED_MS);
      // A day without a time is stored as midnight. One more day on both sides includes them all.
      const { rows } = workspace.records.page(
        {
          resource: 'company',
          filters: [
            {
              field: 'next_follow_up_time',
              op: 'between',
              from: formatServerTime(after - DAY_MS, offsetMs),
              to: formatServerTime(input.until + DAY_MS, offsetMs),
            },
            { field: 'user_id', op: 'in', values: [self] },
          ],
          sort: [{ field: 'next_follow_up_time', direction: 'asc' }],
        },
        0,
        200,
        ['name', 'short_name', 'next_follow_up_time'],
      );
      return rows
        .flatMap(({ id, values }): DueFollowUp[] => {
          const time = String(values.next_follow_up_time ?? '');
          const at = dueAt(time, offsetMs);
          if (at === undefined || at <= after || at > input.until) return [];
          return [{ id, name: String(values.name || values.short_name || id), time, at }];
        })
        .toSorted((a, b) => a.at - b.at)
        .slice(0, MOST);
    }),
  };
};
