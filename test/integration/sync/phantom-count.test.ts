/** A service whose total counts a record that the user cannot see. */
import { afterEach, expect, it } from 'vitest';
import { PASSWORD } from '../../support/sync/connection';
import { type CoreFixture, makeCore } from '../../support/sync/core-fixture';
import { makeService, ORIGIN, type ServiceFixture } from '../../support/sync/service-fixture';

let service: ServiceFixture;
let fixture: CoreFixture;
afterEach(async () => {
  await fixture.dispose();
  service.close();
});

const PULL = {
  limits: { pageSize: 12, splitAbove: 36 },
  censusMs: 0,
  recheckMs: 0,
  rereadMs: 0,
  detailBudget: 0,
};

it.each([0, 1])('[PL7] a deleted record goes, also if the total counts %d more', async (more) => {
  service = makeService({ dataset: 60 });
  service.wire.intercept = async ({ url }, pass) => {
    const answer = await pass();
    const isWhole = url.includes('/company/list') && !/start_time|end_time|removed=1/.test(url);
    if (answer.kind !== 'answer' || !isWhole) return answer;
    const raised = (_: string, key: string, count: string): string => `${key}${Number(count) + more}`;
    return { ...answer, text: answer.text.replace(/("\w*(?:total|count)\w*":\s*)(\d+)/i, raised) };
  };
  fixture = await makeCore({ transport: service.wire, pull: PULL });
  const connection = {
    baseUrl: ORIGIN,
    credentials: PASSWORD,
    headerStyle: 'raw',
    name: 'T',
    selfUserId: null,
  };
  expect(await fixture.core.accounts.connect(connection as never)).toMatchObject({ ok: true });
  const { pull, cache } = fixture.core.accounts.current()!;
  for (let round = 0; round < 3; round += 1) await pull.round();
  const gone = cache.liveIds('company')[7]!;
  service.database
    .prepare("UPDATE record SET removed = 1 WHERE resource = 'company' AND id = ?")
    .run(BigInt(gone));
  for (let round = 0; round < 8; round += 1) await pull.round();
  expect(cache.liveIds('company')).not.toContain(gone);
  expect(cache.counts('company').quarantined).toBe(0);
});
