/**
 * One Satchel per data directory: two cores on one outbox would each send what waits there. The lock is
 * SQLite's own file lock, so that the system drops it with the process, however that ends.
 *
 * Two files are locked, and a core that does not get both does not start: where one was deleted while a core
 * runs, the other still keeps a second one out. The holder looks at them every few seconds and makes anew
 * what was deleted.
 */
import Database from 'better-sqlite3';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#core/app-error';
import { storageTrouble } from '#core/store/schema/sqlite-errors';

const FILES = ['satchel.lock', 'satchel.hold'];
/** A process that is just ending, or was just killed, lets go within this. */
const PATIENCE_MS = 3000;
const LOOK_MS = 2000;

export interface DataLock {
  /** Locks again what was deleted; it is called every few seconds by itself. */
  renew(): void;
  release(): void;
}

/**
 * Holds the directory until `release`, or the end of the process. Throws AppError `data-in-use`. A directory
 * that takes no file cannot be locked, and nothing can be sent from it either: every push is written down
 * before it leaves.
 */
export const lockDataDirectory = (directory: string, patienceMs = PATIENCE_MS): DataLock => {
  const held: HeldFile[] = [];
  const letGo = (): void => {
    for (const { database } of held.splice(0)) database.close();
  };
  try {
    if (!existsSync(directory)) mkdirSync(directory, { recursive: true });
    for (const name of FILES) held.push(lockFile(join(directory, name), patienceMs));
  } catch (error) {
    if (codeOf(error).startsWith('SQLITE_BUSY')) {
      letGo();
      throw new AppError(
        'data-in-use',
        `another Satchel is open with this data (${directory}): close it first, or choose another folder with --data`,
        { cause: error },
      );
    }
    if (storageTrouble(error) === null || !existsSync(directory)) {
      letGo();
      throw error;
    }
  }
  const renew = (): void => {
    for (const [at, one] of held.entries()) {
      if (idOf(one.path) === one.id) continue;
      try {
        const next = lockFile(one.path, 0);
        one.database.close();
        held[at] = next;
      } catch {
        // Held by one that is on its way out, for it does not get the other; or the disk takes no file.
      }
    }
  };
  const looking = setInterval(renew, LOOK_MS);
  looking.unref();
  return {
    renew,
    release: () => {
      clearInterval(looking);
      letGo();
    },
  };
};

interface HeldFile {
  path: string;
  /** What tells the file from another one of its name. */
  id: string | null;
  database: Database.Database;
}

const lockFile = (path: string, patienceMs: number): HeldFile => {
  const lock = (): HeldFile => {
    const database = takeLock(path, patienceMs);
    return { path, id: idOf(path), database };
  };
  try {
    return lock();
  } catch (error) {
    if (!isJunk(error)) throw error;
    // Who held the lock would have been met before the file was read: nobody does.
    rmSync(path, { force: true });
    return lock();
  }
};

const takeLock = (path: string, patienceMs: number): Database.Database => {
  const database = new Database(path, { timeout: patienceMs });
  try {
    database.pragma('journal_mode = DELETE');
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

const idOf = (path: string): string | null => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino}` : null;
};

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');
const isJunk = (error: unknown): boolean => /^SQLITE_(NOTADB|CORRUPT)/.test(codeOf(error));
