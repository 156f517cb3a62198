/**
 * Converts errors for a window. An error with one of our codes keeps it. Any other error becomes `internal`,
 * and its stack stays in the log.
 */
import { ORPCError } from '@orpc/server';
import type { ErrorCode } from '#shared/contract/errors';
import type { Accounts } from '../accounts/accounts';
import { AppError } from '../app-error';
import { isCopyDamaged, sqliteErrorCode } from '../store/schema/sqlite-errors';

export const asContractError = (error: unknown): ORPCError<ErrorCode, undefined> => {
  const code = error instanceof AppError ? error.code : (sqliteErrorCode(error) ?? 'internal');
  return new ORPCError(code, {
    message: error instanceof AppError ? error.message : 'the local copy could not be read',
    cause: error,
  });
};

interface Call<T> {
  next: () => T | PromiseLike<T>;
}

/** Middleware of every procedure: sends the code of every thrown error. */
export const withErrorCodes = async <T>({ next }: Call<T>): Promise<T> => {
  try {
    return await next();
  } catch (error) {
    throw error instanceof ORPCError ? error : asContractError(error);
  }
};

/** The functions to call about the open account's copy of the records. */
export type CopyWatch = Pick<Accounts, 'copyDamaged' | 'copySuspected'>;

/**
 * The same for procedures that read the copy of the records. It also reports an error that an undamaged copy does not
 * cause.
 */
export const withCopyErrorCodes =
  (watch: CopyWatch) =>
  async <T>(call: Call<T>): Promise<T> => {
    try {
      return await withErrorCodes(call);
    } catch (error) {
      if (error instanceof ORPCError && error.code === 'database-corrupt') watch.copyDamaged();
      else if (error instanceof ORPCError && isCopyDamaged(error.cause)) watch.copySuspected();
      throw error;
    }
  };
