import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CacheStore } from '#core/store/cache-store';
import {
  STORED_KINDS,
  type StoredKind,
  type TimelineFilter,
  type TimelinePlace,
} from '#core/store/read/timeline';
import { apply, openTemporaryCache } from '../cache-fixture';
import { layOver } from '../overlay-fixture';

const COMPANY = { resource: 'company', id: '9007199254740995' } as const;
const ALL: TimelineFilter = { kinds: STORED_KINDS, person: null, text: '' };
const OTHER = '7';

interface Item {
  kind: StoredKind;
  id: string;
  time: string;
  company: string;
  person: string;
  text: string;
}

/**
 * A record as the service sends it: ids as integers where the contract says so, the company nested where it
 * is.
 */
const jsonOf = ({ kind, id, time, company, person, text }: Item): string => {
  const people = `[{"user_id":${person},"nickname":"P${person}"}]`;
  const common = `"create_time":"${time}","update_time":"2026-11-01 00:00:00"`;
  const ofCompany = `"company_info":{"id":${company},"name":"A"}`;
  const json = (...fields: string[]): string => `{${fields.join()}}`;
  switch (kind) {
    case 'trail':
      return json(
        `"trail_id":${id},"company_id":${company},"lead_id":0,"type":101,"content":"${text}"`,
        common,
        `"create_user_info":{"user_id":"${person}","nickname":"P${person}"}`,
      );
    case 'order':
      return json(
        `"order_id":${id},"order_no":"SO${id}","name":"${text}","company":{"company_id":${company},"name":"A"}`,
        `"currency":"USD","amount":10.25,"handler_info":[],"users_info":${people}`,
        common,
      );
    case 'quotation':
      return json(
        `"quotation_id":${id},"quotation_no":"Q${id}","name":"${text}","company_id":${company}`,
        `"currency":"EUR","amount":"977.0000000000"`,
        common,
        `"create_user_info":{"user_id":"${person}","nickname":"P"}`,
      );
    case 'outboundInvoice':
      return json(
        `"outbound_invoice_id":${id},"serial_id":"I${id}","remark":"${text}"`,
        ofCompany,
        `"currency":"USD","product_total_amount":0.1,"handler_info":${people}`,
        common,
      );
    case 'receipt':
      return json(
        `"cash_collection_invoice_id":${id},"cash_collection_invoice_no":"R${id}","remark":"${text}"`,
        ofCompany,
        `"currency":"CNY","amount":1234567890123456789.12,"handler_info":${people}`,
        common,
      );
  }
};

const fill = (cache: CacheStore, items: readonly Item[]): void => {
  for (const kind of STORED_KINDS) apply(cache, kind, items.filter((item) => item.kind === kind).map(jsonOf));
};

const walk = (cache: CacheStore, filter: TimelineFilter, limit: number): string[] => {
  const seen: string[] = [];
  for (let after: TimelinePlace | null = null; ;) {
    const page = cache.timeline(COMPANY, filter, after, limit);
    seen.push(...page.map(({ kind, id }) => `${kind} ${id}`));
    if (page.length < limit) return seen;
    after = page.at(-1)!.place;
  }
};

const items = (): fc.Arbitrary<Item[]> =>
  fc
    .array(
      fc.record({
        kind: fc.constantFrom(...STORED_KINDS),
        time: fc.constantFrom('2026-01-02 10:00:00', '2026-01-02 10:00:01', '2025-12-31 23:59:59', ''),
        company: fc.constantFrom(COMPANY.id, COMPANY.id, OTHER),
        person: fc.constantFrom('1', '11', '2'),
        text: fc.constantFrom('brass valve', '黄铜阀门', 'nothing'),
      }),
      { maxLength: 40 },
    )
    .map((list) => list.map((item, at) => ({ ...item, id: String(100 + at) })));

