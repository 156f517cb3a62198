import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { REPORT_COUNTS } from '#shared/http-api/report';
import {
  comparedWith,
  namesOf,
  rangeOf,
  readRange,
  signed,
  tableCsv,
  type ReportRow,
} from '../../../src/renderer/features/team-report/report-model';

describe('ranges of activity', () => {
  it('are whole weeks from Monday, months and quarters, across year ends', () => {
    expect(rangeOf('thisWeek', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
    expect(rangeOf('lastWeek', '2027-01-01')).toEqual({ from: '2026-12-21', to: '2026-12-27' });
    expect(rangeOf('lastMonth', '2024-03-31')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    expect(rangeOf('thisQuarter', '2026-11-21')).toEqual({ from: '2026-10-01', to: '2026-12-31' });
    expect(rangeOf('last30', '2026-03-01')).toEqual({ from: '2026-01-31', to: '2026-03-01' });
  });

  it('of an address are days of the calendar, whatever a link contains', () => {
    const today = '2026-11-21';
    const read = (from: string, to: string) => readRange({ from, to }, today);
    expect(read('2026-11-01', '2026-11-09')).toEqual({ from: '2026-11-01', to: '2026-11-09' });
    for (const odd of ['', 'abc', '2026-1', '2026-13-40', '2026-02-30']) {
      expect(read(odd, odd)).toEqual({ from: today, to: today });
      expect(comparedWith(read(odd, today), undefined, 'previous', today)).not.toBeNull();
    }
    expect(read('2026-11-25', '')).toEqual({ from: '2026-11-25', to: '2026-11-25' });
  });

  it('that have not ended are compared with the same number of days', () => {
    expect(
      comparedWith({ from: '2026-11-16', to: '2026-11-22' }, 'thisWeek', 'previous', '2026-11-18'),
    ).toEqual({ from: '2026-11-09', to: '2026-11-11' });
    expect(
      comparedWith({ from: '2026-11-01', to: '2026-11-30' }, 'thisMonth', 'previous', '2026-11-21'),
    ).toEqual({ from: '2026-10-01', to: '2026-10-21' });
    expect(
      comparedWith({ from: '2026-10-01', to: '2026-12-31' }, 'thisQuarter', 'previous', '2026-11-21'),
    ).toEqual({ from: '2026-07-01', to: '2026-08-21' });
    expect(comparedWith({ from: '2026-11-16', to: '2026-11-22' }, 'thisWeek', 'year', '2026-11-18')).toEqual({
      from: '2025-11-16',
      to: '2025-11-18',
    });
  });

  it('that are over are compared with the whole previous one, also if it is shorter', () => {
    expect(
      comparedWith({ from: '2026-03-01', to: '2026-03-31' }, 'lastMonth', 'previous', '2026-04-10'),
    ).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(
      comparedWith({ from: '2026-03-01', to: '2026-03-31' }, 'thisMonth', 'previous', '2026-03-30'),
    ).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(
      comparedWith({ from: '2026-11-10', to: '2026-11-12' }, undefined, 'previous', '2026-11-21'),
    ).toEqual({ from: '2026-11-07', to: '2026-11-09' });
    expect(comparedWith({ from: '2024-02-29', to: '2024-02-29' }, undefined, 'year', '2026-01-01')).toEqual({
      from: '2023-02-28',
      to: '2023-02-28',
    });
    expect(
      comparedWith({ from: '2026-11-10', to: '2026-11-12' }, undefined, 'none', '2026-11-21'),
    ).toBeNull();
  });
});

describe('the same period last year', () => {
  const yearBefore = (
    from: string,
    to: string,
    preset?: 'lastMonth' | 'lastWeek' | 'thisQuarter',
    today = '2029-01-01',
  ) => {
    const compared = comparedWith({ from, to }, preset, 'year', today);
    return [compared?.from, compared?.to];
  };
  it('of whole months is whole months, also if that February has one day more or less', () => {
    expect(yearBefore('2025-02-01', '2025-02-28', 'lastMonth')).toEqual(['2024-02-01', '2024-02-29']);
    expect(yearBefore('2025-01-01', '2025-02-28')).toEqual(['2024-01-01', '2024-02-29']);
    expect(yearBefore('2024-02-01', '2024-02-29', 'lastMonth')).toEqual(['2023-02-01', '2023-02-28']);
    expect(yearBefore('2026-04-01', '2026-04-30', 'lastMonth')).toEqual(['2025-04-01', '2025-04-30']);
  });
  it('of a part of a month, or of months that are not over, ends on the same day', () => {
    expect(yearBefore('2025-02-10', '2025-02-28')).toEqual(['2024-02-10', '2024-02-28']);
    expect(yearBefore('2025-01-01', '2025-03-31', 'thisQuarter', '2025-02-28')).toEqual([
      '2024-01-01',
      '2024-02-28',
    ]);
  });
  it('of a week is seven days, also around 29 February', () => {
    expect(yearBefore('2025-02-24', '2025-03-02', 'lastWeek')).toEqual(['2024-02-24', '2024-03-01']);
    expect(yearBefore('2028-02-28', '2028-03-05', 'lastWeek')).toEqual(['2027-02-28', '2027-03-06']);
  });
});

describe('the table as CSV', () => {
  const rows: ReportRow[] = [
    { userId: '1', name: '=cmd|calc', counts: { order_add_count: 3 } },
    { userId: '2', name: '小赵, "Zhao"', counts: { order_add_count: 4 } },
  ];
  const words = {
    person: 'Person',
    total: 'Together',
    figure: (key: string) => key,
    before: (key: string) => `${key} before`,
  };

  it('has a byte order mark, runs no formula, and contains sums and the comparison', () => {
    const before = [{ userId: '2', name: 'x', counts: { order_add_count: 9 } }];
    const text = tableCsv({ rows, before, missing: [], words });
    expect(text.startsWith('\uFEFF')).toBe(true);
    const parsed = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true }).data;
    const at = parsed[0]!.indexOf('order_add_count');
    expect(parsed[0]).toHaveLength(1 + REPORT_COUNTS.length * 2);
    expect(parsed.slice(1).map((line) => [line[0], line[at], line[at + 1]])).toEqual([
      ["'=cmd|calc", '3', ''],
      ['小赵, "Zhao"', '4', '9'],
      ['Together', '7', '9'],
    ]);
  });

  it('names the people without figures, with empty cells and not 0', () => {
    const missing = [
      { userId: '3', name: 'Bo' },
      { userId: '4', name: 'Li' },
    ];
    const before = [{ userId: '3', name: 'Bo', counts: { order_add_count: 2 } }];
    const parsed = Papa.parse<string[]>(tableCsv({ rows, before, missing, words }).slice(1), {
      skipEmptyLines: true,
    }).data;
    const at = parsed[0]!.indexOf('order_add_count');
    expect(parsed.slice(3).map((line) => [line[0], line[at], line[at + 1]])).toEqual([
      ['Bo', '', '2'],
      ['Li', '', ''],
      ['Together', '7', '2'],
    ]);
    const alone = Papa.parse<string[]>(tableCsv({ rows, before: null, missing, words }).slice(1)).data;
    expect(alone[3]).toEqual(['Bo', ...REPORT_COUNTS.map(() => '')]);
    expect(namesOf(missing, [{ userId: '4', name: 'Li' }], [])).toEqual(['Bo', 'Li']);
  });

  it('leaves the comparison out when there is none', () => {
    expect(
      Papa.parse<string[]>(tableCsv({ rows, before: null, missing: [], words }).slice(1)).data[0],
    ).toHaveLength(1 + REPORT_COUNTS.length);
  });
});

it('shows the sign of a difference', () => {
  expect([3, -2, 0].map((value) => signed(value, String))).toEqual(['+3', '−2', '0']);
});
