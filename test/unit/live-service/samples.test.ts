/**
 * The live service's published answers, by their form, through everything that reads them: the cache, the
 * columns and values that screens show, the search, the lookups, and the comparison with what was sent.
 */
import { describe, expect, it } from 'vitest';
import type { ResourceName } from '#shared/domain/resources';
import type { Command } from '#shared/domain/intent';
import { companyInfoSchema } from '#shared/http-api/company';
import { leadItemSchema } from '#shared/http-api/lead';
import { orderItemSchema } from '#shared/http-api/order';
import { outboundInvoiceSchema } from '#shared/http-api/outbound-invoice';
import { purchaseOrderItemSchema } from '#shared/http-api/purchase-order';
import { quotationItemSchema } from '#shared/http-api/quotation';
import { REPORT_COUNTS } from '#shared/http-api/report';
import { receiptItemSchema } from '#shared/http-api/receipt';
import { trailItemSchema } from '#shared/http-api/trail';
import { createDriftMeter } from '#core/api/decode';
import { toLookupItems } from '#core/api/lookup-items';
import { classifyPush } from '#core/outbox/delivery/classify-push';
import { compareSent } from '#core/outbox/compare/compare-sent';
import { creatorOf, snapshotOf } from '#core/outbox/compare/server-snapshot';
import { extraColumns } from '#core/store/schema/extra-columns';
import {
  BARE_COLLECTION,
  COLLECTION_INFO,
  COLLECTION_ITEM,
} from '../../fixtures/live-service/collection-samples';
import {
  COMPANY_INFO,
  FIELD_LIST,
  GROUP_TREE,
  PURCHASE_ORDER_INFO,
  PUSH_ANSWERS,
  RECEIPT_ITEM,
  REFUSALS,
  TRAIL_LIST,
  USER_LIST,
} from '../../fixtures/live-service/samples';
import { ORDER_INFO, QUOTATION_INFO } from '../../fixtures/live-service/document-samples';
import {
  COMPANY_ITEM,
  CAPITAL_ACCOUNTS,
  DECLARED_CONTACT,
  LEAD_INFO,
  LEAD_ITEM,
  OPPORTUNITY_ITEM,
  ORDER_ITEM,
  OUTBOUND_INFO,
  OUTBOUND_ITEM,
  PURCHASE_ORDER_ITEM,
  QUOTATION_ITEM,
  REPORT,
  TRAIL_PUSH_ANSWER,
  TRAIL_PUSH_REFUSALS,
  WAREHOUSES,
} from '../../fixtures/live-service/list-samples';
import { PRODUCT_INFO, PRODUCT_ITEM } from '../../fixtures/live-service/product-samples';
import { en, zhCn } from '../../support/catalogues';
import { apply, applyDetail, idsOf, openTemporaryCache } from '../main/core/store/cache-fixture';

