/**
 * Parses typed days and times: `tomorrow`, `+3d 10:00`, `25.11.`, `next monday 9:00`, `明天下午3点`. chrono parses
 * words; the short forms that it parses wrongly or only in part are parsed here. A text that is not
 * understood as a whole is not a date: reading `25.11. 10:00` as today at ten would be a serious error.
 */
import { type Component, en, type ParsedResult } from 'chrono-node';
import { hans } from 'chrono-node/zh';

/** A typed day, `YYYY-MM-DD`, and its time, `HH:mm`; null if no time was typed. */
export interface TypedMoment {
  day: string;
  time: string | null;
}

export interface TypedMomentOptions {
  /** The current time, from which words like "tomorrow" count. */
  now: Date;
  /**
   * True if a weekday alone means the next one, as in a plan; false if it means the last one, as in a filter.
   */
  forward: boolean;
}

const DAY_MS = 86_400_000;
const two = (value: number): string => String(value).padStart(2, '0');
const dayText = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** The day of these numbers; undefined if there is no such day. */
const calendarDay = (year: number, month: number, day: number): Date | undefined => {
  const date = new Date(year, month - 1, day);
  return date.getMonth() === month - 1 && date.getDate() === day ? date : undefined;
};
const plusDays = (date: Date, days: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
const plusMonths = (date: Date, months: number): Date => {
  const first = new Date(date.getFullYear(), date.getMonth() + months, 1);
  const last = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  return new Date(first.getFullYear(), first.getMonth(), Math.min(date.getDate(), last));
};

/** A day without a year is the one nearest to now. */
const nearestYear = (month: number, day: number, now: Date): Date | undefined =>
  [-1, 0, 1]
    .map((years) => calendarDay(now.getFullYear() + years, month, day))
    .filter((date) => date !== undefined)
    .toSorted((a, b) => Math.abs(a.getTime() - now.getTime()) - Math.abs(b.getTime() - now.getTime()))[0];

const fullYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

const WEEKDAYS = '一二三四五六日';
/** Chinese weeks begin on Monday: 下周一 typed on a Sunday is the next day. */
const chineseWeekday = (text: string, { now, forward }: TypedMomentOptions): Date | undefined => {
  const match = /^(下下|下|本|这|上)?个?(?:周|星期|礼拜)([一二三四五六日天])$/.exec(text);
  if (!match) return undefined;
  const monday = plusDays(now, -((now.getDay() + 6) % 7));
  const wanted = plusDays(monday, WEEKDAYS.indexOf(match[2] === '天' ? '日' : (match[2] ?? '')));
  switch (match[1]) {
    case '下下':
      return plusDays(wanted, 14);
    case '下':
      return plusDays(wanted, 7);
    case '上':
      return plusDays(wanted, -7);
    case undefined: {
      const today = plusDays(now, 0);
      if (forward) return wanted < today ? plusDays(wanted, 7) : wanted;
      return wanted > today ? plusDays(wanted, -7) : wanted;
    }
    default:
      return wanted;
  }
};

/** `+3d`, `-2w`, `+1m`, `+3`: days, weeks or months from today. */
const distance = (text: string, now: Date): Date | undefined => {
  const match = /^([+-])(\d{1,4}) ?(d|day|days|w|week|weeks|m|month|months|天|日|周|月)?$/.exec(text);
  if (!match) return undefined;
  const count = Number(match[2]) * (match[1] === '-' ? -1 : 1);
  const unit = match[3] ?? 'd';
  if (unit.startsWith('m') || unit === '月') return plusMonths(now, count);
  return plusDays(now, unit.startsWith('w') || unit === '周' ? count * 7 : count);
};

/** `2026-11-25`, `25.11.`, `25.11.2026`, `11-25`, `11月25日`. */
const numbers = (text: string, now: Date): Date | undefined => {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (iso) return calendarDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dotted = /^(\d{1,2})\. ?(\d{1,2})\.? ?(\d{4}|\d{2})?$/.exec(text);
  if (dotted) {
    const [, day, month, year] = dotted;
    return year === undefined
      ? nearestYear(Number(month), Number(day), now)
      : calendarDay(fullYear(year), Number(month), Number(day));
  }
  const short = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? /^(\d{1,2})月(\d{1,2})[日号]?$/.exec(text);
  return short ? nearestYear(Number(short[1]), Number(short[2]), now) : undefined;
};

const has = (result: ParsedResult, ...parts: Component[]): boolean =>
  parts.some((part) => result.start.isCertain(part));

/** chrono's result, if it parses the whole text as one moment. */
const words = (text: string, { now, forward }: TypedMomentOptions): TypedMoment | undefined => {
  // From numbers that are not a day, chrono takes a part that could be one.
  if (/^[\d. -]+$/.test(text)) return undefined;
  for (const chrono of [en.GB, hans]) {
    const results = chrono.parse(text, now, { forwardDate: forward });
    const [result] = results;
    if (results.length !== 1 || !result || result.end || result.text.length !== text.length) continue;
    const date = result.start.date();
    const timed = has(result, 'hour') && !/^(?:now|现在)$/.test(text);
    return { day: dayText(date), time: timed ? `${two(date.getHours())}:${two(date.getMinutes())}` : null };
  }
  return undefined;
};

const CLOCK = /^(.*?)[ ,，]*(?:at )?(?<![\d.:-])(\d{1,2})[:.：](\d{2})$/;

/**
 * Parses typed text; undefined if it is not one day, with or without a time. Full-width characters are
 * accepted. A time alone means today.
 */
export const parseTypedMoment = (typed: string, options: TypedMomentOptions): TypedMoment | undefined => {
  const text = typed.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (text === '' || text.length > 60) return undefined;
  const clock = CLOCK.exec(text);
  const [hours, minutes] = [Number(clock?.[2]), Number(clock?.[3])];
  const timed = clock !== null && hours < 24 && minutes < 60;
  const dayPart = timed ? (clock[1] ?? '') : text;
  const date =
    dayPart === ''
      ? options.now
      : (numbers(dayPart, options.now) ?? distance(dayPart, options.now) ?? chineseWeekday(dayPart, options));
  if (date && Math.abs(date.getTime() - options.now.getTime()) < 200 * 366 * DAY_MS)
    return { day: dayText(date), time: timed ? `${two(hours)}:${two(minutes)}` : null };
  return date ? undefined : words(text, options);
};
