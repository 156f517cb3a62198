/** Writes that are on the disk when they return. They sync the content, then rename, then sync the folder. */
import { errorCodeOf } from '#core/error-code';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Replaces a whole file: a kill leaves the old text or the new one. Only the user can read the file. Throws
 * disk errors; then the old text remains.
 */
export const writeWhole = (path: string, text: string | Buffer): void => {
  const copy = `${path}.tmp`;
  try {
    const file = openSync(copy, 'w', 0o600);
    try {
      const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renamePatiently(copy, path);
  } catch (error) {
    // A partial copy only wastes room.
    rmSync(copy, { force: true });
    throw error;
  }
  syncDirectory(dirname(path));
};

/** For some milliseconds Windows refuses to replace a file that a virus scanner or an indexer reads. */
const HELD = new Set(['EPERM', 'EACCES', 'EBUSY']);
const RENAMES = 10;
const RENAME_WAIT_MS = 20;

/** Renames a file; on Windows it waits up to 0.9 s for another program to let it go. Throws disk errors. */
export const renamePatiently = (from: string, to: string): void => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const code = errorCodeOf(error);
      if (process.platform !== 'win32' || !HELD.has(code) || attempt === RENAMES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RENAME_WAIT_MS * attempt);
    }
  }
};

/** Windows syncs only through a writable handle. */
export const syncFile = (path: string): void => {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/**
 * Makes a rename itself durable; Windows has no directory handles to sync and orders metadata by its journal.
 */
export const syncDirectory = (path: string): void => {
  if (process.platform === 'win32') return;
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};
