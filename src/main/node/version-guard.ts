/**
 * Prevents an older Satchel from opening the data of a newer one, because it may not understand the
 * databases. The newest version that ran here is stored. Going back needs a higher version number
 * (docs/releasing.md).
 */
import { readFileSync } from 'node:fs';
import { writeWhole } from './durable';

const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?/;

/**
 * Returns a negative number, zero or a positive number if `a` is older than, equal to or newer than `b`. A
 * pre-release is older than its release.
 */
export const compareVersions = (a: string, b: string): number => {
  const [left, right] = [VERSION.exec(a), VERSION.exec(b)];
  if (!left || !right) return 0;
  for (const part of [1, 2, 3]) {
    const difference = Number(left[part]) - Number(right[part]);
    if (difference !== 0) return difference;
  }
  const [preA, preB] = [left[4], right[4]];
  if (preA === preB) return 0;
  if (preA === undefined || preB === undefined) return preA === undefined ? 1 : -1;
  return preA.localeCompare(preB, 'en', { numeric: true });
};

const newestSeen = (file: string): string | null => {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const newest = parsed !== null && typeof parsed === 'object' && 'newest' in parsed ? parsed.newest : null;
    return typeof newest === 'string' && VERSION.test(newest) ? newest : null;
  } catch {
    return null;
  }
};

/**
 * Returns null if this version may open the data, and stores this version if the disk accepts it; otherwise
 * returns the newer version.
 */
export const admitVersion = (file: string, own: string): string | null => {
  const newest = newestSeen(file);
  if (newest !== null && compareVersions(own, newest) < 0) return newest;
  if (newest !== own) store(file, own);
  return null;
};

const store = (file: string, version: string): void => {
  try {
    writeWhole(file, JSON.stringify({ newest: version }));
  } catch {
    /* The disk is full or read-only. Unsent work can be read nevertheless, and each database refuses a file of a
       newer version by itself. */
  }
};
