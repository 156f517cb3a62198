/**
 * The user's commands that open an account, sign it in and sign it out. The caller runs one command after the
 * other.
 */
import type { AppState, Credentials } from '#shared/contract/accounts';
import { AppError } from '../../app-error';
import type { Ports } from '../../ports/ports';
import type { AccountList } from '../account-list';
import type { AccountLockWatch } from '../account-lock';
import { RATE_LIMIT } from './account-throttles';
import { removeCache } from '../files/cache-files';
import { DEMO_ACCOUNT_ID } from '../demo-account';
import type { Join, Joining } from './join';
import { refusal, type OpenAccount, type Outcome } from '../open-account';
import { JOURNAL, OUTBOX } from '../files/outbox-files';
import { SALVAGE } from '../files/salvage-note';
import { directoryOf } from '../files/account-file';

export interface AccountSignIn {
  connect(...input: Parameters<Join['connect']>): Promise<Outcome>;
  openDemo(): Promise<Outcome>;
  open(accountId: string): Promise<Outcome>;
  signIn(accountId: string, credentials: Credentials): Promise<Outcome>;
  /** Throws AppError `no-keychain` if the sign-in cannot be deleted; then nothing has changed. */
  signOut(accountId: string, data: 'keep' | 'remove'): Promise<AppState>;
}

export interface AccountSignInOptions {
  ports: Ports;
  list: AccountList;
  lock: AccountLockWatch;
  account: OpenAccount;
  join: Join;
  state: () => AppState;
}

export const createAccountSignIn = (options: AccountSignInOptions): AccountSignIn => {
  const { list, account, join } = options;

  const openJoined = async (joining: Promise<Joining>): Promise<Outcome> => {
    const joined = await joining;
    return joined.ok ? account.open(joined.profile, joined.signIn) : joined;
  };
  const openDemo = async (): Promise<Outcome> => {
    const demo = list.find(DEMO_ACCOUNT_ID);
    const isSignedIn = demo && demo.selfUserId !== null && !demo.signedOut;
    return isSignedIn ? account.open(demo) : openJoined(join.demo());
  };

  return {
    connect: (...input) => openJoined(join.connect(...input)),
    openDemo,
    open: async (accountId) => {
      const profile = list.find(accountId);
      if (!profile) return refusal('no-account');
      if (profile.demo && profile.signedOut) return openDemo();
      if (profile.signedOut) return refusal('unauthorized', 'signed out');
      return account.open(profile);
    },
    signIn: async (accountId, credentials) => {
      const profile = list.find(accountId);
      if (!profile) return refusal('no-account');
      return profile.demo ? openDemo() : openJoined(join.again(profile, credentials));
    },
    signOut: (accountId, data) => signOut(options, accountId, data),
  };
};

const signOut = async (
  { ports, list, lock, account, state }: AccountSignInOptions,
  accountId: string,
  data: 'keep' | 'remove',
): Promise<AppState> => {
  const profile = list.find(accountId);
  if (!profile) return state();
  const workspace = account.workspace();
  const wasOpen = workspace?.profileId === accountId;
  try {
    if (wasOpen) await workspace.session.forget();
    else await ports.secrets.delete(`account/${accountId}/session`);
  } catch (cause) {
    throw new AppError('no-keychain', 'the keychain did not delete the sign-in', { cause });
  }
  if (wasOpen) await account.close();
  if (data === 'remove') removeCache(ports, directoryOf(accountId));
  if (lock.state()?.accountId === accountId) lock.release();
  // Signing out never deletes unsent work: the profile stays as long as its outbox.
  const isForgotten =
    data === 'remove' &&
    [OUTBOX, JOURNAL, SALVAGE].every((name) => !ports.files.exists(`${directoryOf(accountId)}/${name}`));
  if (isForgotten) ports.files.remove(`${directoryOf(accountId)}/${RATE_LIMIT}`);
  const { currentId, profiles } = list.file();
  list.save({
    currentId: wasOpen ? null : currentId,
    profiles: isForgotten
      ? profiles.filter((other) => other.id !== accountId)
      : list.profilesWith({ ...profile, signedOut: true }),
  });
  return state();
};
