/** A PDF that cannot be written: the user is told, and the log does not get its name. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { expect, it, onTestFinished } from 'vitest';
import { savePdf } from '../../../../src/main/electron/save-pdf';

it('that is not written is reported without its name, which has the customer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-pdf-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const causes: string[] = [];
  const save = (printToPDF: () => Promise<Buffer>) =>
    savePdf('Quotation for Acme Ltd', {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a PDF needs of a window
      window: { webContents: { printToPDF } } as unknown as BrowserWindow,
      dialog: {
        showSaveDialog: async () => ({ canceled: false, filePath: join(folder, 'gone', 'Acme Ltd.pdf') }),
      },
      folder,
      onError: (cause) => causes.push(cause),
    });
  expect(await save(async () => Buffer.from('%PDF'))).toBe('failed');
  expect(await save(() => Promise.reject(new Error('Failed to generate PDF')))).toBe('failed');
  expect(causes).toEqual(['ENOENT', 'Error: Failed to generate PDF']);
});
