/** The envelope, the lookups' shapes, and reading single documents. */
import { expect, test } from 'vitest';
import { collectionInfoSchema, collectionItemSchema, withLinks } from '#shared/http-api/collection';
import { companyInfoSchema } from '#shared/http-api/company';
import { leadInfoSchema } from '#shared/http-api/lead';
import { userItemSchema } from '#shared/http-api/lookups';
import { opportunityItemSchema } from '#shared/http-api/opportunity';
import { outboundInfoSchema, outboundLineSchema } from '#shared/http-api/outbound-invoice';
import { productInfoSchema, productItemSchema, withPrice } from '#shared/http-api/product';
import { receiptItemSchema } from '#shared/http-api/receipt';
import { expectItems, expectRefusal, type Any, type Peer } from '../peer';

export const lookupRules = (peer: Peer): void => {
  test('[envelope] code 200, message success, now as wall clock, data', async () => {
    const answer = await peer.ask('/v1/warehouse/list');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(Object.keys(answer.body)).toEqual(['code', 'message', 'now', 'data']);
    expect(answer.body).toMatchObject({ code: 200, message: 'success' });
    expect(answer.body.now).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  });

  test('[user/list] is a bare array of users with string ids; enable_flag=1 leaves the disabled out', async () => {
    const [all, enabled] = [
      await peer.data('/v1/user/list'),
      await peer.data('/v1/user/list', { enable_flag: 1 }),
    ];
    expectItems(userItemSchema, all);
    expect(enabled.length).toBeLessThan(all.length);
    for (const user of enabled) expect(user.enable_flag).toBe(1);
  });

  test('[companyEnums] holds its eight lists of code and name', async () => {
    const enums = await peer.data('/v1/company/companyEnums');
    for (const key of [
      'biz_type_list',
      'tag_list',
      'timezone_list',
      'scale_list',
      'star_list',
      'intention_level_list',
      'annual_procurement_list',
      'post_grade_list',
    ]) {
      expect(enums[key].length, key).toBeGreaterThan(0);
      for (const item of enums[key])
        expect(Object.keys(item)).toEqual(expect.arrayContaining(['code', 'name']));
    }
    expect(enums.scale_list[0].name).toMatchObject({ min: expect.any(Number), max: expect.any(Number) });
    expect(enums.annual_procurement_list).toHaveLength(12);
  });

  test('[company/fields/selector] answers each field, groups as a tree', async () => {
    for (const field of [
      'trail_status',
      'group_id',
      'pool_id',
      'origin',
      'product_group',
      'category',
      'country',
    ])
      expect(await peer.data('/v1/company/fields/selector', { field }), field).toBeInstanceOf(Array);
    expect((await peer.data('/v1/company/fields/selector', { field: 'group_id' }))[0]).toMatchObject({
      id: expect.any(Number),
      parent_id: 0,
      prefix: expect.any(String),
      node: expect.any(Array),
    });
    expect((await peer.data('/v1/company/fields/selector', { field: 'trail_status' }))[0]).toMatchObject({
      status_id: expect.any(Number),
      status_name: expect.any(String),
      status_color: expect.any(String),
      order_rank: 1,
    });
  });

  test('[lookups] outbound fields, receipt types, capital accounts, warehouses, order enumerations, purchase statuses', async () => {
    for (const field of await peer.data('/v1/invoices/outbound/fields'))
      expect(Object.keys(field)).toEqual(
        expect.arrayContaining([
          'id',
          'name',
          'base',
          'field_type',
          'ext_info',
          'require',
          'default',
          'disable_flag',
          'is_list',
        ]),
      );
    expect(await peer.data('/v1/invoices/receipt/types')).toEqual(expect.arrayContaining(['T/T', 'L/C']));
    expect((await peer.data('/v1/capitalAccount/list')).list[0]).toMatchObject({
      capital_account_id: expect.anything(),
      name: expect.any(String),
      bank_account: expect.any(String),
    });
    expect((await peer.data('/v1/warehouse/list')).list[0]).toMatchObject({
      warehouse_id: expect.anything(),
      warehouse_no: expect.any(String),
    });
    const enums = await peer.data('/v1/invoices/order/orderEnums');
    for (const key of [
      'currency_list',
      'pay_list',
      'country_area_list',
      'source_type_list',
      'order_status_list',
      'archive_type_list',
    ])
      expect(enums[key][0].code, key).toBeTypeOf('string');
    expect((await peer.data('/v1/purchaseOrder/fields/selector', { field: 'status' }))[0]).toMatchObject({
      next_status: expect.any(Array),
      is_beginning: 1,
    });
  });

  test('[E4] by id and by number answer the same invoice, each field and line in the type stated', async () => {
    const [header] = (await peer.data('/v1/invoices/outbound/list', { count: 1 })).list;
    const byId = await peer.data('/v1/invoices/outbound/info', {
      outbound_invoice_id: header.outbound_invoice_id,
    });
    expect(await peer.data('/v1/invoices/outbound/info', { serial_id: header.serial_id })).toEqual(byId);
    expectItems(outboundInfoSchema, [byId]);
    expectItems(outboundLineSchema, Object.values(byId.record_list));
    expect(byId.currency).toBeTypeOf(peer.quirks.currencyText ? 'string' : 'number');
    expect(Array.isArray(byId.record_list)).toBe(!peer.quirks.recordListObject);
    expect(byId.create_user_info).toMatchObject({
      nickname: expect.any(String),
      email: expect.any(String),
      avatar: expect.any(String),
    });
  });

  test('[E4] without id and number answers 400 Invalid query', async () => {
    expectRefusal(peer, await peer.ask('/v1/invoices/outbound/info'), 400, 'Invalid query');
    expectRefusal(
      peer,
      await peer.ask('/v1/invoices/outbound/info', { serial_id: '' }),
      400,
      'Invalid query',
    );
  });

  test('[optional] company/info, lead/info, order/info, quotation/info and receiptRegistration answer their profiles', async () => {
    const first = async (path: string): Promise<Any> => (await peer.data(path, { count: 1 })).list[0];
    expectItems(companyInfoSchema, [
      await peer.data('/v1/company/info', { company_id: (await first('/v1/company/list')).company_id }),
    ]);
    expectItems(leadInfoSchema, [
      await peer.data('/v1/lead/info', { lead_id: (await first('/v1/lead/list')).lead_id }),
    ]);
    const order = await peer.data('/v1/invoices/order/info', {
      order_id: (await first('/v1/invoices/order/list')).order_id,
    });
    expect(order.product_list[0].unique_id).toBeTypeOf('number');
    expect(order.status_name).toBeTypeOf('string');
    const quotation = await first('/v1/invoices/quotation/list');
    expect(
      (await peer.data('/v1/invoices/quotation/info', { quotation_id: quotation.quotation_id })).quotation_no,
    ).toBe(quotation.quotation_no);
    const receipts = await peer.data('/v1/invoices/receiptRegistration/list', { status: 3, count: 50 });
    expectItems(receiptItemSchema, receipts.list, ['record_list', 'capital_account_info']);
    for (const receipt of receipts.list) expect(receipt.status).toBe(3);
    expect(
      await peer.data('/v1/invoices/receiptRegistration/info', {
        cash_collection_invoice_id: receipts.list[0].cash_collection_invoice_id,
      }),
    ).toMatchObject(receipts.list[0]);
  });

  test('[optional] opportunity/list has the documented fields, ten to a page, and its times filter the update', async () => {
    const { list } = await peer.data('/v1/opportunity/list', { count: 100 });
    expectItems(opportunityItemSchema, list);
    expect((await peer.data('/v1/opportunity/list')).list).toHaveLength(peer.page(10));
    const times = list.map((item: Any) => item.update_time).toSorted();
    const within = (
      await peer.data('/v1/opportunity/list', { start_time: times[10], end_time: times[40], count: 500 })
    ).list;
    expect(within.length).toBeGreaterThan(0);
    for (const item of within) expect(item.update_time >= times[10]).toBe(true);
    const names = (await peer.data('/v1/opportunity/fields')).map((field: Any) => String(field.id));
    expect(names).toEqual(expect.arrayContaining(Object.keys(list[0].external_field_data)));
  });

  test('[optional] receipt/list has collections, with removed ones apart; info has account, receipt and shares', async () => {
    const { list, totalItem } = await peer.data('/v1/invoices/receipt/list', { count: 500 });
    expect(list).toHaveLength(Math.min(totalItem, peer.page(500)));
    const nested = ['order_no', 'order_name', 'file_count'];
    expectItems(collectionItemSchema, list.map(withLinks), nested);
    expect((await peer.data('/v1/invoices/receipt/list')).list).toHaveLength(peer.page(20));
    const { list: gone } = await peer.data('/v1/invoices/receipt/list', { removed: 1, count: 500 });
    expect(gone.length).toBeGreaterThan(0);
    const ids = new Set(list.map((item: Any) => String(item.cash_collection_id)));
    for (const item of gone) expect(ids.has(String(item.cash_collection_id))).toBe(false);
    const times = list.map((item: Any) => item.update_time).toSorted();
    const within = await peer.data('/v1/invoices/receipt/list', { start_time: times.at(-5), count: 500 });
    expect(within.totalItem).toBeGreaterThanOrEqual(5);
    expect(within.totalItem).toBeLessThan(totalItem);
    for (const item of within.list) expect(item.update_time >= times.at(-5)).toBe(true);

    const infos = await Promise.all(
      list.map((item: Any) =>
        peer.data('/v1/invoices/receipt/info', { cash_collection_id: String(item.cash_collection_id) }),
      ),
    );
    const ofReceipt = ['receipt_no', 'receipt_currency', 'receipt_amount', 'receipt_bank_charge'];
    expectItems(collectionInfoSchema, infos.map(withLinks), ofReceipt);
    const [first] = infos;
    expect(first).toMatchObject({ amount: list[0].amount, company_info: list[0].company_info });
    expect(first).not.toHaveProperty('external_field_data_info');
    const byNumber = { cash_collection_no: first.cash_collection_no };
    expect(await peer.data('/v1/invoices/receipt/info', byNumber)).toEqual(first);
    const unknown = await peer.ask('/v1/invoices/receipt/info', { cash_collection_id: 1 });
    expectRefusal(peer, unknown, 404, 'Not Found Resource');
    const fromReceipt = infos.find((info: Any) => !Array.isArray(info.cash_collection_invoice_info));
    const { cash_collection_invoice_no: number } = fromReceipt.cash_collection_invoice_info;
    const receipt = await peer.data('/v1/invoices/receiptRegistration/info', {
      cash_collection_invoice_no: number,
    });
    expect(receipt.currency).toBe(fromReceipt.cash_collection_invoice_info.currency);
    const names = (await peer.data('/v1/invoices/receipt/fields')).map((field: Any) => String(field.id));
    expect(names).toEqual(expect.arrayContaining(Object.keys(list[0].external_field_data_info)));
  });

  test('[optional] product/list and info have the documented fields; inventory-list answers SKUs per warehouse', async () => {
    const { list, count } = await peer.data('/v1/product/list', { count: 100 });
    expectItems(productItemSchema, list.map(withPrice), ['currency', 'price_min', 'price_max', 'price_unit']);
    expect(count).toBeGreaterThan(0);
    expect(list[0]).not.toHaveProperty('sku_id');
    expect(list[0]).not.toHaveProperty('update_time');
    const infos = await Promise.all(
      list
        .slice(0, 10)
        .map((item: Any) => peer.data('/v1/product/info', { product_id: String(item.product_id) })),
    );
    const ofStock = ['stock_available', 'stock_actual', 'stock_time', 'stock_list'];
    expectItems(productInfoSchema, infos, ofStock);
    const [first] = infos;
    expect(first).toMatchObject({ name: list[0].name, price_currency: list[0].fob.price_currency });
    expect(await peer.data('/v1/product/info', { product_no: first.product_no })).toEqual(first);
    expectRefusal(peer, await peer.ask('/v1/product/info', { product_id: 1 }), 404, 'Not Found Resource');

    const skus = infos.flatMap(({ sku_items: items }: Any) => items.map((sku: Any) => String(sku.sku_id)));
    const stock = await peer.data('/v1/product/inventory-list', { sku_id: skus.join(','), count: 500 });
    expect(stock.list).toHaveLength(stock.count);
    expect(new Set(stock.list.map((row: Any) => String(row.sku_id))).size).toBeGreaterThan(1);
    const warehouses = (await peer.data('/v1/warehouse/list')).list.map((one: Any) => one.warehouse_id);
    const places = stock.list.map((row: Any) => `${row.sku_id} ${row.warehouse_id}`);
    expect(new Set(places).size).toBe(stock.count);
    for (const row of stock.list) {
      expect(skus).toContain(String(row.sku_id));
      expect(warehouses).toContain(row.warehouse_id);
      expect(row.enable_count).toMatch(/^\d+\.\d{10}$/);
    }
    expect((await peer.data('/v1/product/inventory-list')).list.length).toBeLessThanOrEqual(20);
    const names = (await peer.data('/v1/product/fields')).map((field: Any) => String(field.id));
    expect(names).toEqual(expect.arrayContaining(Object.keys(first.external_field_data)));
  });

  test('[company/list] all=0 and all=2 part private from public; group_id narrows', async () => {
    const total = async (query: Record<string, number>): Promise<number> =>
      (await peer.data('/v1/company/list', query)).totalItem;
    expect((await total({ all: 0 })) + (await total({ all: 2 }))).toBe(await total({ all: 1 }));
    expect(await total({ group_id: 501 })).toBeLessThan(await total({}));
  });

  test('[company/query] finds by name, number and e-mail', async () => {
    const [company] = (await peer.data('/v1/company/list', { count: 1 })).list;
    for (const [field, word] of [
      ['name', company.name],
      ['serial_id', company.serial_id],
    ]) {
      const { list } = await peer.data('/v1/company/query', { word, search_field: field });
      expect(list.map((item: Any) => String(item.company_id))).toContain(String(company.company_id));
      expect(Object.keys(list[0]).toSorted()).toEqual([
        'company_id',
        'is_public',
        'name',
        'serial_id',
        'short_name',
      ]);
    }
  });
};
