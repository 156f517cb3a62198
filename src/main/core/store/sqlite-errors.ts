/** SQLite's verdicts in our codes, by its result code alone. */
import type { ErrorCode } from '#shared/contract/errors';
import { AppError } from '../app-error';

/** The code to report for a failed database call; undefined when the error is not SQLite's. */
export const sqliteErrorCode = (error: unknown): ErrorCode | undefined => {
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : undefined;
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return undefined;
  if (code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB')) return 'database-corrupt';
  return code.startsWith('SQLITE_FULL') ? 'disk-full' : 'internal';
};

export const isCorruption = (error: unknown): boolean =>
  sqliteErrorCode(error) === 'database-corrupt' ||
  (error instanceof AppError && error.code === 'database-corrupt');
