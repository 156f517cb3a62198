/** Compares this week with last week by day, from Monday. Pure. Days are days of the server. */
import type { DayCounts } from '#shared/contract/timeline';

const DAY_MS = 86_400_000;
const WEEK = 7;

const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** `day` is a day of this week (YYYY-MM-DD); `now` is null for future days. */
export interface WeekDay {
  day: string;
  now: number | null;
  before: number;
}
export interface WeekFigures {
  days: WeekDay[];
  now: number;
  beforeByNow: number;
  before: number;
}

/** Returns the range to read: from Monday of last week to today. */
export const twoWeeks = (today: string): { from: string; to: string; monday: string } => {
  const ms = Date.parse(`${today}T00:00:00Z`);
  const monday = ms - ((new Date(ms).getUTCDay() + 6) % WEEK) * DAY_MS;
  return { from: dayAt(monday - WEEK * DAY_MS), to: today, monday: dayAt(monday) };
};

/** `early` in `counts` is the number of records created before the current time of day. */
export const weekOf = (counts: DayCounts['days'], today: string): WeekFigures => {
  const by = new Map(counts.map(({ day, count }) => [day, count]));
  const sameDay = dayAt(Date.parse(`${today}T00:00:00Z`) - WEEK * DAY_MS);
  const early = counts.find(({ day }) => day === sameDay)?.early ?? 0;
  const monday = Date.parse(`${twoWeeks(today).monday}T00:00:00Z`);
  const days = Array.from({ length: WEEK }, (_, at): WeekDay => {
    const day = dayAt(monday + at * DAY_MS);
    return {
      day,
      now: day > today ? null : (by.get(day) ?? 0),
      before: by.get(dayAt(monday + (at - WEEK) * DAY_MS)) ?? 0,
    };
  });
  const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);
  return {
    days,
    now: sum(days.map(({ now }) => now ?? 0)),
    before: sum(days.map(({ before }) => before)),
    beforeByNow: sum(days.filter(({ day }) => day < today).map(({ before }) => before)) + early,
  };
};
