/** Chooses the follow-ups of the Today card. Pure. */
import type { Row } from '#shared/contract/records';
import { eachOnce } from '../../client/each-once';
import type { FollowUpTime } from '../../format/follow-up-time';

/** The lines of the card. */
export const SHOWN = 8;
/** If there are more overdue follow-ups than lines, this many lines are kept for those to come. */
const SHOWN_AHEAD = 4;

interface FollowUp extends FollowUpTime {
  id: string;
  row: Row;
}

/** The rows that were read, in the order of the service's clock. */
interface Read {
  /** The first ones, the longest overdue first. */
  first: readonly Row[];
  /** Those whose time has passed today by the clock of the service. */
  passedToday: readonly Row[];
  /** Those to come. */
  next: readonly Row[];
}

export interface ChosenFollowUps {
  /** Overdue ones first, then by day and time of this computer. */
  followUps: FollowUp[];
  /** The number of those that were due earlier today. */
  lateToday: number;
  /** The number of those of `passedToday` that were due on an earlier day by the clock of this computer. */
  lateBefore: number;
}

/** `timeOf`: when a row is due by the clock of this computer. `today`: its day. */
export const chooseFollowUps = (
  { first, passedToday, next }: Read,
  timeOf: (row: Row) => FollowUpTime | null,
  today: string,
): ChosenFollowUps => {
  const read = (rows: readonly Row[]): FollowUp[] =>
    rows.flatMap((row) => {
      const time = timeOf(row);
      return time === null ? [] : [{ ...time, id: row.id, row }];
    });
  const passed = read(passedToday);
  const late = eachOnce([...read(first), ...passed].filter((one) => one.late));
  const ahead = eachOnce([...passed, ...read(next)].filter((one) => !one.late)).toSorted(byTime);
  const missed = late.filter(({ day }) => day === today);
  const older = late.filter(({ day }) => day !== today);
  const mostLate = SHOWN - Math.min(ahead.length, SHOWN_AHEAD);
  // What was missed today can still be done, so it gets lines before the older ones. One line is kept for these.
  const mostMissed = Math.min(missed.length, mostLate - Math.min(older.length, 1));
  const shown = [...older.slice(0, mostLate - mostMissed), ...missed.slice(0, mostMissed), ...ahead];
  return {
    followUps: shown.slice(0, SHOWN),
    lateToday: passed.filter((one) => one.late && one.day === today).length,
    lateBefore: passed.filter((one) => one.late && one.day !== today).length,
  };
};

/** A day without a time comes before the times of the day. */
const byTime = (one: FollowUpTime, other: FollowUpTime): number => {
  const [a, b] = [one, other].map(({ day, time }) => `${day} ${time ?? ''}`) as [string, string];
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
