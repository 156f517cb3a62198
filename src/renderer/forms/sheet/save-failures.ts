/** What a form says if the disk refuses its draft or its save. */

const DISK_FAILURES: Readonly<Record<string, { draft: string; save: string }>> = {
  'disk-full': { draft: 'form.draftDiskFull', save: 'form.saveDiskFull' },
  'disk-read-only': { draft: 'form.draftReadOnly', save: 'form.saveReadOnly' },
};

/** The text key for a draft that was not stored. `code` is that of the error. */
export const draftFailure = (code: string | null): string =>
  DISK_FAILURES[code ?? '']?.draft ?? 'form.draftFailed';

/** The text key for a save that threw an error. */
export const saveFailure = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return DISK_FAILURES[String(code)]?.save ?? 'form.saveFailed';
};
