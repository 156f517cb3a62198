/** The values of a cached record that an edit starts from, and when they were read. */
import type { ResourceName } from '#shared/domain/resources';
import type { CacheReader } from '../cache-store';
import { BaseRecords } from '../overlay/base-records';
import { rowTable } from '../schema/catalogue';
import { mustGet, type StatementCache } from '../schema/statement-cache';

/** Returns null if the record is not in the cache. Call it in a transaction. */
export const recordForEdit = (
  sql: StatementCache,
  resource: ResourceName,
  id: string,
): ReturnType<CacheReader['recordForEdit']> => {
  const record = new BaseRecords(sql, resource).get(id);
  if (record === null) return null;
  const [fetchedAt, detailAt] = mustGet(
    sql.raw<[fetchedAt: number, detailAt: number | null]>(
      `SELECT fetched_at, detail_at FROM ${rowTable(resource)} WHERE row_id = ?`,
    ),
    record.rowId,
  );
  return { values: record.values, fetchedAt, detailAt };
};
