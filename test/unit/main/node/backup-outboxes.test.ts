import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { backupOutboxes } from '../../../../src/main/node/backup-outboxes';
import { databaseKind, encryptDatabase, unlock } from '../../../../src/main/node/encrypt-database';

const KEY = 'ab'.repeat(32);
const plain = () => Promise.reject(new Error('a plain outbox has no key'));

const fresh = (): string => mkdtempSync(join(tmpdir(), 'satchel-backup-'));
const outbox = (data: string, id: string): Database.Database => {
  mkdirSync(join(data, 'accounts', id), { recursive: true });
  const database = new Database(join(data, 'accounts', id, 'outbox.db'));
  database.pragma('journal_mode = WAL');
  database.exec("CREATE TABLE IF NOT EXISTS t (a TEXT); INSERT INTO t VALUES ('typed')");
  return database;
};

describe('copies before an update', () => {
  it('contain data that is only in the WAL, while the outbox is open elsewhere', async () => {
    const data = fresh();
    const open = outbox(data, 'a-1');
    const folder = await backupOutboxes({ dataDirectory: data, version: '1.0.0', now: 0, keyOf: plain });
    expect(
      new Database(join(folder!, 'a-1-outbox.db'), { readonly: true })
        .prepare('SELECT a FROM t')
        .pluck()
        .all(),
    ).toEqual(['typed']);
    open.close();
  });
  it('[OB63] are marked as copies, and include the journal', async () => {
    const data = fresh();
    const open = outbox(data, 'a-1');
    open.exec('CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)');
    writeFileSync(join(data, 'accounts', 'a-1', 'outbox.journal'), 'p 0 {}\n');
    const folder = await backupOutboxes({ dataDirectory: data, version: '1.0.0', now: 0, keyOf: plain });
    const copy = new Database(join(folder!, 'a-1-outbox.db'), { readonly: true });
    expect(copy.prepare("SELECT value FROM meta WHERE key = 'copied'").pluck().get()).toBe('1');
    expect(open.prepare("SELECT count(*) FROM meta WHERE key = 'copied'").pluck().get()).toBe(0);
    expect(readFileSync(join(folder!, 'a-1-outbox.journal'), 'utf8')).toBe('p 0 {}\n');
    open.close();
  });
  it('do not exist without an outbox; otherwise the latest three are kept', async () => {
    const data = fresh();
    expect(await backupOutboxes({ dataDirectory: data, version: '1.0.0', now: 0, keyOf: plain })).toBeNull();
    outbox(data, 'a-1').close();
    for (let n = 1; n <= 5; n += 1)
      await backupOutboxes({ dataDirectory: data, version: '1.0.0', now: n * 86_400_000, keyOf: plain });
    expect(readdirSync(join(data, 'backups')).map((name) => name.slice(0, 10))).toEqual([
      '1970-01-04',
      '1970-01-05',
      '1970-01-06',
    ]);
  });
  it('stay also if the clock was set back since the earlier ones', async () => {
    const data = fresh();
    outbox(data, 'a-1').close();
    for (let n = 5; n >= 2; n -= 1)
      await backupOutboxes({ dataDirectory: data, version: '1.0.0', now: n * 86_400_000, keyOf: plain });
    const latest = await backupOutboxes({
      dataDirectory: data,
      version: '1.0.0',
      now: 86_400_000,
      keyOf: plain,
    });
    expect(existsSync(join(latest!, 'a-1-outbox.db'))).toBe(true);
    expect(readdirSync(join(data, 'backups'))).toHaveLength(3);
  });
  it('fail loudly on an outbox that cannot be read', async () => {
    const data = fresh();
    mkdirSync(join(data, 'accounts', 'a-1'), { recursive: true });
    writeFileSync(
      join(data, 'accounts', 'a-1', 'outbox.db'),
      'not a database, but long enough to look like a file of one',
    );
    await expect(
      backupOutboxes({ dataDirectory: data, version: '1.0.0', now: 0, keyOf: plain }),
    ).rejects.toThrow();
  });
  it('leave nothing behind if they cannot be completed, so that whole ones are kept', async () => {
    const data = fresh();
    outbox(data, 'a-1').close();
    const backup = (now: number) =>
      backupOutboxes({ dataDirectory: data, version: '1.0.0', now, keyOf: plain });
    const whole = await backup(1);
    const damaged = join(data, 'accounts', 'b-1');
    mkdirSync(damaged);
    writeFileSync(join(damaged, 'outbox.db'), 'not a database, but long enough to look like a file of one');
    for (let now = 2; now <= 4; now += 1) await expect(backup(now)).rejects.toThrow();
    expect(readdirSync(join(data, 'backups'))).toEqual([basename(whole!)]);
  });

  const encrypted = (data: string): string => {
    outbox(data, 'a-1').close();
    const path = join(data, 'accounts', 'a-1', 'outbox.db');
    encryptDatabase(path, KEY);
    for (const wrap of ['outbox.key', 'outbox.recovery'])
      writeFileSync(join(data, 'accounts', 'a-1', wrap), wrap);
    return path;
  };
  const read = (path: string) => unlock(new Database(path), KEY).prepare('SELECT a FROM t').pluck().all();

  it('of an encrypted outbox have the same key, and its wraps are beside them', async () => {
    const data = fresh();
    const open = unlock(new Database(encrypted(data)), KEY);
    open.pragma('journal_mode = WAL');
    open.exec("INSERT INTO t VALUES ('in the WAL')");
    const folder = await backupOutboxes({
      dataDirectory: data,
      version: '1.0.0',
      now: 0,
      keyOf: () => Promise.resolve({ kind: 'key', key: KEY }),
    });
    expect(databaseKind(join(folder!, 'a-1-outbox.db'))).toBe('encrypted');
    expect(read(join(folder!, 'a-1-outbox.db'))).toEqual(['typed', 'in the WAL']);
    expect(readFileSync(join(folder!, 'a-1-outbox.recovery'), 'utf8')).toBe('outbox.recovery');
    expect(existsSync(join(folder!, 'a-1-outbox.key'))).toBe(true);
    open.close();
  });
  it('of one whose key is not available include its WAL', async () => {
    const data = fresh();
    const open = unlock(new Database(encrypted(data)), KEY);
    open.pragma('journal_mode = WAL');
    open.exec("INSERT INTO t VALUES ('in the WAL')");
    const folder = await backupOutboxes({
      dataDirectory: data,
      version: '1.0.0',
      now: 0,
      keyOf: () => Promise.resolve({ kind: 'unavailable', reason: 'undecryptable' }),
    });
    expect(read(join(folder!, 'a-1-outbox.db'))).toEqual(['typed', 'in the WAL']);
    open.close();
  });
});
