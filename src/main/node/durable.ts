/**
 * Writes that are on the disk when they return: content synced, then the name, then the folder that holds the
 * name.
 */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Replaces a file whole: a kill leaves the old text or the new one. Readable by the user alone. */
export const writeWhole = (path: string, text: string): void => {
  const file = openSync(`${path}.tmp`, 'w', 0o600);
  try {
    const bytes = Buffer.from(text, 'utf8');
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.tmp`, path);
  syncDirectory(dirname(path));
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
