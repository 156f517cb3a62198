/**
 * Parses typed days and times: `tomorrow`, `+3d 10:00`, `25.11.`, `next monday 9:00`, `明天下午3点`. chrono parses
 * words; the short forms that it parses wrongly or only in part are parsed here and in `day-words.ts`. A text
 * that cannot be parsed as a whole is not a date: reading `25.11. 10:00` as today at ten would be a serious
 * error.
 */
import { type Component, en, type ParsedResult } from 'chrono-node';
import { hans } from 'chrono-node/zh';
import { trimmed } from '#shared/domain/push-value';
import { calendarDay, dayOfWords, plusDays, plusMonths, simplifyDayWords, withDigits } from './day-words';
import { dayText, localClock, two } from './local-day';

/** A typed day, `YYYY-MM-DD`, and its time, `HH:mm`; null if no time was typed. */
export interface TypedMoment {
  day: string;
  time: string | null;
}

/**
 * Returns the typed moment as local text, `YYYY-MM-DD HH:MM:SS`. Midnight stands for the whole day there, so a typed
 * 0:00 gets one second more.
 */
export const localTextOf = ({ day, time }: TypedMoment): string => {
  if (time === null) return `${day} 00:00:00`;
  return `${day} ${time}:${time === '00:00' ? '01' : '00'}`;
};

export interface TypedMomentOptions {
  /** The current time, to which words like "tomorrow" are relative. */
  now: Date;
  /**
   * True if a weekday alone means the next one, as in a plan; false if it means the last one, as in a filter.
   */
  forward: boolean;
  /**
   * True for a plan: a day without a year is the next such day. Otherwise it is the nearest one, because the
   * day of a document may have passed.
   */
  isPlan?: boolean;
  /** True for a field that has no time. A time alone is no day there: `11.20` may mean 20 November. */
  isDay?: boolean;
}

const DAY_MS = 86_400_000;

/** Returns the day without a year: the next one, today included, or the one nearest to now. */
const dayWithoutYear = (
  month: number,
  day: number,
  { now, isPlan = false }: TypedMomentOptions,
): Date | undefined =>
  [-1, 0, 1]
    .map((years) => calendarDay(now.getFullYear() + years, month, day))
    .filter((date) => date !== undefined)
    .filter((date) => !isPlan || date >= plusDays(now, 0))
    .toSorted((a, b) => Math.abs(a.getTime() - now.getTime()) - Math.abs(b.getTime() - now.getTime()))[0];

/** A year of two digits above 50 is of the last century, as in chrono: the day may be a birthday. */
const fullYear = (text: string): number => {
  const year = Number(text);
  if (text.length > 2) return year;
  return year > 50 ? 1900 + year : 2000 + year;
};

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

/** Parses `+3d`, `-2w`, `+1m`, `+3`: days, weeks or months from today. */
const distance = (text: string, now: Date): Date | undefined => {
  const match = /^([+-])(\d{1,4}) ?(d|day|days|w|week|weeks|m|month|months|天|日|周|月)?$/.exec(text);
  if (!match) return undefined;
  const count = Number(match[2]) * (match[1] === '-' ? -1 : 1);
  const unit = match[3] ?? 'd';
  if (unit.startsWith('m') || unit === '月') return plusMonths(now, count);
  return plusDays(now, unit.startsWith('w') || unit === '周' ? count * 7 : count);
};

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';
const MONTH_DAY = new RegExp(`^(${MONTH})\\.? (?:the )?${DAY}(?:,? (\\d{4}))?$`);
const DAY_MONTH = new RegExp(`^(?:the )?${DAY}\\.? ?(?:of )?(${MONTH})\\.?(?:,? (\\d{4}))?$`);

/** Parses `Nov 26`, `26 November 2027`. chrono would read the 26 as a year. */
const namedMonth = (text: string, options: TypedMomentOptions): Date | undefined => {
  const first = MONTH_DAY.exec(text);
  const [, day, name, year] = first ? [0, first[2], first[1], first[3]] : (DAY_MONTH.exec(text) ?? []);
  if (day === undefined || name === undefined) return undefined;
  const month = MONTHS.indexOf(name.slice(0, 3)) + 1;
  return year === undefined
    ? dayWithoutYear(month, Number(day), options)
    : calendarDay(Number(year), month, Number(day));
};

