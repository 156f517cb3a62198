/**
 * An account whose cache or outbox is encrypted and whose key is not to be had: what the window is told, and
 * asking again.
 *
 *   locked ─ again and again, or when the user says so: try to open ─→ open
 *          ├ the outbox: the user's recovery code opens its key ─→ open
 *          └ the user gives up what is locked (only where waiting may be in vain) ─→ put aside, a new one
 *
 * A keyring that says it cannot decrypt is believed only after several tries: some say so while they are
 * locked.
 */
import type { AccountLock } from '#shared/contract/accounts';
import type { Timers } from '../ports/ports';
import type { Profile } from './account-file';
import type { LockReason } from './cache-files';

/** Ever rarer: some systems ask their user each time. */
const RETRY_MS = [5_000, 5_000, 10_000, 20_000, 60_000] as const;
/** Tries after which "cannot be decrypted" is believed. */
const BELIEVED_AFTER = 3;

export interface FoundLocked {
  what: AccountLock['what'];
  reason: LockReason;
  /** A recovery code could open it. */
  hasCode: boolean;
  /** The user's recovery code was right, so that they know the keyring to be lost. */
  proved: boolean;
}

export interface AccountLockWatch {
  state(): AccountLock | null;
  /**
   * Opening found the account locked: it is tried again by itself from now on. Answers whether that is news.
   */
  lock(profile: Profile, found: FoundLocked): boolean;
  /** Another account is open, or this one. */
  release(): void;
}

export const createAccountLock = (timers: Timers, retry: (accountId: string) => void): AccountLockWatch => {
  let held: (FoundLocked & { accountId: string; name: string; tries: number; refusals: number }) | null =
    null;
  let cancel: (() => void) | null = null;
  const release = (): void => {
    cancel?.();
    cancel = null;
    held = null;
  };
  const state = (): AccountLock | null =>
    held && {
      accountId: held.accountId,
      name: held.name,
      what: held.what,
      reason: held.reason,
      canRecover: held.hasCode,
      canRenew: canRenew(held),
    };
  return {
    state,
    lock: (profile, found) => {
      const [before, last] = [state(), held?.accountId === profile.id ? held : { tries: 0, refusals: 0 }];
      release();
      held = {
        ...found,
        accountId: profile.id,
        name: profile.name,
        tries: last.tries + 1,
        refusals: found.reason === 'undecryptable' ? last.refusals + 1 : 0,
      };
      cancel = timers.after(RETRY_MS[Math.min(last.tries, RETRY_MS.length - 1)] ?? 0, () => {
        cancel = null;
        retry(profile.id);
      });
      const now = state();
      return (
        before?.accountId !== now?.accountId ||
        before?.what !== now?.what ||
        before?.reason !== now?.reason ||
        before?.canRenew !== now?.canRenew
      );
    },
    release,
  };
};

const canRenew = ({
  reason,
  refusals,
  proved,
}: {
  reason: LockReason;
  refusals: number;
  proved: boolean;
}): boolean => proved || reason === 'missing' || reason === 'no-keyring' || refusals >= BELIEVED_AFTER;
