/**
 * The user's commands that open an account, sign it in and sign it out. The caller runs one command after the
 * other.
 */
import type { AppState, ComparedKind, Credentials } from '#shared/contract/accounts';
import type { Failure } from '#shared/contract/errors';
import { AppError } from '../../app-error';
import type { Ports } from '../../ports/ports';
import { errorText, type AccountList } from '../account-list';
import type { AccountLockWatch } from '../account-lock';
import { RATE_LIMIT } from './account-throttles';
import { removeCache, SCOPE } from '../files/cache-files';
import { DEMO_ACCOUNT_ID } from '../demo-account';
import type { Join, Moving } from './join';
import type { Sample } from './same-crm';
import type { Notices } from '../notices';
import { GIVEN_UP, refusal, type OpenAccount, type Outcome } from '../open-account';
import { sqliteErrorCode } from '../../store/schema/sqlite-errors';
import { hasOutbox, hasOutboxAside } from '../files/outbox-files';
import { isBeingSalvaged } from '../files/salvage-note';
import { hasUnconfirmedLoss, removeNote, wasOutboxMade } from '../files/outbox-note';
import { hasUnconfirmedRescue } from '../files/rescue-outbox';
import { directoryOf, isListed, type Profile } from '../files/account-file';
import type { Outbox } from '../../outbox/create-outbox';
import type { Workspace } from '../workspace/workspace';

/** Tells that the user has given up a sign-in; the part of an AbortSignal that is needed. */
export interface Cancel {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
}

export interface AccountSignIn {
  /** `cancel`: until the account opens, the user may give up. Then it does not open. */
  connect(input: Parameters<Join['connect']>[0], cancel?: Cancel): Promise<Outcome>;
  openDemo(): Promise<Outcome>;
  open(accountId: string): Promise<Outcome>;
  signIn(accountId: string, credentials: Credentials, cancel?: Cancel): Promise<Outcome>;
  /**
   * Opens an account at another address of its CRM, if the sign-in and the records there prove it (ADR 15). The copy
   * and the unsent work stay.
   */
  move(accountId: string, to: MoveTo, cancel?: Cancel): Promise<MoveOutcome>;
  /**
   * Throws AppError `no-keychain` if the sign-in cannot be deleted; then nothing has changed. After that the
   * account is signed out in any case; files that could not be removed are a notice.
   */
  signOut(accountId: string, data: 'keep' | 'remove'): Promise<AppState>;
}

export interface MoveTo {
  baseUrl: string;
  credentials: Credentials;
}
export type MoveOutcome =
  | { ok: true; state: AppState }
  | { ok: false; error: Failure; compared?: ComparedKind[] };

export interface AccountSignInOptions {
  ports: Ports;
  list: AccountList;
  lock: AccountLockWatch;
  notices: Notices;
  account: OpenAccount;
  join: Join;
  state: () => AppState;
  /** The records of an account's copy to compare with another address; none if it has no copy. Throws AppError. */
  sampleCopy: (profile: Profile) => Promise<Sample>;
  /** Opens the outbox of an account that is not open; null if it has none. Throws AppError `outbox-locked`. */
  openAtRest: (profile: Profile) => Promise<Outbox | null>;
  /** Resolves when the app closes. A sign-in that waits for its service ends then, without opening an account. */
  closing: Promise<void>;
}

export const createAccountSignIn = (options: AccountSignInOptions): AccountSignIn => {
  const { list, account, join } = options;
  const closed = options.closing.then(() => refusal('offline', 'the app is closing'));

  const openJoined = async (ask: () => Promise<Moving>, cancel?: Cancel): Promise<MoveOutcome> => {
    // The user gave up while the sign-in waited for another command, so the service is not asked.
    if (cancel?.aborted) return GIVEN_UP;
    const given = cancel === undefined ? [] : [givenUp(cancel)];
    const joined = await Promise.race([...given, ask(), closed]);
    if (!joined.ok) return joined;
    return account.open(joined.profile, joined.signIn, () => cancel?.aborted === true);
  };
  const openDemo = async (): Promise<Outcome> => {
    const demo = list.find(DEMO_ACCOUNT_ID);
    const isSignedIn = demo && demo.selfUserId !== null && !demo.signedOut;
    return isSignedIn ? account.open(demo) : openJoined(join.demo);
  };

  return {
    connect: (input, cancel) => openJoined(() => join.connect(input), cancel),
    openDemo,
    open: async (accountId) => {
      const profile = list.find(accountId);
      if (!profile || !isListed(profile)) return refusal('no-account');
      if (profile.demo && profile.signedOut) return openDemo();
      if (profile.signedOut) return refusal('unauthorized', 'signed out');
      return account.open(profile);
    },
    signIn: async (accountId, credentials, cancel) => {
      const profile = list.find(accountId);
      if (!profile) return refusal('no-account');
      return profile.demo ? openDemo() : openJoined(() => join.again(profile, credentials), cancel);
    },
    move: async (accountId, to, cancel) => {
      const profile = list.find(accountId);
      if (!profile || !isListed(profile)) return refusal('no-account');
      if (profile.demo) return refusal('bad-input', 'the demo has no other address');
      const sample = await options.sampleCopy(profile).catch((cause: unknown) => {
        options.ports.log.warn('the copy cannot be compared', {
          account: accountId,
          cause: errorText(cause),
        });
        return refusal(cause instanceof AppError ? cause.code : (sqliteErrorCode(cause) ?? 'internal'));
      });
      if ('ok' in sample) return sample;
      return openJoined(() => join.moved(profile, to, sample), cancel);
    },
    signOut: (accountId, data) => signOut(options, accountId, data),
  };
};

