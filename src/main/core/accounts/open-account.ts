/**
 * Opens and closes the account that is in use. Only one is open at a time.
 *
 *   closed ─ open ─→ databases opened ─→ signed in ─→ listed as the current one ─→ pull and outbox started
 *              ├ locked: wait for the key (`account-lock.ts`)
 *              ├ the disk refuses writes: tried again by itself
 *              └ any other error: reported, and everything is closed again
 *
 * If the new account does not open, the account that was open before opens again. An exception is a locked account,
 * which has its own screen.
 *
 * When its databases are open, an account always finishes opening: a failing keychain or `accounts.json` is
 * reported and tried again, and never stops the outbox.
 */
import type { AppState } from '#shared/contract/accounts';
import type { Failure } from '#shared/contract/errors';
import { NO_OUTBOX, type OutboxSummary } from '#shared/contract/outbox';
import type { Throttle } from '../api/throttle';
import type { ThrottleOf } from './sign-in/account-throttles';
import { AppError } from '../app-error';
import type { Ports } from '../ports/ports';
import { sqliteErrorCode, storageTrouble } from '../store/schema/sqlite-errors';
import type { Profile } from './files/account-file';
import { errorText, TRY_AGAIN_MS, type AccountList } from './account-list';
import type { AccountLockWatch, FoundLocked } from './account-lock';
import { CacheLockedError } from './files/cache-files';
import type { Notices } from './notices';
import type { SignIn } from './sign-in/join';
import { OutboxLockedError } from './files/outbox-files';
import { keepByKeyring } from './files/protect-outbox';
import type { Workspace } from './workspace/workspace';

export type Outcome = { ok: true; state: AppState } | { ok: false; error: Failure };

export const refusal = (code: Failure['code'], detail?: string): { ok: false; error: Failure } => ({
  ok: false,
  error: detail === undefined ? { code } : { code, detail },
});

/** The notice that no account is open, because the last one does not open. */
const NOT_OPENED = 'account-not-opened';

export const GIVEN_UP = refusal('offline', 'the user gave up');

export interface OpenAccount {
  workspace(): Workspace | null;
  profile(): Profile | null;
  /** Like `profile`, but also while the account is closed for a moment (`reopenAfter`, a switch). */
  shownProfile(): Profile | null;
  /**
   * The summary of the outbox of the shown account. While the account is closed for a moment, the summary from before.
   */
  outboxSummary(): OutboxSummary;
  /**
   * Opens a profile, and signs it in if there is a new token. An open account stays open, unless its header style or
   * its address has changed. A new address is on the disk before anything is sent to it. If the user gave up while the
   * open account was closing, that account opens again.
   */
  open(profile: Profile, signIn?: SignIn, isGivenUp?: () => boolean): Promise<Outcome>;
  /** Closes the open account, if there is one. Never rejects. */
  close(): Promise<void>;
  /**
   * Closes the open account, changes its files, and opens it again. The account opens whether or not the change
   * succeeds. `isReworked`: the change encrypts or decrypts the outbox.
   */
  reopenAfter(
    change: (profile: Profile) => Promise<{ ok: true } | { ok: false; error: Failure }>,
    isReworked: boolean,
  ): Promise<Outcome>;
  /** Ends the automatic tries to open an account. */
  cancelRetry(): void;
}

export interface OpenAccountOptions {
  ports: Ports;
  list: AccountList;
  lock: AccountLockWatch;
  notices: Notices;
  /** `reworked`: the user has just encrypted or decrypted the outbox. */
  openWorkspace: (profile: Profile, reworked: boolean, throttle: Throttle) => Promise<Workspace>;
  throttleOf: ThrottleOf;
  /** Runs a task after the current change of accounts; its errors go to the log. */
  runLater: (task: () => Promise<unknown>) => void;
  state: () => AppState;
  onChange: () => void;
  /** The account was opened with a copy of the records that failed its check. */
  onDamagedCopy: () => void;
  /** The open account closes. */
  onClose: () => void;
}

/** The account that is closed for a moment. The state still shows it as open. */
interface Away {
  profile: Profile;
  demoOffline: boolean;
  outbox: OutboxSummary;
  /** Its outbox is being encrypted or decrypted. */
  isReworked: boolean;
}

