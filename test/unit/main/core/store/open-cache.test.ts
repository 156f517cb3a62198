import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnchangedRecord } from '#core/api/unchanged-record';
import type { CacheStore, IncomingRecord } from '#core/store/cache-store';
import { RESOURCES } from '#shared/domain/resources';
import { apply, applyDetail, idsOf, incoming, openTemporaryCache, temporaryFiles } from './cache-fixture';

const order = (id: string | number, more: Record<string, unknown> = {}) => ({
  order_id: id,
  order_no: `SO-${id}`,
  name: `Order ${id}`,
  update_time: '2026-01-01 08:00:00',
  ...more,
});

/** Does `write` in a transaction that fails. */
const expectUndone = (cache: CacheStore, write: () => void): void =>
  expect(() =>
    cache.atomically(() => {
      write();
      throw new Error('undo');
    }),
  ).toThrow('undo');

describe('counts', () => {
  it('in memory equal those of the tables after any writes, rollbacks, counts and restarts', () => {
    const id = fc.integer({ min: 1, max: 6 });
    const step = fc.oneof(
      fc.record({
        op: fc.constant('page' as const),
        ids: fc.uniqueArray(id, { maxLength: 4 }),
        removed: fc.boolean(),
        name: fc.constantFrom('a', 'b'),
      }),
      fc.record({ op: fc.constant('detail' as const), id }),
      fc.record({ op: fc.constant('strike' as const), ids: fc.uniqueArray(id, { maxLength: 3 }) }),
      fc.record({ op: fc.constant('tombstone' as const), ids: fc.uniqueArray(id, { maxLength: 2 }) }),
      fc.record({ op: fc.constant('undone' as const), ids: fc.uniqueArray(id, { maxLength: 3 }) }),
      fc.record({ op: fc.constantFrom('count' as const, 'drop details' as const) }),
      fc.record({ op: fc.constantFrom('closed' as const, 'crashed' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const files = temporaryFiles();
        let cache = openTemporaryCache(files);
        const page = (ids: readonly number[], name: string, removed = false) =>
          apply(
            cache,
            'company',
            ids.map((company_id) => ({ company_id, name })),
            { removed },
          );
        steps.forEach((one, at) => {
          if (one.op === 'page') page(one.ids, one.name, one.removed);
          else if (one.op === 'detail') applyDetail(cache, 'company', { company_id: one.id });
          else if (one.op === 'strike') cache.markMissing('company', one.ids.map(String), at + 1);
          else if (one.op === 'tombstone') cache.tombstone('company', one.ids.map(String));
          else if (one.op === 'drop details')
            cache.dropDetails('company', { before: '2027', after: 0, limit: 10 });
          else if (one.op === 'undone') expectUndone(cache, () => page(one.ids, 'undone'));
          else if (one.op === 'closed' || one.op === 'crashed') {
            if (one.op === 'closed') cache.close();
            cache = openTemporaryCache(files);
          } else {
            cache.counts('company');
            cache.page({ resource: 'company' }, 0, 1);
          }
        });
        const fresh = openTemporaryCache(files);
        expect(cache.counts('company')).toEqual(fresh.counts('company'));
        expect(cache.listedCount('company')).toBe(fresh.liveIds('company').length);
        expect(cache.page({ resource: 'company' }, 0, 1).total).toBe(fresh.liveIds('company').length);
        expect(cache.listedCount('company', { timeField: 'create_time', from: '2020-01-01' })).toBe(
          fresh.liveIds('company', { timeField: 'create_time', from: '2020-01-01' }).length,
        );
        const times = fresh
          .liveIds('company', { timeField: 'update_time', to: '2026-01-02' })
          .map((id) => fresh.get('company', id)?.row.values.update_time)
          .toSorted();
        expect(
          cache.liveTimeBefore('company', { timeField: 'update_time', before: '2026-01-02', skip: 1 }),
        ).toBe(times.at(-2) ?? null);
        const pieces: string[] = [];
        for (let after: number | null = 0; after !== null;) {
          const piece: { ids: string[]; next: number | null } = cache.listedIdsFrom('company', {
            after,
            limit: 2,
          });
          pieces.push(...piece.ids);
          after = piece.next;
        }
        expect(pieces.toSorted()).toEqual(fresh.liveIds('company').toSorted());
        expect(cache.listedCount('company', undefined, new Set(['1', '2', 'none']))).toBe(
          fresh.liveIds('company').filter((id) => id !== '1' && id !== '2').length,
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe('records', () => {
  it('distinguishes inserted, updated and unchanged records and keeps one row per id', () => {
    const cache = openTemporaryCache();
    expect(apply(cache, 'order', [order(1), order(2)])).toEqual({ inserted: 2, updated: 0, unchanged: 0 });
    expect(apply(cache, 'order', [order(1), order(2, { name: 'New' }), order(3)])).toEqual({
      inserted: 1,
      updated: 1,
      unchanged: 1,
    });
    expect(cache.page({ resource: 'order' }, 0, 10).total).toBe(3);
    expect(cache.get('order', '2')?.row.values.name).toBe('New');
  });

  it('tells which items have another text than the one on disk', () => {
    const cache = openTemporaryCache();
    const told = (...items: Record<string, unknown>[]): string[] => {
      const ids: string[] = [];
      apply(cache, 'order', items, { onNew: ({ id }) => ids.push(id) });
      return ids;
    };
    expect(told(order(1), order(2))).toEqual(['1', '2']);
    expect(told(order(1), order(2, { name: 'New' }), order(3))).toEqual(['2', '3']);
    expect(told(order(1), order(1, { name: 'Later' }))).toEqual(['1']);
  });

  it('does not read a text again that was compared at this version, and trusts no older comparison', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order(1), order(2), order(3)]);
    const textOf = (id: string) => cache.storedTexts('order', [id]).get(id)!;
    const compared = (id: string): IncomingRecord => new UnchangedRecord(id, textOf(id));
    expect(textOf('1').raw).toBe(JSON.stringify(order(1)));
    expect([...cache.storedTexts('order', ['1', '9']).keys()]).toEqual(['1']);
    const items = ['1', '2', '3'].map(compared);
    const options = { removed: false, fetchedAt: 1_000 };
    expect(cache.applyPage('order', items, options)).toEqual({ inserted: 0, updated: 0, unchanged: 3 });
    // Another answer changed one record and deleted another one meanwhile.
    apply(cache, 'order', [order(2, { name: 'Newer' })]);
    cache.tombstone('order', ['3']);
    expect(cache.applyPage('order', items, options)).toEqual({ inserted: 0, updated: 2, unchanged: 1 });
    expect(cache.get('order', '2')?.row.values.name).toBe(order(2).name);
    expect(cache.get('order', '3')?.row.removed).toBeUndefined();
    // Missing from a census changes no text, and no version; the record is seen again.
    const again = compared('1');
    cache.markMissing('order', ['1'], 5);
    expect(cache.applyPage('order', [again], options)).toMatchObject({ updated: 1 });
    cache.dropRecords('order', 10);
    expect(cache.applyPage('order', [again], options)).toMatchObject({ inserted: 1 });
  });

  it('keeps the later copy if an answer contains an id twice', () => {
    const cache = openTemporaryCache();
    expect(apply(cache, 'order', [order(1), order(2), order(1, { name: 'Later' })])).toEqual({
      inserted: 2,
      updated: 1,
      unchanged: 0,
    });
    expect(cache.get('order', '1')?.row.values.name).toBe('Later');
    expect(cache.counts('order').live).toBe(2);
  });

  it('deletes the details of records last changed before a day, and the search words from them', () => {
    const cache = openTemporaryCache();
    apply(
      cache,
      'company',
      [1, 2, 3].map((company_id) => ({
        company_id,
        name: `c${company_id}`,
        update_time: `2026-0${company_id}-01 00:00:00`,
      })),
    );
    for (const company_id of [1, 2, 3])
      applyDetail(cache, 'company', { company_id, name: `c${company_id}`, remark: `telegraph${company_id}` });
    expect(cache.dropDetails('company', { before: '2026-02-01 00:00:00', after: 0, limit: 2 })).toBe(2);
    expect(cache.dropDetails('company', { before: '2026-02-01 00:00:00', after: 2, limit: 2 })).toBeNull();
    expect([1, 2, 3].map((id) => cache.get('company', String(id))?.row.values.remark)).toEqual([
      undefined,
      'telegraph2',
      'telegraph3',
    ]);
    expect(
      cache
        .search('telegraph', { limit: 9 })
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['2', '3']);
    expect(cache.counts('company').details).toBe(2);
    expect(cache.countWithoutDetails('company', ['1', '2', '9'])).toBe(1);
    expect(cache.detailsWanted('company', { limit: 9, ownerId: null })).toEqual(['1']);
    expect(cache.detailsWanted('company', { limit: 9, ownerId: null, since: '2026-02-01' })).toEqual([]);
  });

  it('keeps ids above 2^53 intact in identity, values, filters and links', () => {
    const cache = openTemporaryCache();
    const [a, b] = ['9007199254740993', '9007199254740992'];
    apply(cache, 'order', [
      `{"order_id":${a},"opportunity_id":9223372036854775807,"company":{"company_id":${a},"name":"A"}}`,
      `{"order_id":${b},"opportunity_id":9223372036854775806,"company":{"company_id":${b},"name":"B"}}`,
    ]);
    apply(cache, 'company', [`{"company_id":${a},"name":"A"}`, `{"company_id":${b},"name":"B"}`]);
    expect(cache.get('order', a)?.row.values).toMatchObject({ order_id: a, company: { company_id: a } });
    expect(
      idsOf(cache, {
        resource: 'order',
        filters: [{ field: 'opportunity_id', op: 'in', values: ['9223372036854775807'] }],
      }),
    ).toEqual([a]);
    expect(
      idsOf(cache, { resource: 'order', filters: [{ field: 'company', op: 'in', values: [b] }] }),
    ).toEqual([b]);
    expect(cache.related('company', a, 5)).toMatchObject([
      { resource: 'order', total: 1, rows: [{ id: a }] },
    ]);
  });

  it('shows decimals with the digits the service sent, and unknown keys', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [
      '{"order_id":1,"amount":977.10,"exchange_rate":"6.5000000000","amount_rmb":12345678901234.5678,"brand_new":{"id":7},"product_list":[{"product_id":12,"unit_price":0.50}]}',
    ]);
    expect(cache.get('order', '1')?.row.values).toEqual({
      order_id: '1',
      amount: '977.10',
      exchange_rate: '6.5000000000',
      amount_rmb: '12345678901234.5678',
      brand_new: { id: 7 },
      product_list: [{ product_id: '12', unit_price: '0.50' }],
    });
  });

  it('accepts values that differ from the contract without losing the record', () => {
    const cache = openTemporaryCache();
    const stray = {
      order_id: 5,
      amount: 'n/a',
      company: [],
      users_info: null,
      create_user: { id: 1 },
      archive_type: 'x',
      update_time: 7,
      opportunity_id: '99999999999999999999999',
      shipping_status: 'open',
    };
    apply(cache, 'order', [stray]);
    expect(cache.get('order', '5')?.raw).toBe(JSON.stringify(stray));
  });

  it('moves between live and removed, and back', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order(1), order(2)]);
    apply(cache, 'order', [order(2)], { removed: true });
    expect(idsOf(cache, { resource: 'order' })).toEqual(['1']);
    expect(idsOf(cache, { resource: 'order', removed: true })).toEqual(['2']);
    expect(cache.get('order', '2')?.row.removed).toBe(true);
    apply(cache, 'order', [order(2)]);
    expect(idsOf(cache, { resource: 'order' })).toEqual(['2', '1']);
    expect(cache.counts('order')).toEqual({ live: 2, removed: 0, quarantined: 0, details: 0 });
  });

  it('keeps the removed and the live ones of the same filter, sort and search apart', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order(1), order(2), order(3)]);
    apply(cache, 'order', [order(2)], { removed: true });
    // A sort without an index: the whole list is held once it was asked for.
    const sort = [{ field: 'currency', direction: 'asc' as const }];
    const both = (): string[][] =>
      [false, true].map((removed) => idsOf(cache, { resource: 'order', sort, removed }).toSorted());
    expect(both()).toEqual([['1', '3'], ['2']]);
    expect(both().toReversed()).toEqual([['2'], ['1', '3']]);
  });

  it('wants details again that may be older than the record', () => {
    const cache = openTemporaryCache();
    const company = { company_id: 1, name: 'Nordlicht', update_time: '2026-09-21 10:00:05' };
    const item = incoming('company', company);
    const wanted = (): string[] => cache.detailsWanted('company', { limit: 5, ownerId: null, since: null });
    const read = (startedAt: number, serverNow: string): void => {
      cache.applyDetail('company', item, startedAt + 10, { startedAt, serverNow });
    };
    apply(cache, 'company', [company], { fetchedAt: 1000 });
    // It changed in the second of the answer: another change of that second would not be seen.
    read(2000, '2026-09-21 10:00:05');
    expect(wanted()).toEqual(['1']);
    read(3000, '2026-09-21 10:00:06');
    expect(wanted()).toEqual([]);
    // The list brings a change while the details are under way.
    apply(cache, 'company', [{ ...company, update_time: '2026-09-21 10:00:09' }], { fetchedAt: 4000 });
    read(3990, '2026-09-21 10:00:08');
    expect(wanted()).toEqual(['1']);
    read(4010, '2026-09-21 10:00:10');
    expect(wanted()).toEqual([]);
    cache.applyDetail('company', item, 5000, {
      startedAt: 4990,
      serverNow: '2026-09-21 10:00:11',
      isOld: true,
    });
    expect(wanted()).toEqual(['1']);
  });

  it('rolls back a whole atomic step, including counts', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order(1)]);
    expect(cache.page({ resource: 'order' }, 0, 10).total).toBe(1);
    expect(() =>
      cache.atomically(() => {
        apply(cache, 'order', [order(2)]);
        cache.setState('plan', '{}');
        throw new Error('stop');
      }),
    ).toThrow('stop');
    expect(cache.page({ resource: 'order' }, 0, 10)).toMatchObject({ total: 1, rows: [{ id: '1' }] });
    expect(cache.state('plan')).toBeNull();
  });

  it('accepts a record with only an id for every resource', () => {
    const cache = openTemporaryCache();
    for (const resource of RESOURCES) {
      const record = incoming(resource, {
        [{
          trail: 'trail_id',
          company: 'company_id',
          lead: 'lead_id',
          order: 'order_id',
          quotation: 'quotation_id',
          purchaseOrder: 'purchase_order_id',
          outboundInvoice: 'outbound_invoice_id',
          receipt: 'cash_collection_invoice_id',
          opportunity: 'opportunity_id',
          collection: 'cash_collection_id',
          product: 'product_id',
          user: 'user_id',
        }[resource]]: '77',
      });
      cache.applyPage(resource, [record], { removed: false, fetchedAt: 1 });
      expect(cache.page({ resource }, 0, 5)).toMatchObject({ total: 1, rows: [{ id: '77' }] });
      for (const column of cache.columns(resource).filter(({ sort }) => sort !== 'none')) {
        expect(
          idsOf(cache, { resource, sort: [{ field: column.key, direction: 'asc' }] }),
          column.key,
        ).toEqual(['77']);
      }
    }
  });
});

