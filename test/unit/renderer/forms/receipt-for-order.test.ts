/** What is started from an order: a receipt knows its company, currency, the amount left and the order. */
import { beforeEach, describe, expect, it } from 'vitest';
import { useSync } from '../../../../src/renderer/client/events';
import { buildBlank } from '../../../../src/renderer/forms/opening/form-blank';
import { amountsInDoubt } from '../../../../src/renderer/forms/kinds/order-left';
import { allocationsWith } from '../../../../src/renderer/forms/values/sole-allocation';
import { NO_VALUES } from '../../../../src/renderer/forms/values/form-values';
import { windowOver } from '../../../support/renderer/window-over';

const ORDER = {
  detailState: 'held',
  values: {
    order_no: 'SO-5',
    company: { company_id: 12, name: 'Lumière SA' },
    currency: 'EUR',
    exchange_rate: '780.5',
    exchange_rate_usd: '108',
  },
};
const WAITING = {
  values: {
    currency: 'EUR',
    record_list: [
      { refer_type: '1', refer_id: '5', cash_collection_amount: '20.50' },
      { refer_type: '2', refer_id: '5', cash_collection_amount: '7' },
      { refer_type: '1', refer_id: '6', cash_collection_amount: '8' },
    ],
  },
};
const MONEY = {
  currencies: [
    { currency: 'EUR', ordered: '100.00', received: '30.25' },
    { currency: 'USD', ordered: '900', received: '0' },
  ],
  unread: { invoices: 0, receipts: 0 },
  withoutAmount: { count: 0, receiptIds: [] },
};
const HELD: Record<string, unknown> = { 'order 5': ORDER, 'receipt local:9': WAITING };

/** A delivered receipt as the outbox has it. */
const delivered = (realId: string, amount: string, over: object = {}) => ({
  kind: 'receipt',
  realId,
  number: `SK${realId}`,
  command: {
    target: null,
    fields: { currency: 'EUR' },
    children: [{ ref: 'local:1', fields: { refer_type: 1, refer_id: '5', cash_collection_amount: amount } }],
    ...over,
  },
});
const RECEIPT = {
  raw: '{}',
  detailAt: 1,
  removed: false,
  values: { status: 3, currency: 'EUR', record_list: [] },
};

interface Begun {
  money?: unknown;
  collected?: string;
  /** What is left to collect by the collections. */
  left?: string | null;
  waiting?: object[];
  applied?: object[];
  held?: Record<string, unknown>;
  /** The item of the outbox. */
  item?: object;
}
const started = async ({
  money = MONEY,
  collected = '0',
  left = '1',
  waiting = [],
  applied = [],
  held = {},
  item = {},
}: Begun = {}) => {
  windowOver({
    records: {
      get: ({ resource, id }: { resource: string; id: string }) =>
        ({ ...HELD, ...held })[`${resource} ${id}`] ?? null,
      page: () => ({ total: 0, rows: [] }),
      related: () => [{ resource: 'receipt', total: waiting.length, rows: waiting }],
    },
    money: { order: () => money, collections: () => ({ collected, left }) },
    outbox: { list: () => applied, get: () => ({ intent: item }) },
  });
  return await buildBlank(
    'receipt',
    { resource: 'order', id: '5' },
    { selfUserId: '3', now: '2026-11-22 10:00:00' },
  );
};
const AT = '2026-11-22 09:00:00';
const completeAsOf = (receipts: string | null, collections: string | null = AT, state = 'complete'): void =>
  useSync.setState({
    state: {
      resources: [
        { resource: 'receipt', state: 'complete', completeAsOf: receipts },
        { resource: 'collection', state, completeAsOf: collections },
      ],
    } as never,
  });

