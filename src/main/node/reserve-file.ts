/** The reserve file for unsent work. It occupies its full size on every file system. */
import { randomFillSync } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MARGIN_BYTES, RESERVE_BYTES } from '#core/store/spare-room';
import { syncDirectory } from './durable';

export const RESERVE = 'satchel.reserve';
const PIECE_BYTES = 256 * 1024;

/**
 * Returns true if the reserve exists, made now or before. It is made only if `least` bytes are free. Throws
 * disk errors, and then leaves no part of it.
 */
export const makeReserve = (path: string, sizeBytes: number, least: number): boolean => {
  if (statSync(path, { throwIfNoEntry: false })?.size === sizeBytes) return true;
  rmSync(path, { force: true });
  const { bavail, bsize } = statfsSync(dirname(path));
  if (bavail * bsize < least) return false;
  try {
    const file = openSync(path, 'wx', 0o600);
    try {
      // Random bytes, because a sparse or compressible file would not occupy room.
      for (let left = sizeBytes; left > 0;)
        left -= writeSync(file, randomFillSync(Buffer.alloc(Math.min(PIECE_BYTES, left))));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
  return true;
};

/**
 * Returns true if almost nothing is free, or if the reserve was given up and only its room is free. Then only
 * unsent work may be written. Never throws.
 */
export const isDiskLow = (directory: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(directory);
    const free = bavail * bsize;
    return (
      free < MARGIN_BYTES || (free < RESERVE_BYTES + MARGIN_BYTES && !existsSync(join(directory, RESERVE)))
    );
  } catch {
    return false;
  }
};

export const dropReserve = (path: string): void => {
  rmSync(path, { force: true });
  syncDirectory(dirname(path));
};
