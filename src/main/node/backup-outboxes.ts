/**
 * Makes a verified copy of every account's outbox before an update is installed. The cache is not copied,
 * because it can be rebuilt from the service. Each copy is marked as a copy: if it is opened as the outbox,
 * everything that waits in it is held. The journal is copied unchanged. VACUUM INTO makes the copies, because
 * it includes the content of the WAL; a file copy would not.
 *
 * The copy of an encrypted outbox has the same key, and the wraps of that key are copied too. If the keyring
 * does not give the key, the file is copied with its WAL. If a checkpoint happens between the two, the copy
 * is repeated: as long as the main file does not change, any beginning of its WAL is a valid earlier state.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { KeyAnswer } from '#core/ports/ports';
import { COPY_MARK } from '#core/outbox/store/open-outbox-database';
import { syncFile } from './durable';
import { databaseKind, unlock, type DatabaseKey } from './encrypt-database';

const KEPT = 3;
const WRAPS = ['outbox.key', 'outbox.recovery'];

export interface BackupOptions {
  dataDirectory: string;
  version: string;
  now: number;
  /** Of an encrypted outbox. */
  keyOf(account: string): Promise<KeyAnswer>;
}

/**
 * Returns the folder of the copies, or null if there is no outbox yet. Throws if a copy cannot be made or
 * fails its check.
 */
export const backupOutboxes = async ({
  dataDirectory,
  version,
  now,
  keyOf,
}: BackupOptions): Promise<string | null> => {
  const accounts = join(dataDirectory, 'accounts');
  const ids = existsSync(accounts)
    ? readdirSync(accounts).filter((id) => existsSync(join(accounts, id, 'outbox.db')))
    : [];
  if (ids.length === 0) return null;
  const all = join(dataDirectory, 'backups');
  // The name starts with the time, so that sorting by name sorts by age.
  const name = `${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}-before-update-of-${version.replaceAll(/[^\w.-]/g, '')}`;
  const folder = join(all, name);
  mkdirSync(folder, { recursive: true });
  try {
    for (const id of ids) await copyOne(join(accounts, id), folder, id, keyOf);
  } catch (error) {
    // It would take room, and count as one of the copies that are kept.
    removeFolder(folder);
    throw error;
  }
  // The new one is not among them: if the clock was set back, its name would be the oldest.
  const earlier = readdirSync(all).filter((other) => other !== name);
  for (const old of earlier.toSorted().slice(0, 1 - KEPT)) removeFolder(join(all, old));
  return folder;
};

/** A folder that another program holds stays. It is removed as an old one at a later update. */
const removeFolder = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    /* It only takes room. */
  }
};

const copyOne = async (
  account: string,
  folder: string,
  id: string,
  keyOf: BackupOptions['keyOf'],
): Promise<void> => {
  const [from, to] = [join(account, 'outbox.db'), join(folder, `${id}-outbox.db`)];
  const journal = join(account, 'outbox.journal');
  if (existsSync(journal)) copyFileSync(journal, join(folder, `${id}-outbox.journal`));
  const wraps = WRAPS.filter((name) => existsSync(join(account, name)));
  if (databaseKind(from) !== 'encrypted' || wraps.length === 0) return copyVerified(from, to, null);
  const answer = await keyOf(id);
  if (answer.kind === 'key') copyVerified(from, to, answer.key);
  else copyLocked(from, to);
  for (const name of wraps) copyFileSync(join(account, name), join(folder, `${id}-${name}`));
};

const copyVerified = (from: string, to: string, key: DatabaseKey): void => {
  const open = (path: string): Database.Database => {
    const database = new Database(path, { readonly: true, fileMustExist: true });
    return key === null ? database : unlock(database, key);
  };
  const source = open(from);
  try {
    source.prepare('VACUUM INTO ?').run(to);
  } finally {
    source.close();
  }
  markCopy(to, key);
  const copy = open(to);
  try {
    if (copy.pragma('quick_check', { simple: true }) !== 'ok')
      throw new Error('the copy of the outbox is not whole');
  } finally {
    copy.close();
  }
};

const markCopy = (path: string, key: DatabaseKey): void => {
  const copy = new Database(path, { fileMustExist: true });
  try {
    if (key !== null) unlock(copy, key);
    const hasMeta = copy.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() !== undefined;
    if (hasMeta) copy.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)').run(COPY_MARK, '1');
  } finally {
    copy.close();
  }
};

const TRIES = 5;
const copyLocked = (from: string, to: string): void => {
  const stamp = (): string => {
    const { mtimeNs, size } = statSync(from, { bigint: true });
    return `${mtimeNs} ${size}`;
  };
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = stamp();
    for (const companion of ['', '-wal']) {
      rmSync(to + companion, { force: true });
      if (existsSync(from + companion)) copyFileSync(from + companion, to + companion);
    }
    if (stamp() !== before) continue;
    for (const companion of ['', '-wal']) if (existsSync(to + companion)) syncFile(to + companion);
    return;
  }
  throw new Error('the outbox does not hold still for a copy');
};