describe('a receipt that is started from an order', () => {
  beforeEach(() => completeAsOf(AT));

  it('[E7] has company, currency and rates, the amount left, and the allocation of it to the order', async () => {
    const { fields, children, names } = await started();
    expect(fields).toEqual({
      collection_date: '2026-11-22',
      handler: ['3'],
      company_id: '12',
      currency: 'EUR',
      exchange_rate: '780.5',
      exchange_rate_usd: '108',
      amount: '69.75',
    });
    expect(children.map((child) => child.fields)).toEqual([
      { refer_type: '1', refer_id: '5', cash_collection_amount: '69.75' },
    ]);
    expect(names).toEqual({ 'order~5': 'SO-5', 'company~12': 'Lumière SA' });
  });

  it('counts receipts that wait in the outbox, and no others a second time', async () => {
    const { fields } = await started({ waiting: [{ id: 'local:9' }, { id: '77' }] });
    expect(fields.amount).toBe('49.25');
  });

  it('[E7] counts an allocation that has only the registered amount, or 0 beside it', async () => {
    const amount = async (line: object) => {
      const record_list = [
        { refer_type: '1', refer_id: '5', cash_collection_invoice_amount: '20.50', ...line },
      ];
      const held = { 'receipt local:9': { values: { currency: 'EUR', record_list } } };
      return (await started({ waiting: [{ id: 'local:9' }], held })).fields.amount;
    };
    expect(await amount({})).toBe('49.25');
    expect(await amount({ cash_collection_amount: '0.00' })).toBe('49.25');
  });

  it('does not count a new receipt that the CRM has refused, unless an earlier attempt may have arrived', async () => {
    const row = (state: string) => ({
      id: 'local:9',
      pending: { intents: [{ id: 'local:9', state }], fields: ['record_list'], needsUser: true },
    });
    const amount = async (state: string, mayHaveArrived = false) =>
      (await started({ waiting: [row(state)], item: { state, mayHaveArrived } })).fields.amount;
    expect(await amount('rejected')).toBe('69.75');
    expect(await amount('rejected', true)).toBe('49.25');
    expect(await amount('queued')).toBe('49.25');
    expect(await amount('uncertain', true)).toBe('49.25');
  });

  it('does not count the change of a receipt that the CRM has refused', async () => {
    const row = (state: string) => ({
      id: '77',
      pending: { intents: [{ id: 'local:8', state }], fields: ['record_list'], needsUser: true },
    });
    const held = {
      'receipt 77': { ...RECEIPT, values: { ...RECEIPT.values, record_list: WAITING.values.record_list } },
    };
    const amount = async (state: string) => (await started({ waiting: [row(state)], held })).fields.amount;
    expect([await amount('queued'), await amount('conflict')]).toEqual(['49.25', '69.75']);
  });

  it('names what it counts although nobody knows whether the CRM has it', async () => {
    const row = (id: string, state: string) => ({
      id,
      pending: { intents: [{ id, state }], fields: ['record_list'], needsUser: true },
    });
    await started({
      waiting: [row('local:9', 'uncertain'), row('local:10', 'queued'), row('local:11', 'uncertain')],
      held: {
        'receipt local:10': WAITING,
        'receipt local:11': { values: { ...WAITING.values, currency: 'USD' } },
      },
    });
    expect(await amountsInDoubt({ id: '5', currency: 'EUR' })).toEqual(['20.5']);
  });

  it('counts collections in place of receipts if they are more, because they may be the same money', async () => {
    const waiting = [{ id: 'local:9' }];
    expect((await started({ collected: '30.00' })).fields.amount).toBe('69.75');
    expect((await started({ collected: '40.00' })).fields.amount).toBe('60');
    expect((await started({ collected: '40.00', waiting })).fields.amount).toBe('39.5');
  });

  it('has no amount if an effective collection of the order cannot be counted', async () => {
    expect((await started({ collected: '40.00', left: null })).fields.amount).toBeUndefined();
  });

  it('has no amount while the first copy of the collections is incomplete', async () => {
    completeAsOf(AT, null, 'loading');
    expect((await started({ collected: '40.00' })).fields.amount).toBeUndefined();
  });

  it('counts no collections that were copied before the permission ended', async () => {
    completeAsOf(AT, AT, 'no-permission');
    expect((await started({ collected: '40.00' })).fields.amount).toBe('69.75');
  });

  it('[E7] counts own receipts that the service has without their allocation', async () => {
    const lines = [{ refer_type: 1, refer_id: 5, cash_collection_amount: '10' }];
    const { fields } = await started({
      applied: [
        delivered('70', '20.00'),
        delivered('71', '10'),
        delivered('72', '5'),
        delivered('73', '4'),
        delivered('76', '1'),
        delivered('74', '3', { target: '74' }),
        delivered('75', '2', { fields: { currency: 'USD' } }),
      ],
      held: {
        'receipt 70': RECEIPT,
        // Answered with its lines: the money of the order has them.
        'receipt 71': { ...RECEIPT, values: { ...RECEIPT.values, record_list: lines } },
        // Not answered: the lines are shown as they were sent.
        'receipt 72': {
          ...RECEIPT,
          asSent: { record_list: { at: null } },
          values: { ...RECEIPT.values, record_list: lines },
        },
        'receipt 73': { ...RECEIPT, removed: true },
        'receipt 74': RECEIPT,
        // Not in a list yet: all of it is what was sent.
        'receipt 76': { ...RECEIPT, raw: '', values: { ...RECEIPT.values, record_list: lines } },
        'receipt 75': RECEIPT,
      },
    });
    expect(fields.amount).toBe('43.75');
  });

  it('knows what own receipts allocate before their details are read', async () => {
    const unread = { ...RECEIPT, detailAt: null };
    const begun = (receipts: number) =>
      started({
        money: { ...MONEY, unread: { invoices: 0, receipts } },
        applied: [delivered('70', '20.00')],
        held: { 'receipt 70': unread },
      });
    expect((await begun(1)).fields.amount).toBe('49.75');
    // Somebody else's receipt may be for this order too.
    expect((await begun(2)).fields.amount).toBeUndefined();
  });

  it('counts a waiting edit of a delivered receipt also if an earlier edit of it was refused', async () => {
    const lines = [{ refer_type: '1', refer_id: '5', cash_collection_amount: '20.50' }];
    const held = { 'receipt 77': { ...RECEIPT, values: { ...RECEIPT.values, record_list: lines } } };
    const amount = async (...states: string[]) => {
      const intents = states.map((state, at) => ({ id: `i${at}`, state }));
      const waiting = [{ id: '77', pending: { fields: ['record_list'], intents } }];
      return (await started({ waiting, held })).fields.amount;
    };
    expect(await amount('rejected', 'conflict')).toBe('69.75');
    expect(await amount('rejected', 'queued')).toBe('49.25');
  });

  it('knows what an own receipt allocates also if the service has its allocation without an amount', async () => {
    const { fields } = await started({
      money: { ...MONEY, withoutAmount: { count: 2, receiptIds: ['70'] } },
      applied: [delivered('70', '20.00')],
      held: { 'receipt 70': RECEIPT },
    });
    expect(fields.amount).toBe('49.75');
  });

  it('leaves the amount empty if the order is paid for in another currency', async () => {
    const [own, other] = MONEY.currencies;
    const paid = { ...MONEY, currencies: [own, { ...other, ordered: '0', received: '20' }] };
    expect((await started({ money: paid })).fields.amount).toBeUndefined();
    const amountWhile = async (state: string, values: object) => {
      const intents = [{ id: 'local:9', state }];
      const waiting = [{ id: 'local:9', pending: { fields: ['record_list'], intents, needsUser: false } }];
      const held = { 'receipt local:9': { values: { ...WAITING.values, ...values } } };
      return (await started({ waiting, held })).fields.amount;
    };
    expect(await amountWhile('queued', { currency: 'USD' })).toBeUndefined();
    expect(await amountWhile('rejected', { currency: 'USD' })).toBe('69.75');
    expect(await amountWhile('queued', { currency: 'USD', record_list: [] })).toBe('69.75');
  });

  it('leaves the amount empty if it is not known or nothing is left', async () => {
    const without = async (money: unknown) => {
      const { fields, children } = await started({ money });
      expect(children[0]?.fields).toEqual({ refer_type: '1', refer_id: '5' });
      return fields.amount;
    };
    expect(await without(null)).toBeUndefined();
    expect(await without({ ...MONEY, unread: { invoices: 0, receipts: 1 } })).toBeUndefined();
    expect(await without({ ...MONEY, withoutAmount: { count: 1, receiptIds: ['78'] } })).toBeUndefined();
    expect(
      await without({ ...MONEY, currencies: [{ currency: 'EUR', ordered: '30', received: '30.25' }] }),
    ).toBeUndefined();
    completeAsOf(null);
    expect(await without(MONEY)).toBeUndefined();
  });
});

