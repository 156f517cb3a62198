import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { commandSchema } from '#shared/domain/intent-schema';
import { convertedPer100, invoiceTotal, lineAmount, remaining } from '#shared/domain/invoice-total';
import { readTyped, toPlainDecimal, toPlainInt, toRef, valueFault } from '#shared/domain/push-value';
import { validatePush } from '#shared/domain/validate-push';

const command = (over: Partial<Command>): Command => ({
  kind: 'company',
  schema: 1,
  target: null,
  fields: {},
  children: [],
  ...over,
});
const company = (fields: Record<string, unknown>, children: Command['children'] = []): Command =>
  command({ fields: { name: 'Acme', pool_id: '0', ...fields }, children });
const codes = (of: Command): string[] =>
  validatePush(of).map(({ path, code }) => `${path.join('.')}:${code}`);

it('more contacts or lines than a command can have are an issue of their list, which names the most', () => {
  const contacts = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ref: `local:${at}`, fields: { name: `P${at}` } }));
  expect(validatePush(company({}, contacts(500)))).toEqual([]);
  expect(validatePush(company({}, contacts(501)))).toEqual([
    { path: ['children'], code: 'too-many', high: 500 },
  ]);
  expect(commandSchema.safeParse(company({}, contacts(500))).success).toBe(true);
  expect(commandSchema.safeParse(company({}, contacts(501))).success).toBe(false);
});

describe('what is typed', () => {
  it('keeps every digit of a decimal, and accepts grouping, full-width and Arabic digits', () => {
    expect(toPlainDecimal('1,234,567.8900')).toBe('1234567.8900');
    expect(toPlainDecimal('１２．５')).toBe('12.5');
    expect(toPlainDecimal('١٢٫٥')).toBe('12.5');
    expect(toPlainDecimal(' 0012.50 ')).toBe('12.50');
    expect(toPlainDecimal('-0.00')).toBe('0.00');
    expect(toPlainDecimal('99999999999999999999.000000000000001')).toBe(
      '99999999999999999999.000000000000001',
    );
    for (const wrong of [
      '',
      'abc',
      '1,5',
      '0,500',
      '-0,500',
      '012,345',
      '1.2.3',
      '1e5',
      '--1',
      '12 EUR',
      '9'.repeat(61),
    ])
      expect(toPlainDecimal(wrong), wrong).toBeNull();
  });

  it('reads spaces and apostrophes in a number only as marks of thousands, as commas', () => {
    const read = [
      '1 234.50',
      '1\u00a0234\u202f567',
      "12'345'678.9",
      '1_000',
      '١٬٢٣٤٫٥',
      '- 1,234.50',
      '１　２３４',
    ];
    expect(read.map(toPlainDecimal)).toEqual([
      ...['1234.50', '1234567', '12345678.9', '1000', '1234.5', '-1234.50', '1234'],
    ]);
    // Two cells of a spreadsheet, a slip of the comma or the point, marks of two kinds.
    for (const wrong of ['100\t200', '12 50', '1 5', '0 500', "5'10", '1 234,567', '1 23 456', '1234 567'])
      expect(toPlainDecimal(wrong), wrong).toBeNull();
  });

  it('refuses small and circled digits, such as the mark of a footnote behind a price', () => {
    for (const wrong of ['12.50¹', '5²', '10₀', '3①', '1½', 'Ⅻ']) {
      expect(toPlainDecimal(wrong), wrong).toBeNull();
      expect(toPlainInt(wrong), wrong).toBeNull();
    }
  });

  it('leaves out the marks without a shape that come with pasted text', () => {
    const [ltr, end, isolate, space] = ['\u202a', '\u202c', '\u2066', '\u200b'];
    expect(readTyped('text', `${ltr}+86 138 0013 8000${end}`)).toBe('+86 138 0013 8000');
    expect(readTyped('text', `ann@acme.example${space}`)).toBe('ann@acme.example');
    expect(readTyped('text', ` ${space} `)).toBe('');
    expect(toPlainDecimal(`${isolate}1,234.50\u2069`)).toBe('1234.50');
    expect(toPlainDecimal(`12${space}.5`)).toBe('12.5');
    expect(toPlainInt(`${ltr}12${end}`)).toBe(12);
    expect(toRef(`${space}90071992547409931`)).toBe('90071992547409931');
    // Marks inside a text may matter, as in emoji and Persian.
    for (const text of ['\u{1F468}\u200d\u{1F469}', 'می\u200cخواهم', `a${space}b`, 'C++\u200f'])
      expect(readTyped('text', text)).toBe(text);
  });

  it('reads the minus and the apostrophe of typography', () => {
    expect(toPlainDecimal('\u2212250')).toBe('-250');
    expect(toPlainDecimal('1’234.50')).toBe('1234.50');
  });

  it('never makes a decimal that the service or its own check refuses', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+]?[0-9,.]{0,20}$/)), (typed) => {
        const plain = toPlainDecimal(typed);
        if (plain === null) return;
        expect(valueFault('decimal', plain)).toBeNull();
        expect(commandSchema.safeParse(command({ kind: 'receipt', fields: { amount: plain } })).success).toBe(
          true,
        );
      }),
    );
  });

  it('keeps ids of 15 and 19 digits, and refuses ids above 64 bits', () => {
    expect(toRef('300000000000123')).toBe('300000000000123');
    expect(toRef('9223372036854775807')).toBe('9223372036854775807');
    expect(toRef('9223372036854775808')).toBeNull();
    expect(toRef('local:2f6c')).toBe('local:2f6c');
    for (const wrong of ['', '-5', '1.5', 'abc', '12a']) expect(toRef(wrong), wrong).toBeNull();
    expect(toPlainInt('9007199254740993')).toBeNull();
    expect(toPlainInt('３')).toBe(3);
  });

  it('returns unreadable text unchanged, and the check reports it', () => {
    expect(readTyped('decimal', 'twelve')).toBe('twelve');
    expect(readTyped('json', '{oops')).toBe('{oops');
    expect(readTyped('json', '[1]')).toEqual([1]);
    expect(readTyped('text', '  ‏عميل  ')).toBe('‏عميل');
  });
});

