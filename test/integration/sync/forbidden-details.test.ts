/** The account may not read the details of orders for a while; then it may again. */
import { expect, it } from 'vitest';
import { HOUR_MS, makeVirtualDesk } from '../../support/sync/virtual-desk';

it('[PL10] reads the details of a kind again after the permission came back', async () => {
  let denied = true;
  const desk = await makeVirtualDesk();
  try {
    const usual = desk.service.wire.intercept!;
    desk.service.wire.intercept = (request, pass) =>
      denied && request.url.includes('/v1/invoices/order/info?order_id')
        ? Promise.resolve({
            kind: 'answer',
            status: 200,
            headers: {},
            url: request.url,
            text: '{"code":403,"message":"no permission","now":"2026-05-12 10:00:00","data":[]}',
          })
        : usual(request, pass);
    await desk.attend(true);
    await desk.time.advance(HOUR_MS / 4);
    denied = false;
    await desk.time.advance(2 * HOUR_MS);
    const orders = desk
      .workspace()
      .pull.state()
      .resources.find(({ resource }) => resource === 'order')!;
    expect(orders.details).toBe(orders.records);
  } finally {
    await desk.dispose();
  }
}, 240_000);
