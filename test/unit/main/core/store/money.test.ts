/** Ordered, invoiced, received and owed amounts of a customer, an order, and all customers. */
import { describe, expect, it } from 'vitest';
import type { CacheStore } from '#core/store/cache-store';
import { DRAFT_ORDERS_KEY } from '#core/store/read/draft-orders';
import { apply, applyDetail, openTemporaryCache } from './cache-fixture';

const invoice = (id: number, company: number, amount: unknown, day: string, more: object = {}) => ({
  outbound_invoice_id: id,
  serial_id: `I${id}`,
  company_info: { id: company, name: `Company ${company}` },
  product_total_amount: amount,
  currency: 'USD',
  warehouse_invoice_time: day,
  create_time: '2026-01-01 00:00:00',
  ...more,
});
const receipt = (id: number, company: number, amount: unknown, more: object = {}) => ({
  cash_collection_invoice_id: id,
  company_info: { id: company, name: `Company ${company}` },
  amount,
  currency: 'USD',
  collection_date: '2026-03-01',
  status: 5,
  ...more,
});
const order = (id: number, company: number, amount: unknown, more: object = {}) => ({
  order_id: id,
  order_no: `SO${id}`,
  company: { company_id: company, name: `Company ${company}` },
  amount,
  currency: 'USD',
  account_date: '2026-01-01',
  ...more,
});

const furnished = (): CacheStore => {
  const cache = openTemporaryCache();
  apply(cache, 'company', [
    { company_id: 1, name: 'Nord', user_id: [7] },
    { company_id: 2, name: 'Süd', user_id: [8] },
    { company_id: 3, name: 'Even' },
  ]);
  apply(cache, 'order', [order(11, 1, '300.30'), order(12, 1, '50', { currency: 'EUR' })]);
  apply(cache, 'outboundInvoice', [
    invoice(21, 1, '100.10', '2026-01-10 09:00:00'),
    invoice(22, 1, '100.20', '2026-02-10 09:00:00'),
    invoice(23, 1, '12.5', '', { currency: 'EUR', create_time: '2026-02-20 08:00:00' }),
    invoice(24, 2, '5', '2025-12-01 00:00:00', { currency: '' }),
    invoice(25, 3, '0.30', '2026-01-01 00:00:00'),
    invoice(26, 1, null, '2026-01-01 00:00:00'),
  ]);
  apply(cache, 'receipt', [
    receipt(31, 1, '100.10'),
    receipt(32, 1, '99', { status: 1 }),
    receipt(33, 3, 0.1),
    receipt(34, 3, 0.2),
    receipt(35, 2, '700', { currency: 'JPY' }),
  ]);
  return cache;
};

