/**
 * The accounts of this installation and the user's commands on them. Changes run one after the other. A change
 * is saved before it is announced. If it fails, the open account stays open.
 *
 * `account-list.ts` keeps profiles and settings, `open-account.ts` opens and closes the account that is in
 * use, `account-sign-in.ts` signs accounts in and out, `outbox-code.ts` encrypts unsent work, and
 * `locked-account.ts` handles an account whose key is not available.
 */
import type { Account, AppState, Credentials } from '#shared/contract/accounts';
import type { OutboxSummary } from '#shared/contract/outbox';
import type { Outbox } from '../outbox/create-outbox';
import type { Throttle } from '../api/throttle';
import { AppError } from '../app-error';
import type { Log, Ports } from '../ports/ports';
import type { CacheStore } from '../store/cache-store';
import { createCopyReplacement } from './copy-replacement';
import { removeCache } from './files/cache-files';
import { directoryOf, isListed, type Profile } from './files/account-file';
import { createAccountList, errorText, type AccountList } from './account-list';
import { createAccountSignIn, type Cancel, type MoveOutcome, type MoveTo } from './sign-in/account-sign-in';
import { sampleOf, type Sample } from './sign-in/same-crm';
import { createAccountThrottles } from './sign-in/account-throttles';
import { createAccountLock } from './account-lock';
import { createJoin, distinctName, type ParsedConnection } from './sign-in/join';
import { createLockedAccount } from './locked-account';
import { createNotices, type Notices } from './notices';
import { createOpenAccount, type OpenAccount, type Outcome } from './open-account';
import { confirmLoss, forgetMadeAnew } from './files/outbox-note';
import { forgetRescue } from './files/rescue-outbox';
import { openAtRest } from './files/outbox-at-rest';
import { createOutboxCode } from './files/outbox-code';
import type { ProbeResult } from './sign-in/probe';
import { createOutboxProtection, type CodeOffer } from './files/protect-outbox';
import type { Workspace } from './workspace/workspace';

export interface Accounts {
  start(): Promise<void>;
  current(): Workspace | null;
  profile(): Profile | null;
  /**
   * The summary of the outbox of the shown account. While the account is closed for a moment, the summary from before.
   */
  outboxSummary(): OutboxSummary;
  state(): AppState;
  test(connection: ParsedConnection): Promise<ProbeResult>;
  connect(
    input: ParsedConnection & { name: string; selfUserId: string | null },
    cancel?: Cancel,
  ): Promise<Outcome>;
  openDemo(): Promise<Outcome>;
  open(accountId: string): Promise<Outcome>;
  signIn(accountId: string, credentials: Credentials, cancel?: Cancel): Promise<Outcome>;
  /** Opens an account at another address of its CRM, if that is proved. */
  move(accountId: string, to: MoveTo, cancel?: Cancel): Promise<MoveOutcome>;
  signOut(accountId: string, data: 'keep' | 'remove'): Promise<AppState>;
  /**
   * Reads the outbox of an account, which need not be open; null if it has none. Rejects with AppError `no-account` or
   * `outbox-locked`.
   */
  readOutbox<T>(accountId: string, read: (outbox: Outbox, profile: Profile) => T): Promise<T | null>;
  /** Rejects with AppError `no-account` or a disk error. Then nothing has changed. */
  rename(accountId: string, name: string): Promise<AppState>;
  chooseSelf(userId: string): AppState;
  setSettings(settings: Record<string, unknown>): AppState;
  /** Throws disk errors; then the notice stays. */
  dismissNotice(code: string): AppState;
  /** `accountId`: the account that it is about; it is shown only while that one is open. */
  notice(code: string, detail: string, accountId?: string): void;
  /** Removes a notice that is no longer true. */
  withdrawNotice(code: string, accountId: string): void;
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
  withdrawCode(offerId?: string): void;
  /**
   * Encrypts the open account's unsent work, or changes its recovery code, after the user has typed part of
   * the code.
   */
  confirmCode(groups: readonly string[], offerId?: string): Promise<Outcome>;
  decryptOutbox(): Promise<Outcome>;
  /**
   * Call when the open account's copy turned out to be damaged. When the service answers, the copy is set aside
   * and downloaded again, once per session.
   */
  copyDamaged(): void;
  /** The service of the open account answers again. */
  serviceReached(): void;
  /** The service of an account has started afresh, so the copy of its records is deleted and downloaded again. */
  serviceRenewed(accountId: string): void;
  /**
   * Call on an error that an undamaged copy does not cause, unless the statement is at fault. The copy is checked, once
   * per session. If it is damaged, it is set aside and downloaded again.
   */
  copySuspected(): void;
  /** Ends what waits for a service, and closes the open account after the commands that run. */
  close(): Promise<void>;
}

