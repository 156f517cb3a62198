/**
 * Forgets a resource's records and what the pull knows of them, a few at a time, so that lists stay quick.
 * What the outbox holds is in another file and is not touched; the next round copies everything anew.
 */
import type { ResourceName } from '#shared/domain/resources';
import type { SqlDatabase } from '../../ports/ports';
import { docTable, ftsTable, rowTable } from '../schema/catalogue';
import type { ResourceVersions } from './resource-versions';

type Place = [rowId: number, state: number, missingSince: number | null, detailAt: number | null];

/** Drops at most `limit` records in one transaction, and all progress of the pull; answers how many went. */
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

/** Unused space that is not worth the work: 1 MB, or a quarter of the file. */
const WORTH_PAGES = 64;
const WORTH_SHARE = 0.25;

/**
 * Gives at most `pages` unused pages back to the disk; answers how many went, 0 when the rest is left for
 * what comes next.
 */
export const giveBack = (db: SqlDatabase, pages: number): number => {
  const count = (name: string): number => Number(db.pragma(name, { simple: true }));
  const unused = count('freelist_count');
  if (unused < WORTH_PAGES || unused < count('page_count') * WORTH_SHARE) return 0;
  db.pragma(`incremental_vacuum(${pages})`);
  return unused - count('freelist_count');
};
