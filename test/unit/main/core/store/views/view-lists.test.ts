import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Filter } from '#shared/contract/records';
import { RESOURCES } from '#shared/domain/resources';
import { CATALOGUE } from '#core/store/schema/catalogue';
import { laterIndexes } from '#core/store/schema/later-indexes';
import type { CacheStore } from '#core/store/cache-store';
import { apply, idsOf, openTemporaryCache, temporaryFiles } from '../cache-fixture';
import { layOver } from '../overlay-fixture';

interface Order {
  order_id: number;
  name: string;
  amount: number | string;
  update_time: string;
  create_time: string;
  currency: string;
  handler_info: { user_id: number; nickname: string }[];
  archive_type: number | string;
}
type Field = 'name' | 'amount' | 'update_time' | 'create_time' | 'currency' | 'handler_info' | 'archive_type';
type Direction = 'asc' | 'desc';

const order: fc.Arbitrary<Order> = fc.record({
  order_id: fc.integer({ min: 1, max: 60 }),
  name: fc.constantFrom('', 'abc', 'ABC', 'Abd', '海港', '海口', 'z%_\\', 'éa', '😀b'),
  amount: fc.constantFrom(0, -3, 2.5, 10, '9', '10.0000', ''),
  update_time: fc.constantFrom(
    '',
    '1970-01-01 08:00:00',
    '2026-01-01 00:00:00',
    '2026-01-02 10:00:00',
    '2026-01-02 23:30:00',
  ),
  create_time: fc.constantFrom('2025-05-05 05:05:05', ''),
  currency: fc.constantFrom('USD', 'EUR', ''),
  handler_info: fc.constantFrom(
    [],
    [{ user_id: 1, nickname: 'Li' }],
    [
      { user_id: 2, nickname: 'Wu' },
      { user_id: 12, nickname: 'An' },
    ],
  ),
  archive_type: fc.constantFrom(1, 2, '2', ''),
});

/**
 * What a value means, worked out independently of the store: null for none, numbers as numbers, text folded
 * as SQLite's NOCASE folds it.
 */
const meaning = (record: Order, field: Field): number | string | null =>
  sentMeaning(record, field) ?? (field === 'update_time' ? sentMeaning(record, 'create_time') : null);
/** The same without the creation time as the last change of a record that was never edited. */
const sentMeaning = (record: Order, field: Field): number | string | null => {
  const value = record[field];
  if (Array.isArray(value))
    return value.length === 0 ? null : fold(value.map((person) => person.nickname).join(', '));
  if (value === '' || (typeof value === 'string' && value.startsWith('1970'))) return null;
  return field === 'amount' || field === 'archive_type'
    ? Number(value)
    : field === 'update_time' || field === 'create_time'
      ? String(value)
      : fold(String(value));
};
const fold = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
/** Names are sorted without marks, and Chinese ones by their pinyin, after Latin ones. */
const SORTED_AS: Readonly<Record<string, string>> = { éa: 'ea', 海港: '\u4e00gang', 海口: '\u4e00kou' };
const sortMeaning = (record: Order, field: Field): number | string | null => {
  const value = meaning(record, field);
  return typeof value === 'string' ? (SORTED_AS[value] ?? value) : value;
};
const compare = (a: number | string, b: number | string): number =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));

const sorted = (
  records: Iterable<Order>,
  sort: readonly { field: Field; direction: Direction }[],
  place: (id: number) => number,
): string[] =>
  [...records]
    .sort((x, y) => {
      for (const { field, direction } of sort) {
        const [a, b] = [sortMeaning(x, field), sortMeaning(y, field)];
        if (a === null || b === null) {
          if (a !== b) return a === null ? 1 : -1;
          continue;
        }
        const order = compare(a, b);
        if (order !== 0) return direction === 'asc' ? order : -order;
      }
      const places = place(x.order_id) - place(y.order_id);
      return sort[0]?.direction === 'desc' ? -places : places;
    })
    .map((record) => String(record.order_id));

