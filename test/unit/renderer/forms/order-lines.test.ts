/** The products of an order as the lines of an invoice, from the cache. */
import { describe, expect, it, vi } from 'vitest';
import {
  isInvoicedUnknown,
  orderFacts,
  orderLinesOf,
  overOrderedIn,
  withOrderFacts,
} from '../../../../src/renderer/forms/kinds/order-lines';
import { asTree } from '../../../../src/renderer/forms/fields/options';
import { windowOver } from '../../../support/renderer/window-over';

/** The address is read when the modules are loaded. */
vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

const BARE = { unique_id: 'u1', product_id: '7', sku_id: '3', count: '5', unit_price: '2.5' };
const FULL = {
  ...{ unique_id: 'u2', product_id: '8', sku_id: '0', count: '4', unit_price: '1' },
  ...{
    product_no: 'N8',
    product_unit: 'Box',
    product_name: 'Lamp',
    product_cn_name: '灯',
    product_model: 'L',
  },
};
const PRODUCT = { name: 'Pump', cn_name: '泵', unit: 'pcs', model: 'M1', product_no: 'P7' };

interface Unread {
  /** Invoices whose lines are not on this computer, and how many of them arrive when they are requested. */
  ids: string[];
  arriving: number;
  /** More invoices of the order than the core names. */
  total?: number;
}
const desk = (
  lines: object[],
  invoiced: object[] = [],
  detailState = 'held',
  { ids, arriving, total }: Unread = { ids: [], arriving: 0 },
) => {
  const asked: string[] = [];
  let unread = ids;
  const records: Record<string, unknown> = {
    'order 1': {
      detailState,
      values: {
        order_no: 'SO-1',
        company: { company_id: 0, name: '' },
        currency: 'USD',
        product_list: lines,
      },
    },
    'product 7': { id: '7', values: PRODUCT },
    'outboundInvoice 20': { id: '20', values: { record_list: invoiced } },
  };
  windowOver({
    money: {
      order: () => ({
        currencies: [],
        unread: { invoices: unread.length, receipts: 0, invoiceIds: unread },
      }),
    },
    sync: {
      fetchDetail: ({ id }: { id: string }) => {
        asked.push(`detail ${id}`);
        const isHeld = ids.indexOf(id) < arriving;
        if (isHeld) unread = unread.filter((one) => one !== id);
        return { held: isHeld };
      },
    },
    records: {
      get: ({ resource, id }: { resource: string; id: string }) => {
        asked.push(`${resource} ${id}`);
        return records[`${resource} ${id}`] ?? null;
      },
      related: () => {
        const rows = invoiced.length === 0 ? [] : [{ id: '20' }];
        return [{ resource: 'outboundInvoice', rows, total: total ?? rows.length }];
      },
    },
  });
  return asked;
};
const linesOf = async () => orderLinesOf((await orderFacts('1', false))!);

