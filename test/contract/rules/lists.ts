/** What all paged lists share, and each list's own filters: E1, E6, E9, E10 and the lookups with pages. */
import { expect, test } from 'vitest';
import { companyItemSchema } from '#shared/http-api/company';
import { leadItemSchema } from '#shared/http-api/lead';
import { orderItemSchema } from '#shared/http-api/order';
import { outboundInvoiceSchema } from '#shared/http-api/outbound-invoice';
import { purchaseOrderItemSchema } from '#shared/http-api/purchase-order';
import { quotationItemSchema } from '#shared/http-api/quotation';
import { trailItemSchema } from '#shared/http-api/trail';
import { expectItems, expectNewestFirst, type Any, type Peer } from '../peer';

const LISTS = [
  {
    title: 'E1',
    path: '/v1/dynamic/trail/list',
    id: 'trail_id',
    total: 'totalItem',
    count: 20,
    time: 'create_time',
    schema: trailItemSchema,
    fields: 28,
  },
  {
    title: 'E6',
    path: '/v1/invoices/order/list',
    id: 'order_id',
    total: 'count',
    count: 20,
    time: 'update_time',
    schema: orderItemSchema,
    fields: 53,
  },
  {
    title: 'E9',
    path: '/v1/invoices/quotation/list',
    id: 'quotation_id',
    total: 'totalItem',
    count: 10,
    time: 'update_time',
    schema: quotationItemSchema,
    fields: 0,
  },
  {
    title: 'E10',
    path: '/v1/purchaseOrder/list',
    id: 'purchase_order_id',
    total: 'count',
    count: 20,
    time: 'update_time',
    schema: purchaseOrderItemSchema,
    fields: 30,
  },
  {
    title: 'lead/list',
    path: '/v1/lead/list',
    id: 'lead_id',
    total: 'totalItem',
    count: 10,
    time: 'update_time',
    schema: leadItemSchema,
    fields: 8,
  },
  {
    title: 'company/list',
    path: '/v1/company/list',
    id: 'company_id',
    total: 'totalItem',
    count: 20,
    time: 'update_time',
    schema: companyItemSchema,
    fields: 12,
  },
  {
    title: 'outbound/list',
    path: '/v1/invoices/outbound/list',
    id: 'outbound_invoice_id',
    total: 'count',
    count: 20,
    time: 'update_time',
    schema: outboundInvoiceSchema,
    fields: 0,
  },
] as const;

const idsOf = (data: Any, id: string): string[] => data.list.map((item: Any) => String(item[id]));

