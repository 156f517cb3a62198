/**
 * The files of an account's outbox: the database, its journal, the two wraps of its key, and their copies.
 * Decides whether the outbox is opened encrypted, plain, or not now, and keeps the copies in the same form.
 *
 *   outbox.db    wraps                                  →
 *   plain        any                                    opened as it is; if its journal is encrypted, encrypted first
 *   plain        none, but its journal is encrypted     an older file: everything that waits in it is in doubt
 *   encrypted    none                                   a damaged file, because no key ever existed
 *   encrypted    the keyring's key opens it             opened with it
 *   encrypted    not available, or of another file      locked: wait, or open by the recovery code
 *   encrypted    opened by the code, not the file       a damaged file
 *   absent       as if encrypted, if a code can open it; otherwise plain. If the keyring's key does not read
 *                the journal either, it is locked, because the code may
 */
import { AppError } from '../../app-error';
import type { Files, Log, OutboxKeys } from '../../ports/ports';
import { isCorruption } from '../../store/schema/sqlite-errors';
import type { LockReason } from './cache-files';
import { noteGivenUp } from './outbox-note';
import { beginSalvage, endSalvage, notSalvaged } from './salvage-note';

export const OUTBOX = 'outbox.db';
export const JOURNAL = 'outbox.journal';
const RECOVERY = 'outbox.recovery';
const SEALED = 'outbox.key';
const COPY = /^outbox\.(db\.aside-\d+|before-\d+-\d+\.db)$/;
const JOURNAL_COPY = /^outbox\.journal\.aside-\d+$/;
const ASIDE = /^outbox\.(db|journal)\.aside-\d+$/;
const BACKUPS = 'backups';

export const hasOutbox = (files: Files, directory: string): boolean =>
  [OUTBOX, JOURNAL].some((name) => files.exists(`${directory}/${name}`));

/** Returns true if an outbox or a journal that could not be opened or read is kept: it may have unsent work. */
export const hasOutboxAside = (files: Files, directory: string): boolean =>
  files.list(directory).some((name) => ASIDE.test(name));

/** The outbox is encrypted and its key is not available. */
export class OutboxLockedError extends AppError {
  readonly reason: LockReason;
  /** A recovery code may open it, because the file of the code exists. */
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
  /** The account's folder. */
  directory: string;
  accountId: string;
}
const WRAPS = [SEALED, RECOVERY];

/**
 * The hex of the outbox's key; null if it is plain. Satchel encrypts the file before its journal and decrypts
 * it after, so a plain file beside an encrypted journal is an older one, such as one from a backup: the
 * journal's key is its key too. Throws OutboxLockedError, because starting without the key would lose the
 * file or the journal.
 */
export const outboxKeyOf = async (place: OutboxPlace): Promise<string | null> =>
  (await fileKeyOf(place)) ?? (await journalKeyOf(place));

const fileKeyOf = async (place: OutboxPlace): Promise<string | null> => {
  const { files, keys, directory, accountId } = place;
  const name = `${directory}/${OUTBOX}`;
  const kind = files.databaseKind(name);
  const isSalvaged = notSalvaged(files, directory).some((aside) => files.databaseKind(aside) === 'encrypted');
  if (kind === 'plain') return null;
  if (kind === 'encrypted' || isSalvaged) takeWrapsBack(files, directory);
  const hasCode = keys.hasCode(accountId);
  if (kind === 'absent' && !hasCode && !isSalvaged) return null;
  const answer = await keys.get(accountId);
  if (answer.kind === 'key') {
    const { key } = answer;
    const fits = kind === 'absent' ? !mayNeedCode(place, key) : opens(files, name, key);
    if (fits || keys.proved(accountId)) return key;
    throw new OutboxLockedError('undecryptable', hasCode);
  }
  if (answer.kind === 'unavailable') throw new OutboxLockedError(answer.reason, hasCode);
  if (hasCode) throw new OutboxLockedError('missing', true);
  return null;
};

