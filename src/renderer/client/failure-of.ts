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

/** What a call came to: its outcome, or the error that it was rejected with. */
interface Answered {
  data: { ok: true } | { ok: false; error: Failure } | undefined;
  isError: boolean;
  error: unknown;
}

/** Returns why a call did not do what the user asked for; null if it did, or runs. */
export const failureIn = ({ data, isError, error }: Answered): Failure | null => {
  if (isError) return failureOf(error);
  return data && !data.ok ? data.error : null;
};

/** Returns true if the account was not opened because the key of one of its files is not available. */
export const isLocked = ({ code }: Failure): boolean => code === 'cache-locked' || code === 'outbox-locked';
