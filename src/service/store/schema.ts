/**
 * The service's database. Every business record is one row: the columns for filters and sorting, the document
 * of the list (`doc`), and the additional fields of the detail endpoint (`detail`), both as JSON text.
 * Indexes are made after the bulk load, which makes it twice as fast.
 */
import type { Database } from 'better-sqlite3';

const SCHEMA_VERSION = 1;

const TABLES = `
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sequence (name TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS record (
  resource TEXT NOT NULL, id INTEGER NOT NULL, number TEXT NOT NULL, name TEXT NOT NULL,
  create_time TEXT NOT NULL, update_time TEXT NOT NULL, day TEXT NOT NULL,
  status TEXT NOT NULL, approval INTEGER NOT NULL, removed INTEGER NOT NULL, draft INTEGER NOT NULL, is_public INTEGER NOT NULL,
  company_id INTEGER, lead_id INTEGER, opportunity_id INTEGER, user_id INTEGER, group_id INTEGER,
  written_at INTEGER NOT NULL, prior TEXT, doc TEXT NOT NULL, detail TEXT NOT NULL,
  PRIMARY KEY (resource, id)
) STRICT;
CREATE TABLE IF NOT EXISTS contact (
  customer_id INTEGER PRIMARY KEY, owner TEXT NOT NULL, owner_id INTEGER NOT NULL, email TEXT NOT NULL, tel TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS activity (user_id INTEGER NOT NULL, day TEXT NOT NULL, kind TEXT NOT NULL, amount INTEGER NOT NULL, PRIMARY KEY (user_id, day, kind)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS token (
  token TEXT PRIMARY KEY, kind TEXT NOT NULL, client_id TEXT NOT NULL, user_id INTEGER NOT NULL, scope TEXT NOT NULL, grant_key TEXT NOT NULL, expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;

const INDEXES = `
CREATE INDEX IF NOT EXISTS record_by_update ON record (resource, removed, update_time, id, draft, status, approval);
CREATE INDEX IF NOT EXISTS record_by_create ON record (resource, removed, create_time, id, draft, status, approval);
CREATE INDEX IF NOT EXISTS record_by_number ON record (resource, number);
CREATE INDEX IF NOT EXISTS record_by_company ON record (resource, company_id) WHERE company_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS contact_by_email ON contact (email);
CREATE INDEX IF NOT EXISTS contact_by_owner ON contact (owner, owner_id);
CREATE INDEX IF NOT EXISTS token_by_grant ON token (grant_key);
`;

/** Prepares a database; throws when it was written by a later version of the service. */
export const createTables = (db: Database): void => {
  const version = db.pragma('user_version', { simple: true }) as number;
  if (version > SCHEMA_VERSION)
    throw new Error(
      `The data was written by a later version of the service (${version}, this one knows ${SCHEMA_VERSION}).`,
    );
  db.pragma('busy_timeout = 5000');
  db.exec(TABLES);
  db.pragma(`user_version = ${SCHEMA_VERSION}`);
};

export const createIndexes = (db: Database): void => {
  db.exec(INDEXES);
};
