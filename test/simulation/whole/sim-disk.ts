/**
 * The data folder of a whole-core history: the real Files port on a folder, in memory if the system has one,
 * with simulated power loss. Every commit, append and replaced file is a step of the disk; a countdown ends
 * the process before or after a step. At a crash the files are copied as they are, and the next life starts
 * with the copy. The disk can be full for a while.
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
import { JOURNAL_SCALE } from '../sim-journal';
import type { SimRandom } from '../sim-random';

/**
 * `header`: a changed bit in the few bytes that decide how the file is read. `zeros`: sectors that the system
 * allocated but did not write before the power loss. `torn`: one sector has earlier content. `lost`: some
 * later writes never reached the disk, the others did. `aged`: the whole file has earlier content; an earlier
 * WAL then lies beside the later database.
 */
export const DAMAGES = [
  'flip',
  'header',
  'cut',
  'zeros',
  'torn',
  'lost',
  'gone',
  'empty',
  'aged',
  'swapped',
] as const;
export type Damage = (typeof DAMAGES)[number];
/** Files that may be damaged before a restart, by the end of their names. */
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
/** Size of the header of a database, of a WAL with its first frame, or of a journal's first line. */
const HEADER_BYTES = { db: 100, wal: 56, other: 64 } as const;
const headerBytesOf = (name: DamagedFile): number => {
  if (name.endsWith('-wal')) return HEADER_BYTES.wal;
  return name.endsWith('.db') ? HEADER_BYTES.db : HEADER_BYTES.other;
};

/** Number of earlier contents of a file that are kept. */
const EARLIER_KEPT = 4;

/** Number of writes for which a reserve of this size has room. */
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