describe('details', () => {
  it('fill their columns, survive a new list copy, and are ignored for unknown ids', () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [{ company_id: 1, name: 'Acme', update_time: '2026-01-01 00:00:00' }]);
    expect(
      applyDetail(cache, 'company', {
        company_id: 1,
        country: 'DE',
        star: 4,
        tel: '030 1234',
        customers: [{ customer_id: 3, name: 'Jo' }],
      }),
    ).toBe(true);
    expect(applyDetail(cache, 'company', { company_id: 2, country: 'FR' })).toBe(false);
    apply(cache, 'company', [{ company_id: 1, name: 'Acme GmbH', update_time: '2026-01-02 00:00:00' }]);
    const found = cache.get('company', '1');
    expect(found).toMatchObject({
      title: 'Acme GmbH',
      detailAt: 2_000,
      row: {
        hasDetail: true,
        values: { name: 'Acme GmbH', country: 'DE', customers: [{ customer_id: '3', name: 'Jo' }] },
      },
    });
    expect(
      idsOf(cache, { resource: 'company', filters: [{ field: 'star', op: 'in', values: ['4'] }] }),
    ).toEqual(['1']);
    expect(cache.search('jo', { limit: 5 })).toMatchObject([{ resource: 'company', id: '1' }]);
  });

  it("are requested if missing or older than the record: the user's own first, then the newest", () => {
    const cache = openTemporaryCache();
    const own = { handler_info: [{ user_id: '7', nickname: 'Me' }] };
    apply(cache, 'order', [
      order(1, { update_time: '2026-01-01 00:00:00' }),
      order(2, { update_time: '2026-01-02 00:00:00' }),
      order(3, { update_time: '2026-01-03 00:00:00', ...own }),
      order(4, { update_time: '2025-01-01 00:00:00', ...own }),
    ]);
    expect(cache.detailsWanted('order', { limit: 9, ownerId: '7' })).toEqual(['3', '4', '2', '1']);
    expect(cache.detailsWanted('order', { limit: 3, ownerId: null })).toEqual(['3', '2', '1']);
    applyDetail(cache, 'order', order(3));
    expect(cache.detailsWanted('order', { limit: 9, ownerId: '7' })).toEqual(['4', '2', '1']);
    apply(cache, 'order', [order(3, { update_time: '2026-01-04 00:00:00', ...own })]);
    expect(cache.detailsWanted('order', { limit: 1, ownerId: '7' })).toEqual(['3']);
  });
});

