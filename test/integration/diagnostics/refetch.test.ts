/**
 * Downloading one kind of record again, and exporting while the pull writes, with the real store and the real
 * service.
 */
import { call } from '@orpc/server';
import Papa from 'papaparse';
import { describe, expect, it, vi } from 'vitest';
import type { HttpResult } from '../../../src/main/core/ports/ports';
import { ORDER_LIST_PATH } from '../../../src/shared/http-api/order';
import { makeRig } from '../../support/sync/make-rig';
import { differences } from '../../support/sync/service-fixture';

const rig = makeRig();
const { workspace, rounds: settled } = rig;
const core = () => rig.fixture.core;
const unreachable: HttpResult = { kind: 'failure', reason: 'connect', unsent: true, detail: 'test' };

describe('re-downloading one kind of record', () => {
  it('[PL17] deletes the copy, downloads it again, and leaves the other kinds and the outbox unchanged', async () => {
    await rig.openDemo();
    await call(core().router.outbox.pause, { paused: true });
    expect(
      await call(core().router.outbox.submit, {
        command: {
          kind: 'receipt',
          schema: 1,
          target: null,
          fields: { amount: '12.50', currency: 'USD' },
          children: [],
        },
      }),
    ).toMatchObject({ ok: true });
    const outboxBefore = await call(core().router.outbox.list, {});
    expect(outboxBefore).toHaveLength(1);
    const before = workspace().cache.get('order', workspace().cache.liveIds('order')[0]!)!;
    const companies = workspace().cache.get('company', workspace().cache.liveIds('company')[0]!)!.fetchedAt;
    rig.service.wire.seen.length = 0;
    await new Promise((resolve) => setTimeout(resolve, 5));
    await call(core().router.diagnostics.refetch, { resource: 'order' });
    await settled();
    expect(differences(workspace().cache, rig.service.database)).toEqual([]);
    expect(workspace().cache.get('order', before.row.id)!.fetchedAt).toBeGreaterThan(before.fetchedAt);
    expect(workspace().cache.get('company', workspace().cache.liveIds('company')[0]!)!.fetchedAt).toBe(
      companies,
    );
    expect(
      workspace()
        .pull.state()
        .resources.find(({ resource }) => resource === 'order'),
    ).toMatchObject({ state: 'complete' });
    expect(
      workspace()
        .cache.search(String(before.row.values.order_no), { limit: 5 })
        .some(({ id }) => id === before.row.id),
    ).toBe(true);
    expect((await call(core().router.outbox.list, {})).map(({ id }) => id)).toEqual(
      outboxBefore.map(({ id }) => id),
    );
  });

  it('[PL17] [PL24] asks for a list that is refused no more often than the timetable', async () => {
    await rig.connect(
      {},
      { rounds: 'timed', pace: { stepMs: 100 }, requestsPerMinute: Number.POSITIVE_INFINITY },
    );
    let asked = 0;
    rig.service.wire.intercept = async (request, pass) => {
      if (!request.url.includes(ORDER_LIST_PATH)) return pass();
      asked += 1;
      return {
        kind: 'answer',
        status: 403,
        headers: {},
        text: '{"code":403,"message":"no permission"}',
        url: request.url,
      };
    };
    await call(core().router.diagnostics.refetch, { resource: 'order' });
    await settled();
    const inWholeRounds = asked;
    // Some steps, none of which has to read the orders.
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(asked - inWholeRounds).toBeLessThanOrEqual(2);
    expect(workspace().cache.counts('order').live).toBeGreaterThan(0);
  });

  it('[PL17] deletes nothing until the service answers', async () => {
    await rig.openDemo();
    const held = workspace().cache.counts('order').live;
    rig.service.wire.intercept = () => Promise.resolve(unreachable);
    await call(core().router.diagnostics.refetch, { resource: 'order' });
    await settled();
    expect(workspace().cache.counts('order').live).toBe(held);
    rig.service.wire.intercept = null;
    const before = workspace().cache.get('order', workspace().cache.liveIds('order')[0]!)!;
    await settled();
    expect(workspace().cache.get('order', before.row.id)!.fetchedAt).toBeGreaterThan(before.fetchedAt);
    expect(differences(workspace().cache, rig.service.database)).toEqual([]);
  });

  it('[PL17] begins after a restart if the service did not answer before it', async () => {
    await rig.openDemo();
    const [id = ''] = workspace().cache.liveIds('order');
    const before = workspace().cache.get('order', id)!.fetchedAt;
    const isAwaited = () =>
      workspace()
        .pull.state()
        .resources.find(({ resource }) => resource === 'order')?.isAwaited;
    rig.service.wire.intercept = () => Promise.resolve(unreachable);
    await call(core().router.diagnostics.refetch, { resource: 'order' });
    await settled();
    await rig.fixture.reopen();
    expect(isAwaited()).toBe(true);
    rig.service.wire.intercept = null;
    await settled();
    await settled();
    expect(isAwaited()).toBe(false);
    expect(workspace().cache.get('order', id)!.fetchedAt).toBeGreaterThan(before);
  });

  it('[PL17] records the duration and the arrivals of each round', async () => {
    await rig.openDemo();
    const [first] = await call(core().router.diagnostics.rounds, undefined);
    expect(first).toMatchObject({ trouble: null, failed: [] });
    expect(first?.changed.order).toBe(
      workspace().cache.counts('order').live + workspace().cache.counts('order').removed,
    );
    await workspace().pull.round();
    const [second] = await call(core().router.diagnostics.rounds, undefined);
    expect(second?.changed.order ?? 0).toBe(0);
  });

  it('tests the connection with a read and shows why it fails', async () => {
    await rig.openDemo();
    expect(await call(core().router.diagnostics.testConnection, undefined)).toMatchObject({
      ok: true,
      serverTime: expect.stringMatching(/^\d{4}-/) as string,
    });
    rig.service.wire.intercept = () => Promise.resolve(unreachable);
    expect(await call(core().router.diagnostics.testConnection, undefined)).toMatchObject({
      ok: false,
      error: { code: 'offline' },
    });
  });

  it('makes a report without the token, the e-mail of the sign-in or any record', async () => {
    await rig.openDemo();
    const { text } = await call(core().router.diagnostics.bundle, undefined);
    const token = workspace().session.token()!;
    expect(token.length).toBeGreaterThan(10);
    const names = rig.service.database
      .prepare("SELECT json_extract(doc, '$.name') FROM record WHERE resource = 'company' LIMIT 50")
      .pluck()
      .all() as string[];
    for (const secret of [token, token.split('.')[1] ?? token, 'rep@demo.example', ...names])
      expect(text).not.toContain(secret);
    expect(JSON.parse(text)).toHaveProperty('rounds');
  });
});

