/** Removes characters that Windows does not allow in a file name. */
export const safeFileName = (name: string): string => {
  const safe = name
    // oxlint-disable-next-line no-control-regex -- control characters are among them.
    .replace(/[<>:"/\\|?*\u0000-\u001F]/g, ' ')
    // Isolates of text direction around a name.
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 120);
  return safe === '' ? 'file' : safe;
};
