/**
 * An account whose cache is encrypted and whose key is not to be had: what the window is told, and asking again.
 *
 *   locked ─ again and again, or when the user says so: try to open ─→ open
 *          └ the user gives the copy up (only where waiting is in vain) ─→ put aside, a new copy
 *
 * A keyring that says it cannot decrypt is believed only after several tries: some say so while they are locked.
 */
import type { CacheLock } from '#shared/contract/accounts';
import type { Timers } from '../ports/ports';
import type { Profile } from './account-file';
import type { LockReason } from './cache-files';

/** Ever rarer: some systems ask their user each time. */
const RETRY_MS = [5_000, 5_000, 10_000, 20_000, 60_000] as const;
/** Tries after which "cannot be decrypted" is believed. */
const BELIEVED_AFTER = 3;

export interface CacheLockWatch {
  state(): CacheLock | null;
  /** Opening found the cache locked: it is tried again by itself from now on. Answers whether that is news. */
  lock(profile: Profile, reason: LockReason): boolean;
  /** Another account is open, or this one. */
  release(): void;
}

export const createCacheLock = (timers: Timers, retry: (accountId: string) => void): CacheLockWatch => {
  let held: { accountId: string; name: string; reason: LockReason; tries: number; refusals: number } | null = null;
  let cancel: (() => void) | null = null;
  const release = (): void => {
    cancel?.();
    cancel = null;
    held = null;
  };
  const state = (): CacheLock | null => held && { accountId: held.accountId, name: held.name, reason: held.reason, canRenew: canRenew(held) };
  return {
    state,
    lock: (profile, reason) => {
      const [before, last] = [state(), held?.accountId === profile.id ? held : { tries: 0, refusals: 0 }];
      release();
      held = { accountId: profile.id, name: profile.name, reason, tries: last.tries + 1, refusals: reason === 'undecryptable' ? last.refusals + 1 : 0 };
      cancel = timers.after(RETRY_MS[Math.min(last.tries, RETRY_MS.length - 1)] ?? 0, () => { cancel = null; retry(profile.id); });
      const now = state();
      return before?.accountId !== now?.accountId || before?.reason !== now?.reason || before?.canRenew !== now?.canRenew;
    },
    release,
  };
};

const canRenew = ({ reason, refusals }: { reason: LockReason; refusals: number }): boolean => reason === 'missing' || reason === 'no-keyring' || refusals >= BELIEVED_AFTER;
