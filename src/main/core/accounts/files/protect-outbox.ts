/**
 * Encrypts the open account's unsent work, and decrypts it. Nothing is encrypted before the user has typed
 * part of the recovery code and both wraps on the disk were tested:
 *
 *   offer ─ code shown once ─→ confirm ─ part of it typed back ─→ wrap by keyring → wrap by code → encrypt → encrypt journal → encrypt copies
 *
 * A fault or a kill at any step leaves the plain outbox or the encrypted one, complete. Wraps without an
 * encrypted file are set aside when the account opens, and put back if their file returns. Between offer and
 * confirm the code is only in memory.
 */
import { errorCodeOf } from '../../error-code';
import type { Failure } from '#shared/contract/errors';
import { CODE_GROUPS, cleanCode, groupsOf } from '#shared/domain/recovery-code';
import { AppError } from '../../app-error';
import type { OutboxKeys, Ports } from '../../ports/ports';
import { isCorruption, sqliteErrorCode } from '../../store/schema/sqlite-errors';
import { JOURNAL, OUTBOX, recodeJournal } from './outbox-files';
import { directoryOf } from './account-file';

/** How many groups of the code the user has to type. */
const ASKED = 2;

/** Room for the WAL of both databases, the log, and the copies. */
const SPARE_BYTES = 8_000_000;

/** `ask`: the positions, from 0, of the groups that the user has to type. */
export type CodeOffer =
  | { ok: true; code: string; ask: number[]; offerId: string }
  | { ok: false; error: Failure };
type Done = { ok: true } | { ok: false; error: Failure };

export interface OutboxProtection {
  /** Makes a code for the account, which is shown once. An earlier code is forgotten. */
  offer(accountId: string): CodeOffer;
  /** The user does not want the offered code. A later offer to another window stays. */
  withdraw(offerId?: string): void;
  /**
   * Compares `groups` with the requested ones. `outdated`: the code is not offered any more, because another one
   * was offered since, or it was withdrawn, used, or offered before a restart.
   */
  judge(accountId: string, groups: readonly string[], offerId?: string): 'right' | 'wrong' | 'outdated';
  /** Returns true if the disk has room for a second copy of the outbox and for reopening it. */
  hasRoom(accountId: string): boolean;
  /**
   * Wraps the key with the offered code: a new key, or the current one if the outbox is encrypted already.
   */
  wrap(accountId: string): Promise<Done>;
  /** Requires the outbox to be closed. */
  encrypt(accountId: string): Promise<Done>;
  decrypt(accountId: string): Promise<Done>;
}