describe('the only allocation of a receipt', () => {
  const child = (amount: string) => ({ ref: 'local:1', fields: { cash_collection_amount: amount } });
  const amounts = (amount: string, ...allocated: string[]) =>
    allocationsWith(
      { ...NO_VALUES, fields: { amount }, children: allocated.map(child) },
      '40',
      NO_VALUES,
    ).map(({ fields }) => fields.cash_collection_amount);
  it('follows the amount while it covers all of it', () => {
    expect(amounts('69.75', '69.75')).toEqual(['40']);
    expect(amounts('69.75', '60')).toEqual(['60']);
    expect(amounts('69.75', '69.75', '0')).toEqual(['69.75', '0']);
    expect(amounts('69.75')).toEqual([]);
  });

  it('does not follow an amount in another currency than that of the order', () => {
    const of = (currency: string, children = [child('69.75')]) => ({
      ...NO_VALUES,
      fields: { amount: '69.75', currency },
      children,
    });
    const amountIn = (now: string, start = of('EUR')) =>
      allocationsWith(of(now), '80', start).map(({ fields }) => fields.cash_collection_amount);
    expect(amountIn('USD')).toEqual(['69.75']);
    expect(amountIn('EUR')).toEqual(['80']);
    expect(amountIn('eur')).toEqual(['80']);
    expect(amountIn('')).toEqual(['80']);
    // The order was chosen by the user, who has typed both amounts.
    expect(amountIn('USD', of('EUR', []))).toEqual(['80']);
  });
});