/** Parses `25/11`, and `11/25` if there is no such month. chrono would take the next one, also for a past document. */
const slashed = (text: string, options: TypedMomentOptions): Date | undefined => {
  const match = /^(\d{1,2})\/(\d{1,2})$/.exec(text);
  if (!match) return undefined;
  const [day, month] = [Number(match[1]), Number(match[2])];
  return month > 12 ? dayWithoutYear(day, month, options) : dayWithoutYear(month, day, options);
};

/** Parses `2026-11-25`, `20261125`, `25.11.`, `25.11.2026`, `11-25`, `11月25日`. */
const numbers = (text: string, options: TypedMomentOptions): Date | undefined => {
  const iso =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text);
  if (iso) return calendarDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dotted = /^(\d{1,2})\. ?(\d{1,2})\.? ?(\d{4}|\d{2})?$/.exec(text);
  if (dotted) {
    const [, day, month, year] = dotted;
    return year === undefined
      ? dayWithoutYear(Number(month), Number(day), options)
      : calendarDay(fullYear(year), Number(month), Number(day));
  }
  const dated = /^(\d{4}|\d{2})年(\d{1,2})月(\d{1,2})[日号]?$/.exec(text);
  if (dated) return calendarDay(fullYear(dated[1] ?? ''), Number(dated[2]), Number(dated[3]));
  const short = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? /^(\d{1,2})月(\d{1,2})[日号]?$/.exec(text);
  return short ? dayWithoutYear(Number(short[1]), Number(short[2]), options) : undefined;
};

const has = (result: ParsedResult, ...parts: Component[]): boolean =>
  parts.some((part) => result.start.isCertain(part));

