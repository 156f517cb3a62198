/** The forms of the live service, one switch each: what `--profile live` answers and requires. */
import { describe, expect, test } from 'vitest';
import { ALL_LIVE, LIVE_QUIRKS, NO_LIVE_QUIRKS } from '#service/live/live-quirks';
import { TOKEN_PATH } from '#shared/http-api/lookups';
import { expectRefusal, withPeer, type Any, type Peer } from './peer';

const firstOf = async (peer: Peer, path: string): Promise<Any> =>
  (await peer.data(path, { count: 100 })).list[0];
const isTailed = (value: Any): boolean => /\.\d{10,}/.test(String(value));

test('[quirks] every live form has a word, and the profile turns all of them on', () => {
  const named = new Set(Object.values(LIVE_QUIRKS).flatMap((change) => Object.keys(change)));
  expect([...named].toSorted()).toEqual(Object.keys(NO_LIVE_QUIRKS).toSorted());
  for (const [key, off] of Object.entries(NO_LIVE_QUIRKS))
    expect(ALL_LIVE[key as keyof typeof ALL_LIVE], key).not.toBe(off);
});

describe('profile live', () => {
  const peer = withPeer({ profile: 'live' });

  test('a company: groups of named fields, most of them custom, channels and phones in lists', async () => {
    const { company_id } = await firstOf(peer, '/v1/company/list');
    const info = await peer.data('/v1/company/info', { company_id: String(company_id) });
    const fields = info.company.flatMap((group: Any) => group.fields);
    expect(fields).toHaveLength(93);
    expect(fields.filter((field: Any) => /^\d+$/.test(field.id))).toHaveLength(72);
    expect(fields[0]).toEqual({ id: 'name', name: '公司名称', field_type: '1', value: info.name });
    expect(fields.find((field: Any) => field.id === 'tel').value).toHaveProperty('tel_area_code');
    expect(info).not.toHaveProperty('is_public');
    expect(info.tel).toHaveLength(2);
  });
  test('a contact: accounts as type and value, none of them under a name of its own', async () => {
    const { company_id } = await peer.pushed('/v1/company/pushCompanyAndCustomers', {
      name: 'Acme',
      pool_id: 0,
      '70340001': 'CE, RoHS',
      customers: [{ name: 'Ann', email: 'ann@x.example', whatsapp: '+86 139', wechat: '', tel: '139' }],
    });
    const info = await peer.data('/v1/company/info', { company_id: String(company_id) });
    expect(info.customers[0]).toMatchObject({
      contact: [{ type: 'whatsapp', value: '+86 139' }],
      tel_list: [['', '139']],
    });
    expect(info.customers[0]).not.toHaveProperty('whatsapp');
    const field = info.company
      .flatMap((group: Any) => group.fields)
      .find((one: Any) => one.id === '70340001');
    expect(field.value).toBe('CE, RoHS');
    expect(info).not.toHaveProperty('70340001');
  });
  test('an order: states by ids from 10 to 60, no lines in the list, ten to a page', async () => {
    const { list } = await peer.data('/v1/invoices/order/list');
    expect(list).toHaveLength(10);
    const ids = new Set(
      list.flatMap((one: Any) => [
        one.stock_up_status.link_status,
        one.shipping_status.link_status,
        one.end_status.link_status,
      ]),
    );
    for (const id of ids) expect([10, 20, 30, 40, 50, 60]).toContain(id);
    expect(list[0].end_status.title).not.toBe('');
    expect(list[0]).not.toHaveProperty('product_list');
  });
  test('its details: payment as status, wide lines with fractions, HTML and files', async () => {
    const { order_id } = await firstOf(peer, '/v1/invoices/order/list');
    const info = await peer.data('/v1/invoices/order/info', { order_id: String(order_id) });
    expect(['待回款', '部分回款', '已回款']).toContain(info.status_name);
    const [line] = info.product_list;
    expect(Object.keys(line).length).toBeGreaterThanOrEqual(45);
    expect(line).not.toHaveProperty('product_unit');
    expect(line.unit).not.toBe('');
    expect(info.product_list.some((one: Any) => !Number.isInteger(one.count))).toBe(true);
    expect(info.remark).toMatch(/^<p>/);
    expect(info.file_list[0]).toHaveProperty('file_url');
    expect(info.cost_list).toHaveLength(1);
  });
  test('amounts end in the tails of floats', async () => {
    const { list } = await peer.data('/v1/invoices/order/list', { count: 50 });
    expect(list.some((one: Any) => isTailed(one.amount))).toBe(true);
    const receipts = (await peer.data('/v1/invoices/receiptRegistration/list', { count: 50 })).list;
    expect(receipts.some((one: Any) => isTailed(one.amount))).toBe(true);
    expect(receipts[0].capital_account_info).toMatchObject({ name: expect.stringMatching(/./) });
    expect(receipts[0]).not.toHaveProperty('capital_account_id');
  });
  test('quotations: no approval on most, lines in the details', async () => {
    const { list } = await peer.data('/v1/invoices/quotation/list', { count: 100 });
    expect(list.filter((one: Any) => one.approval_status === -1).length).toBeGreaterThan(80);
    expect(list[0].status).toBe('草稿');
    const info = await peer.data('/v1/invoices/quotation/info', {
      quotation_id: String(list[0].quotation_id),
    });
    expect(info.product_list.length).toBeGreaterThan(0);
    const sum = info.product_list.reduce((total: number, line: Any) => total + line.cost_amount, 0);
    expect(sum).toBeCloseTo(Number(info.product_total_amount), 2);
  });
  test('purchase orders: lines in the details, narrowed by the name of a status', async () => {
    const first = await firstOf(peer, '/v1/purchaseOrder/list');
    const { name } = first.status_info;
    const named = await peer.data('/v1/purchaseOrder/list', { status_name: name, count: 100 });
    expect(new Set(named.list.map((one: Any) => one.status_info.name))).toEqual(new Set([name]));
    const info = await peer.data('/v1/purchaseOrder/info', {
      purchase_order_id: String(first.purchase_order_id),
    });
    expect(info.product_list.length).toBeGreaterThan(0);
    expect(info.currency).toMatch(/^[A-Z]{3}$/);
  });
  test('the trail is HTML, its files have addresses', async () => {
    const { list } = await peer.data('/v1/dynamic/trail/list', { count: 500 });
    expect(list.find((one: Any) => one.content !== '').content).toMatch(/^<p>/);
    expect(list.find((one: Any) => one.file_info !== null).file_info[0]).toHaveProperty('file_url');
  });
  test('fields of invoices: of the header and of lines, hidden ones, pictures, ids as numbers and text', async () => {
    const fields = await peer.data('/v1/invoices/outbound/fields');
    expect(new Set(fields.map((one: Any) => one.is_list))).toEqual(new Set([0, 1]));
    const hidden = fields.filter((one: Any) => one.disable_flag === 1);
    expect(new Set(hidden.map((one: Any) => one.is_list))).toEqual(new Set([0, 1]));
    expect(new Set(fields.map((one: Any) => typeof one.id))).toEqual(new Set(['string', 'number']));
    expect(fields.find((one: Any) => one.id === 'product_unit')).toMatchObject({ require: 1, is_list: 1 });
  });
  test('users: the active by default, the frozen and the deleted when asked for', async () => {
    const active = await peer.data('/v1/user/list');
    expect(active.every((one: Any) => one.enable_flag === '1')).toBe(true);
    for (const flag of [0, 2]) {
      const users = await peer.data('/v1/user/list', { enable_flag: flag });
      expect(users.length).toBeGreaterThan(0);
      expect(users.every((one: Any) => one.enable_flag === String(flag))).toBe(true);
    }
  });
  test('converted leads leave the default list and stand under archive 2', async () => {
    const open = await peer.data('/v1/lead/list', { count: 100 });
    const converted = await peer.data('/v1/lead/list', { archive: 2, count: 100 });
    expect(converted.totalItem).toBeGreaterThan(0);
    const ids = new Set(open.list.map((one: Any) => String(one.lead_id)));
    expect(converted.list.filter((one: Any) => ids.has(String(one.lead_id)))).toEqual([]);
  });
  test('deleted orders stand under time_type 4', async () => {
    const deleted = await peer.data('/v1/invoices/order/list', { time_type: 4, count: 100 });
    const removed = await peer.data('/v1/invoices/order/list', { removed: 1, count: 100 });
    expect(deleted.count).toBe(removed.count);
    expect(deleted.count).toBeGreaterThan(0);
  });
  test('figures are cached until a refresh is asked for', async () => {
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const report = async (more: object = {}): Promise<number> =>
      (await peer.pushed('/v1/report/info', { key: 'xs1', start_date: today, end_date: today, ...more }))
        .lead_add_count;
    const before = await report();
    await peer.pushed('/v1/lead/push', { name: 'Fresh lead' });
    expect(await report()).toBe(before);
    expect(await report({ refresh: '1' })).toBe(before + 1);
    // What was asked for anew is what is cached now.
    expect(await report()).toBe(before + 1);
  });

  test('what pushes must carry', async () => {
    const receipt = await peer.pushAsIs('/v1/invoices/receiptRegistration/push', { amount: 1 });
    expectRefusal(peer, receipt, 404, "'currency' cannot be empty");
    const company = '/v1/company/pushCompanyAndCustomers';
    expectRefusal(
      peer,
      await peer.pushAsIs(company, { pool_id: 0, customers: [] }),
      404,
      "'name' cannot be empty",
    );
    expectRefusal(
      peer,
      await peer.pushAsIs(company, { pool_id: 0, name: 'x' }),
      404,
      "'customers' cannot be empty",
    );
    expectRefusal(peer, await peer.pushAsIs('/v1/lead/push', { remark: 'x' }), 404, "'name' cannot be empty");
    const line = { product_id: 40_001, outbound_count: 2.5, sale_price: 3, order_record_id: 7 };
    const invoice = (more: object) =>
      peer.pushAsIs('/v1/invoices/outbound/push', { currency: 'USD', record_list: [{ ...line, ...more }] });
    expectRefusal(peer, await invoice({}), 404, "'product_unit' cannot be empty");
    expectRefusal(peer, await invoice({ product_unit: '' }), 404, "'product_unit' cannot be empty");
    const made = (await invoice({ product_unit: 'Box', product_name: 'Lamp' })).body.data;
    const info = await peer.data('/v1/invoices/outbound/info', {
      outbound_invoice_id: String(made.outbound_invoice_id),
    });
    const [kept] = info.record_list;
    expect(kept).toMatchObject({ product_unit: 'Box', product_name: 'Lamp', outbound_count: 2.5 });
    const removal = await peer.pushAsIs('/v1/invoices/outbound/push', {
      outbound_invoice_id: made.outbound_invoice_id,
      record_list: [{ outbound_record_id: kept.outbound_record_id, remove: 1 }],
    });
    expectRefusal(peer, removal, 404, "'product_unit' cannot be empty");
  });

  test('a token reaches the modules of its scope alone', async () => {
    const { body } = await peer.ask(
      TOKEN_PATH,
      {},
      {
        token: null,
        form: {
          grant_type: 'client_credentials',
          client_id: 'demo-client',
          client_secret: 'demo-secret',
          scope: 'company user',
        },
      },
    );
    const token = body.access_token as string;
    expect((await peer.ask('/v1/company/list', {}, { token })).body.code).toBe(200);
    expect((await peer.ask('/v1/dynamic/trail/list', {}, { token })).body.code).toBe(200);
    const orders = await peer.ask('/v1/invoices/order/list', {}, { token });
    expectRefusal(peer, orders, 403, 'no permission invoices scopes');
  });
});

describe('each word by itself', () => {
  const peer = withPeer({});
  test('none of it without a quirk', async () => {
    const { list } = await peer.data('/v1/invoices/order/list');
    expect(list).toHaveLength(20);
    expect(list[0]).toHaveProperty('product_list');
    expect([0, 1]).toContain(list[0].end_status.link_status);
    const { company_id } = await firstOf(peer, '/v1/company/list');
    const info = await peer.data('/v1/company/info', { company_id: String(company_id) });
    expect(info).toHaveProperty('is_public');
    expect(info).not.toHaveProperty('company');
    expect((await peer.data('/v1/user/list')).some((one: Any) => one.enable_flag === 0)).toBe(true);
  });
});
