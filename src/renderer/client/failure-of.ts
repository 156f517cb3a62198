/** What the failure of a call is: its code, and whether an account is locked. */
import { ERROR_CODES, type Failure } from '#shared/contract/errors';

/** The error's code if it is one of the contract, otherwise `internal`. */
export const failureOf = (error: unknown): Failure => {
  const code =
    typeof error === 'object' && error !== null && 'code' in error
      ? ERROR_CODES.find((one) => one === error.code)
      : undefined;
  return { code: code ?? 'internal' };
};

/** Returns true if the account was not opened because the key of one of its files is not available. */
export const isLocked = ({ code }: Failure): boolean => code === 'cache-locked' || code === 'outbox-locked';
