import { describe, expect, it } from 'vitest';
import type { Column, RecordView, Row } from '#shared/contract/records';
import {
  documentAmount,
  documentMoney,
  documentTotal,
} from '../../../../src/renderer/features/documents/document-format';
import {
  asOfText,
  documentModel,
  ordersPaidBy,
} from '../../../../src/renderer/features/documents/document-model';
import { readDocument } from '../../../../src/renderer/navigation/document-ref';
import {
  enumWords,
  labelled,
  withCurrency,
} from '../../../../src/renderer/features/documents/export-columns';
import { pageRule } from '../../../../src/renderer/features/documents/page-style';
import {
  formatPeriod,
  partRows,
  pendingAmount,
  presetPeriod,
  readPeriod,
  statementDay,
  statementNumber,
  statementTotals,
  statementView,
} from '../../../../src/renderer/features/documents/statement-model';
import type { FormatContext } from '../../../../src/renderer/format/values';
import { en } from '../../../support/catalogues';
import { safeFileName } from '#shared/domain/safe-file-name';

const wordAt = (key: string): unknown =>
  key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], en);
const format: FormatContext = {
  locale: 'en',
  offsetMs: null,
  userName: () => undefined,
  lookupName: () => undefined,
  word: (key, options) => {
    const text = wordAt(key);
    return typeof text === 'string'
      ? text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(options?.[name] ?? ''))
      : '';
  },
};
const column = (key: string, kind: Column['kind'], options?: string): Column => ({
  key,
  kind,
  sort: 'scan',
  ...(options === undefined ? {} : { options }),
});
const COLUMNS: Column[] = [
  column('order_no', 'text'),
  column('name', 'text'),
  column('company', 'company'),
  column('account_date', 'date'),
  column('currency', 'text'),
  column('amount', 'money'),
  column('product_total_amount', 'money'),
  column('addition_cost_amount', 'money'),
  column('handler_info', 'users'),
  column('product_list', 'lines'),
  column('price_contract', 'text'),
  column('shipment_deadline', 'text'),
  column('order_id', 'id'),
];
const order = (values: Record<string, unknown>, more: Partial<RecordView> = {}): RecordView => ({
  resource: 'order',
  id: '9007199254740993123',
  title: 'x',
  subtitle: '',
  columns: COLUMNS,
  values,
  fetchedAt: 0,
  detailAt: null,
  detailState: 'held',
  raw: '{}',
  ...more,
});

