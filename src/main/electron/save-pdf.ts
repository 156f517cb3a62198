/**
 * Saves a document of the window as a PDF file. It uses the page's print styles, so the file equals the
 * printed page. The name comes from a record, so it is made safe before it is proposed as a file name.
 */
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BrowserWindow, Dialog } from 'electron';
import { errorCodeOf } from '#core/error-code';
import type { FileOutcome } from '#shared/contract/shell';
import { safeFileName } from '#shared/domain/safe-file-name';
import { renamePatiently } from '../node/durable';

export interface PdfParts {
  window: BrowserWindow;
  dialog: Pick<Dialog, 'showSaveDialog'>;
  folder: string;
  /** `cause` has no path: the name of the file may contain a customer's name, and the log has none. */
  onError(cause: string): void;
}

/**
 * Asks for the file, then writes it. Returns `failed` if the page could not be printed or the file could not
 * be written; the cause goes to the log.
 */
export const savePdf = async (
  name: string,
  { window, dialog, folder, onError }: PdfParts,
): Promise<FileOutcome> => {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: join(folder, `${safeFileName(name)}.pdf`),
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  });
  if (canceled || filePath === '') return 'cancelled';
  try {
    const pdf = await window.webContents.printToPDF({
      preferCSSPageSize: true,
      printBackground: true,
      generateTaggedPDF: true,
    });
    await writePdf(filePath, pdf);
    return 'saved';
  } catch (cause) {
    onError(errorCodeOf(cause) || String(cause));
    return 'failed';
  }
};

/**
 * Writes beside the file first, so that a full disk leaves an earlier file as it is. If no other file may be created
 * there, writes the file itself: on macOS the user may refuse Satchel the folder, but has chosen this file.
 */
const writePdf = async (filePath: string, pdf: Buffer): Promise<void> => {
  // Short on every system.
  const part = join(dirname(filePath), `.${randomUUID()}.part`);
  try {
    await writeFile(part, pdf);
    renamePatiently(part, filePath);
  } catch (cause) {
    await rm(part, { force: true }).catch(() => undefined);
    if (errorCodeOf(cause) !== 'EACCES' && errorCodeOf(cause) !== 'EPERM') throw cause;
    await writeFile(filePath, pdf);
  }
};
