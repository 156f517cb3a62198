import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { errorCodeOf } from '#core/error-code';
import {
  taggedKey,
  databaseKind,
  decryptDatabase,
  encryptDatabase,
  needsRecoding,
  keyOfCopy,
  addTags,
  realSteps,
  unlock,
  type DiskSteps,
} from '#node/encrypt-database';
import { CANARY, KEY, makePlainDatabase, ROWS } from '../../../support/store/plain-database';

let path: string;
beforeEach(() => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-encrypt-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  path = join(directory, 'cache.db');
  makePlainDatabase(path);
});
const names = () => readdirSync(join(path, '..')).toSorted();
const count = (key: string | null) => {
  const db = new Database(path);
  try {
    if (key !== null) unlock(db, key);
    return [
      db.prepare('SELECT count(*) FROM t').pluck().get(),
      db.pragma('integrity_check', { simple: true }),
      db.pragma('user_version', { simple: true }),
      db.prepare("SELECT count(*) FROM words WHERE words MATCH 'canary'").pluck().get(),
    ];
  } finally {
    db.close();
  }
};
const WHOLE = [ROWS, 'ok', 7, ROWS];

describe('encrypting a database', () => {
  it('keeps every row, those of the WAL too, and leaves nothing readable on the disk', () => {
    expect(names()).toEqual(['cache.db', 'cache.db-wal']);
    expect(readFileSync(path).includes(CANARY)).toBe(true);
    encryptDatabase(path, KEY);
    expect(databaseKind(path)).toBe('encrypted');
    expect(names()).toEqual(['cache.db']);
    expect(readFileSync(path).includes(CANARY)).toBe(false);
    expect(count(KEY)).toEqual(WHOLE);
  });

  it('also encrypts later writes, in the WAL too', () => {
    encryptDatabase(path, KEY);
    const db = unlock(new Database(path), KEY);
    db.pragma('journal_mode = WAL');
    db.prepare('INSERT INTO t VALUES (?, ?)').run(ROWS + 1, CANARY);
    for (const name of names())
      expect(readFileSync(join(path, '..', name)).includes(CANARY), name).toBe(false);
    expect(names()).toContain('cache.db-wal');
    db.close();
  });

  it.each([
    ['another key', 'f'.repeat(64)],
    ['no key', null],
  ])('with %s fails as a file that is not a database', (_name, key) => {
    encryptDatabase(path, KEY);
    expect(() => count(key)).toThrow(expect.objectContaining({ code: 'SQLITE_NOTADB' }));
  });

  it.each(['', 'short', `${'a'.repeat(63)}'`, 'A'.repeat(64)])('refuses a key of another form: %j', (key) => {
    expect(() => encryptDatabase(path, key)).toThrow(expect.objectContaining({ code: 'internal' }));
    expect(count(null)).toEqual(WHOLE);
  });

  it.each(Object.keys(realSteps).filter((name) => name !== 'remove') as (keyof DiskSteps)[])(
    'a fault at "%s" leaves the plain database or the encrypted one, whole, and a later try succeeds',
    (failing) => {
      const steps: DiskSteps = {
        ...realSteps,
        [failing]: () => {
          throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
        },
      };
      expect(() => encryptDatabase(path, KEY, steps)).toThrow('no space left');
      const kind = databaseKind(path);
      expect(kind).toBe(failing === 'syncDirectory' ? 'encrypted' : 'plain');
      expect(count(kind === 'plain' ? null : KEY)).toEqual(WHOLE);
      if (kind === 'plain') encryptDatabase(path, KEY);
      expect(names()).toEqual(['cache.db']);
      expect(count(KEY)).toEqual(WHOLE);
    },
  );

  it('killed before or after any step, leaves the plain database or the encrypted one, whole', () => {
    // A kill leaves the files as they are at that moment, and no code runs after it.
    const moments: { what: string; folder: string }[] = [];
    const keepMoment = (what: string): void => {
      const folder = mkdtempSync(join(tmpdir(), 'satchel-moment-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      cpSync(join(path, '..'), folder, { recursive: true });
      moments.push({ what, folder });
    };
    const steps = Object.fromEntries(
      Object.entries(realSteps).map(([name, step]) => [
        name,
        (...args: never[]) => {
          keepMoment(`before ${name}`);
          (step as (...given: never[]) => void)(...args);
          keepMoment(`after ${name}`);
        },
      ]),
    ) as unknown as DiskSteps;
    encryptDatabase(path, KEY, steps);
    const left = { plain: 0, encrypted: 0 };
    for (const { what, folder } of moments) {
      path = join(folder, 'cache.db');
      const kind = databaseKind(path);
      expect(count(kind === 'plain' ? null : KEY), what).toEqual(WHOLE);
      if (kind === 'plain') encryptDatabase(path, KEY);
      expect([names(), count(KEY)], what).toEqual([['cache.db'], WHOLE]);
      left[kind as 'plain' | 'encrypted'] += 1;
    }
    expect(left.plain).toBeGreaterThan(8);
    expect(left.encrypted).toBeGreaterThan(2);
  });

  it('never takes the place of the plain one with a copy that holds something else', () => {
    const steps: DiskSteps = {
      ...realSteps,
      encrypt: (copy, after, before) => {
        const db = new Database(copy);
        db.exec('DELETE FROM t WHERE id = 5');
        db.close();
        realSteps.encrypt(copy, after, before);
      },
    };
    expect(() => encryptDatabase(path, KEY, steps)).toThrow('holds something else');
    expect(count(null)).toEqual(WHOLE);
  });

  it('never takes the place of the plain one with a copy that is damaged, or not encrypted', () => {
    expect(() => encryptDatabase(path, KEY, { ...realSteps, encrypt: () => undefined })).toThrow(
      'another form',
    );
    const steps: DiskSteps = {
      ...realSteps,
      encrypt: (copy, after, before) => {
        realSteps.encrypt(copy, after, before);
        truncateSync(copy, 8192 * 20);
      },
    };
    expect(() => encryptDatabase(path, KEY, steps)).toThrow();
    expect(count(null)).toEqual(WHOLE);
    expect(names()).toEqual(['cache.db']);
  });

  it('does not fold in a WAL that another process still uses', () => {
    const other = new Database(path);
    other.pragma('journal_mode = WAL');
    other.exec('BEGIN; SELECT count(*) FROM t');
    expect(() => encryptDatabase(path, KEY)).toThrow();
    other.close();
    expect(count(null)).toEqual(WHOLE);
  });

  it('treats an empty file as absent, and any other file that is not plain SQLite as encrypted', () => {
    const other = join(path, '..', 'other.db');
    expect(databaseKind(other)).toBe('absent');
    writeFileSync(other, '');
    expect(databaseKind(other)).toBe('absent');
    writeFileSync(other, 'short');
    expect(databaseKind(other)).toBe('encrypted');
    expect(databaseKind(path)).toBe('plain');
  });
});

describe('decrypting a database', () => {
  beforeEach(() => encryptDatabase(path, KEY));

  it('restores every row, including those of the WAL, in a file that any SQLite reads', () => {
    const db = unlock(new Database(path), KEY);
    db.pragma('journal_mode = WAL');
    db.prepare('INSERT INTO t VALUES (?, ?)').run(ROWS + 1, CANARY);
    // As a kill leaves it.
    const killed = join(path, '..', 'killed.db');
    for (const companion of ['', '-wal']) copyFileSync(path + companion, killed + companion);
    db.close();
    decryptDatabase(killed, KEY);
    expect([databaseKind(killed), names()]).toEqual(['plain', ['cache.db', 'killed.db']]);
    expect(new Database(killed, { readonly: true }).prepare('SELECT count(*) FROM t').pluck().get()).toBe(
      ROWS + 1,
    );
  });

  it.each(Object.keys(realSteps).filter((name) => name !== 'remove') as (keyof DiskSteps)[])(
    'a fault at "%s" leaves the encrypted database or the plain one, whole, and a later try succeeds',
    (failing) => {
      const steps: DiskSteps = {
        ...realSteps,
        [failing]: () => {
          throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
        },
      };
      expect(() => decryptDatabase(path, KEY, steps)).toThrow('no space left');
      const kind = databaseKind(path);
      expect(kind).toBe(failing === 'syncDirectory' ? 'plain' : 'encrypted');
      expect(count(kind === 'plain' ? null : KEY)).toEqual(WHOLE);
      if (kind === 'encrypted') decryptDatabase(path, KEY);
      expect(names()).toEqual(['cache.db']);
      expect(count(null)).toEqual(WHOLE);
    },
  );

  it('with another key changes nothing', () => {
    const before = readFileSync(path);
    expect(() => decryptDatabase(path, 'f'.repeat(64))).toThrow(
      expect.objectContaining({ code: 'SQLITE_NOTADB' }),
    );
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(names()).toEqual(['cache.db']);
  });
});

describe('a copy of the records', () => {
  it.each([
    ['without a key', null, 'plain'],
    ['with a key', KEY, 'encrypted'],
  ])('gets its tags %s and keeps every row', (_, key, kind) => {
    expect(needsRecoding(path, key)).toBe(true);
    addTags(path, key);
    expect([databaseKind(path), needsRecoding(path, key)]).toEqual([kind, false]);
    expect(readFileSync(path).includes(CANARY)).toBe(false);
    expect(keyOfCopy(path, key)).toBe(taggedKey(key));
    expect(count(taggedKey(key))).toEqual(WHOLE);
    expect(names()).toEqual(['cache.db']);
  });

  it('with tags alone is encrypted when there is a key, and not the other way round', () => {
    addTags(path, null);
    expect(needsRecoding(path, KEY)).toBe(true);
    addTags(path, KEY);
    expect([databaseKind(path), needsRecoding(path, null)]).toEqual(['encrypted', false]);
    expect(count(taggedKey(KEY))).toEqual(WHOLE);
    expect(() => count(taggedKey(null))).toThrow(expect.objectContaining({ code: 'SQLITE_NOTADB' }));
  });

  it('that an older version encrypted is read as it is', () => {
    encryptDatabase(path, KEY);
    expect(keyOfCopy(path, KEY)).toBe(KEY);
    expect(() => keyOfCopy(path, 'f'.repeat(64))).toThrow(expect.objectContaining({ code: 'SQLITE_NOTADB' }));
  });

  it.each([null, KEY])('is never read with an altered bit, wherever it is (key %s)', (key) => {
    addTags(path, key);
    const sound = readFileSync(path);
    const seen = new Set<string>();
    const texts = (): string => {
      const db = unlock(new Database(path, { readonly: true }), taggedKey(key));
      try {
        return JSON.stringify(db.prepare('SELECT id, text FROM t').raw().all());
      } finally {
        db.close();
      }
    };
    const expected = texts();
    // The first 16 bytes are the salt, which such a key does not use.
    for (let bit = 16 * 8; bit < sound.length * 8; bit += 10_007) {
      const bytes = Buffer.from(sound);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      writeFileSync(path, bytes);
      try {
        seen.add(texts() === expected ? 'as it was' : `altered by bit ${bit}`);
      } catch (error) {
        seen.add(errorCodeOf(error));
      }
    }
    // Pages that no row is in are not read.
    expect([...seen].toSorted()).toEqual(['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'as it was']);
  });
});

describe('the copy of an outbox', () => {
  const outbox = (): string => join(path, '..', 'outbox.db');
  const tampering = (sql: string): DiskSteps => ({
    ...realSteps,
    encrypt: (copy, after, before) => {
      const db = new Database(copy);
      db.exec(sql);
      db.close();
      realSteps.encrypt(copy, after, before);
    },
  });
  beforeEach(() => makePlainDatabase(outbox()));

  it.each([
    "UPDATE t SET text = text || '.' WHERE id = 7",
    'UPDATE t SET text = NULL WHERE id = 7',
    'PRAGMA user_version = 8',
  ])('is compared value by value: %s', (sql) => {
    expect(() => encryptDatabase(outbox(), KEY, tampering(sql))).toThrow('holds something else');
    expect(databaseKind(outbox())).toBe('plain');
    encryptDatabase(outbox(), KEY);
    expect(databaseKind(outbox())).toBe('encrypted');
  });
});