describe('a printed order', () => {
  it('shows customer, dates and lines, with the totals of the service', () => {
    const model = documentModel(
      order({
        order_no: 'SO-1',
        currency: 'USD',
        account_date: '2026-03-01',
        company: { company_id: '5', name: 'Acme Ltd' },
        company_address: '1 Road',
        customer_name: 'Li',
        customer_phone: '123',
        price_contract: 'FOB',
        product_list: [
          {
            product_name: 'Lamp',
            product_cn_name: '台灯',
            count: '10',
            unit_price: '1.25',
            cost_amount: '12.50',
            product_unit: 'PCS',
          },
        ],
        product_total_amount: '12.5',
        addition_cost_amount: '0',
        amount: '12.5',
      }),
      format,
    );
    expect(model.party).toEqual({
      title: 'Customer',
      name: 'Acme Ltd',
      lines: ['1 Road', 'Contact: Li · 123'],
    });
    expect(model.columns.map(({ key }) => key)).toEqual([
      'no',
      'product',
      'quantity',
      'unit',
      'price',
      'amount',
    ]);
    expect(model.lines[0]).toMatchObject({ product: 'Lamp', quantity: '10', price: '1.25', amount: '12.50' });
    expect(model.notes).toEqual(['台灯']);
    expect(model.totals.map(({ label, text }) => `${label} ${text}`)).toEqual([
      'Products USD 12.50',
      'Total USD 12.50',
    ]);
    expect(model.terms).toEqual([{ label: 'Price terms', text: 'FOB' }]);
    expect(model.warnings).toEqual([]);
  });

  it('shows the unit under either of the names that services give it', () => {
    const model = documentModel(
      order({
        product_list: [
          { product_name: 'Lamp', unit: 'Set' },
          { product_unit: 'PCS', unit: 'Box' },
        ],
      }),
      format,
    );
    expect(model.lines.map(({ unit }) => unit)).toEqual(['Set', 'PCS']);
  });

  it('says when its list copy and its lines were read, if these times differ', () => {
    const morning = new Date(2026, 10, 25, 9, 0).getTime();
    const noon = new Date(2026, 10, 25, 12, 30).getTime();
    const asOf = (more: Partial<RecordView>) => asOfText(order({}, more), format);
    const times = (text: string) => text.match(/\d+:\d+/g);
    expect(times(asOf({ fetchedAt: noon, detailAt: null }))).toEqual(['12:30']);
    expect(times(asOf({ fetchedAt: noon, detailAt: noon + 2_000 }))).toEqual(['12:30']);
    expect(times(asOf({ fetchedAt: noon, detailAt: morning }))).toEqual(['12:30', '09:00']);
    expect(times(asOf({ fetchedAt: morning, detailAt: noon }))).toEqual(['09:00', '12:30']);
  });

  it('says no time if the CRM does not have it yet', () => {
    expect(asOfText(order({}, { raw: '' }), format)).toBe('');
  });

  it('has no number until the service has created the document', () => {
    const model = documentModel({ ...order({ order_no: '' }), id: 'local:c129' }, format);
    expect(model.number).toBe('');
    expect(JSON.stringify(model)).not.toContain('local:');
  });

  it('leaves out what is missing or an epoch date, shows all 19 digits, and says that there are no lines', () => {
    const model = documentModel(
      order({ shipment_deadline: '1970-01-01 00:00:00', account_date: '' }),
      format,
    );
    expect(model.number).toBe('9007199254740993123');
    expect(model.facts).toEqual([{ label: 'No.', text: '9007199254740993123' }]);
    expect([model.party.name, model.totals, model.terms]).toEqual(['', [], []]);
    expect(model.warnings).toEqual(['The lines of this document are not on this computer.']);
  });

  it('adds up lines exactly only if the service has no total, and labels the sum', () => {
    const lines = Array.from({ length: 3 }, () => ({
      product_id: '9007199254740993999',
      count: '1',
      unit_price: '0.1',
      cost_amount: '0.1',
    }));
    const model = documentModel(order({ currency: 'USD', product_list: lines }), format);
    expect(model.totals).toEqual([{ label: 'Total of lines', text: 'USD 0.30', strong: true }]);
    expect(model.lines[0]?.product).toBe('Product 9007199254740993999');
    const partly = documentModel(
      order({ currency: 'USD', product_list: [...lines, { product_id: '1' }] }),
      format,
    );
    expect(partly.totals).toEqual([]);
  });

  it('says if it contains undelivered changes, or if it was deleted', () => {
    const pending = (state: 'queued' | 'applied') =>
      documentModel(
        order(
          { product_list: [{ product_name: 'x' }] },
          { pending: { intents: [{ id: 'i', state }], fields: [], needsUser: false }, removed: true },
        ),
        format,
      ).warnings;
    expect(pending('queued')).toEqual([
      'Deleted in the CRM.',
      'Contains changes that are not in the CRM yet.',
    ]);
    expect(pending('applied')).toEqual(['Deleted in the CRM.']);
  });

  it('says that an order is a draft', () => {
    const lines = { product_list: [{ product_name: 'x' }] };
    expect(documentModel(order(lines, { draft: true }), format).warnings).toEqual([
      'Draft: this order is not approved yet.',
    ]);
    expect(documentModel(order(lines), format).warnings).toEqual([]);
  });
});

