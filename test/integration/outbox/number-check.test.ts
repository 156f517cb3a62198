/**
 * The number of a new outbound invoice on a service that does not tell whether it is free. A number in use
 * would add the lines to the old invoice, so nothing may be sent until the number is proved free or the user
 * decides.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { saysNotFound } from '#core/api/not-found-words';
import { createOf, makeRig, PUSHES, type Rig } from '../../support/outbox/fault-rig';

const { path } = PUSHES.outboundInvoice;
const INFO = '/v1/invoices/outbound/info';
const LIST = '/v1/invoices/outbound/list';

let rig: Rig;
beforeEach(async () => {
  rig = await makeRig();
});
afterEach(() => rig.close());

/** Answers reads of a path instead of the service. */
const answerReads = (answers: Record<string, () => Response>): void => {
  const inner = rig.http.service.fetch;
  rig.http.service.fetch = async (request, how) => {
    const answer = answers[new URL(request.url).pathname];
    return request.method === 'GET' && answer ? answer() : inner(request, how);
  };
};
const refusal =
  (code: number, message: string, status = 200) =>
  (): Response =>
    Response.json({ code, message, now: '2026-01-01 10:00:00', data: {} }, { status });
const invoice = (number: string) => {
  const made = createOf('outboundInvoice', `T${number}`, rig.selfUserId);
  return { ...made, fields: { ...made.fields, serial_id: number } };
};
const applied = (id: string) => rig.until(id, ({ state }) => state === 'applied');
const stopped = async (id: string) =>
  (await rig.until(id, ({ state }) => state === 'rejected' || state === 'applied')).reason;
const forbidden = refusal(403, 'No permission', 403);