const passes = (record: Order, filter: Filter): boolean => {
  const value = meaning(record, filter.field as Field);
  switch (filter.op) {
    case 'empty':
      return sentMeaning(record, filter.field as Field) === null;
    case 'notEmpty':
      return sentMeaning(record, filter.field as Field) !== null;
    case 'contains':
      return value !== null && String(value).toLowerCase().includes(filter.text.toLowerCase());
    case 'in':
      return filter.field === 'handler_info'
        ? record.handler_info.some((person) => filter.values.includes(String(person.user_id)))
        : value !== null &&
            filter.values.some((wanted) =>
              typeof value === 'number' ? Number(wanted) === value : fold(wanted) === value,
            );
    case 'between': {
      if (value === null) return false;
      const [from, to] =
        typeof value === 'number'
          ? [Number(filter.from ?? -Infinity), Number(filter.to ?? Infinity)]
          : [
              filter.from ?? '',
              filter.to === undefined ? '\uffff' : `${filter.to}${filter.to.length === 10 ? ' 24' : ''}`,
            ];
      return compare(value, from) >= 0 && compare(value, to) <= 0;
    }
  }
};

const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.constantFrom<Filter>(
    { field: 'name', op: 'contains', text: 'AB' },
    { field: 'name', op: 'contains', text: '%_' },
    { field: 'name', op: 'contains', text: 'É' },
    { field: 'name', op: 'contains', text: '\\' },
    { field: 'name', op: 'contains', text: '海' },
  ),
  fc.constantFrom<Filter>(
    { field: 'currency', op: 'in', values: ['USD'] },
    { field: 'archive_type', op: 'in', values: ['2'] },
    { field: 'handler_info', op: 'in', values: ['2'] },
    { field: 'amount', op: 'in', values: ['10', '9.0'] },
    { field: 'name', op: 'in', values: ['abc'] },
  ),
  fc.constantFrom<Filter>(
    { field: 'update_time', op: 'between', from: '2026-01-02', to: '2026-01-02' },
    { field: 'update_time', op: 'between', to: '2026-01-02 10:00:00' },
    { field: 'amount', op: 'between', from: '2', to: '10' },
    { field: 'amount', op: 'between' },
  ),
  fc.record({
    field: fc.constantFrom('name', 'amount', 'update_time', 'handler_info', 'currency'),
    op: fc.constantFrom('empty' as const, 'notEmpty' as const),
  }),
);
const sort = fc.array(
  fc.record({
    field: fc.constantFrom<Field>(
      'name',
      'amount',
      'update_time',
      'create_time',
      'currency',
      'handler_info',
      'archive_type',
    ),
    direction: fc.constantFrom<Direction>('asc', 'desc'),
  }),
  { minLength: 1, maxLength: 3 },
);

const walk = (cache: CacheStore, view: Parameters<CacheStore['page']>[0], step: number): string[] => {
  const ids: string[] = [];
  for (let start = 0; ; start += step) {
    const { rows, total } = cache.page(view, start, step, ['name']);
    ids.push(...rows.map((row) => row.id));
    if (start + step >= total) {
      expect(ids.length).toBe(total);
      return ids;
    }
  }
};

