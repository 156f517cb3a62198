import { describe, expect, it } from 'vitest';
import { apply, applyDetail, openTemporaryCache, temporaryFiles } from './cache-fixture';
import { layOver } from './overlay-fixture';

const T = '2026-06-01 08:00:00';
const furnished = () => {
  const cache = openTemporaryCache();
  apply(cache, 'user', [
    { user_id: '7', nickname: 'Mia Chen' },
    { user_id: '8', nickname: 'Li Wei' },
  ]);
  apply(cache, 'company', [
    { company_id: 1, name: 'Acme GmbH', serial_id: 'C1', user_id: [7], update_time: '2026-03-01 00:00:00' },
    { company_id: 2, name: 'Bolt Oy', serial_id: 'C2', update_time: '2026-02-01 00:00:00' },
  ]);
  applyDetail(cache, 'company', {
    company_id: 1,
    tel: '030 555',
    star: 3,
    update_time: '2026-03-01 00:00:00',
    customers: [
      { customer_id: 11, name: 'Ann', email: 'ann@acme.example' },
      { customer_id: 12, name: 'Bo', email: 'bo@acme.example' },
    ],
  });
  apply(cache, 'order', [{ order_id: 50, order_no: 'SO-1', company: { company_id: 1, name: 'Acme GmbH' } }]);
  apply(cache, 'receipt', [
    {
      cash_collection_invoice_id: 90,
      cash_collection_invoice_no: 'R90',
      amount: 5,
      company_info: { id: 1, name: 'Acme GmbH' },
      update_time: '2026-01-01 00:00:00',
    },
  ]);
  cache.putLookup('warehouse', [{ id: '3', name: 'Harbour' }], 1);
  cache.putLookup(
    'opportunityStage',
    [
      { id: '61', name: 'Offer', raw: { type: 1 } },
      { id: '63', name: 'Won', raw: { type: 2 } },
    ],
    1,
  );
  cache.putLookup('opportunityFailReason', [{ id: '9', name: 'Price' }], 1);
  cache.putLookup('trailStatus', [{ id: '4', name: 'Negotiating' }], 1);
  return { cache, over: layOver(cache) };
};
const page = (
  over: ReturnType<typeof layOver>,
  resource: 'company' | 'receipt' | 'outboundInvoice' | 'trail',
  more = {},
) => over.records.page({ resource, ...more }, 0, 50);
const found = (over: ReturnType<typeof layOver>, text: string): string[] =>
  over.records
    .search(text, { limit: 50 })
    .map((hit) => `${hit.resource} ${hit.id}`)
    .sort();