describe('an invoice number that the service cannot check', () => {
  it.each([
    ['403', forbidden],
    ['a refusal for want of privilege', refusal(404, 'No Privilege')],
    ['a refusal of the query', refusal(400, 'Invalid query')],
    ['a route that is not there', () => new Response('gone', { status: 404 })],
    ['success that names no invoice', refusal(200, 'success')],
  ])('[OB12] %s, and no list: nothing is sent, and the user is asked', async (_, answer) => {
    answerReads({ [INFO]: answer, [LIST]: forbidden });
    const id = rig.submit(invoice('N-1'));
    expect(await stopped(id)).toMatchObject({ code: 'number-not-checked', field: 'serial_id' });
    expect(rig.posts(path)).toEqual([]);
    // Trying again asks again; it is not the user's word.
    rig.live.outbox.sendAgain(id);
    expect(await stopped(id)).toMatchObject({ code: 'number-not-checked' });
    expect(rig.posts(path)).toEqual([]);
  });

  it('[OB12] a complete list proves it free, or used', async () => {
    await applied(rig.submit(invoice('N-1')));
    answerReads({ [INFO]: forbidden });
    expect(await stopped(rig.submit(invoice('N-1')))).toMatchObject({ code: 'number-in-use' });
    await applied(rig.submit(invoice('N-2')));
    expect(rig.posts(path)).toHaveLength(2);
  });

  it('[OB12] a number that differs only in the case of its letters is used', async () => {
    await applied(rig.submit(invoice('N-1')));
    answerReads({ [INFO]: forbidden });
    expect(await stopped(rig.submit(invoice('n-1')))).toMatchObject({ code: 'number-in-use' });
    // A service that ignores case finds the invoice under the other number too.
    answerReads({
      [INFO]: () =>
        Response.json({
          code: 200,
          message: 'success',
          now: '2026-01-01 10:00:00',
          data: { serial_id: 'N-2' },
        }),
      [LIST]: forbidden,
    });
    expect(await stopped(rig.submit(invoice('n-2')))).toMatchObject({ code: 'number-in-use' });
    expect(rig.posts(path)).toHaveLength(1);
  });

  it('[OB12] a list that changes during the read proves nothing', async () => {
    let total = 5;
    const list = (): Response =>
      Response.json({
        code: 200,
        message: 'success',
        now: '2026-01-01 10:00:00',
        data: { list: [], count: (total += 1) },
      });
    answerReads({ [INFO]: forbidden, [LIST]: list });
    expect(await stopped(rig.submit(invoice('N-1')))).toMatchObject({ code: 'number-not-checked' });
  });

  it('[OB12] the user checks the number and sends it: once, and for that number only', async () => {
    answerReads({ [INFO]: forbidden, [LIST]: forbidden });
    const id = rig.submit(invoice('N-1'));
    await stopped(id);
    expect(
      rig.live.outbox.edit(id, { command: { schema: 1, target: null, ...invoice('N-2') } }),
    ).toMatchObject({
      ok: true,
    });
    expect(await stopped(id)).toMatchObject({ code: 'number-not-checked' });
    expect(rig.live.outbox.numberChecked(id)).toEqual({ ok: true });
    await rig.until(id, () => rig.posts(path).length === 1);
    expect(rig.http.service.truth('outboundInvoice').map(({ doc }) => doc.serial_id)).toEqual(['N-2']);
    expect(rig.live.outbox.numberChecked(id)).toMatchObject({ ok: false });
  });

  it('[OB12] the check of the user does not apply to another number', async () => {
    answerReads({ [INFO]: forbidden, [LIST]: forbidden });
    const id = rig.submit(invoice('N-1'));
    await stopped(id);
    rig.answerPushes(path, refusal(404, "'handler' cannot be empty"));
    rig.live.outbox.numberChecked(id);
    await rig.until(id, ({ reason }) => reason?.code === 'refused-404' || rig.posts(path).length === 1);
    await rig.until(id, ({ state }) => state === 'rejected');
    rig.answerPushes(null);
    rig.live.outbox.edit(id, { command: { schema: 1, target: null, ...invoice('N-9') } });
    const again = await rig.until(id, ({ reason }) => reason?.code === 'number-not-checked');
    expect(again.state).toBe('rejected');
    expect(rig.posts(path)).toEqual([]);
  });

  it.each([
    ['"Send again" after a refusal', 'rejected', 'sendAgain'],
    ['an edit after a refusal', 'rejected', 'edit'],
    ['"Send again" out of doubt', 'uncertain', 'sendAgain'],
  ] as const)(
    '[OB12] the check of the user ends with the push: %s asks again, because the number may be used by then',
    async (_, state, how) => {
      answerReads({ [INFO]: forbidden, [LIST]: forbidden });
      const id = rig.submit(invoice('N-1'));
      await stopped(id);
      rig.answerPushes(path, refusal(404, "'handler' cannot be empty", state === 'rejected' ? 200 : 502));
      rig.live.outbox.numberChecked(id);
      await rig.until(id, (item) => item.state === state && item.reason?.code !== 'number-not-checked');
      rig.answerPushes(null);
      // A colleague makes an invoice with this number.
      await fetch(`${rig.http.url}${path}`, {
        method: 'POST',
        headers: { Authorization: rig.colleague.token, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          serial_id: 'N-1',
          currency: 'USD',
          handler: [rig.colleague.userId],
          record_list: [{ product_id: 40001, outbound_count: 3, sale_price: 10.25, order_record_id: 77 }],
        }),
      });
      if (how === 'sendAgain') rig.live.outbox.sendAgain(id);
      else rig.live.outbox.edit(id, { command: { schema: 1, target: null, ...invoice('N-1') } });
      expect(await stopped(id)).toMatchObject({ code: 'number-not-checked', field: 'serial_id' });
      // Only the colleague's.
      expect(rig.posts(path)).toHaveLength(1);
    },
  );

  it('[OB12] the user sends without a number: the service assigns one', async () => {
    answerReads({ [INFO]: forbidden, [LIST]: forbidden });
    const id = rig.submit(invoice('N-1'));
    await stopped(id);
    const { fields, ...rest } = createOf('outboundInvoice', 'T', rig.selfUserId);
    rig.live.outbox.edit(id, { command: { schema: 1, target: null, ...rest, fields } });
    await rig.until(id, () => rig.posts(path).length === 1);
    const [{ doc } = { doc: {} as Record<string, unknown> }] = rig.http.service.truth('outboundInvoice');
    expect(doc.serial_id).not.toBe('N-1');
  });
});

describe('messages for "there is no such record"', () => {
  it.each([
    'Not Found Resource',
    'not found resource.',
    'Resource not found',
    '出库单不存在',
    '记录不存在。',
  ])('[OB12] %s proves absence', (message) => expect(saysNotFound(message)).toBe(true));
  it.each([
    'No Privilege',
    'Not Found',
    'Input data validate error serial_id',
    'Not Found Resource: no privilege',
    '单据已锁定',
    '无权限',
    '',
  ])('[OB12] %j proves nothing', (message) => expect(saysNotFound(message)).toBe(false));
});
