/**
 * One Satchel per data directory: two cores on one outbox would each send what waits there. The lock is
 * SQLite's own file lock on a file of its own, so that the system drops it with the process, however that
 * ends.
 */
import Database from 'better-sqlite3';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#core/app-error';

const FILE = 'satchel.lock';
/** A process that is just ending, or was just killed, lets go within this. */
const PATIENCE_MS = 3000;

/** Holds the directory until `release`, or the end of the process. Throws AppError `data-in-use`. */
export const lockDataDirectory = (directory: string, patienceMs = PATIENCE_MS): { release(): void } => {
  mkdirSync(directory, { recursive: true });
  const database = new Database(join(directory, FILE), { timeout: patienceMs });
  try {
    database.pragma('journal_mode = DELETE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY') !== true) throw error;
    throw new AppError(
      'data-in-use',
      `another Satchel is open with this data (${directory}): close it first, or choose another folder with --data`,
      { cause: error },
    );
  }
  return {
    release: () => {
      if (database.open) database.close();
    },
  };
};