it('a note that is started from an order is about the customer of the order', async () => {
  const get = ({ id }: { id: string }) => ({ '5': ORDER, '6': { ...ORDER, values: {} } })[id] ?? null;
  windowOver({ records: { get } });
  const noteOn = async (id: string) =>
    await buildBlank('trailNote', { resource: 'order', id }, { selfUserId: '3', now: AT });
  expect(await noteOn('5')).toMatchObject({
    fields: { company_id: '12', remark_type: '101' },
    names: { 'company~12': 'Lumière SA' },
  });
  for (const id of ['6', '404']) expect((await noteOn(id)).fields).toEqual({ remark_type: '101' });
});

describe('a receipt that is started from an invoice', () => {
  const begun = async (lines: readonly object[], more: object = {}) => {
    const values = {
      company_info: { company_id: 12, name: 'Lumière SA' },
      currency: 'EUR',
      exchange_rate: '780.5',
      exchange_rate_usd: '108',
      record_list: lines,
      ...more,
    };
    const newest = { values: { exchange_rate: '799', exchange_rate_usd: '110' } };
    windowOver({ records: { get: () => ({ values }), page: () => ({ total: 1, rows: [newest] }) } });
    const about = { resource: 'outboundInvoice', id: '8' } as const;
    return await buildBlank('receipt', about, { selfUserId: '3', now: AT });
  };

  it('has its customer, currency and rates, and its order; the amount is typed', async () => {
    const { fields, children, names } = await begun([
      { order_id: '5', order_no: 'SO-5' },
      { order_id: '5', order_no: 'SO-5' },
    ]);
    expect(fields).toEqual({
      collection_date: '2026-11-22',
      handler: ['3'],
      company_id: '12',
      currency: 'EUR',
      exchange_rate: '780.5',
      exchange_rate_usd: '108',
    });
    expect(children.map((child) => child.fields)).toEqual([{ refer_type: '1', refer_id: '5' }]);
    expect(names).toEqual({ 'company~12': 'Lumière SA', 'order~5': 'SO-5' });
  });

  it.each([[[]], [[{ order_id: '0' }]], [[{ order_id: '5' }, { order_id: '6' }]]])(
    'is allocated to no order if it has none or several: %j',
    async (lines) => {
      expect((await begun(lines)).children).toEqual([]);
    },
  );

  it('has the rates of the newest order, and no empty name of its order, if an invoice waits to be sent', async () => {
    const waiting = { exchange_rate: undefined, exchange_rate_usd: undefined };
    const { fields, names } = await begun([{ order_id: '5' }], waiting);
    expect(fields).toMatchObject({ exchange_rate: '799', exchange_rate_usd: '110' });
    expect(names).toEqual({ 'company~12': 'Lumière SA' });
  });

  it('has no currency if the invoice has only its number', async () => {
    expect((await begun([], { currency: '840' })).fields).not.toHaveProperty('currency');
  });
});
