/**
 * An account with an encrypted cache: created, migrated, locked and opened again. The items in the outbox
 * must be there all the time.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { call } from '@orpc/server';
import { createWorkerKeys } from '../../../src/main/node/worker-keys';
import { KEYCHAIN } from '../../support/outbox/encrypted-account';
import { makeCore, type CoreFixture } from '../../support/sync/core-fixture';
import { fakeKeyring } from '../../support/sync/fake-keyring';
import { makeService, ORIGIN, type ServiceFixture } from '../../support/sync/service-fixture';
import { CLIENT } from '../../support/sync/connection';

let service: ServiceFixture;
let fixture: CoreFixture;
afterEach(async () => {
  await fixture.dispose();
  service.close();
});

/** The delays after which a locked account is tried again; the test runs these timers. */
const WAITS = [5_000, 10_000, 20_000, 60_000];
/** The worker's port without a real keyring: every request fails. */
const NO_KEYRING = { ask: () => Promise.reject(new Error('nobody is to be asked')) };

const start = async () => {
  service = makeService({ dataset: 20 });
  const { databaseKeys: keys, mood } = fakeKeyring();
  const timers: (() => void)[] = [];
  fixture = await makeCore({
    transport: service.wire,
    databaseKeys: keys,
    secrets: KEYCHAIN,
    timers: {
      after: (delayMs, callback) => {
        const waits = WAITS.includes(delayMs);
        if (waits) timers.push(callback);
        const timer = setTimeout(callback, waits ? 3_600_000 : delayMs);
        return () => clearTimeout(timer);
      },
    },
  });
  mood.directory = fixture.directory;
  return { mood, timers };
};
const connect = () =>
  call(fixture.core.router.accounts.connect, { baseUrl: ORIGIN, credentials: CLIENT, name: 'Encrypted' });
const account = (): string => fixture.core.accounts.state().accounts[0]?.id ?? '';
const folder = (): string => join(fixture.directory, 'accounts', account());
const kind = (): string => fixture.ports.files.databaseKind(`accounts/${account()}/cache.db`);
const orders = (): number => fixture.core.accounts.current()?.cache.counts('order').live ?? -1;
const synced = async (): Promise<void> => {
  await fixture.core.accounts.current()?.pull.round();
};
const intents = (): number => fixture.core.accounts.current()?.outbox.summary().waiting ?? -1;
const WAITING = { kind: 'unavailable', reason: 'waiting' } as const;
const UNDECRYPTABLE = { kind: 'unavailable', reason: 'undecryptable' } as const;

const connected = async () => {
  const started = await start();
  expect((await connect()).ok).toBe(true);
  await synced();
  expect(orders()).toBeGreaterThan(10);
  const sent = await call(fixture.core.router.outbox.submit, {
    command: {
      kind: 'company',
      schema: 1,
      target: null,
      fields: { name: 'Kept', pool_id: '1' },
      children: [
        { ref: 'local:c1', fields: { name: 'Ann', email: 'ann@example.com', main_customer_flag: 1 } },
      ],
    },
  });
  expect(sent.ok).toBe(true);
  return started;
};

