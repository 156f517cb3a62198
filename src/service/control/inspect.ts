/** The records as the service has them, for tests that compare them one by one, and changes by colleagues. */
import { nowOf, type ServiceContext } from '../context';
import { parseDoc, type Json } from '../store/exact-json';
import type { ServiceResource } from '../store/record-store';

export interface TrueRecord {
  id: string;
  doc: Json;
  detail: Json;
  removed: boolean;
  draft: boolean;
  createTime: string;
  updateTime: string;
}

interface Row {
  id: string;
  doc: string;
  detail: string;
  removed: number;
  draft: number;
  createTime: string;
  updateTime: string;
}

/**
 * Every record of a resource, with marks for removed and draft ones; ids above 2^53 in documents are bigint.
 */
export const truthOf = (context: ServiceContext, resource: ServiceResource): TrueRecord[] =>
  (
    context.store
      .sql(
        'SELECT CAST(id AS TEXT) AS id, doc, detail, removed, draft, create_time AS createTime, ' +
          'update_time AS updateTime FROM record WHERE resource = ? ORDER BY record.id',
      )
      .all(resource) as Row[]
  ).map((row) => ({
    id: row.id,
    doc: parseDoc(row.doc),
    detail: parseDoc(row.detail),
    removed: row.removed === 1,
    draft: row.draft === 1,
    createTime: row.createTime,
    updateTime: row.updateTime,
  }));

/**
 * Changes a record as a colleague would: merges `patch` into its document and makes it the newest. Returns
 * false if there is none.
 */
export const touchRecord = (
  context: ServiceContext,
  resource: ServiceResource,
  id: string,
  patch: Json,
): boolean =>
  context.store.write(() => {
    const record = context.store.get(resource, id);
    if (!record) return false;
    const now = nowOf(context);
    for (const [key, value] of Object.entries(patch)) {
      const inDetail = !(key in record.doc) && key in record.detail;
      (inDetail ? record.detail : record.doc)[key] = value;
    }
    if ('update_time' in record.doc && !('update_time' in patch)) record.doc['update_time'] = now;
    record.updateTime = typeof patch['update_time'] === 'string' ? patch['update_time'] : now;
    if (typeof patch['name'] === 'string') record.name = patch['name'];
    context.store.replace(resource, record);
    return true;
  });

/**
 * Deletes (or restores) a record as a colleague would: it moves to the `removed=1` list. Returns false if
 * there is none.
 */
export const setRemoved = (
  context: ServiceContext,
  resource: ServiceResource,
  id: string,
  removed: boolean,
): boolean =>
  context.store.write(() => {
    const record = context.store.get(resource, id);
    if (!record) return false;
    const now = nowOf(context);
    if ('update_time' in record.doc) record.doc['update_time'] = now;
    context.store.put(resource, { ...record, removed: removed ? 1 : 0, updateTime: now });
    return true;
  });

/** Removes every trace of a record, from both lists and from reading by id. */
export const purgeRecord = (context: ServiceContext, resource: ServiceResource, id: string): boolean =>
  context.store.sql('DELETE FROM record WHERE resource = ? AND id = ?').run(resource, BigInt(id)).changes > 0;
