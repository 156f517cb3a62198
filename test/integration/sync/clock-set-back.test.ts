import { createRouterClient } from '@orpc/server';
import { afterEach, expect, it } from 'vitest';
import { formatServerTime } from '../../../src/shared/domain/time';
import { purgeRecord } from '../../../src/service/control/inspect';
import { PASSWORD } from '../../support/sync/connection';
import { makeCore, type CoreFixture } from '../../support/sync/core-fixture';
import { differences, makeService, ORIGIN, type ServiceFixture } from '../../support/sync/service-fixture';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SERVICE_ZONE_MS = 8 * HOUR_MS;
const CONNECTION = {
  baseUrl: ORIGIN,
  credentials: PASSWORD,
  headerStyle: 'raw',
  name: 'Test',
  selfUserId: null,
} as const;
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

it('[PL4] finds the edits that were made after the service’s clock, which was ahead, was set right', async () => {
  let aheadMs = 0;
  service = makeService({ dataset: 60, clock: () => Date.now() + aheadMs });
  fixture = await makeCore({
    transport: service.wire,
    pull: { limits: { pageSize: 4 }, detailBudget: 0 },
  });
  expect(await fixture.core.accounts.connect(CONNECTION)).toMatchObject({ ok: true });
  const { pull, cache } = fixture.core.accounts.current()!;
  await pull.round();
  aheadMs = 3 * HOUR_MS;
  await pull.round();
  aheadMs = 0;
  // More than the margin before the next round, and more than a page of them.
  const ids = cache.liveIds('company').slice(0, 8);
  for (const id of ids) editAt(id, -10 * MINUTE_MS);
  await pull.round();
  expect(differences(cache, service.database, ['company'])).toEqual([]);
  expect(pull.state().resources.find(({ resource }) => resource === 'company')).toMatchObject({
    state: 'complete',
  });
});

/** A colleague's edit of a company, `offsetMs` from now by the service's clock. */
const editAt = (id: string, offsetMs: number): void => {
  const { doc } = service.database
    .prepare("SELECT doc FROM record WHERE resource = 'company' AND id = ?")
    .get(BigInt(id)) as { doc: string };
  const at = formatServerTime(Date.now() + SERVICE_ZONE_MS + offsetMs);
  service.database
    .prepare("UPDATE record SET doc = ?, update_time = ? WHERE resource = 'company' AND id = ?")
    .run(
      doc.replace('"name":"', '"name":"Late ').replace(/"update_time":"[^"]*"/, `"update_time":"${at}"`),
      at,
      BigInt(id),
    );
};