/** The hex of the journal's key; null if it is plain, or if nobody has its key. Throws OutboxLockedError. */
const journalKeyOf = async (place: OutboxPlace): Promise<string | null> => {
  const { files, keys, directory, accountId } = place;
  const name = `${directory}/${JOURNAL}`;
  if (files.journalForm(name) !== 'encrypted') return null;
  takeWrapsBack(files, directory);
  const answer = await keys.get(accountId);
  const hasCode = keys.hasCode(accountId);
  if (answer.kind === 'key') {
    if (keys.proved(accountId) || !mayNeedCode(place, answer.key)) return answer.key;
    throw new OutboxLockedError('undecryptable', hasCode);
  }
  if (answer.kind === 'unavailable') throw new OutboxLockedError(answer.reason, hasCode);
  if (hasCode) throw new OutboxLockedError('missing', true);
  return null;
};

/**
 * Returns true if the recovery code may read a journal that the keyring's key cannot read: the stored key may be
 * damaged, or that of another account. Without a code nothing else can read it.
 */
const mayNeedCode = ({ files, keys, directory, accountId }: OutboxPlace, key: string): boolean => {
  const name = `${directory}/${JOURNAL}`;
  if (!keys.hasCode(accountId) || files.journalForm(name) !== 'encrypted') return false;
  const journal = files.journal(name, key);
  const { records, damaged } = journal.read();
  journal.close();
  return records.length === 0 && damaged > 0;
};

/**
 * Puts the wraps back that were set aside with an earlier outbox: the latest of them may belong to this one.
 */
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
 * Sets an outbox that cannot be opened aside, with the wraps of its key. Deletes nothing. Returns the new
 * name of the outbox.
 */
export const setOutboxAside = (files: Files, directory: string): string => {
  const name = `${directory}/${OUTBOX}`;
  const damaged = files.exists(name) ? undefined : notSalvaged(files, directory).at(-1);
  if (damaged !== undefined || hasOutbox(files, directory)) noteGivenUp(files, directory);
  const aside = damaged ?? files.setAside(name);
  if (files.exists(`${directory}/${JOURNAL}`)) files.setAside(`${directory}/${JOURNAL}`);
  setWrapsAside(files, directory);
  // An unfinished salvage ends too, because it needs the same key.
  endSalvage(files, directory);
  return aside;
};

/**
 * Sets a damaged outbox aside; the new one has the same key. Both keep the current wraps, even if the wraps
 * of the new one change later. Until `endSalvage` is called, `notSalvaged` names the file.
 */
export const setDamagedAside = (files: Files, directory: string): string => {
  beginSalvage(files, directory);
  for (const wrap of WRAPS) copyAside(files, `${directory}/${wrap}`);
  // Its journal stays, because it knows what the file contained.
  return files.setAside(`${directory}/${OUTBOX}`);
};

const copyAside = (files: Files, name: string): void => {
  const text = readable(files, name);
  if (text === null) return;
  let n = 1;
  while (files.exists(`${name}.aside-${n}`)) n += 1;
  files.writeText(`${name}.aside-${n}`, text);
};

/** The content of a wrap; null if there is none, or if it cannot be read: then it stays where it is. */
const readable = (files: Files, name: string): string | null => {
  try {
    return files.readText(name);
  } catch {
    return null;
  }
};

/** Copies of the outbox, or of its journal, that were set aside or made before an update. */
const copiesOf = ({ files, directory, accountId }: OutboxPlace, pattern: RegExp, name: string): string[] => [
  ...files
    .list(directory)
    .filter((one) => pattern.test(one))
    .map((one) => `${directory}/${one}`),
  ...files
    .list(BACKUPS)
    .map((folder) => `${BACKUPS}/${folder}/${accountId}-${name}`)
    .filter((one) => files.exists(one)),
];

