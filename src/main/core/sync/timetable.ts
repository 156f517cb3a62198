/**
 * When each list is asked for again, so that a company's desks together stay light on the service (PL24).
 *
 * - In use the newest pages are asked for every minute, a few lists at a time, and the rest now and then.
 * - In the background everything is asked for less often, and least at night.
 * - Every delay has a random part: desks that were started, or cut off, together do not ask together.
 *
 * It keeps no timer and asks for nothing itself; `pull` does.
 */
import type { Random } from '../ports/ports';

/**
 * `in-use`: a window has the focus and somebody works in it; `night`: nobody does, between 22 and 6 o'clock
 * of the service.
 */
export type Attention = 'in-use' | 'background' | 'night';

export interface Pace {
  /** Between two steps, each of which asks for what is due. */
  stepMs: number;
  /** Lists asked for in one step while none is overdue. */
  listsAStep: number;
  /** Lists of live records. */
  newestMs: number;
  /** Removed, drafts, archived, converted; colleagues. */
  othersMs: number;
  /** A list without a time filter is walked further than its first page. */
  tailMs: number;
  lookupsMs: number;
  /** Requests that nobody waits for, once the copy is complete. */
  perHour: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const PACES: Readonly<Record<Attention, Pace>> = {
  'in-use': {
    stepMs: 10_000,
    listsAStep: 3,
    newestMs: 54_000,
    othersMs: 5 * MINUTE_MS,
    tailMs: 5 * MINUTE_MS,
    lookupsMs: HOUR_MS,
    perHour: 900,
  },
  background: {
    stepMs: 5 * MINUTE_MS,
    listsAStep: 10,
    newestMs: 5 * MINUTE_MS,
    othersMs: HOUR_MS,
    tailMs: HOUR_MS,
    lookupsMs: 6 * HOUR_MS,
    perHour: 200,
  },
  night: {
    stepMs: 30 * MINUTE_MS,
    listsAStep: 10,
    newestMs: 30 * MINUTE_MS,
    othersMs: 4 * HOUR_MS,
    tailMs: 4 * HOUR_MS,
    lookupsMs: 24 * HOUR_MS,
    perHour: 60,
  },
};

/** Lists asked for in one step while some are overdue; desks that were away together do not ask for all at once. */
const OVERDUE_A_STEP = 4;
/** A step without a list that is due asks for one ahead of time, so that the lists spread over the minute. */
const EARLY_SHARE = 0.6;
export const LOOKUPS_A_STEP = 2;
const CATCH_UP_MS = 2_000;

const NIGHT_BEGINS = 22;
const NIGHT_ENDS = 6;

/**
 * `serverTime` is the service's wall clock: what is new is made by colleagues, and their night is the one
 * that counts.
 */
export const attentionOf = (inUse: boolean, serverTime: string): Attention => {
  if (inUse) return 'in-use';
  const hour = Number(serverTime.slice(11, 13));
  return hour >= NIGHT_BEGINS || hour < NIGHT_ENDS ? 'night' : 'background';
};

/** A list by its key; `newest` are those that a person looks at. */
export interface TimedList {
  key: string;
  newest: boolean;
}

export interface Timetable {
  /** The lists to ask for now, those that a person looks at and the longest overdue first; a few at a time. */
  due(lists: readonly TimedList[], pace: Pace, now: number): string[];
  asked(key: string, now: number): void;
  /** Since when every list of live records is as fresh as it is; null where one was never read. */
  oldest(lists: readonly TimedList[]): number | null;
  /** Until the next step; short while something is overdue. */
  delayMs(lists: readonly TimedList[], pace: Pace, now: number): number;
}

export const createTimetable = (random: Pick<Random, 'next'>): Timetable => {
  const askedAt = new Map<string, number>();
  /** Time since a list was asked for, as a share of the time that its answer is good for. */
  const ageOf = ({ key, newest }: TimedList, pace: Pace, now: number): number => {
    const at = askedAt.get(key);
    // A clock that was set back would leave the list unread until it has caught up.
    if (at === undefined || at > now) return Number.POSITIVE_INFINITY;
    return (now - at) / (newest ? pace.newestMs : pace.othersMs);
  };
  /** The oldest first. */
  const byAge = (lists: readonly TimedList[], pace: Pace, now: number): { list: TimedList; age: number }[] =>
    lists
      .map((list) => ({ list, age: ageOf(list, pace, now) }))
      .sort((a, b) =>
        a.list.newest === b.list.newest
          ? a.age === b.age
            ? 0
            : b.age - a.age
          : Number(b.list.newest) - Number(a.list.newest),
      );
  /** Due now rather than in the next step. */
  const isDue = ({ list, age }: { list: TimedList; age: number }, pace: Pace): boolean =>
    age >= 1 - pace.stepMs / 2 / (list.newest ? pace.newestMs : pace.othersMs);
  const isOverdue = ({ list, age }: { list: TimedList; age: number }, pace: Pace): boolean =>
    age > 1 + pace.stepMs / (list.newest ? pace.newestMs : pace.othersMs);
  return {
    due: (lists, pace, now) => {
      const aged = byAge(lists, pace, now);
      const due = aged.filter((one) => isDue(one, pace));
      const most = due.some((one) => isOverdue(one, pace)) ? OVERDUE_A_STEP : pace.listsAStep;
      const early = aged.find(({ list, age }) => list.newest && age >= EARLY_SHARE);
      const chosen = due.length > 0 || early === undefined ? due.slice(0, most) : [early];
      return chosen.map(({ list }) => list.key);
    },
    asked: (key, now) => {
      askedAt.set(key, now);
    },
    oldest: (lists) => {
      const times = lists.filter(({ newest }) => newest).map(({ key }) => askedAt.get(key));
      return times.some((time) => time === undefined) ? null : Math.min(...(times as number[]));
    },
    delayMs: (lists, pace, now) => {
      const isLate = byAge(lists, pace, now).some((one) => isOverdue(one, pace));
      return (isLate ? CATCH_UP_MS : pace.stepMs) * (0.9 + 0.2 * random.next());
    },
  };
};
