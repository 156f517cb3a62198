/**
 * The schema of `outbox.db`, one entry per version, append only. Commands are JSON with their own schema
 * version. Triggers refuse UPDATE and DELETE on the ledger, so that its entries cannot be changed.
 */
import type { SqlDatabase, SqlRow } from '../../ports/ports';
import { checksumOf } from './row-checksum';

const WATCHED = ['intents', 'versions', 'drafts', 'ledger'] as const;

/** Adds the checksum of its current content to every row. This is the only change that the ledger allows. */
const addChecksums = (database: SqlDatabase): void => {
  database.exec('DROP TRIGGER ledger_is_append_only_u');
  for (const table of WATCHED) {
    database.exec(`ALTER TABLE ${table} ADD COLUMN checksum INTEGER`);
    const key = table === 'intents' || table === 'ledger' ? ['seq'] : KEYS[table];
    const update = database.prepare(
      `UPDATE ${table} SET checksum = ? WHERE ${key.map((column) => `${column} = ?`).join(' AND ')}`,
    );
    for (const row of database.prepare<SqlRow>(`SELECT * FROM ${table}`).all())
      update.run(checksumOf(table, row), ...key.map((column) => row[column] ?? null));
  }
  database.exec(
    `CREATE TRIGGER ledger_is_append_only_u BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END`,
  );
};
const KEYS = { versions: ['intent_id', 'version'], drafts: ['id'] } as const;

export type OutboxMigration = string | ((database: SqlDatabase) => void);

export const OUTBOX_MIGRATIONS: readonly OutboxMigration[] = [
  `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE drafts (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, target TEXT, form TEXT NOT NULL, base TEXT, intent_id TEXT,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE intents (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued','sending','applied','rejected','conflict','uncertain','discarded')),
    schema_version INTEGER NOT NULL,
    version INTEGER NOT NULL,
    command TEXT NOT NULL,
    base TEXT,
    fingerprint TEXT NOT NULL,
    target TEXT,
    real_id TEXT,
    held INTEGER NOT NULL DEFAULT 0,
    send_now INTEGER NOT NULL DEFAULT 0,
    needs_user INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    detail TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX intents_by_state ON intents (state, seq);
  CREATE INDEX intents_in_doubt ON intents (fingerprint) WHERE state IN ('sending','uncertain');
  CREATE INDEX intents_by_real ON intents (kind, real_id) WHERE real_id IS NOT NULL;

  CREATE TABLE versions (
    intent_id TEXT NOT NULL, version INTEGER NOT NULL, command TEXT NOT NULL, base TEXT, at INTEGER NOT NULL,
    PRIMARY KEY (intent_id, version)
  ) STRICT, WITHOUT ROWID;

  -- 'needs': the parent's record must exist; 'after': order only, the parent must have left the road.
  CREATE TABLE dependencies (
    intent_id TEXT NOT NULL, parent_id TEXT NOT NULL, strength TEXT NOT NULL CHECK (strength IN ('needs','after')), PRIMARY KEY (intent_id, parent_id)
  ) STRICT, WITHOUT ROWID;
  -- Which intent makes the thing a local id stands for: records, contacts, lines.
  CREATE TABLE locals (local_id TEXT PRIMARY KEY, intent_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX dependants ON dependencies (parent_id);

  CREATE TABLE id_map (
    local_id TEXT PRIMARY KEY, kind TEXT NOT NULL, real_id TEXT NOT NULL, intent_id TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX id_map_by_real ON id_map (kind, real_id);
  CREATE INDEX id_map_by_intent ON id_map (intent_id);

  CREATE TABLE ledger (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, intent_id TEXT NOT NULL, attempt INTEGER, event TEXT NOT NULL,
    at INTEGER NOT NULL, server_at TEXT, facts TEXT NOT NULL
  ) STRICT;
  CREATE INDEX ledger_by_intent ON ledger (intent_id, seq);
  CREATE TRIGGER ledger_is_append_only_u BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
  CREATE TRIGGER ledger_is_append_only_d BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
  `,
  `
  -- What each operation of a window answered, so that a repeat gets the same answer.
  CREATE TABLE operations (
    id TEXT PRIMARY KEY, what TEXT NOT NULL, result TEXT NOT NULL, at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  addChecksums,
  `CREATE INDEX intents_by_target ON intents (target) WHERE target IS NOT NULL;`,
];