describe('commands that may be queued', () => {
  it('accept Chinese, right-to-left text and emoji in every text', () => {
    for (const text of ['北光展览有限公司', 'شركة النور', '🚢'.repeat(50), 'é'.normalize('NFD')])
      expect(codes(company({ name: text, remark: text, address: text }))).toEqual([]);
  });

  it('report values of a wrong type, each at its own field', () => {
    expect(
      codes(
        company({
          star: 'many',
          group_id: 'north',
          next_follow_up_time: '2026-02-30 10:00:00',
          image_list: '{',
          cus_tag: ['x'],
          remark: 'x'.repeat(20_001),
        }),
      ).sort(),
    ).toEqual([
      'fields.cus_tag:id',
      'fields.group_id:id',
      'fields.image_list:list',
      'fields.next_follow_up_time:date-time',
      'fields.remark:too-long',
      'fields.star:whole',
    ]);
    expect(codes(company({ star: 6 }))).toEqual(['fields.star:range']);
    for (const [field, low, high] of [
      ['star', 1, 5],
      ['intention_level', 0, 3],
      ['annual_procurement', 0, 11],
      ['scale_id', 1, 6],
    ] as const) {
      for (const value of [low, high]) expect(codes(company({ [field]: value })), field).toEqual([]);
      for (const value of [low - 1, high + 1])
        expect(validatePush(company({ [field]: value }))).toEqual([
          { path: ['fields', field], code: 'range', low, high },
        ]);
    }
    expect(codes(command({ kind: 'lead', fields: { name: 'x', scale_id: 7 } }))).toEqual([
      'fields.scale_id:range',
    ]);
    expect(codes(company({ country: 'Germany' }))).toEqual(['fields.country:country']);
  });

  it('require a name and a pool for a new company, but no name for an edit (contract E3)', () => {
    expect(codes(command({ fields: {} }))).toEqual(['fields.name:name-needed', 'fields.pool_id:required']);
    expect(codes(command({ target: '5', fields: { pool_id: '3' } }))).toEqual([]);
    expect(codes(command({ target: '5', fields: { pool_id: '3', name: '' } }))).toEqual([
      'fields.name:name-needed',
    ]);
  });

  it('refuse invalid e-mails, and two contacts that E2 would merge', () => {
    const people = (...emails: string[]): Command['children'] =>
      emails.map((email, at) => ({ ref: `local:${at}`, fields: { name: 'x', email } }));
    expect(codes(company({}, people('anna@nordlicht.example', '李@例子.中国', '')))).toEqual([]);
    // As mail programs and links have them.
    expect(codes(company({}, people('<anna@nordlicht.example>', 'mailto:anna@nordlicht.example')))).toEqual([
      'children.0.email:email',
      'children.1.email:email',
    ]);
    expect(codes(company({}, people('anna', 'a@b', 'a b@c.de')))).toEqual([
      'children.0.email:email',
      'children.1.email:email',
      'children.2.email:email',
    ]);
    expect(
      codes(command({ kind: 'lead', fields: { name: 'x' }, children: people('A@b.de', 'a@B.de') })),
    ).toEqual(['children.1.email:same-email']);
  });

  it('an invisible mark in an e-mail is an issue of its own, because nobody sees it and no mail would arrive', () => {
    const person = (email: string): Command['children'] => [{ ref: 'local:1', fields: { name: 'x', email } }];
    for (const mark of ['\u200b', '\u200f', '\u2066', '\u00ad'])
      expect(codes(company({}, person(`ann@acme${mark}.example`)))).toEqual(['children.0.email:hidden-mark']);
    expect(codes(company({}, person('ann@acme.example\u200f')))).toEqual(['children.0.email:hidden-mark']);
  });

  it('require for a new invoice its number, company, currency, handler, and one line from an order (contract E5)', () => {
    const line = (fields: Record<string, unknown>, ref = 'local:1'): Command['children'][number] => ({
      ref,
      fields,
    });
    const invoice = (children: Command['children'], fields: Record<string, unknown> = {}): Command =>
      command({
        kind: 'outboundInvoice',
        fields: { serial_id: 'CK1', company_id: '5', currency: 'USD', handler: ['7'], ...fields },
        children,
      });
    expect(codes(command({ kind: 'outboundInvoice', fields: {} }))).toEqual([
      'fields.serial_id:required',
      'fields.currency:required',
      'fields.company_id:required',
      'fields.handler:required',
      'children:required',
    ]);
    expect(codes(invoice([line({ product_id: '1', outbound_count: '2', sale_price: '9.99' })]))).toEqual([
      'children:association',
    ]);
    // The contract refuses an invoice whose last line is removed: a line has to come from an order.
    const removed = { ref: '77', fields: {}, remove: true as const };
    expect(codes({ ...invoice([removed]), target: '9' })).toEqual(['children:association']);
    const priced = (fields: Record<string, unknown>, ref?: string) =>
      line({ sale_price: '9.99', ...fields }, ref);
    expect(codes(invoice([priced({ product_id: '1', outbound_count: '2', order_id: '8' })]))).toEqual([]);
    // Free of charge is a price, no price is none. An edited line keeps its price.
    const unpriced = { product_id: '1', outbound_count: '2', order_id: '8' };
    expect(codes(invoice([line({ ...unpriced, sale_price: '0' })]))).toEqual([]);
    expect(codes(invoice([line(unpriced), line(unpriced, '77')]))).toEqual([
      'children.0.sale_price:required',
    ]);
    expect(
      codes(
        invoice([
          priced({ outbound_count: '1.5', product_id: '1', order_id: '8' }),
          priced({ outbound_count: '0', product_id: '1', order_id: '8' }, 'local:2'),
          priced({ order_id: '8' }, 'local:3'),
          priced({ outbound_count: '1', order_id: '8' }, 'local:4'),
        ]),
      ),
    ).toEqual([
      'children.0.outbound_count:whole',
      'children.1.outbound_count:positive',
      'children.2.outbound_count:required',
      'children.3.product_id:line-product',
    ]);
  });

  it('require an amount for every receipt, and both sides of a write-off (contract E7)', () => {
    const currency = 'USD';
    expect(codes(command({ kind: 'receipt', fields: { currency } }))).toEqual(['fields.amount:required']);
    expect(codes(command({ kind: 'receipt', fields: { currency, amount: '12,5' } }))).toEqual([
      'fields.amount:number',
    ]);
    expect(
      codes(
        command({
          kind: 'receipt',
          fields: { currency, amount: '12.5' },
          children: [{ ref: 'local:1', fields: { cash_collection_amount: '1' } }],
        }),
      ),
    ).toEqual(['children.0.refer_id:required', 'children.0.refer_type:required']);
  });

  it('have no decimal that a service would read as another number (contract E5, E7)', () => {
    const receipt = (amount: string) => codes(command({ kind: 'receipt', target: '7', fields: { amount } }));
    expect(receipt('12345678901234567890')).toEqual(['fields.amount:digits']);
    expect(receipt('1234567890123456.78')).toEqual(['fields.amount:digits']);
    expect(receipt('0.1234567890123456789')).toEqual(['fields.amount:digits']);
    expect(receipt('1234567890123.45')).toEqual([]);
    // As services write them: trailing zeros, and a double in full.
    expect(receipt('977.0000000000000000')).toEqual([]);
    expect(receipt('0.30000000000000004')).toEqual([]);
    const line = {
      ref: '1',
      fields: { outbound_count: '1', sale_price: '99999999999999999999' },
    };
    expect(codes(command({ kind: 'outboundInvoice', target: '7', children: [line] }))).toContain(
      'children.0.sale_price:digits',
    );
  });
  it('have no exchange rate of 0 or less', () => {
    const rated = (kind: 'outboundInvoice' | 'receipt' | 'opportunity', exchange_rate: string) =>
      codes(
        command({ kind, target: '7', fields: { exchange_rate, exchange_rate_usd: exchange_rate } }),
      ).filter((code) => code.startsWith('fields.exchange_rate'));
    for (const kind of ['outboundInvoice', 'receipt', 'opportunity'] as const) {
      for (const rate of ['0', '0.0000', '-712.34'])
        expect(rated(kind, rate), rate).toEqual([
          'fields.exchange_rate:positive',
          'fields.exchange_rate_usd:positive',
        ]);
      expect(rated(kind, '712.34')).toEqual([]);
      expect(rated(kind, 'x')).toEqual(['fields.exchange_rate:number', 'fields.exchange_rate_usd:number']);
    }
  });
  it('require a currency for a new receipt, as the live service does, but not for an edit', () => {
    expect(codes(command({ kind: 'receipt', fields: { amount: '1' } }))).toEqual([
      'fields.currency:required',
    ]);
    expect(codes(command({ kind: 'receipt', target: '7', fields: { amount: '1' } }))).toEqual([]);
  });

  it('accept a fractional count only if the service uses one', () => {
    const invoice = command({
      kind: 'outboundInvoice',
      target: '7',
      children: [{ ref: '8', fields: { outbound_count: '2.5', order_record_id: '9' } }],
    });
    expect(codes(invoice)).toEqual(['children.0.outbound_count:whole']);
    expect(validatePush(invoice, { fractions: true })).toEqual([]);
  });

  it('report every value that does not fit the schema of a command', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double(),
      fc.constantFrom('', '1.50', '2026-11-30', '2026-11-30 10:00:00', '0012'),
      fc.array(fc.string()),
      fc.constant(null),
    );
    for (const kind of ['company', 'lead', 'receipt'] as const)
      fc.assert(
        fc.property(fc.constantFrom(...Object.keys(KIND_TABLES[kind].fields)), value, (key, given) => {
          const of = command({
            kind,
            target: '5',
            fields: {
              ...(kind === 'company'
                ? { pool_id: '0' }
                : kind === 'receipt'
                  ? { amount: '1' }
                  : { remark: 'x' }),
              [key]: given,
            },
          });
          expect(commandSchema.safeParse(of).success || validatePush(of).length > 0).toBe(true);
        }),
        { numRuns: 300 },
      );
  });
});

