/**
 * The files of the cache: opened encrypted or plain, or not yet; set aside, and deleted when they are
 * useless.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  cacheKeyOf,
  dropCachesAside,
  hasCacheAside,
  removeCache,
  setCacheAside,
} from '#core/accounts/files/cache-files';
import type { DatabaseKeys, Files, KeyAnswer } from '#core/ports/ports';
import { createFiles } from '#node/files';

const KEY = { kind: 'key', key: 'ab'.repeat(32) } as const;
const NONE: KeyAnswer = { kind: 'none' };
const away = (reason: 'waiting' | 'undecryptable' | 'no-keyring'): KeyAnswer => ({
  kind: 'unavailable',
  reason,
});

let folder: string;
let files: Files;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-cache-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'a'));
  files = createFiles(folder);
});
const put = (...names: string[]): void => {
  for (const name of names) writeFileSync(join(folder, 'a', name), 'x');
};
const names = (): string[] => readdirSync(join(folder, 'a')).toSorted();
/** An encrypted file looks like any file that is no plain database. */
const encrypted = (): void => writeFileSync(join(folder, 'a/cache.db'), 'x'.repeat(8192));
const plain = (): void => {
  files.remove('a/cache.db');
  const database = files.openTagged('a/cache.db', null);
  database.exec('CREATE TABLE t (x TEXT)');
  database.close();
};

describe('the key of the copy', () => {
  const asked = async (answer: KeyAnswer, hasKeyring = true, made: string | null = 'new key') => {
    const makes: string[] = [];
    const keys: DatabaseKeys = {
      get: async () => answer,
      make: async (id) => {
        makes.push(id);
        return made;
      },
    };
    const key = await cacheKeyOf({ files, keys, directory: 'a', accountId: 'a-1' }, hasKeyring);
    return { key, makes };
  };

  it('is the one that the keyring has, whatever the file is', async () => {
    for (const lay of [() => undefined, encrypted, plain]) {
      lay();
      expect(await asked(KEY)).toEqual({ key: KEY.key, makes: [] });
    }
  });

  it.each([
    ['none yet', () => undefined],
    ['a plain one', plain],
  ])('is made if there is no key and the copy is %s; without a keyring it stays plain', async (_, lay) => {
    lay();
    expect(await asked(NONE)).toEqual({ key: 'new key', makes: ['a-1'] });
    expect((await asked(NONE, false, null)).key).toBeNull();
  });

  it.each(['waiting', 'undecryptable', 'no-keyring'] as const)(
    'of an encrypted copy is waited for: %s',
    async (reason) => {
      encrypted();
      put('cache.key');
      await expect(asked(away(reason))).rejects.toMatchObject({ code: 'cache-locked', reason });
      expect(names()).toEqual(['cache.db', 'cache.key']);
    },
  );

  it('of an encrypted copy is missing only where there is a keyring; otherwise the file is damaged', async () => {
    encrypted();
    await expect(asked(NONE, true)).rejects.toMatchObject({ code: 'cache-locked', reason: 'missing' });
    expect(await asked(NONE, false)).toEqual({ key: null, makes: [] });
  });

  it.each(['waiting', 'no-keyring'] as const)(
    'that is not available (%s) leaves a plain copy plain for now',
    async (reason) => {
      plain();
      put('cache.key');
      expect(await asked(away(reason))).toEqual({ key: null, makes: [] });
      expect(names()).toEqual(['cache.db', 'cache.key']);
    },
  );

  it('that cannot be decrypted and belongs to no file is set aside for a new one', async () => {
    plain();
    put('cache.key');
    expect(await asked(away('undecryptable'))).toEqual({ key: 'new key', makes: ['a-1'] });
    expect(names()).toEqual(['cache.db', 'cache.key.aside-1']);
  });
});

describe('copies that were set aside', () => {
  it('keep their key beside them', () => {
    put('cache.db', 'cache.key', 'outbox.db');
    expect(hasCacheAside({ files }, 'a')).toBe(false);
    setCacheAside({ files }, 'a');
    expect(names()).toEqual(['cache.db.aside-1', 'cache.key.aside-1', 'outbox.db']);
    expect(hasCacheAside({ files }, 'a')).toBe(true);
  });

  it('may have no key, or be a key alone', () => {
    put('cache.db');
    setCacheAside({ files }, 'a');
    expect(names()).toEqual(['cache.db.aside-1']);
    rmSync(join(folder, 'a/cache.db.aside-1'));
    put('cache.key');
    setCacheAside({ files }, 'a');
    expect(names()).toEqual(['cache.key.aside-1']);
    expect(hasCacheAside({ files }, 'a')).toBe(true);
    setCacheAside({ files }, 'a');
    expect(names()).toEqual(['cache.key.aside-1']);
  });

  it('are deleted, however many they are; nothing else is', () => {
    put('cache.db', 'cache.key', 'outbox.db', 'outbox.db.aside-1', 'cache.db.aside-2', 'cache.db.aside-21');
    put('cache.key.aside-1', 'cache.key.aside-120', 'cache.db.aside-2-wal');
    // Satchel ended before it had renamed the database itself.
    put('cache.db.aside-3-wal');
    dropCachesAside({ files }, 'a');
    expect(names()).toEqual(['cache.db', 'cache.key', 'outbox.db', 'outbox.db.aside-1']);
    expect(hasCacheAside({ files }, 'a')).toBe(false);
  });

  it('are counted for their own account alone', () => {
    mkdirSync(join(folder, 'b'));
    put('cache.db.aside-1');
    expect(hasCacheAside({ files }, 'b')).toBe(false);
  });
});

describe('a copy that is removed', () => {
  it('is erased with its key and everything that was set aside; unsent work stays', () => {
    put(
      'cache.db',
      'cache.db-wal',
      'cache.db.encrypting',
      'cache.key',
      'cache.db.aside-1',
      'cache.key.aside-3',
    );
    put('outbox.db', 'outbox.journal', 'outbox.key', 'scope.json');
    removeCache({ files }, 'a');
    expect(names()).toEqual(['outbox.db', 'outbox.journal', 'outbox.key', 'scope.json']);
  });

  it('may be none at all', () => {
    removeCache({ files }, 'a');
    expect([names(), existsSync(join(folder, 'a'))]).toEqual([[], true]);
  });
});
