import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { linesOf } from '#shared/domain/nested-values';
import {
  formatBytes,
  formatCompact,
  formatMoney,
  formatTotal,
  formatNumber,
  significantFraction,
} from '../../../src/renderer/format/decimal';
import {
  formatClock,
  formatLongDay,
  formatMoment,
  formatRelative,
  formatRelativeDay,
  formatServerDay,
  formatServerText,
  serverTextToEpoch,
} from '../../../src/renderer/format/time';
import { copiedText } from '../../../src/renderer/records/copied-text';
import { toneOf } from '../../../src/renderer/format/tone';
import { ownFactsOf } from '../../../src/renderer/format/contact-facts';
import {
  currencyOf,
  displayText,
  type FormatContext,
  isMono,
  isNumeric,
} from '../../../src/renderer/format/values';

const UTC8_MS = 8 * 3_600_000;
const context: FormatContext = {
  locale: 'en',
  offsetMs: null,
  word: (key, options) =>
    key === 'common.lines' ? `${options?.count} lines` : key.startsWith('enum.trailType') ? `<${key}>` : key,
  userName: (id) => ({ 7: 'Mia' })[id],
  lookupName: (lookup, id) => (lookup === 'origin' && id === '3' ? 'Fair' : undefined),
};
const show = (
  column: Parameters<typeof displayText>[0],
  value: unknown,
  values: Record<string, unknown> = {},
) => displayText(column, value, values, context);