/** chrono would read `last friday` as the next one if it looks for days in the future. */
const IN_THE_PAST = /\b(?:last|past) (?:week|mon|tue|wed|thu|fri|sat|sun)/;
/** chrono would read a weekday without a week or a date as the nearest one, which may be to come. */
const WEEKDAY_ALONE = /^(?:on )?(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b(?!.*week)/;
/** `14h` may be a time of day or a distance; chrono reads the distance. `1m` is a month in `+1m`, not a minute. */
const AMBIGUOUS = /^\d+ ?[hm]$/;

/** Returns chrono's result, if it parses the whole text as one moment. */
const words = (text: string, options: TypedMomentOptions): TypedMoment | undefined => {
  const { now, forward, isPlan = false } = options;
  // If numbers are not a day, chrono would take a part of them that could be one.
  if (/^[\d. -]+$/.test(text) || AMBIGUOUS.test(text)) return undefined;
  const forwardDate = forward && !IN_THE_PAST.test(text);
  for (const chrono of [en.GB, hans]) {
    const results = chrono.parse(text, now, { forwardDate });
    const [result] = results;
    if (results.length !== 1 || !result || result.end || result.text.length !== text.length) continue;
    const found = result.start.date();
    const isAlone = WEEKDAY_ALONE.test(text) && !has(result, 'day');
    const isToCome = !forward && isAlone && dayText(found) > dayText(now);
    // chrono would take the next such day, also for a document of last week.
    const isNearest = !isPlan && has(result, 'month') && !has(result, 'year');
    const nearest = isNearest && dayWithoutYear(found.getMonth() + 1, found.getDate(), options);
    const date = isToCome ? plusDays(found, -7) : nearest || found;
    const timed = has(result, 'hour') && !/^(?:now|现在)$/.test(text);
    return { day: dayText(date), time: timed ? localClock(found) : null };
  }
  return undefined;
};

interface SplitText {
  dayPart: string;
  /** Undefined if the words contradict each other, as in `晚上12点` and `0pm`. */
  time: string | undefined;
}

const clockText = (hours: number, minutes: number): string | undefined =>
  hours < 24 && minutes < 60 ? `${two(hours)}:${two(minutes)}` : undefined;

const CLOCK = /^(.*?)[ ,，]*(?:at )?(?<![\d.:-])(\d{1,2})[:.：](\d{2})$/;
const HALF_DAY_CLOCK = /^(.*?)[ ,，]*(?:at )?(?<![\d.:-])(\d{1,2})(?:[:.](\d{2}))? ?(am|pm)$/;
const CHINESE_CLOCK =
  /^(.*?)[ ,，]*(凌晨|早上|早|上午|中午|下午|傍晚|晚上|晚)?(?<![\d.:-])(\d{1,2})(?:[点时](半|(\d{1,2})分?)?|[:：](\d{2}))$/;

/**
 * Returns the hour of the day. Returns 24, which is not an hour, if the words contradict each other (`晚上3点`,
 * `13pm`).
 */
const hourOf = (hour: number, part: string | undefined): number => {
  if (part === undefined) return hour;
  if (hour < 1 || hour > 12) return 24;
  if (/^(?:am|凌晨|早|上午)/.test(part)) {
    const twelve = part === 'am' || part === '凌晨' ? 0 : 12;
    return hour === 12 ? twelve : hour;
  }
  if (part === '中午') {
    if (hour >= 11) return hour;
    return hour <= 2 ? hour + 12 : 24;
  }
  if (part.startsWith('晚')) return hour >= 5 && hour < 12 ? hour + 12 : 24;
  return hour === 12 ? 12 : hour + 12;
};

/** A part of the day without an hour, as in `周五下午`. It is not a time, so only the day is used. */
const PART_OF_DAY = /^(.+?) ?(?:凌晨|早上|上午|中午|下午|傍晚|晚上)$/;

/** Splits a text that ends with a time into day and time; undefined if it does not end with one. */
const splitClock = (text: string): SplitText | undefined => {
  // `5.12.` is a day and a month, not a time.
  const dotted = /^(\d{1,2})\.(\d{1,2})$/.exec(text);
  if (dotted && calendarDay(2000, Number(dotted[2]), Number(dotted[1]))) return undefined;
  const plain = CLOCK.exec(text);
  const half = HALF_DAY_CLOCK.exec(text);
  const chinese = CHINESE_CLOCK.exec(withDigits(text));
  const plainTime = plain && clockText(Number(plain[2]), Number(plain[3]));
  if (plainTime && !chinese?.[2]) return { dayPart: plain[1] ?? '', time: plainTime };
  if (half)
    return {
      dayPart: half[1] ?? '',
      time: clockText(hourOf(Number(half[2]), half[4]), Number(half[3] ?? 0)),
    };
  const minutes = chinese?.[4] === '半' ? 30 : Number(chinese?.[5] ?? chinese?.[6] ?? 0);
  const chineseTime = chinese ? clockText(hourOf(Number(chinese[3]), chinese[2]), minutes) : undefined;
  return chineseTime || chinese?.[2] ? { dayPart: chinese?.[1] ?? '', time: chineseTime } : undefined;
};

/**
 * Parses typed text; undefined if it is not one day, with or without a time. Full-width characters are
 * accepted. A time alone means today.
 */
export const parseTypedMoment = (typed: string, options: TypedMomentOptions): TypedMoment | undefined => {
  const text = simplifyDayWords(trimmed(typed.normalize('NFKC')).toLowerCase().replaceAll(/\s+/g, ' '));
  if (text === '' || text.length > 60) return undefined;
  const { dayPart, time } = splitClock(text) ?? { dayPart: PART_OF_DAY.exec(text)?.[1] ?? text, time: null };
  if (time === undefined || (dayPart === '' && options.isDay)) return undefined;
  const date =
    dayPart === ''
      ? options.now
      : (numbers(dayPart, options) ??
        slashed(dayPart, options) ??
        namedMonth(dayPart, options) ??
        distance(dayPart, options.now) ??
        chineseWeekday(dayPart, options) ??
        dayOfWords(dayPart, options));
  if (date && Math.abs(date.getTime() - options.now.getTime()) < 200 * 366 * DAY_MS)
    return { day: dayText(date), time };
  // A month and a number that is not one of its days is refused, because chrono would read the number as a
  // year.
  const isNoDay = date !== undefined || MONTH_DAY.test(dayPart) || DAY_MONTH.test(dayPart);
  return isNoDay ? undefined : words(text, options);
};