describe('pending work over the cache', () => {
  it('a new record is among the newest, an edited one at the place of its new values, both marked', () => {
    const { over } = furnished();
    const made = over.push('company', { pool_id: '0', name: 'Zenit', user_id: '8' });
    const edit = over.push('company', { pool_id: '0', name: 'Aardvark' }, { target: '2' });
    const { total, rows } = page(over, 'company');
    expect(total).toBe(3);
    expect(rows.map((row) => row.id)).toEqual([made, '1', '2']);
    expect(rows[0]).toMatchObject({
      values: { name: 'Zenit', user_id: '8', create_time: '2026-06-01 00:00:01' },
      pending: { intents: [{ id: made, state: 'queued' }], needsUser: false },
    });
    expect(rows[1]?.pending).toBeUndefined();
    expect(rows[2]).toMatchObject({
      values: { name: 'Aardvark', serial_id: 'C2' },
      pending: { intents: [{ id: edit }], fields: ['name'] },
    });
    expect(
      page(over, 'company', { sort: [{ field: 'name', direction: 'asc' }] }).rows.map((row) => row.id),
    ).toEqual(['2', '1', made]);
    expect(
      page(over, 'company', { filters: [{ field: 'user_id', op: 'in', values: ['8'] }] }).rows.map(
        (row) => row.id,
      ),
    ).toEqual([made]);
    over.move(edit, 'rejected');
    expect(page(over, 'company').rows[2]?.pending).toMatchObject({
      intents: [{ state: 'rejected' }],
      needsUser: true,
    });
  });

  it('an edit with the existing value changes nothing', () => {
    const { over } = furnished();
    over.push('company', { pool_id: '0', name: 'Acme GmbH', tel: '030 556', star: 3 }, { target: '1' });
    expect(over.records.get('company', '1')?.row.pending?.fields).toEqual(['tel']);
  });

  it('ids in pending values show the names that cache and outbox know', () => {
    const { over } = furnished();
    const company = over.push('company', { pool_id: '0', name: 'Zenit', trail_status: '4' });
    over.push('receipt', { amount: '12.50', company_id: company, handler: ['7', '8'] });
    over.push(
      'outboundInvoice',
      { company_id: '1', invoice_warehouse_id: '3', handler: ['7'], currency: 'USD' },
      {
        children: [
          {
            ref: 'local:l1',
            fields: { product_id: '5', outbound_count: '3', sale_price: '0.10', order_id: '50' },
          },
        ],
      },
    );
    expect(over.records.get('company', company)?.row.values.trail_status).toEqual({
      status_id: '4',
      status_name: 'Negotiating',
    });
    const [receipt] = page(over, 'receipt').rows;
    expect(receipt?.values).toMatchObject({
      company_info: { id: company, name: 'Zenit' },
      handler_info: [
        { user_id: '7', nickname: 'Mia Chen' },
        { user_id: '8', nickname: 'Li Wei' },
      ],
      amount: '12.50',
    });
    const [invoice] = page(over, 'outboundInvoice').rows;
    expect(invoice?.values).toMatchObject({
      company_info: { name: 'Acme GmbH' },
      invoice_warehouse_info: { name: 'Harbour' },
      product_total_amount: '0.3',
      product_total_count: '3',
    });
    expect(
      page(over, 'outboundInvoice', { filters: [{ field: 'company_info', op: 'in', values: ['1'] }] }).total,
    ).toBe(1);
    over.clock.at += 1;
    over.move(company, 'queued', {
      command: { ...over.store.get(company)!.command, fields: { pool_id: '0', name: 'Zenit AG' } },
    });
    expect(
      page(over, 'receipt', { sort: [{ field: 'company_info', direction: 'desc' }] }).rows[0]?.values
        .company_info,
    ).toMatchObject({ name: 'Zenit AG' });
  });

  it('a pending opportunity shows the names of its customer, stage, contacts and owner, and the outcome', () => {
    const { cache, over } = furnished();
    const made = over.push('opportunity', {
      name: 'Lobby',
      company_id: '1',
      customer_id: ['12'],
      stage: '61',
      main_user: '7',
    });
    expect(over.records.get('opportunity', made)?.row.values).toMatchObject({
      company: { company_id: '1', name: 'Acme GmbH' },
      customer: [{ customer_id: '12', name: 'Bo' }],
      stage_info: { stage_id: '61', name: 'Offer' },
      stage_type: 1,
      main_user_info: { user_id: '7', nickname: 'Mia Chen' },
    });
    expect(over.records.related('company', '1', 5).map(({ resource }) => resource)).toContain('opportunity');
    apply(cache, 'opportunity', [
      {
        opportunity_id: 80,
        name: 'Fair',
        company_id: 1,
        stage: 61,
        stage_info: { stage_id: 61, name: 'Offer' },
        stage_type: 1,
        fail_type_name: '',
        update_time: '2026-01-01 00:00:00',
      },
    ]);
    over.push('opportunity', { stage: '63', fail_type: '9', customer_id: ['11'] }, { target: '80' });
    const edited = over.records.get('opportunity', '80')?.row;
    expect(edited?.values).toMatchObject({
      stage_info: { name: 'Won' },
      stage_type: 2,
      fail_type_name: 'Price',
      customer: [{ customer_id: '11', name: 'Ann' }],
    });
    expect(edited?.pending?.fields.toSorted()).toEqual([
      'customer',
      'fail_type_name',
      'stage_info',
      'stage_type',
    ]);
  });

  it('contacts and lines are merged with the existing ones', () => {
    const { over } = furnished();
    over.push(
      'company',
      { pool_id: '0' },
      {
        target: '1',
        children: [
          { ref: '12', fields: { tel: '139' } },
          { ref: '11', fields: {}, remove: true },
          { ref: 'local:c1', fields: { name: 'Cy', email: 'cy@acme.example' } },
        ],
      },
    );
    expect(over.records.get('company', '1')?.row.values.customers).toEqual([
      { customer_id: '12', name: 'Bo', email: 'bo@acme.example', tel: '139' },
      { customer_id: 'local:c1', name: 'Cy', email: 'cy@acme.example' },
    ]);
    expect([found(over, 'cy@acme'), found(over, 'ann@acme')]).toEqual([['company 1'], []]);
  });

  it('an invoice with an edited line, and a new one, show amounts and totals of their lines', () => {
    const { cache, over } = furnished();
    const invoice = {
      outbound_invoice_id: 70,
      serial_id: 'I70',
      company_info: { id: 1, name: 'Acme GmbH' },
      currency: 'USD',
      product_total_amount: 50,
      product_total_count: 10,
      update_time: '2026-01-01 00:00:00',
    };
    const line = { outbound_record_id: 11, product_id: 3, outbound_count: 10, sale_price: 5 };
    apply(cache, 'outboundInvoice', [invoice]);
    applyDetail(cache, 'outboundInvoice', { ...invoice, record_list: [{ ...line, product_amount: 50 }] });
    const edited = over.push(
      'outboundInvoice',
      {},
      { target: '70', children: [{ ref: '11', fields: { outbound_count: '20', sale_price: '5' } }] },
    );
    const shown = (id: string) => over.records.get('outboundInvoice', id)?.row.values;
    expect(shown('70')).toMatchObject({
      product_total_amount: '100',
      product_total_count: '20',
      record_list: [{ outbound_count: '20', sale_price: '5', product_amount: '100' }],
    });
    expect(page(over, 'outboundInvoice').rows).toMatchObject([{ values: { product_total_amount: '100' } }]);
    const made = over.push(
      'outboundInvoice',
      { company_id: '1', currency: 'USD' },
      { children: [{ ref: 'local:l', fields: { outbound_count: '4', sale_price: '2.5' } }] },
    );
    over.push(
      'outboundInvoice',
      {},
      { target: made, children: [{ ref: 'local:k', fields: { outbound_count: '1', sale_price: '3' } }] },
    );
    expect(shown(made)).toMatchObject({
      product_total_amount: '13',
      record_list: [{ product_amount: '10' }, { product_amount: '3' }],
    });
    over.move(edited, 'discarded');
    cache.dropDetails('outboundInvoice', { before: '2026-05-01', after: 0, limit: 100 });
    over.push(
      'outboundInvoice',
      {},
      { target: '70', children: [{ ref: '11', fields: { outbound_count: '20', sale_price: '5' } }] },
    );
    expect(shown('70')).toMatchObject({ product_total_amount: null, product_total_count: null });
  });

  it('a new receipt, note and invoice are in the panels of their records, by local id and by real id', () => {
    const { over } = furnished();
    const company = over.push('company', { pool_id: '0', name: 'Zenit' });
    const receipt = over.push('receipt', { amount: '1', company_id: company });
    const note = over.push('trailNote', { company_id: company, content: 'met at the fair' });
    const invoice = over.push(
      'outboundInvoice',
      { company_id: '1' },
      { children: [{ ref: 'local:l1', fields: { order_id: '50', outbound_count: '1' } }] },
    );
    const related = (resource: 'company' | 'receipt' | 'order' | 'outboundInvoice', id: string) =>
      Object.fromEntries(
        over.records
          .related(resource, id, 20)
          .map((group) => [group.resource, group.rows.map((row) => row.id)]),
      );
    expect(related('company', company)).toEqual({ trail: [note], receipt: [receipt] });
    expect(related('receipt', receipt)).toEqual({ company: [company] });
    expect(related('company', '1')).toEqual({ order: ['50'], outboundInvoice: [invoice], receipt: ['90'] });
    expect(related('order', '50')).toEqual({ company: ['1'], outboundInvoice: [invoice] });
    expect(related('outboundInvoice', invoice)).toEqual({ company: ['1'], order: ['50'] });
    over.applied(company, T, '77');
    expect(related('company', company)).toEqual({ trail: [note], receipt: [receipt] });
    expect(related('company', '77')).toEqual({ trail: [note], receipt: [receipt] });
    expect(related('receipt', receipt)).toEqual({ company: ['77'] });
  });

  it.each([
    ['outboundInvoice', '70', { status: 2 }, []],
    ['outboundInvoice', '70', {}, [{ ref: '11', fields: { outbound_count: '2' } }]],
    ['receipt', '91', { remark: 'x' }, []],
  ] as const)('an edited %s without details stays with its order (%#)', (resource, id, fields, children) => {
    const { cache, over } = furnished();
    const invoice = {
      outbound_invoice_id: 70,
      company_info: { id: 1, name: 'Acme GmbH' },
      update_time: '2026-01-01 00:00:00',
    };
    const receipt = { cash_collection_invoice_id: 91, amount: 1, update_time: '2026-01-01 00:00:00' };
    apply(cache, 'outboundInvoice', [invoice]);
    apply(cache, 'receipt', [receipt]);
    applyDetail(cache, 'outboundInvoice', {
      ...invoice,
      record_list: [{ outbound_record_id: 11, order_id: 50, outbound_count: 1 }],
    });
    applyDetail(cache, 'receipt', { ...receipt, record_list: [{ refer_type: 1, refer_id: 50 }] });
    for (const of of [resource, 'receipt'] as const)
      cache.dropDetails(of, { before: '2026-05-01', after: 0, limit: 100 });
    const kinds = () => over.records.related('order', '50', 10).map((group) => group.resource);
    expect(kinds()).toEqual(['company', 'outboundInvoice', 'receipt']);
    over.push(resource, fields, { target: id, children: [...children] });
    expect(kinds()).toEqual(['company', 'outboundInvoice', 'receipt']);
    expect(over.records.related(resource, id, 10).map((group) => group.resource)).toContain('order');
  });

  it('a collection keeps its receipt, which is found by its number, while other work is pending', () => {
    const { cache, over } = furnished();
    const collection = { cash_collection_id: 9, cash_collection_no: 'C9', company_id: 1, amount: '5' };
    apply(cache, 'collection', [collection]);
    applyDetail(cache, 'collection', { ...collection, receipt_no: 'R90' });
    const kinds = () => over.records.related('collection', '9', 10).map(({ resource }) => resource);
    expect(kinds()).toEqual(['company', 'receipt']);
    over.push('receipt', { amount: '7', company_id: '1' });
    expect(kinds()).toEqual(['company', 'receipt']);
  });

  it('a receipt that is moved to another company leaves the panel of the old one', () => {
    const { over } = furnished();
    over.push('receipt', { amount: '5', company_id: '2' }, { target: '90' });
    expect(over.records.related('company', '1', 20).map(({ resource }) => resource)).toEqual(['order']);
    expect(over.records.related('company', '2', 20)).toMatchObject([
      { resource: 'receipt', total: 1, rows: [{ id: '90', pending: { fields: ['company_info'] } }] },
    ]);
  });

  it.each([
    ['Latin letters', 'zeni'],
    ['two Chinese characters', '海港'],
    ['a fragment of a phone', '00138'],
    ['a number', 'K-42'],
    ['a contact', 'cy@zenit'],
    ["a contact's phone", '5550199'],
  ])('search finds a new company by %s', (_, text) => {
    const { over } = furnished();
    const id = over.push(
      'company',
      { pool_id: '0', name: 'Zenit 宁波海港', serial_id: 'K-42', tel: '+86 138-0013-8000' },
      {
        children: [
          { ref: 'local:c1', fields: { name: 'Cy', email: 'cy@zenit.example', tel: '(030) 555 0199' } },
        ],
      },
    );
    expect(found(over, text)).toEqual([`company ${id}`]);
    expect(over.records.search(text, { limit: 5 })[0]?.pending).toMatchObject({
      intents: [{ id, state: 'queued' }],
      needsUser: false,
    });
    over.move(id, 'discarded');
    expect(found(over, text)).toEqual([]);
  });

  it('search finds a renamed record by its new name only, and the limit counts what is shown', () => {
    const { cache, over } = furnished();
    apply(
      cache,
      'company',
      Array.from({ length: 60 }, (_, i) => ({
        company_id: 1000 + i,
        name: 'Acme Ltd',
        update_time: `2026-04-01 00:00:${String(i).padStart(2, '0')}`,
      })),
    );
    for (let i = 0; i < 60; i += 1)
      if (i % 10 !== 0)
        over.push('company', { pool_id: '0', name: `Renamed ${i}` }, { target: String(1000 + i) });
    expect(over.records.search('acme', { limit: 5, resources: ['company'] }).map((hit) => hit.id)).toEqual([
      '1050',
      '1040',
      '1030',
      '1020',
      '1010',
    ]);
    expect(over.records.search('renamed', { limit: 100 })).toHaveLength(54);
  });

  it('search still finds a record by all of its words while an unrelated edit is pending', () => {
    const { cache, over } = furnished();
    const field = { id: '12345678901', name: 'Port', field_type: '1', value: 'Felixstowe' };
    const details = {
      name: 'Bolt',
      tel: ['021', '88886666'],
      remark: '<b>Hamburg</b>',
      company: [{ id: 'g', name: 'G', fields: [field] }],
      customers: [{ customer_id: 21, name: '张伟', tel_list: [['86', '13912345678']] }],
    };
    applyDetail(cache, 'company', { company_id: 2, ...details });
    apply(cache, 'lead', [{ lead_id: 4, name: 'Bolt' }]);
    applyDetail(cache, 'lead', { lead_id: 4, ...details });
    const texts = ['021 88886666', 'Hamburg', '13912345678', '5678', 'Bolt Oy'];
    for (const text of texts) expect(found(over, text), text).toContain('company 2');
    expect(found(over, 'Felixstowe')).toContain('company 2');
    over.push('company', { pool_id: '0', address: 'x' }, { target: '2' });
    over.push('lead', { address: 'x' }, { target: '4' });
    for (const text of texts) expect(found(over, text), text).toContain('company 2');
    expect(found(over, 'Felixstowe')).toEqual(['company 2', 'lead 4']);
    expect(found(over, '021 88886666')).toEqual(['company 2', 'lead 4']);
    expect(page(over, 'company', { search: 'Felixstowe' }).total).toBe(1);
    over.push('company', { pool_id: '0', remark: 'y', tel: '555' }, { target: '2' });
    expect([found(over, 'Hamburg'), found(over, '88886666')]).toEqual([['lead 4'], ['lead 4']]);
  });

  it('a deleted record with a pending edit is still listed, marked as both', () => {
    const { cache, over } = furnished();
    const edit = over.push('company', { pool_id: '0', name: 'Bolt Group' }, { target: '2' });
    cache.tombstone('company', ['2']);
    expect(
      page(over, 'company').rows.map((row) => [row.id, row.removed ?? false, row.pending !== undefined]),
    ).toEqual([
      ['1', false, false],
      ['2', true, true],
    ]);
    over.move(edit, 'discarded');
    expect(page(over, 'company').rows.map((row) => row.id)).toEqual(['1']);
  });

  it('a record that the service lists as deleted is in both lists while an edit of it is pending', () => {
    const { cache, over } = furnished();
    apply(cache, 'company', [{ company_id: 2, name: 'Bolt Oy' }], { removed: true });
    over.push('company', { pool_id: '0', name: 'Bolt Group' }, { target: '2' });
    expect(page(over, 'company').total).toBe(2);
    expect(page(over, 'company', { removed: true }).rows).toMatchObject([
      { id: '2', removed: true, values: { name: 'Bolt Group' } },
    ]);
  });
});

