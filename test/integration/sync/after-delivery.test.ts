/**
 * Which requests an installation sends after a push was accepted, and what its screens show until the
 * service's lists contain it.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { COMPANY_PUSH_PATH } from '../../../src/shared/http-api/company';
import { RECEIPT_PUSH_PATH } from '../../../src/shared/http-api/receipt';
import { makeVirtualDesk, type VirtualDesk } from '../../support/sync/virtual-desk';
import { firstOf } from '../../support/thorough';

let desk: VirtualDesk | undefined;
afterEach(async () => {
  await desk?.dispose();
  desk = undefined;
});
const LAG_MS = 90_000;
const NAME = 'Tidewater Lamps';

/** An installation with a complete copy, at a service whose lists lag, with every kind of edit released. */
const makeDesk = async (profile: 'full' | 'live') => {
  desk = await makeVirtualDesk({ service: { profile, dataset: 10, quirks: { lagMs: LAG_MS } } });
  await desk.time.advance(12 * 60_000);
  // The next lists are due in minutes, so earlier requests belong to the push.
  const asked = desk.heard(0).length;
  while (desk.heard(0).length === asked) await desk.time.advance(1_000);
  await desk.time.advance(10_000);
  for (const kind of ['company', 'receipt'] as const) await desk.window().outbox.release({ kind });
  return desk;
};
const COMPANY = {
  path: COMPANY_PUSH_PATH,
  resource: 'company',
  command: { kind: 'company', fields: { name: NAME, pool_id: '0' } },
} as const;
const RECEIPT = {
  path: RECEIPT_PUSH_PATH,
  resource: 'receipt',
  command: { kind: 'receipt', fields: { amount: '12.50', currency: 'USD', remark: NAME } },
} as const;

const DELIVERED = firstOf(
  [
    { profile: 'full', ...COMPANY },
    { profile: 'live', ...RECEIPT },
    { profile: 'full', ...RECEIPT },
    { profile: 'live', ...COMPANY },
  ] as const,
  2,
);

describe('after a delivery', () => {
  it.each(DELIVERED)(
    '[OB34] in profile $profile a delivered $resource takes few requests and leaves no screen',
    async ({ profile, ...one }) => {
      const { time, window, heard, service, attend } = await makeDesk(profile);
      const view = { resource: one.resource };
      const rows = async () => (await window().records.page({ view, start: 0, limit: 500 })).total;
      const before = await rows();
      const command = { schema: 1, target: null, children: [], ...one.command };
      expect(await window().outbox.submit({ command })).toMatchObject({ ok: true });

      const from = time.now();
      const pushedAt = (): number | undefined => heard(from).find(({ path }) => path === one.path)?.at;
      while (pushedAt() === undefined && time.now() - from < 60_000) await time.advance(1_000);
      await time.advance(8_000);
      const after = heard((pushedAt() ?? 0) + 1).map(({ path }) => path);
      expect(after.length, after.join()).toBeLessThanOrEqual(4);

      // A window is in use: the lists are read every minute, and do not contain it yet.
      await attend(true);
      const missing: number[] = [];
      for (let waited = 0; waited < LAG_MS + 12 * 60_000; waited += 6_000) {
        await time.advance(6_000);
        const [found] = await window().records.search({ text: NAME, limit: 1 });
        if ((await rows()) !== before + 1 || found === undefined) missing.push(time.now() - from);
      }
      expect(missing).toEqual([]);
      expect(service.service.truth(one.resource).filter(({ removed }) => !removed)).toHaveLength(before + 1);
    },
  );
});
