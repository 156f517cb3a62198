/**
 * One Satchel per data directory: two cores on one outbox would each send what waits there. The lock is
 * SQLite's own file lock on a file of its own, so that the system drops it with the process, however that
 * ends.
 */
import Database from 'better-sqlite3';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#core/app-error';
import { storageTrouble } from '#core/store/sqlite-errors';

const FILE = 'satchel.lock';
/** A process that is just ending, or was just killed, lets go within this. */
const PATIENCE_MS = 3000;

/**
 * Holds the directory until `release`, or the end of the process. Throws AppError `data-in-use`. A directory
 * that takes no file cannot be locked, and nothing can be sent from it either: every push is written down
 * before it leaves.
 */
export const lockDataDirectory = (directory: string, patienceMs = PATIENCE_MS): { release(): void } => {
  const path = join(directory, FILE);
  let database: Database.Database | null = null;
  try {
    if (!existsSync(directory)) mkdirSync(directory, { recursive: true });
    database = takeLock(path, patienceMs);
  } catch (error) {
    if (codeOf(error).startsWith('SQLITE_BUSY'))
      throw new AppError(
        'data-in-use',
        `another Satchel is open with this data (${directory}): close it first, or choose another folder with --data`,
        { cause: error },
      );
    if (isJunk(error)) {
      // Who held the lock would have been met before the file was read: nobody does.
      rmSync(path, { force: true });
      database = takeLock(path, patienceMs);
    } else if (storageTrouble(error) === null || !existsSync(directory)) throw error;
  }
  return {
    release: () => {
      if (database?.open) database.close();
    },
  };
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

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');
const isJunk = (error: unknown): boolean => /^SQLITE_(NOTADB|CORRUPT)/.test(codeOf(error));