export interface AccountsOptions {
  ports: Ports;
  suggestedBaseUrl: string | null;
  /** `reworked`: the user has just encrypted or decrypted the outbox. */
  openWorkspace: (profile: Profile, reworked: boolean, throttle: Throttle) => Promise<Workspace>;
  /** Opens the copy of an account that is not open; null if there is none. Throws AppError `cache-locked`. */
  openCopy: (profile: Profile) => Promise<CacheStore | null>;
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
  const notices = createNotices();
  const list = createAccountList(ports, onChange, ({ code, detail }) => notices.set(code, detail, null));
  const { inTurn, runLater } = createTaskQueue(ports.log);
  const lock = createAccountLock(ports.timers, (accountId) => runLater(() => locked.tryAgain(accountId)));
  /** One per account, open or not: a sign-in obeys the same rate limit and reports to it. */
  const throttleOf = createAccountThrottles(ports, directoryOf);
  /** The account that the window shows: the open one, or the locked one. */
  const onScreen = (): string | null => account.shownProfile()?.id ?? lock.state()?.accountId ?? null;
  const state = (): AppState => appState(options, { list, account, notices, onScreen, locked: lock.state() });
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
    onDamagedCopy: () => copy.damaged(),
    onClose: () => copy.accountCloses(),
  });
  const locked = createLockedAccount({ ports, list, lock, notices, account, state });
  const join = createJoin(ports, () => list.file().profiles, throttleOf);

  const ending = Promise.withResolvers<void>();
  const closing = ending.promise;
  const sampleCopy = async (profile: Profile): Promise<Sample> => {
    const open = account.workspace();
    if (open?.profileId === profile.id) return sampleOf(open.cache);
    const copy = await options.openCopy(profile);
    try {
      return copy === null ? [] : sampleOf(copy);
    } finally {
      copy?.close();
    }
  };
  const signIns = createAccountSignIn({
    ports,
    list,
    lock,
    notices,
    account,
    join,
    state,
    sampleCopy,
    openAtRest: (profile) => openAtRest(ports, profile),
    closing,
  });
  const code = createOutboxCode({ account, protection: createOutboxProtection(ports), state, onChange });
  const copy = createCopyReplacement({ ports, account, notices, runLater, onChange });
  /** The profiles whose copy was checked in this session (`copySuspected`). */
  const checked = new Set<string>();

  return {
    start: () =>
      inTurn(async () => {
        const { currentId } = list.file();
        const last = currentId === null ? undefined : list.find(currentId);
        if (last && !last.signedOut) await account.open(last);
      }),
    current: account.workspace,
    profile: account.profile,
    outboxSummary: account.outboxSummary,
    state,
    test: join.test,
    connect: (input, cancel) => inTurn(() => signIns.connect(input, cancel)),
    openDemo: () => inTurn(signIns.openDemo),
    open: (accountId) => inTurn(() => signIns.open(accountId)),
    signIn: (accountId, credentials, cancel) => inTurn(() => signIns.signIn(accountId, credentials, cancel)),
    move: (accountId, to, cancel) => inTurn(() => signIns.move(accountId, to, cancel)),
    signOut: (accountId, data) => inTurn(() => signIns.signOut(accountId, data)),
    readOutbox: (accountId, read) =>
      inTurn(async () => {
        const profile = list.find(accountId);
        if (!profile || !isListed(profile)) throw new AppError('no-account', 'the account is not listed');
        const open = account.workspace();
        if (open?.profileId === accountId) return read(open.outbox, profile);
        const outbox = await openAtRest(ports, profile);
        try {
          return outbox && read(outbox, profile);
        } finally {
          outbox?.close();
        }
      }),
    unlock: () =>
      inTurn(async () => {
        const found = lock.state();
        return found ? locked.tryAgain(found.accountId) : { ok: true, state: state() };
      }),
    renewLocked: (accountId) => inTurn(() => locked.renew(accountId)),
    recover: (accountId, code) => inTurn(() => locked.recover(accountId, code)),
    offerCode: code.offer,
    withdrawCode: code.withdraw,
    confirmCode: (groups, offerId) => inTurn(() => code.confirm(groups, offerId)),
    decryptOutbox: () => inTurn(code.decrypt),
    // In turn, because a command that opens the account writes the profile that it began with.
    rename: (accountId, name) =>
      inTurn(async () => {
        rename(list, accountId, name);
        return state();
      }),
    chooseSelf: (userId) => {
      chooseSelf(list, account, userId);
      return state();
    },
    setSettings: (settings) => {
      list.save({ settings: { ...list.file().settings, ...settings } });
      return state();
    },
    dismissNotice: (notice) => {
      const workspace = account.workspace();
      // This comes first, because the disk may refuse it.
      if (RESCUES.has(notice) && workspace) forgetRescue(workspace.outbox);
      if (workspace && notice === 'outbox-lost') forgetMadeAnew(workspace.outbox.store);
      if (workspace) confirmLoss(ports.files, directoryOf(workspace.profileId), notice);
      notices.dismiss(notice, onScreen());
      onChange();
      return state();
    },
    notice: (notice, detail, accountId) => {
      notices.set(notice, detail, accountId ?? null);
      onChange();
    },
    withdrawNotice: (notice, accountId) => {
      if (notices.delete(notice, accountId)) onChange();
    },
    copyDamaged: copy.damaged,
    serviceReached: copy.reached,
    serviceRenewed: (accountId) =>
      runLater(async () => {
        const removeCopy = async (): Promise<{ ok: true }> => {
          removeCache(ports, directoryOf(accountId));
          return { ok: true };
        };
        const isOpen = account.workspace()?.profileId === accountId;
        await (isOpen ? account.reopenAfter(removeCopy, false) : removeCopy());
      }),
    copySuspected: () => {
      const workspace = account.workspace();
      if (!workspace || checked.has(workspace.profileId)) return;
      checked.add(workspace.profileId);
      if (!workspace.cache.isSound()) copy.damaged();
    },
    close: () => {
      ending.resolve();
      return inTurn(async () => {
        lock.release();
        account.cancelRetry();
        list.close();
        await account.close();
      });
    },
  };
};

