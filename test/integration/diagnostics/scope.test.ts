/**
 * Which kinds are kept on this computer: leaving out a kind of record and downloading it again, with the real
 * store and the real service.
 */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detailsSince } from '../../../src/main/core/sync/scope';
import { ORDER_LIST_PATH } from '#shared/http-api/order';
import { makeRig } from '../../support/sync/make-rig';
import { differences } from '../../support/sync/service-fixture';

const rig = makeRig();
const { workspace, window, rounds, cut } = rig;
const stateOf = (resource: string) =>
  workspace()
    .pull.state()
    .resources.find((entry) => entry.resource === resource);
const keep = (resource: 'trail' | 'order' | 'company' | 'user' | 'receipt', kept: boolean) =>
  window().sync.keep({ resource, keep: kept });

describe('[PL18] the kinds of record on this computer', () => {
  it('a kind that is left out is deleted, not read, and not in search, panels and lists; the rest still equals the service', async () => {
    await rig.openDemo();
    const before = workspace().cache.get('order', workspace().cache.liveIds('order')[0]!)!;
    expect(await keep('order', false)).toEqual({ done: true });
    await rounds();
    expect(stateOf('order')).toMatchObject({ state: 'left-out', records: 0, error: null });
    expect(
      workspace().cache.search(String(before.row.values.order_no), { limit: 5, resources: ['order'] }),
    ).toEqual([]);
    expect(
      differences(workspace().cache, rig.service.database).filter((line) => !line.startsWith('order')),
    ).toEqual([]);
    rig.service.wire.seen.length = 0;
    await workspace().pull.round();
    expect(rig.service.wire.seen.length).toBeGreaterThan(0);
    expect(rig.service.wire.seen.filter((line) => line.includes(ORDER_LIST_PATH))).toEqual([]);
  });

  it('a kind that is included again is copied whole', async () => {
    await rig.openDemo();
    await keep('trail', false);
    await rounds();
    expect(workspace().cache.counts('trail').live).toBe(0);
    expect(await keep('trail', true)).toEqual({ done: true });
    await rounds();
    expect(stateOf('trail')?.state).toBe('complete');
    expect(differences(workspace().cache, rig.service.database)).toEqual([]);
  });

  it('a round that the choice ends does not count: the copy stays as fresh as it was', async () => {
    await rig.openDemo();
    const before = workspace().pull.state().freshAsOf;
    expect(before).not.toBeNull();
    const ended = workspace().pull.round();
    await keep('trail', false);
    await ended;
    expect(workspace().pull.state().freshAsOf).toBe(before);
    await rounds();
    expect(workspace().pull.state().freshAsOf).toBeGreaterThanOrEqual(before ?? 0);
  });

  it('deletes it offline too, and the choice survives a restart', async () => {
    await rig.openDemo();
    cut();
    await keep('trail', false);
    await rounds();
    expect(workspace().cache.counts('trail').live).toBe(0);
    await rig.fixture.reopen();
    expect(stateOf('trail')?.state).toBe('left-out');
  });

  it('the choice survives a rebuild of the local copy', async () => {
    await rig.openDemo();
    await keep('trail', false);
    await window().sync.keepDetails({ months: 6 });
    await rounds();
    const { profileId } = workspace();
    await rig.fixture.core.close();
    rmSync(join(rig.fixture.directory, 'accounts', profileId, 'cache.db'));
    await rig.fixture.reopen();
    await rounds();
    expect(stateOf('trail')?.state).toBe('left-out');
    expect(workspace().pull.state().detailsMonths).toBe(6);
    expect(stateOf('order')?.state).toBe('complete');
  });

  it('deleting frees disk space', async () => {
    await rig.openDemo({ dataset: 400 });
    await rounds();
    const file = join(rig.fixture.directory, 'accounts', workspace().profileId, 'cache.db');
    const sizeBytes = async (): Promise<number> => {
      await rig.fixture.core.close();
      const { size } = statSync(file);
      await rig.fixture.reopen();
      return size;
    };
    const before = await sizeBytes();
    for (const resource of ['order', 'trail', 'receipt'] as const) await keep(resource, false);
    await rounds();
    expect(statSync(`${file}-wal`).size).toBeLessThan(2_000_000);
    // The file keeps up to a quarter of unused space (`drop-records.ts`).
    expect(await sizeBytes()).toBeLessThan(before * 0.9);
  });

  it('pending work on a kind that is left out is shown and sent', async () => {
    await rig.openDemo();
    await window().outbox.pause({ paused: true });
    await keep('order', false);
    const [first] = workspace().cache.liveIds('receipt');
    await keep('receipt', false);
    await rounds();
    const done = await window().outbox.submit({
      command: {
        kind: 'receipt',
        schema: 1,
        target: first!,
        fields: { amount: '12.50', remark: 'left out' },
        children: [],
      },
    });
    expect(done).toMatchObject({ ok: true });
    const page = await window().records.page({ view: { resource: 'receipt' }, start: 0, limit: 10 });
    expect(page.rows.map(({ id, pending }) => [id, pending?.intents.length])).toEqual([[first, 1]]);
  });

  it('colleagues and companies are always kept', async () => {
    await rig.openDemo();
    expect([await keep('company', false), await keep('user', false)]).toEqual([
      { done: false },
      { done: false },
    ]);
  });
});

