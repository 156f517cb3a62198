/**
 * Returns the text of a string, number or bigint, without spaces around it; `''` for every other value. Services
 * send ids, numbers and phone numbers in any of these types.
 */
export const valueText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value).trim()
    : '';
