/** What a call to the core threw, as a failure that can be worded. */
import { ERROR_CODES, type Failure } from '#shared/contract/errors';

/** Its code where that is one of the contract, else `internal`. */
export const failureOf = (error: unknown): Failure => {
  const code =
    typeof error === 'object' && error !== null && 'code' in error
      ? ERROR_CODES.find((one) => one === error.code)
      : undefined;
  return { code: code ?? 'internal' };
};
