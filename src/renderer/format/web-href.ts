/**
 * Accepts only https and http addresses, with or without their scheme, because text from a CRM is untrusted
 * input.
 */
export const webHref = (text: string): string | null => {
  try {
    const url = new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`);
    return (url.protocol === 'https:' || url.protocol === 'http:') &&
      url.hostname.includes('.') &&
      url.username === ''
      ? url.href
      : null;
  } catch {
    return null;
  }
};
