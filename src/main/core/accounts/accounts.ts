/**
 * The accounts of this installation and the user's commands on them. Changes run one after the other. A change
 * is saved before it is announced. If it fails, the open account stays open.
 *
 * `account-list.ts` keeps profiles and settings, `open-account.ts` opens and closes the account that is in
 * use, and `locked-account.ts` handles one whose key is not available.
 */
import type { Account, AppState, Credentials } from '#shared/contract/accounts';
import type { Throttle } from '../api/throttle';
import { AppError } from '../app-error';
import type { Log, Ports } from '../ports/ports';
import type { Profile } from './account-file';
import { createAccountList, errorText, type AccountList } from './account-list';
import { createAccountThrottles, RATE_LIMIT } from './account-throttles';
import { createAccountLock } from './account-lock';
import { CACHE, removeCache } from './cache-files';
import { DEMO_ACCOUNT_ID } from './demo-account';
import { createJoin, type Joining, type ParsedConnection } from './join';
import { createLockedAccount } from './locked-account';
import { createOpenAccount, refusal, type OpenAccount, type Outcome } from './open-account';
import { forgetRescue } from './open-outbox';
import { JOURNAL, OUTBOX } from './outbox-files';
import type { ProbeResult } from './probe';
import { createOutboxProtection, type CodeOffer } from './protect-outbox';
import { directoryOf, type Workspace } from './workspace';

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

/** Notices of restored unsent work. They are shown at every start until the user dismisses them. */
const RESCUES: ReadonlySet<string> = new Set([
  'outbox-salvaged',
  'outbox-cut',
  'outbox-older',
  'outbox-missing',
  'outbox-copy',
]);

