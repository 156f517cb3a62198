/**
 * Returns true for an address whose host name contains "sandbox". The production host of the live service
 * also has this name.
 */
export const isNamedSandbox = (url: string): boolean =>
  /^[^/?#]*\bsandbox\b/i.test(url.trim().replace(/^https?:\/\//i, ''));
