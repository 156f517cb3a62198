/** How many requests a desk makes after its clock, which was a day ahead during the first copy, was set right. */
import { expect, it } from 'vitest';
import { loadPinyin } from '../../../src/main/core/store/words/pinyin';
import { VirtualTime } from '../../simulation/virtual-time';
import { CLIENT } from '../../support/sync/connection';
import { makeCore } from '../../support/sync/core-fixture';
import { makeService, ORIGIN } from '../../support/sync/service-fixture';
import { byPath, HOUR_MS, TEN_O_CLOCK } from '../../support/sync/virtual-desk';

const run = async (ahead: number) => {
  const time = new VirtualTime(TEN_O_CLOCK);
  await loadPinyin();
  const service = makeService({ dataset: 30, clock: () => time.now() });
  service.wire.intercept = async (_r, pass) => {
    await new Promise<void>((resolve) => time.after(120, resolve));
    return pass();
  };
  let aheadMs = ahead;
  const fixture = await makeCore({
    transport: service.wire,
    clock: { now: () => time.now() + aheadMs },
    timers: { after: (ms, cb) => time.after(Math.ceil(ms), cb) },
    pull: { rounds: 'timed' },
  });
  const connected = fixture.core.accounts.connect({
    baseUrl: ORIGIN,
    credentials: CLIENT,
    headerStyle: 'raw',
    name: 'T',
    selfUserId: null,
  });
  await time.advance(5_000);
  expect(await connected).toMatchObject({ ok: true });
  const ws = fixture.core.accounts.current()!;
  const isDone = () =>
    ws.pull.state().resources.every(({ state }) => state === 'complete' || state === 'not-offered');
  for (let n = 0; n < 200 && !isDone(); n += 1) await time.advance(1_000);
  aheadMs = 0;
  await time.advance(HOUR_MS);
  const from = time.now();
  await time.advance(HOUR_MS);
  const asked = service.service.requests().filter(({ at }) => at >= from);
  const missing = ws.cache.detailsWanted('order', { limit: 10_000, ownerId: null }).length;
  const done = fixture.dispose();
  await time.advance(10_000);
  await done;
  service.close();
  return { total: asked.length, requests: byPath(asked), missing };
};

it('[PL26] asks for no details again whose records did not change', async () => {
  const usual = await run(0);
  const ahead = await run(24 * HOUR_MS);
  expect(ahead.total).toBeLessThan(2 * usual.total);
  expect(ahead.missing).toBe(usual.missing);
}, 300_000);
