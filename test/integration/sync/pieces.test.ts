/** How much of a page the pull writes at once: little while a window is in use, because its lists wait for it. */
import { createRouterClient } from '@orpc/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeCore } from '../../support/sync/core-fixture';
import { PASSWORD } from '../../support/sync/connection';
import { makeService, ORIGIN } from '../../support/sync/service-fixture';

/** On this computer each look at the clock takes 10 ms, so each piece takes longer than a window should wait. */
const slowClock = () => {
  let spentMs = 0;
  return { now: () => Date.now() + (spentMs += 10) };
};

it('writes smaller pieces while a window is in use', async () => {
  const service = makeService({ dataset: 200 });
  const fixture = await makeCore({ transport: service.wire, clock: slowClock() });
  onTestFinished(async () => {
    await fixture.dispose();
    service.close();
  });
  await fixture.core.accounts.connect({
    baseUrl: ORIGIN,
    credentials: PASSWORD,
    headerStyle: 'raw',
    name: 'Test',
    selfUserId: null,
  });
  const { pull, cache } = fixture.core.accounts.current()!;
  const window = createRouterClient(fixture.core.router);
  await pull.round();
  const written = vi.spyOn(cache, 'applyPage');
  /** The largest of the last pieces when the list is copied again. */
  const largestWhile = async (inUse: boolean): Promise<number> => {
    written.mockClear();
    await window.diagnostics.refetch({ resource: 'trail' });
    await window.sync.attend({ windowId: 'one', inUse, shows: [] });
    await pull.round();
    await window.sync.attend({ windowId: 'one', inUse, shows: [] });
    await pull.round();
    const sizes = written.mock.calls.flatMap(([resource, items]) =>
      resource === 'trail' ? [items.length] : [],
    );
    expect(sizes.length).toBeGreaterThan(4);
    return Math.max(...sizes.slice(-4));
  };
  const [unattended, inUse] = [await largestWhile(false), await largestWhile(true)];
  expect(unattended).toBeGreaterThan(60);
  expect(inUse).toBeLessThan(40);
});
