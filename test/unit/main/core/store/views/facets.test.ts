import { describe, expect, it, onTestFinished } from 'vitest';
import { NO_VALUE, OWNERS } from '#shared/domain/fields';
import type { CacheStore } from '#core/store/cache-store';
import { addSqlFunctions } from '#core/store/schema/sql-functions';
import { facetsOf } from '#core/store/views/facets';
import { apply, applyDetail, idsOf, openTemporaryCache, temporaryFiles } from '../cache-fixture';
import { layOver } from '../overlay-fixture';

const withIndexes = (cache: CacheStore): CacheStore => {
  while (cache.makeIndex());
  return cache;
};
const customers = (count: number): CacheStore => {
  const cache = openTemporaryCache();
  apply(
    cache,
    'order',
    Array.from({ length: count }, (_, i) => ({
      order_id: i + 1,
      order_no: `SO${i}`,
      company: { company_id: 1000 + i, name: `Customer ${i}` },
    })),
  );
  return cache;
};

describe('the values of a filter menu', () => {
  it('ids of origins and product groups have the names of their own lists, not those of colleagues', () => {
    const cache = openTemporaryCache();
    apply(cache, 'user', [{ user_id: '3', nickname: 'Ann Lee' }]);
    cache.putLookup(
      'origin',
      [
        { id: '3', name: 'Exhibition' },
        { id: '4', name: 'Alibaba' },
      ],
      1,
    );
    apply(cache, 'company', [{ company_id: 1, name: 'A' }]);
    applyDetail(cache, 'company', { company_id: 1, origin_list: [3, 4], group_id: 7 });
    expect(cache.facets('company', 'origin_list')).toEqual([
      { value: '3', label: 'Exhibition', count: 1 },
      { value: '4', label: 'Alibaba', count: 1 },
    ]);
    apply(cache, 'opportunity', [{ opportunity_id: 1, name: 'Deal', handler: [3] }]);
    expect(cache.facets('opportunity', 'handler')).toEqual([{ value: '3', label: 'Ann Lee', count: 1 }]);
    apply(cache, 'trail', [{ trail_id: 1, customer_id: [3] }]);
    expect(cache.facets('trail', 'customer_id')).toEqual([{ value: '3', label: '3', count: 1 }]);
  });

  it('the owners of an order are its handlers, or those who share in its sale if it has none', () => {
    const cache = openTemporaryCache();
    const create_time = '2026-11-24 10:00:00';
    const ann = [{ user_id: 7, nickname: 'Ann', rate: '100' }];
    apply(cache, 'user', [{ user_id: '7', nickname: 'Ann' }]);
    apply(cache, 'order', [
      { order_id: 1, create_time, handler_info: [], users_info: ann },
      { order_id: 2, create_time, handler_info: [{ user_id: 8, nickname: 'Ben' }], users_info: ann },
      { order_id: 3, create_time, handler_info: [{ user_id: 7, nickname: 'Ann' }] },
      { order_id: 4, create_time },
    ]);
    const found = (filter: object) =>
      cache
        .page({ resource: 'order', filters: [{ field: OWNERS, ...filter } as never] }, 0, 9)
        .rows.map(({ id }) => id)
        .toSorted();
    expect(found({ op: 'in', values: ['7'] })).toEqual(['1', '3']);
    expect(found({ op: 'in', values: ['8', NO_VALUE] })).toEqual(['2', '4']);
    expect(found({ op: 'contains', text: 'ann' })).toEqual(['1', '3']);
    expect(found({ op: 'empty' })).toEqual(['4']);
    expect(cache.facets('order', OWNERS, { values: [NO_VALUE] })).toEqual([
      { value: '7', label: 'Ann', count: 2 },
      { value: '8', label: 'Ben', count: 1 },
      { value: NO_VALUE, label: NO_VALUE, count: 1 },
    ]);
    // The figure on Today counts what its list shows.
    const span = { from: '2026-11-23', to: '2026-11-27', person: '7', until: '12:00' };
    expect(cache.dayCounts(['order'], span)[0]?.days[0]?.count).toBe(2);
    expect(() => cache.facets('product', OWNERS)).toThrow('no such field');
  });

  it('a status that came as a bare code has its name, with the index and without', () => {
    const cache = openTemporaryCache();
    cache.putLookup('trailStatus', [{ id: '9', name: 'Negotiating' }], 1);
    apply(cache, 'company', [{ company_id: 1, name: 'A' }]);
    applyDetail(cache, 'company', { company_id: 1, trail_status: 9 });
    const wanted = [{ value: '9', label: 'Negotiating', count: 1 }];
    expect(cache.facets('company', 'trail_status')).toEqual(wanted);
    expect(withIndexes(cache).facets('company', 'trail_status')).toEqual(wanted);
  });

  it('a renamed status has its new name in the menu and its new place in the order, also of records read before', () => {
    const cache = openTemporaryCache();
    apply(
      cache,
      'company',
      [1, 2, 3].map((id) => ({ company_id: id, name: `C${id}` })),
    );
    const stage = (id: number, status_id: number, status_name: string) =>
      applyDetail(cache, 'company', { company_id: id, trail_status: { status_id, status_name } });
    cache.putLookup(
      'trailStatus',
      [
        { id: '8', name: 'Deal' },
        { id: '9', name: 'Contact' },
      ],
      1,
    );
    stage(1, 8, 'Deal');
    stage(2, 9, 'Contact');
    const view = {
      resource: 'company' as const,
      sort: [{ field: 'trail_status', direction: 'asc' as const }],
    };
    expect(idsOf(cache, view)).toEqual(['2', '1', '3']);
    cache.putLookup(
      'trailStatus',
      [
        { id: '8', name: 'Deal' },
        { id: '9', name: 'Visit' },
      ],
      2,
    );
    expect(idsOf(cache, view)).toEqual(['1', '2', '3']);
    stage(3, 9, 'Visit');
    expect(idsOf(cache, view)).toEqual(['1', '2', '3']);
    const wanted = [
      { value: '9', label: 'Visit', count: 2 },
      { value: '8', label: 'Deal', count: 1 },
    ];
    expect(cache.facets('company', 'trail_status')).toEqual(wanted);
    expect(withIndexes(cache).facets('company', 'trail_status')).toEqual(wanted);
  });

  it('of a custom field with several choices are named as in the list', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [
      { order_id: 5, order_no: 'A', '70330001': ['Red', 'Blue'] },
      { order_id: 6, order_no: 'B', '70330001': [] },
      { order_id: 7, order_no: 'C', '70330001': '[1]' },
    ]);
    const several = { value: 'Red, Blue', label: 'Red, Blue', count: 1 };
    expect(cache.facets('order', '70330001')).toEqual([several, { value: '[1]', label: '[1]', count: 1 }]);
    const filters = [{ field: '70330001', op: 'in' as const, values: [several.value] }];
    expect(idsOf(cache, { resource: 'order', filters })).toEqual(['5']);
  });

  it('a code 0 without a name is no value, as in the list', () => {
    const cache = openTemporaryCache();
    const codes = [0, '0', 2, null];
    apply(
      cache,
      'order',
      codes.map((source_type, i) => ({ order_id: i + 1, order_no: `SO${i}`, source_type })),
    );
    apply(
      cache,
      'outboundInvoice',
      codes.map((status, i) => ({ outbound_invoice_id: i + 1, serial_id: `IN${i}`, status })),
    );
    const counts = (resource: 'order' | 'outboundInvoice', field: string) =>
      cache.facets(resource, field, { values: [NO_VALUE] }).map(({ value, count }) => [value, count]);
    const empty = (resource: 'order' | 'outboundInvoice', field: string) =>
      idsOf(cache, { resource, filters: [{ field, op: 'empty' }] }).toSorted();
    for (const again of [false, true]) {
      if (again) withIndexes(cache);
      for (const [resource, field] of [
        ['order', 'source_type'],
        ['outboundInvoice', 'status'],
      ] as const) {
        expect(empty(resource, field)).toEqual(['1', '2', '4']);
        expect(counts(resource, field)).toEqual([
          ['2', 1],
          [NO_VALUE, 3],
        ]);
      }
    }
    cache.putLookup('sourceType', [{ id: '0', name: 'By hand' }], 1);
    expect(empty('order', 'source_type')).toEqual(['4']);
    expect(counts('order', 'source_type')).toEqual([
      ['0', 2],
      ['2', 1],
      [NO_VALUE, 1],
    ]);
  });

  it('count the records without a value, if that is asked for, also with pending work', () => {
    const cache = openTemporaryCache();
    const order = (id: number, status?: object) => ({
      order_id: id,
      order_no: `SO${id}`,
      ...(status === undefined ? {} : { end_status: status }),
    });
    const open = { title: 'Open', link_status: 10 };
    apply(cache, 'order', [order(1, open), order(2), order(3), order(4, { title: '', link_status: '' })]);
    const wanted = [
      { value: '10', label: 'Open', count: 1 },
      { value: '', label: '', count: 3 },
    ];
    expect(cache.facets('order', 'end_status', { values: [''] })).toEqual(wanted);
    expect(withIndexes(cache).facets('order', 'end_status', { values: [''] })).toEqual(wanted);
    expect(cache.facets('order', 'end_status')).toEqual(wanted.slice(0, 1));
    const found = (values: string[]) =>
      idsOf(cache, { resource: 'order', filters: [{ field: 'end_status', op: 'in', values }] }).toSorted();
    expect(found(['10', ''])).toEqual(['1', '2', '3', '4']);
    expect(found([''])).toEqual(['2', '3', '4']);
    expect(found(['10'])).toEqual(['1']);
    apply(cache, 'company', [
      { company_id: 1, name: 'A', user_id: [3] },
      { company_id: 2, name: 'B', user_id: [] },
    ]);
    expect(cache.facets('company', 'user_id', { values: [''] })).toContainEqual({
      value: '',
      label: '',
      count: 1,
    });
    expect(
      idsOf(cache, {
        resource: 'company',
        filters: [{ field: 'user_id', op: 'in', values: ['', '3'] }],
      }).toSorted(),
    ).toEqual(['1', '2']);
  });

  it('an owner id of an unknown form is shown as it is', () => {
    const cache = openTemporaryCache();
    cache.putLookup('frozenUsers', [{ id: '900', name: 'Zoe' }], 1);
    apply(
      cache,
      'company',
      ['a"b', '$', '[x]', '900'].map((id, i) => ({ company_id: i + 1, name: `n${i}`, user_id: [id] })),
    );
    const found = (text: string): string[] =>
      idsOf(cache, { resource: 'company', filters: [{ field: 'user_id', op: 'contains', text }] });
    expect(found('zoe')).toEqual(['4']);
  });

  it('a customer that is not among the 200 most frequent is found by a part of the name', () => {
    const cache = customers(300);
    const all = cache.facets('order', 'company');
    expect(all).toHaveLength(200);
    expect(all.some(({ value }) => value === '1299')).toBe(false);
    const found = { value: '1299', label: 'Customer 299', count: 1 };
    expect(cache.facets('order', 'company', { text: 'omer 299' })).toEqual([found]);
    expect(withIndexes(cache).facets('order', 'company', { text: 'OMER 299' })).toEqual([found]);
    expect(cache.facets('order', 'company', { text: 'nobody' })).toEqual([]);
  });

  it('a chosen value keeps its label, however rare it is', () => {
    const cache = customers(300);
    apply(cache, 'company', [{ company_id: 5, name: 'No orders' }]);
    const facets = cache.facets('order', 'company', { values: ['1299', '5', '6'] });
    expect(facets).toHaveLength(202);
    expect(facets.slice(200)).toEqual([
      { value: '1299', label: 'Customer 299', count: 1 },
      { value: '5', label: 'No orders', count: 0 },
    ]);
    expect(cache.facets('order', 'company', { text: 'omer 298', values: ['1299'] })).toEqual([
      { value: '1298', label: 'Customer 298', count: 1 },
      { value: '1299', label: 'Customer 299', count: 1 },
    ]);
  });

  it('names of codes and people are narrowed by what the menu shows', () => {
    const cache = openTemporaryCache();
    cache.putLookup('origin', [{ id: '3', name: 'Exhibition' }], 1);
    cache.putLookup('group', [{ id: '7', name: 'Very important' }], 1);
    apply(cache, 'company', [{ company_id: 1, name: 'A' }]);
    applyDetail(cache, 'company', { company_id: 1, origin_list: [3, 4], group_id: 7 });
    expect(cache.facets('company', 'origin_list', { text: 'exhib' }).map(({ value }) => value)).toEqual([
      '3',
    ]);
    expect(cache.facets('company', 'group_id', { text: 'IMPORT' }).map(({ value }) => value)).toEqual(['7']);
    expect(cache.facets('company', 'group_id', { text: 'other' })).toEqual([]);
  });

  it('an id with several names is counted as its filter counts it, whichever name has the text', () => {
    const cache = openTemporaryCache();
    const order = (id: number, name: string) => ({
      order_id: id,
      order_no: `SO${id}`,
      company: { company_id: 5, name },
    });
    apply(cache, 'order', [order(1, 'Acme Holding'), order(2, 'Zenith'), order(3, 'Acme Holding')]);
    apply(cache, 'order', [{ order_id: 4, order_no: 'SO4', company: { company_id: 6, name: 'Other' } }]);
    const wanted = [{ value: '5', label: 'Acme Holding', count: 3 }];
    for (let round = 0; round < 2; round += 1) {
      for (const values of [[], ['5']])
        expect(cache.facets('order', 'company', { text: 'hold', values })).toEqual(wanted);
      const filters = [{ field: 'company', op: 'in' as const, values: ['5'] }];
      expect(idsOf(cache, { resource: 'order', filters })).toHaveLength(3);
      withIndexes(cache);
    }
  });

  it('an id is found by a name that only pending work has, and counted with its stored records', () => {
    const cache = openTemporaryCache();
    const invoice = (id: number, name: string) => ({
      outbound_invoice_id: id,
      serial_id: `I${id}`,
      company_info: { company_id: 5, name },
    });
    apply(cache, 'outboundInvoice', [invoice(1, 'Acme'), invoice(2, 'Acme'), invoice(3, 'Acme Holding')]);
    const { push, records } = layOver(cache);
    push('outboundInvoice', { currency: 'EUR' }, { target: '3' });
    expect(records.facets('outboundInvoice', 'company_info', { text: 'hold' })).toEqual([
      { value: '5', label: 'Acme Holding', count: 3 },
    ]);
  });

  it('a Greek name is found by a part that ends in a sigma', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [{ order_id: 1, company: { company_id: 5, name: 'ΑΣΤΗΡ ΑΕ' } }]);
    cache.putLookup('group', [{ id: '7', name: 'ΑΣΤΗΡ' }], 1);
    apply(cache, 'company', [{ company_id: 1, name: 'A' }]);
    applyDetail(cache, 'company', { company_id: 1, group_id: 7 });
    expect(cache.facets('order', 'company', { text: 'ΑΣ' }).map(({ value }) => value)).toEqual(['5']);
    expect(cache.facets('company', 'group_id', { text: 'ΑΣ' }).map(({ value }) => value)).toEqual(['7']);
  });

  it('are those of the list that includes pending work', () => {
    const cache = openTemporaryCache();
    const receipt = (id: number, currency: string) => ({
      cash_collection_invoice_id: id,
      status: 3,
      amount: '100',
      currency,
    });
    apply(cache, 'receipt', [receipt(3, 'USD'), receipt(4, 'USD'), receipt(5, 'CNY')]);
    const { push, records } = layOver(cache);
    push('receipt', { amount: '50', currency: 'EUR', collection_date: '2026-06-01' });
    push('receipt', { currency: 'JPY' }, { target: '4' });
    push('receipt', { currency: 'USD' }, { target: '5' });
    for (let round = 0; round < 2; round += 1) {
      const facets = records.facets('receipt', 'currency');
      expect(facets).toEqual([
        { value: 'USD', label: 'USD', count: 2 },
        { value: 'EUR', label: 'EUR', count: 1 },
        { value: 'JPY', label: 'JPY', count: 1 },
      ]);
      for (const { value, count } of facets) {
        const filters = [{ field: 'currency', op: 'in' as const, values: [value] }];
        expect(records.page({ resource: 'receipt', filters }, 0, 5).total).toBe(count);
      }
      withIndexes(cache);
    }
    // The receipt that is not delivered yet has no status.
    expect(records.facets('receipt', 'status', { values: [''] })).toEqual([
      { value: '3', label: '3', count: 3 },
      { value: '', label: '', count: 1 },
    ]);
    const filters = [{ field: 'status', op: 'in' as const, values: ['3', ''] }];
    expect(records.page({ resource: 'receipt', filters }, 0, 5).total).toBe(4);
  });

  it('are those of the removed records in the list of these', () => {
    const cache = openTemporaryCache();
    const order = (id: number, company: number, status: number) => ({
      order_id: id,
      order_no: `SO${id}`,
      company: { company_id: company, name: `Customer ${company}` },
      handler_info: [{ user_id: company, nickname: `Ann ${company}` }],
      end_status: status,
    });
    apply(cache, 'order', [order(1, 5, 1), order(2, 5, 1), order(3, 6, 1)]);
    apply(cache, 'order', [order(4, 5, 2), order(5, 7, 2), order(6, 7, 3)], { removed: true });
    for (let round = 0; round < 2; round += 1) {
      for (const key of ['company', 'handler_info', 'end_status', 'order_no', OWNERS]) {
        const facets = cache.facets('order', key, { values: [NO_VALUE], removed: true });
        expect(facets.map(({ count }) => count).reduce((all, one) => all + one)).toBe(3);
        for (const { value, count } of facets) {
          const filters = [{ field: key, op: 'in' as const, values: [value] }];
          expect([key, cache.page({ resource: 'order', removed: true, filters }, 0, 5).total]).toEqual([
            key,
            count,
          ]);
        }
      }
      // A filter that was chosen in one of the lists names its value in the other list too.
      expect(cache.facets('order', 'company', { values: ['7'], text: 'none' })).toEqual([
        { value: '7', label: 'Customer 7', count: 0 },
      ]);
      expect(cache.facets('order', 'handler_info', { values: ['6'], text: 'none', removed: true })).toEqual([
        { value: '6', label: 'Ann 6', count: 0 },
      ]);
      withIndexes(cache);
    }
  });

  it('count removed records with pending work in both lists', () => {
    const cache = openTemporaryCache();
    const receipt = (id: number) => ({
      cash_collection_invoice_id: id,
      currency: 'USD',
      company_info: { company_id: 5, name: 'Harbor' },
    });
    apply(cache, 'receipt', [receipt(1)]);
    apply(cache, 'receipt', [receipt(2), receipt(3)], { removed: true });
    const { push, records } = layOver(cache);
    push('receipt', { currency: 'EUR' }, { target: '1' });
    push('receipt', { currency: 'EUR' }, { target: '2' });
    for (const removed of [false, true])
      for (const { value, count } of records.facets('receipt', 'currency', { removed })) {
        const filters = [{ field: 'currency', op: 'in' as const, values: [value] }];
        const { total } = records.page({ resource: 'receipt', removed, filters }, 0, 5);
        expect([removed, value, count]).toEqual([removed, value, total]);
      }
    expect(records.facets('receipt', 'currency', { removed: true })).toHaveLength(2);
  });

  it('count a rare value of pending work together with the stored records', () => {
    const cache = openTemporaryCache();
    apply(
      cache,
      'receipt',
      Array.from({ length: 402 }, (_, i) => ({
        cash_collection_invoice_id: i + 1,
        amount: '1',
        account_name: i < 400 ? `Account ${i % 200}` : `Rare ${i}`,
      })),
    );
    const { push, records } = layOver(cache);
    push('receipt', { account_name: 'Rare 401' }, { target: '1' });
    expect(records.facets('receipt', 'account_name', { values: ['Rare 401'] }).at(-1)).toEqual({
      value: 'Rare 401',
      label: 'Rare 401',
      count: 2,
    });
  });
});

