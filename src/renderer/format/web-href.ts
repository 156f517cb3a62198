/** Only https and http addresses, spelled out or without their scheme (a CRM's text is hostile input). */
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