/**
 * Converts the copies to the form of the open outbox, removes the remains of a killed change, and sets aside
 * wraps that no file needs. The wraps are deleted if the user has just decrypted the outbox (`chosen`);
 * otherwise they are kept, because their file may come back. A copy that cannot be converted stays as it is:
 * it is damaged, has another key, or the disk refuses to write it. Returns how many copies are still plain beside an
 * encrypted outbox. Never throws.
 */
export const keepCopiesInStep = async (
  place: OutboxPlace,
  encrypted: boolean,
  chosen: boolean,
): Promise<number> => {
  try {
    return await inStep(place, encrypted, chosen);
  } catch (error) {
    place.log.warn('copies of the outbox could not be brought into its form', {
      error: error instanceof Error ? error.message : 'unknown',
    });
    return 0;
  }
};

const inStep = async (place: OutboxPlace, encrypted: boolean, chosen: boolean): Promise<number> => {
  const { files, keys, directory, accountId } = place;
  const copies = copiesOf(place, COPY, OUTBOX);
  for (const file of [`${directory}/${OUTBOX}`, ...copies])
    for (const remains of ['encrypting', 'folded', 'read']) files.remove(`${file}.${remains}`);
  const others = copies.filter((copy) => files.databaseKind(copy) === (encrypted ? 'plain' : 'encrypted'));
  const journals = copiesOf(place, JOURNAL_COPY, JOURNAL).filter(
    (copy) => files.journalForm(copy) === (encrypted ? 'plain' : 'encrypted'),
  );
  const wrapped = WRAPS.some((name) => files.exists(`${directory}/${name}`));
  // A failing keychain counts as a key that is not available.
  const asked = others.length + journals.length > 0 && wrapped;
  const answer = asked ? await keys.get(accountId).catch(() => null) : null;
  const key = answer?.kind === 'key' ? answer.key : null;
  const isLeft = (copy: string, change: (key: string) => boolean): boolean =>
    key === null || !converted(place.log, copy, () => change(key));
  const left = [
    ...others.filter((copy) => isLeft(copy, (held) => recode(files, copy, held, encrypted))),
    ...journals.filter((copy) =>
      isLeft(copy, (held) => recodeJournal(files, copy, held, encrypted ? held : null)),
    ),
  ].length;
  // A copy that this key cannot convert may need the wraps. So they are set aside, and a new encryption makes a new
  // key. If the key is not available now, the next start converts the copies.
  if (!encrypted && wrapped && (left === 0 || (chosen && key !== null))) {
    if (!chosen || left > 0) setWrapsAside(files, directory);
    keys.forget(accountId);
  }
  return encrypted ? left : 0;
};

/**
 * Rewrites a journal, if there is one, in the form `to`; `key` decrypts its encrypted lines. Returns false and
 * changes nothing if a line cannot be read: the new journal would lack it, but its own key may still read it. The last
 * line of the account's own journal may be cut off: then it was never saved.
 */
export const recodeJournal = (
  files: Files,
  name: string,
  key: string,
  to: string | null,
  { mayBeCutOff = false } = {},
): boolean => {
  if (files.journalForm(name) === 'absent') return true;
  const journal = files.journal(name, to, key);
  try {
    const { records, damaged, isCutOff } = journal.read();
    if (damaged > 0 || (isCutOff && !mayBeCutOff)) return false;
    journal.replace(records);
    return true;
  } finally {
    journal.close();
  }
};

const recode = (files: Files, name: string, key: string, encrypted: boolean): true => {
  if (encrypted) files.encrypt(name, key);
  else files.decrypt(name, key);
  return true;
};

/** Runs the conversion of a copy. Returns false if it failed; the other copies are still converted. */
const converted = (log: Log, name: string, change: () => boolean): boolean => {
  try {
    if (change()) return true;
    log.warn('a copy of the outbox stays as it is', { name, error: 'a line cannot be read' });
    return false;
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
