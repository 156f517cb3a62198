/**
 * The files of an account's cache: the database, its wrapped key, and files that were set aside. Decides
 * whether the cache is opened encrypted, plain, or not now.
 *
 *   cache.db      key                       →
 *   encrypted     answered                  opened with it
 *   encrypted     not available, or gone    locked: wait; only the user may give it up
 *   plain, none   answered, or can be made  encrypted from now on
 *   plain, none   not available             tags only for now, not secret; the next start tries again
 */
import { AppError } from '../../app-error';
import type { DatabaseKeys, Files, Ports } from '../../ports/ports';

export const CACHE = 'cache.db';
const KEY = 'cache.key';
/** What the copy contains: kinds that are left out, how far back details go, and the records of Travel. */
export const SCOPE = 'scope.json';
/** A copy or key that was set aside, or SQLite's companion of one. */
const ASIDE = /^cache\.(?:db|key)\.aside-\d+(?:-\w+)?$/;

export type LockReason = 'waiting' | 'undecryptable' | 'no-keyring' | 'missing';

/** The cache is encrypted and its key is not available. */
export class CacheLockedError extends AppError {
  readonly reason: LockReason;

  constructor(reason: LockReason) {
    super('cache-locked', `the key of the local copy is not to be had (${reason})`);
    this.reason = reason;
  }
}

interface Place {
  files: Files;
  keys: DatabaseKeys;
  /** The account's folder. */
  directory: string;
  accountId: string;
}

/** The hex of the cache's key; null if the cache is not to be encrypted. Throws CacheLockedError. */
export const cacheKeyOf = async (
  { files, keys, directory, accountId }: Place,
  hasKeyring: boolean,
): Promise<string | null> => {
  const answer = await keys.get(accountId);
  if (answer.kind === 'key') return answer.key;
  if (files.databaseKind(`${directory}/${CACHE}`) === 'encrypted') {
    if (answer.kind === 'unavailable') throw new CacheLockedError(answer.reason);
    // Without a keyring and without a key file nothing was ever encrypted, so the file is damaged. Opening it
    // will show this.
    if (hasKeyring) throw new CacheLockedError('missing');
    return null;
  }
  if (answer.kind === 'unavailable') {
    if (answer.reason !== 'undecryptable') return null;
    // The key belongs to no file here.
    files.setAside(`${directory}/${KEY}`);
  }
  return keys.make(accountId);
};

/** Sets a cache that cannot be opened aside, with its key. */
export const setCacheAside = ({ files }: Pick<Ports, 'files'>, directory: string): void => {
  for (const name of [CACHE, KEY])
    if (files.exists(`${directory}/${name}`)) files.setAside(`${directory}/${name}`);
};

/** Returns true if any cache was set aside. */
export const hasCacheAside = ({ files }: Pick<Ports, 'files'>, directory: string): boolean =>
  asideNames(files, directory).length > 0;

/** Returns true if the account has a cache, or had one that was set aside: it has been here before. */
export const hasHadCache = (files: Files, directory: string): boolean =>
  files.exists(`${directory}/${CACHE}`) || hasCacheAside({ files }, directory);

/**
 * Deletes the caches that were set aside. After a new copy is complete they are useless, and a plain one
 * would defeat the encryption.
 */
export const dropCachesAside = ({ files }: Pick<Ports, 'files'>, directory: string): void => {
  for (const name of asideNames(files, directory)) files.remove(name);
};

/** Erases the cache, its key, and everything that was set aside. */
export const removeCache = ({ files }: Pick<Ports, 'files'>, directory: string): void => {
  dropCachesAside({ files }, directory);
  for (const name of [CACHE, `${CACHE}.encrypting`, KEY]) files.remove(`${directory}/${name}`);
};

const asideNames = (files: Files, directory: string): string[] =>
  files
    .list(directory)
    .filter((name) => ASIDE.test(name))
    .map((name) => `${directory}/${name}`);
