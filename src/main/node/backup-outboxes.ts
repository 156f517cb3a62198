/**
 * A verified copy of every account's outbox, made before an update is installed. Only the outbox: the cache is rebuilt from
 * the service. Copies are made by VACUUM INTO, which includes what a WAL still holds; a file copy would not.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

const KEPT = 3;

export interface BackupOptions { dataDirectory: string; version: string; now: number }

/** Returns the folder of the copies, or null where there is no outbox yet. Throws when a copy cannot be made or does not check out. */
export const backupOutboxes = ({ dataDirectory, version, now }: BackupOptions): string | null => {
  const accounts = join(dataDirectory, 'accounts');
  const ids = existsSync(accounts) ? readdirSync(accounts).filter((id) => existsSync(join(accounts, id, 'outbox.db'))) : [];
  if (ids.length === 0) return null;
  const all = join(dataDirectory, 'backups');
  // The time comes first in the name, so that the order of names is the order of age.
  const folder = join(all, `${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}-before-update-of-${version.replaceAll(/[^\w.-]/g, '')}`);
  mkdirSync(folder, { recursive: true });
  for (const id of ids) copyVerified(join(accounts, id, 'outbox.db'), join(folder, `${id}-outbox.db`));
  for (const old of readdirSync(all).toSorted().slice(0, -KEPT)) rmSync(join(all, old), { recursive: true, force: true });
  return folder;
};

const copyVerified = (from: string, to: string): void => {
  const source = new Database(from, { readonly: true, fileMustExist: true });
  try {
    source.prepare('VACUUM INTO ?').run(to);
  } finally {
    source.close();
  }
  const copy = new Database(to, { readonly: true, fileMustExist: true });
  try {
    if (copy.pragma('quick_check', { simple: true }) !== 'ok') throw new Error('the copy of the outbox is not whole');
  } finally {
    copy.close();
  }
};
