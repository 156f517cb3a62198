/** What a customer's timeline says of a waiting edit. */
import { createRouterClient } from '@orpc/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD } from '../../support/sync/connection';
import { makeCore, type CoreFixture } from '../../support/sync/core-fixture';
import { makeService, ORIGIN, type ServiceFixture } from '../../support/sync/service-fixture';

let service: ServiceFixture;
let fixture: CoreFixture;
afterEach(async () => {
  await fixture.dispose();
  service.close();
});

const workspace = () => fixture.core.accounts.current()!;
const window = () => createRouterClient(fixture.core.router);
const cut = (): void => {
  service.wire.intercept = async () => ({
    kind: 'failure',
    reason: 'connect',
    unsent: true,
    detail: 'no route',
  });
};
const open = async (): Promise<void> => {
  service = makeService({ dataset: 30 });
  fixture = await makeCore({ transport: service.wire, pull: { detailBudget: 500 } });
  expect(
    await fixture.core.accounts.connect({
      baseUrl: ORIGIN,
      credentials: PASSWORD,
      headerStyle: 'raw',
      name: 'Test',
      selfUserId: null,
    }),
  ).toMatchObject({ ok: true });
  await workspace().pull.round();
};
const submit = async (kind: 'company', fields: Record<string, unknown>, target: string): Promise<void> => {
  const done = await window().outbox.submit({ command: { kind, schema: 1, target, fields, children: [] } });
  if (!done.ok) throw new Error(JSON.stringify(done));
};

describe("an edit in a customer's timeline", () => {
  it('names the changed fields, without the fields that the contract requires in every push', async () => {
    await open();
    const [id] = await vi.waitFor(
      () => {
        const held = workspace()
          .cache.page({ resource: 'company', filters: [], sort: [], search: '' }, 0, 200)
          .rows.filter((row) => workspace().cache.get('company', row.id)?.row.values.pool_id !== undefined)
          .map((row) => row.id);
        if (held.length === 0) throw new Error('no details yet');
        return held;
      },
      { timeout: 15_000, interval: 100 },
    );
    cut();
    const own = String(workspace().cache.get('company', id!)!.row.values.pool_id);
    const other = (await window().records.lookup({ name: 'pool' })).find((pool) => pool.id !== own)!.id;
    const changed = async (): Promise<string[]> =>
      Object.keys(
        (await window().timeline.page({ resource: 'company', id: id!, kinds: ['edit'] })).entries[0]!.values,
      ).toSorted();
    await submit('company', { remark: 'met at the fair', pool_id: own }, id!);
    expect(await changed()).toEqual(['remark']);
    await submit('company', { tel: '0800 112', pool_id: other }, id!);
    expect(await changed()).toEqual(['pool_id', 'remark', 'tel']);
  });

  it('says that it needs the user once the CRM has refused it', async () => {
    await open();
    const [id = ''] = workspace().cache.liveIds('company');
    await window().outbox.pause({ paused: true });
    await window().outbox.release({ kind: 'trailNote' });
    const fields = { company_id: id, remark_type: 101, content: 'Called' };
    const command = { kind: 'trailNote', schema: 1, target: null, fields, children: [] } as const;
    expect(await window().outbox.submit({ command })).toMatchObject({ ok: true });
    const entry = async () =>
      (await window().timeline.page({ resource: 'company', id, kinds: ['edit'] })).entries[0];
    expect(await entry()).toMatchObject({ intents: [{ state: 'queued' }], needsUser: false });
    const refusal = '{"code":403,"message":"no permission","now":"2026-01-01 00:00:00","data":{}}';
    service.wire.intercept = ({ method, url }) =>
      method === 'POST'
        ? Promise.resolve({ kind: 'answer', status: 200, headers: {}, text: refusal, url })
        : undefined;
    await window().outbox.pause({ paused: false });
    await vi.waitFor(
      async () => expect(await entry()).toMatchObject({ intents: [{ state: 'rejected' }], needsUser: true }),
      { timeout: 15_000, interval: 100 },
    );
  });
});