it('the report for the support is made also while the outbox cannot be read', async () => {
  await rig.openDemo();
  for (const read of ['counts', 'waiting'] as const)
    vi.spyOn(workspace().outbox.store, read).mockImplementation(() => {
      throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_READ' });
    });
  const { text } = await call(core().router.diagnostics.bundle, undefined);
  expect(JSON.parse(text)).toMatchObject({
    satchel: { version: '0.0.0' },
    sync: { unreadable: expect.any(String) as string },
    outbox: { unreadable: expect.any(String) as string },
  });
});

describe('an export through the contract', () => {
  it('contains every record of the list once, while the pull writes', async () => {
    await rig.openDemo({ dataset: 120 });
    const started = await call(core().router.export.start, {
      view: { resource: 'order' },
      format: 'csv',
      columns: [{ key: 'order_id', label: 'id' }],
      words: { yes: 'y', no: 'n', sheet: 's', enums: {} },
    });
    if (!started.ok) throw new Error(started.code);
    const round = workspace().pull.round();
    let text = '';
    for (let state = 'running'; state === 'running';) {
      const piece = await call(core().router.export.next, { id: started.id });
      text += piece.chunk;
      state = piece.state;
    }
    await round;
    const ids = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true })
      .data.slice(1)
      .map(([id = '']) => id.trim());
    expect([...ids].sort()).toEqual(workspace().cache.liveIds('order').sort());
    expect(await call(core().router.export.next, { id: started.id })).toMatchObject({ state: 'gone' });
  });

  it('ends when its account is closed', async () => {
    await rig.openDemo();
    const started = await call(core().router.export.start, {
      view: { resource: 'order' },
      format: 'xlsx',
      columns: [{ key: 'order_id', label: 'id' }],
      words: { yes: 'y', no: 'n', sheet: 's', enums: {} },
    });
    if (!started.ok) throw new Error(started.code);
    await core().accounts.signOut('demo', 'keep');
    expect(await call(core().router.export.next, { id: started.id })).toMatchObject({ state: 'gone' });
    expect(
      await call(core().router.export.start, {
        view: { resource: 'order' },
        format: 'csv',
        columns: [{ key: 'order_id', label: 'id' }],
        words: { yes: 'y', no: 'n', sheet: 's', enums: {} },
      }),
    ).toEqual({ ok: false, code: 'no-account' });
  });
});
