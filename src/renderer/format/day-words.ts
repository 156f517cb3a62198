/**
 * Parses days in words that chrono does not parse, or parses differently in its English and its Chinese part:
 * `25号`, `the 25th`, `月底`, `end of year`, `两周后`, `下个月`, `in two weeks`. chrono's distances are hours: a month
 * after 31 January is in March, and two weeks after a late evening are a day off if the clocks change between. Pure. A
 * day that does not exist in the calendar (`32号`, `本月31号` in November) is not found.
 */

/** Returns midnight of a calendar day; undefined if there is no such day. `month` counts from 1. */
export const calendarDay = (year: number, month: number, day: number): Date | undefined => {
  const date = new Date(year, month - 1, day);
  return date.getMonth() === month - 1 && date.getDate() === day ? date : undefined;
};

/** Returns midnight some days later; a negative number of days means earlier. */
export const plusDays = (date: Date, days: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

/** Returns the same day of another month, or the last day of that month. */
export const plusMonths = (date: Date, months: number): Date => {
  const last = monthEnd(date, months);
  return new Date(last.getFullYear(), last.getMonth(), Math.min(date.getDate(), last.getDate()));
};

const monthEnd = (date: Date, months: number): Date =>
  new Date(date.getFullYear(), date.getMonth() + months + 1, 0);

const SIMPLIFIED: Record<string, string> = {
  後: '后',
  個: '个',
  週: '周',
  號: '号',
  兩: '两',
  點: '点',
  禮: '礼',
};

/** Replaces the traditional characters in these words by simplified ones. */
export const simplifyDayWords = (text: string): string =>
  text.replaceAll(/[後個週號兩點禮]/g, (character) => SIMPLIFIED[character] ?? character);

const DIGITS = '零一二三四五六七八九';
const digitOf = (character: string): number => (character === '两' ? 2 : DIGITS.indexOf(character));

/** Replaces Chinese numbers from 1 to 99 by digits: `二十五号` becomes `25号`. Weekdays (`周一`) stay. */
export const withDigits = (text: string): string =>
  text.replaceAll(
    /(?<!周|星期|礼拜)(?:([二三四五六七八九])?十([一二三四五六七八九])?|[零一二两三四五六七八九])/g,
    (number) => {
      const [tens, ones] = number.split('十');
      if (ones === undefined) return String(digitOf(number));
      return String((tens ? digitOf(tens) : 1) * 10 + (ones ? digitOf(ones) : 0));
    },
  );

/** The units of a distance from today, in days or months. */
const STEPS: Record<string, { days: number } | { months: number }> = {
  天: { days: 1 },
  日: { days: 1 },
  周: { days: 7 },
  星期: { days: 7 },
  礼拜: { days: 7 },
  月: { months: 1 },
  年: { months: 12 },
  day: { days: 1 },
  week: { days: 7 },
  month: { months: 1 },
  year: { months: 12 },
};
const stepped = (now: Date, unit: string, count: number): Date => {
  const step = STEPS[unit] ?? { days: 1 };
  return 'days' in step ? plusDays(now, step.days * count) : plusMonths(now, step.months * count);
};

/** Words for another month or week, and how many months or weeks later it is. */
const LATER: Record<string, number> = { 下下: 2, 下: 1, next: 1, 本: 0, 这: 0, this: 0, 上: -1, last: -1 };
const laterOf = (word: string | undefined): number => LATER[word ?? ''] ?? 0;

/** Returns the next day with this number, today included; the last one if `forward` is false. */
const numberedDay = (day: number, now: Date, forward: boolean): Date | undefined => {
  const today = plusDays(now, 0);
  return [0, 1, 2]
    .map((months) => monthEnd(now, forward ? months : -months))
    .map((month) => calendarDay(month.getFullYear(), month.getMonth() + 1, day))
    .find((date) => date !== undefined && (forward ? date >= today : date <= today));
};

/** How many months from now the nearest month with this number is. */
const nearestMonth = (month: number, now: Date): number => {
  const months = month - 1 - now.getMonth();
  if (months > 6) return months - 12;
  return months < -6 ? months + 12 : months;
};

/**
 * Returns the first or last day of a month without a year: of the nearest such month, or, in a plan, of the
 * next one whose day has not passed.
 */
const dayOfMonth = (month: number, isLast: boolean, now: Date, isPlan: boolean): Date => {
  const nearest = nearestMonth(month, now);
  const [day, later] = [nearest, nearest + 12].map((months) => {
    const last = monthEnd(now, months);
    return isLast ? last : new Date(last.getFullYear(), last.getMonth(), 1);
  }) as [Date, Date];
  return isPlan && day < plusDays(now, 0) ? later : day;
};

const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const numberOf = (text: string): number =>
  /^an?$/.test(text) ? 1 : NUMBERS.indexOf(text) + 1 || Number(text);
const ENGLISH_DISTANCE = new RegExp(
  `^(?:in )?(\\d{1,4}|an?|${NUMBERS.join('|')}) (day|week|month|year)s?(?: (ago|later|from now|from today))?$`,
);

/** Chinese words for days near today; a part of the day may follow (`明早`). */
const NEAR: Record<string, number> = { 大前: -3, 前: -2, 昨: -1, 今: 0, 明: 1, 后: 2, 大后: 3 };

type Reading = (match: RegExpExecArray, now: Date, forward: boolean, isPlan: boolean) => Date | undefined;

/** The first pattern that matches the whole text is used. */
const READINGS: readonly (readonly [RegExp, Reading])[] = [
  // In the first hour of a day, chrono's 明天 is that day.
  [
    /^(?:(大前|前|昨|今|明|后|大后)[天日][早晚]?|(昨|今|明)[早晚]?)$/,
    ([, day, short], now) => plusDays(now, NEAR[day ?? short ?? ''] ?? 0),
  ],
  // chrono takes an hour for each part of the day, and the next day if that hour has passed.
  [/^(?:this (?:morning|afternoon|evening)|tonight)$/, (_, now) => plusDays(now, 0)],
  [/^(?:the )?day after tomorrow$/, (_, now) => plusDays(now, 2)],
  [/^(?:the )?day before yesterday$/, (_, now) => plusDays(now, -2)],
  [/^(?:in )?a fortnight$/, (_, now) => plusDays(now, 14)],
  [
    ENGLISH_DISTANCE,
    ([, count, unit, side], now) =>
      stepped(now, unit ?? '', numberOf(count ?? '') * (side === 'ago' ? -1 : 1)),
  ],
  [/^(?:in )?half a year$/, (_, now) => plusMonths(now, 6)],
  [/^(next|last) (week|month|year)$/, ([, later, unit], now) => stepped(now, unit ?? '', laterOf(later))],
  [
    /^(?:(?:on )?the )?(\d{1,2})(?:st|nd|rd|th)$/,
    ([, day], now, forward) => numberedDay(Number(day), now, forward),
  ],
  [/^(\d{1,2})[号日]$/, ([, day], now, forward) => numberedDay(Number(day), now, forward)],
  [
    /^(下下|下|本|这|上)个?月(\d{1,2})[号日]$/,
    ([, later, day], now) => {
      const month = monthEnd(now, laterOf(later));
      return calendarDay(month.getFullYear(), month.getMonth() + 1, Number(day));
    },
  ],
  [/^(?:(下下|下|本|这|上)个?)?月[底末]$/, ([, later], now) => monthEnd(now, laterOf(later))],
  [
    /^(?:at )?(?:the )?(?:end of (?:the )?(?:(this|next|last) )?month|month[- ]end|eom)$/,
    ([, later], now) => monthEnd(now, laterOf(later)),
  ],
  [
    /^(\d{1,2})月([底末初])?$/,
    ([, month, part], now, _, isPlan) =>
      Number(month) < 1 || Number(month) > 12
        ? undefined
        : dayOfMonth(Number(month), part === '底' || part === '末', now, isPlan),
  ],
  [/^(?:今)?年[底末]$/, (_, now) => new Date(now.getFullYear(), 11, 31)],
  [/^(?:the )?end of (?:the |this )?year$/, (_, now) => new Date(now.getFullYear(), 11, 31)],
  [/^(下下|下|上)个?(周|星期|礼拜|月)$/, ([, later, unit], now) => stepped(now, unit ?? '', laterOf(later))],
  [/^半年[以之]?后$/, (_, now) => plusMonths(now, 6)],
  [
    /^(\d{1,4})个?(天|日|周|星期|礼拜|月|年)([以之]?后|[以之]?前)$/,
    ([, count, unit, side], now) => stepped(now, unit ?? '', Number(count) * (side?.endsWith('前') ? -1 : 1)),
  ],
];

/**
 * Returns the day that a text of lower-case words names; undefined if no pattern matches. A number alone
 * (`25号`) means the next such day if `forward`, otherwise the last one. A month alone (`8月`) does not mean a
 * day that has passed if `isPlan`.
 */
export const dayOfWords = (
  text: string,
  { now, forward, isPlan = false }: { now: Date; forward: boolean; isPlan?: boolean },
): Date | undefined => {
  const digits = withDigits(text);
  for (const [pattern, read] of READINGS) {
    const match = pattern.exec(digits);
    if (match) return read(match, now, forward, isPlan);
  }
  return undefined;
};
