/**
 * An account with encrypted unsent work: encryption is switched on and off, a keychain is lost, a recovery
 * code is entered. None of this loses saved work.
 */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '@orpc/server';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { unlock } from '../../../src/main/node/encrypt-database';
import { createFiles } from '../../../src/main/node/files';
import { createOutboxKeys } from '../../../src/main/node/outbox-keys';
import { createWorkerKeys } from '../../../src/main/node/worker-keys';
import { connectWithKeyring, KEYCHAIN, offeredCode } from '../../support/outbox/encrypted-account';
import { type CoreFixture, makeCore } from '../../support/sync/core-fixture';
import { fakeKeyring } from '../../support/sync/fake-keyring';
import { makeService, type ServiceFixture } from '../../support/sync/service-fixture';

const UNDECRYPTABLE = { kind: 'unavailable', reason: 'undecryptable' } as const;
/** What the worker has where there is no real keyring: it asks nobody. */
const NOBODY = { ask: () => Promise.reject(new Error('nobody is to be asked')) };
const WAITING = { kind: 'unavailable', reason: 'waiting' } as const;
const CANARY = 'Kept Through Everything';
let service: ServiceFixture;
let fixture: CoreFixture;
let keyring: ReturnType<typeof fakeKeyring>;
afterEach(async () => {
  await fixture.dispose();
  service.close();
});

const router = () => fixture.core.router.accounts;
const state = () => fixture.core.accounts.state();
const id = (): string => state().accounts[0]?.id ?? '';
const folder = (): string => join(fixture.directory, 'accounts', id());
const at = (name: string): string => join(folder(), name);
const kind = (name = 'outbox.db'): string => fixture.ports.files.databaseKind(`accounts/${id()}/${name}`);
const titles = (): string[] =>
  fixture.core.accounts
    .current()
    ?.outbox.list()
    .map(({ title }) => title) ?? [];
const submit = (name: string) =>
  call(fixture.core.router.outbox.submit, {
    command: {
      kind: 'company',
      schema: 1,
      target: null,
      fields: { name, pool_id: '1' },
      children: [
        { ref: 'local:c1', fields: { name: 'Ann', email: 'ann@example.com', main_customer_flag: 1 } },
      ],
    },
  });

const connected = async () => {
  service = makeService({ dataset: 10 });
  keyring = fakeKeyring();
  fixture = await connectWithKeyring(service, keyring);
  expect((await submit(CANARY)).ok).toBe(true);
};
const offered = () => offeredCode(fixture);
const protect = async (): Promise<string> => {
  const { code, back } = await offered();
  expect(await call(router().confirmCode, { groups: back })).toMatchObject({
    ok: true,
    state: { outboxProtection: { state: 'encrypted', hasCode: true, plainCopies: 0 } },
  });
  return code;
};
/** The same data on a machine with another keychain, or with none. */
const elsewhere = async (storage: 'keychain' | 'memory'): Promise<void> => {
  const { directory } = fixture;
  await fixture.core.close();
  keyring.mood.answer = null;
  fixture = await makeCore({
    transport: service.wire,
    directory,
    ...(storage === 'keychain'
      ? { secrets: KEYCHAIN, databaseKeys: keyring.databaseKeys, outboxKeys: keyring.outboxKeys }
      : {
          databaseKeys: createWorkerKeys('memory', createFiles(directory), NOBODY),
          outboxKeys: (files) => createOutboxKeys('memory', files, NOBODY),
        }),
  });
};
/** Enough that the file grows, so that its first page lies in the WAL as well. */
const MANY = 40;
/** The files as a kill leaves them, WAL and all, changed by `tamper`, and a new core over them. */
const killed = async (tamper: (folder: string) => void = () => undefined): Promise<void> => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-killed-'));
  const account = id();
  cpSync(fixture.directory, directory, { recursive: true });
  await fixture.dispose();
  keyring.mood.directory = directory;
  tamper(join(directory, 'accounts', account));
  expect(existsSync(join(directory, 'accounts', account, 'outbox.db-wal'))).toBe(true);
  fixture = await makeCore({
    transport: service.wire,
    directory,
    databaseKeys: keyring.databaseKeys,
    outboxKeys: keyring.outboxKeys,
    secrets: KEYCHAIN,
  });
};
const readable = (): string[] =>
  readdirSync(fixture.directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(CANARY));

