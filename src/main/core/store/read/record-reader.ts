/** Reads rows by their row ids, and whole records by their ids. */
import { cutText } from '#shared/domain/cut-text';
import type { Row } from '#shared/contract/records';
import { titleText } from '#shared/domain/nested-values';
import { plainText } from '#shared/domain/plain-text';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';
import type { SqlDatabase, SqlStatement } from '../../ports/ports';
import { AppError } from '../../app-error';
import { CATALOGUE, STATE, docTable, rowTable } from '../schema/catalogue';
import { isCorruption } from '../schema/sqlite-errors';
import { OF_DETAILS, type Picking, displayValues, listValues, pickingOf } from './display-values';
import { DRAFT_ORDERS_KEY, draftOrders } from './draft-orders';
import type { Documents } from '../schema/stored-document';

type Place = [id: string, state: number, fetchedAt: number, detailAt: number | null];
type RowAndDocuments = [...Place, ...Documents];
type RowAndValues = [...Place, values: string];
/** In place of a record that the damaged copy cannot give. */
const UNREADABLE_ROW: Row = { id: '', values: {}, unreadable: true };
const TITLE_LENGTH = 160;
/** The number of sets of columns whose statements are kept. */
const SETS_KEPT = 32;

interface PickingStatement {
  picking: Picking;
  statement: SqlStatement<RowAndValues>;
}

/** One record with everything that the cache has of it. Times are epoch milliseconds of this computer's clock. */
export interface StoredRecord {
  row: Row;
  /** The list item, as the service sent it. */
  raw: string;
  /** The details, as the service sent them; null before they were read. */
  detailRaw: string | null;
  title: string;
  /** When the list item was read. */
  fetchedAt: number;
  /** When the details were read; null before that. */
  detailAt: number | null;
}

const PLACE = 'r.id, r.state, r.fetched_at, r.detail_at';

export class RecordReader {
  readonly #resource: ResourceName;
  readonly #db: SqlDatabase;
  readonly #whole: SqlStatement<RowAndDocuments>;
  readonly #byId: SqlStatement<RowAndDocuments>;
  readonly #picking = new Map<string, PickingStatement>();
  readonly #detailKeys: ReadonlySet<string>;
  /** The ids of drafts; null for kinds without a list of drafts. */
  readonly #drafts: (() => ReadonlySet<string>) | null;

