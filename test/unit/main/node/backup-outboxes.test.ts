import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { backupOutboxes } from '../../../../src/main/node/backup-outboxes';

const fresh = (): string => mkdtempSync(join(tmpdir(), 'satchel-backup-'));
const outbox = (data: string, id: string): Database.Database => {
  mkdirSync(join(data, 'accounts', id), { recursive: true });
  const database = new Database(join(data, 'accounts', id, 'outbox.db'));
  database.pragma('journal_mode = WAL');
  database.exec("CREATE TABLE IF NOT EXISTS t (a TEXT); INSERT INTO t VALUES ('typed')");
  return database;
};

describe('copies before an update', () => {
  it('hold what is only in the WAL so far, while the outbox is open elsewhere', () => {
    const data = fresh();
    const open = outbox(data, 'a-1');
    const folder = backupOutboxes({ dataDirectory: data, version: '1.0.0', now: 0 });
    expect(new Database(join(folder!, 'a-1-outbox.db'), { readonly: true }).prepare('SELECT a FROM t').pluck().all()).toEqual(['typed']);
    open.close();
  });
  it('are none where there is no outbox, and the latest three otherwise', () => {
    const data = fresh();
    expect(backupOutboxes({ dataDirectory: data, version: '1.0.0', now: 0 })).toBeNull();
    outbox(data, 'a-1').close();
    for (let n = 1; n <= 5; n += 1) backupOutboxes({ dataDirectory: data, version: '1.0.0', now: n * 86_400_000 });
    expect(readdirSync(join(data, 'backups')).map((name) => name.slice(0, 10))).toEqual(['1970-01-04', '1970-01-05', '1970-01-06']);
  });
  it('fail loudly on an outbox that cannot be read', () => {
    const data = fresh();
    mkdirSync(join(data, 'accounts', 'a-1'), { recursive: true });
    writeFileSync(join(data, 'accounts', 'a-1', 'outbox.db'), 'not a database, but long enough to look like a file of one');
    expect(() => backupOutboxes({ dataDirectory: data, version: '1.0.0', now: 0 })).toThrow();
  });
});
