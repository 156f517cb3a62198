/**
 * Computes ranges of days, the ranges that they are compared with, and the table as a CSV file. Pure. Days
 * are days of the server; both ends are included.
 */
import type { WithoutReport } from '#shared/contract/sync';
import { csvRow, CSV_BOM } from '#shared/domain/csv';
import { isDay } from '#shared/domain/time';
import { REPORT_COUNTS, type ReportCount } from '#shared/http-api/report';
import type { DayRange } from '../../format/day-range';

export const PRESETS = ['thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', 'thisQuarter', 'last30'] as const;
export type ReportPreset = (typeof PRESETS)[number];
export const COMPARISONS = ['previous', 'year', 'none'] as const;
export type Comparison = (typeof COMPARISONS)[number];
export interface ReportRow {
  userId: string;
  name: string;
  counts: Partial<Record<ReportCount, number>>;
}

const DAY_MS = 86_400_000;
const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const day = (year: number, month: number, date: number): string => dayAt(Date.UTC(year, month, date));
const plus = (from: string, days: number): string => dayAt(msOf(from) + days * DAY_MS);
const lengthOf = ({ from, to }: DayRange): number => Math.round((msOf(to) - msOf(from)) / DAY_MS) + 1;
const partsOf = (text: string): [year: number, month: number, date: number] => {
  const [y = 0, m = 1, d = 1] = text.split('-').map(Number);
  return [y, m - 1, d];
};
const mondayOf = (text: string): string => plus(text, -((new Date(msOf(text)).getUTCDay() + 6) % 7));

/**
 * Returns the range of a preset. Weeks, months and quarters are whole ranges, also the current ones: the same
 * range is stored all week, so that figures read on Monday are found on Friday without a connection.
 */
export const rangeOf = (preset: ReportPreset, today: string): DayRange => {
  const [year, month] = partsOf(today);
  const quarter = month - (month % 3);
  switch (preset) {
    case 'thisWeek':
      return { from: mondayOf(today), to: plus(mondayOf(today), 6) };
    case 'lastWeek':
      return { from: plus(mondayOf(today), -7), to: plus(mondayOf(today), -1) };
    case 'thisMonth':
      return { from: day(year, month, 1), to: day(year, month + 1, 0) };
    case 'lastMonth':
      return { from: day(year, month - 1, 1), to: day(year, month, 0) };
    case 'thisQuarter':
      return { from: day(year, quarter, 1), to: day(year, quarter + 3, 0) };
    case 'last30':
      return { from: plus(today, -29), to: today };
  }
};

/**
 * Returns the range of an address. A day that is missing or not in the calendar is replaced, because a link may be
 * cut.
 */
export const readRange = (
  { from = '', to = '' }: Readonly<Record<string, string>>,
  today: string,
): DayRange => {
  const last = isDay(to) ? to : today;
  const first = isDay(from) ? from : last;
  return { from: first, to: last < first ? first : last };
};

const monthsIn: Partial<Record<ReportPreset, number>> = { thisMonth: 1, lastMonth: 1, thisQuarter: 3 };

/** Returns the day some months earlier, or the last day of that month if the month is shorter. */
const monthsBefore = (text: string, months: number): string => {
  const [year, month, date] = partsOf(text);
  const last = Number(day(year, month - months + 1, 0).slice(8));
  return day(year, month - months, Math.min(date, last));
};

const isMonthEnd = (text: string): boolean => plus(text, 1).endsWith('-01');
const monthEndOf = (text: string): string => {
  const [year, month] = partsOf(text);
  return day(year, month + 1, 0);
};

/**
 * Returns the same range one year earlier. Whole months stay whole months, and a preset of weeks or days keeps
 * its number of days, although one of the two years has a 29 February.
 */
const yearBefore = (
  range: DayRange,
  { isOver, preset }: { isOver: boolean; preset: ReportPreset | undefined },
): DayRange => {
  const [from, to] = [monthsBefore(range.from, 12), monthsBefore(range.to, 12)];
  if (preset !== undefined && monthsIn[preset] === undefined)
    return { from, to: plus(from, lengthOf(range) - 1) };
  const isWholeMonths = isOver && range.from.endsWith('-01') && isMonthEnd(range.to);
  return { from, to: isWholeMonths ? monthEndOf(to) : to };
};