export const createOutboxProtection = ({
  files,
  outboxKeys: keys,
  random,
  secrets,
  log,
}: Pick<Ports, 'files' | 'outboxKeys' | 'random' | 'secrets' | 'log'>): OutboxProtection => {
  let offered: { id: string; accountId: string; code: string; ask: number[] } | null = null;
  const nameOf = (accountId: string): string => `${directoryOf(accountId)}/${OUTBOX}`;
  const journalOf = (accountId: string): string => `${directoryOf(accountId)}/${JOURNAL}`;

  const keyFor = async (accountId: string): Promise<string | null> => {
    const answer = await keys.get(accountId);
    if (answer.kind === 'key') return answer.key;
    // Wraps beside a plain outbox remain from an unfinished change and are not needed.
    return files.databaseKind(nameOf(accountId)) === 'encrypted' ||
      (answer.kind === 'unavailable' && answer.reason === 'waiting')
      ? null
      : keys.newKey();
  };
  /** Runs a request to the keychain; null if the keychain fails. */
  const asked = async <T>(request: Promise<T>): Promise<T | null> => {
    try {
      return await request;
    } catch (error) {
      log.warn('the keychain failed', { error: error instanceof Error ? error.message : 'unknown' });
      return null;
    }
  };
  const wrap = async (accountId: string): Promise<Done> => {
    if (offered?.accountId !== accountId) return failed('bad-input');
    const encrypted = files.databaseKind(nameOf(accountId)) === 'encrypted';
    const key = await asked(keyFor(accountId));
    if (key === null || (!encrypted && (await asked(keys.keep(accountId, key))) !== true))
      return failed('no-keychain');
    try {
      keys.wrap(accountId, key, offered.code);
    } catch (error) {
      return failed(codeOf(error));
    }
    offered = null;
    log.info(encrypted ? 'a new recovery code was made' : 'a recovery code was made', { account: accountId });
    return { ok: true };
  };
  const recode = async (accountId: string, how: 'encrypt' | 'decrypt'): Promise<Done> => {
    const answer = await asked(keys.get(accountId));
    if (answer?.kind !== 'key') return failed('no-keychain');
    try {
      // A kill between the two leaves an encrypted outbox beside a plain journal, which the next start
      // encrypts. A journal with an unreadable line stays as it is; the next start makes it anew from the
      // outbox. An encrypted one must not stay beside a plain outbox, which would count as an older file.
      const journal = journalOf(accountId);
      if (how === 'decrypt' && !recodeJournal(files, journal, answer.key, null, { mayBeCutOff: true }))
        throw new AppError('outbox-corrupt', 'a line of the journal cannot be read');
      files[how](nameOf(accountId), answer.key);
      if (how === 'encrypt') recodeJournal(files, journal, answer.key, answer.key, { mayBeCutOff: true });
    } catch (error) {
      log.error('the outbox stays as it was', {
        account: accountId,
        how,
        error: error instanceof Error ? error.message : 'unknown',
      });
      return failed(codeOf(error));
    }
    log.info(how === 'encrypt' ? 'the outbox is encrypted from now on' : 'the outbox is plain from now on', {
      account: accountId,
    });
    return { ok: true };
  };

  return {
    offer: (accountId) => {
      if (secrets.storage !== 'keychain') return failed('no-keychain');
      const places = Array.from({ length: CODE_GROUPS }, (_, place) => ({ place, order: random.next() }));
      offered = {
        id: random.uuid(),
        accountId,
        code: keys.newCode(),
        ask: places
          .toSorted((a, b) => a.order - b.order)
          .slice(0, ASKED)
          .map(({ place }) => place)
          .toSorted((a, b) => a - b),
      };
      return { ok: true, code: offered.code, ask: offered.ask, offerId: offered.id };
    },
    withdraw: (offerId) => {
      if (offerId === undefined || offerId === offered?.id) offered = null;
    },
    judge: (accountId, groups, offerId) => {
      if (offered?.accountId !== accountId || offered.id !== (offerId ?? offered.id)) return 'outdated';
      const held = groupsOf(offered.code);
      const isRight =
        groups.length === offered.ask.length &&
        offered.ask.every((place, n) => held[place] === cleanCode(groups[n] ?? ''));
      return isRight ? 'right' : 'wrong';
    },
    hasRoom: (accountId) => files.freeBytes() > 2 * files.sizeBytes(nameOf(accountId)) + SPARE_BYTES,
    wrap,
    encrypt: (accountId) => recode(accountId, 'encrypt'),
    decrypt: (accountId) => recode(accountId, 'decrypt'),
  };
};

const CODE_FAILURES: Readonly<Record<Exclude<ReturnType<OutboxKeys['unwrap']>, 'opened'>, Failure['code']>> =
  { mistyped: 'code-mistyped', wrong: 'code-wrong', none: 'code-gone' };

/** Tries to open a locked outbox with the user's recovery code. */
export const openByCode = (keys: OutboxKeys, accountId: string, typed: string): Done => {
  const answer = keys.unwrap(accountId, typed);
  return answer === 'opened' ? { ok: true } : failed(CODE_FAILURES[answer]);
};

/**
 * Stores the key that a code opened in the current keyring. Returns false if the keyring refuses; then the
 * next start asks for the code again.
 */
export const keepByKeyring = async (keys: OutboxKeys, accountId: string): Promise<boolean> => {
  const answer = await keys.get(accountId);
  return answer.kind === 'key' && (await keys.keep(accountId, answer.key));
};

const codeOf = (error: unknown): Failure['code'] => {
  if (isCorruption(error)) return 'outbox-corrupt';
  if (error instanceof AppError) return error.code;
  return sqliteErrorCode(error) ?? (errorCodeOf(error) === 'ENOSPC' ? 'disk-full' : 'internal');
};
const failed = (code: Failure['code']): { ok: false; error: Failure } => ({ ok: false, error: { code } });