const givenUp = (cancel: Cancel): Promise<Outcome & { ok: false }> =>
  new Promise((resolve) => cancel.addEventListener('abort', () => resolve(GIVEN_UP)));

/**
 * The steps after the token is deleted cannot be undone, so the account is listed as signed out before its files
 * are removed.
 */
const signOut = async (
  options: AccountSignInOptions,
  accountId: string,
  data: 'keep' | 'remove',
): Promise<AppState> => {
  const { list, lock, account, state } = options;
  if (list.find(accountId) === undefined) return state();
  const wasOpen = account.workspace()?.profileId === accountId;
  await deleteToken(options, accountId);
  const profile = list.find(accountId);
  if (!profile) return state();
  if (lock.state()?.accountId === accountId) lock.release();
  // Before the account closes, which may take seconds, because the start page must not offer to open it meanwhile.
  // `remember` and not `save`: if the list cannot be written now, it is written later.
  list.remember({ profiles: list.profilesWith({ ...profile, signedOut: true }) });
  const open = wasOpen ? account.workspace() : null;
  // Asked right before the account closes.
  const isDelivered = data === 'remove' && (await isAllDelivered(options, profile, open));
  if (wasOpen) {
    await account.close();
    list.remember({ currentId: null });
  }
  if (data === 'remove') removeData(options, profile, isDelivered);
  return state();
};

/** Throws AppError: why the disk refuses, or else `no-keychain`; then nothing has changed. */
const deleteToken = async (
  { ports, account }: Pick<AccountSignInOptions, 'ports' | 'account'>,
  accountId: string,
): Promise<void> => {
  const workspace = account.workspace();
  try {
    if (workspace?.profileId === accountId) await workspace.session.forget();
    else await ports.secrets.delete(`account/${accountId}/session`);
  } catch (cause) {
    throw new AppError(sqliteErrorCode(cause) ?? 'no-keychain', 'the sign-in was not deleted', { cause });
  }
};

/** An outbox that cannot be opened may have unsent work. */
const isAllDelivered = async (
  { ports, openAtRest }: AccountSignInOptions,
  profile: Profile,
  open: Workspace | null,
): Promise<boolean> => {
  if (open) return hasNothingUnsent(open, ports);
  let outbox: Outbox | null = null;
  try {
    outbox = await openAtRest(profile);
    return outbox !== null && hasNothingUnsent({ outbox, profileId: profile.id }, ports);
  } catch (cause) {
    ports.log.warn('the outbox of an account that is not open cannot be read', { cause: errorText(cause) });
    return false;
  } finally {
    outbox?.close();
  }
};

/**
 * Returns true if the outbox has no item, draft or unreadable row, and if no report of a rescue or a loss is
 * unread. An outbox that cannot be read may have one.
 */
const hasNothingUnsent = (
  { outbox, profileId }: Pick<Workspace, 'outbox' | 'profileId'>,
  { files, log }: Ports,
): boolean => {
  try {
    const { waiting, unreadable } = outbox.summary();
    return (
      waiting + unreadable + outbox.drafts().length === 0 &&
      !hasUnconfirmedRescue(outbox) &&
      !hasUnconfirmedLoss(files, directoryOf(profileId))
    );
  } catch (cause) {
    log.warn('the outbox of an account that signs out cannot be read', { cause: errorText(cause) });
    return false;
  }
};

/**
 * Removes the copy of the records. If the account has no unsent work, it leaves the list, and what it took along on
 * journeys is removed too: it names customers. If the system does not remove a file (on Windows another program may
 * have it open), the user gets a notice.
 */
const removeData = (
  { ports, list, notices }: AccountSignInOptions,
  profile: Profile,
  isDelivered: boolean,
): void => {
  const { files, log } = ports;
  const { id, name } = profile;
  const directory = directoryOf(id);
  try {
    removeCache(ports, directory);
    notices.delete('copy-not-removed', null);
    // An outbox is never deleted. Its profile stays with it, so that a later sign-in finds both again.
    const isKept = hasOutbox(files, directory) || isBeingSalvaged(files, directory);
    const isLost = wasOutboxMade(files, directory) || hasUnconfirmedLoss(files, directory);
    const isEmpty = isDelivered && !hasOutboxAside(files, directory) && !isBeingSalvaged(files, directory);
    if ((isKept || isLost) && !isEmpty) return;
    files.remove(`${directory}/${SCOPE}`);
    if (isKept || isLost) {
      list.remember({ profiles: list.profilesWith({ ...profile, signedOut: true, removed: true }) });
      return;
    }
    files.remove(`${directory}/${RATE_LIMIT}`);
    removeNote(files, directory);
    list.remember({ profiles: list.file().profiles.filter((other) => other.id !== id) });
  } catch (cause) {
    log.error('the copy of a signed-out account is not removed', { account: id, cause: errorText(cause) });
    // The notice belongs to no open account. It names the account that the user has just left.
    notices.set('copy-not-removed', JSON.stringify({ name }), null);
    list.remember({});
  }
};
