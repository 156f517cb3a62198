/** E5, E7 and E8: outbound invoices, receipt registrations, and the statistics that count them. */
import { expect, test } from 'vitest';
import { exact, expectRefusal, type Any, type Peer } from '../peer';

const OUTBOUND = '/v1/invoices/outbound/push';
const RECEIPT = '/v1/invoices/receiptRegistration/push';

export const documentPushRules = (peer: Peer): void => {
  const shortId = (item: Any, key: string): boolean => typeof item[key] === 'number';
  const order = async (): Promise<Any> => {
    const listed = (await peer.data('/v1/invoices/order/list', { count: 50 })).list.find(
      (item: Any) =>
        shortId(item, 'order_id') &&
        shortId(item.company, 'company_id') &&
        shortId(item.product_list[0], 'product_id'),
    );
    return peer.data('/v1/invoices/order/info', { order_id: listed.order_id });
  };
  const info = async (id: unknown): Promise<Any> => {
    const answer = await peer.data('/v1/invoices/outbound/info', { outbound_invoice_id: String(id) });
    return { ...answer, record_list: Object.values(answer.record_list) };
  };
  const lineOf = (from: Any, more: object = {}): Any => ({
    order_id: from.order_id,
    order_record_id: from.product_list[0].unique_id,
    product_id: from.product_list[0].product_id,
    outbound_count: 3,
    sale_price: 12.345,
    ...more,
  });
  const userId = async (): Promise<string> =>
    (await peer.data('/v1/user/list')).find((user: Any) => user.email === 'rep@demo.example').user_id;

  test('[receiptRegistration/list] time_type 2 filters by the time of creation', async () => {
    const path = '/v1/invoices/receiptRegistration/list';
    const dayOf = (time: string): string => time.slice(0, 10);
    const { list } = await peer.data(path, { count: 100 });
    const edited = list.find((item: Any) => dayOf(item.create_time) < dayOf(item.update_time));
    const day = dayOf(edited.create_time);
    const span = { start_time: `${day} 00:00:00`, end_time: `${day} 23:59:59`, count: 100 };
    const made = (await peer.data(path, { ...span, time_type: 2 })).list;
    expect(made.length).toBeGreaterThan(0);
    for (const item of made) expect(dayOf(item.create_time)).toBe(day);
  });

  test('[E5] a product that the service knows keeps its name, whatever a line calls it', async () => {
    const from = await order();
    const { outbound_invoice_id: id } = await peer.pushed(OUTBOUND, {
      serial_id: 'X-NAMED',
      currency: 'EUR',
      handler: [await userId()],
      company_id: from.company.company_id,
      record_list: [lineOf(from, { product_name: 'Another name' })],
    });
    const [line] = (await info(id)).record_list;
    expect(line.product_name).not.toBe('Another name');
    expect(line.product_name).not.toBe('');
  });

  test('[E5] a created invoice answers its number and lines, and E4 shows it with totals', async () => {
    const from = await order();
    const answer = await peer.pushed(OUTBOUND, {
      status: 1,
      serial_id: 'X-100',
      currency: 'EUR',
      exchange_rate: 780,
      exchange_rate_usd: 109,
      discount_rate: 90,
      source_type: 1,
      invoice_warehouse_id: 2002,
      warehouse_invoice_time: '2026-01-02 03:04:05',
      company_id: from.company.company_id,
      handler: [await userId()],
      70310001: 'MSKU1',
      record_list: [lineOf(from, { 70310101: 'mark', cost_unit_price_rmb: 50.5, moment_enable_count: 7 })],
    });
    expect(answer).toMatchObject({
      serial_id: 'X-100',
      record_list: [
        {
          outbound_count: '3',
          sale_price: '12.345',
          warehouse_id: 2002,
          order_id: from.order_id,
          order_record_id: from.product_list[0].unique_id,
          product_id: from.product_list[0].product_id,
        },
      ],
    });
    const now = await info(answer.outbound_invoice_id);
    expect(now).toMatchObject({
      serial_id: 'X-100',
      currency: peer.quirks.currencyText ? 'EUR' : 978,
      discount_rate: 90,
      discount: 3.7035,
      product_total_amount: 33.3315,
      product_total_count: 3,
      exchange_rate: 780,
      source_type: 1,
      invoice_warehouse_info: { id: 2002, name: 'Shenzhen' },
      warehouse_invoice_time: '2026-01-02 03:04:05',
      company_info: { id: from.company.company_id, name: from.company.name },
      70310001: 'MSKU1',
    });
    expect(now.record_list[0].order_no).toBe(from.order_no);
    expect(now.record_list[0]).toMatchObject({
      sale_price: 12.345,
      product_amount: 37.035,
      order_no: from.order_no,
      cost_unit_price_rmb: 50.5,
      moment_enable_count: 7,
      product_name: from.product_list[0].product_name,
      70310101: 'mark',
    });
    expect(String(now.handler_info[0].user_id)).toBe(await userId());
  });

  for (const first of (['newest'] as const).filter((one) => one === peer.quirks.order))
    test(`[E5] a created invoice is the first of a list in the order "${first}"`, async () => {
      await peer.pushed(OUTBOUND, { serial_id: 'X-101', record_list: [lineOf(await order())] });
      const { list } = await peer.data('/v1/invoices/outbound/list', { count: 1 });
      expect(list.map((item: Any) => item.serial_id)).toEqual(['X-101']);
    });

  test('[E5] an edit edits the line with an id, appends without one, removes with remove=1, keeps the rest', async () => {
    const from = await order();
    const made = await peer.pushed(OUTBOUND, {
      record_list: [lineOf(from), lineOf(from, { outbound_count: 1 }), lineOf(from, { outbound_count: 9 })],
    });
    const [a, b, c] = made.record_list.map((line: Any) => line.outbound_record_id);
    const raw = `{"outbound_invoice_id":${made.outbound_invoice_id},"record_list":[{"outbound_record_id":${a},"outbound_count":8,"order_record_id":${from.product_list[0].unique_id}},{"outbound_record_id":${b},"remove":1},${JSON.stringify(lineOf(from, { outbound_count: 4 }))}]}`;
    const edited = (await peer.pushRaw(OUTBOUND, raw)).body.data;
    expect(edited.record_list.map((line: Any) => line.outbound_count)).toEqual(['8', '9', '4']);
    expect(edited.record_list.slice(0, 2).map((line: Any) => String(line.outbound_record_id))).toEqual([
      String(a),
      String(c),
    ]);
    expect((await info(made.outbound_invoice_id)).product_total_count).toBe(21);
  });

  test('[E5] order_record_id omitted while editing is set to 0; a sent one stays', async () => {
    const from = await order();
    const made = await peer.pushed(OUTBOUND, { record_list: [lineOf(from)] });
    const line = made.record_list[0].outbound_record_id;
    await peer.pushRaw(
      OUTBOUND,
      `{"outbound_invoice_id":${made.outbound_invoice_id},"record_list":[{"outbound_record_id":${line},"outbound_count":2}]}`,
    );
    expect((await info(made.outbound_invoice_id)).record_list[0]).toMatchObject({
      order_record_id: 0,
      order_id: from.order_id,
      outbound_count: 2,
    });
  });

  for (const [field, empty] of [
    ['serial_id', ''],
    ['currency', ''],
    ['handler', []],
    ['record_list', []],
  ] as const) {
    test(`[E5] '${field}' cannot be empty when passed`, async () => {
      const from = await order();
      expectRefusal(
        peer,
        await peer.push(OUTBOUND, { record_list: [lineOf(from)], [field]: empty }),
        404,
        `'${field}' cannot be empty`,
      );
    });
  }

  test('[E5] record_list is required, and at least one line must carry sales-order association', async () => {
    const from = await order();
    expectRefusal(
      peer,
      await peer.push(OUTBOUND, { serial_id: 'none' }),
      404,
      "'record_list' cannot be empty",
    );
    const bare = { product_id: from.product_list[0].product_id, outbound_count: 1, sale_price: 1 };
    expectRefusal(
      peer,
      await peer.push(OUTBOUND, { serial_id: 'bare', record_list: [bare] }),
      404,
      'at least one line with sales-order association',
    );
    expect((await peer.pushed(OUTBOUND, { record_list: [bare, lineOf(from)] })).record_list).toHaveLength(2);
    expectRefusal(
      peer,
      await peer.ask('/v1/invoices/outbound/info', { serial_id: 'bare' }),
      404,
      'Not Found Resource',
    );
  });

  test('[E5] an unknown invoice, line or company is Not Found Resource and changes nothing', async () => {
    const from = await order();
    const before = (await peer.data('/v1/invoices/outbound/list', { count: 1 })).count;
    for (const body of [
      { outbound_invoice_id: 5, record_list: [lineOf(from)] },
      { record_list: [{ outbound_record_id: 5, outbound_count: 1 }] },
      { company_id: 5, record_list: [lineOf(from)] },
    ])
      expectRefusal(peer, await peer.push(OUTBOUND, body), 404, 'Not Found Resource');
    expect((await peer.data('/v1/invoices/outbound/list', { count: 1 })).count).toBe(before);
  });

  test('[E5] without an id but with a used number, the old invoice is edited and the lines are appended', async () => {
    const from = await order();
    const made = await peer.pushed(OUTBOUND, { serial_id: 'TWICE', record_list: [lineOf(from)] });
    const again = await peer.pushed(OUTBOUND, { serial_id: 'TWICE', record_list: [lineOf(from)] });
    expect(String(again.outbound_invoice_id)).toBe(String(made.outbound_invoice_id));
    expect(again.record_list).toHaveLength(2);
  });

  const receiptStatus = async (body: object): Promise<number> => {
    const answer = await peer.pushed(RECEIPT, { amount: 100.5, ...body });
    expect(answer.cash_collection_invoice_no).toBeTypeOf('string');
    return (
      await peer.data('/v1/invoices/receiptRegistration/info', {
        cash_collection_invoice_id: String(answer.cash_collection_invoice_id),
      })
    ).status;
  };

  test('[E7] with handler and company it is pending write-off; with either missing pending or draft', async () => {
    const [from, user] = [await order(), Number(await userId())];
    const company = from.company.company_id;
    expect(await receiptStatus({ handler: [user], company_id: company })).toBe(3);
    const [noHandler, noCompany] = [
      await receiptStatus({ company_id: company }),
      await receiptStatus({ handler: [user] }),
    ];
    const expected = { 'by-case': [1, 3], draft: [1, 1], pending: [3, 3] }[peer.quirks.receipt];
    expect([noHandler, noCompany]).toEqual(expected);
  });

  test('[E7] amount is required; record_list lines need refer_id and refer_type', async () => {
    expectRefusal(peer, await peer.push(RECEIPT, { remark: 'x' }), 404, "'amount' cannot be empty");
    expectRefusal(
      peer,
      await peer.push(RECEIPT, { amount: 1, record_list: [{ refer_type: 1 }] }),
      404,
      "'refer_id' cannot be empty",
    );
    expectRefusal(
      peer,
      await peer.push(RECEIPT, { amount: 1, record_list: [{ refer_id: 1 }] }),
      404,
      "'refer_type' cannot be empty",
    );
  });

  test('[E7] holds every field sent, and an edit by id changes it without making another', async () => {
    const [from, user] = [await order(), Number(await userId())];
    const sent = {
      collection_date: '2026-02-03',
      type: 'T/T',
      trade_no: 't',
      account_name: 'Payer',
      bank_name: 'b',
      bank_account: '1',
      remark: 'r',
      currency: 'EUR',
      exchange_rate: 780.5,
      exchange_rate_usd: 109.1,
      amount: 10.25,
      real_amount: 10,
      capital_account_id: 41001,
    };
    const made = await peer.pushed(RECEIPT, {
      ...sent,
      company_id: from.company.company_id,
      handler: [user],
      create_user: user,
    });
    const read = (): Promise<Any> =>
      peer.data('/v1/invoices/receiptRegistration/info', {
        cash_collection_invoice_id: String(made.cash_collection_invoice_id),
      });
    expect(await read()).toMatchObject({
      ...sent,
      company_info: { name: from.company.name },
      handler_info: [{ user_id: user }],
    });
    const total = (await peer.data('/v1/invoices/receiptRegistration/list')).count;
    // The live service wants the currency of every push.
    const currency = peer.quirks.currencyRequired ? ',"currency":"EUR"' : '';
    const raw = `{"cash_collection_invoice_id":${made.cash_collection_invoice_id},"amount":11${currency}}`;
    await peer.ask(RECEIPT, {}, { raw });
    peer.skewMs += peer.quirks.lagMs + 1000;
    expect(await read()).toMatchObject({ amount: 11, real_amount: 10, currency: 'EUR', status: 3 });
    expect((await peer.data('/v1/invoices/receiptRegistration/list')).count).toBe(total);
    expectRefusal(
      peer,
      await peer.push(RECEIPT, { cash_collection_invoice_id: 5, amount: 1 }),
      404,
      'Not Found Resource',
    );
  });

  test('[E7] takes the amount as the real amount where none is sent, and is found by its number or id', async () => {
    const made = await peer.pushed(RECEIPT, { amount: 12.5, cash_collection_invoice_no: 'R-100' });
    const info = '/v1/invoices/receiptRegistration/info';
    const found = await peer.data(info, { cash_collection_invoice_no: 'R-100' });
    expect(found).toMatchObject({ amount: 12.5, real_amount: 12.5 });
    expect(String(found.cash_collection_invoice_id)).toBe(String(made.cash_collection_invoice_id));
    expectRefusal(peer, await peer.ask(info), 400, 'Invalid query');
  });

  test('[E7] the number of a removed receipt is free again', async () => {
    const push = (): Promise<Any> =>
      peer.pushed(RECEIPT, { amount: 5, currency: 'USD', cash_collection_invoice_no: 'R-gone' });
    const first = String((await push()).cash_collection_invoice_id);
    expect(String((await push()).cash_collection_invoice_id)).toBe(first);
    peer.service.remove('receipt', first);
    expect(String((await push()).cash_collection_invoice_id)).not.toBe(first);
  });

  test('[E8] counts what really happened', async () => {
    const today = (await peer.ask('/v1/warehouse/list')).body.now.slice(0, 10);
    const tomorrow = new Date(Date.parse(`${today}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    const count = async (): Promise<Any> =>
      (
        await peer.push('/v1/report/info', {
          key: 'xs1',
          start_date: today,
          end_date: tomorrow,
          user_id: [Number(await userId())],
        })
      ).body.data;
    const before = await count();
    await peer.pushed('/v1/lead/push', { name: 'counted' });
    const { company_id: company } = await peer.pushed('/v1/company/pushCompanyAndCustomers', {
      pool_id: 0,
      name: 'counted',
    });
    await peer.pushed('/v1/dynamic/trail/push', { company_id: exact(company), content: 'note' });
    const after = await count();
    expect(String(after.user_id)).toBe(await userId());
    for (const key of ['lead_add_count', 'company_add_count', 'customer_remark_count', 'dynamic_count'])
      expect(after[key], key).toBe(before[key] + 1);
  });

  test('[E8] holds all counts as integers, defaults to everyone, and demands key xs1 and both dates', async () => {
    const dates = { start_date: '2026-01-01', end_date: '2030-01-01' };
    const all = (await peer.push('/v1/report/info', { key: 'xs1', ...dates })).body.data;
    expect(all).not.toHaveProperty('user_id');
    for (const key of [
      'lead_add_count',
      'company_add_count',
      'customer_remark_count',
      'opportunity_add_count',
      'quotation_add_count',
      'order_add_count',
      'dynamic_count',
      'mail_send_count',
      'edm_send_count',
      'edm_finish_count',
      'login_count',
    ])
      expect(Number.isInteger(all[key]), key).toBe(true);
    for (const body of [
      { key: 'xs2', ...dates },
      { ...dates },
      { key: 'xs1', start_date: '2026-01-01' },
      { key: 'xs1', start_date: '1 May', end_date: '2026-01-01' },
    ])
      expect((await peer.push('/v1/report/info', body)).body.code).not.toBe(200);
  });
};
