/**
 * The follow-ups that come due in a time range, for reminders, and the local ids of companies, for the calendar
 * file. From disk, with pending work.
 */
import { implement } from '@orpc/server';
import { contract } from '#shared/contract/contract';
import { type DueFollowUp, MOST_REMINDED, MOST_REMINDED_MS } from '#shared/contract/follow-ups';
import type { Row, View } from '#shared/contract/records';
import {
  dayOf,
  formatServerTime,
  hasTimeOfDay,
  localOffsetAt,
  type OffsetAt,
  parseServerTime,
  zoneOf,
} from '#shared/domain/time';
import type { Accounts } from '../accounts/accounts';
import type { CacheStore } from '../store/cache-store';
import { withCopyErrorCodes } from './contract-errors';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Rows are read in pages of this size, and never more pages than these. */
const PAGE_ROWS = 200;
const MOST_PAGES = 20;
/** A follow-up on a day without a time of day is due in the morning. */
const MORNING_MS = 9 * 3_600_000;

const FIELD = 'next_follow_up_time';
const COLUMNS = ['name', 'short_name', FIELD];

/** The instant of the morning of a local day. `midnight` is that of the day, read as if it were UTC. */
const morningOf = (midnight: number, localOffset: OffsetAt): number => {
  const wall = midnight + MORNING_MS;
  return wall - localOffset(wall - localOffset(wall));
};

/** When a follow-up is due, in epoch milliseconds; undefined if the text is not a time. */
const dueAt = (time: string, offsetMs: number, localOffset: OffsetAt): number | undefined => {
  const wall = parseServerTime(time);
  if (wall === undefined) return undefined;
  return hasTimeOfDay(time) ? wall - zoneOf(offsetMs) : morningOf(wall, localOffset);
};

/** The local days, `YYYY-MM-DD`, whose morning is after `after` and not after `until`. */
const morningsIn = (after: number, until: number, localOffset: OffsetAt): string[] => {
  const days: string[] = [];
  const first = Math.floor((after + localOffset(after)) / DAY_MS) * DAY_MS;
  for (let midnight = first; ; midnight += DAY_MS) {
    const morning = morningOf(midnight, localOffset);
    if (morning > until) return days;
    if (morning > after) days.push(dayOf(formatServerTime(midnight)));
  }
};

/**
 * A person's companies whose follow-up is between two server times. It returns few rows, because it is called every ten
 * seconds.
 */
const companiesBetween = (
  records: Pick<CacheStore, 'page'>,
  self: string,
  { from, to }: { from: string; to: string },
): Row[] => {
  const view: View = {
    resource: 'company',
    filters: [
      { field: FIELD, op: 'between', from, to },
      { field: 'user_id', op: 'in', values: [self] },
    ],
    sort: [{ field: FIELD, direction: 'asc' }],
  };
  const rows: Row[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const read = records.page(view, page * PAGE_ROWS, PAGE_ROWS, COLUMNS);
    rows.push(...read.rows);
    if ((page + 1) * PAGE_ROWS >= read.total) break;
  }
  return rows;
};

/** `localOffset`: the time zone of the computer. */
export const followUpsHandlers = (accounts: Accounts, localOffset: OffsetAt = localOffsetAt) => {
  const os = implement(contract.followUps).use(withCopyErrorCodes(accounts));
  return {
    due: os.due.handler(({ input }): DueFollowUp[] => {
      const workspace = accounts.current();
      const self = accounts.state().account?.selfUserId ?? null;
      const offsetMs = workspace?.client.serverClock.offsetMs(input.until) ?? null;
      if (!workspace || self === null || offsetMs === null || input.until <= input.after) return [];
      const after = Math.max(input.after, input.until - MOST_REMINDED_MS);
      const zone = zoneOf(offsetMs);
      // Times and days are read apart. A day without a time is stored as midnight, and may be due up to a day
      // away from it; the range of a query for both would hold many rows that are not due. One minute more on
      // both sides includes server text without seconds.
      const spans = [
        {
          from: formatServerTime(after - MINUTE_MS, zone),
          to: formatServerTime(input.until + MINUTE_MS, zone),
        },
        ...morningsIn(after, input.until, localOffset).map((day) => ({ from: day, to: `${day} 00:00:00` })),
      ];
      const due = new Map<string, DueFollowUp>();
      for (const { id, values } of spans.flatMap((span) => companiesBetween(workspace.records, self, span))) {
        const time = String(values[FIELD] ?? '');
        const at = dueAt(time, offsetMs, localOffset);
        if (at === undefined || at <= after || at > input.until) continue;
        due.set(id, { id, name: String(values.name || values.short_name || id), time, at });
      }
      return [...due.values()].toSorted((a, b) => a.at - b.at).slice(0, MOST_REMINDED);
    }),
    localIds: os.localIds.handler(({ input }) => {
      const outbox = accounts.current()?.outbox;
      const known = input.ids.map((id) => [id, outbox?.store.localIdOf('company', id) ?? null] as const);
      return Object.fromEntries(known.flatMap(([id, local]) => (local === null ? [] : [[id, local]])));
    }),
  };
};