/**
 * Returns the range to compare with; null for none. A range that is not over yet is compared with the same
 * number of days, so that Monday and Tuesday are not compared with a whole week.
 */
export const comparedWith = (
  range: DayRange,
  preset: ReportPreset | undefined,
  comparison: Comparison,
  today: string,
): DayRange | null => {
  if (comparison === 'none') return null;
  const { from, to } = range;
  const soFar = from <= today && today < to ? { from, to: today } : range;
  if (comparison === 'year') return yearBefore(soFar, { isOver: soFar === range, preset });
  const months = preset === undefined ? undefined : monthsIn[preset];
  if (months === undefined)
    return { from: plus(from, -lengthOf(range)), to: plus(from, -lengthOf(range) + lengthOf(soFar) - 1) };
  const start = monthsBefore(from, months);
  const whole = soFar === range;
  const end = whole ? plus(from, -1) : plus(start, lengthOf(soFar) - 1);
  return { from: start, to: end < from ? end : plus(from, -1) };
};

export const totalOf = (rows: readonly ReportRow[], metric: ReportCount): number =>
  rows.reduce((sum, { counts }) => sum + (counts[metric] ?? 0), 0);

/** Formats `+3`, `−2` or `0`; the minus sign has the width of the plus sign. */
export const signed = (difference: number, format: (value: number) => string): string => {
  if (difference > 0) return `+${format(difference)}`;
  return difference < 0 ? `−${format(-difference)}` : '0';
};

/**
 * The figures of one range whose sums are compared: without those of people whose figures of the other range are
 * missing, because the sums of that range do not include these people.
 */
export const comparable = (
  rows: readonly ReportRow[],
  missing: readonly WithoutReport[],
): readonly ReportRow[] => rows.filter(({ userId }) => !missing.some((person) => person.userId === userId));

/** The names of people without figures in one of the answers, each once. */
export const namesOf = (...lists: readonly (readonly WithoutReport[])[]): string[] => [
  ...new Map(lists.flat().map(({ userId, name }) => [userId, name])).values(),
];

export interface TableWords {
  person: string;
  /** Says whose figures are missing in the sums, if any are. */
  total: string;
  figure: (metric: ReportCount) => string;
  before: (metric: ReportCount) => string;
}

/**
 * The table as a spreadsheet reads it: every figure, and beside it the one it is compared with; then the
 * people without figures, with empty cells because 0 would be wrong; the sums last.
 */
export const tableCsv = ({
  rows,
  before,
  missing,
  words,
}: {
  rows: readonly ReportRow[];
  before: readonly ReportRow[] | null;
  missing: readonly WithoutReport[];
  words: TableWords;
}): string => {
  const columns = REPORT_COUNTS.flatMap((metric) =>
    before === null ? [words.figure(metric)] : [words.figure(metric), words.before(metric)],
  );
  const cells = (
    now: Partial<Record<ReportCount, number>>,
    then: Partial<Record<ReportCount, number>> | undefined,
  ): string[] =>
    REPORT_COUNTS.flatMap((metric) =>
      before === null
        ? [String(now[metric] ?? 0)]
        : [String(now[metric] ?? 0), then === undefined ? '' : String(then[metric] ?? 0)],
    );
  const sums = (list: readonly ReportRow[]) =>
    Object.fromEntries(REPORT_COUNTS.map((metric) => [metric, totalOf(list, metric)])) as Record<
      ReportCount,
      number
    >;
  const lines = rows.map((row) => [
    row.name,
    ...cells(row.counts, before?.find(({ userId }) => userId === row.userId)?.counts),
  ]);
  const withoutFigures = missing.map(({ userId, name }) => {
    const then = before?.find((row) => row.userId === userId)?.counts;
    const figures = REPORT_COUNTS.flatMap((metric) =>
      before === null ? [''] : ['', then === undefined ? '' : String(then[metric] ?? 0)],
    );
    return [name, ...figures];
  });
  return (
    CSV_BOM +
    [
      [words.person, ...columns],
      ...lines,
      ...withoutFigures,
      [words.total, ...cells(sums(rows), before === null ? undefined : sums(before))],
    ]
      .map(csvRow)
      .join('')
  );
};