type Json = Record<string, unknown>;
const SAMPLES: readonly [ResourceName, Json, Json][] = [
  [
    'company',
    { company_id: COMPANY_INFO.company_id, name: COMPANY_INFO.name, update_time: '2025-06-07 00:10:11' },
    COMPANY_INFO,
  ],
  [
    'order',
    { order_id: ORDER_INFO.order_id, order_no: ORDER_INFO.order_no, update_time: ORDER_INFO.update_time },
    ORDER_INFO,
  ],
  ['quotation', { quotation_id: QUOTATION_INFO.quotation_id, quotation_no: 'LXQ1320' }, QUOTATION_INFO],
  ['purchaseOrder', { purchase_order_id: PURCHASE_ORDER_INFO.purchase_order_id }, PURCHASE_ORDER_INFO],
  ['receipt', RECEIPT_ITEM, RECEIPT_ITEM],
  ['company', COMPANY_ITEM, {}],
  ['lead', LEAD_ITEM, LEAD_INFO],
  ['order', ORDER_ITEM, {}],
  ['quotation', QUOTATION_ITEM, {}],
  ['purchaseOrder', PURCHASE_ORDER_ITEM, {}],
  ['outboundInvoice', OUTBOUND_ITEM, OUTBOUND_INFO],
  ['opportunity', OPPORTUNITY_ITEM, {}],
  ['collection', COLLECTION_ITEM, COLLECTION_INFO],
  ['product', PRODUCT_ITEM, PRODUCT_INFO],
  ['trail', TRAIL_LIST.list[0] as Json, {}],
  ['user', USER_LIST[1] as Json, {}],
];
/** Said by another field, or the service's own bookkeeping: no screen shows it, the raw view does. */
const SAID_ELSEWHERE: Partial<Record<ResourceName, readonly string[]>> = {
  company: ['company', 'last_owner', 'trail_status_name', 'pool_name'],
  order: ['company_id', 'customer_id', 'departments', 'link_status', 'user_id'],
  quotation: ['user_id'],
  opportunity: [
    'external_field_data',
    'cash_collection_info',
    'user_id',
    'main_user',
    'create_user',
    'handler_info',
    'stage',
    'stage_type_name',
    'type',
    'origin',
    'origin_list',
    'flow_id',
    'last_trail',
    'missField',
    'pin_user_list',
    'amount_can_edit_flag',
    'stage_stay_time_old',
  ],
  collection: [
    'external_field_data_info',
    'order_info',
    'cash_collection_invoice_info',
    'file_list',
    'client_id',
    'user_id',
    'users',
    'department_id',
    'create_user_id',
    'op_user_id',
    'capital_account_id',
    'lock_flag',
  ],
  product: [
    'external_field_data',
    'fob',
    'price_currency',
    'group_id',
    'enable_flag',
    'source_type',
    'pin_flag',
    'sku_attributes',
    'package_size_length',
    'package_size_weight',
    'package_size_height',
  ],
};
const isSaid = (value: unknown): boolean =>
  value !== null && typeof value === 'object'
    ? Object.values(value).some(isSaid)
    : value !== '' && value !== null;

const held = (resource: ResourceName, item: Json, detail: Json) => {
  const cache = openTemporaryCache();
  apply(cache, resource, [item]);
  const id = idsOf(cache, { resource })[0] ?? '';
  if (Object.keys(detail).length > 0) expect(applyDetail(cache, resource, detail)).toBe(true);
  const record = cache.get(resource, id);
  if (!record) throw new Error(`no ${resource}`);
  const known = cache.columns(resource);
  return {
    cache,
    values: record.row.values,
    columns: [...known, ...extraColumns(resource, record.row.values, known)],
  };
};

describe.each(SAMPLES)('a %s of the live service', (resource, item, detail) => {
  it('is copied, and every field with a value is on a screen', () => {
    const { columns } = held(resource, item, detail);
    const shown = new Set(columns.map(({ key }) => key));
    const absent = Object.entries({ ...detail, ...item })
      .filter(([key, value]) => isSaid(value) && !shown.has(key))
      .map(([key]) => key);
    const saidElsewhere = (SAID_ELSEWHERE[resource] ?? []).filter((key) => key in detail || key in item);
    expect(absent.toSorted()).toEqual(saidElsewhere.toSorted());
  });
  it('has a label for every field in both languages', () => {
    const { columns } = held(resource, item, detail);
    const keys = columns.filter(({ customName }) => customName === undefined).map(({ key }) => key);
    for (const { field } of [en, zhCn]) {
      const labels: Record<string, string | undefined> = { ...field.any, ...field[resource] };
      expect(keys.filter((key) => labels[key] === undefined)).toEqual([]);
    }
  });
});