describe('own writes', () => {
  it('[OB34] are shown once: under the local id, then under the real id, then from the copy', () => {
    const { cache, over } = furnished();
    const id = over.push('company', { pool_id: '0', name: 'Zenit', serial_id: 'K1' });
    const seen = () => [
      page(over, 'company', { search: 'zenit' }).rows.map((row) => row.id),
      found(over, 'zenit'),
    ];
    expect(seen()).toEqual([[id], [`company ${id}`]]);
    over.applied(id, T, '77');
    expect(seen()).toEqual([['77'], ['company 77']]);
    expect(page(over, 'company').total).toBe(3);
    expect(over.records.get('company', '77')?.row.pending?.intents).toEqual([{ id, state: 'applied' }]);
    apply(cache, 'company', [{ company_id: 77, name: 'Zenit', serial_id: 'K1', update_time: T }]);
    applyDetail(cache, 'company', { company_id: 77, pool_id: 0, update_time: T });
    expect(seen()).toEqual([['77'], ['company 77']]);
    expect(page(over, 'company').total).toBe(3);
    expect(page(over, 'company').rows[0]).not.toHaveProperty('pending');
    expect(page(over, 'company').rows[0]).not.toHaveProperty('asSent');
  });

  it('[OB34] a local id leads to the record it became, in the copy or before', () => {
    const { cache, over } = furnished();
    const id = over.push('company', { pool_id: '0', name: 'Zenit' });
    expect(over.records.get('company', id)).toMatchObject({ row: { id }, title: 'Zenit', raw: '' });
    expect(over.records.get('company', id)).not.toHaveProperty('movedTo');
    over.applied(id, T, '77');
    expect(over.records.get('company', id)).toMatchObject({
      row: { id: '77', values: { company_id: '77' } },
      movedTo: '77',
      raw: '',
    });
    apply(cache, 'company', [{ company_id: 77, name: 'Zenit', update_time: T }]);
    expect(over.records.get('company', id)).toMatchObject({ row: { id: '77' }, movedTo: '77' });
    expect(over.records.get('company', id)?.raw).toContain('Zenit');
  });

  it('[OB34] two writes of one second are removed from the overlay when the copy shows the later one', () => {
    const { cache, over } = furnished();
    const [first, second] = [
      over.push('company', { pool_id: '0', name: 'One' }, { target: '1' }),
      over.push('company', { pool_id: '0', name: 'Two' }, { target: '1' }),
    ];
    over.applied(first, T);
    over.applied(second, T);
    apply(cache, 'company', [{ company_id: 1, name: 'Two', update_time: T }]);
    expect(over.records.get('company', '1')?.row).toMatchObject({ values: { name: 'Two' } });
    expect(over.records.get('company', '1')?.row).not.toHaveProperty('pending');
  });

  it('[OB34] a pull never hides a pending value, and older details never hide a contact that was just sent', () => {
    const { cache, over } = furnished();
    const edit = over.push(
      'company',
      { pool_id: '0', name: 'Mine' },
      { target: '1', children: [{ ref: 'local:c9', fields: { name: 'Dee' } }] },
    );
    apply(cache, 'company', [{ company_id: 1, name: 'Theirs', update_time: '2026-05-01 00:00:00' }]);
    expect(page(over, 'company').rows.find((row) => row.id === '1')?.values.name).toBe('Mine');
    over.applied(edit, T);
    over.store.mapId('local:c9', 'contact', '19', edit);
    apply(cache, 'company', [{ company_id: 1, name: 'Mine', update_time: T }]);
    expect(over.records.get('company', '1')?.row.values.customers).toMatchObject([
      { name: 'Ann' },
      { name: 'Bo' },
      { customer_id: '19', name: 'Dee' },
    ]);
    applyDetail(cache, 'company', {
      company_id: 1,
      pool_id: 0,
      update_time: T,
      customers: [{ customer_id: 19, name: 'Dee' }],
    });
    expect(over.records.get('company', '1')?.row.values.customers).toEqual([
      { customer_id: '19', name: 'Dee' },
    ]);
    expect(over.records.get('company', '1')?.row).not.toHaveProperty('asSent');
  });

  it('[OB34] a value that the service never returns is shown as sent, and never replaces a returned value', () => {
    const { cache, over } = furnished();
    const edit = over.push(
      'company',
      { pool_id: '0', name: 'Bolt Group', tel: '0800', user_id: '8' },
      { target: '2', children: [{ ref: 'local:c1', fields: { name: 'Eve' } }] },
    );
    over.applied(edit, T);
    apply(cache, 'company', [
      { company_id: 2, name: 'Bolt Group', serial_id: 'C2', user_id: [7], update_time: T },
    ]);
    const row = over.records.get('company', '2')?.row;
    expect(row).toMatchObject({
      values: { name: 'Bolt Group', tel: '0800', user_id: ['7'], customers: [{ name: 'Eve' }] },
      asSent: { tel: { at: T }, customers: { at: T } },
    });
    expect(row?.asSent).not.toHaveProperty('user_id');
    expect(row).not.toHaveProperty('pending');
    expect(
      page(over, 'company', { filters: [{ field: 'tel', op: 'contains', text: '800' }] }).rows.map(
        ({ id }) => id,
      ),
    ).toEqual(['2']);
    applyDetail(cache, 'company', {
      company_id: 2,
      tel: '0801',
      pool_id: 0,
      update_time: '2026-07-01 00:00:00',
      customers: [],
    });
    expect(over.records.get('company', '2')?.row).toMatchObject({ values: { tel: '0801', customers: [] } });
    expect(over.records.get('company', '2')?.row).not.toHaveProperty('asSent');
  });

  it('[OB34] a waiting edit that empties a field hides the value that an earlier edit sent', () => {
    const { cache, over } = furnished();
    over.applied(over.push('company', { pool_id: '0', tel: '999' }, { target: '2' }), T);
    apply(cache, 'company', [{ company_id: 2, name: 'Bolt', serial_id: 'C2', update_time: T }]);
    expect(over.records.get('company', '2')?.row.values.tel).toBe('999');
    over.push('company', { pool_id: '0', tel: '' }, { target: '2' });
    expect(over.records.get('company', '2')?.row.values.tel ?? '').toBe('');
    expect(over.records.get('company', '2')?.row).not.toHaveProperty('asSent');
    expect(page(over, 'company', { filters: [{ field: 'tel', op: 'contains', text: '9' }] }).total).toBe(0);
  });

  it('a delivered record that is missing from a later verified copy is deleted; before that it stays', () => {
    const { over } = furnished();
    const id = over.push('company', { pool_id: '0', name: 'Zenit' });
    over.applied(id, T, '77');
    over.completeAsOf = '2026-06-01 07:59:59';
    expect(page(over, 'company').total).toBe(3);
    // A list may lag behind what was written: a copy made within minutes says nothing.
    over.completeAsOf = '2026-06-01 08:09:00';
    expect(page(over, 'company').rows.map((row) => row.id)).toContain('77');
    over.completeAsOf = '2026-06-01 08:11:00';
    const next = over.push('company', { pool_id: '0', name: 'Other' });
    expect(page(over, 'company').rows.map((row) => row.id)).toEqual([next, '1', '2']);
  });
});

