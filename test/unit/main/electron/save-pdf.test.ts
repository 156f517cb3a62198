/** PDF files: the user is told what became of them, and one that cannot be written changes nothing. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { expect, it, onTestFinished } from 'vitest';
import { makeSmallDisk, whyNoSmallDisk } from '../../../support/small-disk';
import { savePdf } from '../../../../src/main/electron/save-pdf';

const why = whyNoSmallDisk();
/** Saves what `printToPDF` gives under this path. */
const saveAs = (
  filePath: string,
  printToPDF: () => Promise<Buffer>,
  onError = (_cause: string): void => {},
) =>
  savePdf('Quotation for Acme Ltd', {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a PDF needs of a window
    window: { webContents: { printToPDF } } as unknown as BrowserWindow,
    dialog: { showSaveDialog: async () => ({ canceled: false, filePath }) },
    folder: '/',
    onError,
  });

it.skipIf(why !== null)('replaces the earlier file, or leaves it as it is if the disk is full', async () => {
  const disk = makeSmallDisk(1);
  onTestFinished(() => disk.remove());
  const path = join(disk.path, 'a.pdf');
  writeFileSync(path, 'earlier');
  expect(await saveAs(path, async () => Buffer.alloc(2_000_000))).toBe('failed');
  expect([readFileSync(path, 'utf8'), readdirSync(disk.path)]).toEqual(['earlier', ['a.pdf']]);
  expect(await saveAs(path, async () => Buffer.from('later'))).toBe('saved');
  expect([readFileSync(path, 'utf8'), readdirSync(disk.path)]).toEqual(['later', ['a.pdf']]);
});

it('that is not written is reported without its name, which has the customer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-pdf-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const causes: string[] = [];
  const save = (printToPDF: () => Promise<Buffer>) =>
    saveAs(join(folder, 'gone', 'Acme Ltd.pdf'), printToPDF, (cause) => causes.push(cause));
  expect(await save(async () => Buffer.from('%PDF'))).toBe('failed');
  expect(await save(() => Promise.reject(new Error('Failed to generate PDF')))).toBe('failed');
  expect(causes).toEqual(['ENOENT', 'Error: Failed to generate PDF']);
});

it.skipIf(process.platform === 'win32')(
  'is written to a file that the user chose in a folder in which Satchel may create no other',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'satchel-pdf-'));
    const path = join(folder, 'a.pdf');
    writeFileSync(path, 'earlier');
    chmodSync(path, 0o666);
    chmodSync(folder, 0o555);
    // Root may create files everywhere.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    onTestFinished(() => {
      if (isRoot) process.seteuid?.(0);
      chmodSync(folder, 0o755);
      rmSync(folder, { recursive: true, force: true });
    });
    expect(await saveAs(path, async () => Buffer.from('later'))).toBe('saved');
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['later', ['a.pdf']]);
  },
);
