/**
 * Ensures one Satchel per data directory, because two cores on one outbox would send its items twice. The
 * lock is an SQLite file lock, so that the system removes it when the process ends, however it ends.
 *
 * Two files are locked, and a core that does not get both does not start. If one is deleted while a core
 * runs, the other still blocks a second core. The holder checks them every few seconds and recreates a
 * deleted one.
 */
import { errorCodeOf } from '#core/error-code';
import Database from 'better-sqlite3';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#core/app-error';
import { storageTrouble } from '#core/store/schema/sqlite-errors';

const FILES = ['satchel.lock', 'satchel.hold'];
/** A process that is ending, or was just killed, releases its lock within this time. */
const PATIENCE_MS = 3000;
const LOOK_MS = 2000;

export interface DataLock {
  /** Recreates and locks a deleted file. Called every few seconds by itself. */
  renew(): void;
  release(): void;
}

/**
 * Locks the directory until `release`, or the end of the process. Throws AppError `data-in-use`. A directory
 * that accepts no file cannot be locked. Nothing can be sent from it either, because every push is recorded
 * before it is sent.
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
    if (errorCodeOf(error).startsWith('SQLITE_BUSY')) {
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
      try {
        if (idOf(one.path) === one.id) continue;
        const next = lockFile(one.path, 0);
        one.database.close();
        held[at] = next;
      } catch {
        // The holder is ending, because it does not get the other file; or the disk does not answer.
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
  /** Identifies the file, to notice another file with the same name. */
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
    // Nobody holds the lock: a holder would have been noticed before the file was read.
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

const isJunk = (error: unknown): boolean => /^SQLITE_(NOTADB|CORRUPT)/.test(errorCodeOf(error));
