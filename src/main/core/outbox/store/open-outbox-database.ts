/**
 * Opens `outbox.db`: sets the durability pragmas, refuses a file of a newer version, makes a backup before
 * every migration.
 *
 * Guarantees: after this, a committed transaction survives power loss (WAL, synchronous=FULL, fullfsync and
 * checkpoint_fullfsync where the system has them); the file belongs to `accountId` and to no other account.
 * It never deletes or recreates the file. The caller sets an unreadable outbox aside and salvages it.
 */
import type { SqlDatabase } from '../../ports/ports';
import { OUTBOX_MIGRATIONS, type OutboxMigration } from './outbox-migrations';
import { OutboxError } from '../outbox-error';
import { storageTrouble } from '../../store/schema/sqlite-errors';

export interface OpenOptions {
  accountId: string;
  /**
   * Path of the copy that VACUUM INTO makes before a migration from `version`; null makes none (in-memory
   * databases).
   */
  backupPath: ((version: number) => string) | null;
  migrations?: readonly OutboxMigration[];
}

/** In pages of 4 KB; enough for about twenty decisions. */
const LOG_PAGES = 200;

/**
 * Prepares a database handle as an outbox. Throws OutboxError `database-from-future` or `account-mismatch`.
 */
export const openOutboxDatabase = (database: SqlDatabase, options: OpenOptions): void => {
  const migrations = options.migrations ?? OUTBOX_MIGRATIONS;
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('fullfsync = ON');
  database.pragma('checkpoint_fullfsync = ON');
  // Keep the log small: if the log is lost, its content is lost.
  database.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
  database.pragma('foreign_keys = ON');
  database.pragma('temp_store = MEMORY');
  const version = versionOf(database);
  if (version > migrations.length)
    throw new OutboxError(
      'database-from-future',
      `outbox.db has version ${version}, this Satchel knows ${migrations.length}`,
    );
  if (version < migrations.length) migrate(database, migrations, version, options.backupPath);
  claim(database, options.accountId);
  try {
    noteForm(database);
  } catch (error) {
    // A full disk, the first time after an update: it is noted at a later start.
    if (storageTrouble(error) === null) throw error;
  }
};

/**
 * Keys in `meta` of the definitions of the tables and of the file's version. SQLite does not notice a flipped bit in
 * them. But no row could be written to a column with another name, and a file of another version is refused.
 */
export const FORM_KEYS = { schema: 'schema', version: 'version' } as const;
const versionOf = (database: SqlDatabase): number =>
  Number(database.pragma('user_version', { simple: true }));
const schemaOf = (database: SqlDatabase): string =>
  database
    .prepare<string>(`SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY type, name`)
    .pluck()
    .all()
    .join('\n');
const noted = (database: SqlDatabase, key: string): string | undefined =>
  database.prepare<string>(`SELECT value FROM meta WHERE key = ?`).pluck().get(key);

/** Files of earlier versions have no such entries, and a migration changes them. */
const noteForm = (database: SqlDatabase): void => {
  const form = [
    [FORM_KEYS.schema, schemaOf(database)],
    [FORM_KEYS.version, String(versionOf(database))],
  ] as const;
  for (const [key, value] of form)
    if (noted(database, key) !== value)
      database.prepare(`INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)`).run(key, value);
};

const migrate = (
  database: SqlDatabase,
  migrations: readonly OutboxMigration[],
  from: number,
  backupPath: OpenOptions['backupPath'],
): void => {
  if (from > 0 && backupPath) copyInto(database, backupPath(from));
  for (let version = from; version < migrations.length; version++) {
    database.transaction(() => {
      const migration = migrations[version]!;
      if (typeof migration === 'string') database.exec(migration);
      else migration(database);
      database.pragma(`user_version = ${version + 1}`);
      noteForm(database);
    })();
  }
};

/**
 * Key in `meta` of a copy of an outbox. If the copy is opened as the outbox, everything that waits in it is
 * held.
 */