describe('decimals', () => {
  it('keeps every significant digit and drops trailing zeros', () => {
    expect(formatNumber('977.0000000000', 'en')).toBe('977');
    expect(formatNumber('1234567890123456789.123456', 'en')).toBe('1,234,567,890,123,456,789.123456');
    expect(significantFraction('1.2300')).toBe(2);
  });

  it('never passes digits through a float', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 10n ** 15n, max: 10n ** 24n }),
        fc.integer({ min: 1, max: 999_999 }),
        (whole, fraction) => {
          const text = `${whole}.${String(fraction).padStart(6, '0')}`;
          expect(formatNumber(text, 'en').replaceAll(',', '')).toBe(text.replace(/0+$/, ''));
        },
      ),
    );
  });

  it('shows money in its currency, and as a plain amount without one', () => {
    expect(formatMoney('1234.5', 'en', 'USD')).toBe('USD\u00a01,234.50');
    expect(formatMoney('1234', 'en', 'JPY')).toBe('JPY\u00a01,234');
    expect(formatMoney('59964.5', 'en', 'JPY')).toBe('JPY\u00a059,964.50');
    expect(formatMoney('8000', 'zh-CN', 'CNY')).toBe('CNY\u00a08,000.00');
    expect(formatMoney(12, 'en')).toBe('12.00');
    expect(formatMoney('12', 'en', '1')).toBe('12.00');
  });

  it('rounds a total to the decimals of its currency; a single amount keeps its digits', () => {
    expect(formatMoney('102208.7375', 'en', 'USD')).toBe('USD\u00a0102,208.7375');
    expect(formatTotal('102208.7375', 'en', 'USD')).toBe('USD\u00a0102,208.74');
    expect(formatTotal('59964.5', 'en', 'JPY')).toBe('JPY\u00a059,965');
    expect(formatTotal('-0.125', 'en', 'USD')).toBe('-USD\u00a00.13');
    expect(formatTotal('1.5', 'en', '')).toBe('1.50');
    expect(formatTotal('2.345', 'en', 'XXQ').replace('\u00a0', ' ')).toBe('XXQ 2.35');
  });

  it('names the currency of a sum also if it has no code, because the sum beside it has another', () => {
    expect([formatTotal('2.345', 'en', '840'), formatTotal('-1', 'en', '美元')]).toEqual([
      '2.35\u00a0840',
      '-1.00\u00a0美元',
    ]);
  });

  it('shows the JSON of a number or time of an unknown shape', () => {
    const odd = { date: '2026-11-28 10:00:00', timezone: 'UTC' };
    for (const kind of ['dateTime', 'date', 'int', 'number', 'rate', 'money'] as const) {
      const column = { key: 'x', kind, sort: 'none' } as const;
      expect(displayText(column, odd, {}, context)).toBe(JSON.stringify(odd));
      expect(copiedText(column, { values: { x: odd } }, context)).toBe(JSON.stringify(odd));
      expect(displayText(column, [], {}, context)).toBe('');
    }
  });
  it('names the choices of a custom field that has several; none is empty', () => {
    const choices = { key: '70330001', kind: 'text' as const, sort: 'scan' as const };
    expect(displayText(choices, ['Red', 'Blue'], {}, context)).toBe('Red, Blue');
    expect(displayText(choices, [], {}, context)).toBe('');
    expect(displayText(choices, [{ id: 4, name: 'Green' }, null], {}, context)).toBe('Green');
    const nameless = { paid_by: { user_id: '7', nickname: 'Ann' }, share: 40, rest: 0 };
    expect(displayText(choices, [nameless], {}, context)).toBe('Ann 40');
  });

  it('shows an amount with the code of its currency, because ¥ is the sign of two', () => {
    const amount = { key: 'amount', kind: 'money', sort: 'none' } as const;
    const shown = ['CNY', 'JPY', 'USD'].map((currency) =>
      displayText(amount, '1200', { currency }, context).replace('\u00a0', ' '),
    );
    expect(shown).toEqual(['CNY 1,200.00', 'JPY 1,200', 'USD 1,200.00']);
    const inYuan = displayText({ ...amount, key: 'amount_rmb' }, '1200', { currency: 'JPY' }, context);
    expect(inYuan.replace('\u00a0', ' ')).toBe('CNY 1,200.00');
  });

  it('reads exponents, and shows no sign before a zero', () => {
    expect(formatNumber('1.5e-3', 'en')).toBe('0.0015');
    expect(formatNumber(2.5e-7, 'en')).toBe('0.00000025');
    expect(formatNumber(1e21, 'en')).toBe('1,000,000,000,000,000,000,000');
    expect(formatMoney('-0.00', 'en', 'USD')).toBe('USD\u00a00.00');
    expect(formatMoney('-0.5', 'en', 'USD')).toBe('-USD\u00a00.50');
    expect(formatNumber('-0', 'en')).toBe('0');
    expect(formatNumber('1e3000000', 'en')).toBe('1e3000000');
  });

  it('shows what a float leaves of a difference of equal amounts as zero', () => {
    expect(formatMoney(-1.1368683772161603e-13, 'en', 'USD')).toBe('USD\u00a00.00');
    expect(formatNumber('1.1368683772162e-13', 'en')).toBe('0');
  });

  it('returns a text that is not a number unchanged', () => {
    expect(formatNumber('n/a', 'en')).toBe('n/a');
    expect(formatMoney(null, 'en')).toBe('');
  });

  it('formats sizes', () => expect(formatBytes(12_300_000, 'en')).toBe('12.3 MB'));
});

