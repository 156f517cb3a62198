/**
 * The cost of encryption: the same rows, indexes and search text in a plain database, in one encrypted like
 * the cache (a tag on each page), and in one encrypted like the outbox. The databases take turns page by
 * page, so that other load on the machine slows all of them equally. Also measures pages of a list from
 * memory and from disk, and the encryption of an existing database. Uses processor time, because wall time on
 * a shared machine means little.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { taggedKey, addTags, unlock } from '#node/encrypt-database';

const rows = Number(process.argv[2] ?? 100_000);
const directory = mkdtempSync(join(tmpdir(), 'satchel-bench-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
const KEY = '0123456789abcdef'.repeat(4);
const KINDS = ['plain', 'copy', 'outbox'] as const;
type Kind = (typeof KINDS)[number];

const open = (kind: Kind): Database.Database => {
  const db = new Database(join(directory, `${kind}.db`));
  if (kind !== 'plain') unlock(db, kind === 'copy' ? taggedKey(KEY) : KEY);
  for (const pragma of [
    'page_size = 16384',
    'journal_mode = WAL',
    'synchronous = NORMAL',
    'temp_store = MEMORY',
    'cache_size = -65536',
    'wal_autocheckpoint = 8000',
  ])
    db.pragma(pragma);
  return db;
};
const cpuMs = (body: () => void): number => {
  const before = process.cpuUsage();
  body();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
let state = 1;
const word = (): string => {
  state = (Math.imul(state ^ (state >>> 15), state | 1) + 0x6d2b79f5) | 0;
  return (state >>> 0).toString(36);
};

/** The speed of each encrypted database: 0.5 means half as fast as the plain one. */
const speeds = (spent: Record<Kind, number>): string =>
  `speed of plain: copy ${(spent.plain / spent.copy).toFixed(2)}, outbox ${(spent.plain / spent.outbox).toFixed(2)}`;

const ingest = (): void => {
  const spent = { plain: 0, copy: 0, outbox: 0 };
  const parts = KINDS.map((kind) => {
    const db = open(kind);
    db.exec(`CREATE TABLE doc (row_id INTEGER PRIMARY KEY, id TEXT UNIQUE, raw TEXT, a TEXT, b TEXT, c TEXT, d TEXT); CREATE VIRTUAL TABLE fts USING fts5(text, content='', contentless_delete=1, detail=none, tokenize='ascii');
      ${['a', 'b', 'c', 'd'].map((name) => `CREATE INDEX by_${name} ON doc (${name}, id);`).join(' ')}`);
    return {
      kind,
      db,
      insert: db.prepare('INSERT INTO doc (id, raw, a, b, c, d) VALUES (?, ?, ?, ?, ?, ?)'),
      text: db.prepare('INSERT INTO fts (rowid, text) VALUES (?, ?)'),
    };
  });
  for (let page = 0; page < rows / 100; page += 1) {
    const docs = Array.from({ length: 100 }, (_, n) => ({
      id: String(page * 100 + n),
      raw: Array.from({ length: 320 }, word).join(' ').slice(0, 2000),
      keys: [word(), word(), word(), word()],
    }));
    for (let at = 0; at < parts.length; at += 1) {
      const { kind, db, insert, text } = parts[(page + at) % parts.length]!;
      spent[kind] += cpuMs(() =>
        db.transaction(() => {
          for (const { id, raw, keys } of docs)
            text.run(insert.run(id, raw, ...keys).lastInsertRowid, raw.slice(0, 300));
        })(),
      );
    }
  }
  for (const { db } of parts) db.close();
  const each = (kind: Kind): string => `${kind} ${((spent[kind] * 1000) / rows).toFixed(0)} µs`;
  console.log(
    `\nApplying ${rows} documents of 2 KB: ${KINDS.map(each).join(', ')} a document; ${speeds(spent)}`,
  );
};

const pages = (where: 'in memory' | 'from disk'): void => {
  const spent = { plain: 0, copy: 0, outbox: 0 };
  for (let round = 0; round < 20; round += 1) {
    for (const kind of KINDS) {
      const db = open(kind);
      const page = db.prepare('SELECT raw FROM doc WHERE a > ? ORDER BY a, id LIMIT 50');
      page.all('m');
      spent[kind] += cpuMs(() => {
        for (let n = 0; n < 20; n += 1) page.all(where === 'in memory' ? 'm' : word());
      });
      db.close();
    }
  }
  const each = (kind: Kind): string => `${kind} ${(spent[kind] / 400).toFixed(2)} ms`;
  console.log(`A page of 50 ${where}: ${KINDS.map(each).join(', ')}; ${speeds(spent)}`);
};

ingest();
pages('in memory');
pages('from disk');
const opening = (kind: Kind): string => {
  const spent = cpuMs(() => {
    const db = open(kind);
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    db.close();
  });
  return `${kind} ${spent.toFixed(1)} ms`;
};
console.log(`Opening: ${KINDS.map(opening).join(', ')}`);
const megabytes = Math.round(statSync(join(directory, 'plain.db')).size / 1e6);
const encrypting = cpuMs(() => addTags(join(directory, 'plain.db'), KEY));
console.log(
  `Encrypting a plain copy of ${megabytes} MB, with all checks: ${(encrypting / 1000).toFixed(2)} s`,
);