export const listRules = (peer: Peer): void => {
  for (const list of LISTS.filter(({ fields }) => fields > 0)) {
    test(`[${list.title}] every item has ${list.fields} fields beside the custom ones`, async () => {
      for (const item of (await peer.data(list.path, { count: 100 })).list)
        expect(Object.keys(item).filter((key) => !/^\d+$/.test(key))).toHaveLength(list.fields);
    });
  }

  for (const list of LISTS) {
    test(`[${list.title}] every item carries each field in the type stated`, async () => {
      const data = await peer.data(list.path, { count: 100 });
      expectItems(list.schema, data.list);
      expect(data[list.total]).toBeTypeOf('number');
    });

    test(`[${list.title}] page size ${list.count} and page 1 are the defaults, and bad numbers fall back to them`, async () => {
      const plain = await peer.data(list.path);
      expect(plain.list).toHaveLength(peer.page(list.count));
      expect(idsOf(await peer.data(list.path, { count: list.count, start_index: 1 }), list.id)).toEqual(
        idsOf(plain, list.id),
      );
      expect(idsOf(await peer.data(list.path, { count: 'x', start_index: 0 }), list.id)).toEqual(
        idsOf(plain, list.id),
      );
    });

    test(`[${list.title}] pages do not overlap, together hold the total, and end empty`, async () => {
      const seen = new Set<string>();
      const first = await peer.data(list.path, { count: 100 });
      const pages = Math.ceil(first[list.total] / peer.page(100));
      for (let page = 1; page <= pages; page += 1)
        for (const id of idsOf(await peer.data(list.path, { count: 100, start_index: page }), list.id)) {
          expect(seen.has(id)).toBe(false);
          seen.add(id);
        }
      expect(seen.size).toBe(first[list.total]);
      expect((await peer.data(list.path, { count: 100, start_index: pages + 1 })).list).toEqual([]);
    });

    test(`[${list.title}] is newest first`, async () => {
      expectNewestFirst(
        peer,
        (await peer.data(list.path, { count: 50 })).list.map((item: Any) => item[list.time]),
      );
    });

    test(`[${list.title}] start_time and end_time bound the list`, async () => {
      const own = list.title === 'E1' ? 'create_time' : 'update_time';
      const field =
        (list.title === 'E1' || list.title === 'E9') && peer.quirks.timeField === 'other'
          ? own === 'create_time'
            ? 'update_time'
            : 'create_time'
          : own;
      const all = (await peer.data(list.path, { count: 100 })).list;
      const times = all.map((item: Any) => item[field]).toSorted();
      const [start, end] = [times[10], times[40]] as [string, string];
      const within = (await peer.data(list.path, { start_time: start, end_time: end, count: 500 })).list;
      expect(within.length).toBeGreaterThan(0);
      for (const item of within) {
        expect(item[field] >= start).toBe(true);
        expect(peer.quirks.endInclusive ? item[field] <= end : item[field] < end).toBe(true);
      }
    });
  }

  for (const list of LISTS.slice(1)) {
    test(`[${list.title}] removed=1 answers deleted records, and the default list holds none of them`, async () => {
      const gone = await peer.data(list.path, { removed: 1, count: 50 });
      expect(gone[list.total]).toBeGreaterThan(0);
      const kept = new Set<string>();
      for (let page = 1; ; page += 1) {
        const ids = idsOf(await peer.data(list.path, { count: 500, start_index: page }), list.id);
        if (ids.length === 0) break;
        ids.forEach((id) => kept.add(id));
      }
      for (const id of idsOf(gone, list.id)) expect(kept.has(id)).toBe(false);
    });
  }

  for (const [type, field] of [
    [1, 'update_time'],
    [2, 'create_time'],
    [3, 'account_date'],
  ] as const) {
    test(`[E6] time_type ${type} filters by ${field}, whole days`, async () => {
      const day = (await peer.data('/v1/invoices/order/list', { count: 100 })).list
        .map((item: Any) => item[field].slice(0, 10))
        .find((text: string) => text > '1971');
      const data = await peer.data('/v1/invoices/order/list', {
        time_type: type,
        start_time: day,
        end_time: day,
        count: 500,
      });
      expect(data.list.length > 0).toBe(peer.quirks.endInclusive);
      const days = data.list.map((item: Any) => item[field].slice(0, 10));
      expect(days.filter((text: string) => text > '1971' && text !== day)).toEqual([]);
    });
  }

  test('[E6] status filters by a code of orderEnums.order_status_list', async () => {
    const { order_status_list: statuses } = await peer.data('/v1/invoices/order/orderEnums');
    const whole = (await peer.data('/v1/invoices/order/list')).count;
    let sum = 0;
    for (const status of statuses)
      sum += (await peer.data('/v1/invoices/order/list', { status: status.code, count: 1 })).count;
    expect(sum).toBe(whole);
  });

  test('[E6] approval=1 narrows the list; drafts come only with approval_with_draft=1', async () => {
    const total = async (query: Record<string, number>): Promise<number> =>
      (await peer.data('/v1/invoices/order/list', { ...query, count: 1 })).count;
    expect(await total({ approval: 1 })).toBeLessThan(await total({}));
    expect(await total({ approval_with_draft: 1 })).toBeGreaterThan(await total({ approval_with_draft: 0 }));
    expect(await total({ approval_with_draft: 0 })).toBe(await total({}));
  });

  test('[E1] company_id, lead_id and opportunity_id each narrow the trail', async () => {
    const items: Any[] = [];
    for (let page = 1; page <= 10; page += 1)
      items.push(...(await peer.data('/v1/dynamic/trail/list', { count: 50, start_index: page })).list);
    for (const key of ['company_id', 'lead_id', 'opportunity_id']) {
      const id = items.find((item) => item[key] !== 0)[key];
      const data = await peer.data('/v1/dynamic/trail/list', { [key]: id, count: 50 });
      expect(data.list.length).toBeGreaterThan(0);
      for (const item of data.list) expect(String(item[key])).toBe(String(id));
    }
  });

  test('[E1] emptiness changes shapes: opportunity_info object or [], customer_info null or array, user_id a string', async () => {
    const items: Any[] = [];
    for (let page = 1; page <= 6; page += 1)
      items.push(...(await peer.data('/v1/dynamic/trail/list', { count: 50, start_index: page })).list);
    expect(items.some((item) => Array.isArray(item.opportunity_info))).toBe(true);
    expect(items.some((item) => item.opportunity_info.name)).toBe(true);
    expect(items.some((item) => item.customer_info === null)).toBe(true);
    expect(items.some((item) => Array.isArray(item.customer_info?.[0]?.tel_list?.[0]))).toBe(true);
    for (const item of items) expect(item.create_user_info.user_id).toBeTypeOf('string');
  });

  test('[E9] status takes values separated by commas, 0 means all; approval=1 only approved', async () => {
    const path = '/v1/invoices/quotation/list';
    const all = (await peer.data(path)).totalItem;
    expect((await peer.data(path, { status: 0 })).totalItem).toBe(all);
    const [one, two] = [
      await peer.data(path, { status: '1201', count: 50 }),
      await peer.data(path, { status: '1202' }),
    ];
    for (const item of one.list) expect(item.status_info.id).toBe('1201');
    expect((await peer.data(path, { status: '1201,1202' })).totalItem).toBe(one.totalItem + two.totalItem);
    for (const item of (await peer.data(path, { approval: 1, count: 50 })).list)
      expect(item.approval_status).toBe(1);
  });

  test('[E9] amounts of the header are numeric strings, the product totals are numbers, _id equals quotation_id', async () => {
    for (const item of (await peer.data('/v1/invoices/quotation/list', { count: 50 })).list) {
      for (const key of ['exchange_rate', 'amount', 'amount_rmb']) expect(item[key]).toMatch(/^\d+(\.\d+)?$/);
      for (const key of ['addition_cost_amount', 'product_total_amount'])
        expect(item[key]).toBeTypeOf('number');
      expect(item._id).toEqual(item.quotation_id);
    }
  });

  test('[E10] time_type 2 filters by creation, status by a value of fields/selector, custom fields are numbers or null', async () => {
    const [status] = await peer.data('/v1/purchaseOrder/fields/selector', { field: 'status' });
    const data = await peer.data('/v1/purchaseOrder/list', { status: status.id, count: 50 });
    for (const item of data.list) {
      expect(item.status_info.id).toBe(status.id);
    }
    const custom = data.list
      .flatMap((item: Any) => Object.entries(item))
      .filter(([key]: [string]) => /^\d+$/.test(key));
    expect(custom).not.toEqual([]);
    expect(
      custom.filter(([, value]: [string, unknown]) => value !== null && typeof value !== 'number'),
    ).toEqual([]);
    const time = data.list[0].create_time;
    for (const item of (
      await peer.data('/v1/purchaseOrder/list', { time_type: 2, start_time: time, count: 50 })
    ).list)
      expect(item.create_time >= time).toBe(true);
  });
};
