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
  // Written beside it first, so that a full disk leaves an earlier file as it is. Its name is short on every system.
  const part = join(dirname(filePath), `.${randomUUID()}.part`);
  try {
    const pdf = await window.webContents.printToPDF({
      preferCSSPageSize: true,
      printBackground: true,
      generateTaggedPDF: true,
    });
    await writeFile(part, pdf);
    renamePatiently(part, filePath);
    return 'saved';
  } catch (cause) {
    await rm(part, { force: true }).catch(() => undefined);
    onError(errorCodeOf(cause) || String(cause));
    return 'failed';
  }
};