describe('views', () => {
  it('reading all windows equals sorting and filtering the whole set, while records are written', () => {
    /** Rows are numbered as they first come, and a buried one keeps its number. */
    const places = new Map<number, number>();
    const place = (id: number): number => places.get(id) ?? places.set(id, places.size).size - 1;
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.record({ kind: fc.constant('page' as const), items: fc.array(order, { maxLength: 25 }) }),
            fc.record({ kind: fc.constant('bury' as const), id: fc.integer({ min: 1, max: 60 }) }),
          ),
          { minLength: 1, maxLength: 4 },
        ),
        sort,
        fc.array(filter, { maxLength: 2 }),
        fc.integer({ min: 1, max: 9 }),
        (steps, sort, filters, step) => {
          const cache = openTemporaryCacheFor(property);
          const held = new Map<number, Order>();
          for (const write of steps) {
            if (write.kind === 'page') {
              apply(cache, 'order', write.items as unknown as Record<string, unknown>[]);
              for (const item of write.items) {
                place(item.order_id);
                held.set(item.order_id, item);
              }
            } else {
              cache.tombstone('order', [String(write.id)]);
              held.delete(write.id);
            }
            const wanted = sorted(
              [...held.values()].filter((record) => filters.every((f) => passes(record, f))),
              sort,
              place,
            );
            expect(walk(cache, { resource: 'order', sort, filters }, step)).toEqual(wanted);
            expect(walk(cache, { resource: 'order', sort: sort.slice(0, 1) }, step)).toEqual(
              sorted(held.values(), sort.slice(0, 1), place),
            );
          }
          cache.tombstone('order', cache.liveIds('order'));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('further windows use a stored order and follow writes', () => {
    const cache = openTemporaryCache();
    const make = (i: number, name = `n${String(i).padStart(4, '0')}`) => ({ order_id: i, name });
    apply(
      cache,
      'order',
      Array.from({ length: 1500 }, (_, i) => make(i + 1)),
    );
    const view = { resource: 'order' as const, sort: [{ field: 'name', direction: 'asc' as const }] };
    expect(cache.page(view, 1400, 2).rows.map((row) => row.id)).toEqual(['1401', '1402']);
    apply(cache, 'order', [make(9999, 'a first')]);
    expect(cache.page(view, 1400, 2)).toMatchObject({ total: 1501, rows: [{ id: '1400' }, { id: '1401' }] });
    expect(cache.page(view, 1600, 2)).toEqual({ total: 1501, rows: [] });
  });

  it('refuse fields that do not exist or have no order', () => {
    const cache = openTemporaryCache();
    const bad = expect.objectContaining({ code: 'bad-input' });
    expect(() =>
      cache.page(
        { resource: 'order', sort: [{ field: 'id"; DROP TABLE order_row; --', direction: 'asc' }] },
        0,
        1,
      ),
    ).toThrow(bad);
    expect(() =>
      cache.page({ resource: 'order', sort: [{ field: 'product_list', direction: 'asc' }] }, 0, 1),
    ).toThrow(bad);
    expect(() =>
      cache.page({ resource: 'order', filters: [{ field: 'row_id', op: 'empty' }] }, 0, 1),
    ).toThrow(bad);
    expect(() =>
      cache.page({ resource: 'order', filters: [{ field: 'amount', op: 'between', from: 'abc' }] }, 0, 1),
    ).toThrow(bad);
    expect(() =>
      cache.page(
        { resource: 'order', filters: [{ field: 'product_list', op: 'contains', text: 'x' }] },
        0,
        1,
      ),
    ).toThrow(bad);
  });

  it('filter objects by id and by name, records by id, and many people at once', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [
      {
        order_id: 1,
        company: { company_id: 5, name: 'Acme' },
        handler_info: [{ user_id: 30, nickname: 'Li' }],
      },
      {
        order_id: 2,
        company: { company_id: 6, name: 'Bolt' },
        shipping_status: { title: 'Sent', link_status: 0 },
      },
    ]);
    const by = (field: string, ...values: string[]) =>
      idsOf(cache, { resource: 'order', filters: [{ field, op: 'in', values }] });
    expect([
      by('company', '5'),
      by('company', 'bolt'),
      by('order_id', '2'),
      by('shipping_status', '0'),
      by('handler_info', ...Array.from({ length: 60 }, (_, i) => String(i))),
    ]).toEqual([['1'], ['2'], ['2'], ['2'], ['1']]);
    expect(by('handler_info', '3')).toEqual([]);
  });
});

describe('a filter with many values', () => {
  const many = (...values: string[]): string[] => [
    ...values,
    ...Array.from({ length: 500 - values.length }, (_, at) => `none ${at}`),
  ];

  it('finds the same as with few, whatever the field stores', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [
      `{"order_id": 9223372036854775807, "order_no": "A-1", "name": "Alpha", "amount": 9.5,
        "opportunity_id": 9223372036854775806, "archive_type": 2, "account_date": "2026-01-02",
        "company": {"company_id": 5, "name": "Acme"}, "currency": "USD", "777": "red"}`,
      '{"order_id": 2, "order_no": "B", "name": "Beta", "amount": 1, "company": {"company_id": 6, "name": "B"}}',
    ]);
    const by = (field: string, ...values: string[]) =>
      idsOf(cache, { resource: 'order', filters: [{ field, op: 'in', values }] });
    for (const [field, value] of [
      ['order_id', '9223372036854775807'],
      ['opportunity_id', '9223372036854775806'],
      ['company', '5'],
      ['company', 'acme'],
      ['order_no', 'a-1'],
      ['amount', '9.50'],
      ['archive_type', '2'],
      ['account_date', '2026-01-02'],
      ['currency', 'USD'],
      ['777', 'red'],
    ] as const) {
      expect([field, by(field, value)]).toEqual([field, ['9223372036854775807']]);
      expect([field, by(field, ...many(value))]).toEqual([field, ['9223372036854775807']]);
    }
    const ids = Array.from({ length: 500 }, (_, at) => String(at + 5));
    expect(by('company', ...ids)).toHaveLength(2);
  });

  it('may stand fifty times in a view, as the contract allows', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [{ order_id: 1, company: { company_id: 5, name: 'Acme' } }]);
    const filters: Filter[] = Array.from({ length: 50 }, () => ({
      field: 'company',
      op: 'in',
      values: many('Acme'),
    }));
    expect(idsOf(cache, { resource: 'order', filters })).toEqual(['1']);
  });
});

