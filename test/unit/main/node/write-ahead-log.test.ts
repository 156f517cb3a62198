/** A damaged write-ahead log is folded into a copy of the database. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { foldLog, isLogDamaged } from '#node/write-ahead-log';

const FRAME = 24 + 4096;
const ROWS = 20;

/** A database whose rows are all in its log, as after a kill. */
const killed = (): string => {
  const root = mkdtempSync(join(tmpdir(), 'satchel-log-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const database = new Database(join(root, 'running.db'));
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT)');
  for (let n = 0; n < ROWS; n++) database.prepare('INSERT INTO t VALUES (?, ?)').run(n, 'x'.repeat(1_000));
  for (const companion of ['', '-wal'])
    copyFileSync(join(root, `running.db${companion}`), join(root, `killed.db${companion}`));
  database.close();
  return join(root, 'killed.db');
};
const rowsOf = (path: string): number => {
  const database = new Database(path);
  const rows = database.prepare('SELECT n FROM t NOT INDEXED').all().length;
  database.close();
  return rows;
};

it('[OB49] commits after a damaged frame are in the copy', () => {
  const path = killed();
  const log = readFileSync(`${path}-wal`);
  const frame = 32 + 3 * FRAME;
  log[frame + 24 + 4_000] = (log[frame + 24 + 4_000] ?? 0) ^ 1;
  writeFileSync(`${path}-wal`, log);
  expect(isLogDamaged(path)).toBe(true);
  foldLog(path, `${path}.folded`);
  expect(rowsOf(`${path}.folded`)).toBe(ROWS);
});

it('[OB49] a frame whose page number was damaged does not make the copy larger than the database', () => {
  const path = killed();
  const log = readFileSync(`${path}-wal`);
  const whole = new Set(
    Array.from({ length: (log.length - 32) / FRAME }, (_, n) => log.readUInt32BE(32 + n * FRAME)),
  );
  // The highest bit that a page number of two gigabytes has.
  log[32 + 3 * FRAME + 1] = (log[32 + 3 * FRAME + 1] ?? 0) ^ 8;
  writeFileSync(`${path}-wal`, log);
  expect(isLogDamaged(path)).toBe(true);
  foldLog(path, `${path}.folded`);
  expect(statSync(`${path}.folded`).size).toBeLessThanOrEqual(Math.max(...whole) * 4096);
  expect(rowsOf(`${path}.folded`)).toBe(ROWS);
});
