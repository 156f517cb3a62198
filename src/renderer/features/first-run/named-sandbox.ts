/** True for an address whose host is called a sandbox. The live service's production host is called so. */
export const isNamedSandbox = (url: string): boolean =>
  /^[^/?#]*\bsandbox\b/i.test(url.trim().replace(/^https?:\/\//i, ''));
