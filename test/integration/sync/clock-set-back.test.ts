import { createRouterClient } from '@orpc/server';
import { afterEach, expect, it } from 'vitest';
import { purgeRecord } from '../../../src/service/control/inspect';
import { makeCore, type CoreFixture } from '../../support/sync/core-fixture';
import { makeService, type ServiceFixture } from '../../support/sync/service-fixture';

const DAY_MS = 86_400_000;
let service: ServiceFixture;
let fixture: CoreFixture;
afterEach(async () => {
  await fixture.dispose();
  service.close();
});

it('[PL26] finds a deleted record after the clock was set back', async () => {
  service = makeService({ dataset: 20 });
  let aheadMs = DAY_MS;
  fixture = await makeCore({
    transport: service.wire,
    clock: { now: () => Date.now() + aheadMs },
    pull: { censusMs: 1, recheckMs: 1, detailBudget: 0 },
  });
  await fixture.core.accounts.openDemo();
  const round = () => fixture.core.accounts.current()!.pull.round();
  const leads = async () =>
    (
      await createRouterClient(fixture.core.router).records.page({
        view: { resource: 'lead' },
        start: 0,
        limit: 50,
      })
    ).rows.map(({ id }) => id);
  await round();
  await round();
  const [gone = ''] = await leads();
  purgeRecord(service.service.context, 'lead', gone);
  // The first census that misses it runs with the wrong clock, the second with the right one.
  await round();
  expect(await leads()).toContain(gone);
  aheadMs = 0;
  await round();
  await round();
  expect(await leads()).not.toContain(gone);
});