describe('the total of a printed document', () => {
  const shown = (record: RecordView) =>
    documentModel(record, format).totals.map(({ label, text, strong }) =>
      strong ? `${label} ${text} (bold)` : `${label} ${text}`,
    );
  const lines = (...amounts: unknown[]) => amounts.map((product_amount) => ({ product_amount }));
  const invoice = (values: Record<string, unknown>): RecordView => ({
    ...order({}),
    resource: 'outboundInvoice',
    columns: [column('record_list', 'lines')],
    values: { currency: 'USD', ...values },
  });

  it('of an invoice without a total of the service is the sum of its lines minus the discount', () => {
    expect(shown(invoice({ record_list: lines('60', '40'), discount: 50 }))).toEqual([
      'Total of lines USD 100.00',
      'Discount USD 50.00',
      'Total USD 50.00 (bold)',
    ]);
    expect(shown(invoice({ record_list: lines('60', '40') }))).toEqual(['Total of lines USD 100.00 (bold)']);
    expect(shown(invoice({ record_list: lines('60', undefined), discount: 50 }))).toEqual([
      'Discount USD 50.00',
    ]);
  });
  it('of an order without a total of the service contains the extra costs', () => {
    const products = [{ cost_amount: '60' }, { cost_amount: '40' }];
    expect(shown(order({ currency: 'USD', product_list: products, addition_cost_amount: '7' }))).toEqual([
      'Total of lines USD 100.00',
      'Extra costs USD 7.00',
      'Total USD 107.00 (bold)',
    ]);
    expect(shown(order({ currency: 'USD', product_total_amount: '100', addition_cost_amount: '7' }))).toEqual(
      ['Products USD 100.00', 'Extra costs USD 7.00', 'Total USD 107.00 (bold)'],
    );
  });
  it('has the discount rate of an invoice whose total is not known, as the form has', () => {
    const invoiced = (rate: unknown, more: object = {}) =>
      shown(invoice({ record_list: lines('60', '40'), discount_rate: rate, ...more }));
    expect(invoiced(95)).toEqual([
      'Total of lines USD 100.00',
      'Discount USD 5.00',
      'Total USD 95.00 (bold)',
    ]);
    expect(invoiced(95, { discount: '4' })).toContain('Total USD 96.00 (bold)');
    expect(invoiced(95, { product_total_amount: '90' })).toEqual(['Total USD 90.00 (bold)']);
    for (const none of [0, 100, '', null])
      expect(invoiced(none)).toEqual(['Total of lines USD 100.00 (bold)']);
  });
  it('is rounded once to what can be paid in the currency; the parts above it keep every digit', () => {
    expect(shown(invoice({ product_total_amount: 33202.975 }))).toEqual(['Total USD 33,202.98 (bold)']);
    expect(shown(invoice({ product_total_amount: 510.04499999999996 }))).toEqual(['Total USD 510.05 (bold)']);
    expect(shown(invoice({ product_total_amount: '59964.5', currency: ' jpy' }))).toEqual([
      'Total JPY 59,965 (bold)',
    ]);
    expect(shown(invoice({ product_total_amount: '59964.5', currency: 'JPY' }))).toEqual([
      'Total JPY 59,965 (bold)',
    ]);
    expect(shown(invoice({ record_list: lines(33.335, 33.335, 33.335) }))).toEqual([
      'Total of lines USD 100.01 (bold)',
    ]);
    expect(shown(invoice({ record_list: lines('100.005'), discount: '0.005' }))).toEqual([
      'Total of lines USD 100.005',
      'Discount USD 0.005',
      'Total USD 100.00 (bold)',
    ]);
  });
  it('has no line for a discount that is only the error of a float', () => {
    const error = { discount: 1.1368683772161603e-13, product_total_amount: 100 };
    expect(shown(invoice(error))).toEqual(['Total USD 100.00 (bold)']);
    expect(shown(invoice({ ...error, discount: 12.499999999999886 }))).toEqual([
      'Discount USD 12.50',
      'Total USD 100.00 (bold)',
    ]);
  });
});

describe('the date of a printed document', () => {
  const dateOf = (values: Record<string, unknown>): string | undefined => {
    const record: RecordView = {
      ...order({}),
      resource: 'outboundInvoice',
      columns: [column('warehouse_invoice_time', 'dateTime'), column('create_time', 'dateTime')],
      values,
    };
    // The service is eight hours ahead of UTC.
    const facts = documentModel(record, { ...format, offsetMs: 8 * 3_600_000 }).facts;
    return facts.find(({ label }) => label === 'Date')?.text;
  };
  it('is the day of its creation if it has no date of its own, as on the statement', () => {
    expect(
      dateOf({ warehouse_invoice_time: '1970-01-01 08:00:00', create_time: '2026-11-15 23:10:00' }),
    ).toBe('Nov 15, 2026');
    expect(dateOf({})).toBeUndefined();
  });
  it('is the day of the service, as on the statement', () =>
    expect(dateOf({ warehouse_invoice_time: '2026-11-25 03:00:00' })).toBe('Nov 25, 2026'));
});