describe('an encrypted cache', () => {
  it('[AU11] the cache is encrypted when a keyring exists: the file and its WAL contain nothing of a record, log and answers nothing of the key', async () => {
    await connected();
    expect(fixture.core.accounts.state()).toMatchObject({ cacheProtection: 'encrypted', locked: null });
    const name = String(
      fixture.core.accounts.current()?.cache.page({ resource: 'order' }, 0, 1).rows[0]?.values.order_no,
    );
    expect(name.length).toBeGreaterThan(3);
    const key = readFileSync(join(folder(), 'cache.key'), 'utf8');
    for (const file of readdirSync(folder()).filter((one) => one.startsWith('cache.db')))
      expect(readFileSync(join(folder(), file)).includes(name), file).toBe(false);
    expect(readFileSync(join(folder(), 'outbox.db'), 'latin1').slice(0, 15)).toBe('SQLite format 3');
    const said = JSON.stringify([
      fixture.core.accounts.state(),
      await call(fixture.core.router.diagnostics.get, undefined),
      await call(fixture.core.router.diagnostics.bundle, undefined),
      fixture.log.lines,
    ]);
    expect(said).not.toContain(key);
    const held = orders();
    await fixture.reopen();
    expect(orders()).toBe(held);
  });

  it('from an earlier version is encrypted in place, with every record kept and no plain copy left', async () => {
    const { mood } = await start();
    mood.refuses = true;
    await connect();
    await synced();
    const held = orders();
    expect(fixture.core.accounts.state().cacheProtection).toBe('plain');
    mood.refuses = false;
    await fixture.reopen();
    expect([kind(), orders(), fixture.core.accounts.state().cacheProtection]).toEqual([
      'encrypted',
      held,
      'encrypted',
    ]);
    expect(readdirSync(folder()).filter((name) => /aside|encrypting/.test(name))).toEqual([]);
  });

  it('stays plain without a keyring, and says so', async () => {
    await start();
    const { directory } = fixture;
    await fixture.core.close();
    fixture.core = (
      await makeCore({
        transport: service.wire,
        databaseKeys: createWorkerKeys('memory', fixture.ports.files, NO_KEYRING),
        directory,
      })
    ).core;
    await connect();
    expect([
      kind(),
      fixture.core.accounts.state().cacheProtection,
      fixture.core.accounts.state().tokenStorage,
    ]).toEqual(['plain', 'plain', 'memory']);
  });

  it('is used unencrypted if it cannot be encrypted, and encrypted at the next start', async () => {
    const { mood } = await start();
    mood.refuses = true;
    await connect();
    await synced();
    const held = orders();
    mood.refuses = false;
    const { addTags } = fixture.ports.files;
    fixture.ports.files.addTags = () => {
      throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' });
    };
    await fixture.reopen();
    expect([kind(), orders()]).toEqual(['plain', held]);
    fixture.ports.files.addTags = addTags;
    await fixture.reopen();
    expect([kind(), orders()]).toEqual(['encrypted', held]);
  });
});