/** Throws AppError `no-account` if no account is open. */
const chooseSelf = (list: AccountList, account: OpenAccount, userId: string): void => {
  const profile = account.profile();
  if (!profile) throw new AppError('no-account', 'no account is open');
  const title = account.workspace()?.cache.get('user', userId)?.title;
  const chosen = { ...profile, selfUserId: userId, selfName: title ?? profile.selfName };
  list.save({ profiles: list.profilesWith(chosen) });
};

/** Throws AppError `no-account` if the account is not listed. */
const rename = (list: AccountList, accountId: string, name: string): void => {
  const profile = list.find(accountId);
  if (!profile || !isListed(profile)) throw new AppError('no-account', 'the account is not listed');
  const others = list.file().profiles.filter(({ id }) => id !== accountId);
  const renamed = { ...profile, name: distinctName(name, others, profile.baseUrl) };
  list.save({ profiles: list.profilesWith(renamed) });
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
    /** Runs a task in the background; its errors go to the log. */
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
  notices: Notices;
  onScreen: () => string | null;
  locked: AppState['locked'];
}

const appState = (
  { ports, suggestedBaseUrl }: AccountsOptions,
  { list, account, notices, onScreen, locked }: StateParts,
): AppState => {
  const workspace = account.workspace();
  const profile = account.shownProfile();
  const { profiles, settings } = list.file();
  return {
    version: ports.version,
    shell: ports.shell,
    platform: ports.platform,
    tokenStorage: ports.secrets.storage,
    isTokenKept: workspace?.session.isKept() ?? true,
    suggestedBaseUrl,
    cacheProtection: workspace?.cacheProtection ?? null,
    outboxProtection: workspace?.outboxProtection() ?? null,
    locked,
    account: profile ? toAccount(profile, workspace) : null,
    accounts: profiles.filter(isListed).map((one) => toAccount(one, workspace)),
    settings,
    notices: notices.shown(onScreen()),
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
