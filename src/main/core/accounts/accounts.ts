/**
 * The list of accounts and the open account. Changes run one after the other. A change is saved before it is
 * announced. If it fails, the open account stays open.
 *
 *   closed ─ open ─→ databases opened ─→ signed in ─→ listed as the current one ─→ pull and outbox started
 *              ├ locked: wait for the key (`account-lock.ts`)
 *              ├ the disk refuses writes: tried again by itself
 *              └ any other error: reported, and everything is closed again
 *
 * When its databases are open, an account always finishes opening: a failing keychain or `accounts.json` is
 * reported and tried again, and never stops the outbox.
 */
import type { Account, AppState, Credentials } from '#shared/contract/accounts';
import type { Failure } from '#shared/contract/errors';
import { AppError } from '../app-error';
import type { Ports } from '../ports/ports';
import { sqliteErrorCode, storageTrouble } from '../store/schema/sqlite-errors';
import { createAccountThrottles, RATE_LIMIT } from './account-throttles';
import { loadAccounts, saveAccounts, type Profile } from './account-file';
import { createAccountLock, type FoundLocked } from './account-lock';
import { CACHE, CacheLockedError, removeCache, setCacheAside } from './cache-files';
import { DEMO_ACCOUNT_ID } from './demo-account';
import type { Throttle } from '../api/throttle';
import { createJoin, type Joining, type ParsedConnection, type SignIn } from './join';
import { forgetRescue } from './open-outbox';
import { JOURNAL, OUTBOX, OutboxLockedError, setOutboxAside } from './outbox-files';
import type { ProbeResult } from './probe';
import { type CodeOffer, createOutboxProtection, keepByKeyring, openByCode } from './protect-outbox';
import { directoryOf, type Workspace } from './workspace';

export type Outcome = { ok: true; state: AppState } | { ok: false; error: Failure };

export interface Accounts {
  start(): Promise<void>;
  current(): Workspace | null;
  profile(): Profile | null;
  state(): AppState;
  test(connection: ParsedConnection): Promise<ProbeResult>;
  connect(input: ParsedConnection & { name: string; selfUserId: string | null }): Promise<Outcome>;
  openDemo(): Promise<Outcome>;
  open(accountId: string): Promise<Outcome>;
  signIn(accountId: string, credentials: Credentials): Promise<Outcome>;
  signOut(accountId: string, data: 'keep' | 'remove'): Promise<AppState>;
  chooseSelf(userId: string): AppState;
  setSettings(settings: Record<string, unknown>): AppState;
  dismissNotice(code: string): AppState;
  notice(code: string, detail: string): void;
  /** Requests the key of the locked account from the keyring again. */
  unlock(): Promise<Outcome>;
  /**
   * Sets the locked file of an account aside, if that is allowed, and opens the account with a new file.
   * Unsent work stays, unless it is the locked file.
   */
  renewLocked(accountId: string): Promise<Outcome>;
  /**
   * Opens the locked account's unsent work with the user's recovery code, and stores its key in the keyring
   * again.
   */
  recover(accountId: string, code: string): Promise<Outcome>;
  offerCode(): CodeOffer;
  withdrawCode(): void;
  /**
   * Encrypts the open account's unsent work, or changes its recovery code, after the user has typed part of
   * the code.
   */
  confirmCode(groups: readonly string[]): Promise<Outcome>;
  decryptOutbox(): Promise<Outcome>;
  /**
   * Call when the open account's copy turned out to be damaged. The copy is set aside and downloaded again,
   * once per session, so that a failing disk does not cause endless downloads.
   */
  copyDamaged(): void;
  close(): Promise<void>;
}

export interface AccountsOptions {
  ports: Ports;
  suggestedBaseUrl: string | null;
  /** `reworked`: the user has just encrypted or decrypted the outbox. */
  openWorkspace: (profile: Profile, reworked: boolean, throttle: Throttle) => Promise<Workspace>;
  onChange: () => void;
}

