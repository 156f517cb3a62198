/**
 * An older Satchel does not open what a newer one has opened: its databases may say things it does not know.
 * The newest version that ran here is written down; going back means installing a higher number
 * (docs/releasing.md).
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?/;

/**
 * Negative, zero or positive as `a` is older than, the same as or newer than `b`; a pre-release comes before
 * its release.
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
 * Null when this version may open the data (and is then written down); else the newer version that was here.
 */
export const admitVersion = (file: string, own: string): string | null => {
  const newest = newestSeen(file);
  if (newest !== null && compareVersions(own, newest) < 0) return newest;
  if (newest !== own) {
    writeFileSync(`${file}.new`, JSON.stringify({ newest: own }), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
  return null;
};
