/**
 * Reads the cached records that have overlay rows. A record is parsed again only if its documents changed.
 */
import type { ResourceName } from '#shared/domain/resources';
import { DETAILS_AS_OF, LIST_ITEM, type CachedRecord } from './cached-record';
import { docTable, rowTable } from '../schema/catalogue';
import { displayValues } from '../read/display-values';
import type { Documents } from '../schema/stored-document';
import { mustGet, type StatementCache } from '../schema/statement-cache';

export interface BaseRecord {
  rowId: number;
  state: number;
  raw: string;
  detail: string | null;
  values: CachedRecord;
}

export class BaseRecords {
  readonly #sql: StatementCache;
  readonly #resource: ResourceName;
  #known = new Map<string, BaseRecord | null>();
  #before = new Map<string, BaseRecord | null>();

  constructor(sql: StatementCache, resource: ResourceName) {
    this.#sql = sql;
    this.#resource = resource;
  }

  /**
   * Starts a new pass: each record is read from the disk again when it is requested. Records that no pass
   * requests are dropped from memory.
   */
  renew(): void {
    this.#before = this.#known;
    this.#known = new Map();
  }

  /** Returns the same object as before if the record did not change; null if it is not in the cache. */
  get(id: string): BaseRecord | null {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const read = this.#read(id, this.#before.get(id) ?? null);
    this.#known.set(id, read);
    return read;
  }

  #read(id: string, before: BaseRecord | null): BaseRecord | null {
    const place = this.#sql
      .raw<[rowId: number, state: number]>(
        `SELECT row_id, state FROM ${rowTable(this.#resource)} WHERE id = ?`,
      )
      .get(id);
    if (!place) return null;
    const [rowId, state] = place;
    const [raw, detail] = mustGet(
      this.#sql.raw<Documents>(`SELECT raw, detail FROM ${docTable(this.#resource)} WHERE row_id = ?`),
      rowId,
    );
    if (before !== null && before.rowId === rowId && before.raw === raw && before.detail === detail)
      return before.state === state ? before : { ...before, state };
    const values: CachedRecord = displayValues(this.#resource, raw, detail);
    const detailsAsOf =
      detail === null ? undefined : displayValues(this.#resource, detail, null, ['update_time']).update_time;
    if (typeof detailsAsOf === 'string') {
      values[DETAILS_AS_OF] = detailsAsOf;
      values[LIST_ITEM] = displayValues(this.#resource, raw, null);
    }
    return { rowId, state, raw, detail, values };
  }
}
