/**
 * Keeps the state of an account whose cache or outbox cannot be opened because its key is not available, and tries
 * again.
 *
 *   locked ─ repeatedly, or when the user asks: try to open ─→ open
 *          ├ the outbox: the user's recovery code opens its key ─→ open
 *          └ the user gives up the locked file (only if waiting may be useless) ─→ set aside, a new one
 *
 * A keyring's answer "cannot decrypt" counts only after several tries, because some keyrings give it while
 * they are locked.
 */
import type { AccountLock } from '#shared/contract/accounts';
import type { Timers } from '../ports/ports';
import type { Profile } from './files/account-file';
import type { LockReason } from './files/cache-files';

/** The delays grow, because some systems ask the user at each try. */
const RETRY_MS = [5_000, 5_000, 10_000, 20_000, 60_000] as const;
/** The number of tries after which "cannot be decrypted" counts. */
const BELIEVED_AFTER = 3;

export interface FoundLocked {
  what: AccountLock['what'];
  reason: LockReason;
  /** A recovery code can open it. */
  hasCode: boolean;
  /** The user has entered the right recovery code, so the keyring's key is known to be lost. */
  proved: boolean;
}

export interface AccountLockWatch {
  state(): AccountLock | null;
  /**
   * Records that the account is locked, and starts the automatic retries. Returns true if the visible state
   * changed.
   */
  lock(profile: Profile, found: FoundLocked): boolean;
  /** Ends the lock: this account or another one is open. */
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
