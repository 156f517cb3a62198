/** Converts SQLite errors to our codes, by result code only. */
import type { ErrorCode } from '#shared/contract/errors';
import { AppError } from '../../app-error';

/** A file that ends in the midst of a page was cut: SQLite reads less than a page and calls it an I/O error. */
const CUT_FILE = 'SQLITE_IOERR_SHORT_READ';

const codeOf = (error: unknown): unknown =>
  error instanceof Error ? (error as Error & { code?: unknown }).code : undefined;

/**
 * The code to report for a failed disk call; undefined if the error comes neither from SQLite nor from the
 * file system.
 */
export const sqliteErrorCode = (error: unknown): ErrorCode | undefined => {
  const trouble = storageTrouble(error);
  if (trouble === 'read-only') return 'disk-read-only';
  if (trouble === 'full') return 'disk-full';
  const code = codeOf(error);
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
 * The disk reports an error or is gone, or another program keeps the file. For other errors of Windows, such as that of
 * a lost network drive, Node has only `UNKNOWN`.
 */
const FAILING = new Set(['EIO', 'EBUSY', 'ENODEV', 'ENXIO', 'ESTALE', 'UNKNOWN']);

/**
 * Returns null if the error does not concern the disk. If SQLite cannot extend its shared-memory file, it
 * reports an I/O error; the disk is then full.
 */
export const storageTrouble = (error: unknown): StorageTrouble | null => {
  const code = codeOf(error);
  if (typeof code !== 'string') return null;
  if (code.startsWith('SQLITE_FULL') || code === 'SQLITE_IOERR_SHMSIZE' || NO_ROOM.has(code)) return 'full';
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN') || NO_RIGHT.has(code))
    return 'read-only';
  const isFailing = FAILING.has(code) || (code.startsWith('SQLITE_IOERR') && code !== CUT_FILE);
  return isFailing ? 'failing' : null;
};

export const isCorruption = (error: unknown): boolean =>
  sqliteErrorCode(error) === 'database-corrupt' ||
  (error instanceof AppError && error.code === 'database-corrupt');

/** Errors of SQLite that have another cause than damage: another user of the file, memory, or the caller. */
const EXPLAINED = /^SQLITE_(?:BUSY|LOCKED|PROTOCOL|INTERRUPT|ABORT|NOMEM|TOOBIG|PERM)/;

/**
 * Returns true if the error means that the copy of the records is damaged. The statement works on every undamaged copy,
 * so some errors that SQLite does not call damage count too. Two examples: SQLITE_CONSTRAINT, if one of a record's two
 * rows is lost, so that the record is not found and cannot be inserted either; SQLITE_ERROR, if the settings of the
 * search index are zeros.
 */
export const isCopyDamaged = (error: unknown): boolean => {
  const code = codeOf(error);
  const isUnexplained =
    typeof code === 'string' &&
    code.startsWith('SQLITE_') &&
    storageTrouble(error) === null &&
    !EXPLAINED.test(code);
  return isCorruption(error) || isUnexplained;
};

/**
 * Returns true if the error means that an existing file is damaged, for the first statements on it. Some errors that
 * SQLite does not call damage count too: it reports a damaged header as an unknown format, and a table with an altered
 * name as missing.
 */
export const isUnreadable = (error: unknown): boolean =>
  isCorruption(error) || codeOf(error) === 'SQLITE_ERROR';