describe('a keyring that fails', () => {
  it('[AU11] for a while: the account waits and opens by itself, with copy and unsent work', async () => {
    const { mood, timers } = await connected();
    const [held, waiting] = [orders(), intents()];
    expect(waiting).toBeGreaterThan(0);
    mood.answer = WAITING;
    await fixture.reopen();
    expect(fixture.core.accounts.state()).toMatchObject({
      account: null,
      cacheProtection: null,
      locked: { accountId: account(), reason: 'waiting', canRenew: false },
    });
    for (let i = 0; i < 5; i += 1)
      expect(await call(fixture.core.router.accounts.unlock, undefined)).toMatchObject({
        ok: false,
        error: { code: 'cache-locked' },
      });
    expect(await call(fixture.core.router.accounts.renewLocked, { accountId: account() })).toMatchObject({
      ok: false,
      error: { code: 'bad-input' },
    });
    expect([kind(), fixture.core.accounts.state().locked?.canRenew]).toEqual(['encrypted', false]);
    // Logged once, however often it is tried.
    expect(fixture.log.lines.filter(({ message }) => message === 'account does not open')).toHaveLength(1);
    mood.answer = null;
    timers.at(-1)?.();
    await expect.poll(() => fixture.core.accounts.state().locked, { timeout: 20_000 }).toBeNull();
    expect([orders(), intents()]).toEqual([held, waiting]);
  });

  it('[AU11] permanently: after several tries the user may download a new copy; the old one stays until the new one is complete', async () => {
    const { mood } = await connected();
    const held = orders();
    mood.answer = UNDECRYPTABLE;
    await fixture.reopen();
    expect(fixture.core.accounts.state().locked).toMatchObject({ reason: 'undecryptable', canRenew: false });
    await call(fixture.core.router.accounts.unlock, undefined);
    expect(fixture.core.accounts.state().locked?.canRenew).toBe(false);
    await call(fixture.core.router.accounts.unlock, undefined);
    expect(fixture.core.accounts.state().locked?.canRenew).toBe(true);
    const [old, outbox] = [
      readFileSync(join(folder(), 'cache.db')),
      readFileSync(join(folder(), 'outbox.db')),
    ];
    // The service does not answer yet.
    service.wire.intercept = () =>
      Promise.resolve({ kind: 'failure', reason: 'connect', unsent: true, detail: 'offline' });
    expect(await call(fixture.core.router.accounts.renewLocked, { accountId: account() })).toMatchObject({
      ok: true,
      state: { locked: null, cacheProtection: 'encrypted' },
    });
    expect(readFileSync(join(folder(), 'cache.db.aside-1')).equals(old)).toBe(true);
    expect(readFileSync(join(folder(), 'outbox.db')).subarray(0, 100).equals(outbox.subarray(0, 100))).toBe(
      true,
    );
    expect([orders(), intents()]).toEqual([0, 1]);
    mood.answer = null;
    await fixture.reopen();
    expect(readdirSync(folder())).toEqual(expect.arrayContaining(['cache.db.aside-1', 'cache.key.aside-1']));
    // All newest pages arrive, but no list of removed records.
    service.wire.intercept = (request, pass) =>
      request.url.includes('removed=1')
        ? Promise.resolve({ kind: 'failure', reason: 'connect', unsent: true, detail: 'offline' })
        : pass();
    // First the round that started without a service must end.
    await expect
      .poll(
        async () => {
          await synced();
          return orders();
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);
    expect(readdirSync(folder())).toContain('cache.db.aside-1');
    service.wire.intercept = null;
    await synced();
    expect(orders()).toBe(held);
    await expect
      .poll(() => readdirSync(folder()).filter((name) => name.includes('aside')), { timeout: 20_000 })
      .toEqual([]);
  });

  it('because this session has none: the app says that it is missing; a new copy is plain, and the app says so', async () => {
    await connected();
    const { directory } = fixture;
    await fixture.core.close();
    fixture.core = (
      await makeCore({
        transport: service.wire,
        databaseKeys: createWorkerKeys('memory', fixture.ports.files, NO_KEYRING),
        directory,
      })
    ).core;
    expect(fixture.core.accounts.state().locked).toMatchObject({ reason: 'no-keyring', canRenew: true });
    expect(await call(fixture.core.router.accounts.renewLocked, { accountId: account() })).toMatchObject({
      ok: true,
      state: { cacheProtection: 'plain' },
    });
    expect(intents()).toBe(1);
  });

  it('is not used if the file of the key is missing: the user decides', async () => {
    await connected();
    const { directory } = fixture;
    await fixture.core.close();
    const id = fixture.core.accounts.state().accounts[0]?.id ?? '';
    fixture.ports.files.remove(`accounts/${id}/cache.key`);
    fixture.core = (
      await makeCore({
        transport: service.wire,
        databaseKeys: fixture.ports.databaseKeys,
        secrets: fixture.secrets,
        directory,
      })
    ).core;
    expect(fixture.core.accounts.state().locked).toMatchObject({ reason: 'missing', canRenew: true });
    expect(kind()).toBe('encrypted');
  });

  it('still allows opening other accounts, and signing out with everything erased', async () => {
    const { mood } = await connected();
    mood.answer = WAITING;
    await fixture.reopen();
    const [id, own] = [account(), folder()];
    await call(fixture.core.router.accounts.signOut, { accountId: id, data: 'remove' });
    expect(fixture.core.accounts.state().locked).toBeNull();
    expect(readdirSync(own).filter((name) => name.startsWith('cache'))).toEqual([]);
    expect(readdirSync(own)).toContain('outbox.db');
  });

  it('does not delay an account without encryption: the copy stays plain until the keyring answers', async () => {
    const { mood } = await start();
    mood.refuses = true;
    await connect();
    mood.refuses = false;
    writeFileSync(join(folder(), 'cache.key'), 'k'.repeat(64));
    mood.answer = WAITING;
    await fixture.reopen();
    expect(fixture.core.accounts.state()).toMatchObject({ locked: null, cacheProtection: 'plain' });
    // A key that opens nothing is set aside for a new one.
    mood.answer = UNDECRYPTABLE;
    await fixture.reopen();
    expect(readdirSync(folder())).toContain('cache.key.aside-1');
    expect(kind()).toBe('encrypted');
  });
});
