/**
 * Ids of the service are 64-bit integers. Satchel stores every id as a string of decimal digits, because a
 * JavaScript number would lose digits. `''` and `0` mean "none" (contract E1: 0 = none).
 */
export type Id = string & { readonly __brand: 'Id' };

const DIGITS = /^-?\d{1,19}$/;

/** Returns true for a string with a decimal id of up to 64 bits. */
export const isId = (value: unknown): value is Id => typeof value === 'string' && DIGITS.test(value);

/**
 * Reads an id that may arrive as integer or string (contract B, "Values"); undefined for anything
 * else.
 */
export const toId = (value: unknown): Id | undefined => {
  if (typeof value === 'string') return isId(value) ? value : undefined;
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) return undefined;
  const digits = String(value);
  return isId(digits) ? digits : undefined;
};

/** Returns true if an id field has no id: absent, empty or 0. */
export const isNoId = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === '0' || value === 0;
