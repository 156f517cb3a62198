/** Converts SQLite errors to our codes, by result code only. */
import type { ErrorCode } from '#shared/contract/errors';
import { AppError } from '../../app-error';

/**
 * The code to report for a failed call of the disk; undefined when the error is neither SQLite's nor a
 * file's.
 */
export const sqliteErrorCode = (error: unknown): ErrorCode | undefined => {
  const trouble = storageTrouble(error);
  if (trouble === 'read-only') return 'disk-read-only';
  if (trouble === 'full') return 'disk-full';
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : undefined;
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return undefined;
  return code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB')
    ? 'database-corrupt'
    : 'internal';
};

/** Why a disk takes no write: no room, no right to write, or it answers with errors. */
export type StorageTrouble = 'full' | 'read-only' | 'failing';

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);
const NO_RIGHT = new Set(['EROFS', 'EACCES', 'EPERM']);

/** Null when the error is not about the disk. SQLite names a map it cannot extend an I/O error. */
export const storageTrouble = (error: unknown): StorageTrouble | null => {
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : undefined;
  if (typeof code !== 'string') return null;
  if (code.startsWith('SQLITE_FULL') || code === 'SQLITE_IOERR_SHMSIZE' || NO_ROOM.has(code)) return 'full';
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN') || NO_RIGHT.has(code))
    return 'read-only';
  return code.startsWith('SQLITE_IOERR') ? 'failing' : null;
};

export const isCorruption = (error: unknown): boolean =>
  sqliteErrorCode(error) === 'database-corrupt' ||
  (error instanceof AppError && error.code === 'database-corrupt');