describe('a timeline', () => {
  it('read entry by entry loses none of several kinds that were made at the same moment', () => {
    const cache = openTemporaryCache();
    const time = '2026-01-02 10:00:00';
    fill(
      cache,
      STORED_KINDS.flatMap((kind) =>
        ['100', '101'].map((id) => ({ kind, id, time, company: COMPANY.id, person: '1', text: 'x' })),
      ),
    );
    expect(walk(cache, ALL, 1)).toEqual(STORED_KINDS.flatMap((kind) => [`${kind} 101`, `${kind} 100`]));
  });

  it('read with pages of any size contains everything of the company, newest first, each once', () => {
    fc.assert(
      fc.property(
        items(),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(null, '1', '2'),
        fc.constantFrom('', 'brass', '阀门'),
        (list, limit, person, text) => {
          const cache = openTemporaryCache();
          fill(cache, list);
          const timeOf = ({ time }: Item): string => (time === '' ? '2026-11-01 00:00:00' : time);
          const expected = list
            .filter(
              (item) =>
                item.company === COMPANY.id &&
                (person === null || item.person === person) &&
                (text === '' || item.text.includes(text)),
            )
            // The fixture writes ids in ascending order within a kind, so a later row has the higher id.
            .sort((a, b) =>
              timeOf(a) === timeOf(b)
                ? STORED_KINDS.indexOf(a.kind) - STORED_KINDS.indexOf(b.kind) || Number(b.id) - Number(a.id)
                : timeOf(a) > timeOf(b)
                  ? -1
                  : 1,
            )
            .map(({ kind, id }) => `${kind} ${id}`);
          // A remark finds an invoice or receipt, but is no order's; the fixture's words are searched in all
          // five.
          expect(walk(cache, { ...ALL, person, text }, limit)).toEqual(expected);
          cache.close();
        },
      ),
      { numRuns: 25 },
    );
  });

  it('keeps its place when newer records arrive between two pages', () => {
    const cache = openTemporaryCache();
    const note = (id: number, time: string): Item => ({
      kind: 'trail',
      id: String(id),
      time,
      company: COMPANY.id,
      person: '1',
      text: 'x',
    });
    fill(
      cache,
      [1, 2, 3, 4].map((id) => note(id, `2026-01-0${id} 00:00:00`)),
    );
    const first = cache.timeline(COMPANY, ALL, null, 2);
    fill(cache, [note(9, '2026-02-01 00:00:00')]);
    expect(first.map(({ id }) => id)).toEqual(['4', '3']);
    expect(cache.timeline(COMPANY, ALL, first[1]!.place, 2).map(({ id }) => id)).toEqual(['2', '1']);
  });

  it('leaves out deleted records and kinds that are not requested', () => {
    const cache = openTemporaryCache();
    const base: Item = {
      kind: 'trail',
      id: '1',
      time: '2026-01-01 00:00:00',
      company: COMPANY.id,
      person: '1',
      text: 'x',
    };
    fill(cache, [base, { ...base, kind: 'order', id: '2' }]);
    apply(cache, 'trail', [jsonOf(base)], { removed: true });
    expect(walk(cache, ALL, 5)).toEqual(['order 2']);
    expect(walk(cache, { ...ALL, kinds: ['trail', 'receipt'] }, 5)).toEqual([]);
  });

  it('finds nothing for a text without a word', () => {
    const cache = openTemporaryCache();
    fill(cache, [
      { kind: 'trail', id: '1', time: '2026-01-01 00:00:00', company: COMPANY.id, person: '1', text: 'x' },
    ]);
    expect(walk(cache, { ...ALL, text: '—!?' }, 5)).toEqual([]);
  });

  it('has the notes about the opportunities of the company, each once', () => {
    const cache = openTemporaryCache();
    const company = (id: number) => ({ company_id: id, company: { company_id: id, name: 'A' } });
    apply(cache, 'company', [{ company_id: 12, name: 'A' }]);
    apply(cache, 'opportunity', [
      { opportunity_id: 3, name: 'Deal', ...company(12) },
      { opportunity_id: 4, name: 'Other', ...company(13) },
    ]);
    const note = (id: number, companyId: number, opportunity: number) => ({
      trail_id: id,
      company_id: companyId,
      opportunity_id: opportunity,
      create_time: `2026-01-0${id} 00:00:00`,
    });
    apply(cache, 'trail', [note(1, 0, 3), note(2, 12, 3), note(3, 12, 0), note(4, 0, 4), note(5, 13, 3)]);
    const subject = { resource: 'company', id: '12' } as const;
    expect(cache.timeline(subject, ALL, null, 5).map(({ id }) => id)).toEqual(['3', '2', '1']);
    expect(cache.timelineFigures(subject).kinds.find(({ kind }) => kind === 'trail')?.count).toBe(3);
    // The panel of the company has the same ones, with those that wait.
    const trailIn = (records: Pick<CacheStore, 'related'>) =>
      records.related('company', '12', 9).find(({ resource }) => resource === 'trail');
    expect(trailIn(cache)).toMatchObject({ total: 3, rows: [{ id: '3' }, { id: '2' }, { id: '1' }] });
    const laying = layOver(cache);
    laying.push('trailNote', { opportunity_id: '3', content: 'Waits' });
    laying.push('trailNote', { opportunity_id: '4', content: 'Of another company' });
    const made = laying.push('opportunity', { name: 'New', company_id: '12', currency: 'USD', flow_id: '1' });
    laying.push('trailNote', { opportunity_id: made, content: 'Waits too' });
    expect(trailIn(laying.records)).toMatchObject({ total: 5 });
  });

  it('of a lead is its trail', () => {
    const cache = openTemporaryCache();
    apply(cache, 'trail', [
      '{"trail_id":1,"lead_id":3000000000000000001,"company_id":0,"create_time":"2026-01-01 00:00:00"}',
      '{"trail_id":2,"lead_id":5,"company_id":0,"create_time":"2026-01-01 00:00:00"}',
    ]);
    expect(
      cache.timeline({ resource: 'lead', id: '3000000000000000001' }, ALL, null, 5).map(({ id }) => id),
    ).toEqual(['1']);
    expect(
      cache
        .timelineFigures({ resource: 'lead', id: '3000000000000000001' })
        .kinds.map(({ kind, count }) => [kind, count]),
    ).toEqual([['trail', 1]]);
  });
});