describe('a printed receipt', () => {
  it('names the orders that it pays, if known', () => {
    const columns = [
      column('cash_collection_invoice_no', 'text'),
      column('company_info', 'company'),
      column('record_list', 'lines'),
      column('amount', 'money'),
      column('real_amount', 'money'),
      column('currency', 'text'),
    ];
    const record: RecordView = {
      ...order({}),
      resource: 'receipt',
      columns,
      values: {
        cash_collection_invoice_no: 'R-1',
        currency: 'JPY',
        amount: '1000',
        real_amount: '990',
        account_name: 'Payer Co',
        company_info: { id: '5', name: 'Acme' },
        record_list: [
          { refer_type: 1, refer_id: '7', cash_collection_invoice_amount: '600' },
          // The service fills the amount that nobody registered with 0.
          {
            refer_type: 1,
            refer_id: '8',
            cash_collection_invoice_amount: '0',
            cash_collection_amount: '400',
          },
        ],
      },
    };
    const model = documentModel(record, format, new Map([['7', 'SO-7']]));
    expect(model.lines.map(({ document }) => document)).toEqual(['SO-7', '8']);
    expect(model.totals.map(({ text }) => text)).toEqual(['JPY 1,000', 'JPY 990', 'JPY 1,000']);
    expect(model.party.lines).toEqual(['Payer: Payer Co']);
    expect(model.warnings).toEqual([]);
  });

  it('does not name an order for an allocation to an opportunity with the same id', () => {
    const record: RecordView = {
      ...order({}),
      resource: 'receipt',
      columns: [column('record_list', 'lines')],
      values: {
        record_list: [
          { refer_type: 2, refer_id: '7', cash_collection_amount: '600' },
          { refer_type: '1', refer_id: '7', cash_collection_amount: '400' },
          { refer_type: 1, refer_id: 9, cash_collection_amount: '5' },
        ],
      },
    };
    expect(ordersPaidBy(record)).toEqual(['7', '9']);
    const model = documentModel(record, format, new Map([['7', 'SO-7']]));
    expect(model.lines.map(({ document }) => document)).toEqual(['7', 'SO-7', '9']);
  });
});

describe('printed amounts', () => {
  it('have the decimals of their currency, or more if the value has more, and every digit', () => {
    expect(documentAmount('1234', 'en', 'JPY')).toBe('1,234');
    expect(documentAmount('1234.5', 'en', 'JPY')).toBe('1,234.50');
    expect(documentAmount('100.00000000000001', 'en', 'JPY')).toBe('100');
    expect(documentAmount('1234.5', 'en', 'USD')).toBe('1,234.50');
    expect(documentAmount('0.12345', 'en', 'USD')).toBe('0.12345');
    expect(documentMoney('12345678901234567890.12', 'en', 'USD')).toBe('USD 12,345,678,901,234,567,890.12');
    expect(documentMoney(undefined, 'en', 'USD')).toBe('');
    expect(documentAmount('n/a', 'en', 'USD')).toBe('n/a');
  });
});