describe('what the screens show', () => {
  it('a company: phone, remark as text, custom fields by name, account of the contact', () => {
    const { cache, values, columns } = held('company', SAMPLES[0]![1], COMPANY_INFO);
    expect(values).toMatchObject({
      tel: '210 555 017',
      tel_area_code: '351',
      remark: 'Pays & collects',
      '81000000000004': ['glass', 'brass'],
      customers: [{ linkedin: 'lisbon-lamps' }],
    });
    const own = columns.filter(({ customName }) => customName !== undefined);
    expect(own.map(({ customName, kind }) => [customName, kind])).toEqual([
      ['In step', 'text'],
      ['Turnover', 'longText'],
      ['Founded', 'date'],
      ['Interests', 'list'],
      ['Logo', 'text'],
      ['Staff', 'number'],
    ]);
    for (const search of ['210555017', 'lisbon-lamps', 'pays collects'])
      expect(idsOf(cache, { resource: 'company', search }), search).toHaveLength(1);
  });
  it('an order: lines with unit and fractional count, costs, custom fields', () => {
    const { values } = held('order', SAMPLES[1]![1], ORDER_INFO);
    expect(values).toMatchObject({
      status_name: '待回款',
      product_list: [{ count: '2.5', unique_id: '52000547', product_unit: '' }],
      '1101060384': 'Oak',
    });
  });
  it('has the custom fields of an opportunity as fields, in lists too, and what was collected', () => {
    const { cache, values } = held('opportunity', OPPORTUNITY_ITEM, {});
    expect(values).toMatchObject({ 91000017: 'Sea freight', 91000018: '12', collect_amount: '1000.5' });
    expect(values.company).toMatchObject({ name: 'Faro Fans Lda' });
    const page = cache.page(
      { resource: 'opportunity', filters: [{ field: '91000018', op: 'contains', text: '12' }] },
      0,
      5,
      ['name', '91000017'],
    );
    expect(page.rows.map((row) => row.values)).toEqual([{ name: '春季系列', 91000017: 'Sea freight' }]);
  });

  it('a collection: its order, receipt, bank account and custom fields, in lists and in searches', () => {
    const { cache, values } = held('collection', COLLECTION_ITEM, COLLECTION_INFO);
    apply(cache, 'collection', [BARE_COLLECTION]);
    expect(values).toMatchObject({
      order_no: 'LXO-219',
      order_name: 'Spring lamps',
      opportunity_info: { opportunity_id: '23000000949', name: '春季系列' },
      type: 'L/C',
      receipt_no: 'LXR-71',
      receipt_amount: '1250.5',
      capital_account_info: { name: 'Euro account · Lisbon Lamps Lda · Banco do Tejo · PT50 0000 4417' },
      file_count: 1,
      92000031: 'Before shipment',
      92000032: '30.5',
    });
    // A collection without files has no number of files.
    const [bare] = cache.page({ resource: 'collection', search: 'LXC-0418' }, 0, 1, ['file_count']).rows;
    expect(bare?.values).toEqual({});
    const columns = ['cash_collection_no', 'order_no', 'collect_status', '92000031'];
    expect(cache.page({ resource: 'collection' }, 0, 5, columns).rows.map((row) => row.values)).toEqual(
      expect.arrayContaining([
        {
          cash_collection_no: 'LXC-0417',
          order_no: 'LXO-219',
          collect_status: 1,
          92000031: 'Before shipment',
        },
        { cash_collection_no: 'LXC-0418', collect_status: 0, 92000031: 'Before shipment' },
      ]),
    );
    for (const search of ['LXC-0417', 'LXO-219', 'spring la', '春季', 'faro fans'])
      expect(idsOf(cache, { resource: 'collection', search }), search).toEqual(['33000000417']);
    const waiting = { field: 'collect_status', op: 'in' as const, values: ['0'] };
    expect(idsOf(cache, { resource: 'collection', filters: [waiting] })).toEqual(['33000000418']);
  });

  it('a collection leads to its order, customer, opportunity and receipt, and they to it', () => {
    const { cache } = held('collection', COLLECTION_ITEM, COLLECTION_INFO);
    apply(cache, 'collection', [BARE_COLLECTION]);
    apply(cache, 'order', [{ order_id: COLLECTION_ITEM.order_id, order_no: 'LXO-219' }]);
    apply(cache, 'company', [{ company_id: COLLECTION_ITEM.company_id, name: 'Faro Fans Lda' }]);
    apply(cache, 'opportunity', [{ opportunity_id: COLLECTION_ITEM.opportunity_id, name: '春季系列' }]);
    apply(cache, 'receipt', [
      { cash_collection_invoice_id: 71, cash_collection_invoice_no: 'LXR-71' },
      { cash_collection_invoice_id: 72, cash_collection_invoice_no: 'LXR-72' },
    ]);
    const related = (resource: ResourceName, id: number) =>
      cache
        .related(resource, String(id), 5)
        .map((group) => [group.resource, group.rows.map((row) => row.id).join()]);
    expect(related('collection', COLLECTION_ITEM.cash_collection_id)).toEqual([
      ['order', '43000000219'],
      ['company', '41000000018'],
      ['opportunity', '23000000949'],
      ['receipt', '71'],
    ]);
    expect(related('collection', BARE_COLLECTION.cash_collection_id)).toEqual([]);
    for (const [resource, id] of [
      ['order', COLLECTION_ITEM.order_id],
      ['company', COLLECTION_ITEM.company_id],
      ['opportunity', COLLECTION_ITEM.opportunity_id],
    ] as const)
      expect(related(resource, id), resource).toEqual([['collection', '33000000417']]);
  });

  it('a product: its price in lists before its details, then properties, custom fields, SKUs and whether it is sold', () => {
    const alone = held('product', PRODUCT_ITEM, {});
    expect(alone.cache.page({ resource: 'product' }, 0, 5, ['name', 'price_min', 'currency']).rows).toEqual([
      expect.objectContaining({ values: { name: 'Brass pendant lamp', price_min: '18.6', currency: 'USD' } }),
    ]);
    for (const [to, found] of [
      ['18', 0],
      ['19', 1],
    ] as const)
      expect(
        idsOf(alone.cache, { resource: 'product', filters: [{ field: 'price_min', op: 'between', to }] }),
      ).toHaveLength(found);
    const { cache, values } = held('product', PRODUCT_ITEM, PRODUCT_INFO);
    expect(values).toMatchObject({
      currency: 'USD',
      price_max: '21.4',
      disable_flag: 0,
      info_json: 'Material: Brass',
      gradient_price: '≥ 500: 17.2',
      intro: 'Hand finished',
      92000017: 'IP44',
      sku_items: [{ sku_id: '5300006368', fob_price: '18.6' }, { sku_id: '5300006369' }],
    });
    for (const search of ['LX-2040', '黄铜', 'LX-20', 'brass pend', 'LX-2040-2'])
      expect(idsOf(cache, { resource: 'product', search }), search).toHaveLength(1);
  });

  it('lines of quotations and purchase orders', () => {
    expect(held('quotation', SAMPLES[2]![1], QUOTATION_INFO).values.product_list).toMatchObject([
      { product_unit: 'Box', unit_price: '45' },
    ]);
    expect(held('purchaseOrder', SAMPLES[3]![1], PURCHASE_ORDER_INFO).values).toMatchObject({
      currency: 'USD',
      payment_wait_amount: '21',
      product_list: [{ product_unit: 'Box', count: '2.5' }],
    });
  });
  it('a lead: owner, names of codes, and a contact in the forms of the schema', () => {
    const detail = { ...LEAD_INFO, customers: [...LEAD_INFO.customers, DECLARED_CONTACT] };
    const { cache, values, columns } = held('lead', LEAD_ITEM, detail);
    expect(values).toMatchObject({
      tel: '32323',
      tel_area_code: '297',
      customers: [{ email: 'hh@harriet.example' }, { tel: '13800555017', wechat: 'li-555' }],
    });
    for (const key of ['owner', 'origin_name', 'country_name', 'status_name'])
      expect(columns.map((column) => column.key)).toContain(key);
    for (const search of ['13800555017', 'li-555', 'hh@harriet.example'])
      expect(idsOf(cache, { resource: 'lead', search }), search).toHaveLength(1);
  });
  it('an outbound invoice: custom fields of the header and of the line', () => {
    const { values } = held('outboundInvoice', OUTBOUND_ITEM, OUTBOUND_INFO);
    expect(values).toMatchObject({ '31000610': 'fragile', record_list: [{ '34000756': 'blue' }] });
  });
  it('a contact in the trail: phones and accounts in lists', () => {
    const { values, cache } = held('trail', TRAIL_LIST.list[0] as Json, {});
    expect(values.customer_info).toMatchObject([{ tel: '999017', whatsapp: '351 999 017' }]);
    expect(idsOf(cache, { resource: 'trail', search: '999017' })).toHaveLength(1);
  });
});