describe('figures of a company', () => {
  it('count, sum every digit per currency, and name the newest and the people', () => {
    const cache = openTemporaryCache();
    const of = (kind: StoredKind, id: string, time: string, person = '1'): Item => ({
      kind,
      id,
      time,
      company: COMPANY.id,
      person,
      text: 'x',
    });
    fill(cache, [
      of('outboundInvoice', '1', '2026-01-01 00:00:00'),
      of('outboundInvoice', '2', '2026-03-01 00:00:00', '2'),
      of('outboundInvoice', '3', '2026-02-01 00:00:00'),
      of('receipt', '4', '2026-01-01 00:00:00'),
      of('receipt', '5', '2026-01-01 00:00:00'),
      of('quotation', '6', '2026-01-01 00:00:00'),
      { ...of('order', '7', '2026-01-01 00:00:00'), company: OTHER },
    ]);
    const { kinds, people } = cache.timelineFigures(COMPANY);
    const by = Object.fromEntries(kinds.map(({ kind, ...rest }) => [kind, rest]));
    expect(by.outboundInvoice).toEqual({
      count: 3,
      latest: { id: '2', time: '2026-03-01 00:00:00' },
      sums: [{ currency: 'USD', count: 3, amount: '0.3' }],
    });
    expect(by.receipt?.sums).toEqual([{ currency: 'CNY', count: 2, amount: '2469135780246913578.24' }]);
    expect(by.quotation?.sums).toEqual([{ currency: 'EUR', count: 1, amount: '977' }]);
    expect(by.order).toEqual({ count: 0, latest: null, sums: [] });
    expect(people).toEqual([
      { id: '1', name: 'P', count: 5 },
      { id: '2', name: 'P2', count: 1 },
    ]);
  });
});

describe('sums of a company', () => {
  it('have no draft receipts and one line per currency, as the money of the company', () => {
    const cache = openTemporaryCache();
    const company = { id: 12, name: 'A' };
    const receipt = (id: number, more: object) => ({
      cash_collection_invoice_id: id,
      company_info: company,
      amount: 10,
      currency: 'USD',
      status: 5,
      create_time: '2026-01-01 00:00:00',
      ...more,
    });
    apply(cache, 'company', [{ company_id: 12, name: 'A' }]);
    apply(cache, 'receipt', [receipt(1, {}), receipt(2, { status: 1 }), receipt(3, { currency: 'USD ' })]);
    const { kinds } = cache.timelineFigures({ resource: 'company', id: '12' });
    expect(kinds.find(({ kind }) => kind === 'receipt')).toMatchObject({
      count: 3,
      sums: [{ currency: 'USD', count: 2, amount: '20' }],
    });
    expect(cache.companyMoney('12').currencies).toMatchObject([{ currency: 'USD', received: '20' }]);
  });
});

describe('records per day', () => {
  it("are counted by the service's days, both ends included, of everyone or of one person", () => {
    const cache = openTemporaryCache();
    const note = (id: number, time: string, person: string): Item => ({
      kind: 'trail',
      id: String(id),
      time,
      company: COMPANY.id,
      person,
      text: 'x',
    });
    fill(cache, [
      note(1, '2026-03-01 00:00:00', '1'),
      note(2, '2026-03-01 23:59:59', '11'),
      note(3, '2026-03-03 08:00:00', '1'),
      note(4, '2026-03-04 00:00:00', '1'),
      note(5, '2026-02-28 23:59:59', '1'),
    ]);
    const span = { from: '2026-03-01', to: '2026-03-03', until: '08:00' };
    expect(cache.dayCounts(['trail', 'order'], { ...span, person: null })).toEqual([
      {
        kind: 'trail',
        days: [
          { day: '2026-03-01', count: 2, early: 1 },
          { day: '2026-03-03', count: 1, early: 0 },
        ],
      },
      { kind: 'order', days: [] },
    ]);
    expect(cache.dayCounts(['trail'], { ...span, person: '1' })).toEqual([
      {
        kind: 'trail',
        days: [
          { day: '2026-03-01', count: 1, early: 1 },
          { day: '2026-03-03', count: 1, early: 0 },
        ],
      },
    ]);
  });
});