describe('query plans of a filter menu', () => {
  it('customers and statuses are counted along their indexes, also with pending work', () => {
    const files = temporaryFiles();
    const cache = withIndexes(openTemporaryCache(files));
    const db = files.openTagged('cache.db', null);
    onTestFinished(() => void db.close());
    addSqlFunctions(db);
    db.exec('CREATE TEMP TABLE pending (base INTEGER)');
    const plans: string[] = [];
    const prepare: typeof db.prepare = (sql) => {
      const params = Array.from(sql.matchAll(/\?/g), () => 1);
      const steps = db.prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...params);
      plans.push(steps.map(({ detail }) => detail).join());
      return db.prepare(sql);
    };
    const overlay = {
      sqlOf: (sql: string) => sql.replaceAll('"order_row"', '(SELECT * FROM "order_row" WHERE 0)'),
      withoutPendingRow: 'r.row_id NOT IN (SELECT base FROM pending)',
    };
    for (const over of [null, overlay])
      for (const key of ['company', 'shipping_status']) {
        plans.length = 0;
        const source = { db: { prepare }, indexes: { has: () => true }, lookup: () => [], overlay: over };
        facetsOf(source, 'order', key);
        const counting = plans.find((plan) => plan.includes('CO-ROUTINE') || plan.includes('MATERIALIZE'));
        expect([key, counting]).toEqual([
          key,
          expect.stringMatching(
            key === 'company'
              ? /USING COVERING INDEX order_by_company\$id/
              : /USING COVERING INDEX order_of_shipping_status/,
          ),
        ]);
      }
    cache.close();
  });
});
