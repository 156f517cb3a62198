/** What is kept on this computer: leaving a kind of record out, and taking it in again, on the real store and the real service. */
import { call } from '@orpc/server';
import { afterEach, describe, expect, it } from 'vitest';
import { ORDER_LIST_PATH } from '#shared/http-api/order';
import { makeCore, type CoreFixture } from '../../support/sync/core-fixture';
import { differences, makeService, type ServiceFixture } from '../../support/sync/service-fixture';

let service: ServiceFixture | undefined;
let fixture: CoreFixture | undefined;
afterEach(async () => { await fixture?.dispose(); service?.close(); fixture = undefined; service = undefined; });

const open = async () => {
  service = makeService({ dataset: 120 });
  fixture = await makeCore({ transport: service.wire });
  await fixture.core.accounts.openDemo();
  const workspace = fixture.core.accounts.current()!;
  await workspace.pull.round();
  return { service, core: fixture.core, workspace };
};
type Opened = Awaited<ReturnType<typeof open>>;
const settled = async ({ workspace }: Opened): Promise<void> => { await workspace.pull.round(); await workspace.pull.round(); };
const stateOf = ({ workspace }: Opened, resource: string) => workspace.pull.state().resources.find((entry) => entry.resource === resource);
const keep = ({ core }: Opened, resource: 'trail' | 'order' | 'company' | 'user', kept: boolean) => call(core.router.sync.keep, { resource, keep: kept });

describe('[PL18] what is kept on this computer', () => {
  it('what is left out is dropped, is not asked for and leaves search, panels and lists; the rest stays equal to the service', async () => {
    const opened = await open();
    const { service, workspace } = opened;
    const before = workspace.cache.get('order', workspace.cache.liveIds('order')[0]!)!;
    expect(await keep(opened, 'order', false)).toEqual({ done: true });
    await settled(opened);
    expect(stateOf(opened, 'order')).toMatchObject({ state: 'left-out', records: 0, error: null });
    expect(workspace.cache.search(String(before.row.values.order_no), { limit: 5, resources: ['order'] })).toEqual([]);
    expect(differences(workspace.cache, service.database).filter((line) => !line.startsWith('order'))).toEqual([]);
    service.wire.seen.length = 0;
    await workspace.pull.round();
    expect(service.wire.seen.length).toBeGreaterThan(0);
    expect(service.wire.seen.filter((line) => line.includes(ORDER_LIST_PATH))).toEqual([]);
  });

  it('taken in again, it is copied whole', async () => {
    const opened = await open();
    await keep(opened, 'trail', false);
    await settled(opened);
    expect(opened.workspace.cache.counts('trail').live).toBe(0);
    expect(await keep(opened, 'trail', true)).toEqual({ done: true });
    await settled(opened);
    expect(stateOf(opened, 'trail')?.state).toBe('complete');
    expect(differences(opened.workspace.cache, opened.service.database)).toEqual([]);
  });

  it('offline it is dropped as well, and the choice outlives a restart', async () => {
    const opened = await open();
    opened.service.wire.intercept = () => Promise.resolve({ kind: 'failure', reason: 'connect', unsent: true, detail: 'test' } as const);
    await keep(opened, 'trail', false);
    await settled(opened);
    expect(opened.workspace.cache.counts('trail').live).toBe(0);
    const again = await makeCore({ transport: opened.service.wire, directory: fixture!.directory });
    expect(again.core.accounts.current()?.pull.state().resources.find(({ resource }) => resource === 'trail')?.state).toBe('left-out');
    await again.core.close();
  });

  it('pending work on what is left out is shown and goes out', async () => {
    const opened = await open();
    await call(opened.core.router.outbox.pause, { paused: true });
    await keep(opened, 'order', false);
    const [first] = opened.workspace.cache.liveIds('receipt');
    await call(opened.core.router.sync.keep, { resource: 'receipt', keep: false });
    await settled(opened);
    const done = await call(opened.core.router.outbox.submit, { command: { kind: 'receipt', schema: 1, target: first!, fields: { amount: '12.50', remark: 'left out' }, children: [] } });
    expect(done).toMatchObject({ ok: true });
    const page = await call(opened.core.router.records.page, { view: { resource: 'receipt' }, start: 0, limit: 10 });
    expect(page.rows.map(({ id, pending }) => [id, pending?.intents.length])).toEqual([[first, 1]]);
  });

  it('colleagues and companies are always kept', async () => {
    const opened = await open();
    expect([await keep(opened, 'company', false), await keep(opened, 'user', false)]).toEqual([{ done: false }, { done: false }]);
  });
});
