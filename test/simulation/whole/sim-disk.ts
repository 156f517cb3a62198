/**
 * The data folder of a whole-core history: the real Files port on a folder in memory where the system has
 * one, with a power switch. Every commit, append and replaced file is a step of the disk; a countdown ends
 * the process before or after one of them. A crash leaves the files as they stand: they are copied at that
 * moment, and the next life starts on the copy. The disk can be full for a while.
 */
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Files, JournalFile, SqlDatabase, SqlStatement } from '#core/ports/ports';
import { createFiles } from '#node/files';
import { Crash, NO_ROOM } from '../crashable-database';
import type { SimRandom } from '../sim-random';

/**
 * `header`: a bit of the few bytes that decide how the file is read. `zeros`: sectors that the system
 * allocated and did not write before the power went. `torn`: a sector that is as it was earlier.
 */
export const DAMAGES = [
  'flip',
  'header',
  'cut',
  'zeros',
  'torn',
  'gone',
  'empty',
  'aged',
  'swapped',
] as const;
export type Damage = (typeof DAMAGES)[number];
/** Files that a restart may find damaged, by the end of their names. */
export const DAMAGED_FILES = [
  'outbox.db',
  'outbox.db-wal',
  'outbox.journal',
  'outbox.key',
  'cache.db',
  'cache.db-wal',
  'cache.key',
  'accounts.json',
  'scope.json',
] as const;
export type DamagedFile = (typeof DAMAGED_FILES)[number];

const SECTOR_BYTES = 4096;
/** The header of a database, of a log with its first frame, or of a journal's first line. */
const HEADER_BYTES = { db: 100, wal: 56, other: 64 } as const;
const headerBytesOf = (name: DamagedFile): number => {
  if (name.endsWith('-wal')) return HEADER_BYTES.wal;
  return name.endsWith('.db') ? HEADER_BYTES.db : HEADER_BYTES.other;
};

/** Writes that a reserve of the size used here has room for. */
const RESERVE_WRITES = 400;

const isWritable = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};
const BASE = isWritable('/dev/shm') ? '/dev/shm' : tmpdir();

interface Life {
  alive: boolean;
  folder: string;
  databases: SqlDatabase[];
  journals: JournalFile[];
}

export class SimDisk {
  /** Steps until the crash; null for none. */
  fuse: { steps: number; side: 'before' | 'after' } | null = null;
  onCrash: () => void = () => undefined;
  #full = false;
  #roomWrites = 0;
  #hasReserve = false;
  readonly #root = mkdtempSync(join(BASE, 'satchel-sim-'));
  #lives = 0;
  #life: Life | null = null;
  #folder = join(this.#root, '0');
  /** Earlier contents by file, to be put back as an aged file. */
  readonly #older = new Map<string, Buffer>();

  get folder(): string {
    return this.#folder;
  }
  get full(): boolean {
    return this.#full;
  }
  fill(full: boolean): void {
    this.#full = full;
    this.#roomWrites = 0;
  }