describe('totals', () => {
  it('multiplies and sums in decimals', () => {
    expect(lineAmount('3', '0.1')).toBe('0.3');
    expect(lineAmount('', '0.1')).toBeNull();
    expect(
      invoiceTotal(
        [
          { count: '3', price: '0.1' },
          { count: '7', price: '1,000.07' },
          { count: 'x', price: '5' },
        ],
        { discountRate: '90', rmb: '712.34', usd: '' },
      ),
    ).toEqual({ products: '7000.79', net: '6300.711', rmb: '44882.48', usd: null, count: '10' });
  });

  it('converts per 100 units, and counts what is left', () => {
    expect(convertedPer100('1250.50', '712.34')).toBe('8907.81');
    expect(convertedPer100('1250.50', '')).toBeNull();
    expect(remaining('10', '3.5')).toBe('6.5');
    expect(remaining('10', '12')).toBe('0');
    expect(remaining('', '3')).toBeNull();
  });
});

describe('an opportunity', () => {
  const opportunity = (fields: Record<string, unknown>, target: string | null = null): string[] =>
    codes(command({ kind: 'opportunity', target, fields }));
  it('needs a name and a customer, and an amount needs its currency', () => {
    expect(opportunity({})).toEqual([
      'fields.name:required',
      'fields.company_id:required',
      'fields:no-change',
    ]);
    expect(opportunity({ name: 'x', company_id: 'local:a', amount: '5' })).toEqual([
      'fields.currency:required',
    ]);
    expect(opportunity({ name: 'x', company_id: '7', amount: '5', currency: 'USD' })).toEqual([]);
  });
  it('keeps its name and its customer when it is edited', () => {
    expect(opportunity({ stage: '6102' }, '7')).toEqual([]);
    expect(opportunity({ name: '' }, '7')).toEqual(['fields.name:required']);
    expect(opportunity({ company_id: '0' }, '7')).toEqual(['fields.company_id:required']);
    expect(opportunity({}, '7')).toEqual(['fields:no-change']);
  });
});
