/** Reads rows and records for the screens: windows by row id, one record with everything known of it, and what the pull asks about them. */
import type { Row } from '#shared/contract/records';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';
import type { SqlDatabase, SqlStatement } from '../ports/ports';
import { CATALOGUE, STATE, docTable, rowTable } from './catalogue';
import { displayValues } from './display-values';

type Stored = [id: string, state: number, fetchedAt: number, detailAt: number | null, raw: string, detail: string | null];
const TITLE_LENGTH = 160;

export class RecordReader {
  readonly #resource: ResourceName;
  readonly #byRow: SqlStatement;
  readonly #byRowLean: SqlStatement;
  readonly #byId: SqlStatement;
  readonly #exists: SqlStatement;
  readonly #detailKeys: ReadonlySet<string>;

  constructor(db: SqlDatabase, resource: ResourceName) {
    this.#resource = resource;
    const [row, doc] = [rowTable(resource), docTable(resource)];
    const select = (detail: string): string => `SELECT r.id, r.state, r.fetched_at, r.detail_at, d.raw, ${detail} FROM ${row} r JOIN ${doc} d ON d.row_id = r.row_id`;
    this.#byRow = db.prepare(`${select('d.detail')} WHERE r.row_id = ?`).raw(true);
    this.#byRowLean = db.prepare(`${select('NULL')} WHERE r.row_id = ?`).raw(true);
    this.#byId = db.prepare(`${select('d.detail')} WHERE r.id = ?`).raw(true);
    this.#exists = db.prepare(`SELECT 1 FROM ${row} WHERE id = ? AND state <> ${STATE.tombstoned}`).pluck();
    // Lines too: the details name them (merge rule of display-values).
    this.#detailKeys = new Set(CATALOGUE[resource].fields.filter((field) => field.fromDetail || field.kind === 'lines').map((field) => field.key));
  }

  /** Rows in the order of `rowIds`. The details are parsed only when a wanted column comes from them. */
  rows(rowIds: readonly number[], columns?: readonly string[]): Row[] {
    const needsDetail = columns === undefined || columns.some((key) => this.#detailKeys.has(key) || !CATALOGUE[this.#resource].fields.some((field) => field.key === key));
    const statement = needsDetail ? this.#byRow : this.#byRowLean;
    return rowIds.map((rowId) => this.#rowOf(statement.get(rowId) as Stored, columns));
  }

  get(id: string): { row: Row; raw: string; detailRaw: string | null; title: string; fetchedAt: number; detailAt: number | null } | null {
    const stored = this.#byId.get(id) as Stored | undefined;
    if (!stored) return null;
    const [, , fetchedAt, detailAt, raw, detailRaw] = stored;
    const row = this.#rowOf(stored);
    return { row, raw, detailRaw, title: titleOf(this.#resource, row.values, id), fetchedAt, detailAt };
  }

  has(id: string): boolean { return this.#exists.get(id) !== undefined; }

  #rowOf([id, state, , detailAt, raw, detail]: Stored, columns?: readonly string[]): Row {
    return {
      id, values: displayValues(this.#resource, raw, detail, columns),
      ...(state === STATE.live ? {} : { removed: true }),
      ...(detailAt === null ? {} : { hasDetail: true }),
    };
  }
}

/** What names a record to a person: its first title field that says something, else its id. */
export const titleOf = (resource: ResourceName, values: Readonly<Record<string, unknown>>, id: string): string => {
  for (const key of RESOURCE_INFO[resource].titleFields) {
    const value = values[key];
    const text = typeof value === 'string' ? value.trim() : '';
    if (text !== '') return text.length > TITLE_LENGTH ? `${text.slice(0, TITLE_LENGTH)}…` : text;
  }
  return id;
};
