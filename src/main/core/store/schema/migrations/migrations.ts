/**
 * Migrations of the cache's own tables. Each is a numbered file that is never edited after its release. They
 * are applied in order, each in one transaction with its `user_version`. The record tables have no
 * migrations, because they follow the catalogue (`schema.ts`).
 */
import { AppError } from '../../../app-error';
import type { SqlDatabase } from '../../../ports/ports';
import { getMeta, setMeta } from '../meta';
import { base } from './0001-base';
import { changes } from './0002-changes';
import type { Migration } from './migration';

export const MIGRATIONS: readonly Migration[] = [base, changes];
export const LATEST_VERSION = MIGRATIONS.length;

/**
 * Key in `meta` of the version. If it differs from the header's version, the header is damaged; the file is not from a
 * newer Satchel.
 */
const VERSION = 'version';

/**
 * Applies the missing migrations. Throws AppError `database-from-future` if a newer Satchel wrote the
 * database, and `database-corrupt` if its header names another version than the file does.
 */
export const migrate = (db: SqlDatabase): void => {
  const version = Number(db.pragma('user_version', { simple: true }));
  const noted = hasMeta(db) ? getMeta(db, VERSION) : null;
  if (noted !== null && noted !== String(version))
    throw new AppError('database-corrupt', 'the header names another version than the file');
  if (version > LATEST_VERSION) {
    throw new AppError('database-from-future', 'this local copy was written by a newer version of Satchel', {
      details: { version, latest: LATEST_VERSION },
    });
  }
  for (const migration of MIGRATIONS.slice(version)) {
    db.transaction(() => {
      db.exec(migration.up);
      db.pragma(`user_version = ${migration.version}`);
      setMeta(db, VERSION, String(migration.version));
    })();
  }
};

const hasMeta = (db: SqlDatabase): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'meta'").get() !== undefined;