describe('money', () => {
  it('of a customer: per currency, exact, without drafts, with the date of the oldest uncovered invoice', () => {
    const cache = furnished();
    expect(cache.companyMoney('1')).toEqual({
      currencies: [
        {
          currency: 'EUR',
          ordered: '50',
          invoiced: '12.5',
          received: '0',
          owed: '12.5',
          since: '2026-02-20',
        },
        {
          currency: 'USD',
          ordered: '300.3',
          invoiced: '200.3',
          received: '100.1',
          owed: '100.2',
          since: '2026-02-10',
        },
      ],
      drafts: 1,
      draftOrders: 0,
      withoutAmount: 1,
    });
    expect(cache.companyMoney('2').currencies).toMatchObject([
      { currency: '', owed: '5', since: '2025-12-01' },
      { currency: 'JPY', invoiced: '0', owed: '-700', since: null },
    ]);
    expect(cache.companyMoney('3').currencies).toMatchObject([{ owed: '0', since: null }]);
    expect(cache.companyMoney('99')).toEqual({
      currencies: [],
      drafts: 0,
      draftOrders: 0,
      withoutAmount: 0,
    });
  });

  it('of all customers or of one person: exactly what each owes, the oldest debt first, without floating-point errors', () => {
    const cache = furnished();
    expect(cache.owedMoney(null, 10)).toEqual({
      withoutAmount: 1,
      totals: [
        { currency: '', owed: '5', customers: 1 },
        { currency: 'EUR', owed: '12.5', customers: 1 },
        { currency: 'USD', owed: '100.2', customers: 1 },
      ],
      customers: [
        { id: '2', name: 'Süd', currency: '', owed: '5', since: '2025-12-01' },
        { id: '1', name: 'Nord', currency: 'USD', owed: '100.2', since: '2026-02-10' },
        { id: '1', name: 'Nord', currency: 'EUR', owed: '12.5', since: '2026-02-20' },
      ],
    });
    expect(cache.owedMoney('8', 10).customers.map(({ id }) => id)).toEqual(['2']);
    expect(cache.owedMoney(null, 1).customers).toHaveLength(1);
    for (const { id, currency, owed, since } of cache.owedMoney(null, 10).customers)
      expect(cache.companyMoney(id).currencies).toContainEqual(
        expect.objectContaining({ currency, owed, since }),
      );
  });

  it('a credit note covers invoices as a receipt does: the date is that of the oldest invoice that is still open', () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [{ company_id: 1, name: 'Nord' }]);
    apply(cache, 'outboundInvoice', [
      invoice(1, 1, '100', '2025-01-10'),
      invoice(2, 1, '-100', '2025-01-11'),
      invoice(3, 1, '50', '2026-11-01'),
      invoice(4, 1, '-20', '2024-01-01', { currency: 'EUR' }),
      invoice(5, 1, '50', '2026-10-01', { currency: 'EUR' }),
    ]);
    expect(cache.companyMoney('1').currencies).toMatchObject([
      { currency: 'EUR', owed: '30', since: '2026-10-01' },
      { currency: 'USD', owed: '50', since: '2026-11-01' },
    ]);
    expect(cache.owedMoney(null, 9).customers).toMatchObject([
      { currency: 'EUR', owed: '30', since: '2026-10-01' },
      { currency: 'USD', owed: '50', since: '2026-11-01' },
    ]);
  });

  it('a refund without an invoice is owed, on the page of the customer and in the list of all', () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [{ company_id: 1, name: 'Nord' }]);
    apply(cache, 'receipt', [receipt(1, 1, '-20')]);
    expect(cache.companyMoney('1').currencies).toMatchObject([{ owed: '20', since: null }]);
    expect(cache.owedMoney(null, 9).customers).toEqual([
      { id: '1', name: 'Nord', currency: 'USD', owed: '20', since: null },
    ]);
  });

  it.each(['100', '9e15'])('a customer that is not in the list of companies owes too: %s', (amount) => {
    const cache = openTemporaryCache();
    apply(cache, 'outboundInvoice', [invoice(1, 7, amount, '2026-01-01')]);
    expect(cache.owedMoney(null, 9).customers).toMatchObject([{ id: '7', name: 'Company 7' }]);
    expect(cache.owedMoney('7', 9).customers).toEqual([]);
  });

  it('a draft order is in the list of orders with a mark, and in no sum', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order(11, 1, '300'), order(12, 1, '200')]);
    const subject = { resource: 'company', id: '1' } as const;
    const sums = () => cache.timelineFigures(subject).kinds.find(({ kind }) => kind === 'order')?.sums;
    expect(sums()).toMatchObject([{ amount: '500' }]);
    cache.setState(DRAFT_ORDERS_KEY, '["12"]');
    expect(cache.companyMoney('1')).toMatchObject({ currencies: [{ ordered: '300' }], draftOrders: 1 });
    expect(sums()).toMatchObject([{ amount: '300' }]);
    const rows = cache.page({ resource: 'order', filters: [] }, 0, 10, ['order_no']).rows;
    expect(rows.map(({ id, draft }) => [id, draft === true]).sort()).toEqual([
      ['11', false],
      ['12', true],
    ]);
    cache.setState(DRAFT_ORDERS_KEY, '[]');
    expect(cache.companyMoney('1')).toMatchObject({ currencies: [{ ordered: '500' }], draftOrders: 0 });
  });

  it('rounds what is owed to what can be paid in the currency; a part of a cent is no debt', () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [
      { company_id: 1, name: 'Paid' },
      { company_id: 2, name: 'Owing' },
    ]);
    apply(cache, 'outboundInvoice', [
      invoice(21, 1, '102208.7375', '2026-01-10 09:00:00'),
      invoice(22, 2, '10.0050', '2026-01-10 09:00:00'),
      invoice(23, 2, '120.5', '2026-01-11 09:00:00', { currency: 'JPY' }),
      invoice(24, 2, '7.1235', '2026-01-12 09:00:00', { currency: 'KWD' }),
    ]);
    apply(cache, 'receipt', [receipt(31, 1, '102208.74')]);
    expect(cache.companyMoney('1').currencies).toMatchObject([
      { invoiced: '102208.7375', owed: '0', since: null },
    ]);
    expect(cache.companyMoney('2').currencies.map(({ currency, owed }) => `${currency} ${owed}`)).toEqual([
      'JPY 121',
      'KWD 7.124',
      'USD 10.01',
    ]);
    const owed = cache.owedMoney(null, 10);
    expect(owed.customers.map((one) => `${one.name} ${one.currency} ${one.owed}`)).toEqual([
      'Owing USD 10.01',
      'Owing JPY 121',
      'Owing KWD 7.124',
    ]);
    expect(owed.totals).toHaveLength(3);
  });

  it('takes an invoice as covered if less than a payable amount of it is open', () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [{ company_id: 1, name: 'Owing' }]);
    const two = (id: number, first: string, currency: string) => [
      invoice(id, 1, first, '2020-01-10 09:00:00', { currency }),
      invoice(id + 1, 1, '50', '2026-02-10 09:00:00', { currency }),
    ];
    apply(cache, 'outboundInvoice', [
      ...two(21, '100.004', 'USD'),
      ...two(23, '100.4', 'JPY'),
      ...two(25, '100.0004', 'KWD'),
      ...two(27, '100.005', 'EUR'),
    ]);
    const paid = ['USD', 'JPY', 'KWD', 'EUR'].map((currency, i) => receipt(31 + i, 1, '100', { currency }));
    apply(cache, 'receipt', paid);
    const since = { USD: '2026-02-10', JPY: '2026-02-10', KWD: '2026-02-10', EUR: '2020-01-10' };
    const daysOf = (all: readonly { currency: string; since: string | null }[]) =>
      Object.fromEntries(all.map((one) => [one.currency, one.since]));
    expect(daysOf(cache.companyMoney('1').currencies)).toEqual(since);
    expect(daysOf(cache.owedMoney(null, 10).customers)).toEqual(since);
  });

  it('of all customers is exact for amounts of any size', () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [
      { company_id: 1, name: 'Large', user_id: [7] },
      { company_id: 2, name: 'Usual' },
      { company_id: 3, name: 'Sum', user_id: [7] },
      { company_id: 4, name: 'Paid' },
    ]);
    const dong = { currency: 'VND' };
    apply(cache, 'outboundInvoice', [
      invoice(21, 1, '6000000000000', '2026-01-10 09:00:00', dong),
      invoice(22, 1, '6000000000000.60', '2026-01-11 09:00:00', dong),
      invoice(23, 1, '7', '2026-03-11 09:00:00'),
      invoice(24, 2, '50', '2026-02-10 09:00:00'),
      invoice(25, 4, '12345678901234567.89', '2026-02-10 09:00:00'),
      ...Array.from({ length: 1200 }, (_, i) => invoice(100 + i, 3, 8_000_000_000, '2026-02-11', dong)),
    ]);
    apply(cache, 'receipt', [
      receipt(31, 1, '6000000000000', dong),
      receipt(32, 4, '12345678901234567.88'),
      receipt(33, 2, '9e15', { currency: 'EUR', status: 1 }),
    ]);
    expect(cache.owedMoney(null, 10)).toEqual({
      withoutAmount: 0,
      totals: [
        { currency: 'USD', owed: '57.01', customers: 3 },
        { currency: 'VND', owed: '15600000000001', customers: 2 },
      ],
      customers: [
        { id: '1', name: 'Large', currency: 'VND', owed: '6000000000001', since: '2026-01-11' },
        { id: '2', name: 'Usual', currency: 'USD', owed: '50', since: '2026-02-10' },
        { id: '4', name: 'Paid', currency: 'USD', owed: '0.01', since: '2026-02-10' },
        { id: '3', name: 'Sum', currency: 'VND', owed: '9600000000000', since: '2026-02-11' },
        { id: '1', name: 'Large', currency: 'USD', owed: '7', since: '2026-03-11' },
      ],
    });
    expect(cache.owedMoney('7', 10).customers.map(({ id }) => id)).toEqual(['1', '3', '1']);
    expect(cache.owedMoney(null, 1).customers).toHaveLength(1);
  });

  it('of all customers and of one agree about a currency with a space around it', () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [{ company_id: 1, name: 'Owing' }]);
    apply(cache, 'outboundInvoice', [
      invoice(21, 1, '100', '2026-01-10 09:00:00', { currency: 'USD ' }),
      invoice(22, 1, '50.5', '2026-01-11 09:00:00', { currency: ' JPY' }),
    ]);
    apply(cache, 'receipt', [receipt(31, 1, '40')]);
    const owed = [
      { currency: 'JPY', owed: '51' },
      { currency: 'USD', owed: '60' },
    ];
    expect(cache.companyMoney('1').currencies).toMatchObject(owed);
    expect(
      cache.owedMoney(null, 10).customers.toSorted((a, b) => a.currency.localeCompare(b.currency)),
    ).toMatchObject(owed);
  });

  it('adds a currency that is spelled in two ways: who has paid owes nothing', () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [{ company_id: 1, name: 'Paid' }]);
    apply(cache, 'order', [order(11, 1, '100', { currency: 'Usd' })]);
    apply(cache, 'outboundInvoice', [invoice(21, 1, '100', '2026-01-10 09:00:00', { currency: 'usd' })]);
    apply(cache, 'receipt', [receipt(31, 1, '100')]);
    expect(cache.companyMoney('1').currencies).toMatchObject([
      { currency: 'USD', ordered: '100', invoiced: '100', received: '100', owed: '0' },
    ]);
    expect(cache.owedMoney(null, 10)).toMatchObject({ totals: [], customers: [] });
    expect(cache.orderMoney('11')?.currencies).toMatchObject([{ currency: 'USD' }]);
  });

  it('of all customers: a receipt without an amount is named, as on the page of its customer', () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [{ company_id: 1, name: 'Owing', user_id: [7] }]);
    apply(cache, 'outboundInvoice', [invoice(21, 1, '100', '2026-01-10 09:00:00')]);
    apply(cache, 'receipt', [
      receipt(31, 1, ''),
      receipt(32, 1, null, { status: 1 }),
      receipt(33, 1, null, { company_info: [] }),
    ]);
    expect(cache.companyMoney('1').withoutAmount).toBe(1);
    expect([null, '7', '8'].map((person) => cache.owedMoney(person, 10).withoutAmount)).toEqual([1, 1, 0]);
  });

  it('leaves out an impossibly large amount, and answers at once', () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [{ company_id: 1, name: 'Owing' }]);
    const absurd = ['1e3000000', '-1E+41', '1e-3000000', '9'.repeat(400)];
    apply(cache, 'outboundInvoice', [
      ...absurd.map((amount, i) => invoice(21 + i, 1, amount, '2026-01-10 09:00:00')),
      invoice(31, 1, 1e300, '2026-01-10 09:00:00'),
      invoice(32, 1, '1.5e2', '2026-02-10 09:00:00'),
    ]);
    expect(cache.companyMoney('1')).toMatchObject({
      currencies: [{ invoiced: '150', owed: '150', since: '2026-02-10' }],
      withoutAmount: 5,
    });
    expect(cache.owedMoney(null, 10).customers).toMatchObject([{ owed: '150', since: '2026-02-10' }]);
    const sort = [{ field: 'product_total_amount', direction: 'desc' as const }];
    expect(cache.page({ resource: 'outboundInvoice', sort }, 0, 1).rows[0]?.id).toBe('32');
  });

  it('of an order: from the lines that name it, with the number of documents whose lines are missing', () => {
    const cache = furnished();
    expect(cache.orderMoney('11')).toMatchObject({ unread: { invoices: 4, receipts: 1 } });
    applyDetail(cache, 'outboundInvoice', {
      ...invoice(21, 1, '100.10', '2026-01-10 09:00:00'),
      record_list: [
        { outbound_record_id: 1, order_id: 11, product_amount: '60.05' },
        { outbound_record_id: 2, order_id: 12, product_amount: '40.05' },
      ],
    });
    applyDetail(cache, 'receipt', {
      ...receipt(31, 1, '100.10'),
      record_list: [
        { refer_type: 1, refer_id: 11, cash_collection_amount: '60.00' },
        { refer_type: 2, refer_id: 11, cash_collection_amount: '40.10' },
      ],
    });
    expect(cache.orderMoney('11')).toEqual({
      currencies: [
        {
          currency: 'USD',
          ordered: '300.3',
          invoiced: '60.05',
          received: '60',
          owed: '0.05',
          since: '2026-01-10',
        },
      ],
      unread: { invoices: 3, receipts: 0, invoiceIds: ['23', '26', '22'] },
      withoutAmount: { count: 0, receiptIds: [] },
    });
    expect(cache.orderMoney('99')).toBeNull();
  });

  it('of an order: says how many documents lack an amount for it', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order(11, 1, null), order(12, 1, '100')]);
    const header = invoice(21, 1, '9', '2026-01-10 09:00:00');
    apply(cache, 'outboundInvoice', [header]);
    applyDetail(cache, 'outboundInvoice', {
      ...header,
      record_list: [
        { order_id: 11, product_amount: null },
        { order_id: 11, product_amount: '5' },
        { order_id: 12, product_amount: '4' },
      ],
    });
    for (const [id, status] of [
      [31, 3],
      [32, 1],
    ] as const) {
      apply(cache, 'receipt', [receipt(id, 1, '70', { status })]);
      const record_list = [{ refer_type: 1, refer_id: 11 }];
      applyDetail(cache, 'receipt', { ...receipt(id, 1, '70', { status }), record_list });
    }
    expect(cache.orderMoney('11')).toMatchObject({
      currencies: [{ ordered: '0', invoiced: '5', received: '0' }],
      withoutAmount: { count: 3, receiptIds: ['31'] },
    });
    expect(cache.orderMoney('12')?.withoutAmount).toEqual({ count: 0, receiptIds: [] });
  });

  it('of an order: the discount of an invoice is shared by its lines, so that order and customer agree', () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [{ company_id: 1, name: 'Nord' }]);
    apply(cache, 'order', [order(11, 1, '200'), order(12, 1, '100')]);
    const read = (id: number, total: string, more: object, lines: readonly (readonly [number, string])[]) => {
      const header = invoice(id, 1, total, '2026-01-10 09:00:00', more);
      apply(cache, 'outboundInvoice', [header]);
      const record_list = lines.map(([order_id, product_amount]) => ({ order_id, product_amount }));
      applyDetail(cache, 'outboundInvoice', { ...header, record_list });
    };
    const invoiced = (id: string) => cache.orderMoney(id)?.currencies[0]?.invoiced;
    const lines = [
      [11, '137.1765'],
      [11, '0.01'],
      [12, '62.8135'],
    ] as const;
    read(21, '194', { discount: 6, discount_rate: 97 }, lines);
    expect([invoiced('11'), invoiced('12')]).toEqual(['133.0709', '60.9291']);
    expect(cache.companyMoney('1').currencies[0]?.invoiced).toBe('194');
    // Without a discount, the amounts of the lines count, whatever the total is.
    read(21, '194', { discount: 0 }, lines);
    expect([invoiced('11'), invoiced('12')]).toEqual(['137.1865', '62.8135']);
    // The total of a service that does not contain the discount is that of the lines.
    read(21, '200', { discount: 6 }, lines);
    expect([invoiced('11'), invoiced('12')]).toEqual(['137.1865', '62.8135']);
    read(22, '0', { discount: 9 }, [[12, '9']]);
    expect(invoiced('12')).toBe('62.8135');
  });

  it('of an order: a receipt in another currency counts with its registered amount', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order(11, 1, '108')]);
    const euros = receipt(31, 1, '100', { currency: 'EUR' });
    const line = { refer_type: 1, refer_id: 11, cash_collection_amount: 108 };
    const read = (more: object) =>
      applyDetail(cache, 'receipt', { ...euros, record_list: [{ ...line, ...more }] });
    const received = () => cache.orderMoney('11')?.currencies.map((one) => `${one.currency} ${one.received}`);
    apply(cache, 'receipt', [euros]);
    read({ cash_collection_invoice_amount: '100' });
    expect(received()).toEqual(['EUR 100', 'USD 0']);
    read({});
    expect(received()).toEqual(['EUR 108', 'USD 0']);
    apply(cache, 'receipt', [receipt(32, 1, '50')]);
    const own = { ...line, cash_collection_amount: 40, cash_collection_invoice_amount: 50 };
    applyDetail(cache, 'receipt', { ...receipt(32, 1, '50'), record_list: [own] });
    expect(received()).toEqual(['EUR 108', 'USD 40']);
  });

  it.each([
    [{ cash_collection_invoice_amount: '77.5' }, 'USD 77.5'],
    // A service fills an amount that nobody entered with 0.
    [{ cash_collection_amount: 0, cash_collection_invoice_amount: 77.5 }, 'USD 77.5'],
    [{ cash_collection_amount: '0.00', cash_collection_invoice_amount: null }, 'USD 0'],
  ])('of an order: an allocation %j in its currency counts as %s', (amounts, expected) => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order(11, 1, '108')]);
    apply(cache, 'receipt', [receipt(31, 1, '100')]);
    const record_list = [{ refer_type: 1, refer_id: 11, ...amounts }];
    applyDetail(cache, 'receipt', { ...receipt(31, 1, '100'), record_list });
    const money = cache.orderMoney('11');
    expect(money?.currencies.map((one) => `${one.currency} ${one.received}`)).toEqual([expected]);
    expect(money?.withoutAmount.count).toBe(0);
  });

  it('of an order: a registered amount of 0 says no more than none', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order(11, 1, '108')]);
    const euros = receipt(31, 1, '100', { currency: 'EUR' });
    apply(cache, 'receipt', [euros]);
    const line = { cash_collection_amount: 108, cash_collection_invoice_amount: '0.0000' };
    applyDetail(cache, 'receipt', { ...euros, record_list: [{ refer_type: 1, refer_id: 11, ...line }] });
    const received = cache.orderMoney('11')?.currencies.map((one) => `${one.currency} ${one.received}`);
    expect(received).toEqual(['EUR 108', 'USD 0']);
  });

  it('of an order: a draft receipt whose lines are missing leaves nothing unknown', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order(11, 1, '100')]);
    const unread = () => cache.orderMoney('11')?.unread.receipts;
    apply(cache, 'receipt', [receipt(31, 1, '100', { status: '1' })]);
    expect(unread()).toBe(0);
    apply(cache, 'receipt', [receipt(31, 1, '100', { status: 3 }), receipt(32, 1, '1', { status: null })]);
    expect(unread()).toBe(2);
  });

  it('of an order: counts a receipt that is no draft any more, although its details are older', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order(11, 1, '100')]);
    const lines = { record_list: [{ refer_type: 1, refer_id: 11, cash_collection_amount: 100 }] };
    const at = (status: number, day: string) => receipt(31, 1, '100', { status, update_time: day });
    apply(cache, 'receipt', [at(1, '2026-01-01 00:00:00')]);
    applyDetail(cache, 'receipt', { ...at(1, '2026-01-01 00:00:00'), ...lines });
    const received = () => cache.orderMoney('11')?.currencies[0]?.received;
    expect(received()).toBe('0');
    apply(cache, 'receipt', [at(5, '2026-01-02 00:00:00')]);
    expect(received()).toBe('100');
    expect(cache.companyMoney('1').currencies[0]?.received).toBe('100');
  });

  it('of an order: a document that was changed after its lines were read counts as one with missing lines', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order(11, 1, '100')]);
    const raised = (amount: number, time: string) =>
      invoice(21, 1, amount, '2026-01-10 09:00:00', { update_time: time });
    const lines = (amount: number) => ({ record_list: [{ order_id: 11, product_amount: amount }] });
    const state = () => {
      const money = cache.orderMoney('11');
      return [money?.currencies[0]?.invoiced, money?.unread.invoiceIds];
    };
    apply(cache, 'outboundInvoice', [raised(40, '2026-01-02 00:00:00')]);
    const early = { ...raised(40, '2026-01-02 00:00:00'), ...lines(40) };
    applyDetail(cache, 'outboundInvoice', early);
    expect(state()).toEqual(['40', []]);
    apply(cache, 'outboundInvoice', [raised(100, '2026-01-03 00:00:00')]);
    expect(state()).toEqual(['40', ['21']]);
    // Read in the second of the change: the details are wanted once more, but are not older.
    const [id, time] = ['21', '2026-01-03 00:00:00'];
    const late = { ...raised(100, time), ...lines(100) };
    cache.applyDetail('outboundInvoice', { id, raw: JSON.stringify(late), value: late }, 3_000, {
      startedAt: 2_900,
      serverNow: time,
    });
    expect(state()).toEqual(['100', []]);
    // The details are newer than the list.
    applyDetail(cache, 'outboundInvoice', { ...raised(120, '2026-01-04 00:00:00'), ...lines(120) });
    expect(state()).toEqual(['120', []]);
  });

  it('of an order: leaves out documents that are older than it, or named other orders when they were read', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order(11, 1, '300', { create_time: '2026-02-01 00:00:00' })]);
    const update = (id: number, time: string) =>
      invoice(id, 1, '10', '2026-02-02 00:00:00', { update_time: time });
    apply(cache, 'outboundInvoice', [
      update(21, '2026-01-31 23:59:59'),
      update(22, '2026-02-01 00:00:00'),
      update(23, '1970-01-01 08:00:00'),
      update(24, '2026-02-05 00:00:00'),
      update(25, '2026-02-06 00:00:00'),
    ]);
    for (const [id, orderId] of [
      [24, 12],
      [25, 11],
    ] as const)
      applyDetail(cache, 'outboundInvoice', {
        ...update(id, `2026-02-0${id - 19} 00:00:00`),
        record_list: [{ outbound_record_id: id, order_id: orderId, product_amount: '5' }],
      });
    expect(cache.orderMoney('11')?.unread.invoiceIds).toEqual(['22', '23']);
    cache.dropDetails('outboundInvoice', { before: '2026-12-31', after: 0, limit: 100 });
    expect(cache.orderMoney('11')?.unread.invoiceIds).toEqual(['25', '22', '23']);
  });

  it('of an order: a creation that is later than the last change hides no document', () => {
    const cache = openTemporaryCache();
    const times = { create_time: '2026-02-03 00:00:00', update_time: '2026-02-01 00:00:00' };
    apply(cache, 'order', [order(11, 1, '300', times), order(12, 1, '300', { ...times, update_time: '' })]);
    const changed = { update_time: '2026-02-02 00:00:00' };
    const made = { update_time: '2026-01-31 00:00:00', create_time: '2026-02-04 00:00:00' };
    apply(cache, 'outboundInvoice', [
      invoice(21, 1, '10', '2026-02-02 00:00:00', changed),
      invoice(22, 1, '10', '2026-02-02 00:00:00', made),
    ]);
    expect(cache.orderMoney('11')?.unread.invoiceIds).toEqual(['21', '22']);
    expect(cache.orderMoney('12')?.unread.invoiceIds).toEqual(['22']);
  });
});
