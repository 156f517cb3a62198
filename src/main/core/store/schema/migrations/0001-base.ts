/**
 * The tables without records: the pull's state, lookups, statistics, drift, and the links between documents.
 */
import type { Migration } from './migration';

export const base: Migration = {
  version: 1,
  up: `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE state (key TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT;
CREATE TABLE lookup (name TEXT PRIMARY KEY, items TEXT NOT NULL, fetched_at INTEGER NOT NULL) STRICT;
CREATE TABLE activity (key TEXT PRIMARY KEY, rows_json TEXT NOT NULL, fetched_at INTEGER NOT NULL) STRICT;
CREATE TABLE drift (resource TEXT, field TEXT, kind TEXT, count INTEGER NOT NULL, sample TEXT NOT NULL, PRIMARY KEY (resource, field, kind)) STRICT, WITHOUT ROWID;
CREATE TABLE custom_field (resource TEXT, key TEXT, PRIMARY KEY (resource, key)) STRICT, WITHOUT ROWID;
CREATE TABLE document_link (resource TEXT, target TEXT, row_id INTEGER, PRIMARY KEY (resource, target, row_id)) STRICT, WITHOUT ROWID;
CREATE INDEX document_link_row ON document_link (resource, row_id);
`,
};