  constructor(db: SqlDatabase, resource: ResourceName) {
    this.#resource = resource;
    this.#db = db;
    const [row, doc] = [rowTable(resource), docTable(resource)];
    this.#whole = db.prepare<RowAndDocuments>(this.#rowsSql('d.raw, d.detail')).raw(true);
    this.#byId = db
      .prepare<RowAndDocuments>(
        `SELECT ${PLACE}, d.raw, d.detail FROM ${row} r CROSS JOIN ${doc} d ON d.row_id = r.row_id WHERE r.id = ?`,
      )
      .raw(true);
    const drafts = db.prepare<string>('SELECT json FROM state WHERE key = ?').pluck();
    this.#drafts = resource === 'order' ? draftOrders(() => drafts.get(DRAFT_ORDERS_KEY)) : null;
    this.#detailKeys = new Set([
      ...CATALOGUE[resource].fields.filter((field) => field.fromDetail).map((field) => field.key),
      ...OF_DETAILS[resource],
    ]);
  }

  /**
   * Rows in the order of `rowIds`, without deleted ones. The details are read only if a wanted column comes
   * from them. Otherwise SQLite extracts the wanted values from the documents.
   */
  rows(rowIds: readonly number[], columns?: readonly string[]): Row[] {
    const asked = JSON.stringify(rowIds);
    if (columns === undefined || columns.some((key) => !this.#isOfList(key))) {
      const valuesOf = (raw: string, detail: string | null): Row['values'] =>
        columns === undefined
          ? displayValues(this.#resource, raw, detail)
          : listValues(this.#resource, raw, detail, columns);
      return this.#whole
        .all(asked)
        .map(([id, state, , detailAt, raw, detail]) =>
          this.#rowOf(id, state, detailAt, valuesOf(raw, detail)),
        );
    }
    const { picking, statement } = this.#pick(columns);
    try {
      return statement
        .all(asked)
        .map(([id, state, , detailAt, text]) => this.#rowOf(id, state, detailAt, picking.values(text)));
    } catch (cause) {
      // It was valid JSON when it was written, so the file was altered.
      if (cause instanceof Error && cause.message === 'malformed JSON')
        throw new AppError('database-corrupt', 'a record of the local copy cannot be read', { cause });
      throw cause;
    }
  }

  /** The same for rows that the same transaction has just found. Throws AppError `database-corrupt`. */
  allRows(rowIds: readonly number[], columns?: readonly string[]): Row[] {
    const rows = this.rows(rowIds, columns);
    if (rows.length < rowIds.length) throw new AppError('database-corrupt', 'a record has no document');
    return rows;
  }

  /** The same, but a record that cannot be read is an `unreadable` row. */
  readableRows(rowIds: readonly number[], columns?: readonly string[]): Row[] {
    try {
      return this.allRows(rowIds, columns);
    } catch (error) {
      if (!isCorruption(error)) throw error;
      if (rowIds.length === 1) return [UNREADABLE_ROW];
      return rowIds.flatMap((rowId) => this.readableRows([rowId], columns));
    }
  }

  #isOfList(key: string): boolean {
    return !this.#detailKeys.has(key) && CATALOGUE[this.#resource].fields.some((field) => field.key === key);
  }

  /** `#isOfList` has checked that the columns are keys of the catalogue. */
  #pick(columns: readonly string[]): PickingStatement {
    const name = columns.join();
    const known = this.#picking.get(name);
    if (known) return known;
    const picking = pickingOf(this.#resource, columns);
    const { keys } = picking;
    // `json_extract` returns a list only for two or more paths, so fewer keys are filled up with empty paths.
    // More would cost time, because SQLite compares a missing path with every member.
    const paths = (keys.length > 1 ? keys : [...keys, '', '']).map((key) => `'$."${key}"'`);
    const statement = this.#db
      .prepare<RowAndValues>(this.#rowsSql(`json_extract(d.raw, ${paths.join(', ')})`))
      .raw(true);
    if (this.#picking.size >= SETS_KEPT) this.#picking.clear();
    const made = { picking, statement };
    this.#picking.set(name, made);
    return made;
  }

  /** Reads all rows of a window by one statement, because a call per row costs more than the look-up. */
  #rowsSql(documents: string): string {
    return `SELECT ${PLACE}, ${documents} FROM json_each(?) j CROSS JOIN ${rowTable(this.#resource)} r
      ON r.row_id = j.value CROSS JOIN ${docTable(this.#resource)} d ON d.row_id = r.row_id`;
  }

  get(id: string): StoredRecord | null {
    const found = this.#byId.get(id);
    if (!found) return null;
    const [, state, fetchedAt, detailAt, raw, detailRaw] = found;
    const row = this.#rowOf(id, state, detailAt, displayValues(this.#resource, raw, detailRaw));
    return { row, raw, detailRaw, title: titleOf(this.#resource, row.values, id), fetchedAt, detailAt };
  }

  #rowOf(id: string, state: number, detailAt: number | null, values: Row['values']): Row {
    const row: Row = { id, values };
    if (state !== STATE.live) row.removed = true;
    if (detailAt !== null) row.hasDetail = true;
    if (this.#drafts?.().has(id)) row.draft = true;
    return row;
  }
}

/** The title of a record: its first non-empty title field, without markup, otherwise its id. */
export const titleOf = (
  resource: ResourceName,
  values: Readonly<Record<string, unknown>>,
  id: string,
): string => {
  for (const key of RESOURCE_INFO[resource].titleFields) {
    const text = plainText(titleText(values[key])).trim();
    if (text !== '') return text.length > TITLE_LENGTH ? `${cutText(text, TITLE_LENGTH)}…` : text;
  }
  return id;
};
