/**
 * What became of the files that the page saves. The page starts a download, for which Electron asks the user
 * for a place. Only Electron knows how it ended, so the page asks here, by the address of the file.
 *
 *   begun ─ done: completed ─→ saved
 *         ├ done: cancelled ─→ cancelled (the user closed the dialog)
 *         ├ done: interrupted ─→ failed
 *         └ interrupted, but could be resumed (e.g. the disk is full) ─→ ended here ─→ failed
 */
import { basename } from 'node:path';
import type { DownloadItem } from 'electron';
import type { SavedFile } from '#shared/contract/shell';

/** A download begins within milliseconds after the page asked. One that did not begin was refused. */
const BEGINS_WITHIN_MS = 60_000;

export type FileItem = Pick<DownloadItem, 'getURL' | 'getSavePath' | 'cancel'> & {
  on(event: 'updated', listener: (event: unknown, state: 'progressing' | 'interrupted') => void): unknown;
  once(
    event: 'done',
    listener: (event: unknown, state: 'completed' | 'cancelled' | 'interrupted') => void,
  ): unknown;
};

export interface SavedFiles {
  /** Call when the download of a file of the page begins. */
  begins(item: FileItem): void;
  /** Resolves when the download of this address has ended; it may begin before or after the call. */
  outcome(url: string): Promise<SavedFile>;
}

interface Download extends PromiseWithResolvers<SavedFile> {
  hasBegun: boolean;
}

const NOT_SAVED: SavedFile = { outcome: 'failed', name: null };

export const createSavedFiles = (after: (delayMs: number, body: () => void) => void): SavedFiles => {
  const downloads = new Map<string, Download>();
  const downloadOf = (url: string): Download => {
    const known = downloads.get(url);
    if (known) return known;
    const download = { ...Promise.withResolvers<SavedFile>(), hasBegun: false };
    downloads.set(url, download);
    return download;
  };
  return {
    begins: (item) => {
      const download = downloadOf(item.getURL());
      download.hasBegun = true;
      item.on('updated', (_event, state) => {
        if (state !== 'interrupted') return;
        download.resolve(NOT_SAVED);
        // Nobody resumes it. This removes the unfinished file.
        item.cancel();
      });
      item.once('done', (_event, state) => download.resolve(savedFileOf(item, state)));
    },
    outcome: async (url) => {
      const download = downloadOf(url);
      after(BEGINS_WITHIN_MS, () => {
        if (!download.hasBegun) download.resolve(NOT_SAVED);
      });
      const file = await download.promise;
      downloads.delete(url);
      return file;
    },
  };
};

const savedFileOf = (
  item: Pick<FileItem, 'getSavePath'>,
  state: 'completed' | 'cancelled' | 'interrupted',
): SavedFile => {
  switch (state) {
    case 'completed':
      return { outcome: 'saved', name: basename(item.getSavePath()) };
    case 'cancelled':
      return { outcome: 'cancelled', name: null };
    case 'interrupted':
      return NOT_SAVED;
  }
};