  /** The files as one life of the process sees them. */
  open(): Files {
    const life: Life = { alive: true, folder: this.#folder, databases: [], journals: [] };
    this.#life = life;
    return this.#powered(createFiles(this.#folder), life);
  }
  /** The process ends: what is on the disk stays as it is at this moment. */
  crash(): void {
    const life = this.#life;
    if (!life?.alive) return;
    life.alive = false;
    this.fuse = null;
    this.#folder = join(this.#root, String(++this.#lives));
    cpSync(life.folder, this.#folder, { recursive: true });
    this.onCrash();
  }
  /** Closes what a dead life held open, once nothing of it is on the stack. */
  clearAway(): void {
    const life = this.#life;
    if (!life || life.alive) return;
    for (const held of [...life.databases, ...life.journals])
      try {
        held.close();
      } catch {
        // A statement may be under way in what is left of that life.
      }
    life.databases.length = 0;
    if (life.folder !== this.#folder) rmSync(life.folder, { recursive: true, force: true });
  }
  /** A closed process; the next start may follow. */
  ended(): void {
    if (this.#life) this.#life.alive = false;
  }
  remove(): void {
    if (this.#life) this.#life.alive = false;
    this.clearAway();
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** Keeps a copy of a file now, so that an older one can be put back later. */
  remember(account: string, name: DamagedFile): void {
    const path = this.#path(account, name);
    if (existsSync(path)) this.#older.set(`${account} ${name}`, readFileSync(path));
  }
  /** Damages one file between two lives. Returns what was done, null where there is no such file. */
  damage(
    how: Damage,
    account: string,
    name: DamagedFile,
    other: string | null,
    random: SimRandom,
  ): string | null {
    const path = this.#path(account, name);
    if (!existsSync(path) || statSync(path).size === 0) return null;
    const bytes = readFileSync(path);
    const isInHeader = how === 'header';
    const at = random.int(0, Math.min(bytes.length, isInHeader ? headerBytesOf(name) : bytes.length) - 1);
    const sector = at - (at % SECTOR_BYTES);
    const older = this.#older.get(`${account} ${name}`);
    if (how === 'aged' && !older) return null;
    // A shorter file had no such sector.
    if (how === 'torn' && sector >= (older?.length ?? 0)) return null;
    if (how === 'gone') rmSync(path);
    else if (how === 'empty') writeFileSync(path, '');
    else if (how === 'cut') writeFileSync(path, bytes.subarray(0, at));
    else if (how === 'flip' || isInHeader) {
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(0, 7));
      writeFileSync(path, bytes);
    } else if (how === 'zeros') {
      const isToTheEnd = random.chance(0.5);
      bytes.fill(0, sector, isToTheEnd ? bytes.length : Math.min(bytes.length, sector + SECTOR_BYTES));
      writeFileSync(path, bytes);
    } else if (how === 'torn') {
      older?.copy(bytes, sector, sector, sector + SECTOR_BYTES);
      writeFileSync(path, bytes);
    } else if (how === 'aged') {
      // The log that lies beside the file belongs to a later state of it.
      rmSync(`${path}-wal`, { force: true });
      rmSync(`${path}-shm`, { force: true });
      writeFileSync(path, older ?? '');
    } else {
      const from = other === null ? '' : this.#path(other, name);
      if (from === '' || !existsSync(from) || from === path) return null;
      rmSync(`${path}-wal`, { force: true });
      rmSync(`${path}-shm`, { force: true });
      writeFileSync(path, readFileSync(from));
    }
    return `${name} of ${account} ${how} at ${at} of ${bytes.length}`;
  }
  #path(account: string, name: DamagedFile): string {
    return name === 'accounts.json'
      ? join(this.#folder, name)
      : join(this.#folder, 'accounts', account, name);
  }
  names(account: string): string[] {
    const path = join(this.#folder, 'accounts', account);
    return existsSync(path) ? readdirSync(path) : [];
  }

  #room(isBig = false): void {
    if (!this.#full) return;
    if (!isBig && this.#roomWrites > 0) {
      this.#roomWrites--;
      return;
    }
    throw Object.assign(new Error(NO_ROOM), { code: isBig ? 'ENOSPC' : 'SQLITE_FULL' });
  }
  #step<T>(life: Life, write: () => T): T {
    this.#burn(life, 'before');
    const result = write();
    this.#burn(life, 'after');
    return result;
  }
  #burn(life: Life, side: 'before' | 'after'): void {
    if (!life.alive) throw new Crash();
    if (this.fuse?.side !== side || --this.fuse.steps > 0) return;
    this.crash();
    throw new Crash();
  }

  #powered(files: Files, life: Life): Files {
    const reads =
      <A extends unknown[], R>(body: (...args: A) => R) =>
      (...args: A): R => {
        if (!life.alive) throw new Crash();
        return body(...args);
      };
    const writes =
      <A extends unknown[], R>(body: (...args: A) => R) =>
      (...args: A): R =>
        this.#step(life, () => {
          this.#room(true);
          return body(...args);
        });
    const opened = (database: ReturnType<Files['open']>): ReturnType<Files['open']> => {
      life.databases.push(database);
      return this.#database(database, life);
    };
    return {
      directory: files.directory,
      open: reads((name, key) => opened(files.open(name, key))),
      openTagged: reads((name, key) => opened(files.openTagged(name, key))),
      addTags: writes(files.addTags),
      databaseKind: reads(files.databaseKind),
      encrypt: writes(files.encrypt),
      decrypt: writes(files.decrypt),
      exists: reads(files.exists),
      isHeaderDamaged: reads(files.isHeaderDamaged),
      isLogDamaged: reads(files.isLogDamaged),
      foldLog: writes(files.foldLog),
      journalForm: reads(files.journalForm),
      journal: reads((name, key, readKey) => {
        const journal = files.journal(name, key, readKey);
        life.journals.push(journal);
        return this.#journal(journal, life);
      }),
      setAside: reads((name) => this.#step(life, () => files.setAside(name))),
      remove: reads((name) => this.#step(life, () => files.remove(name))),
      sizeBytes: reads(files.sizeBytes),
      freeBytes: reads(() => (this.#full ? 0 : 1_000_000_000)),
      makeReserve: reads(() => {
        if (!this.#full) this.#hasReserve = true;
        return this.#hasReserve;
      }),
      dropReserve: reads(() => {
        if (this.#hasReserve) this.#roomWrites = RESERVE_WRITES;
        this.#hasReserve = false;
      }),
      list: reads(files.list),
      ensureDirectory: writes(files.ensureDirectory),
      readText: reads(files.readText),
      writeText: writes(files.writeText),
    };
  }

  #journal(journal: JournalFile, life: Life): JournalFile {
    return {
      ...journal,
      append: (records, sync) =>
        this.#step(life, () => {
          this.#room();
          journal.append(records, sync);
        }),
      replace: (records) =>
        this.#step(life, () => {
          this.#room();
          journal.replace(records);
        }),
      close: () => {
        if (life.alive) journal.close();
      },
    };
  }

  #database(database: SqlDatabase, life: Life): SqlDatabase {
    const alive = (): void => {
      if (!life.alive) throw new Crash();
    };
    const wrap = <Answer>(statement: SqlStatement<Answer>, isWrite: boolean): SqlStatement<Answer> => {
      const wrapped: SqlStatement<Answer> = {
        run: (...params) => {
          alive();
          if (isWrite) this.#room();
          return statement.run(...params);
        },
        get: (...params) => {
          alive();
          return statement.get(...params);
        },
        all: (...params) => {
          alive();
          return statement.all(...params);
        },
        iterate: (...params) => {
          alive();
          return statement.iterate(...params);
        },
        pluck: (on = true) => (statement.pluck(on), wrapped),
        raw: (on = true) => (statement.raw(on), wrapped),
        safeIntegers: (on = true) => (statement.safeIntegers(on), wrapped),
      };
      return wrapped;
    };
    return {
      get open() {
        return database.open;
      },
      get inTransaction() {
        return database.inTransaction;
      },
      prepare: <Answer = unknown>(sql: string) => {
        alive();
        return wrap(database.prepare<Answer>(sql), WRITES.test(sql) && !IN_MEMORY.test(sql));
      },
      exec: (sql) => {
        alive();
        return database.exec(sql);
      },
      pragma: (sql, options) => {
        alive();
        return database.pragma(sql, options);
      },
      transaction: (body) => {
        const run = database.transaction((...args: Parameters<typeof body>) => {
          const before = changes(database);
          const result = body(...args);
          if (changes(database) !== before) this.#burn(life, 'before');
          return result;
        });
        return (...args) => {
          alive();
          const before = changes(database);
          const result = run(...args);
          if (!database.inTransaction && changes(database) !== before) this.#burn(life, 'after');
          return result;
        };
      },
      close: () => {
        if (!life.alive) throw new Crash();
        return database.close();
      },
    };
  }
}

/** Temporary tables, which are in memory. */
const IN_MEMORY = /temp\.|_overlay|overlay_link/;
const WRITES = /^\s*(INSERT|UPDATE|DELETE|REPLACE)/i;
const counters = new WeakMap<SqlDatabase, SqlStatement>();
const changes = (database: SqlDatabase): unknown => {
  let counter = counters.get(database);
  if (!counter) counters.set(database, (counter = database.prepare('SELECT total_changes()').pluck()));
  return counter.get();
};
