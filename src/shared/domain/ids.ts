/**
 * Ids of the service are 64-bit integers; Satchel holds every id as a string of decimal digits,
 * so that none passes through a JavaScript number. `''` and `0` mean "none" (contract E1: 0 = none).
 */
export type Id = string & { readonly __brand: 'Id' };

const DIGITS = /^-?\d{1,19}$/;

/** True for a decimal 64-bit-scale id, as a string. */
export const isId = (value: unknown): value is Id => typeof value === 'string' && DIGITS.test(value);

/**
 * Reads an id that may arrive as integer or string (contract B, "observed dirt"); undefined for anything
 * else.
 */
export const toId = (value: unknown): Id | undefined => {
  if (typeof value === 'string') return isId(value) ? value : undefined;
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) return undefined;
  const digits = String(value);
  return isId(digits) ? digits : undefined;
};

/** True when an id field points at nothing: absent, empty or 0. */
export const isNoId = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === '0' || value === 0;