describe('a statement', () => {
  const row = (values: Record<string, unknown>): Row => ({ id: '1', values });
  it('adds up exactly per currency, and does not count draft receipts', () => {
    const totals = statementTotals({
      order: [
        row({ currency: 'USD', amount: '0.1' }),
        row({ currency: 'USD', amount: '0.2' }),
        row({ currency: 'EUR', amount: '5' }),
      ],
      outboundInvoice: [row({ currency: 'USD', product_total_amount: '100.10' })],
      receipt: [
        row({ currency: ' usd', amount: '40', status: '3' }),
        row({ currency: 'USD', amount: '99', status: 1 }),
        row({ amount: 'n/a' }),
      ],
    });
    expect(totals).toEqual([
      { currency: 'EUR', order: '5', outboundInvoice: '0', receipt: '0', open: '0' },
      { currency: 'USD', order: '0.3', outboundInvoice: '100.1', receipt: '40', open: '60.1' },
    ]);
  });

  const ALL = { from: '', to: '' };
  const YEAR = { from: '2026-01-01', to: '2026-12-31' };
  const pending = (state: 'queued' | 'rejected' | 'applied', fields: string[] = []) => ({
    pending: { intents: [{ id: 'i', state }], fields, needsUser: false },
  });

  it('reads all documents of one company', () => {
    expect(statementView('order', '5')).toEqual({
      resource: 'order',
      sort: [{ field: 'account_date', direction: 'asc' }],
      filters: [{ field: 'company', op: 'in', values: ['5'] }],
    });
  });

  it('gives a document without a date the day of its creation, as the Money block does', () => {
    const [undated, dated, unknown]: Row[] = [
      {
        id: '1',
        values: { warehouse_invoice_time: '1970-01-01 08:00:00', create_time: '2026-04-11 23:59:59' },
      },
      { id: '2', values: { warehouse_invoice_time: '2026-03-01', create_time: '2027-01-01 00:00:01' } },
      { id: '3', values: {} },
    ] satisfies [Row, Row, Row];
    expect([undated, dated, unknown].map((one) => statementDay('outboundInvoice', one))).toEqual([
      '2026-04-11',
      '2026-03-01',
      '',
    ]);
    const stored = [undated, dated, unknown];
    const ids = (period: { from: string; to: string }): string[] =>
      partRows('outboundInvoice', { stored, shown: stored }, period).delivered.map(({ id }) => id);
    expect(ids(YEAR)).toEqual(['2', '1']);
    expect(ids({ from: '2026-04-11', to: '2026-04-11' })).toEqual(['1']);
    expect(ids({ from: '', to: '2026-12-31' })).toEqual(['2', '1']);
    expect(ids(ALL)).toEqual(['3', '2', '1']);
  });

  it('leaves out a draft order', () => {
    const of = (id: string, more: Partial<Row> = {}): Row => ({
      id,
      values: { amount: '100', currency: 'EUR', account_date: '2026-02-01' },
      ...more,
    });
    const stored = [of('1'), of('2', { draft: true })];
    expect(partRows('order', { stored, shown: stored }, YEAR).delivered).toEqual([of('1')]);
  });

  it('counts delivered documents only, and lists a pending one apart without its local id', () => {
    const old: Row = { id: '1', values: { amount: '100', currency: 'JPY', collection_date: '2026-02-01' } };
    const fresh: Row = {
      id: 'local:c129',
      values: { amount: '12345', currency: 'JPY', create_time: '2026-11-22 10:00:00' },
      ...pending('queued', ['amount', 'create_time']),
    };
    const refused: Row = { ...fresh, id: 'local:c130', ...pending('rejected') };
    const sent: Row = { ...fresh, id: '9', ...pending('applied') };
    const rows = partRows('receipt', { stored: [old], shown: [fresh, old, refused, sent] }, YEAR);
    expect(rows).toEqual({
      delivered: [old, sent],
      pending: [
        { part: 'receipt', row: fresh, isNew: true },
        { part: 'receipt', row: refused, isNew: true },
      ],
    });
    expect([fresh, sent].map((one) => statementNumber('receipt', one))).toEqual(['', '9']);
    expect(
      statementTotals({ order: [], outboundInvoice: [], receipt: rows.delivered.slice(0, 1) }),
    ).toMatchObject([{ receipt: '100', open: '-100' }]);
    expect(
      partRows('receipt', { stored: [], shown: [fresh] }, { from: '', to: '2026-11-21' }).pending,
    ).toEqual([]);
  });

  it('keeps the delivered values of a document with a pending change', () => {
    const before: Row = {
      id: '1',
      values: { product_total_amount: '100', warehouse_invoice_time: '2026-02-01' },
    };
    const after: Row = {
      id: '1',
      values: { product_total_amount: null, warehouse_invoice_time: '2027-02-01' },
      ...pending('queued', ['warehouse_invoice_time', 'record_list', 'product_total_amount']),
    };
    const rows = partRows('outboundInvoice', { stored: [before], shown: [after] }, YEAR);
    expect(rows.delivered).toEqual([before]);
    expect(rows.pending).toEqual([{ part: 'outboundInvoice', row: after, isNew: false }]);
    // Only the service can compute the amount from the changed lines.
    expect(rows.pending.map(pendingAmount)).toEqual([null]);
    const other: Row = { ...before, ...pending('queued', ['handler_info']) };
    expect(partRows('outboundInvoice', { stored: [before], shown: [other] }, YEAR)).toEqual({
      delivered: [before],
      pending: [],
    });
  });

  it('says of a document that waits to be moved to another customer, and leaves out one that was moved', () => {
    const before: Row = { id: '1', values: { amount: '100', collection_date: '2026-02-01' } };
    const other = { ...before, values: { ...before.values, company_info: { id: '13' } } };
    const rowsWith = (moved: Row[], period = YEAR) =>
      partRows('receipt', { stored: [before], shown: [], moved }, period);
    const waits = rowsWith([{ ...other, ...pending('queued', ['company_info']) }]);
    expect(waits.delivered).toEqual([before]);
    expect(waits.pending).toEqual([{ part: 'receipt', row: before, isNew: false }]);
    expect(rowsWith([{ ...other, ...pending('applied', ['company_info']) }])).toEqual({
      delivered: [],
      pending: [],
    });
    // The copy has it under the other customer since the first of both reads.
    expect(rowsWith([other]).delivered).toEqual([]);
    // It cannot be read any more.
    expect(rowsWith([]).delivered).toEqual([before]);
  });

  it('knows its periods around a day of the service, including leap days and year ends', () => {
    expect(presetPeriod('lastMonth', '2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(presetPeriod('lastMonth', '2026-01-05')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(presetPeriod('thisQuarter', '2026-11-21')).toEqual({ from: '2026-10-01', to: '2026-12-31' });
    expect(presetPeriod('last12', '2028-02-29')).toEqual({ from: '2027-03-01', to: '2028-02-29' });
    expect(presetPeriod('last12', '2029-02-28')).toEqual({ from: '2028-02-29', to: '2029-02-28' });
    expect(presetPeriod('last12', '2027-12-31')).toEqual({ from: '2027-01-01', to: '2027-12-31' });
    expect(presetPeriod('last12', '2026-11-21')).toEqual({ from: '2025-11-22', to: '2026-11-21' });
    expect(presetPeriod('thisYear', '2027-01-01')).toEqual({ from: '2027-01-01', to: '2027-12-31' });
  });

  it('reads its period from the address', () => {
    for (const period of [
      presetPeriod('all', '2026-11-21'),
      presetPeriod('thisYear', '2026-11-21'),
      { from: '2026-01-01', to: '' },
    ])
      expect(readPeriod(formatPeriod(period))).toEqual(period);
    expect(readPeriod('soon')).toBeUndefined();
  });

  it('rounds its sums to the currency', () => {
    expect(documentTotal('59964.5', 'en', 'JPY')).toBe('59,965');
    expect(documentTotal('102208.7375', 'en', 'USD')).toBe('102,208.74');
  });
});

describe('addresses and file names of documents', () => {
  it('open only kinds that can be printed', () => {
    expect(readDocument('order~12')).toEqual({ kind: 'record', resource: 'order', id: '12' });
    expect(readDocument('list')).toEqual({ kind: 'list' });
    for (const text of [undefined, '', 'trail~1', 'order~', 'order', '__proto__~1'])
      expect(readDocument(text)).toBeUndefined();
  });

  it('escape a name in the page rule, and keep a file name inside its folder', () => {
    expect(pageRule('a"; } body { display: none', false)).toContain(
      String.raw`content: "a\"; } body { display: none"`,
    );
    expect(pageRule('x\\', true)).toContain(String.raw`content: "x\\"`);
    expect(safeFileName('../a:b\\c?.xlsx')).toBe('a b c.xlsx');
    expect(safeFileName('...')).toBe('Satchel');
  });
});

describe('the words of an export', () => {
  it('name countries in the language of the window, if a column shows one', () => {
    expect(enumWords([column('country', 'text')], format).country).toMatchObject({ DE: 'Germany' });
    expect(enumWords([column('5', 'enum', 'country')], { ...format, locale: 'zh-CN' }).country).toMatchObject(
      { DE: '德国' },
    );
    expect(enumWords([column('name', 'text')], format)).toEqual({});
  });
});

describe('the columns of an export', () => {
  it('add the currency before the first amount, once, and distinguish fields with the same name', () => {
    const all = [
      column('order_no', 'text'),
      column('amount', 'money'),
      column('amount_usd', 'money'),
      column('currency', 'text'),
    ];
    expect(withCurrency(all.slice(0, 3), all).map(({ key }) => key)).toEqual([
      'order_no',
      'currency',
      'amount',
      'amount_usd',
    ]);
    expect(withCurrency(all, all)).toHaveLength(4);
    expect(withCurrency([column('amount_usd', 'money')], all)).toHaveLength(1);
    expect(
      labelled(
        'order',
        [column('create_user', 'id'), { ...column('77', 'text'), customName: 'Created by' }],
        format.word,
        null,
      ).map(({ label }) => label),
    ).toEqual(['Created by (create_user)', 'Created by (77)']);
    const times = [column('create_time', 'dateTime'), column('account_date', 'date')];
    expect(labelled('order', times, format.word, 'Europe/Berlin').map(({ label }) => label)).toEqual([
      'Created (Europe/Berlin)',
      'Order date',
    ]);
  });
});
