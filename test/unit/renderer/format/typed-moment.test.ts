import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { localToServer } from '#shared/domain/time';
import { localTextOf, parseTypedMoment } from '../../../../src/renderer/format/typed-moment';

/** A Sunday. */
const now = new Date(2026, 10, 22, 9, 30);
const read = (text: string, forward = true): string | undefined => {
  const moment = parseTypedMoment(text, { now, forward });
  return moment && (moment.time === null ? moment.day : `${moment.day} ${moment.time}`);
};

/** Texts like moments; some name days that the calendar does not have. */
const likely = fc
  .tuple(
    fc.nat(33),
    fc.nat(14),
    fc.constantFrom(
      'D.M.',
      'D.M.2027',
      'M-D',
      '2027-M-D',
      'M月D日',
      '+Dd',
      '-Mw',
      'in D days',
      'M天后',
      'D号',
      'M月底',
      '下月D号',
      '26年M月D日',
    ),
    fc.constantFrom('', ' 10:00', ' 25:00'),
  )
  .map(([day, month, form, time]) => form.replace('D', String(day)).replace('M', String(month)) + time);
/** The day of the calendar that a text names. */
const calendarDay = (text = '2026-01-01'): string => new Date(text).toISOString().slice(0, 10);

describe('a typed day', () => {
  it.each([
    ['2026-12-01', '2026-12-01'],
    ['2026-12-01 08:15', '2026-12-01 08:15'],
    ['２０２６－１２－０１　０８：１５', '2026-12-01 08:15'],
    ['\u200e2026-12-01\u200b', '2026-12-01'],
    ['25.11.', '2026-11-25'],
    ['25.11. 10:00', '2026-11-25 10:00'],
    ['25.11.2027 7:05', '2027-11-25 07:05'],
    ['25.11.27', '2027-11-25'],
    // A birthday. The same with slashes is of the last century too.
    ['5.3.85', '1985-03-05'],
    ['5/3/85', '1985-03-05'],
    ['85年3月5日', '1985-03-05'],
    ['3.1.', '2027-01-03'],
    ['25/11 14:30', '2026-11-25 14:30'],
    ['11-25', '2026-11-25'],
    ['+3d', '2026-11-25'],
    ['+3', '2026-11-25'],
    ['+2w 9:00', '2026-12-06 09:00'],
    ['-1w', '2026-11-15'],
    ['+1m', '2026-12-22'],
    ['10:00', '2026-11-22 10:00'],
    ['tomorrow', '2026-11-23'],
    ['Tomorrow 10:00', '2026-11-23 10:00'],
    ['tomorrow at 3pm', '2026-11-23 15:00'],
    ['tomorrow 1am', '2026-11-23 01:00'],
    ['tomorrow 1pm', '2026-11-23 13:00'],
    ['tomorrow 12am', '2026-11-23 00:00'],
    ['tomorrow 12:30pm', '2026-11-23 12:30'],
    ['明天上午12点', '2026-11-23 12:00'],
    ['明天中午1点', '2026-11-23 13:00'],
    ['monday', '2026-11-23'],
    ['next monday 9:00', '2026-11-23 09:00'],
    ['friday', '2026-11-27'],
    ['in 3 days', '2026-11-25'],
    ['25 Nov', '2026-11-25'],
    ['Nov 26', '2026-11-26'],
    ['Dec 15', '2026-12-15'],
    ['Dec. 5th', '2026-12-05'],
    ['Jan 15', '2027-01-15'],
    ['December 24, 2027', '2027-12-24'],
    ['26th of November', '2026-11-26'],
    ['Nov 26 10:00', '2026-11-26 10:00'],
    ['nov 26 at 3pm', '2026-11-26 15:00'],
    ['20261205', '2026-12-05'],
    ['5.12', '2026-12-05'],
    ['1.12', '2026-12-01'],
    ['9.30', '2026-11-22 09:30'],
    ['周五下午', '2026-11-27'],
    ['周五 上午', '2026-11-27'],
    ['明天', '2026-11-23'],
    ['明天 10:00', '2026-11-23 10:00'],
    ['明天下午3点', '2026-11-23 15:00'],
    ['后天', '2026-11-24'],
    ['下周一', '2026-11-23'],
    ['下周一 9:00', '2026-11-23 09:00'],
    ['周五', '2026-11-27'],
    ['11月25日 14:30', '2026-11-25 14:30'],
    ['3天后', '2026-11-25'],
    ['25号', '2026-11-25'],
    ['二十五号 10:00', '2026-11-25 10:00'],
    ['25號下午兩點半', '2026-11-25 14:30'],
    ['the 25th', '2026-11-25'],
    ['22号', '2026-11-22'],
    ['21号', '2026-12-21'],
    ['31号', '2026-12-31'],
    ['下个月5号', '2026-12-05'],
    ['月底', '2026-11-30'],
    ['下月底 9:00', '2026-12-31 09:00'],
    ['2月底', '2027-02-28'],
    ['年底', '2026-12-31'],
    ['12月', '2026-12-01'],
    ['end of month', '2026-11-30'],
    ['end of next month', '2026-12-31'],
    ['month end', '2026-11-30'],
    ['end of year', '2026-12-31'],
    ['一周后', '2026-11-29'],
    ['两周后', '2026-12-06'],
    ['两天后', '2026-11-24'],
    ['2周前', '2026-11-08'],
    ['半年后', '2027-05-22'],
    ['下周', '2026-11-29'],
    ['下个月', '2026-12-22'],
    ['in a week', '2026-11-29'],
    ['in two days', '2026-11-24'],
    ['in a week 3pm', '2026-11-29 15:00'],
    ['day after tomorrow', '2026-11-24'],
    ['next month', '2026-12-22'],
    ['26年12月1日', '2026-12-01'],
    ['下周三', '2026-11-25'],
    ['下周三下午3点', '2026-11-25 15:00'],
    ['周五晚上8点半', '2026-11-27 20:30'],
    // Today is a Sunday.
    ['周日', '2026-11-22'],
    ['星期天 10:00', '2026-11-22 10:00'],
  ])('%s is %s', (typed, expected) => {
    expect(read(typed)).toBe(expected);
  });
  it.each([
    ['15.6.', '2027-06-15'],
    ['15.6. 10:00', '2027-06-15'],
    ['15 June', '2027-06-15'],
    ['Jun 15', '2027-06-15'],
    ['06-15', '2027-06-15'],
    ['6月15日', '2027-06-15'],
    ['9.12.', '2027-12-09'],
    ['10.12.', '2026-12-10'],
    ['11.12.', '2026-12-11'],
    ['15.6.2026', '2026-06-15'],
  ])('without a year is the next one in a plan: %s', (typed, expected) => {
    const december = new Date(2026, 11, 10, 9);
    const options = { now: december, forward: true };
    expect(parseTypedMoment(typed, { ...options, isPlan: true })?.day).toBe(expected);
  });
  it.each([
    ['8月', '2027-08-01'],
    ['8月初', '2027-08-01'],
    ['8月底', '2027-08-31'],
    ['10月', '2027-10-01'],
    ['11月', '2027-11-01'],
    ['11月底', '2026-11-30'],
    ['12月', '2026-12-01'],
    ['august', '2027-08-01'],
  ])('in a month without a year is never a day that has passed, in a plan: %s', (typed, expected) => {
    const november = new Date(2026, 10, 26, 10, 30);
    expect(parseTypedMoment(typed, { now: november, forward: true, isPlan: true })?.day).toBe(expected);
  });
  it('in a month without a year is in the nearest such month elsewhere', () => {
    const november = new Date(2026, 10, 26, 10, 30);
    expect(parseTypedMoment('8月底', { now: november, forward: true })?.day).toBe('2026-08-31');
  });
  it.each([
    ['last friday', '2026-11-20'],
    ['past friday', '2026-11-20'],
    ['last monday 9:00', '2026-11-23'],
    ['friday last week', '2026-11-20'],
  ])('with the word "last" has passed, also in a form: %s', (typed, expected) => {
    const thursday = new Date(2026, 10, 26, 10, 30);
    expect(parseTypedMoment(typed, { now: thursday, forward: true })?.day).toBe(expected);
  });
  it('without a year is the nearest one elsewhere: an invoice of last June', () => {
    const options = { now: new Date(2026, 11, 10, 9), forward: true };
    expect(parseTypedMoment('15.6.', options)?.day).toBe('2026-06-15');
  });
  it.each([
    '25/11',
    '11/25',
    '２５／１１',
    '25/11 14:30',
    '2026/11/25',
    'Wed 25 Nov',
    'on 25 november',
    '25-nov',
  ])(
    'with slashes or words and without a year is the nearest one too: a receipt of last week, %s',
    (typed) => {
      const options = { now: new Date(2026, 11, 2, 9), forward: true };
      expect(parseTypedMoment(typed, options)?.day).toBe('2026-11-25');
    },
  );
  it.each(['11.20', '3pm', '10:30', '下午3点'])(
    'is not a time alone, where no time can be typed: %s',
    (typed) => {
      const options = { now: new Date(2026, 11, 2, 9), forward: true };
      expect(parseTypedMoment(typed, options)?.day).toBe('2026-12-02');
      expect(parseTypedMoment(typed, { ...options, isDay: true })).toBeUndefined();
      expect(parseTypedMoment(`25.11. ${typed}`, { ...options, isDay: true })?.day).toBe('2026-11-25');
    },
  );
  it('with slashes and without a year is the next one in a plan, and no day if there is none', () => {
    const options = { now: new Date(2026, 11, 2, 9), forward: true, isPlan: true };
    expect(parseTypedMoment('25/11', options)?.day).toBe('2027-11-25');
    expect(parseTypedMoment('31/02', options)).toBeUndefined();
    expect(parseTypedMoment('13/13', options)).toBeUndefined();
  });
  it('with a weekday alone means the last one in a filter', () => {
    expect(read('周五', false)).toBe('2026-11-20');
    expect(read('monday', false)).toBe('2026-11-16');
    expect(read('on Fri', false)).toBe('2026-11-20');
    expect(read('tue 10:00', false)).toBe('2026-11-17 10:00');
    expect(read('sunday', false)).toBe('2026-11-22');
    expect(read('next friday', false)).toBe('2026-11-27');
  });
  it('with a weekday beside a date or a week is that day in a filter too', () => {
    expect(read('Fri 27 Nov', false)).toBe('2026-11-27');
    expect(read('sunday, 29.11.2026', false)).toBe('2026-11-29');
    expect(read('Mon, 30 Nov 2026 14:00', false)).toBe('2026-11-30 14:00');
    expect(read('friday next week', false)).toBe(read('next friday', false));
  });
  it('with a number alone means the last one in a filter', () => {
    expect(read('25号', false)).toBe('2026-10-25');
    expect(read('22号', false)).toBe('2026-11-22');
  });
  it('in the next month of a long month is its last day at most', () => {
    const january = new Date(2027, 0, 31);
    expect(parseTypedMoment('下个月', { now: january, forward: true })?.day).toBe('2027-02-28');
    expect(parseTypedMoment('下个月30号', { now: january, forward: true })).toBeUndefined();
  });
  it.each([
    '',
    'x',
    'call him',
    '32.11.',
    'Feb 30',
    'Nov 31',
    'Dec 15 25:00',
    '20261305',
    '31.2.',
    '25:00',
    '2026-13-01',
    'tomorrow or monday',
    '1',
    'Acme 10:00',
    '32号',
    '0号',
    '本月31号',
    '32nd',
    '2月30日',
    '13月',
    '25号10:75',
    '晚上12点',
    '明天晚上3点',
    '13pm',
    '0pm',
    '周末',
    '300年后',
    // A time of day, or a distance from now.
    '14h',
    '14 h',
    // A month as in `+1m`, or a minute.
    '1m',
  ])('is not found in "%s"', (typed) => {
    expect(read(typed)).toBeUndefined();
  });
  it('a month later than the last day of a month is in the next month', () => {
    expect(parseTypedMoment('+1m', { now: new Date(2027, 0, 31), forward: true })?.day).toBe('2027-02-28');
  });
  it('some months or years from a day is in that month, also from its last day', () => {
    const at = (text: string, day: Date, forward = true): string | undefined =>
      parseTypedMoment(text, { now: day, forward, isPlan: forward })?.day;
    const january = new Date(2027, 0, 31, 12);
    for (const text of ['next month', 'in a month', 'in 1 month', 'one month from now'])
      expect(at(text, january)).toBe('2027-02-28');
    expect(at('in 3 months', new Date(2026, 10, 30, 12))).toBe('2027-02-28');
    expect(at('next year', new Date(2028, 1, 29, 12))).toBe('2029-02-28');
    const march = new Date(2027, 2, 31, 12);
    for (const text of ['last month', 'a month ago', 'one month ago'])
      expect(at(text, march, false)).toBe('2027-02-28');
  });
  it('some weeks or months from a late evening is not a day off if the clocks change between', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    onTestFinished(() => void vi.unstubAllEnvs());
    const at = (text: string, day: Date): string | undefined =>
      parseTypedMoment(text, { now: day, forward: true, isPlan: true })?.day;
    expect(at('in two weeks', new Date(2027, 2, 20, 23, 30))).toBe('2027-04-03');
    expect(at('in 10 days', new Date(2027, 2, 20, 23, 30))).toBe('2027-03-30');
    expect(at('in 6 months', new Date(2026, 10, 24, 23, 30))).toBe('2027-05-24');
    expect(at('half a year', new Date(2026, 10, 24, 23, 30))).toBe('2027-05-24');
    expect(at('in two weeks', new Date(2026, 9, 20, 0, 30))).toBe('2026-11-03');
  });
  it('with a part of today is today, also late in that part', () => {
    const at = (text: string, day: Date): string | undefined =>
      parseTypedMoment(text, { now: day, forward: true, isPlan: true })?.day;
    expect(at('this afternoon', new Date(2026, 10, 24, 15, 30))).toBe('2026-11-24');
    expect(at('this evening', new Date(2026, 10, 24, 21, 0))).toBe('2026-11-24');
    expect(at('tonight', new Date(2026, 10, 24, 23, 30))).toBe('2026-11-24');
    expect(at('this morning', new Date(2026, 10, 24, 11, 0))).toBe('2026-11-24');
    expect(
      parseTypedMoment('this afternoon 16:30', { now: new Date(2026, 10, 24, 15, 30), forward: true }),
    ).toEqual({ day: '2026-11-24', time: '16:30' });
  });
  it('in Chinese is counted from midnight, as in English', () => {
    // Half past midnight on a Tuesday.
    const night = new Date(2026, 10, 24, 0, 30);
    const at = (text: string): string | undefined => {
      const moment = parseTypedMoment(text, { now: night, forward: true, isPlan: true });
      return moment && [moment.day.slice(5), moment.time ?? []].flat().join(' ');
    };
    expect([at('tomorrow'), at('明天'), at('明日'), at('明天10点')]).toEqual([
      '11-25',
      '11-25',
      '11-25',
      '11-25 10:00',
    ]);
    expect([at('明天下午'), at('明早9点'), at('明晚8点'), at('明晚')]).toEqual([
      '11-25',
      '11-25 09:00',
      '11-25 20:00',
      '11-25',
    ]);
    expect([at('今天'), at('今晚8点'), at('后天'), at('大后天'), at('昨天'), at('前天')]).toEqual([
      '11-24',
      '11-24 20:00',
      '11-26',
      '11-27',
      '11-23',
      '11-22',
    ]);
  });
  it('from any text is a calendar day or undefined', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), likely), (text) => {
        const day = parseTypedMoment(text, { now, forward: true })?.day;
        expect([undefined, calendarDay(day)]).toContain(day);
      }),
    );
  });

  it('knows the last minute of a day and none after it', () => {
    expect(read('23:59')).toBe('2026-11-22 23:59');
    expect(read('0:00')).toBe('2026-11-22 00:00');
    for (const odd of ['24:00', '10:60']) expect(read(odd) ?? '').not.toContain(odd);
  });
  it('keeps a typed midnight apart from a whole day', () => {
    const localOf = (text: string) => localTextOf(parseTypedMoment(text, { now, forward: true })!);
    expect(localOf('30.11.')).toBe('2026-11-30 00:00:00');
    expect(localOf('30.11. 9:30')).toBe('2026-11-30 09:30:00');
    expect(localOf('30.11. 0:00')).toBe('2026-11-30 00:00:01');
    const ahead = 8 * 3_600_000 - new Date(2026, 10, 30).getTimezoneOffset() * 60_000;
    expect(localToServer(localOf('30.11. 0:00'), ahead)).toBe('2026-11-30 08:00:01');
  });
  it('reads sixty characters and no more', () => {
    const commas = (n: number) => read(`2026-12-01${','.repeat(n)}10:00`);
    expect(commas(45)).toBe('2026-12-01 10:00');
    expect(commas(46)).toBeUndefined();
  });
});
