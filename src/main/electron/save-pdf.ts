/**
 * Saves a document of the window as a PDF file. It uses the page's print styles, so the file equals the
 * printed page. The name comes from a record, so it is made safe before it is proposed as a file name.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserWindow, Dialog } from 'electron';
import type { FileOutcome } from '#shared/contract/shell';

const LONGEST_NAME = 120;
/** Linux allows 255 bytes for a name with its extension; a Chinese character has three. */
const LONGEST_NAME_BYTES = 240;
/** Names that Windows reserves for devices, also if a dot and more text follow. */
const RESERVED = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/i;

/**
 * A file name that every system accepts: separators, control characters, direction marks and characters
 * reserved by Windows become spaces.
 */
export const safeFileName = (name: string): string => {
  const plain = shortened(
    name
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, ' ')
      .replace(/\s+/g, ' '),
  ).replace(/^[. ]+|[. ]+$/g, '');
  return plain === '' || RESERVED.test(plain) ? `Satchel ${plain}`.trim() : plain;
};

const shortened = (name: string): string => {
  let [short, sizeBytes] = ['', 0];
  for (const character of [...name].slice(0, LONGEST_NAME)) {
    sizeBytes += Buffer.byteLength(character);
    if (sizeBytes > LONGEST_NAME_BYTES) break;
    short += character;
  }
  return short;
};

export interface PdfParts {
  window: BrowserWindow;
  dialog: Pick<Dialog, 'showSaveDialog'>;
  folder: string;
  onError(cause: unknown): void;
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