/** The offsets of the sectors that both contents have and that differ. */
const changedSectors = (now: Buffer, earlier: Buffer): number[] => {
  const changed: number[] = [];
  for (let from = 0; from < Math.min(now.length, earlier.length); from += SECTOR_BYTES) {
    const to = from + SECTOR_BYTES;
    if (!now.subarray(from, to).equals(earlier.subarray(from, to))) changed.push(from);
  }
  return changed;
};

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
  /** Earlier contents by file, the newest last. */
  readonly #earlier = new Map<string, Buffer[]>();

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

  /** The files for one life of the process. */
  open(): Files {
    const life: Life = { alive: true, folder: this.#folder, databases: [], journals: [] };
    this.#life = life;
    this.#rememberAll();
    return this.#powered(createFiles(this.#folder), life);
  }
  /** The process ends: the disk keeps the files as they are at this moment. */
  crash(): void {
    const life = this.#life;
    if (!life?.alive) return;
    life.alive = false;
    this.fuse = null;
    this.#folder = join(this.#root, String(++this.#lives));
    cpSync(life.folder, this.#folder, { recursive: true });
    this.onCrash();
  }
  /** Closes the handles of a dead life, when none of its code is on the stack. */
  clearAway(): void {
    const life = this.#life;
    if (!life || life.alive) return;
    for (const held of [...life.databases, ...life.journals])
      try {
        held.close();
      } catch {
        // A statement of that life may still be running.
      }
    life.databases.length = 0;
    if (life.folder !== this.#folder) rmSync(life.folder, { recursive: true, force: true });
  }
  /** The process was closed; the next start may follow. */
  ended(): void {
    if (this.#life) this.#life.alive = false;
  }
  remove(): void {
    if (this.#life) this.#life.alive = false;
    this.clearAway();
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** Copies a file, so that it can be restored later as an older version. */
  remember(account: string, name: DamagedFile): void {
    const path = this.#path(account, name);
    if (!existsSync(path)) return;
    const bytes = readFileSync(path);
    const key = `${account} ${name}`;
    const earlier = this.#earlier.get(key) ?? [];
    if (bytes.length === 0 || earlier.at(-1)?.equals(bytes)) return;
    this.#earlier.set(key, [...earlier, bytes].slice(-EARLIER_KEPT));
  }
  /** Each start copies the files that the previous life left. */
  #rememberAll(): void {
    const accounts = join(this.#folder, 'accounts');
    if (!existsSync(accounts)) return;
    for (const account of readdirSync(accounts))
      for (const name of DAMAGED_FILES) this.remember(account, name);
  }
  /**
   * Damages one file between two lives. Returns a description of the damage, or null if there is no such
   * file.
   */
  damage(
    how: Damage,
    account: string,
    name: DamagedFile,
    other: string | null,
    random: SimRandom,
  ): string | null {
    const path = this.#path(account, name);
    const size = existsSync(path) ? statSync(path).size : 0;
    // A WAL that SQLite has removed can reappear.
    if (size === 0 && !(how === 'aged' && name.endsWith('-wal'))) return null;
    const bytes = size === 0 ? Buffer.alloc(0) : readFileSync(path);
    const isInHeader = how === 'header';
    const at = random.int(0, Math.min(size, isInHeader ? headerBytesOf(name) : size) - 1);
    const sector = at - (at % SECTOR_BYTES);
    const put = (content: Buffer | string): void => {
      // The WAL beside a database belongs to another state of it.
      rmSync(`${path}-wal`, { force: true });
      rmSync(`${path}-shm`, { force: true });
      writeFileSync(path, content);
    };
    if (how === 'gone') rmSync(path);
    else if (how === 'empty') writeFileSync(path, '');
    else if (how === 'cut') writeFileSync(path, bytes.subarray(0, at));
    else if (how === 'flip' || isInHeader) {
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(0, 7));
      writeFileSync(path, bytes);
    } else if (how === 'zeros') {
      const isToTheEnd = random.chance(0.5);
      bytes.fill(0, sector, isToTheEnd ? size : Math.min(size, sector + SECTOR_BYTES));
      writeFileSync(path, bytes);
    } else if (how === 'swapped') {
      const from = other === null ? '' : this.#path(other, name);
      if (from === '' || !existsSync(from) || from === path) return null;
      put(readFileSync(from));
    } else {
      const earlier = this.#earlierThan(bytes, account, name, random);
      if (!earlier) return null;
      if (how === 'aged') put(earlier);
      else {
        const written = changedSectors(bytes, earlier);
        if (written.length === 0) return null;
        const lost = how === 'torn' ? [random.pick(written)] : written.filter(() => random.chance(0.5));
        for (const from of lost) earlier.copy(bytes, from, from, from + SECTOR_BYTES);
        writeFileSync(path, bytes);
        return `${name} of ${account} ${how} at ${lost.join(', ')} of ${size}`;
      }
    }
    return `${name} of ${account} ${how} at ${at} of ${size}`;
  }
  #earlierThan(bytes: Buffer, account: string, name: DamagedFile, random: SimRandom): Buffer | null {
    const earlier = (this.#earlier.get(`${account} ${name}`) ?? []).filter((one) => !one.equals(bytes));
    return earlier.length === 0 ? null : random.pick(earlier);
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
      pathOf: files.pathOf,
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
      sizeBytes: () => JOURNAL_SCALE * journal.sizeBytes(),
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
        let hasWritten = false;
        const run = database.transaction((...args: Parameters<typeof body>) => {
          const before = changes(database);
          const result = body(...args);
          hasWritten = changes(database) !== before;
          if (hasWritten) this.#burn(life, 'before');
          return result;
        });
        return (...args) => {
          alive();
          const result = run(...args);
          if (!database.inTransaction && hasWritten) this.#burn(life, 'after');
          return result;
        };
      },
      function: (...given) => {
        alive();
        return database.function(...given);
      },
      close: () => {
        if (!life.alive) throw new Crash();
        return database.close();
      },
    };
  }
}

/** Temporary tables are in memory. */
const IN_MEMORY = /temp\.|_overlay|overlay_link/;
const WRITES = /^\s*(INSERT|UPDATE|DELETE|REPLACE)/i;
const counters = new WeakMap<SqlDatabase, SqlStatement>();
const changes = (database: SqlDatabase): unknown => {
  let counter = counters.get(database);
  if (!counter) counters.set(database, (counter = database.prepare('SELECT total_changes()').pluck()));
  return counter.get();
};