export const createOpenAccount = (options: OpenAccountOptions): OpenAccount => {
  const { ports, list, lock, notices, onChange } = options;
  let workspace: Workspace | null = null;
  let away: Away | null = null;
  let cancelReopen: (() => void) | null = null;
  /** The sign-in of the locked account. It takes effect when the account opens, because it was not stored. */
  let waiting: { profile: Profile; signIn: SignIn } | null = null;
  /** The detail of the last notice that no account is open. */
  let notOpened: string | null = null;

  const close = async (): Promise<void> => {
    const closing = workspace;
    workspace = null;
    if (closing) options.onClose();
    try {
      await closing?.close();
    } catch (cause) {
      ports.log.error('an account did not close cleanly', { cause: errorText(cause) });
    }
  };

  const cancelRetry = (): void => {
    cancelReopen?.();
    cancelReopen = null;
  };
  /** Tries again later by itself: the disk may accept writes then. */
  const openLater = (accountId: string): void => {
    cancelRetry();
    cancelReopen = ports.timers.after(TRY_AGAIN_MS, () => {
      cancelReopen = null;
      options.runLater(async () => {
        const profile = list.find(accountId);
        // The user may have signed out of it meanwhile.
        const isWanted = profile?.signedOut === false;
        if (isWanted && workspace === null && lock.state() === null)
          noteNotOpened(profile, await openNow(profile));
      });
    });
  };

  /** Reports why an account did not open, and arranges the next try. */
  const noteFailure = (profile: Profile, cause: unknown, isNew: boolean): Outcome => {
    const locked = lockedBy(cause);
    if (isNew && !locked) list.withdraw(profile.id);
    const isStateChanged =
      !locked || lock.lock(profile, { ...locked, proved: ports.outboxKeys.proved(profile.id) });
    if (isStateChanged) {
      ports.log.error('account does not open', { account: profile.id, cause: errorText(cause) });
      onChange();
    }
    if (!isNew && storageTrouble(cause) !== null) openLater(profile.id);
    return refusal(
      cause instanceof AppError ? cause.code : (sqliteErrorCode(cause) ?? 'internal'),
      cause instanceof Error ? cause.message : undefined,
    );
  };

  /**
   * Tells the user that no account is open because this one does not open. Once for each reason, so that the
   * automatic tries do not bring a dismissed notice back. The locked account has its own screen.
   */
  const noteNotOpened = (profile: Profile, outcome: Outcome): Outcome => {
    const isNone = workspace === null && list.find(profile.id) !== undefined;
    if (outcome.ok || outcome === GIVEN_UP || !isNone) return outcome;
    if (lock.state() !== null) {
      forgetNotOpened();
      return outcome;
    }
    const detail = JSON.stringify({ name: profile.name, code: outcome.error.code });
    if (detail === notOpened) return outcome;
    notOpened = detail;
    notices.set(NOT_OPENED, detail, null);
    onChange();
    return outcome;
  };
  const forgetNotOpened = (): void => {
    notOpened = null;
    notices.delete(NOT_OPENED, null);
  };

  /** Runs a step whose failure must not stop an opened account. */
  const attempt = async <T>(what: string, step: () => Promise<T> | T): Promise<T | null> => {
    try {
      return await step();
    } catch (cause) {
      ports.log.error('a step of opening the account failed', { step: what, cause: errorText(cause) });
      return null;
    }
  };

  const signIn = async (opened: Workspace, { credentials, token }: SignIn): Promise<void> => {
    // This comes first, because facts that were learnt under the last sign-in may not hold under the new one.
    opened.outbox.signInChanges();
    opened.pull.signInChanges();
    await opened.session.adopt(credentials, token);
  };

  const openProfile = (): Profile | null => (workspace ? (list.find(workspace.profileId) ?? null) : null);

  /** The sign-in with which the user opened the locked account; null if there is none, or if it is not this account. */
  const signInOfLocked = (profile: Profile): { profile: Profile; signIn: SignIn } | null =>
    waiting?.profile.id === profile.id && lock.state()?.accountId === profile.id
      ? { ...waiting, profile: { ...waiting.profile, name: profile.name } }
      : null;

  const openNow = async (
    given: Profile,
    givenSignIn?: SignIn,
    isGivenUp?: () => boolean,
  ): Promise<Outcome> => {
    const earlier = givenSignIn === undefined ? signInOfLocked(given) : null;
    const profile = earlier?.profile ?? given;
    const newSignIn = earlier?.signIn ?? givenSignIn;
    waiting = null;
    if (workspace?.profileId !== profile.id) await close();
    if (isGivenUp?.()) return GIVEN_UP;
    const isOpenedNow = workspace === null;
    const listed = list.find(profile.id);
    const isNew = listed === undefined;
    try {
      // The profile is written before its folder and its token. If the app is killed in between, the account
      // is listed and needs a sign-in; no unlisted data remains.
      if (isNew) list.write({ profiles: [...list.file().profiles, profile] });
      // The same for a new address. It is not taken back: after a kill, or if the account does not open now, the next
      // opening sends the unsent work there.
      else if (listed.baseUrl !== profile.baseUrl)
        list.write({ profiles: list.profilesWith(withAddressOf(profile, listed)) });
      const isReworked = away?.isReworked ?? false;
      workspace ??= await options.openWorkspace(profile, isReworked, options.throttleOf(profile));
    } catch (cause) {
      const outcome = noteFailure(profile, cause, isNew);
      const isLocked = lock.state()?.accountId === profile.id;
      waiting = isLocked && newSignIn !== undefined ? { profile, signIn: newSignIn } : null;
      return outcome;
    }
    const opened = workspace;
    cancelRetry();
    lock.release();
    forgetNotOpened();
    // Only after the file is open or set aside with its wraps, because the code may belong to another file.
    if (isOpenedNow && ports.outboxKeys.proved(profile.id)) {
      const kept = await attempt('its key in the keyring', () => keepByKeyring(ports.outboxKeys, profile.id));
      if (kept === true) notices.delete('code-again', profile.id);
      else notices.set('code-again', '', profile.id);
    }
    if (away?.demoOffline && away.profile.id === profile.id) opened.transport.setOffline(true);
    if (newSignIn) await attempt('its sign-in', () => signIn(opened, newSignIn));
    const signedIn = withLaterChoice(profile, listed ?? profile, list.find(profile.id));
    list.remember({ profiles: list.profilesWith(signedIn), currentId: profile.id });
    await attempt('its pull', () => {
      // An open account that is opened again keeps what it knows about the connection.
      if (isOpenedNow || newSignIn) opened.connectivity.reset();
      opened.pull.start();
    });
    await attempt('its outbox', () => {
      if (isOpenedNow) opened.outbox.start();
      else opened.outbox.kick();
    });
    if (isOpenedNow && opened.cache.isDamaged) options.onDamagedCopy();
    return { ok: true, state: options.state() };
  };

  /** A failing count must not keep the account from being closed. */
  const countOf = ({ outbox, profileId }: Workspace): OutboxSummary => {
    try {
      return outbox.summary();
    } catch (cause) {
      ports.log.error('unsent work could not be counted', { account: profileId, cause: errorText(cause) });
      return NO_OUTBOX;
    }
  };

  /** Closes the open account for the time of a step. The state shows it as open until the step ends. */
  const whileAway = async (
    step: (left: Profile) => Promise<Outcome>,
    isReworked: boolean,
  ): Promise<Outcome> => {
    const profile = openProfile();
    const left = workspace;
    if (!profile || !left) return refusal('no-account');
    away = { profile, isReworked, demoOffline: left.transport.offline, outbox: countOf(left) };
    try {
      await close();
      return await step(profile);
    } finally {
      away = null;
      onChange();
    }
  };

  const open: OpenAccount['open'] = async (profile, newSignIn, isGivenUp) => {
    const current = openProfile();
    if (!current || isSameConnection(current, profile))
      return noteNotOpened(profile, await openNow(profile, newSignIn, isGivenUp));
    return whileAway(async (left) => {
      const outcome = await openNow(profile, newSignIn, isGivenUp);
      // The window shows the account that is locked, and offers the others there.
      // Read again, because its address may have changed.
      const before = list.find(left.id) ?? left;
      if (!outcome.ok && lock.state() === null) noteNotOpened(before, await openNow(before));
      return outcome;
    }, false);
  };

  const shownAway = (): Away | null => (lock.state() === null ? away : null);

  return {
    workspace: () => workspace,
    profile: openProfile,
    shownProfile: () => openProfile() ?? shownAway()?.profile ?? null,
    outboxSummary: () => workspace?.outbox.summary() ?? shownAway()?.outbox ?? NO_OUTBOX,
    open,
    close,
    reopenAfter: (change, isReworked) =>
      whileAway(async (profile) => {
        const changed = await change(profile).catch((error: unknown) => {
          ports.log.error('the change of an account’s files failed', {
            error: error instanceof Error ? error.message : 'unknown',
          });
          return refusal('internal');
        });
        const opened = noteNotOpened(profile, await openNow(profile));
        return changed.ok ? opened : changed;
      }, isReworked),
    cancelRetry,
  };
};

/**
 * Returns true if the open account can go on as it is. Its client keeps the address and the header style that it was
 * made with.
 */
const isSameConnection = (current: Profile, next: Profile): boolean =>
  current.id === next.id && current.headerStyle === next.headerStyle && current.baseUrl === next.baseUrl;

/** The listed profile with the address of another version of it. */
const withAddressOf = ({ baseUrl, formerBaseUrls }: Profile, listed: Profile): Profile => ({
  ...listed,
  baseUrl,
  formerBaseUrls,
});

/** The profile with the person whom the user chose in Settings while the account was being signed in. */
const withLaterChoice = (profile: Profile, before: Profile, now: Profile | undefined): Profile =>
  now && now.selfUserId !== before.selfUserId
    ? { ...profile, selfUserId: now.selfUserId, selfName: now.selfName }
    : profile;

/** Maps an opening error to the details of the lock; null if it is not a lock. */
const lockedBy = (cause: unknown): Pick<FoundLocked, 'what' | 'reason' | 'hasCode'> | null => {
  if (cause instanceof OutboxLockedError)
    return { what: 'outbox', reason: cause.reason, hasCode: cause.hasCode };
  return cause instanceof CacheLockedError ? { what: 'copy', reason: cause.reason, hasCode: false } : null;
};