describe('times', () => {
  it('name the day unless it is today', () => {
    const at = (month: number, day: number): number => new Date(2026, month, day, 9, 30).getTime();
    const now = new Date(2026, 10, 22, 18).getTime();
    expect(formatMoment(at(10, 22), 'en', now)).toBe('09:30');
    expect(formatMoment(at(10, 21), 'en', now)).toBe('Nov 21, 2026 09:30');
    // The same day of another month.
    expect(formatMoment(at(9, 22), 'en', now)).toBe('Oct 22, 2026 09:30');
  });

  it.each([
    '',
    '1970-01-01 00:00:00',
    '1970-01-01 08:00:00',
    '1969-12-31 19:00:00',
    '1969-12-31T16:00',
    '0000-00-00',
    null,
    undefined,
  ])('reads %o as empty', (value) => expect(formatServerText(value, 'en', UTC8_MS)).toBe(''));

  it('shows a birthday on the last day of 1969', () => {
    expect(formatServerText('1969-12-31', 'en', UTC8_MS)).toBe('Dec 31, 1969');
    expect(formatServerText('1969-12-31 00:00:00', 'en', UTC8_MS)).toBe('Dec 31, 1969');
  });

  it('does not convert days and midnights, whatever the offset', () => {
    expect(formatServerText('2026-11-21', 'en', UTC8_MS)).toBe('Nov 21, 2026');
    expect(formatServerText('2026-11-21 00:00:00', 'en', -UTC8_MS)).toBe('Nov 21, 2026');
  });

  it('shows the local day of a moment, and does not convert a calendar day', () => {
    const local = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', day: 'numeric' }).format(
      Date.UTC(2026, 10, 21, 19, 12),
    );
    expect(formatServerDay('2026-11-22 03:12:00', 'en', UTC8_MS)).toBe(local);
    expect(formatServerDay('2026-11-22 00:00:00', 'en', UTC8_MS)).toBe('Nov 22, 2026');
    expect(formatServerDay('2026-11-22 03:12:00', 'en', null)).toBe('Nov 22, 2026');
    expect(formatServerDay('1970-01-01 08:00:00', 'en', UTC8_MS)).toBe('');
  });

  it('shows the server text while the offset is unknown', () =>
    expect(formatServerText('2026-11-21 23:05:00', 'zh-CN', null)).toBe('2026/11/21 23:05'));

  it('converts times to instants by the offset, ignoring seconds of drift', () =>
    expect(serverTextToEpoch('2026-11-21 08:30:00', UTC8_MS + 4200)).toBe(Date.UTC(2026, 10, 21, 0, 30)));

  it.each(['America/New_York', 'Asia/Shanghai', 'Pacific/Kiritimati'])(
    'a day is its own day in %s, and a time of an unknown zone is taken for local',
    (zone) => {
      onTestFinished(() => void vi.unstubAllEnvs());
      vi.stubEnv('TZ', zone);
      const local = new Date(2026, 5, 1).getTime();
      expect(serverTextToEpoch('2026-06-01 00:00:00', UTC8_MS)).toBe(local);
      expect(serverTextToEpoch('2026-06-01', null)).toBe(local);
      expect(serverTextToEpoch('2026-06-01 09:30:00', null)).toBe(local + 9.5 * 3_600_000);
    },
  );

  it('follow the time zone of the computer when it changes while the window is open', () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    const noon = Date.UTC(2026, 10, 25, 12);
    const shown = () => [
      formatClock(noon, 'en'),
      formatLongDay(noon + 6 * 3_600_000, 'en'),
      formatServerText('2026-11-25 20:00:00', 'en', UTC8_MS),
    ];
    vi.stubEnv('TZ', 'Europe/Berlin');
    expect(shown()).toEqual(['13:00', 'Wednesday, November 25', 'Nov 25, 2026 13:00']);
    vi.stubEnv('TZ', 'Asia/Tokyo');
    expect(shown()).toEqual(['21:00', 'Thursday, November 26', 'Nov 25, 2026 21:00']);
    // Two zones with the same offset in winter.
    vi.stubEnv('TZ', 'Europe/London');
    expect(formatClock(Date.UTC(2026, 6, 1, 12), 'en')).toBe('13:00');
    vi.stubEnv('TZ', 'UTC');
    expect(formatClock(Date.UTC(2026, 6, 1, 12), 'en')).toBe('12:00');
  });

  it('formats relative times', () => {
    expect(formatRelative(Date.UTC(2026, 0, 1), 'en', Date.UTC(2026, 0, 4))).toBe('3 days ago');
    expect(formatRelative(1000, 'en', 1000)).toBe('now');
    const hour = 3_600_000;
    expect(formatRelative(0, 'en', 23.4 * hour)).toBe('23 hours ago');
    // The next unit, not 60 minutes.
    expect(formatRelative(0, 'en', hour - 1)).toBe('1 hour ago');
    const at = (day: number, hours: number): number => new Date(2026, 10, day, hours).getTime();
    const seen = (day: number, hours: number): string => formatRelative(at(day, hours), 'en', at(28, 22));
    expect([seen(29, 3), seen(29, 10), seen(29, 23), seen(30, 0)]).toEqual([
      'in 5 hours',
      'tomorrow',
      'tomorrow',
      'in 2 days',
    ]);
    expect(formatRelative(at(28, 22), 'en', at(28, 9))).toBe('in 13 hours');
  });

  it('counts days by the calendar', () => {
    const at = (day: number, hours: number, minutes = 0): number =>
      new Date(2026, 10, day, hours, minutes).getTime();
    const from = (then: number, now: number): string => formatRelative(then, 'en', now);
    // 35 hours, and the day after tomorrow.
    expect(from(at(28, 2), at(26, 15))).toBe('in 2 days');
    expect(from(at(23, 2), at(26, 15))).toBe('3 days ago');
    expect(from(at(27, 16), at(26, 15))).toBe('tomorrow');
    expect(from(at(24, 23), at(26, 1))).toBe('2 days ago');
    expect(from(at(27, 14), at(26, 15))).toBe('tomorrow');
    // Almost 24 hours, but the same day.
    expect(from(at(26, 23, 50), at(26, 0, 5))).toBe('in 24 hours');
    expect(from(at(26, 0, 5), at(25, 0, 20))).toBe('tomorrow');
  });

  it('counts long times without a claim about the calendar', () => {
    const words = [6, 13, 14, 59, 60, 364, 365, 400, -10, -45, -90].map((days) =>
      formatRelativeDay(days, 'en'),
    );
    expect(words).toEqual([
      'in 6 days',
      'in 13 days',
      'in 2 weeks',
      'in 8 weeks',
      'in 2 months',
      'in 12 months',
      'in 1 year',
      'in 1 year',
      '10 days ago',
      '6 weeks ago',
      '3 months ago',
    ]);
  });
});