export const createAccounts = (options: AccountsOptions): Accounts => {
  const { ports, openWorkspace, onChange } = options;
  const list = createAccountList(ports, onChange);
  const notices = new Map<string, string>();
  if (list.notice) notices.set(list.notice.code, list.notice.detail);
  const { inTurn, runLater } = createTaskQueue(ports.log);
  const lock = createAccountLock(ports.timers, (accountId) => runLater(() => locked.tryAgain(accountId)));
  /** One per account, open or not: a sign-in obeys the same rate limit and reports to it. */
  const throttleOf = createAccountThrottles(ports, directoryOf);
  const state = (): AppState => appState(options, { list, account, notices, locked: lock.state() });
  const account = createOpenAccount({
    ports,
    list,
    lock,
    notices,
    openWorkspace,
    throttleOf,
    runLater,
    state,
    onChange,
  });
  const locked = createLockedAccount({ ports, list, lock, notices, account, state });
  const protection = createOutboxProtection(ports);
  const join = createJoin(ports, () => list.file().profiles, throttleOf);

  const openJoined = async (joining: Promise<Joining>): Promise<Outcome> => {
    const joined = await joining;
    return joined.ok ? account.open(joined.profile, joined.signIn) : joined;
  };
  const openDemo = async (): Promise<Outcome> => {
    const demo = list.find(DEMO_ACCOUNT_ID);
    const isSignedIn = demo && demo.selfUserId !== null && !demo.signedOut;
    return isSignedIn ? account.open(demo) : openJoined(join.demo());
  };
  const open = async (accountId: string): Promise<Outcome> => {
    const profile = list.find(accountId);
    if (!profile) return refusal('no-account');
    if (profile.demo && profile.signedOut) return openDemo();
    if (profile.signedOut) return refusal('unauthorized', 'signed out');
    return account.open(profile);
  };
  const signIn = async (accountId: string, credentials: Credentials): Promise<Outcome> => {
    const profile = list.find(accountId);
    if (!profile) return refusal('no-account');
    return profile.demo ? openDemo() : openJoined(join.again(profile, credentials));
  };

  const signOut = async (accountId: string, data: 'keep' | 'remove'): Promise<AppState> => {
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
      [OUTBOX, JOURNAL].every((name) => !ports.files.exists(`${directoryOf(accountId)}/${name}`));
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

  const confirmCode = async (groups: readonly string[]): Promise<Outcome> => {
    const profile = account.profile();
    if (!profile) return refusal('no-account');
    if (!protection.isKept(profile.id, groups)) return refusal('code-wrong');
    if (!protection.hasRoom(profile.id)) return refusal('disk-full');
    const wrapped = await protection.wrap(profile.id);
    if (!wrapped.ok) return wrapped;
    if (account.workspace()?.outboxProtection().state === 'plain')
      return account.reopenAfter(({ id }) => protection.encrypt(id));
    onChange();
    return { ok: true, state: state() };
  };
  const decryptOutbox = async (): Promise<Outcome> => {
    const workspace = account.workspace();
    return workspace && !protection.hasRoom(workspace.profileId)
      ? refusal('disk-full')
      : account.reopenAfter(({ id }) => protection.decrypt(id));
  };

  /** The accounts whose damaged copy was set aside in this session. */
  const replacedCopies = new Set<string>();
  const replaceCopy = async (profile: Profile): Promise<void> => {
    if (account.workspace()?.profileId !== profile.id) return;
    await account.close();
    const aside = ports.files.setAside(`${directoryOf(profile.id)}/${CACHE}`);
    ports.log.error('the copy turned out to be damaged and is set aside', { account: profile.id, aside });
    notices.set('cache-damaged', aside);
    await account.open(list.find(profile.id) ?? profile);
  };

  return {
    start: () =>
      inTurn(async () => {
        const { currentId } = list.file();
        const last = currentId === null ? undefined : list.find(currentId);
        if (last && !last.signedOut) await account.open(last);
      }),
    current: account.workspace,
    profile: account.profile,
    state,
    test: join.test,
    connect: (input) => inTurn(() => openJoined(join.connect(input))),
    openDemo: () => inTurn(openDemo),
    open: (accountId) => inTurn(() => open(accountId)),
    signIn: (accountId, credentials) => inTurn(() => signIn(accountId, credentials)),
    signOut: (accountId, data) => inTurn(() => signOut(accountId, data)),
    unlock: () =>
      inTurn(async () => {
        const found = lock.state();
        return found ? locked.tryAgain(found.accountId) : { ok: true, state: state() };
      }),
    renewLocked: (accountId) => inTurn(() => locked.renew(accountId)),
    recover: (accountId, code) => inTurn(() => locked.recover(accountId, code)),
    offerCode: () => {
      const workspace = account.workspace();
      return workspace ? protection.offer(workspace.profileId) : refusal('no-account');
    },
    withdrawCode: () => protection.withdraw(),
    confirmCode: (groups) => inTurn(() => confirmCode(groups)),
    decryptOutbox: () => inTurn(decryptOutbox),
    chooseSelf: (userId) => {
      const profile = account.profile();
      if (!profile) throw new AppError('no-account', 'no account is open');
      const title = account.workspace()?.cache.get('user', userId)?.title;
      const chosen = { ...profile, selfUserId: userId, selfName: title ?? profile.selfName };
      list.save({ profiles: list.profilesWith(chosen) });
      return state();
    },
    setSettings: (settings) => {
      list.save({ settings: { ...list.file().settings, ...settings } });
      return state();
    },
    dismissNotice: (code) => {
      notices.delete(code);
      const workspace = account.workspace();
      if (RESCUES.has(code) && workspace) forgetRescue(workspace.outbox);
      onChange();
      return state();
    },
    notice: (code, detail) => {
      notices.set(code, detail);
      onChange();
    },
    copyDamaged: () => {
      const damaged = account.profile();
      if (!damaged || replacedCopies.has(damaged.id)) return;
      replacedCopies.add(damaged.id);
      runLater(() => replaceCopy(damaged));
    },
    close: () =>
      inTurn(async () => {
        lock.release();
        account.cancelRetry();
        list.close();
        await account.close();
      }),
  };
};

/** Runs tasks one after the other. */
const createTaskQueue = (log: Log) => {
  let tail: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const next = tail.then(task, task);
    tail = next.catch(() => undefined);
    return next;
  };
  return {
    inTurn,
    /** Runs a task that nobody waits for; its errors go to the log. */
    runLater: (task: () => Promise<unknown>): void => {
      inTurn(task).catch((cause: unknown) =>
        log.error('an account could not be tried again', { cause: errorText(cause) }),
      );
    },
  };
};

interface StateParts {
  list: AccountList;
  account: OpenAccount;
  notices: ReadonlyMap<string, string>;
  locked: AppState['locked'];
}

const appState = (
  { ports, suggestedBaseUrl }: AccountsOptions,
  { list, account, notices, locked }: StateParts,
): AppState => {
  const workspace = account.workspace();
  const profile = account.shownProfile();
  const { profiles, settings } = list.file();
  return {
    version: ports.version,
    shell: ports.shell,
    platform: ports.platform,
    tokenStorage: ports.secrets.storage,
    suggestedBaseUrl,
    cacheProtection: workspace?.cacheProtection ?? null,
    outboxProtection: workspace?.outboxProtection() ?? null,
    locked,
    account: profile ? toAccount(profile, workspace) : null,
    accounts: profiles.map((one) => toAccount(one, workspace)),
    settings,
    notices: [...notices].map(([code, detail]) => ({ code, detail })),
  };
};

const toAccount = (profile: Profile, workspace: Workspace | null): Account => ({
  id: profile.id,
  name: profile.name,
  baseUrl: profile.baseUrl,
  demo: profile.demo,
  selfUserId: profile.selfUserId,
  selfName: profile.selfName,
  auth: authOf(profile, workspace),
});

const authOf = (profile: Profile, workspace: Workspace | null): Account['auth'] => {
  if (profile.signedOut) return 'signed-out';
  if (workspace?.profileId !== profile.id) return 'signed-in';
  // A token that was only in memory is gone after a restart. This counts as expired, not as signed out.
  return workspace.session.state() === 'signed-in' ? 'signed-in' : 'expired';
};
