/**
 * The profiles and settings of `accounts.json` in memory, and their writes. `account-file.ts` reads and writes
 * the file itself.
 */
import type { Ports } from '../ports/ports';
import {
  loadAccounts,
  saveAccounts,
  type AccountsFile,
  type LoadedAccounts,
  type Profile,
} from './files/account-file';

export interface AccountList {
  /** The current content: what was last read or changed. */
  file(): Readonly<AccountsFile>;
  find(id: string): Profile | undefined;
  /** Writes a change and then announces it. Throws disk errors; then nothing has changed. */
  save(change: Partial<AccountsFile>): void;
  /** Writes a change without announcing it. Throws disk errors; then nothing has changed. */
  write(change: Partial<AccountsFile>): void;
  /** The change takes effect in memory at once. It is written as soon as the disk accepts it. */
  remember(change: Partial<AccountsFile>): void;
  /** All profiles with `profile` in its place, or in the last place if it is new. */
  profilesWith(profile: Profile): Profile[];
  /** Removes a profile that did not open. If the disk refuses the write, the profile stays listed. */
  withdraw(id: string): void;
  /** Writes a change that the disk has refused so far, and ends the retries. */
  close(): void;
}

/** After a failed write, the next try is made after this time. */
export const TRY_AGAIN_MS = 10_000;

/**
 * The file is read at the first use, not before: until the data folder is locked, another Satchel that is closing may
 * still write it. `onRebuilt` is called if it had to be rebuilt, because the user has to know this.
 */
export const createAccountList = (
  { files, log, timers }: Pick<Ports, 'files' | 'log' | 'timers'>,
  onChange: () => void,
  onRebuilt: (notice: NonNullable<LoadedAccounts['notice']>) => void = () => undefined,
): AccountList => {
  let held: AccountsFile | null = null;
  let cancelRewrite: (() => void) | null = null;
  const everListed = new Set<string>();
  const current = (): AccountsFile => {
    if (held === null) {
      const loaded = loadAccounts(files, log);
      held = loaded.file;
      for (const { id } of held.profiles) everListed.add(id);
      if (loaded.notice) onRebuilt(loaded.notice);
    }
    return held;
  };
  const store = (next: AccountsFile): void => {
    for (const { id } of next.profiles) everListed.add(id);
    saveAccounts(files, next, log, (id) => everListed.has(id));
  };
  const find = (id: string): Profile | undefined => current().profiles.find((profile) => profile.id === id);
  const write = (change: Partial<AccountsFile>): void => {
    const next = { ...current(), ...change };
    store(next);
    held = next;
  };
  const tryToSave = (): boolean => {
    try {
      store(current());
      return true;
    } catch (cause) {
      log.warn('accounts.json could not be written', { cause: errorText(cause) });
      return false;
    }
  };
  const remember = (change: Partial<AccountsFile>): void => {
    held = { ...current(), ...change };
    if (!tryToSave())
      cancelRewrite ??= timers.after(TRY_AGAIN_MS, () => {
        cancelRewrite = null;
        remember({});
      });
    onChange();
  };
  return {
    file: current,
    find,
    write,
    remember,
    save: (change) => {
      write(change);
      onChange();
    },
    profilesWith: (profile) =>
      find(profile.id) === undefined
        ? [...current().profiles, profile]
        : current().profiles.map((one) => (one.id === profile.id ? profile : one)),
    withdraw: (id) => {
      if (find(id) === undefined) return;
      try {
        write({ profiles: current().profiles.filter((profile) => profile.id !== id) });
      } catch (cause) {
        log.warn('a profile that did not open stays listed', { cause: errorText(cause) });
      }
    },
    close: () => {
      if (cancelRewrite === null) return;
      cancelRewrite();
      cancelRewrite = null;
      tryToSave();
    },
  };
};

/** The message of an error, for the log. */
export const errorText = (cause: unknown): string => (cause instanceof Error ? cause.message : 'unknown');
