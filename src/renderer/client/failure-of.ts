/** Converts an error of a call to a failure that has a text. */
import { ERROR_CODES, type Failure } from '#shared/contract/errors';

/** The error's code if it is one of the contract, otherwise `internal`. */
export const failureOf = (error: unknown): Failure => {
  const code =
    typeof error === 'object' && error !== null && 'code' in error
      ? ERROR_CODES.find((one) => one === error.code)
      : undefined;
  return { code: code ?? 'internal' };
};
