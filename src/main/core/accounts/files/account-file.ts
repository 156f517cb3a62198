/**
 * `accounts.json`: the profiles and the settings, without secrets. It is written whole and atomically, with a
 * checksum. There are two copies: its previous text is beside it, unless something was removed since, and the folder of
 * each account has its profile. A file that is lost, altered or unreadable is rebuilt from these copies, so that the
 * unsent work of an account keeps its service and its user. A damaged or unreadable file is kept under another name. A
 * sound file may be older, such as one from a backup. So an account is also listed if only its folder has its profile.
 */
import { isObject } from '#shared/domain/is-object';
import { z } from 'zod';
import { sha256Hex } from '../../sha256';
import type { Files, Log } from '../../ports/ports';
import { hasOutbox } from './outbox-files';

const FILE = 'accounts.json';
const PREVIOUS = 'accounts.previous.json';
const FOLDER = 'accounts';

/** The folder of an account inside the data folder. */
export const directoryOf = (accountId: string): string => `${FOLDER}/${accountId}`;
const witnessOf = (id: string): string => `${directoryOf(id)}/account.json`;

const profileSchema = z.object({
  id: z.string().regex(/^[\w-]+$/),
  name: z.string(),
  baseUrl: z.string(),
  /** Earlier addresses of the same CRM. Copies of the outbox that were made there belong to this account too. */
  formerBaseUrls: z.array(z.string()).optional(),
  demo: z.boolean(),
  headerStyle: z.enum(['raw', 'bearer']),
  selfUserId: z.string().nullable(),
  selfName: z.string().nullable(),
  /** The claims of the tokens about their user, to distinguish two people. */
  identity: z.object({ userId: z.string().nullable(), email: z.string().nullable() }),
  /** The user signed out; false if the sign-in expired. */
  signedOut: z.boolean(),
  /** Removed from this computer, with its outbox kept: not in the list of accounts until it signs in again. */
  removed: z.boolean().optional(),
});
export type Profile = z.infer<typeof profileSchema>;

/** Returns true if the user sees this account among the accounts of this computer. */
export const isListed = ({ removed }: Profile): boolean => removed !== true;

const fileSchema = z.object({
  version: z.literal(1),
  currentId: z.string().nullable(),
  profiles: z.array(profileSchema),
  settings: z.record(z.string(), z.unknown()),
});
export type AccountsFile = z.infer<typeof fileSchema>;

export interface LoadedAccounts {
  file: AccountsFile;
  /**
   * A message for the user: the file was rebuilt, or nothing is left to rebuild it from although an account was here.
   * A sign-in does not find such an account again, because nothing tells its service and its user. `detail` is
   * the name under which the file was kept, if it was there.
   */
  notice: { code: 'accounts-rebuilt' | 'accounts-unreadable'; detail: string } | null;
}

export const loadAccounts = (files: Files, log: Log): LoadedAccounts => {
  const text = read(files, FILE);
  const file = text === null ? null : parse(text);
  if (file)
    return {
      file: { ...file, profiles: [...file.profiles, ...unlisted(files, file.profiles)] },
      notice: null,
    };
  const kept = text === null ? keepUnread(files, log) : keepAside(files, text, log);
  const previous = parse(read(files, PREVIOUS) ?? '');
  const listed = previous?.profiles ?? [];
  const profiles = [...listed, ...unlisted(files, listed)];
  const isFirstStart = text === null && kept === '' && profiles.length === 0 && !hasAnyOutbox(files);
  if (isFirstStart) return { file: EMPTY, notice: null };
  log.error('accounts.json was rebuilt', { kept, profiles: profiles.length, previous: previous !== null });
  const onlyId = profiles.length === 1 ? (profiles[0]?.id ?? null) : null;
  const currentId = previous ? previous.currentId : onlyId;
  return {
    file: { version: 1, currentId, profiles, settings: previous?.settings ?? {} },
    notice: { code: profiles.length === 0 ? 'accounts-unreadable' : 'accounts-rebuilt', detail: kept },
  };
};

/**
 * Throws disk errors of `accounts.json` itself. Errors of the copies beside it are ignored. A profile in a folder that
 * is not in `file` is removed from there, but only if `wasListed` says that the list had it since the start: another
 * folder may have been put there meanwhile, for example from a backup.
 */
