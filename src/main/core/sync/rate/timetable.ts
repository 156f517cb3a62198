/**
 * Decides when each list is read again, so that many installations together make few requests (PL24).
 *
 * - In use, the newest pages are read every minute, a few lists at a time, and the rest less often.
 * - In the background everything is read less often, and least often at night.
 * - Every delay has a random part, so that installations that started or lost the connection together do
 *   not ask together.
 *
 * It has no timer and makes no requests; the rounds do (`rounds.ts`, `round.ts`).
 */
import type { Random } from '../../ports/ports';

/**
 * `in-use`: at least one window is in use (`renderer/client/attention.ts` says when); `night`: no window is in
 * use, between 22:00 and 6:00 service time.
 */
export type Attention = 'in-use' | 'background' | 'night';

export interface Pace {
  /** The time between two steps. */
  stepMs: number;
  /** The number of lists per step while none is overdue. */
  listsAStep: number;
  /** Lists of live records. */
  newestMs: number;
  /** Removed, drafts, archived, converted; colleagues; products that no window shows. */
  othersMs: number;
  /** Collections that no window shows. */
  rareMs: number;
  /** The time between two walks of a list without a time filter. */
  tailMs: number;
  lookupsMs: number;
  /** Background requests per hour, when the copy is complete. */
  perHour: number;
  /** How many of them the lists leave for details, which may be requested at once. */
  detailsPerHour: number;
}

const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

export const PACES: Readonly<Record<Attention, Pace>> = {
  'in-use': {
    stepMs: 10_000,
    listsAStep: 3,
    newestMs: 54_000,
    othersMs: 10 * MINUTE_MS,
    rareMs: 15 * MINUTE_MS,
    tailMs: 5 * MINUTE_MS,
    lookupsMs: HOUR_MS,
    perHour: 900,
    detailsPerHour: 60,
  },
  background: {
    stepMs: 5 * MINUTE_MS,
    listsAStep: 10,
    newestMs: 5 * MINUTE_MS,
    othersMs: HOUR_MS,
    rareMs: HOUR_MS,
    tailMs: HOUR_MS,
    lookupsMs: 6 * HOUR_MS,
    perHour: 200,
    detailsPerHour: 60,
  },
  night: {
    stepMs: 30 * MINUTE_MS,
    listsAStep: 10,
    newestMs: 30 * MINUTE_MS,
    othersMs: 4 * HOUR_MS,
    rareMs: 4 * HOUR_MS,
    tailMs: 4 * HOUR_MS,
    lookupsMs: 24 * HOUR_MS,
    perHour: 60,
    detailsPerHour: 30,
  },
};

/**
 * The pace while a window shows a kind that is otherwise read rarely, and for a while after. The lists that
 * are not newest are then read half as often, so that the hour has no more requests (PL24).
 */
export const besideShown = (pace: Pace): Pace => ({
  ...pace,
  othersMs: 2 * pace.othersMs,
  tailMs: 2 * pace.tailMs,
});

/**
 * The number of lists per step while some are overdue, so that after an outage not all lists are read at
 * once.
 */
const OVERDUE_A_STEP = 4;
/**
 * If no list is due, a step reads one early that has reached this share of its time, so that the lists spread
 * over the minute.
 */
const EARLY_SHARE = 0.6;
export const LOOKUPS_A_STEP = 2;
const CATCH_UP_MS = 2_000;

const NIGHT_BEGINS = 22;
const NIGHT_ENDS = 6;

/** `serverTime` is the service's wall clock. Colleagues make the new records, so their night counts. */
export const attentionOf = (inUse: boolean, serverTime: string): Attention => {
  if (inUse) return 'in-use';
  const hour = Number(serverTime.slice(11, 13));
  return hour >= NIGHT_BEGINS || hour < NIGHT_ENDS ? 'night' : 'background';
};

export interface TimedList {
  key: string;
  /** The list has live records that are kept fresh, or its first copy is not complete yet. */
  newest: boolean;
  /** It is read least often. */
  rare?: boolean;
  /** A window in use shows it: it is read as often as a newest one, but it does not count for `oldest`. */
  shown?: boolean;
}
/** Lists of what a person looks at come first. */
const rankOf = ({ newest, shown }: TimedList): number => Number(newest || shown === true);
const intervalMs = ({ newest, rare, shown }: TimedList, pace: Pace): number => {
  if (newest || shown === true) return pace.newestMs;
  return rare === true ? pace.rareMs : pace.othersMs;
};

export interface Timetable {
  /**
   * The lists to read now, a few at a time: first those that a person looks at and those that are longest
   * overdue.
   */
  due(lists: readonly TimedList[], pace: Pace, now: number): string[];
  asked(key: string, now: number): void;
  /** Makes every list due, because another sign-in may get other answers. */
  forget(): void;
  /** The time of the oldest read among the lists of live records; null if there are none, or one was never read. */
  oldest(lists: readonly TimedList[]): number | null;
  /** The time until the next step; short while a list is overdue. */
  delayMs(lists: readonly TimedList[], pace: Pace, now: number): number;
}

export const createTimetable = (random: Pick<Random, 'next'>): Timetable => {
  const askedAt = new Map<string, number>();
  /** The age of a list's last read, as a share of its interval. */
  const ageOf = (list: TimedList, pace: Pace, now: number): number => {
    const at = askedAt.get(list.key);
    // If the clock was set back, the list is due at once.
    if (at === undefined || at > now) return Number.POSITIVE_INFINITY;
    return (now - at) / intervalMs(list, pace);
  };
  /** The oldest first. */
  const byAge = (lists: readonly TimedList[], pace: Pace, now: number): { list: TimedList; age: number }[] =>
    lists
      .map((list) => ({ list, age: ageOf(list, pace, now) }))
      .sort((a, b) => {
        const ranks = rankOf(b.list) - rankOf(a.list);
        if (ranks !== 0) return ranks;
        // Two infinite ages are equal, but their difference is no number.
        return a.age === b.age ? 0 : b.age - a.age;
      });
  /** Returns true if the list is due before the next step. */
  const isDue = ({ list, age }: { list: TimedList; age: number }, pace: Pace): boolean =>
    age >= 1 - pace.stepMs / 2 / intervalMs(list, pace);
  const isOverdue = ({ list, age }: { list: TimedList; age: number }, pace: Pace): boolean =>
    age > 1 + pace.stepMs / intervalMs(list, pace);
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
    forget: () => askedAt.clear(),
    oldest: (lists) => {
      const newest = lists.filter((list) => list.newest);
      const times = newest.flatMap(({ key }) => askedAt.get(key) ?? []);
      // If the account may read none of these lists, nothing is known.
      return times.length === 0 || times.length < newest.length ? null : Math.min(...times);
    },
    delayMs: (lists, pace, now) => {
      const isLate = byAge(lists, pace, now).some((one) => isOverdue(one, pace));
      return (isLate ? CATCH_UP_MS : pace.stepMs) * (0.9 + 0.2 * random.next());
    },
  };
};
