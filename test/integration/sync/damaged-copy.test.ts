/** Disk failures while the app is in use: in the cache, and in choices that must be stored. */
import { closeSync, copyFileSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { taggedKey, unlock } from '../../../src/main/node/encrypt-database';
import { COMPANY_PUSH_PATH } from '../../../src/shared/http-api/company';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const orders = { view: { resource: 'order' as const }, start: 0, limit: 50 };
const codes = (): string[] => rig.fixture.core.accounts.state().notices.map(({ code }) => code);
const pathOf = (id: string): string => `accounts/${id}/cache.db`;

/** Overwrites the last page of a table or an index in the closed copy. */
const damageLastPage = (profileId: string, table: string): void => {
  const database = rig.fixture.ports.files.openTagged(pathOf(profileId), null);
  const page = database
    .prepare<number>(`SELECT max(pageno) FROM dbstat WHERE name = '${table}'`)
    .pluck()
    .get();
  const pageBytes = Number(database.pragma('page_size', { simple: true }));
  database.close();
  const file = openSync(join(rig.fixture.directory, pathOf(profileId)), 'r+');
  writeSync(file, Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, (Number(page) - 1) * pageBytes);
  closeSync(file);
};

describe('[PL27] a copy that is damaged', () => {
  it('with an unreadable record is set aside and downloaded again by itself', async () => {
    await rig.connect();
    const { profileId } = rig.workspace();
    const { total } = await rig.window().records.page(orders);
    expect(total).toBeGreaterThan(0);
    const beside = rig.fixture.ports.files.openTagged(pathOf(profileId), null);
    beside.prepare("UPDATE order_doc SET raw = substr(raw, 1, length(raw) - 1) || '?'").run();
    beside.close();
    await expect(rig.window().records.page(orders)).rejects.toMatchObject({ code: 'database-corrupt' });
    await vi.waitFor(() => expect(codes()).toContain('cache-damaged'), { timeout: 10_000 });
    await vi.waitFor(async () => expect(await rig.window().records.page(orders)).toMatchObject({ total }), {
      timeout: 20_000,
    });
  });

  it('is replaced while the window shows the account, also if a push is being answered', async () => {
    await rig.connect();
    await rig.releaseAll();
    const { profileId } = rig.workspace();
    let isPushing = false;
    rig.service.wire.intercept = async (request, pass) => {
      if (request.method === 'POST' && request.url.includes(COMPANY_PUSH_PATH)) {
        isPushing = true;
        await new Promise((resolve) => setTimeout(resolve, 1_500));
      }
      return pass();
    };
    const fields = { name: 'Nordwind Pumps', pool_id: '0' };
    await rig.window().outbox.submit({
      command: { kind: 'company', schema: 1, target: null, fields, children: [] },
    });
    await vi.waitFor(() => expect(isPushing).toBe(true), { timeout: 10_000, interval: 5 });
    const shown = new Set<string | undefined>();
    rig.fixture.core.accounts.copyDamaged();
    await vi.waitFor(
      async () => {
        shown.add((await rig.window().accounts.state()).account?.id);
        expect(codes()).toContain('cache-damaged');
      },
      { timeout: 10_000, interval: 5 },
    );
    await vi.waitFor(() => expect(rig.fixture.core.accounts.current()).not.toBeNull(), { timeout: 5_000 });
    expect([...shown]).toEqual([profileId]);
  });

  it('while offline shows an unreadable record in its place, and the others', async () => {
    const leads = { view: { resource: 'lead' as const }, start: 0, limit: 50 };
    await rig.connect();
    const whole = await rig.window().records.page(leads);
    const [edited = '', other = ''] = whole.rows.map(({ id }) => id);
    rig.cut();
    const fields = { remark: 'by sea' };
    const command = { kind: 'lead', schema: 1, target: edited, fields, children: [] };
    await rig.window().outbox.submit({ command });
    const beside = rig.fixture.ports.files.openTagged(pathOf(rig.workspace().profileId), null);
    const damage = beside.prepare(
      "UPDATE lead_doc SET raw = '?' || raw WHERE row_id = (SELECT row_id FROM lead_row WHERE id = ?)",
    );
    const page = () => rig.window().records.page({ ...leads, markUnreadable: true });
    damage.run(other);
    const { total, rows } = await page();
    expect(total).toBe(whole.total);
    expect(rows.filter(({ unreadable }) => unreadable)).toHaveLength(1);
    expect(rows.map(({ id, unreadable }) => (unreadable ? other : id)).toSorted()).toEqual(
      whole.rows.map(({ id }) => id).toSorted(),
    );
    await vi.waitFor(() => expect(codes()).toEqual(['cache-damaged-offline']), { timeout: 10_000 });
    damage.run(edited);
    beside.close();
    // The edited record shows the user's edit, but no values of the service.
    expect((await page()).rows).toContainEqual(
      expect.objectContaining({ id: edited, unreadable: true, values: expect.objectContaining(fields) }),
    );
    // A caller that needs every row gets an error.
    await expect(rig.window().records.page(leads)).rejects.toMatchObject({ code: 'database-corrupt' });
  });

  it('with records that are in one of their two tables only is set aside, by a window or by the pull', async () => {
    await rig.connect();
    const pull = rig.workspace().pull;
    const { total } = await rig.window().records.page(orders);
    const withoutDocuments = (): void => {
      const beside = rig.fixture.ports.files.openTagged(pathOf(rig.workspace().profileId), null);
      beside.prepare('DELETE FROM order_doc').run();
      beside.close();
    };
    withoutDocuments();
    // A record whose text is missing counts as absent, so the pull writes it again.
    await pull.round();
    await vi.waitFor(() => expect(codes()).toContain('cache-damaged'), { timeout: 10_000 });
    await vi.waitFor(async () => expect(await rig.window().records.page(orders)).toMatchObject({ total }), {
      timeout: 20_000,
    });
    withoutDocuments();
    await expect(rig.window().records.page(orders)).rejects.toMatchObject({ code: 'database-corrupt' });
  });

  it.each([
    [
      'the pull',
      async (id: string) => {
        rig.service.service.touch('order', id, { remark: 'new words' });
        await rig.workspace().pull.round();
      },
    ],
    [
      'a search',
      () =>
        expect(rig.window().records.search({ text: 'nord', limit: 5 })).rejects.toThrow('could not be read'),
    ],
  ])('in its search index is set aside after %s', async (_, meet) => {
    await rig.connect();
    const { profileId } = rig.workspace();
    const { total, rows } = await rig.window().records.page(orders);
    await rig.fixture.core.close();
    const database = unlock(new Database(join(rig.fixture.directory, pathOf(profileId))), taggedKey(null));
    // SQLite reports such settings as a wrong format, not as damage, and protects them from a plain
    // statement.
    database.unsafeMode();
    database.prepare("UPDATE order_fts_config SET v = 0 WHERE k = 'version'").run();
    database.close();
    await rig.fixture.reopen();
    await rig.fixture.core.accounts.open(profileId);
    expect(codes()).toEqual([]);
    await meet(rows[0]?.id ?? '');
    await vi.waitFor(() => expect(codes()).toContain('cache-damaged'), { timeout: 10_000 });
    await vi.waitFor(async () => expect(await rig.window().records.page(orders)).toMatchObject({ total }), {
      timeout: 20_000,
    });
  });

  const malformed = (): never => {
    throw Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' });
  };

  it('in which the records of one kind cannot be counted shows the error for this kind only', async () => {
    await rig.connect();
    rig.cut();
    const { cache } = rig.workspace();
    const counts = cache.counts.bind(cache);
    cache.counts = (resource) => (resource === 'order' ? malformed() : counts(resource));
    const { resources } = await rig.window().sync.state();
    const of = (name: string) => resources.find(({ resource }) => resource === name);
    expect(of('order')).toMatchObject({ state: 'failed', error: { code: 'database-corrupt' } });
    expect(of('order')?.records).toBeGreaterThan(0);
    expect(of('lead')).toMatchObject({ state: 'complete', error: null });
    await vi.waitFor(() => expect(codes()).toEqual(['cache-damaged-offline']), { timeout: 10_000 });
  });

  it('is set aside if only the state of the lists is read, and the windows still get the core’s events', async () => {
    await rig.connect();
    const { profileId } = rig.workspace();
    const { total } = await rig.window().records.page(orders);
    const events = await rig.window().events();
    await events.next();
    rig.workspace().cache.state = malformed;
    expect(await rig.window().sync.state()).toMatchObject({
      resources: [],
      error: { code: 'database-corrupt' },
    });
    await vi.waitFor(() => expect(codes()).toContain('cache-damaged'), { timeout: 10_000 });
    await vi.waitFor(async () => expect(await rig.window().records.page(orders)).toMatchObject({ total }), {
      timeout: 20_000,
    });
    expect(rig.workspace().profileId).toBe(profileId);
    // The same stream reports that the lists are available again.
    await vi.waitFor(
      async () => {
        const { value } = await events.next();
        expect(value).toMatchObject({
          type: 'sync',
          state: { resources: expect.arrayContaining([expect.objectContaining({ resource: 'order' })]) },
        });
      },
      { timeout: 10_000 },
    );
    await events.return?.();
  });

  it('a short disk failure ends the round, and the next round continues', async () => {
    await rig.connect({}, { rounds: 'timed', requestsPerMinute: Number.POSITIVE_INFINITY });
    const { cache, pull } = rig.workspace();
    const { state } = cache;
    cache.state = () => {
      throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_READ' });
    };
    await expect(pull.round()).resolves.toBeUndefined();
    cache.state = state;
    expect(pull.state().error).toMatchObject({ code: 'internal' });
    await pull.round();
    expect(pull.state().error).toBeNull();
  });

  it.each(['order_doc', 'drift'])(
    'does not prevent the report for support, which names the part that cannot be read (%s)',
    async (table) => {
      await rig.connect();
      const { profileId } = rig.workspace();
      await rig.fixture.core.close();
      damageLastPage(profileId, table);
      rig.cut();
      await rig.fixture.reopen();
      await rig.fixture.core.accounts.open(profileId);
      const { text } = await rig.window().diagnostics.bundle();
      const part = table === 'drift' ? 'drift' : 'storage';
      expect(JSON.parse(text)).toMatchObject({
        [part]: { unreadable: 'database-corrupt' },
        requests: expect.any(Array),
        log: expect.any(Array),
      });
      await vi.waitFor(() => expect(codes()).toEqual(['cache-damaged-offline']), { timeout: 10_000 });
    },
  );

  it('keeps work that was saved meanwhile', async () => {
    await rig.connect();
    rig.cut();
    await rig.releaseAll();
    const command = { kind: 'lead', schema: 1, target: null, fields: { name: 'Ocean' }, children: [] };
    const saved = await rig.window().outbox.submit({ command });
    const beside = rig.fixture.ports.files.openTagged(pathOf(rig.workspace().profileId), null);
    beside.prepare("UPDATE order_doc SET raw = 'x'").run();
    beside.close();
    await expect(rig.window().records.page(orders)).rejects.toMatchObject({ code: 'database-corrupt' });
    await vi.waitFor(() => expect(codes()).toEqual(['cache-damaged-offline']), { timeout: 10_000 });
    // Readable records remain until the service answers.
    const leads = { view: { resource: 'lead' as const }, start: 0, limit: 50 };
    const { total, rows } = await rig.window().records.page(leads);
    expect([total, rows.length]).toEqual([expect.any(Number), Math.min(total, 50)]);
    expect(total).toBeGreaterThan(1);
    rig.mend();
    await rig.workspace().pull.round();
    await vi.waitFor(() => expect(codes()).toEqual(['cache-damaged']), { timeout: 10_000 });
    // The notice comes before the account is open again.
    await vi.waitFor(() => expect(rig.fixture.core.accounts.current()).not.toBeNull(), { timeout: 10_000 });
    expect(await rig.window().outbox.list({})).toMatchObject([{ id: saved.ok ? saved.id : '' }]);
  });

  it('in data that is read while the account opens is replaced, although no crash caused a check', async () => {
    await rig.connect();
    const { profileId } = rig.workspace();
    const { total } = await rig.window().records.page(orders);
    await rig.fixture.core.close();
    damageLastPage(profileId, 'sqlite_autoindex_state_1');
    await rig.fixture.reopen();
    expect(await rig.fixture.core.accounts.open(profileId)).toMatchObject({ ok: true });
    expect(codes()).toEqual(['cache-damaged']);
    await vi.waitFor(async () => expect(await rig.window().records.page(orders)).toMatchObject({ total }), {
      timeout: 20_000,
    });
  });

  it('or that belongs to another account is never shown', async () => {
    await rig.connect();
    const { profileId } = rig.workspace();
    await rig.fixture.core.accounts.openDemo();
    await rig.workspace().pull.round();
    await rig.fixture.core.close();
    const at = (id: string): string => join(rig.fixture.directory, pathOf(id));
    copyFileSync(at('demo'), at(profileId));
    rig.cut();
    await rig.fixture.reopen();
    await rig.fixture.core.accounts.open(profileId);
    expect(codes()).toContain('cache-damaged');
    expect(await rig.window().records.page(orders)).toMatchObject({ total: 0 });
  });
});

describe('[AU15] a choice that the disk refuses', () => {
  it('is refused with its reason', async () => {
    await rig.connect();
    const { files } = rig.fixture.ports;
    files.writeText = () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    const full = { code: 'disk-full' };
    await expect(rig.window().sync.keep({ resource: 'order', keep: false })).rejects.toMatchObject(full);
    await expect(rig.window().sync.keepDetails({ months: 3 })).rejects.toMatchObject(full);
    await expect(rig.window().accounts.setSettings({ theme: 'dark' })).rejects.toMatchObject(full);
  });
});
