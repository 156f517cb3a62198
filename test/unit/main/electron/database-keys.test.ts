import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SafeStorage } from 'electron';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createDatabaseKeys } from '../../../../src/main/electron/database-keys';

// The words of Electron's own source, which are all it tells the two apart by.
const NOT_NOW = 'safeStorage.decryptStringAsync is temporarily unavailable. Please try again.';
const NOT_MINE = 'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.';
const turned = (text: string): string => [...text].toReversed().join('');
const mood = {
  decrypt: null as string | null,
  encrypt: null as string | null,
  reEncrypt: false,
  sealed: 0,
  silentFrom: Number.POSITIVE_INFINITY,
};
const safeStorage = {
  encryptStringAsync: (text: string) => {
    mood.sealed += 1;
    return mood.encrypt
      ? Promise.reject(new Error(mood.encrypt))
      : Promise.resolve(Buffer.from(`${mood.sealed}:${turned(text)}`));
  },
  decryptStringAsync: (data: Buffer) =>
    mood.sealed >= mood.silentFrom
      ? Promise.reject(new Error(NOT_NOW))
      : mood.decrypt
        ? Promise.reject(new Error(mood.decrypt))
        : Promise.resolve({
            result: turned(data.toString().replace(/^\d+:/, '')),
            shouldReEncrypt: mood.reEncrypt,
          }),
} as unknown as SafeStorage;