describe('the newest of a status', () => {
  const orders = fc.array(
    fc.record({
      order_id: fc.integer({ min: 1, max: 40 }),
      update_time: fc.constantFrom('', '2026-01-01 00:00:00', '2026-01-02 10:00:00', '2026-01-03 10:00:00'),
      shipping_status: fc.constantFrom(
        null,
        [],
        ...[0, 1, 2].map((n) => [{ title: `S${n}`, link_status: n }]),
      ),
    }),
    { maxLength: 60 },
  );
  const property: { cache?: CacheStore } = {};

  it('[PL29] is the same with its index and without, in both directions, for one value and several', () => {
    const plain: { cache?: CacheStore } = {};
    fc.assert(
      fc.property(
        orders,
        fc.constantFrom<string[]>(['1'], ['0', '2'], ['2', '2', '1'], ['7'], []),
        fc.constantFrom('asc' as const, 'desc' as const),
        fc.constantFrom([0, 3], [0, 50], [2, 5]),
        (records, values, direction, [start = 0, limit = 0]) => {
          const indexed = openTemporaryCacheFor(property);
          while (indexed.makeIndex());
          const scanned = openTemporaryCacheFor(plain);
          const view = {
            resource: 'order' as const,
            filters: [{ field: 'shipping_status', op: 'in' as const, values }],
            sort: [{ field: 'update_time', direction }],
          };
          const [a, b] = [indexed, scanned].map((cache) => {
            apply(cache, 'order', records);
            const { total, rows } = cache.page(view, start, limit, []);
            return [
              total,
              rows.map(({ id }) => id),
              cache.facets('order', 'shipping_status'),
              [...cache.snapshot(view).rows(0, 100, [])].map(({ id }) => id),
            ];
          });
          expect(a).toEqual(b);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('makes each index once, and only those that are missing', () => {
    const files = temporaryFiles();
    const cache = openTemporaryCache(files);
    let made = 0;
    while (cache.makeIndex()) made += 1;
    expect(made).toBe(RESOURCES.reduce((sum, name) => sum + laterIndexes(name).length, 0));
    cache.close();
    const again = openTemporaryCache(files);
    expect(again.makeIndex()).toBe(false);
    again.close();
  });

  it('has only fields that an equality filter compares by one column', () => {
    for (const { resource, fields, filtered, recency } of Object.values(CATALOGUE))
      for (const key of filtered) {
        const storage = fields.find((field) => field.key === key)?.storage;
        expect([resource, key, storage]).toEqual([resource, key, expect.stringMatching(/^(?:named|enum)$/)]);
        expect(recency).not.toBeNull();
      }
  });
});

describe('query plans', () => {
  it('an indexed sort walks its index and sorts nothing, in both directions, empty values included', () => {
    const files = temporaryFiles();
    const real = files.openTagged;
    const seen: string[] = [];
    files.openTagged = (name, key) => {
      const db = real(name, key);
      return Object.assign(Object.create(db) as typeof db, {
        prepare: (sql: string) => {
          if (sql.startsWith('SELECT r.row_id FROM'))
            seen.push(
              ...(
                db
                  .prepare(`EXPLAIN QUERY PLAN ${sql}`)
                  .all(...Array.from({ length: (sql.match(/\?/g) ?? []).length }, () => 1)) as {
                  detail: string;
                }[]
              ).map((step) => step.detail),
            );
          return db.prepare(sql);
        },
        exec: (sql: string) => db.exec(sql),
        pragma: (sql: string, options?: { simple?: boolean }) => db.pragma(sql, options),
        close: () => db.close(),
        transaction: (body: never) => db.transaction(body),
        function: (...given: Parameters<typeof db.function>) => db.function(...given),
      });
    };
    const cache = openTemporaryCache(files);
    while (cache.makeIndex());
    for (const resource of RESOURCES) {
      for (const column of cache.columns(resource).filter(({ sort }) => sort === 'indexed')) {
        for (const direction of ['asc', 'desc'] as const) {
          seen.length = 0;
          cache.page({ resource, sort: [{ field: column.key, direction }] }, 0, 50);
          expect(seen, `${resource}.${column.key} ${direction}`).toHaveLength(2);
          for (const step of seen)
            expect(step).toMatch(new RegExp(`USING COVERING INDEX ${resource}_${column.key}(?: |$)`));
        }
      }
    }
    seen.length = 0;
    cache.page({ resource: 'order', sort: [{ field: 'country', direction: 'asc' }] }, 0, 50);
    expect(seen.join()).toBe('SCAN r,USE TEMP B-TREE FOR ORDER BY');
    seen.length = 0;
    cache.page({ resource: 'order', filters: [{ field: 'name', op: 'contains', text: 'x' }] }, 0, 50);
    expect(seen.join()).toBe('SCAN r,USE TEMP B-TREE FOR ORDER BY');
    const ofStatus = (values: string[]): string => {
      seen.length = 0;
      cache.page({ resource: 'order', filters: [{ field: 'shipping_status', op: 'in', values }] }, 0, 50);
      return seen.join();
    };
    expect(ofStatus(['1'])).toMatch(
      /^(?:SEARCH r USING COVERING INDEX order_of_shipping_status \([^)]*\),?){2}$/,
    );
    seen.length = 0;
    cache.page({ resource: 'order', filters: [{ field: 'opportunity_id', op: 'in', values: ['5'] }] }, 0, 50);
    expect(seen.join()).toContain('USING COVERING INDEX order_by_opportunity_id');
    seen.length = 0;
    cache.page({ resource: 'order', filters: [{ field: 'company', op: 'in', values: ['5'] }] }, 0, 50);
    expect(seen.join()).toContain('USING COVERING INDEX order_by_company$id');
    const companies = Array.from({ length: 500 }, (_, at) => String(at + 1));
    seen.length = 0;
    cache.page({ resource: 'order', filters: [{ field: 'company', op: 'in', values: companies }] }, 0, 50);
    expect(seen.join()).toContain('USING COVERING INDEX order_by_company$id');
  });

  it('every column called indexed has its index in the catalogue, and recency is among them', () => {
    for (const entry of Object.values(CATALOGUE)) {
      for (const key of entry.sorted)
        expect(
          entry.fields.some((field) => field.key === key),
          `${entry.resource}.${key}`,
        ).toBe(true);
      expect(entry.recency === null || entry.sorted.includes(entry.recency)).toBe(true);
    }
  });
});

// One database for the whole property: opening one costs more than a run of it. Ids are reused, so every run
// starts by burying the last one's.
const property: { cache?: CacheStore } = {};
const openTemporaryCacheFor = (shared: { cache?: CacheStore }): CacheStore => {
  shared.cache ??= openTemporaryCache();
  shared.cache.tombstone('order', shared.cache.liveIds('order'));
  return shared.cache;
};

describe('a search in a list', () => {
  it('corrects one typing error only if the typed words match nothing', () => {
    const cache = openTemporaryCache();
    const named = (id: number, name: string) => ({ order_id: id, name, update_time: '2026-01-01 00:00:00' });
    apply(cache, 'order', [named(1, 'Valve housing'), named(2, 'Value added'), named(3, 'Pump')]);
    const found = (search: string): string[] => idsOf(cache, { resource: 'order', search }).toSorted();
    expect(found('valve')).toEqual(['1']);
    expect(found('value')).toEqual(['2']);
    expect(found('housimg')).toEqual(['1']);
    expect(found('nothing like it')).toEqual([]);
  });

  it('corrects one typing error although a record of the other list, deleted or not, has the word', () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [
      { company_id: 1, name: 'Schmidt GmbH' },
      { company_id: 2, name: 'Value Oy' },
    ]);
    const deleted = [
      { company_id: 3, name: 'Schmitt GmbH' },
      { company_id: 4, name: 'Valve Oy' },
    ];
    apply(cache, 'company', deleted, { removed: true });
    const over = layOver(cache);
    over.push('company', { pool_id: '1', name: 'Pump Oy' });
    for (const store of [cache, over.records]) {
      const found = (search: string, removed: boolean): string[] =>
        store.page({ resource: 'company', search, removed }, 0, 9).rows.map(({ id }) => id);
      expect([found('schmitt', false), found('schmitt', true)]).toEqual([['1'], ['3']]);
      expect([found('value', false), found('value', true)]).toEqual([['2'], ['4']]);
    }
  });
});

describe('a list that is kept', () => {
  it('follows the names of people', () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [
      { company_id: 1, name: 'a', user_id: [7], create_user: 7 },
      { company_id: 2, name: 'b', user_id: [8], create_user: 8 },
    ]);
    const contains = (field: string): string[] =>
      idsOf(cache, { resource: 'company', filters: [{ field, op: 'contains', text: 'ann' }] });
    const sorted = (field: string): string[] =>
      idsOf(cache, { resource: 'company', sort: [{ field, direction: 'asc' }] }, 500);
    const keptOf = (field: string): string[] =>
      cache
        .snapshot({ resource: 'company', sort: [{ field, direction: 'asc' }] })
        .rows(0, 10)
        .map(({ id }) => id);
    for (const field of ['user_id', 'create_user'])
      expect([contains(field), sorted(field), keptOf(field)]).toEqual([[], ['1', '2'], ['1', '2']]);
    apply(cache, 'user', [
      { user_id: '7', nickname: 'Zoe' },
      { user_id: '8', nickname: 'Ann' },
    ]);
    for (const field of ['user_id', 'create_user'])
      expect([contains(field), sorted(field), keptOf(field)]).toEqual([['2'], ['2', '1'], ['2', '1']]);
  });

  it('follows the names of people with pending work too', () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [
      { company_id: 1, name: 'a', user_id: [7] },
      { company_id: 2, name: 'b', user_id: [8] },
    ]);
    const { push, records } = layOver(cache);
    push('company', { name: 'c' }, { target: '1' });
    const sorted = (): string[] =>
      records
        .snapshot({ resource: 'company', sort: [{ field: 'user_id', direction: 'asc' }] })
        .rows(0, 10)
        .map(({ id }) => id);
    expect(sorted()).toEqual(['1', '2']);
    apply(cache, 'user', [
      { user_id: '7', nickname: 'Zoe' },
      { user_id: '8', nickname: 'Ann' },
    ]);
    expect(sorted()).toEqual(['2', '1']);
  });

  it('follows the search words that an update of Satchel makes', () => {
    const files = temporaryFiles();
    const cache = openTemporaryCache(files);
    apply(cache, 'company', [{ company_id: 1, name: 'Acme' }]);
    const beside = files.openTagged('cache.db', null);
    beside.exec('DELETE FROM company_fts');
    beside.close();
    const view = { resource: 'company' as const, search: 'acme' };
    expect(idsOf(cache, view)).toEqual([]);
    cache.restartWords();
    while (cache.renewWords(100));
    expect(idsOf(cache, view)).toEqual(['1']);
  });
});