export const saveAccounts = (
  files: Files,
  file: AccountsFile,
  log: Log,
  wasListed: (id: string) => boolean = () => true,
): void => {
  const before = read(files, FILE);
  const known = before === null ? null : parse(before);
  // Before the list is written: if Satchel ends in between, the account is still listed.
  for (const { id } of unlisted(files, file.profiles))
    if (wasListed(id)) beside(log, () => endWitness(files, witnessOf(id)));
  const text = `${JSON.stringify({ ...file, checksum: checksumOf(file) }, null, 2)}\n`;
  if (text !== before) {
    if (before !== null && known !== null) beside(log, () => files.writeText(PREVIOUS, before));
    files.writeText(FILE, text);
    if (known !== null && forgets(known, file)) beside(log, () => files.writeText(PREVIOUS, text));
  }
  for (const profile of file.profiles)
    if (files.exists(`${FOLDER}/${profile.id}`)) {
      const witness = `${JSON.stringify(profile, null, 2)}\n`;
      if (read(files, witnessOf(profile.id)) !== witness)
        beside(log, () => files.writeText(witnessOf(profile.id), witness));
    }
};

/**
 * Returns true if the previous text must not be kept: it has an account or an entry of the settings that was
 * removed, or an address that an account no longer has.
 */
const forgets = (before: AccountsFile, now: AccountsFile): boolean =>
  before.profiles.some(({ id, baseUrl }) => now.profiles.find((one) => one.id === id)?.baseUrl !== baseUrl) ||
  Object.entries(before.settings).some(([key, held]) => {
    const kept = now.settings[key];
    return isObject(held) && Object.keys(held).some((entry) => !isObject(kept) || !(entry in kept));
  });

/** Removes a profile from its folder, or empties its file if the system does not remove it. */
const endWitness = (files: Files, name: string): void => {
  try {
    files.remove(name);
  } catch {
    files.writeText(name, '');
  }
};

const EMPTY: AccountsFile = { version: 1, currentId: null, profiles: [], settings: {} };

/** The checksum of the content, in the order of the schema. */
const checksumOf = (file: AccountsFile): string => sha256Hex(JSON.stringify(fileSchema.parse(file)));

/** Returns null for a file that cannot be read or was altered. */
const parse = (text: string): AccountsFile | null => {
  try {
    const json: unknown = JSON.parse(text);
    const file = fileSchema.parse(json);
    // Files of earlier versions have no checksum.
    const checksum = (isObject(json) ? json.checksum : null) ?? null;
    return checksum === null || checksum === checksumOf(file) ? file : null;
  } catch {
    return null;
  }
};

const read = (files: Files, name: string): string | null => {
  try {
    return files.readText(name);
  } catch {
    return null;
  }
};

const beside = (log: Log, write: () => void): void => {
  try {
    write();
  } catch (cause) {
    log.warn('a copy of the accounts could not be kept', { cause: String(cause) });
  }
};

/** The name of a file that has this text, or of none yet: an earlier damaged file is not replaced. */
const nameFor = (files: Files, text: string): string => {
  for (let n = 1; ; n++) {
    const name = `accounts.unreadable-${text.length}${n === 1 ? '' : `-${n}`}.json`;
    if (!files.exists(name) || read(files, name) === text) return name;
  }
};

const keepAside = (files: Files, text: string, log: Log): string => {
  const kept = nameFor(files, text);
  beside(log, () => files.writeText(kept, text));
  return kept;
};

/** A file that is there but cannot be read may be sound. The next write must not replace it. */
const keepUnread = (files: Files, log: Log): string => {
  let kept = '';
  beside(log, () => {
    if (files.exists(FILE)) kept = files.setAside(FILE);
  });
  return kept;
};

const foldersOf = (files: Files): string[] => {
  try {
    return files.list(FOLDER);
  } catch {
    return [];
  }
};

/** Returns true if a folder has unsent work, or had some: an account was here. */
const hasAnyOutbox = (files: Files): boolean =>
  foldersOf(files).some((id) => hasOutbox(files, directoryOf(id)));

/** The profiles in the folders of accounts that are not in `listed`. */
const unlisted = (files: Files, listed: readonly Profile[]): Profile[] =>
  foldersOf(files)
    .filter((id) => !listed.some((profile) => profile.id === id))
    .flatMap((id) => {
      try {
        const profile = profileSchema.parse(JSON.parse(read(files, witnessOf(id)) ?? ''));
        return profile.id === id ? [profile] : [];
      } catch {
        return [];
      }
    });