export const COPY_MARK = 'copied';

/**
 * Copies the database with the mark of a copy, then removes the mark from the original. If the app is killed
 * in between, the original counts as a copy once, and its waiting items are held.
 */
const copyInto = (database: SqlDatabase, path: string): void => {
  database.prepare(`INSERT OR REPLACE INTO meta (key, value) VALUES (?, '1')`).run(COPY_MARK);
  database.exec(`VACUUM INTO '${path.replaceAll("'", "''")}'`);
  database.prepare(`DELETE FROM meta WHERE key = ?`).run(COPY_MARK);
};

const ownerOf = (database: SqlDatabase): string | undefined => noted(database, 'account');

/** The ids that `join.ts` and the demo make. */
const ACCOUNT_ID = /^(?:demo|a-[0-9a-f-]{32,36})$/;

/** Returns true if `owner` cannot be the id of an account, or differs from `accountId` in one letter. */
const isOwnerDamaged = (owner: string, accountId: string): boolean => {
  const changed = [...accountId].filter((letter, at) => owner[at] !== letter).length;
  return !ACCOUNT_ID.test(owner) || (owner.length === accountId.length && changed === 1);
};

/**
 * Returns true if the file was altered where SQLite sees no damage: in the definitions of the tables, in the
 * version, or in the account that it belongs to. The file of another account is not altered.
 */
export const isAltered = (database: SqlDatabase, accountId: string): boolean => {
  const [present, version] = [schemaOf(database), versionOf(database)];
  if (present === '') return false;
  if (version === 0) return true;
  const isOther = (key: string, value: string): boolean => (noted(database, key) ?? value) !== value;
  const owner = ownerOf(database) ?? accountId;
  return (
    isOther(FORM_KEYS.schema, present) ||
    isOther(FORM_KEYS.version, String(version)) ||
    (owner !== accountId && isOwnerDamaged(owner, accountId))
  );
};

/**
 * Returns true if a partial index has more or fewer entries than its table has rows, as after a lost write.
 * SQLite's integrity check counts only the entries of whole indexes. Throws SQLITE_CORRUPT where an entry leads
 * to no row.
 */
export const isIndexOld = (database: SqlDatabase): boolean => {
  const count = (sql: string): unknown => database.prepare(sql).pluck().get();
  return database
    .prepare<{ name: string; tbl_name: string; sql: string }>(
      `SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND sql LIKE '% WHERE %'`,
    )
    .all()
    .some(({ name, tbl_name: table, sql }) => {
      const condition = sql.slice(sql.indexOf(' WHERE '));
      return (
        count(`SELECT count(*) FROM ${table} INDEXED BY ${name}${condition}`) !==
        count(`SELECT count(*) FROM ${table} NOT INDEXED${condition}`)
      );
    });
};

/**
 * Reads the first entry of each table and each whole index. SQLite's integrity check accepts an empty one whose
 * page is marked as an inner page; every query that uses it then fails. Throws SQLITE_CORRUPT.
 */
export const readFirstEntries = (database: SqlDatabase): void => {
  const all = database
    .prepare<{ type: string; name: string; tbl_name: string; sql: string | null }>(
      `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE type IN ('table', 'index')`,
    )
    .all();
  for (const { type, name, tbl_name: table, sql } of all) {
    if (sql?.includes(' WHERE ')) continue;
    const by = type === 'index' ? `INDEXED BY "${name}"` : 'NOT INDEXED';
    database.prepare(`SELECT 1 FROM "${table}" ${by} LIMIT 1`).get();
  }
};

const claim = (database: SqlDatabase, accountId: string): void => {
  const owner = ownerOf(database);
  if (owner === undefined)
    database.prepare(`INSERT INTO meta (key, value) VALUES ('account', ?)`).run(accountId);
  else if (owner !== accountId)
    throw new OutboxError('account-mismatch', 'this outbox belongs to another account');
};
