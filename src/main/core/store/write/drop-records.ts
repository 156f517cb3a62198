/**
 * Deletes the records of a resource and the pull's progress, a few records at a time, so that lists stay
 * fast. The outbox is in another file and does not change. The next round downloads everything again.
 */
import type { ResourceName } from '#shared/domain/resources';
import type { SqlDatabase } from '../../ports/ports';
import { docTable, ftsTable, rowTable } from '../schema/catalogue';
import type { ResourceVersions } from './resource-versions';

type Place = [rowId: number, state: number, missingSince: number | null, detailAt: number | null];

/**
 * Deletes at most `limit` records and the pull's progress in one transaction; returns the number of deleted
 * records.
 */
export const dropRecords = (
  db: SqlDatabase,
  versions: ResourceVersions,
  resource: ResourceName,
  limit: number,
): number =>
  db.transaction(() => {
    db.prepare('DELETE FROM state WHERE substr(key, 1, ?) = ?').run(
      `pull/${resource}/`.length,
      `pull/${resource}/`,
    );
    const places = db
      .prepare<Place>(`SELECT row_id, state, struck_at, detail_at FROM ${rowTable(resource)} LIMIT ?`)
      .raw(true)
      .all(limit);
    const statements = [ftsTable(resource), docTable(resource), rowTable(resource)].map((table) =>
      db.prepare(`DELETE FROM ${table} WHERE ${table === ftsTable(resource) ? 'rowid' : 'row_id'} = ?`),
    );
    const forget = db.prepare('DELETE FROM change WHERE resource = ? AND row_id = ?');
    const unlink = db.prepare('DELETE FROM document_link WHERE resource = ? AND row_id = ?');
    for (const [rowId, state, missingSince, detailAt] of places) {
      unlink.run(resource, rowId);
      forget.run(resource, rowId);
      for (const statement of statements) statement.run(rowId);
      versions.moved(resource, { state, missingSince, detailAt }, null);
    }
    versions.wrote(resource);
    return places.length;
  })();

/** Less unused space than 1 MB, or than a quarter of the file, is not freed. */
const WORTH_PAGES = 64;
const WORTH_SHARE = 0.25;

/**
 * Frees at most `pages` unused pages of the file; returns their number, 0 if too little of the file is
 * unused.
 */
export const giveBack = (db: SqlDatabase, pages: number): number => {
  const count = (name: string): number => Number(db.pragma(name, { simple: true }));
  const unused = count('freelist_count');
  if (unused < WORTH_PAGES || unused < count('page_count') * WORTH_SHARE) return 0;
  db.pragma(`incremental_vacuum(${pages})`);
  return unused - count('freelist_count');
};
