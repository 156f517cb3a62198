/**
 * A document of the window as a PDF file: the page as its print styles lay it out, so the file is what the
 * printer would have shown. The name comes from a record, so it is made harmless before it is proposed as a
 * file's.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserWindow, Dialog } from 'electron';
import type { PdfOutcome } from '#shared/contract/shell';

const LONGEST_NAME = 120;
/** Names that Windows keeps for devices, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A file name that every system takes: separators, control signs, marks of direction and Windows' own signs
 * become spaces.
 */
export const safeFileName = (name: string): string => {
  const plain = [
    ...name
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, ' ')
      .replace(/\s+/g, ' '),
  ]
    .slice(0, LONGEST_NAME)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');
  return plain === '' || RESERVED.test(plain) ? `Satchel ${plain}`.trim() : plain;
};

export interface PdfParts {
  window: BrowserWindow;
  dialog: Pick<Dialog, 'showSaveDialog'>;
  folder: string;
  onError(cause: unknown): void;
}

/**
 * Asks where to, then writes. `failed` when the page could not be laid out or the file not written; the cause
 * goes to the log.
 */
export const savePdf = async (
  name: string,
  { window, dialog, folder, onError }: PdfParts,
): Promise<PdfOutcome> => {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: join(folder, `${safeFileName(name)}.pdf`),
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  });
  if (canceled || filePath === '') return 'cancelled';
  try {
    await writeFile(
      filePath,
      await window.webContents.printToPDF({
        preferCSSPageSize: true,
        printBackground: true,
        generateTaggedPDF: true,
      }),
    );
    return 'saved';
  } catch (cause) {
    onError(cause);
    return 'failed';
  }
};