describe('a search without letters and digits', () => {
  it('shows no rows, as the timeline and the palette do', () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [{ company_id: 1, name: 'A' }]);
    const { push, records } = layOver(cache);
    for (const search of ['---', '？', '"'])
      expect([search, idsOf(cache, { resource: 'company', search })]).toEqual([search, []]);
    expect(idsOf(cache, { resource: 'company', search: '  ' })).toEqual(['1']);
    push('company', { name: 'B' });
    expect(records.page({ resource: 'company', search: '---' }, 0, 5)).toEqual({ total: 0, rows: [] });
    expect(records.page({ resource: 'company', search: '' }, 0, 5).total).toBe(2);
    const sums = cache.totals({ resource: 'order', search: '---' }, ['amount']);
    let step = sums.next();
    while (step.done !== true) step = sums.next();
    expect(step.value).toEqual({ fields: [{ field: 'amount', sums: [], drafts: [] }] });
  });
});

describe('a search for a word that only pending work has', () => {
  it('corrects no typing error, as the palette does not', () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [{ company_id: 1, name: 'Zephyx Ltd' }]);
    const { push, records } = layOver(cache);
    const found = (): string[] =>
      records.page({ resource: 'company', search: 'zephyr' }, 0, 5).rows.map(({ id }) => id);
    expect(found()).toEqual(['1']);
    push('company', { name: 'Zephyr AG' }, { id: 'local:company-9' });
    expect(found()).toEqual(['local:company-9']);
    expect(records.search('zephyr', { limit: 5 }).map(({ id }) => id)).toEqual(['local:company-9']);
  });
});
