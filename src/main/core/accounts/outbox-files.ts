/**
 * What lies in an account's folder for its outbox: the database, the two wraps of its key, and copies made of
 * it. Decides whether the outbox is opened encrypted, plain, or not at all for now, and keeps the copies in
 * step with it.
 *
 *   outbox.db    wraps                                  →
 *   plain        any                                    opened as it is
 *   encrypted    none                                   a damaged file: there never was a key
 *   encrypted    the keyring's key opens it             opened with it
 *   encrypted    not to be had, or of another file      locked: waited for, or opened by the recovery code
 *   encrypted    opened by the code, yet not the file   a damaged file
 *   absent       as if encrypted, where a code could open it; else plain
 */
import { AppError } from '../app-error';
import type { Files, Log, OutboxKeys } from '../ports/ports';
import { isCorruption } from '../store/sqlite-errors';
import type { LockReason } from './cache-files';

export const OUTBOX = 'outbox.db';
const RECOVERY = 'outbox.recovery';
const SEALED = 'outbox.key';
const COPY = /^outbox\.(db\.aside-\d+|before-\d+-\d+\.db)$/;
const BACKUPS = 'backups';

/** The outbox is encrypted and its key is not to be had. */
export class OutboxLockedError extends AppError {
  readonly reason: LockReason;
  /** A recovery code may open it; without its file none can. */
  readonly hasCode: boolean;

  constructor(reason: LockReason, hasCode: boolean) {
    super('outbox-locked', `the key of the unsent work is not to be had (${reason})`);
    this.reason = reason;
    this.hasCode = hasCode;
  }
}

export interface OutboxPlace {
  files: Files;
  keys: OutboxKeys;
  log: Log;
  /** The account's folder. */ directory: string;
  accountId: string;
}
const WRAPS = [SEALED, RECOVERY];

/** Hex of the key to open the outbox with; null where it is plain. Throws OutboxLockedError. */
export const outboxKeyOf = async ({
  files,
  keys,
  directory,
  accountId,
}: OutboxPlace): Promise<string | null> => {
  const name = `${directory}/${OUTBOX}`;
  const kind = files.databaseKind(name);
  if (kind === 'encrypted') takeWrapsBack(files, directory);
  const hasCode = keys.hasCode(accountId);
  if (kind === 'plain' || (kind === 'absent' && !hasCode)) return null;
  const answer = await keys.get(accountId);
  if (answer.kind === 'key') {
    if (kind === 'absent' || opens(files, name, answer.key) || keys.proved(accountId)) return answer.key;
    throw new OutboxLockedError('undecryptable', hasCode);
  }
  if (answer.kind === 'unavailable') throw new OutboxLockedError(answer.reason, hasCode);
  if (hasCode) throw new OutboxLockedError('missing', true);
  return null;
};

/** The wraps of an outbox that was replaced for a while lie beside it: the latest of them may be its own. */
const takeWrapsBack = (files: Files, directory: string): void => {
  if (WRAPS.some((name) => files.exists(`${directory}/${name}`))) return;
  for (const wrap of WRAPS) {
    const latest = files
      .list(directory)
      .flatMap((name) =>
        name.startsWith(`${wrap}.aside-`) ? Number(name.slice(`${wrap}.aside-`.length)) : [],
      )
      .reduce((high, n) => Math.max(high, n), 0);
    const text = latest === 0 ? null : files.readText(`${directory}/${wrap}.aside-${latest}`);
    if (text !== null) files.writeText(`${directory}/${wrap}`, text);
  }
};

const setWrapsAside = (files: Files, directory: string): void => {
  for (const name of WRAPS) if (files.exists(`${directory}/${name}`)) files.setAside(`${directory}/${name}`);
};

/**
 * Puts an outbox that cannot be opened, and the wraps of its key, out of the way of a new one. Nothing is
 * deleted. Answers the new name of the outbox.
 */
export const setOutboxAside = (files: Files, directory: string): string => {
  const aside = files.setAside(`${directory}/${OUTBOX}`);
  setWrapsAside(files, directory);
  return aside;
};

/**
 * Puts a damaged outbox out of the way of a new one under the same key; the wraps of today stay with both,
 * whatever becomes of the new one's.
 */
export const setDamagedAside = (files: Files, directory: string): string => {
  const wraps = WRAPS.map((name) => [name, files.readText(`${directory}/${name}`)] as const);
  const aside = setOutboxAside(files, directory);
  for (const [name, text] of wraps) if (text !== null) files.writeText(`${directory}/${name}`, text);
  return aside;
};

/** Copies of the outbox that were set aside or made before an update. */
const copiesOf = (files: Files, directory: string, accountId: string): string[] => [
  ...files
    .list(directory)
    .filter((name) => COPY.test(name))
    .map((name) => `${directory}/${name}`),
  ...files
    .list(BACKUPS)
    .map((folder) => `${BACKUPS}/${folder}/${accountId}-${OUTBOX}`)
    .filter((name) => files.exists(name)),
];

/**
 * Brings the copies into the form of the open outbox, clears away what a kill left of a change, and puts
 * wraps that no file needs out of the way: deleted where the user has just had the outbox made plain
 * (`chosen`), else kept, since the file they belong to may only be away. Answers how many copies are still
 * plain beside an encrypted outbox: ones too damaged to be read. Never throws.
 */
export const keepCopiesInStep = async (
  place: OutboxPlace,
  encrypted: boolean,
  chosen: boolean,
): Promise<number> => {
  try {
    return await inStep(place, encrypted, chosen);
  } catch (error) {
    place.log.warn('copies of the outbox were not looked after', {
      error: error instanceof Error ? error.message : 'unknown',
    });
    return 0;
  }
};

const inStep = async (place: OutboxPlace, encrypted: boolean, chosen: boolean): Promise<number> => {
  const { files, keys, directory, accountId } = place;
  const copies = copiesOf(files, directory, accountId);
  for (const file of [`${directory}/${OUTBOX}`, ...copies]) files.remove(`${file}.encrypting`);
  const others = copies.filter((copy) => files.databaseKind(copy) === (encrypted ? 'plain' : 'encrypted'));
  const wrapped = WRAPS.some((name) => files.exists(`${directory}/${name}`));
  const answer = others.length > 0 && wrapped ? await keys.get(accountId) : null;
  const left = others.filter(
    (copy) => answer?.kind !== 'key' || !recode(place, copy, answer.key, encrypted),
  ).length;
  if (!encrypted && left === 0 && wrapped) {
    if (!chosen) setWrapsAside(files, directory);
    keys.forget(accountId);
  }
  return encrypted ? left : 0;
};

const recode = ({ files, log }: OutboxPlace, name: string, key: string, encrypted: boolean): boolean => {
  try {
    if (encrypted) files.encrypt(name, key);
    else files.decrypt(name, key);
    return true;
  } catch (error) {
    log.warn('a copy of the outbox stays as it is', {
      name,
      error: error instanceof Error ? error.message : 'unknown',
    });
    return false;
  }
};

const opens = (files: Files, name: string, key: string): boolean => {
  try {
    files.open(name, key).close();
    return true;
  } catch (error) {
    if (isCorruption(error)) return false;
    throw error;
  }
};