describe('values', () => {
  it('shows known codes by name and unknown ones by number', () => {
    const type = { key: 'type', kind: 'enum', options: 'trailType', sort: 'none' } as const;
    expect(show(type, 103)).toBe('<enum.trailType.103>');
    expect(show(type, 137)).toBe('137');
    expect(toneOf(type, 137)).toBe('gray');
  });

  it('shows nested objects by name, by id without a name, and nothing for empty arrays', () => {
    const company = { key: 'company_info', kind: 'company', sort: 'none' } as const;
    expect(show(company, { company_id: '12', name: 'Acme' })).toBe('Acme');
    expect(show(company, { company_id: '12' })).toBe('12');
    expect(show(company, [])).toBe('');
  });

  it('shows the name or the facts of a typed value that is an object, as in lists, and not its JSON', () => {
    const custom = { key: '70340001', kind: 'text', sort: 'none' } as const;
    expect(show(custom, { id: 7, name: 'Oak' })).toBe('Oak');
    expect(show(custom, { tel_area_code: '351', tel: '210 555' })).toBe('351 210 555');
    expect(show(custom, { 0: 'Spring', 2: 'Autumn' })).toBe('Spring Autumn');
    expect(show(custom, { 1: { file_name: 'a.pdf' }, 3: { file_name: 'b.pdf' } })).toBe('a.pdf, b.pdf');
  });

  it('shows nothing for an empty object or list, which services send for a value that is missing', () => {
    const kinds = [
      ...[
        'text',
        'longText',
        'phone',
        'number',
        'money',
        'rate',
        'int',
        'date',
        'dateTime',
        'enum',
        'status',
      ],
      ...['flag', 'id', 'user', 'users', 'company', 'list', 'idList', 'contacts', 'lines', 'json'],
    ] as Parameters<typeof show>[0]['kind'][];
    for (const kind of kinds)
      for (const value of [{}, []])
        expect([kind, value, show({ key: 'x', kind, sort: 'none' }, value)]).toEqual([kind, value, '']);
  });

  it('names people by id, and lookups by id', () => {
    expect(show({ key: 'create_user', kind: 'id', sort: 'none' }, '7')).toBe('Mia');
    expect(show({ key: 'user_id', kind: 'users', sort: 'none' }, ['7', '8'])).toBe('Mia, 8');
    const php = { 0: { user_id: 7 }, 2: { nickname: 'Ben' } };
    expect(show({ key: 'handler_info', kind: 'users', sort: 'none' }, php)).toBe('Mia, Ben');
    expect(show({ key: 'origin_list', kind: 'idList', options: 'origin', sort: 'none' }, ['3', '9'])).toBe(
      'Fair, 9',
    );
  });

  it('shows nothing for a text that is an empty date of the service, as in the shipment deadline', () => {
    const deadline = { key: 'shipment_deadline', kind: 'text', sort: 'none' } as const;
    expect(show(deadline, '1970-01-01 08:00:00')).toBe('');
    expect(show(deadline, '0000-00-00')).toBe('');
    expect(show(deadline, '45 days')).toBe('45 days');
    expect(show(deadline, '1970-01-01 is when we began')).toBe('1970-01-01 is when we began');
  });

  it('joins lists with the separator of the language', () => {
    const column = { key: 'handler_info', kind: 'users', sort: 'none' } as const;
    expect(show(column, [{ nickname: 'Mia' }, { nickname: '吴总' }, { nickname: '' }])).toBe('Mia, 吴总');
    expect(
      displayText(column, [{ nickname: 'Mia' }, { nickname: '吴总' }], {}, { ...context, locale: 'zh-CN' }),
    ).toBe('Mia、吴总');
  });

  it('names a path of ids, such as that of a category, after its end', () => {
    const paths = { key: 'category_ids', kind: 'list', sort: 'none', options: 'origin' } as const;
    expect(show(paths, [['1', '3'], ['1', '9'], []])).toBe('Fair, 9');
  });

  it('names a country from its two-letter code, and leaves other texts unchanged', () => {
    const column = { key: 'country', kind: 'text', sort: 'none' } as const;
    expect(show(column, 'ZA')).toBe('South Africa');
    expect(displayText(column, 'ZA', {}, { ...context, locale: 'zh-CN' })).toBe('南非');
    expect(show(column, '德国')).toBe('德国');
    expect(show(column, 'Narnia')).toBe('Narnia');
  });

  it('takes the currency from the key or the row', () => {
    const amount = (key: string) => ({ key, kind: 'money', sort: 'none' }) as const;
    expect(show(amount('amount'), '5', { currency: 'EUR' })).toBe('EUR\u00a05.00');
    expect(show(amount('amount_rmb'), '5', { currency: 'EUR' })).toBe('CNY\u00a05.00');
  });

  it('reads lines from an array and from an object of lines', () => {
    expect(linesOf({ 0: { a: 1 }, 1: { a: 2 } })).toHaveLength(2);
    expect(show({ key: 'product_list', kind: 'lines', sort: 'none' }, [{}, {}])).toBe('2 lines');
  });

  it('treats 0 as no id', () =>
    expect(show({ key: 'opportunity_id', kind: 'id', sort: 'none' }, '0')).toBe(''));
});