describe('decoders', () => {
  it('count drift and drop nothing', () => {
    const meter = createDriftMeter();
    meter.check('company', companyInfoSchema, COMPANY_INFO);
    for (const item of TRAIL_LIST.list) meter.check('trail', trailItemSchema, item);
    meter.check('receipt', receiptItemSchema, RECEIPT_ITEM);
    const types = meter.drain().filter(({ kind }) => kind === 'type');
    expect(types.map(({ resource, field }) => `${resource}.${field}`)).toEqual([
      'company.last_edit_user',
      'company.tel',
      'company.biz_type',
      'company.timezone',
    ]);
  });
  it('find the lists of E6, E9, E10, leads and invoices as the contract declares them', () => {
    const meter = createDriftMeter();
    meter.check('lead', leadItemSchema, LEAD_ITEM);
    meter.check('order', orderItemSchema, ORDER_ITEM);
    meter.check('quotation', quotationItemSchema, QUOTATION_ITEM);
    meter.check('purchaseOrder', purchaseOrderItemSchema, PURCHASE_ORDER_ITEM);
    meter.check('outboundInvoice', outboundInvoiceSchema, OUTBOUND_ITEM);
    const strayed = meter.drain().filter(({ kind }) => kind !== 'unknown');
    expect(strayed.map(({ resource, field, kind }) => `${resource}.${field}: ${kind}`)).toEqual([]);
    expect(Object.keys(REPORT)).toEqual(['user_id', 'nickname', ...REPORT_COUNTS]);
  });
  it('lists of fields and trees keep ids as text, types and options', () => {
    const fields = toLookupItems(FIELD_LIST);
    expect(fields.map(({ id }) => id)).toEqual(['name', '52000401', '51000304', '51000305', '34000726']);
    expect(fields[2]?.raw).toMatchObject({ ext_info: ['glass', 'brass'], is_list: 0 });
    expect(toLookupItems(GROUP_TREE)).toMatchObject([
      { id: '1101108486', name: 'Europe' },
      { id: '1102553548', name: 'Iberia', parentId: '1101108486' },
    ]);
    expect(toLookupItems(USER_LIST)).toMatchObject([
      { id: '51000017', name: 'rui' },
      { id: '51000018', name: 'ana' },
    ]);
    expect(toLookupItems(CAPITAL_ACCOUNTS.list)).toMatchObject([{ id: '42000949', name: 'Main account' }]);
    expect(toLookupItems(WAREHOUSES.list)).toMatchObject([{ id: '34000082', name: 'Main store' }]);
  });
});

