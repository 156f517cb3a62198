/**
 * The reference: better-sqlite3 alone, in the simplest form that a developer would write. One table with the
 * JSON and the columns of the questions, two indexes, one commit per answer. With `words`, also a trigram
 * index.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type Facts, type MakeSubject, type NextAnswer, readAnswer } from './subject';

const COLUMNS = [
  'id',
  'order_no',
  'name',
  'company',
  'status',
  'update_time',
  'create_time',
  'amount',
  'amount_rmb',
] as const;

export const PRAGMAS = [
  'page_size = 8192',
  'journal_mode = WAL',
  'synchronous = NORMAL',
  'temp_store = MEMORY',
  'cache_size = -65536',
  'wal_autocheckpoint = 8000',
];

const TABLES = `CREATE TABLE doc (row_id INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, order_no TEXT, name TEXT,
    company TEXT, status TEXT, update_time TEXT, create_time TEXT, amount REAL, amount_rmb REAL, raw TEXT NOT NULL);
  CREATE INDEX by_update ON doc (update_time);
  CREATE INDEX by_status ON doc (status, update_time);`;
const WORDS = `CREATE VIRTUAL TABLE words USING fts5 (text, content='', contentless_delete=1, tokenize='trigram')`;

const open = (path: string): Database.Database => {
  const db = new Database(path);
  for (const pragma of PRAGMAS) db.pragma(pragma);
  return db;
};

export const bareSubject =
  (withWords: boolean): MakeSubject =>
  async ({ folder }) => {
    const path = join(folder, 'bare.db');
    let db = open(path);
    db.exec(TABLES);
    if (withWords) db.exec(WORDS);
    const prepared = () => {
      const raw = 'SELECT raw FROM doc';
      return {
        put: db.prepare(
          `INSERT INTO doc (${COLUMNS.join(', ')}, raw) VALUES (${COLUMNS.map(() => '?').join(', ')}, ?)
            ON CONFLICT (id) DO UPDATE SET ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}, raw = excluded.raw
            WHERE raw <> excluded.raw RETURNING row_id`,
        ),
        one: db.prepare(`${raw} WHERE id = ?`).pluck(),
        newest: db.prepare(`${raw} ORDER BY update_time DESC LIMIT 50`).pluck(),
        filtered: db.prepare(`${raw} WHERE status = ? ORDER BY update_time DESC LIMIT 50`).pluck(),
        unindexed: db.prepare(`${raw} ORDER BY amount_rmb DESC LIMIT 50`).pluck(),
        forget: withWords ? db.prepare('DELETE FROM words WHERE rowid = ?') : null,
        index: withWords ? db.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)') : null,
        words: withWords
          ? db
              .prepare(
                `${raw} WHERE row_id IN (SELECT rowid FROM words WHERE words MATCH ?)
                  ORDER BY update_time DESC LIMIT 30`,
              )
              .pluck()
          : null,
      };
    };
    let sql = prepared();
    const times = (rows: readonly unknown[]): string[] =>
      rows.map((raw) => (JSON.parse(raw as string) as { update_time: string }).update_time);
    const apply = (facts: readonly Facts[], isNew: boolean): void =>
      db.transaction(() => {
        for (const record of facts) {
          const written = sql.put.get(...COLUMNS.map((name) => record[name]), JSON.stringify(record.doc)) as
            | { row_id: number }
            | undefined;
          if (written === undefined || sql.index === null) continue;
          if (!isNew) sql.forget?.run(written.row_id);
          sql.index.run(written.row_id, record.text);
        }
      })();
    const take = async (next: NextAnswer, isNew: boolean): Promise<void> => {
      for (let bytes = next(); bytes !== null; bytes = next()) apply(readAnswer(bytes), isNew);
    };
    return {
      fill: (next) => take(next, true),
      resync: (next) => take(next, false),
      one: (id) => times([sql.one.get(id)]),
      newest: () => times(sql.newest.all()),
      filtered: (status) => times(sql.filtered.all(status)),
      unindexed: () => times(sql.unindexed.all()),
      words: (word) => (sql.words === null ? null : times(sql.words.all(`"${word}"`))),
      reopen: () => {
        db.close();
        db = open(path);
        sql = prepared();
        return times(sql.newest.all());
      },
      ids: () => db.prepare('SELECT id FROM doc').pluck().all() as string[],
      sizeBytes: () => {
        db.pragma('wal_checkpoint(TRUNCATE)');
        return statSync(path).size;
      },
      close: () => void db.close(),
    };
  };
