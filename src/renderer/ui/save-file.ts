/**
 * Saves a finished file with the browser's download, in both shells. Nothing is written before the file is
 * complete.
 */
export const saveFile = (blob: Blob, fileName: string): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = safeFileName(fileName);
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the blob after the click handler returns, so revoke the URL later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

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