const command = (kind: Command['kind'], fields: Json, children: Command['children'] = []): Command => ({
  kind,
  schema: 1,
  target: null,
  fields,
  children,
});

describe('read-back', () => {
  it('recognises our company in the form that the service returns', () => {
    const sent = command(
      'company',
      {
        name: 'Lisbon Lamps Lda',
        tel_area_code: '351',
        tel: '210 555 017',
        remark: 'Pays & collects',
        pool_id: '0',
      },
      [{ ref: 'local:a', fields: { linkedin: 'lisbon-lamps', main_customer_flag: 1 } }],
    );
    const found = compareSent(sent, snapshotOf('company', COMPANY_INFO), new Set());
    expect(found).toMatchObject({ agrees: true, contradicts: false, childrenSame: 1 });
    expect(creatorOf(COMPANY_INFO)).toBe('51000018');
  });
  it('distinguishes another company from it', () => {
    for (const fields of [{ remark: 'Pays late' }, { tel: '999 000 111' }, { name: 'Porto Lamps' }])
      expect(
        compareSent(command('company', fields), snapshotOf('company', COMPANY_INFO), new Set()).contradicts,
        JSON.stringify(fields),
      ).toBe(true);
  });
  it('recognises a contact of a lead in the forms of the schema', () => {
    const contact = { ref: 'local:a', fields: { tel: '13800555017', wechat: 'li-555', post: 'Buyer' } };
    const sent = command('lead', { tel: '32323' }, [contact]);
    const snapshot = snapshotOf('lead', { ...LEAD_INFO, customers: [DECLARED_CONTACT] });
    expect(compareSent(sent, snapshot, new Set())).toMatchObject({ agrees: true, childrenSame: 1 });
  });
  it('recognises an invoice, its line and a trail note of ours', () => {
    const line = { sku_id: '34000662', outbound_count: '22', sale_price: '22', order_record_id: '34000663' };
    const invoice = command(
      'outboundInvoice',
      { serial_id: 'LXCK2304120054', currency: 'USD', discount_rate: 22, handler: ['51000017'] },
      [{ ref: 'local:a', fields: line }],
    );
    expect(compareSent(invoice, snapshotOf('outboundInvoice', OUTBOUND_INFO), new Set())).toMatchObject({
      agrees: true,
      childrenSame: 1,
    });
    const [item] = TRAIL_LIST.list;
    const note = command('trailNote', {
      company_id: '41000000017',
      content: '第一行\n\n第二行',
      remark_type: 101,
    });
    expect(compareSent(note, snapshotOf('trailNote', item as Json), new Set())).toMatchObject({
      agrees: true,
    });
  });
  it('recognises a receipt by its amount without the floating-point error and by the account in an object', () => {
    const sent = command('receipt', {
      amount: '510.045',
      currency: 'USD',
      company_id: '34000934',
      capital_account_id: '31000003',
      handler: ['51000017'],
    });
    expect(compareSent(sent, snapshotOf('receipt', RECEIPT_ITEM), new Set())).toMatchObject({ agrees: true });
  });
  it('reads the answers to pushes, and a refusal without data', () => {
    const answer = (body: object) => ({
      kind: 'answer' as const,
      status: 200,
      headers: {},
      text: JSON.stringify(body),
      url: 'https://crm.example',
    });
    for (const kind of ['company', 'outboundInvoice', 'receipt'] as const) {
      const body = { code: 200, message: 'success', now: '2025-04-29 10:52:40', data: PUSH_ANSWERS[kind] };
      expect(classifyPush(answer(body), command(kind, {}), 0)).toMatchObject({ kind: 'accepted' });
    }
    const note = command('trailNote', { company_id: '17', content: 'x' });
    const pushed = { code: 200, message: 'success', now: '2019-10-12 14:47:33', data: TRAIL_PUSH_ANSWER };
    expect(classifyPush(answer(pushed), note, 0)).toMatchObject({ kind: 'accepted', realId: '11000505' });
    for (const refusal of TRAIL_PUSH_REFUSALS)
      expect(classifyPush(answer(refusal), note, 0)).toMatchObject({ kind: 'refused', code: -1 });
    expect(classifyPush(answer(REFUSALS.missing), command('company', {}), 0)).toMatchObject({
      kind: 'refused',
      code: 404,
    });
  });
});
