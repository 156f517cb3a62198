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

/**
 * A file may refuse a step for some milliseconds: on Windows while a virus scanner or an indexer holds it, elsewhere
 * on a network drive or a disk that wakes.
 */
const PASSING = new Set(['EPERM', 'EACCES', 'EBUSY', 'EIO']);
const TRIES = 10;
const WAIT_MS = 20;

/** Repeats a step on a file for up to 0.9 s while it fails with an error that may pass. Throws disk errors. */
export const patiently = <T>(step: () => T): T => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return step();
    } catch (error) {
      if (!PASSING.has(errorCodeOf(error)) || attempt === TRIES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS * attempt);
    }
  }
};

/** Renames a file; on Windows it waits up to 0.9 s for another program to let it go. Throws disk errors. */
export const renamePatiently = (from: string, to: string): void =>
  process.platform === 'win32' ? patiently(() => renameSync(from, to)) : renameSync(from, to);

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
