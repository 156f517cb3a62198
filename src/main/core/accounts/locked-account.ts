/** What a user can do about an account whose cache or outbox is locked (`account-lock.ts`). */
import type { AppState } from '#shared/contract/accounts';
import type { Ports } from '../ports/ports';
import type { AccountList } from './account-list';
import type { AccountLockWatch } from './account-lock';
import { setCacheAside } from './files/cache-files';
import type { Notices } from './notices';
import { refusal, type OpenAccount, type Outcome } from './open-account';
import { setOutboxAside } from './files/outbox-files';
import { openByCode } from './files/protect-outbox';
import { directoryOf } from './files/account-file';

export interface LockedAccount {
  /** Requests the key of the account from the keyring again, if the account is still locked. */
  tryAgain(accountId: string): Promise<Outcome>;
  /**
   * Sets the locked file aside, if that is allowed, and opens the account with a new file. Unsent work stays,
   * unless it is the locked file.
   */
  renew(accountId: string): Promise<Outcome>;
  /** Opens the account's unsent work with the recovery code, and stores its key in the keyring again. */
  recover(accountId: string, code: string): Promise<Outcome>;
}

export interface LockedAccountOptions {
  ports: Ports;
  list: AccountList;
  lock: AccountLockWatch;
  notices: Notices;
  account: Pick<OpenAccount, 'open'>;
  state: () => AppState;
}

export const createLockedAccount = ({
  ports,
  list,
  lock,
  notices,
  account,
  state,
}: LockedAccountOptions): LockedAccount => {
  const renew = async (accountId: string): Promise<Outcome> => {
    const locked = lock.state();
    const profile = list.find(accountId);
    if (!profile || locked?.accountId !== accountId || !locked.canRenew)
      return refusal('bad-input', 'this copy is not given up');
    if (locked.what === 'copy') setCacheAside(ports, directoryOf(accountId));
    else notices.set('outbox-left', setOutboxAside(ports.files, directoryOf(accountId)), accountId);
    ports.log.warn('the user gave up what could not be opened', {
      account: accountId,
      what: locked.what,
      reason: locked.reason,
    });
    return account.open(profile);
  };

  return {
    tryAgain: async (accountId) => {
      const profile = list.find(accountId);
      if (!profile || lock.state()?.accountId !== accountId) return { ok: true, state: state() };
      return account.open(profile);
    },
    renew,
    recover: async (accountId, code) => {
      const locked = lock.state();
      const profile = list.find(accountId);
      if (!profile || locked?.accountId !== accountId || !locked.canRecover)
        return refusal('bad-input', 'no code is asked for');
      const unwrapped = openByCode(ports.outboxKeys, accountId, code);
      if (!unwrapped.ok) return unwrapped;
      const outcome = await account.open(profile);
      const next = lock.state();
      // A user who needed the code has no keyring for the cache either. If the keyring may only be slow, the cache is
      // not given up: the user decides about it.
      return outcome.ok || next?.what !== 'copy' || next.reason === 'waiting' ? outcome : renew(accountId);
    },
  };
};
