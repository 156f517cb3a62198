/** One route of the service sends an empty `now`; all others are as they should be. */
import { expect, it } from 'vitest';
import { byPath, HOUR_MS, makeVirtualDesk } from '../../support/sync/virtual-desk';

it('[PL4] the other lists are read all the same', async () => {
  const desk = await makeVirtualDesk();
  try {
    await desk.attend(true);
    await desk.time.advance(HOUR_MS / 6);
    const { wire } = desk.service;
    const usual = wire.intercept!;
    wire.intercept = async (request, pass) => {
      const answer = await usual(request, pass);
      if (answer?.kind !== 'answer' || !request.url.includes('/v1/purchaseOrder/list')) return answer!;
      return { ...answer, text: answer.text.replace(/"now":"[^"]*"/, '"now":""') };
    };
    const from = desk.time.now();
    await desk.time.advance(HOUR_MS / 3);
    const last = from + HOUR_MS / 6;
    const counts = byPath(desk.heard(last));
    expect(counts['/v1/company/list'] ?? 0).toBeGreaterThan(5);
    expect(counts['/v1/purchaseOrder/list'] ?? 0).toBeLessThan(100);
  } finally {
    await desk.dispose();
  }
}, 120_000);
