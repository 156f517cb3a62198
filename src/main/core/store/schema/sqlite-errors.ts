/** Converts SQLite errors to our codes, by result code only. */
import type { ErrorCode } from '#shared/contract/errors';
import { AppError } from '../../app-error';
import type { SqlDatabase } from '../../ports/ports';

/** A file that ends in the midst of a page was cut: SQLite reads less than a page and calls it an I/O error. */
const CUT_FILE = 'SQLITE_IOERR_SHORT_READ';

/**
 * The code to report for a failed disk call; undefined if the error comes neither from SQLite nor from the
 * file system.
 */
export const sqliteErrorCode = (error: unknown): ErrorCode | undefined => {
  const trouble = storageTrouble(error);
  if (trouble === 'read-only') return 'disk-read-only';
  if (trouble === 'full') return 'disk-full';
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : undefined;
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return undefined;
  return code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB') || code === CUT_FILE
    ? 'database-corrupt'
    : 'internal';
};

/** Why a disk refuses a write: it is full, it is read-only, or it reports errors. */
export type StorageTrouble = 'full' | 'read-only' | 'failing';

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);
const NO_RIGHT = new Set(['EROFS', 'EACCES', 'EPERM']);

/**
 * Returns null if the error does not concern the disk. If SQLite cannot extend its shared-memory file, it
 * reports an I/O error; the disk is then full.
 */
export const storageTrouble = (error: unknown): StorageTrouble | null => {
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : undefined;
  if (typeof code !== 'string') return null;
  if (code.startsWith('SQLITE_FULL') || code === 'SQLITE_IOERR_SHMSIZE' || NO_ROOM.has(code)) return 'full';
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN') || NO_RIGHT.has(code))
    return 'read-only';
  return code.startsWith('SQLITE_IOERR') && code !== CUT_FILE ? 'failing' : null;
};

export const isCorruption = (error: unknown): boolean =>
  sqliteErrorCode(error) === 'database-corrupt' ||
  (error instanceof AppError && error.code === 'database-corrupt');

/**
 * Reads the definitions of the tables. Throws AppError `database-corrupt` if they cannot be understood: SQLite
 * reports a damaged header as an error of the statement.
 */
export const readDefinitions = (database: Pick<SqlDatabase, 'prepare'>): void => {
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    const code = error instanceof Error ? (error as Error & { code?: unknown }).code : undefined;
    if (code !== 'SQLITE_ERROR') throw error;
    throw new AppError('database-corrupt', 'the header of the file is damaged', { cause: error });
  }
};
