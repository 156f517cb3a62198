/**
 * What lies in an account's folder for its cache: the database, its wrapped key, and what was put aside.
 * Decides whether the cache is opened encrypted, plain, or not at all for now.
 *
 *   cache.db      key                       →
 *   encrypted     answered                  opened with it
 *   encrypted     not to be had, or gone    locked: waited for, or given up by the user, never by the machine
 *   plain, none   answered, or can be made  encrypted from now on
 *   plain, none   not to be had             plain for now; the next start tries again
 */
import { AppError } from '../app-error';
import type { DatabaseKeys, Files, Ports } from '../ports/ports';

export const CACHE = 'cache.db';
const KEY = 'cache.key';
const MOST_ASIDE = 20;

export type LockReason = 'waiting' | 'undecryptable' | 'no-keyring' | 'missing';

/** The cache is encrypted and its key is not to be had. */
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
  /** The account's folder. */ directory: string;
  accountId: string;
}

/** Hex of the key to open the cache with; null where it stays plain. Throws CacheLockedError. */
export const cacheKeyOf = async (
  { files, keys, directory, accountId }: Place,
  hasKeyring: boolean,
): Promise<string | null> => {
  const answer = await keys.get(accountId);
  if (answer.kind === 'key') return answer.key;
  if (files.databaseKind(`${directory}/${CACHE}`) === 'encrypted') {
    if (answer.kind === 'unavailable') throw new CacheLockedError(answer.reason);
    // Without a keyring and without a key nothing was ever encrypted: the file is damaged, which opening it
    // finds out.
    if (hasKeyring) throw new CacheLockedError('missing');
    return null;
  }
  if (answer.kind === 'unavailable') {
    if (answer.reason !== 'undecryptable') return null;
    // It opens nothing that is here.
    files.setAside(`${directory}/${KEY}`);
  }
  return keys.make(accountId);
};

/** Puts a cache that cannot be opened, and its key, out of the way of a new one. */
export const setCacheAside = ({ files }: Pick<Ports, 'files'>, directory: string): void => {
  for (const name of [CACHE, KEY])
    if (files.exists(`${directory}/${name}`)) files.setAside(`${directory}/${name}`);
};

/** True where a cache was put aside, for whatever reason. */
export const hasCacheAside = ({ files }: Pick<Ports, 'files'>, directory: string): boolean =>
  asideNames(files, directory).length > 0;

/**
 * Once a new copy is complete nothing is left to be saved of the old ones, and a plain one would undo the
 * encryption.
 */
export const dropCachesAside = ({ files }: Pick<Ports, 'files'>, directory: string): void => {
  for (const name of asideNames(files, directory)) files.remove(name);
};

/** Erases the cache, its key, and everything put aside. */
export const removeCache = ({ files }: Pick<Ports, 'files'>, directory: string): void => {
  dropCachesAside({ files }, directory);
  for (const name of [CACHE, `${CACHE}.encrypting`, KEY]) files.remove(`${directory}/${name}`);
};

const asideNames = (files: Files, directory: string): string[] =>
  [CACHE, KEY]
    .flatMap((name) => Array.from({ length: MOST_ASIDE }, (_, n) => `${directory}/${name}.aside-${n + 1}`))
    .filter((name) => files.exists(name));