describe('records missing from a census', () => {
  it('are suspected after the first and tombstoned after a later one', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order(1), order(2)]);
    expect(cache.markMissing('order', ['1'], 100)).toEqual([]);
    expect(cache.markMissing('order', ['1'], 100)).toEqual([]);
    expect(cache.counts('order')).toMatchObject({ live: 2, quarantined: 1 });
    expect(cache.certainIds('order', ['1', '2', '3'])).toEqual(new Set(['2']));
    expect(cache.markMissing('order', ['1'], 200)).toEqual(['1']);
    expect(cache.liveIds('order')).toEqual(['2']);
    expect(cache.get('order', '1')?.row.removed).toBe(true);
  });

  it('are kept when seen again, even unchanged', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order(1)]);
    cache.markMissing('order', ['1'], 100);
    apply(cache, 'order', [order(1)]);
    expect(cache.markMissing('order', ['1'], 200)).toEqual([]);
    expect(cache.liveIds('order')).toEqual(['1']);
  });

  it('count only live ids of the given window', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [
      order(1, { create_time: '2026-01-01 00:00:00' }),
      order(2, { create_time: '2026-02-01 00:00:00' }),
      order(3),
    ]);
    expect(
      cache.liveIds('order', {
        timeField: 'create_time',
        from: '2026-01-01 00:00:00',
        to: '2026-02-01 00:00:00',
      }),
    ).toEqual(['1']);
    expect(() => cache.liveIds('order', { timeField: 'name' })).toThrow(
      expect.objectContaining({ code: 'bad-input' }),
    );
  });
});