export const createAccounts = ({
  ports,
  suggestedBaseUrl,
  openWorkspace,
  onChange,
}: AccountsOptions): Accounts => {
  const loaded = loadAccounts(ports.files, ports.log);
  let file = loaded.file;
  let workspace: Workspace | null = null;
  /**
   * The account whose outbox is being encrypted or decrypted. It is closed for a moment, but the state still
   * shows it as open.
   */
  let reworked: { profile: Profile; demoOffline: boolean } | null = null;
  let tail: Promise<unknown> = Promise.resolve();
  const notices = new Map<string, string>();
  if (loaded.notice) notices.set(loaded.notice.code, loaded.notice.detail);

  const inTurn = <T>(body: () => Promise<T>): Promise<T> => {
    const next = tail.then(body, body);
    tail = next.catch(() => undefined);
    return next;
  };
  /** Runs a task that nobody waits for; its errors go to the log. */
  const byItself = (body: () => Promise<unknown>): void => {
    inTurn(body).catch((cause: unknown) =>
      ports.log.error('an account could not be tried again', { cause: textOf(cause) }),
    );
  };
  const write = (change: Partial<typeof file>): void => {
    const next = { ...file, ...change };
    saveAccounts(ports.files, next, ports.log);
    file = next;
  };
  const save = (change: Partial<typeof file>): void => {
    write(change);
    onChange();
  };
  let cancelRewrite: (() => void) | null = null;
  /** The change takes effect at once. It is on disk as soon as the disk accepts it. */
  const remember = (change: Partial<typeof file>): void => {
    file = { ...file, ...change };
    try {
      saveAccounts(ports.files, file, ports.log);
    } catch (cause) {
      ports.log.warn('accounts.json could not be written', { cause: textOf(cause) });
      cancelRewrite ??= ports.timers.after(TRY_AGAIN_MS, () => {
        cancelRewrite = null;
        remember({});
      });
    }
    onChange();
  };
  const accountLock = createAccountLock(ports.timers, (accountId) => byItself(() => tryAgain(accountId)));
  const protection = createOutboxProtection(ports);
  /** One per account, open or not: a sign-in obeys the same rate limit and reports to it. */
  const throttleOf = createAccountThrottles(ports, directoryOf);
  const join = createJoin(ports, () => file.profiles, throttleOf);
  const find = (id: string): Profile | undefined => file.profiles.find((profile) => profile.id === id);
  const put = (profile: Profile, more: Partial<typeof file> = {}): void =>
    save({ ...more, profiles: [...file.profiles.filter((held) => held.id !== profile.id), profile] });

  /** Removes a profile that did not open. If the disk refuses the write, the profile stays listed. */
  const withdraw = (id: string): void => {
    if (find(id) === undefined) return;
    try {
      write({ profiles: file.profiles.filter((profile) => profile.id !== id) });
    } catch (cause) {
      ports.log.warn('a profile that did not open stays listed', { cause: textOf(cause) });
    }
  };

  const authOf = (profile: Profile): Account['auth'] => {
    if (profile.signedOut) return 'signed-out';
    if (workspace?.profileId !== profile.id) return 'signed-in';
    // A token that was only in memory is gone after a restart. This counts as expired, not as signed out.
    return workspace.session.state() === 'signed-in' ? 'signed-in' : 'expired';
  };
  const toAccount = (profile: Profile): Account => ({
    id: profile.id,
    name: profile.name,
    baseUrl: profile.baseUrl,
    demo: profile.demo,
    selfUserId: profile.selfUserId,
    selfName: profile.selfName,
    auth: authOf(profile),
  });
  const current = (): Profile | null => (workspace ? (find(workspace.profileId) ?? null) : null);
  const state = (): AppState => {
    const profile = current() ?? reworked?.profile;
    return {
      version: ports.version,
      shell: ports.shell,
      platform: ports.platform,
      tokenStorage: ports.secrets.storage,
      suggestedBaseUrl,
      cacheProtection: workspace?.cacheProtection ?? null,
      outboxProtection: workspace?.outboxProtection() ?? null,
      locked: accountLock.state(),
      account: profile ? toAccount(profile) : null,
      accounts: file.profiles.map(toAccount),
      settings: file.settings,
      notices: [...notices].map(([code, detail]) => ({ code, detail })),
    };
  };

  const closeCurrent = async (): Promise<void> => {
    const closing = workspace;
    workspace = null;
    try {
      await closing?.close();
    } catch (cause) {
      ports.log.error('an account did not close cleanly', { cause: textOf(cause) });
    }
  };
  /** Runs a step whose failure must not stop an opened account. */
  const attempt = async <T>(what: string, step: () => Promise<T> | T): Promise<T | null> => {
    try {
      return await step();
    } catch (cause) {
      ports.log.error(`an account opens without this: ${what}`, { cause: textOf(cause) });
      return null;
    }
  };
  let cancelReopen: (() => void) | null = null;
  /** Tries again later by itself: the disk may accept writes then. */
  const openLater = (accountId: string): void => {
    cancelReopen?.();
    cancelReopen = ports.timers.after(TRY_AGAIN_MS, () => {
      cancelReopen = null;
      byItself(async () => {
        const profile = find(accountId);
        if (profile && workspace === null && accountLock.state() === null) await openProfile(profile);
      });
    });
  };
  /** Opens a profile, and signs it in if there is a new token. */
  const openProfile = async (profile: Profile, signIn?: SignIn): Promise<Outcome> => {
    if (workspace?.profileId !== profile.id) await closeCurrent();
    const anew = workspace === null;
    const isNew = find(profile.id) === undefined;
    try {
      // The profile is written before its folder and its token. If the app is killed in between, the account
      // is listed and needs a sign-in; no unlisted data remains.
      if (isNew) write({ profiles: [...file.profiles, profile] });
      workspace ??= await openWorkspace(profile, reworked !== null, throttleOf(profile.id));
    } catch (cause) {
      const locked = lockedBy(cause);
      if (isNew && !locked) withdraw(profile.id);
      const news =
        !locked || accountLock.lock(profile, { ...locked, proved: ports.outboxKeys.proved(profile.id) });
      if (news) ports.log.error('account does not open', { account: profile.id, cause: textOf(cause) });
      if (news) onChange();
      if (!isNew && storageTrouble(cause) !== null) openLater(profile.id);
      return failure(
        cause instanceof AppError ? cause.code : (sqliteErrorCode(cause) ?? 'internal'),
        cause instanceof Error ? cause.message : undefined,
      );
    }
    const opened = workspace;
    cancelReopen?.();
    cancelReopen = null;
    accountLock.release();
    // Only after the file is open or set aside with its wraps, because the code may belong to another file.
    if (anew && ports.outboxKeys.proved(profile.id)) {
      const kept = await attempt('its key in the keyring', () => keepByKeyring(ports.outboxKeys, profile.id));
      if (kept !== true) notices.set('code-again', '');
    }
    if (reworked?.demoOffline) opened.transport.setOffline(true);
    if (signIn)
      await attempt('its sign-in', async () => {
        // First, because what was learned under the last sign-in does not apply to the new one.
        opened.outbox.signInChanges();
        opened.pull.signInChanges();
        await opened.session.adopt(signIn.credentials, signIn.token);
      });
    remember({
      profiles: [...file.profiles.filter((held) => held.id !== profile.id), profile],
      currentId: profile.id,
    });
    await attempt('its pull', () => {
      opened.connectivity.reset();
      opened.pull.start();
    });
    await attempt('its outbox', () => {
      if (anew) opened.outbox.start();
      else opened.outbox.kick();
    });
    return { ok: true, state: state() };
  };

  const open = async (joining: Promise<Joining>): Promise<Outcome> => {
    const joined = await joining;
    return joined.ok ? openProfile(joined.profile, joined.signIn) : joined;
  };
  const openDemo = async (): Promise<Outcome> => {
    const held = find(DEMO_ACCOUNT_ID);
    return held && held.selfUserId !== null && !held.signedOut ? openProfile(held) : open(join.demo());
  };

  const signIn = async (accountId: string, credentials: Credentials): Promise<Outcome> => {
    const profile = find(accountId);
    if (!profile) return failure('no-account');
    return profile.demo ? openDemo() : open(join.again(profile, credentials));
  };

  const tryAgain = async (accountId: string): Promise<Outcome> => {
    const profile = find(accountId);
    if (!profile || accountLock.state()?.accountId !== accountId) return { ok: true, state: state() };
    return openProfile(profile);
  };
  const renewLocked = async (accountId: string): Promise<Outcome> => {
    const held = accountLock.state();
    const profile = find(accountId);
    if (!profile || held?.accountId !== accountId || !held.canRenew)
      return failure('bad-input', 'this copy is not given up');
    if (held.what === 'copy') setCacheAside(ports, directoryOf(accountId));
    else notices.set('outbox-left', setOutboxAside(ports.files, directoryOf(accountId)));
    ports.log.warn('the user gave up what could not be opened', {
      account: accountId,
      what: held.what,
      reason: held.reason,
    });
    return openProfile(profile);
  };
  const recover = async (accountId: string, code: string): Promise<Outcome> => {
    const held = accountLock.state();
    const profile = find(accountId);
    if (!profile || held?.accountId !== accountId || !held.canRecover)
      return failure('bad-input', 'no code is asked for');
    const opened = openByCode(ports.outboxKeys, accountId, code);
    if (!opened.ok) return opened;
    const outcome = await openProfile(profile);
    const next = accountLock.state();
    // A user who needed the code has no keyring for the cache either. If the keyring may only be slow, the
    // user still decides about the cache.
    return outcome.ok || next?.what !== 'copy' || next.reason === 'waiting'
      ? outcome
      : renewLocked(accountId);
  };
  /**
   * Closes the open account, changes its outbox, and opens it again. The account opens whether or not the
   * change succeeds.
   */
  const rework = async (
    change: (profile: Profile) => Promise<{ ok: true } | { ok: false; error: Failure }>,
  ): Promise<Outcome> => {
    const profile = current();
    if (!profile) return failure('no-account');
    reworked = { profile, demoOffline: workspace?.transport.offline ?? false };
    try {
      await closeCurrent();
      const changed = await change(profile);
      const opened = await openProfile(profile);
      return changed.ok ? opened : changed;
    } finally {
      reworked = null;
      onChange();
    }
  };
  const confirmCode = async (groups: readonly string[]): Promise<Outcome> => {
    const profile = current();
    if (!profile) return failure('no-account');
    if (!protection.isKept(profile.id, groups)) return failure('code-wrong');
    if (!protection.hasRoom(profile.id)) return failure('disk-full');
    const wrapped = await protection.wrap(profile.id);
    if (!wrapped.ok) return wrapped;
    if (workspace?.outboxProtection().state === 'plain') return rework(({ id }) => protection.encrypt(id));
    onChange();
    return { ok: true, state: state() };
  };

  const fetchedAnew = new Set<string>();
  const fetchAnew = async (profile: Profile): Promise<void> => {
    if (workspace?.profileId !== profile.id) return;
    await closeCurrent();
    const aside = ports.files.setAside(`${directoryOf(profile.id)}/${CACHE}`);
    ports.log.error('the copy turned out to be damaged and is set aside', { account: profile.id, aside });
    notices.set('cache-damaged', aside);
    await openProfile(find(profile.id) ?? profile);
  };

  const signOut = async (accountId: string, data: 'keep' | 'remove'): Promise<AppState> => {
    const profile = find(accountId);
    if (!profile) return state();
    const wasOpen = workspace?.profileId === accountId;
    try {
      if (wasOpen) await workspace?.session.forget();
      else await ports.secrets.delete(`account/${accountId}/session`);
    } catch (cause) {
      throw new AppError('no-keychain', 'the keychain did not delete the sign-in', { cause });
    }
    if (wasOpen) await closeCurrent();
    if (data === 'remove') removeCache(ports, directoryOf(accountId));
    if (accountLock.state()?.accountId === accountId) accountLock.release();
    // Signing out never deletes unsent work: the profile stays as long as its outbox.
    const forget =
      data === 'remove' &&
      [OUTBOX, JOURNAL].every((name) => !ports.files.exists(`${directoryOf(accountId)}/${name}`));
    if (forget) ports.files.remove(`${directoryOf(accountId)}/${RATE_LIMIT}`);
    const others = file.profiles.filter((held) => held.id !== accountId);
    save({
      currentId: wasOpen ? null : file.currentId,
      profiles: forget ? others : [...others, { ...profile, signedOut: true }],
    });
    return state();
  };

  return {
    start: () =>
      inTurn(async () => {
        const last = file.currentId === null ? undefined : find(file.currentId);
        if (last && !last.signedOut) await openProfile(last);
      }),
    current: () => workspace,
    profile: current,
    state,
    test: join.test,
    connect: (input) => inTurn(() => open(join.connect(input))),
    openDemo: () => inTurn(openDemo),
    open: (accountId) =>
      inTurn(async () => {
        const profile = find(accountId);
        if (!profile) return failure('no-account');
        if (profile.demo && profile.signedOut) return openDemo();
        if (profile.signedOut) return failure('unauthorized', 'signed out');
        return openProfile(profile);
      }),
    signIn: (accountId, credentials) => inTurn(() => signIn(accountId, credentials)),
    signOut: (accountId, data) => inTurn(() => signOut(accountId, data)),
    unlock: () =>
      inTurn(async () => {
        const held = accountLock.state();
        return held ? tryAgain(held.accountId) : { ok: true, state: state() };
      }),
    renewLocked: (accountId) => inTurn(() => renewLocked(accountId)),
    recover: (accountId, code) => inTurn(() => recover(accountId, code)),
    offerCode: () => (workspace ? protection.offer(workspace.profileId) : failure('no-account')),
    withdrawCode: () => protection.withdraw(),
    confirmCode: (groups) => inTurn(() => confirmCode(groups)),
    decryptOutbox: () =>
      inTurn(async () =>
        workspace && !protection.hasRoom(workspace.profileId)
          ? failure('disk-full')
          : rework(({ id }) => protection.decrypt(id)),
      ),
    chooseSelf: (userId) => {
      const profile = current();
      if (!profile) throw new AppError('no-account', 'no account is open');
      const title = workspace?.cache.get('user', userId)?.title;
      put({ ...profile, selfUserId: userId, selfName: title ?? profile.selfName });
      return state();
    },
    setSettings: (settings) => {
      save({ settings: { ...file.settings, ...settings } });
      return state();
    },
    dismissNotice: (code) => {
      notices.delete(code);
      if (RESCUES.has(code) && workspace) forgetRescue(workspace.outbox);
      onChange();
      return state();
    },
    notice: (code, detail) => {
      notices.set(code, detail);
      onChange();
    },
    copyDamaged: () => {
      const damaged = current();
      if (!damaged || fetchedAnew.has(damaged.id)) return;
      fetchedAnew.add(damaged.id);
      byItself(() => fetchAnew(damaged));
    },
    close: () =>
      inTurn(async () => {
        accountLock.release();
        cancelReopen?.();
        cancelRewrite?.();
        await closeCurrent();
      }),
  };
};

const TRY_AGAIN_MS = 10_000;

/** Notices of restored unsent work. They are shown at every start until the user dismisses them. */
const RESCUES: ReadonlySet<string> = new Set([
  'outbox-salvaged',
  'outbox-cut',
  'outbox-older',
  'outbox-missing',
  'outbox-copy',
]);

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : 'unknown');

const failure = (code: Failure['code'], detail?: string): { ok: false; error: Failure } => ({
  ok: false,
  error: detail === undefined ? { code } : { code, detail },
});

/** Maps an opening error to the details of the lock; null if it is not a lock. */
const lockedBy = (cause: unknown): Pick<FoundLocked, 'what' | 'reason' | 'hasCode'> | null => {
  if (cause instanceof OutboxLockedError)
    return { what: 'outbox', reason: cause.reason, hasCode: cause.hasCode };
  return cause instanceof CacheLockedError ? { what: 'copy', reason: cause.reason, hasCode: false } : null;
};