describe('unsent work, encrypted', () => {
  it('[AU12] is so only after the user has typed part of the code; then no file contains plain text, and work continues', async () => {
    await connected();
    expect(state().outboxProtection).toEqual({ state: 'plain', hasCode: false, plainCopies: 0 });
    expect(readable().length).toBeGreaterThan(0);
    const { code, ask, back } = await offered();
    expect(code).toMatch(/^([0-9A-Z]{4}-){6}[0-9A-Z]{4}$/);
    expect(ask).toHaveLength(2);
    expect(readdirSync(folder()).filter((name) => /outbox\.(key|recovery)/.test(name))).toEqual([]);
    for (const wrong of [
      [],
      ['0000'],
      [back[1] ?? '', back[0] ?? ''],
      [back[0] ?? '', '0000'],
      [...back, 'AAAA'],
    ]) {
      expect(await call(router().confirmCode, { groups: wrong })).toEqual({
        ok: false,
        error: { code: 'code-wrong' },
      });
    }
    expect(kind()).toBe('plain');
    expect(
      await call(router().confirmCode, { groups: back.map((group) => ` ${group.toLowerCase()} `) }),
    ).toMatchObject({ ok: true, state: { account: { id: id() }, outboxProtection: { state: 'encrypted' } } });
    expect([kind(), titles()]).toEqual(['encrypted', [CANARY]]);
    expect((await submit('After it')).ok).toBe(true);
    expect(readable()).toEqual([]);
    await fixture.reopen();
    expect([kind(), titles().toSorted(), readable()]).toEqual(['encrypted', ['After it', CANARY], []]);
  });

  it('stays durable: WAL, every commit synced, one file per account', async () => {
    await connected();
    await protect();
    const pragmas = ['journal_mode', 'synchronous', 'fullfsync', 'checkpoint_fullfsync', 'foreign_keys'];
    const { files } = fixture.ports;
    const { open } = files;
    const seen: unknown[] = [];
    files.open = (name, key) => {
      const database = open(name, key);
      if (name.endsWith('outbox.db')) seen.push(database);
      return database;
    };
    await fixture.reopen();
    const database = seen.at(-1) as Database.Database;
    expect(pragmas.map((name) => database.pragma(name, { simple: true }))).toEqual(['wal', 2, 1, 1, 1]);
  });

  it('[AU6] keeps key and code out of log, state, diagnostics and disk; only one answer contains the code', async () => {
    await connected();
    const code = await protect();
    const key = readFileSync(at('outbox.key'), 'utf8');
    const said = JSON.stringify([
      state(),
      await call(fixture.core.router.diagnostics.get, undefined),
      await call(fixture.core.router.diagnostics.bundle, undefined),
      await call(fixture.core.router.outbox.export, undefined),
      fixture.log.lines,
    ]);
    for (const form of [code, code.replaceAll('-', ''), code.slice(0, 9), key])
      expect(said).not.toContain(form);
    rmSync(at('outbox.key')); // where the real shell's is sealed
    for (const name of readdirSync(fixture.directory, { recursive: true, withFileTypes: true })) {
      if (!name.isFile()) continue;
      const text = readFileSync(join(name.parentPath, name.name), 'latin1');
      for (const form of [
        code,
        code.replaceAll('-', ''),
        key,
        Buffer.from(key, 'hex').toString('base64'),
        Buffer.from(key, 'hex').toString('latin1'),
      ])
        expect(text.includes(form), name.name).toBe(false);
    }
  });

  it('[AU12] opens by the code after the keychain is lost; the new keychain gets the key, and the copy is downloaded again', async () => {
    await connected();
    const code = await protect();
    keyring.mood.answer = UNDECRYPTABLE;
    await fixture.reopen();
    expect(state()).toMatchObject({
      account: null,
      locked: { what: 'outbox', reason: 'undecryptable', canRecover: true },
    });
    const before = readFileSync(at('outbox.db'));
    const wrong = fixture.ports.outboxKeys.newCode();
    for (let tries = 0; tries < 4; tries += 1)
      expect(await call(router().recover, { accountId: id(), code: wrong })).toEqual({
        ok: false,
        error: { code: 'code-wrong' },
      });
    expect(await call(router().recover, { accountId: id(), code: code.slice(0, -2) })).toEqual({
      ok: false,
      error: { code: 'code-mistyped' },
    });
    expect(readFileSync(at('outbox.db')).equals(before)).toBe(true);
    // The keychain is a new one: what it sealed before it does not know, what it seals now it does.
    rmSync(at('cache.key'));
    keyring.mood.answer = null;
    writeFileSync(at('outbox.key'), 'f'.repeat(64));
    expect(await call(router().recover, { accountId: id(), code: ` ${code.toLowerCase()} ` })).toMatchObject({
      ok: true,
      state: {
        locked: null,
        cacheProtection: 'encrypted',
        outboxProtection: { state: 'encrypted' },
        notices: [],
      },
    });
    expect(titles()).toEqual([CANARY]);
    expect(existsSync(at('cache.db.aside-1'))).toBe(true);
    await fixture.reopen();
    expect([state().locked, titles()]).toEqual([null, [CANARY]]);
  });

  it('waits for a keychain that is only locked, and can be opened with the code meanwhile', async () => {
    await connected();
    const code = await protect();
    keyring.mood.answer = WAITING;
    await fixture.reopen();
    expect(state().locked).toMatchObject({ what: 'outbox', reason: 'waiting', canRenew: false });
    expect(await call(router().renewLocked, { accountId: id() })).toMatchObject({
      ok: false,
      error: { code: 'bad-input' },
    });
    keyring.mood.answer = null;
    expect(await call(router().unlock, undefined)).toMatchObject({ ok: true, state: { locked: null } });
    keyring.mood.answer = WAITING;
    await fixture.reopen();
    // The copy has a key of its own, which a slow keychain may still give: whether to wait for it is the
    // user's to say.
    expect(await call(router().recover, { accountId: id(), code })).toMatchObject({
      ok: false,
      error: { code: 'cache-locked' },
    });
    expect(state().locked).toMatchObject({ what: 'copy', reason: 'waiting', canRenew: true });
    expect(await call(router().renewLocked, { accountId: id() })).toMatchObject({ ok: true });
    expect(titles()).toEqual([CANARY]);
  });

  it('opens with the code at each start without a keychain', async () => {
    await connected();
    const code = await protect();
    await elsewhere('memory');
    expect(state().locked).toMatchObject({ what: 'outbox', reason: 'no-keyring', canRecover: true });
    expect(await call(router().recover, { accountId: id(), code })).toMatchObject({
      ok: true,
      state: {
        cacheProtection: 'plain',
        outboxProtection: { state: 'encrypted' },
        notices: [{ code: 'code-again' }],
      },
    });
    expect(titles()).toEqual([CANARY]);
    expect(await call(router().offerCode, undefined)).toEqual({ ok: false, error: { code: 'no-keychain' } });
    await elsewhere('memory');
    expect(state().locked).toMatchObject({ what: 'outbox' });
  });

  it('can be made plain again, also with only the code, and leaves no wrap', async () => {
    await connected();
    const code = await protect();
    await elsewhere('memory');
    await call(router().recover, { accountId: id(), code });
    expect(await call(router().decryptOutbox, undefined)).toMatchObject({
      ok: true,
      state: { outboxProtection: { state: 'plain', hasCode: false } },
    });
    expect([kind(), titles()]).toEqual(['plain', [CANARY]]);
    expect(readdirSync(folder()).filter((name) => /outbox\.(key|recovery)/.test(name))).toEqual([]);
    await fixture.reopen();
    expect(titles()).toEqual([CANARY]);
  });

  it('accepts a new code; the old one then opens nothing', async () => {
    await connected();
    const first = await protect();
    const key = readFileSync(at('outbox.key'), 'utf8');
    const second = await protect();
    expect(readFileSync(at('outbox.key'), 'utf8')).toBe(key);
    keyring.mood.answer = UNDECRYPTABLE;
    await fixture.reopen();
    expect(await call(router().recover, { accountId: id(), code: first })).toEqual({
      ok: false,
      error: { code: 'code-wrong' },
    });
    keyring.mood.answer = null;
    expect(await call(router().recover, { accountId: id(), code: second })).toMatchObject({ ok: true });
  });

  it('is not offered without a keychain, and does not start if the keychain refuses the key', async () => {
    await connected();
    keyring.mood.refuses = true;
    const { back } = await offered();
    expect(await call(router().confirmCode, { groups: back })).toEqual({
      ok: false,
      error: { code: 'no-keychain' },
    });
    expect([kind(), titles(), existsSync(at('outbox.recovery'))]).toEqual(['plain', [CANARY], false]);
    await call(router().withdrawCode, undefined);
    keyring.mood.refuses = false;
    expect(await call(router().confirmCode, { groups: back })).toEqual({
      ok: false,
      error: { code: 'code-outdated' },
    });
    await elsewhere('memory');
    await call(router().renewLocked, { accountId: id() });
    expect([titles(), await call(router().offerCode, undefined)]).toEqual([
      [CANARY],
      { ok: false, error: { code: 'no-keychain' } },
    ]);
  });

  it('takes its older copies along when it is encrypted or decrypted, and counts the unreadable ones', async () => {
    await connected();
    await fixture.core.close();
    const backup = join(fixture.directory, 'backups', '2026-01-01-before-update-of-0.1.0');
    mkdirSync(backup, { recursive: true });
    const copies = [at('outbox.before-1-1.db'), at('outbox.db.aside-1'), join(backup, `${id()}-outbox.db`)];
    for (const copy of copies) copyFileSync(at('outbox.db'), copy);
    copyFileSync(at('outbox.db'), at('outbox.db.encrypting'));
    writeFileSync(
      at('outbox.db.aside-2'),
      Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(5000, 7)]),
    );
    await fixture.reopen();
    const { back } = await offered();
    expect(await call(router().confirmCode, { groups: back })).toMatchObject({
      ok: true,
      state: { outboxProtection: { state: 'encrypted', plainCopies: 1 } },
    });
    const key = readFileSync(at('outbox.key'), 'utf8');
    for (const copy of copies) {
      const database = unlock(new Database(copy, { readonly: true }), key);
      expect(database.prepare('SELECT count(*) FROM intents').pluck().get(), copy).toBe(1);
      database.close();
    }
    expect([readable(), existsSync(at('outbox.db.encrypting'))]).toEqual([[], false]);
    expect(await call(router().decryptOutbox, undefined)).toMatchObject({ ok: true });
    for (const copy of copies)
      expect(
        new Database(copy, { readonly: true }).prepare('SELECT count(*) FROM intents').pluck().get(),
        copy,
      ).toBe(1);
    expect(existsSync(at('outbox.key'))).toBe(false);
  });

  it('stays unchanged after a fault at any step of the change, and a later try succeeds', async () => {
    await connected();
    const { files, outboxKeys } = fixture.ports;
    const fault = (): never => {
      throw Object.assign(new Error('disk full'), { code: 'ENOSPC' });
    };
    const { wrap } = outboxKeys;
    const { encrypt, decrypt } = files;
    const offer = await offered();
    outboxKeys.wrap = fault;
    expect(await call(router().confirmCode, { groups: offer.back })).toEqual({
      ok: false,
      error: { code: 'disk-full' },
    });
    expect([kind(), titles()]).toEqual(['plain', [CANARY]]);
    outboxKeys.wrap = wrap;
    files.encrypt = fault;
    expect(await call(router().confirmCode, { groups: offer.back })).toEqual({
      ok: false,
      error: { code: 'disk-full' },
    });
    expect([kind(), titles(), state().account?.id, existsSync(at('outbox.recovery'))]).toEqual([
      'plain',
      [CANARY],
      id(),
      false,
    ]);
    // A file found damaged on the way is the outbox's own: no copy of it is made anew.
    files.encrypt = () => {
      throw Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' });
    };
    expect(await call(router().confirmCode, { groups: (await offered()).back })).toEqual({
      ok: false,
      error: { code: 'outbox-corrupt' },
    });
    files.encrypt = encrypt;
    await protect();
    files.decrypt = fault;
    expect(await call(router().decryptOutbox, undefined)).toEqual({
      ok: false,
      error: { code: 'disk-full' },
    });
    expect([kind(), titles(), state().outboxProtection?.hasCode]).toEqual(['encrypted', [CANARY], true]);
    files.decrypt = decrypt;
    expect(await call(router().decryptOutbox, undefined)).toMatchObject({ ok: true });
  });

  it('whose file was replaced by one with another key asks for the code and is not called damaged', async () => {
    await connected();
    await protect();
    await fixture.core.close();
    writeFileSync(at('outbox.key'), 'e'.repeat(64));
    await fixture.reopen();
    expect(state()).toMatchObject({
      locked: { what: 'outbox', reason: 'undecryptable', canRecover: true },
      notices: [],
    });
    expect(readdirSync(folder()).filter((name) => name.startsWith('outbox.db.aside'))).toEqual([]);
  });

  it('that is damaged is set aside, like a plain one, after the code has proved the key right', async () => {
    await connected();
    const code = await protect();
    await fixture.core.close();
    const bytes = readFileSync(at('outbox.db'));
    writeFileSync(at('outbox.db'), Buffer.concat([Buffer.alloc(4096, 7), bytes.subarray(4096)]));
    await fixture.reopen();
    expect(state().locked).toMatchObject({ what: 'outbox', canRecover: true });
    expect(await call(router().recover, { accountId: id(), code })).toMatchObject({
      ok: true,
      state: {
        outboxProtection: { state: 'encrypted' },
        notices: [{ code: 'outbox-salvaged', detail: expect.stringContaining('outbox.db.aside-1') }],
      },
    });
    // The journal knows what the file no longer says.
    expect([titles(), kind('outbox.db.aside-1')]).toEqual([[CANARY], 'encrypted']);
  });

  it('[AU12] killed with work in its WAL, is not changed by a wrong key: the right code opens all of it', async () => {
    await connected();
    const code = await protect();
    for (let n = 0; n < MANY; n += 1) await submit(`Edit ${n}`);
    await killed((place) => writeFileSync(join(place, 'outbox.key'), 'e'.repeat(64)));
    expect(state().locked).toMatchObject({ what: 'outbox', reason: 'undecryptable', canRecover: true });
    await call(router().unlock, undefined);
    expect(await call(router().recover, { accountId: id(), code })).toMatchObject({
      ok: true,
      state: { notices: [] },
    });
    expect(titles()).toHaveLength(MANY + 1);
  });

  it('[AU12] with an older recovery file: the outbox that is set aside stays complete and keeps its wraps', async () => {
    await connected();
    const older = await protect();
    const olderFile = readFileSync(at('outbox.recovery'));
    await call(router().decryptOutbox, undefined);
    const code = await protect();
    const [key, recovery] = [readFileSync(at('outbox.key'), 'utf8'), readFileSync(at('outbox.recovery'))];
    for (let n = 0; n < MANY; n += 1) await submit(`Edit ${n}`);
    keyring.mood.answer = UNDECRYPTABLE;
    await killed((place) => writeFileSync(join(place, 'outbox.recovery'), olderFile));
    rmSync(at('cache.key'));
    keyring.mood.answer = null;
    writeFileSync(at('outbox.key'), key);
    keyring.mood.answer = UNDECRYPTABLE;
    await call(router().recover, { accountId: id(), code: older });
    expect(state().notices).toContainEqual({
      code: 'outbox-damaged',
      detail: `accounts/${id()}/outbox.db.aside-1`,
    });
    expect(readFileSync(at('outbox.key.aside-1'), 'utf8')).toBe(key);
    // Put back by hand, with the recovery file that belongs to it.
    await fixture.core.close();
    for (const [name, aside] of [
      ['outbox.db', 'outbox.db.aside-1'],
      ['outbox.db-wal', 'outbox.db.aside-1-wal'],
    ] as const) {
      rmSync(at(name), { force: true });
      if (existsSync(at(aside))) copyFileSync(at(aside), at(name));
    }
    rmSync(at('outbox.db-shm'), { force: true });
    writeFileSync(at('outbox.recovery'), recovery);
    rmSync(at('outbox.key'));
    keyring.mood.answer = null;
    await elsewhere('keychain');
    expect(state().locked).toMatchObject({ what: 'outbox', reason: 'missing', canRecover: true });
    await call(router().recover, { accountId: id(), code });
    expect(titles()).toHaveLength(MANY + 1);
  });

  it('replaced by an older plain file is encrypted again, with what the journal knows, and opens later', async () => {
    await connected();
    await fixture.core.close();
    copyFileSync(at('outbox.db'), at('older.db'));
    await fixture.reopen();
    await protect();
    await submit('After it');
    await fixture.core.close();
    copyFileSync(at('outbox.db'), at('newer.db'));
    copyFileSync(at('older.db'), at('outbox.db'));
    await fixture.reopen();
    expect([state().outboxProtection, titles().toSorted()]).toEqual([
      { state: 'encrypted', hasCode: true, plainCopies: 0 },
      ['After it', CANARY],
    ]);
    await fixture.core.close();
    copyFileSync(at('newer.db'), at('outbox.db'));
    await fixture.reopen();
    expect([state().locked, state().outboxProtection, titles().toSorted()]).toEqual([
      null,
      { state: 'encrypted', hasCode: true, plainCopies: 0 },
      ['After it', CANARY],
    ]);
  });

  it('whose recovery file is damaged does not offer the code, and a new code repairs that', async () => {
    await connected();
    await protect();
    for (const text of ['', '{"version":1,"salt":"', 'x']) {
      await fixture.core.close();
      writeFileSync(at('outbox.recovery'), text);
      await fixture.reopen();
      expect(state().outboxProtection, text).toMatchObject({ state: 'encrypted', hasCode: false });
    }
    await protect();
    expect(state().outboxProtection).toMatchObject({ hasCode: true });
  });

  it('is not begun on a disk without room for a second copy', async () => {
    await connected();
    const { files } = fixture.ports;
    const { freeBytes } = files;
    files.freeBytes = () => files.sizeBytes(`accounts/${id()}/outbox.db`);
    const { back } = await offered();
    expect(await call(router().confirmCode, { groups: back })).toEqual({
      ok: false,
      error: { code: 'disk-full' },
    });
    files.freeBytes = freeBytes;
    await protect();
    files.freeBytes = () => 0;
    expect(await call(router().decryptOutbox, undefined)).toEqual({
      ok: false,
      error: { code: 'disk-full' },
    });
    expect([kind(), titles(), state().account?.id]).toEqual(['encrypted', [CANARY], id()]);
  });

  it('can be set aside by a user with neither keychain nor code; nothing is deleted', async () => {
    await connected();
    await protect();
    keyring.mood.answer = UNDECRYPTABLE;
    await fixture.reopen();
    expect(state().locked?.canRenew).toBe(false);
    for (let tries = 0; tries < 2; tries += 1) await call(router().unlock, undefined);
    expect(state().locked).toMatchObject({ what: 'outbox', canRenew: true });
    const kept = readFileSync(at('outbox.db'));
    keyring.mood.answer = null;
    rmSync(at('cache.key'));
    await call(router().renewLocked, { accountId: id() });
    expect(readFileSync(at('outbox.db.aside-1')).equals(kept)).toBe(true);
    for (const wrap of ['outbox.key.aside-1', 'outbox.recovery.aside-1'])
      expect(existsSync(at(wrap)), wrap).toBe(true);
    expect(state().notices).toContainEqual({
      code: 'outbox-left',
      detail: `accounts/${id()}/outbox.db.aside-1`,
    });
    await call(router().renewLocked, { accountId: id() });
    expect([state().locked, state().outboxProtection, titles()]).toEqual([
      null,
      { state: 'plain', hasCode: false, plainCopies: 0 },
      [],
    ]);
  });

  it('of the demo is encrypted, and the demo stays offline', async () => {
    service = makeService({ dataset: 10 });
    keyring = fakeKeyring();
    fixture = await makeCore({
      transport: service.wire,
      databaseKeys: keyring.databaseKeys,
      outboxKeys: keyring.outboxKeys,
      secrets: KEYCHAIN,
    });
    keyring.mood.directory = fixture.directory;
    expect((await call(router().openDemo, undefined)).ok).toBe(true);
    await call(router().setDemoOffline, { offline: true });
    await submit(CANARY);
    await protect();
    expect([
      fixture.core.accounts.current()?.transport.offline,
      fixture.core.accounts.current()?.outbox.summary().waiting,
    ]).toEqual([true, 1]);
    await call(router().decryptOutbox, undefined);
    expect(fixture.core.accounts.current()?.transport.offline).toBe(true);
  });

  it('is exported as plain text when the user asks, and can be restored', async () => {
    await connected();
    await protect();
    const { text } = await call(fixture.core.router.outbox.export, undefined);
    expect(text).toContain(CANARY);
    expect(await call(fixture.core.router.outbox.restore, { text })).toMatchObject({ ok: true, skipped: 1 });
    expect(titles()).toEqual([CANARY]);
  });
});