describe('[PL19] the limit of months for details of documents', () => {
  const detailed = (resource: 'order' | 'company') =>
    workspace()
      .cache.liveIds(resource)
      .filter((id) => workspace().cache.get(resource, id)!.detailAt !== null)
      .toSorted();
  const lastChanged = (id: string): string =>
    String(workspace().cache.get('order', id)!.row.values.update_time);

  it('deletes details of older documents, keeps their rows, and reads details again when a document is opened', async () => {
    await rig.connect({ dataset: 60 });
    await rounds();
    const [orders, companies] = [detailed('order'), detailed('company')];
    expect(orders).toHaveLength(workspace().cache.counts('order').live);
    const rows = (
      await window().records.page({ view: { resource: 'order' }, start: 0, limit: 500 })
    ).rows.map(({ id, values }) => [id, values.order_no, values.amount]);

    expect(await window().sync.keepDetails({ months: 3 })).toEqual({ done: true });
    await rounds();
    const since = detailsSince('order', 3, stateOf('order')!.completeAsOf!)!;
    const held = detailed('order');
    expect(held.length).toBeGreaterThan(0);
    expect(held.length).toBeLessThan(orders.length);
    for (const id of held) expect(lastChanged(id) >= since.slice(0, 10)).toBe(true);
    expect(detailed('company')).toEqual(companies);
    expect(
      (await window().records.page({ view: { resource: 'order' }, start: 0, limit: 500 })).rows.map(
        ({ id, values }) => [id, values.order_no, values.amount],
      ),
    ).toEqual(rows);
    expect(workspace().cache.counts('order').details).toBe(held.length);
    expect(stateOf('order')).toMatchObject({ state: 'complete', detailsExpected: null });

    const old = orders.find((id) => !held.includes(id))!;
    expect(await window().sync.fetchDetail({ resource: 'order', id: old })).toEqual({ held: true });
    await rounds();
    expect(detailed('order')).toContain(old);
  });

  it('deletes them offline too, survives a restart, and downloads all of them when the limit is removed', async () => {
    await rig.connect({ dataset: 60 });
    await rounds();
    const orders = detailed('order');
    cut();
    await window().sync.keepDetails({ months: 1 });
    await rounds();
    const held = detailed('order');
    expect(held.length).toBeLessThan(orders.length);
    await rig.fixture.reopen();
    expect(workspace().pull.state().detailsMonths).toBe(1);
    rig.mend();
    await rounds();
    expect(detailed('order')).toEqual(held);
    await window().sync.keepDetails({ months: null });
    await rounds();
    expect(detailed('order')).toEqual(orders);
    expect(differences(workspace().cache, rig.service.database)).toEqual([]);
  });

  it('counts whole calendar months, also from the last day of a long month', () => {
    expect(detailsSince('order', 1, '2026-03-31 10:00:00')).toBe('2026-02-28 00:00:00');
    expect(detailsSince('order', 24, '2026-11-21 10:00:00')).toBe('2024-11-21 00:00:00');
    expect(detailsSince('company', 1, '2026-03-31 10:00:00')).toBeNull();
    expect(detailsSince('order', null, '2026-03-31 10:00:00')).toBeNull();
  });
});