describe('the lines of an order', () => {
  it('have what they lack from the product on this computer, and ask for no other', async () => {
    const asked = desk([BARE, FULL, { ...FULL, unique_id: 'u3', product_id: '0', product_model: '' }]);
    const lines = await linesOf();
    expect(lines.map(({ facts }) => facts)).toMatchObject([
      {
        product: 'Pump',
        number: 'P7',
        unit: 'pcs',
        name: 'Pump',
        cnName: '泵',
        model: 'M1',
        orderNo: 'SO-1',
      },
      { product: 'Lamp', number: 'N8', unit: 'Box', name: 'Lamp', cnName: '灯', model: 'L' },
      { product: 'Lamp', model: '' },
    ]);
    expect(asked.filter((one) => one.startsWith('product'))).toEqual(['product 7']);
    expect(lines[0]?.child.fields).toEqual({
      ...{ product_id: '7', sku_id: '3', order_id: '1', order_record_id: 'u1' },
      ...{ outbound_count: '5', sale_price: '2.5' },
    });
  });

  it.each([
    [
      { product_name: '', product_cn_name: '灯' },
      { product: '灯', number: 'N8' },
    ],
    [{ product_no: '', sku_code: 'S-9' }, { number: 'S-9' }],
    [{ product_unit: '', unit: 'set' }, { unit: 'set' }],
  ])('are named by what they have: %j', async (changes, facts) => {
    desk([{ ...FULL, ...changes }]);
    expect((await linesOf())[0]?.facts).toMatchObject(facts);
  });

  it('propose what is not invoiced yet, by the line of the order or by product and SKU', async () => {
    desk(
      [BARE, { ...FULL, unique_id: '' }],
      [
        { order_id: '1', order_record_id: 'u1', product_id: '7', sku_id: '3', outbound_count: '2' },
        { order_id: '1', order_record_id: '0', product_id: '8', sku_id: '0', outbound_count: '1.5' },
        { order_id: '2', order_record_id: 'u1', product_id: '7', sku_id: '3', outbound_count: '1' },
        { order_id: '1', order_record_id: 'u9', product_id: '7', sku_id: '3', outbound_count: '1' },
      ],
    );
    const lines = await linesOf();
    expect(lines.map(({ left, facts }) => [facts.ordered, facts.invoiced, left])).toEqual([
      ['5', '2', '3'],
      ['4', '1.5', '2.5'],
    ]);
    expect(lines[1]?.child.fields).not.toHaveProperty('order_record_id');
  });

  it.each([
    ['cannot be had', { ids: ['21', '22'], arriving: 1 }],
    ['are more than the core names', { ids: [], arriving: 0, total: 101 }],
  ])('have no quantity while the lines of other invoices %s', async (_, unread) => {
    const asked = desk(
      [BARE],
      [{ order_id: '1', order_record_id: 'u1', outbound_count: '2' }],
      'held',
      unread,
    );
    const [line] = await linesOf();
    expect([line?.left, line?.child.fields.outbound_count, isInvoicedUnknown(line!)]).toEqual([
      null,
      '',
      true,
    ]);
    expect(asked.filter((one) => one.startsWith('detail'))).toEqual(unread.ids.map((id) => `detail ${id}`));
  });

  it('have their quantity once the lines of the other invoices have arrived', async () => {
    desk([BARE], [{ order_id: '1', order_record_id: 'u1', outbound_count: '2' }], 'held', {
      ids: ['21'],
      arriving: 1,
    });
    expect(await linesOf()).toMatchObject([{ left: '3', facts: { invoiced: '2' } }]);
  });

  describe('with an invoice that the CRM has refused', () => {
    const line = { order_id: '1', order_record_id: 'u1', outbound_count: '3' };
    const leftWith = async (id: string, states: readonly string[], item: object = {}, removed = false) => {
      const intents = states.map((state, at) => ({ id: at === 0 ? id : `i${at}`, state }));
      const rows = [{ id, pending: { fields: ['record_list'], intents, needsUser: true } }];
      const stored = { id, values: { record_list: [{ ...line, outbound_count: '1' }] } };
      windowOver({
        money: { order: () => ({ currencies: [], unread: { invoices: 0, receipts: 0, invoiceIds: [] } }) },
        outbox: { get: () => ({ intent: item }) },
        records: {
          get: ({ resource }: { resource: string }) =>
            resource === 'order'
              ? {
                  detailState: 'held',
                  values: { order_no: 'SO-1', product_list: [{ ...FULL, unique_id: 'u1', count: '5' }] },
                }
              : { id, removed, values: { record_list: [line] } },
          related: () => [{ resource: 'outboundInvoice', rows, total: 1 }],
          page: () => ({ total: 1, rows: [stored] }),
        },
      });
      return (await linesOf())[0]?.left;
    };

    it('propose its quantity again, unless an earlier attempt may have arrived', async () => {
      expect(await leftWith('local:9', ['rejected'])).toBe('5');
      expect(await leftWith('local:9', ['rejected'], { mayHaveArrived: true })).toBe('2');
      expect(await leftWith('local:9', ['queued'])).toBe('2');
      expect(await leftWith('local:9', ['uncertain'])).toBe('2');
    });

    it('count a delivered invoice as the CRM has it while its edit is refused', async () => {
      expect(await leftWith('20', ['rejected'])).toBe('4');
      expect(await leftWith('20', ['rejected', 'queued'])).toBe('2');
    });

    it('count no invoice that was deleted in the CRM while its edit waits', async () => {
      expect(await leftWith('20', ['queued'], {}, true)).toBe('5');
    });
  });

  it('that an invoice exceeds are told with what was ordered and invoiced before, from disk only', async () => {
    const before = [{ order_id: '1', order_record_id: 'u1', outbound_count: '3' }];
    desk([BARE, FULL], before, 'offered');
    const child = (fields: Record<string, string>, remove?: true) => ({
      ref: `local:${fields.order_record_id ?? 'other'}`,
      fields: { order_id: '1', ...fields },
      facts: {},
      ...(remove ? { remove } : {}),
    });
    const now = [
      child({ order_record_id: 'u1', outbound_count: '3' }),
      child({ order_record_id: 'u2', outbound_count: '4' }),
      child({ order_record_id: 'u2', outbound_count: '4' }, true),
      child({ order_id: '0', outbound_count: '99' }),
      child({ order_id: '5', outbound_count: '99' }),
    ];
    const told = { ref: 'local:u1', product: '#7', ordered: '5', before: '3', now: '3' };
    expect(await overOrderedIn(now, [])).toEqual([told]);
    expect(await overOrderedIn(now.toReversed(), [])).toEqual([told]);
    expect(await overOrderedIn(now, ['20'])).toEqual([]);
  });
});