describe('related records', () => {
  it('an order finds its company, invoices by their lines, receipts, and quotations of its opportunity', () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [{ company_id: 9, name: 'Acme' }]);
    apply(cache, 'order', [
      order(1, { company: { company_id: 9, name: 'Acme' }, opportunity_id: 44 }),
      order(2, { opportunity_id: 0 }),
    ]);
    apply(cache, 'quotation', [
      { quotation_id: 5, opportunity_id: 44, company_id: 9 },
      { quotation_id: 6, opportunity_id: 0 },
    ]);
    apply(cache, 'outboundInvoice', [{ outbound_invoice_id: 7 }]);
    applyDetail(cache, 'outboundInvoice', {
      outbound_invoice_id: 7,
      record_list: { a: { order_id: 1 }, b: { order_id: 0 } },
    });
    apply(cache, 'receipt', [
      {
        cash_collection_invoice_id: 8,
        record_list: [
          { refer_id: 1, refer_type: 1 },
          { refer_id: 2, refer_type: 2 },
        ],
      },
    ]);
    const found = (resource: 'order' | 'outboundInvoice' | 'receipt' | 'company', id: string) =>
      cache
        .related(resource, id, 5)
        .map(({ resource, total, rows }) => [resource, total, ...rows.map((row) => row.id)]);
    expect(found('order', '1')).toEqual([
      ['company', 1, '9'],
      ['quotation', 1, '5'],
      ['outboundInvoice', 1, '7'],
      ['receipt', 1, '8'],
    ]);
    expect(found('order', '2')).toEqual([]);
    expect(found('outboundInvoice', '7')).toEqual([['order', 1, '1']]);
    expect(found('receipt', '8')).toEqual([['order', 1, '1']]);
    expect(found('company', '9')).toEqual([
      ['order', 1, '1'],
      ['quotation', 1, '5'],
    ]);
    applyDetail(cache, 'outboundInvoice', { outbound_invoice_id: 7, record_list: [{ order_id: 2 }] });
    expect(found('order', '2')).toEqual([['outboundInvoice', 1, '7']]);
  });
});

