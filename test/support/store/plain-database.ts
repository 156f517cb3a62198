/**
 * An unencrypted database as a running app leaves it: in WAL mode, with a part of its rows only in the WAL,
 * ended without closing.
 */
import { copyFileSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';

export const KEY = '0123456789abcdef'.repeat(4);
export const CANARY = 'canary-of-a-customer';
export const ROWS = 1000;

export const makePlainDatabase = (path: string, rows = ROWS): void => {
  const db = new Database(`${path}.making`);
  for (const pragma of ['page_size = 8192', 'journal_mode = WAL', 'wal_autocheckpoint = 0'])
    db.pragma(pragma);
  db.exec(
    `CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT) STRICT; CREATE VIRTUAL TABLE words USING fts5(text, content='', contentless_delete=1); PRAGMA user_version = 7`,
  );
  const add = (from: number, to: number): void =>
    db.transaction(() => {
      for (let i = from; i < to; i += 1) {
        db.prepare('INSERT INTO t VALUES (?, ?)').run(i, `${CANARY} ${i} ${'x'.repeat(300)}`);
        db.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)').run(i, `${CANARY} ${i}`);
      }
    })();
  add(0, rows - 100);
  db.pragma('wal_checkpoint(TRUNCATE)');
  add(rows - 100, rows);
  for (const companion of ['', '-wal']) copyFileSync(`${path}.making${companion}`, path + companion);
  db.close();
  rmSync(`${path}.making`);
};