describe('figures of a tile', () => {
  it('are whole below ten thousand and shortened from there on', () => {
    expect(formatCompact(9_999, 'en')).toBe('9,999');
    expect(formatCompact(10_000, 'en')).toBe('10K');
    expect(formatCompact(123_456, 'en')).toBe('123K');
    expect(formatCompact(12_345, 'zh-CN')).toBe('1.23万');
  });
});

describe('how a value is shown', () => {
  const column = (kind: string, key = 'x', options?: string) =>
    ({ key, kind, sort: 'none', ...(options === undefined ? {} : { options }) }) as Parameters<
      typeof displayText
    >[0];
  it('an amount says its currency by its column, else by its row', () => {
    expect(currencyOf('amount_rmb', { currency: 'EUR' })).toBe('CNY');
    expect(currencyOf('amount_usd', { currency: 'EUR' })).toBe('USD');
    expect(currencyOf('amount', { currency: 'EUR' })).toBe('EUR');
    expect(currencyOf('amount', { currency: 1 })).toBeUndefined();
  });
  it('an empty code shows nothing, not a country or a status without a name', () => {
    expect(show(column('enum', 'country', 'country'), '')).toBe('');
    expect(show(column('enum', 'origin', 'origin'), '')).toBe('');
    expect(show(column('enum', 'origin', 'origin'), '3')).toBe('Fair');
  });
  it('figures stand at the right, ids and raw JSON in even digits', () => {
    for (const kind of ['money', 'number', 'rate', 'int'] as const) expect(isNumeric(kind)).toBe(true);
    for (const kind of ['id', 'idList', 'json'] as const) {
      expect(isMono(kind)).toBe(true);
      expect(isNumeric(kind)).toBe(false);
    }
    for (const kind of ['text', 'money', 'list'] as const) expect(isMono(kind)).toBe(false);
  });
  it('a person or a status with the id 0 and no name is none', () => {
    expect(show(column('user'), { user_id: 0, nickname: '' })).toBe('');
    expect(
      show(column('users'), [
        { user_id: '0', nickname: '' },
        { user_id: 7, nickname: '' },
      ]),
    ).toBe('Mia');
    expect(show(column('status'), { id: 0, name: '' })).toBe('');
    expect(show(column('status'), { id: '0', name: 'None' })).toBe('None');
    expect(show(column('status'), { id: 4, name: '' })).toBe('4');
  });

  it('a renamed status has the name that the CRM gives it now', () => {
    const earlier = { status_id: 3, status_name: 'Trade fair' };
    expect(show({ ...column('status'), options: 'origin' }, earlier)).toBe('Fair');
    expect(show({ ...column('status'), options: 'origin' }, { ...earlier, status_id: 4 })).toBe('Trade fair');
    expect(show(column('status'), earlier)).toBe('Trade fair');
  });

  it('a status takes the tone of what it says of itself, the last step before all others', () => {
    const tone = (value: unknown, key = 'status_info') => toneOf(column('status', key), value);
    expect(tone({ id: 9, is_ending: 1, need_review: 1 })).toBe('green');
    expect(tone({ id: 9, is_ending: 0, need_review: 1, is_beginning: 1 })).toBe('yellow');
    expect(tone({ id: 9, is_beginning: 1 })).toBe('gray');
    // A step without a next one is no success if it is the loss.
    for (const name of ['Lost', 'Cancelled', '已取消', '丢单', '已作废'])
      expect(tone({ id: 9, name, is_ending: 1 })).toBe('gray');
    expect(tone({ id: 9, name: '已确认', is_ending: 1 })).toBe('green');
    expect(tone({ link_status: 60, title: '已取消' })).toBe('gray');
    expect(tone({ id: 9 })).toBe('blue');
    expect(tone(null)).toBe('gray');
    expect(tone({ id: 1 }, 'payment_status_info')).toBe('yellow');
    expect(tone({ id: 2 }, 'payment_status_info')).toBe('green');
    expect(toneOf(column('text'), { id: 1 })).toBeUndefined();
  });
  it('a contact’s own fields are those with a name and a value', () => {
    const facts = ownFactsOf({
      external_field_data: [
        { name: 'Birthday', value: '05-01' },
        { name: 'Sizes', value: ['S', null, 'L'] },
        { name: '', value: 'lost' },
        { name: 'Empty', value: '' },
        { name: { odd: 1 }, value: 'x' },
        { name: 'Shoe', value: 42 },
        { name: 'Met on', value: '1970-01-01 08:00:00' },
        { name: 'Left on', value: '0000-00-00' },
        { name: 'Photos', value: [{ file_id: 7, file_name: 'ann.png' }] },
        { name: 'Files', value: { 1: { file_name: 'a.pdf' }, 3: { file_name: 'b.pdf' } } },
        { name: 'None', value: {} },
      ],
    });
    expect(facts).toEqual([
      { label: 'Birthday', text: '05-01' },
      { label: 'Sizes', text: 'S, L' },
      { label: 'Shoe', text: '42' },
      { label: 'Photos', text: 'ann.png' },
      { label: 'Files', text: 'a.pdf, b.pdf' },
    ]);
  });
});