describe('cost', () => {
  it('rows are computed again only when the outbox or their records change, and nothing is written to the cache', () => {
    const files = temporaryFiles();
    const cache = openTemporaryCache(files);
    apply(cache, 'company', [{ company_id: 1, name: 'Acme' }]);
    const over = layOver(cache);
    over.push('company', { pool_id: '0', name: 'Zenit' });
    page(over, 'company');
    const asked = over.rowsAsked;
    for (let i = 0; i < 5; i += 1) page(over, 'company');
    over.store.saveDraft({
      id: 'draft:1',
      kind: 'company',
      target: null,
      form: {},
      base: null,
      intentId: null,
    });
    apply(cache, 'order', [{ order_id: 1 }]);
    page(over, 'company');
    expect(over.rowsAsked).toBe(asked);
    apply(cache, 'company', [{ company_id: 2, name: 'Bolt' }]);
    page(over, 'company');
    expect(over.rowsAsked).toBe(asked + 1);
    const other = files.openTagged('cache.db', null);
    expect(
      other.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name LIKE '%overlay%'").get(),
    ).toEqual({ n: 0 });
    other.close();
  });

  it('a record with pending work still has its details', () => {
    const { over } = furnished();
    over.push('company', { pool_id: '0', name: 'Acme AG' }, { target: '1' });
    const rows = new Map(page(over, 'company').rows.map((row) => [row.id, row]));
    expect(rows.get('1')).toMatchObject({ hasDetail: true, values: { name: 'Acme AG' } });
    expect(rows.get('2')?.hasDetail).toBeUndefined();
  });
});