let data: string;
beforeEach(() => {
  Object.assign(mood, {
    decrypt: null,
    encrypt: null,
    reEncrypt: false,
    sealed: 0,
    silentFrom: Number.POSITIVE_INFINITY,
  });
  data = mkdtempSync(join(tmpdir(), 'satchel-database-keys-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  for (const id of ['a', 'b']) mkdirSync(join(data, 'accounts', id), { recursive: true });
});
const keys = () => createDatabaseKeys(safeStorage, data);
const file = (id = 'a') => join(data, 'accounts', id, 'cache.key');

describe('keys of encrypted caches', () => {
  it('are random, wrapped, and available at the next start', async () => {
    const [a, b] = [await keys().make('a'), await keys().make('b')];
    expect(a).toMatch(/^[\da-f]{64}$/);
    expect(a).not.toBe(b);
    expect(await keys().get('a')).toEqual({ kind: 'key', key: a });
    expect(readFileSync(file(), 'utf8')).not.toContain(a);
    expect(readdirSync(join(data, 'accounts', 'a'))).toEqual(['cache.key']);
  });

  it.skipIf(process.platform === 'win32')('are readable only by the user', async () => {
    await keys().make('a');
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it('do not exist before one was made', async () => expect(await keys().get('a')).toEqual({ kind: 'none' }));

  it.each([
    ['is not to be had now', NOT_NOW, 'waiting'],
    ['fails in a way nobody knows', 'org.freedesktop.DBus.Error.NoReply', 'waiting'],
    ['does not know it', NOT_MINE, 'undecryptable'],
  ] as const)('are never taken for lost or replaced when the keyring %s', async (_when, message, reason) => {
    const key = await keys().make('a');
    const before = readFileSync(file(), 'utf8');
    mood.decrypt = message;
    expect(await keys().get('a')).toEqual({ kind: 'unavailable', reason });
    expect(await keys().make('a')).toBeNull();
    expect(readFileSync(file(), 'utf8')).toBe(before);
    mood.decrypt = null;
    expect(await keys().get('a')).toEqual({ kind: 'key', key });
  });

  it.each(['', '{', '{"version":2,"sealed":"YQ=="}', '{"version":1,"sealed":"%"}'])(
    'report a foreign file as not decryptable: %j',
    async (text) => {
      writeFileSync(file(), text);
      expect(await keys().get('a')).toEqual({ kind: 'unavailable', reason: 'undecryptable' });
      expect(await keys().make('a')).toBeNull();
      expect(readFileSync(file(), 'utf8')).toBe(text);
    },
  );

  it('of one account are not those of another, whatever happens to the files', async () => {
    await keys().make('a');
    writeFileSync(file('b'), readFileSync(file('a')));
    expect(await keys().get('b')).toEqual({ kind: 'unavailable', reason: 'undecryptable' });
  });

  it('wait if their file cannot be read now', async () => {
    mkdirSync(file());
    expect(await keys().get('a')).toEqual({ kind: 'unavailable', reason: 'waiting' });
  });

  it.each([
    ['wrap', { encrypt: 'locked' }],
    ['read back', { decrypt: NOT_NOW }],
  ])('are not made if the keyring does not %s them, and leave nothing behind', async (_what, change) => {
    Object.assign(mood, change);
    expect(await keys().make('a')).toBeNull();
    expect(existsSync(file())).toBe(false);
  });

  it('are wrapped again when the keyring requests it, and stay the same', async () => {
    const key = await keys().make('a');
    const before = readFileSync(file(), 'utf8');
    mood.reEncrypt = true;
    expect(await keys().get('a')).toEqual({ kind: 'key', key });
    expect(readFileSync(file(), 'utf8')).not.toBe(before);
    mood.encrypt = 'locked';
    expect(await keys().get('a')).toEqual({ kind: 'key', key });
  });

  it.each(['..', 'a/b', '../b', 'a\0', ''])('are read for valid account ids only: %j', async (id) => {
    await expect(keys().get(id)).rejects.toThrow('no account');
    await expect(keys().make(id)).rejects.toThrow('no account');
  });
});

describe('keys of encrypted outboxes', () => {
  const outboxKeys = () => createDatabaseKeys(safeStorage, data, 'outbox');
  const own = (id = 'a') => join(data, 'accounts', id, 'outbox.key');
  const KEY = 'ab'.repeat(32);

  it('are stored unchanged, wrapped, and available at the next start', async () => {
    expect(await outboxKeys().get('a')).toEqual({ kind: 'none' });
    expect(await outboxKeys().keep('a', KEY)).toBe(true);
    expect(await outboxKeys().get('a')).toEqual({ kind: 'key', key: KEY });
    expect(readFileSync(own(), 'utf8')).not.toContain(KEY);
  });

  it("are never taken for a cache's or for another account's, whatever happens to the files", async () => {
    await outboxKeys().keep('a', KEY);
    await keys().make('a');
    const [outbox, cache] = [readFileSync(own(), 'utf8'), readFileSync(file(), 'utf8')];
    writeFileSync(own('b'), outbox);
    writeFileSync(own(), cache);
    writeFileSync(file(), outbox);
    for (const answer of [await outboxKeys().get('a'), await outboxKeys().get('b'), await keys().get('a')])
      expect(answer).toEqual({ kind: 'unavailable', reason: 'undecryptable' });
  });

  it.each([
    ['wrap', { encrypt: 'locked' }],
    ['open again', { decrypt: NOT_NOW }],
  ])(
    'are not kept where the keyring does not %s them, and the existing wrap stays unchanged',
    async (_what, change) => {
      await outboxKeys().keep('a', KEY);
      const before = readFileSync(own(), 'utf8');
      // A file that is replaced is another file: a kill before the old text is back would lose it.
      const { ino, mtimeMs } = statSync(own());
      Object.assign(mood, change);
      expect(await outboxKeys().keep('a', 'cd'.repeat(32))).toBe(false);
      expect(readFileSync(own(), 'utf8')).toBe(before);
      expect(statSync(own())).toMatchObject({ ino, mtimeMs });
    },
  );

  it('are not kept if the keyring stops answering after it took them, and the earlier wrap is restored', async () => {
    await outboxKeys().keep('a', KEY);
    const before = readFileSync(own(), 'utf8');
    // It has sealed the key to try it; from the seal that is kept on it says nothing.
    mood.silentFrom = mood.sealed + 2;
    expect(await outboxKeys().keep('a', 'cd'.repeat(32))).toBe(false);
    expect(readFileSync(own(), 'utf8')).toBe(before);
  });

  it('replace a wrap that a lost keyring made', async () => {
    await outboxKeys().keep('a', KEY);
    writeFileSync(own(), '{"version":1,"sealed":"YQ=="}');
    expect(await outboxKeys().get('a')).toEqual({ kind: 'unavailable', reason: 'undecryptable' });
    expect(await outboxKeys().keep('a', KEY)).toBe(true);
    expect(await outboxKeys().get('a')).toEqual({ kind: 'key', key: KEY });
  });
});
