/** Changes on the service since the first complete copy: one row per record, until the user has seen it. */
import type { Migration } from './migration';

export const changes: Migration = {
  version: 2,
  up: `
CREATE TABLE change (resource TEXT, row_id INTEGER, kind TEXT NOT NULL, fields TEXT NOT NULL, person TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (resource, row_id)) STRICT, WITHOUT ROWID;
CREATE INDEX change_at ON change (at);
`,
};