describe('further data', () => {
  it('custom fields are columns, named by the lookup where there is one, and can be sorted and filtered', () => {
    const cache = openTemporaryCache();
    apply(cache, 'purchaseOrder', [
      { purchase_order_id: 1, 5500: 12 },
      { purchase_order_id: 2, 5500: 7, 5501: null },
      { purchase_order_id: 3, 5500: null },
    ]);
    expect(cache.columns('purchaseOrder').filter(({ customName }) => customName !== undefined)).toEqual([
      { key: '5500', kind: 'number', customName: '', sort: 'scan' },
      { key: '5501', kind: 'number', customName: '', sort: 'scan' },
    ]);
    expect(idsOf(cache, { resource: 'purchaseOrder', sort: [{ field: '5500', direction: 'asc' }] })).toEqual([
      '2',
      '1',
      '3',
    ]);
    expect(
      idsOf(cache, { resource: 'purchaseOrder', filters: [{ field: '5500', op: 'between', from: '10' }] }),
    ).toEqual(['1']);
    apply(cache, 'outboundInvoice', [{ outbound_invoice_id: 1, 88: 'x' }]);
    cache.putLookup(
      'outboundFields',
      [
        { id: '88', name: 'Box mark', raw: { base: 0, field_type: 1 } },
        { id: '2', name: 'Status', raw: { base: 1 } },
      ],
      1,
    );
    expect(cache.columns('outboundInvoice').filter((column) => column.customName)).toEqual([
      { key: '88', kind: 'text', customName: 'Box mark', sort: 'scan' },
    ]);
  });

  it('custom fields with ids above 32 bits are columns too, wherever the record has them', () => {
    const cache = openTemporaryCache();
    apply(cache, 'purchaseOrder', [
      '{"purchase_order_id":1,"21654321987654":5,"remark":"","4330000000":null,"5500":3}',
    ]);
    apply(cache, 'outboundInvoice', ['{"outbound_invoice_id":1,"remark":""}']);
    applyDetail(cache, 'outboundInvoice', { outbound_invoice_id: 1, '9223372036854775807': 'oak' });
    const keysOf = (resource: 'purchaseOrder' | 'outboundInvoice') =>
      cache.columns(resource).flatMap(({ key, customName }) => (customName === undefined ? [] : [key]));
    expect(keysOf('purchaseOrder').toSorted()).toEqual(['21654321987654', '4330000000', '5500']);
    expect(
      idsOf(cache, {
        resource: 'purchaseOrder',
        filters: [{ field: '21654321987654', op: 'between', from: '5', to: '5' }],
      }),
    ).toEqual(['1']);
    expect(keysOf('outboundInvoice')).toEqual(['9223372036854775807']);
  });

  it('a record without its document is damage', () => {
    const files = temporaryFiles();
    const cache = openTemporaryCache(files);
    apply(cache, 'order', [order(1), order(2)]);
    const beside = files.openTagged('cache.db', null);
    beside.prepare('DELETE FROM order_doc WHERE row_id = 1').run();
    beside.close();
    expect(() => cache.page({ resource: 'order' }, 0, 10)).toThrow(
      expect.objectContaining({ code: 'database-corrupt' }),
    );
    const write = () => apply(cache, 'order', [order(1)]);
    expect(write).toThrow(expect.objectContaining({ code: 'SQLITE_CONSTRAINT_UNIQUE' }));
  });
  it('a lookup that was altered is damage', () => {
    const files = temporaryFiles();
    const cache = openTemporaryCache(files);
    const beside = files.openTagged('cache.db', null);
    for (const text of ['[{"id":"1"', '[{"ie":"1","name":"A"}]', '{}']) {
      cache.putLookup('pool', [{ id: '1', name: 'A' }], 1);
      beside.prepare('UPDATE lookup SET items = ?').run(text);
      expect(() => cache.lookup('pool')).toThrow(expect.objectContaining({ code: 'database-corrupt' }));
    }
    beside.close();
  });
  it('lookups, statistics, drift and states are kept', () => {
    const cache = openTemporaryCache();
    cache.putLookup('pool', [{ id: '1', name: 'A' }], 5);
    cache.putActivity('k', '[]', 6);
    cache.addDrift([{ resource: 'order', field: 'x', kind: 'type', count: 2, sample: '1' }]);
    cache.addDrift([{ resource: 'order', field: 'x', kind: 'type', count: 3, sample: '2' }]);
    cache.setState('a', '{"b":1}');
    apply(cache, 'user', [{ user_id: '3', nickname: 'Li' }]);
    expect(cache.lookup('pool')).toEqual([{ id: '1', name: 'A' }]);
    expect(cache.lookup('user')).toEqual([{ id: '3', name: 'Li' }]);
    expect(cache.activity('k')).toEqual({ rowsJson: '[]', fetchedAt: 6 });
    expect(cache.drift()).toEqual([{ resource: 'order', field: 'x', kind: 'type', count: 5, sample: '2' }]);
    expect(cache.state('a')).toBe('{"b":1}');
    expect(cache.storage().find((entry) => entry.name === 'user')).toMatchObject({
      rows: 1,
      sizeBytes: expect.any(Number),
    });
  });

  it('facets count values, name them, and split teams into people', () => {
    const cache = openTemporaryCache();
    const [li, wu] = [
      { user_id: '1', nickname: 'Li' },
      { user_id: 2, nickname: 'Wu' },
    ];
    apply(cache, 'order', [
      order(1, {
        currency: 'USD',
        handler_info: [li, wu],
        shipping_status: { title: 'Shipped', link_status: 2 },
        source_type: 3,
      }),
      order(2, { currency: 'USD', handler_info: [wu] }),
      order(3, { currency: 'EUR' }),
    ]);
    cache.putLookup('sourceType', [{ id: '3', name: 'Fair' }], 1);
    expect(cache.facets('order', 'currency')).toEqual([
      { value: 'USD', label: 'USD', count: 2 },
      { value: 'EUR', label: 'EUR', count: 1 },
    ]);
    expect(cache.facets('order', 'handler_info')).toEqual([
      { value: '2', label: 'Wu', count: 2 },
      { value: '1', label: 'Li', count: 1 },
    ]);
    expect(cache.facets('order', 'shipping_status')).toEqual([{ value: '2', label: 'Shipped', count: 1 }]);
    apply(cache, 'order', [
      order(4, { company: { company_id: 8, name: 'Bolt' } }),
      order(5, { company: { company_id: 7, name: 'Acme' } }),
      order(6, { company: { company_id: 7, name: 'Acme' } }),
    ]);
    expect(cache.facets('order', 'company')).toEqual([
      { value: '7', label: 'Acme', count: 2 },
      { value: '8', label: 'Bolt', count: 1 },
    ]);
    expect(cache.facets('order', 'source_type')).toEqual([{ value: '3', label: 'Fair', count: 1 }]);
    expect(() => cache.facets('order', 'nonsense')).toThrow(expect.objectContaining({ code: 'bad-input' }));
  });
});