describe('the lines of a saved invoice', () => {
  it('have the facts of their order lines without the invoice itself, and of their products', async () => {
    const own = { order_id: '1', order_record_id: 'u1', outbound_count: '2.5' };
    const asked = desk([BARE, FULL], [own], 'offered');
    const child = (ref: string, fields: Record<string, string>) => ({ ref, fields });
    const lines = await withOrderFacts(
      [
        child('local:a', { order_id: '1', order_record_id: 'u1' }),
        child('local:b', { order_id: '0', product_id: '7' }),
        child('local:c', { order_id: '404', product_id: '404' }),
      ],
      ['20'],
    );
    expect(lines.map(({ facts }) => facts)).toMatchObject([
      { product: 'Pump', unit: 'pcs', orderNo: 'SO-1', ordered: '5', invoiced: '0' },
      { product: 'Pump', unit: 'pcs' },
      undefined,
    ]);
    expect(asked.filter((one) => one.startsWith('detail'))).toEqual([]);
  });

  it('with the same product twice in the order are told only if the order is exceeded', async () => {
    const twice = [
      { product_id: '7', sku_id: '3', count: '10' },
      { product_id: '7', sku_id: '3', count: '5' },
    ];
    desk(twice, [{ order_id: '1', product_id: '7', sku_id: '3', outbound_count: '10' }]);
    const [first, second] = await linesOf();
    expect([first?.left, second?.left]).toEqual(['0', '5']);
    const now = (count: string) => [
      { ref: 'local:a', fields: { order_id: '1', product_id: '7', sku_id: '3', outbound_count: count } },
    ];
    expect(await overOrderedIn(now('5'), [])).toEqual([]);
    expect(await overOrderedIn(now('6'), [])).toMatchObject([
      { ref: 'local:a', ordered: '5', before: '0', now: '6' },
    ]);
  });
});

describe('choices with parents', () => {
  it('are a tree; who has no parent here, or is below itself, is at the root', () => {
    const tree = asTree([
      { id: '5', name: 'Chicken', parentId: '6' },
      { id: '6', name: 'Egg', parentId: '5' },
      { id: '7', name: 'Shell', parentId: '6' },
      { id: '1', name: 'Europe' },
      { id: '2', name: 'France', parentId: '1' },
      { id: '3', name: 'Elsewhere', parentId: '9' },
      { id: '4', name: 'Itself', parentId: '4' },
    ]);
    expect(tree).toEqual([
      { value: '5', label: 'Chicken' },
      { value: '6', label: 'Egg', children: [{ value: '7', label: 'Shell' }] },
      { value: '1', label: 'Europe', children: [{ value: '2', label: 'France' }] },
      { value: '3', label: 'Elsewhere' },
      { value: '4', label: 'Itself' },
    ]);
  });
});
