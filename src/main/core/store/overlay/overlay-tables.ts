/**
 * Temporary tables with the columns of the cache's tables, for records with pending work. Lists, filters and
 * searches query both with the same SQL. They are in memory with the connection; nothing of them is written
 * to `cache.db`.
 *
 * The tables are updated when they are requested and something changed; only rows that differ are written.
 * `revision` increases only if rows were written, so an ordered list stays valid when only the state of a
 * delivery changes. A connection has one set of these tables.
 */
import { isLocalRef } from '#shared/domain/intent';
import { isObject } from '#shared/domain/is-object';
import { linesOf } from '#shared/domain/nested-values';
import type { ResourceName } from '#shared/domain/resources';
import type { LookupItem } from '#shared/http-api/lookups';
import type { SqlDatabase } from '../../ports/ports';
import { hasPinyin } from '../words/pinyin';
import { BaseRecords } from './base-records';
import { CATALOGUE, STATE, docTable, ftsTable, quoted, rowTable } from '../schema/catalogue';
import { columnsOf } from '../write/column-values';
import { linkedOrders } from '../write/document-links';
import { NAMED_FROM, type Names } from './overlay-names';
import { OVERLAID, type OverlaySource } from './overlay-source';
import {
  type LaidRecord,
  columnValues,
  toPendingRecord,
  mergedValues,
  overlayColumns,
} from './overlay-values';
import { parseDetail } from '../schema/stored-document';
import { recordText } from '../words/record-text';
import type { ResourceVersions } from '../write/resource-versions';
import type { StatementCache } from '../schema/statement-cache';

export const overlayTable = (resource: ResourceName): string => quoted(`${resource}_overlay`);
const overlayFts = (resource: ResourceName): string => quoted(`${resource}_overlay_fts`);
const overlayDoc = (resource: ResourceName): string => quoted(`${resource}_overlay_doc`);
const LINKS = 'overlay_link';

/** Replaces the tables of a resource in `sql` by its overlay tables. */
export const overOverlay = (resource: ResourceName, sql: string): string =>
  sql
    .replaceAll(rowTable(resource), overlayTable(resource))
    .replaceAll(docTable(resource), overlayDoc(resource))
    .replaceAll(ftsTable(resource), overlayFts(resource))
    .replaceAll('document_link', LINKS);

/** An overlay record and its row in the overlay table. */
export interface Laid extends LaidRecord {
  rowId: number;
}

interface Held {
  stamp: string;
  revision: number;
  byId: Map<string, Laid>;
  byRow: Map<number, Laid>;
  bases: BaseRecords;
  nextRowId: number;
  text: ReturnType<typeof recordText>;
  /** The search words of the rows contain the pinyin of names. */
  read: boolean;
}

export interface OverlayTablesOptions {
  db: SqlDatabase;
  sql: StatementCache;
  versions: ResourceVersions;
  source: OverlaySource;
  lookup(name: string): readonly LookupItem[];
}

export class OverlayTables {
  readonly #options: OverlayTablesOptions;
  readonly #held = new Map<ResourceName, Held>();
  /** Name the contacts of pending opportunities. */
  readonly #companies: BaseRecords;
  #hasLinks = false;

  constructor(options: OverlayTablesOptions) {
    this.#options = options;
    this.#companies = new BaseRecords(options.sql, 'company');
  }

  /**
   * Returns the up-to-date overlay rows; empty without pending work. Do not call inside a transaction that
   * may be rolled back.
   */
  of(resource: ResourceName): ReadonlyMap<number, Laid> {
    return this.#fresh(resource)?.byRow ?? NOTHING;
  }
  byId(resource: ResourceName, id: string): Laid | undefined {
    return this.#fresh(resource)?.byId.get(id);
  }
  revision(resource: ResourceName): number {
    return this.#held.get(resource)?.revision ?? 0;
  }

  #fresh(resource: ResourceName): Held | undefined {
    if (!OVERLAID.includes(resource)) return undefined;
    const { source } = this.#options;
    const held = this.#held.get(resource) ?? {
      stamp: '',
      revision: 0,
      byId: new Map(),
      byRow: new Map(),
      bases: new BaseRecords(this.#options.sql, resource),
      nextRowId: 1,
      text: recordText(resource),
      read: false,
    };
    this.#held.set(resource, held);
    const stamp = this.#stamp(resource);
    if (held.stamp === stamp) return held;
    held.bases.renew();
    this.#companies.renew();
    const rows = source.rows(resource, (of, id) =>
      of === resource ? (held.bases.get(id)?.values ?? null) : null,
    );
    const laid = rows.flatMap(
      (row) => toPendingRecord(row, held.bases.get(row.id), { names: this.#names, source }) ?? [],
    );
    if (laid.length > 0 || held.byId.size > 0) this.#write(resource, held, laid);
    held.stamp = stamp;
    return held;
  }

  #stamp(resource: ResourceName): string {
    const { source, versions } = this.#options;
    return `${hasPinyin()} ${source.revision()} ${source.selfUserId() ?? ''} ${versions.ofLookups()} ${versions.of(resource)} ${NAMED_FROM[resource].map((other) => versions.of(other)).join(' ')}`;
  }

  #write(resource: ResourceName, held: Held, records: readonly LaidRecord[]): void {
    const { db, sql } = this.#options;
    this.#create(resource);
    const wanted = new Set(records.map((record) => record.id));
    let written = 0;
    const insert = sql.write(insertSql(resource));
    const forget = (laid: Laid): void => {
      for (const statement of [
        `DELETE FROM ${overlayTable(resource)} WHERE row_id = ?`,
        `DELETE FROM ${overlayFts(resource)} WHERE rowid = ?`,
      ])
        sql.write(statement).run(laid.rowId);
      sql.write(`DELETE FROM ${LINKS} WHERE resource = ? AND row_id = ?`).run(resource, laid.rowId);
      written += 1;
    };
    const gone = [...held.byId.values()].filter((laid) => !wanted.has(laid.id));
    const next = new Map<string, Laid>();
    db.transaction(() => {
      for (const laid of gone) forget(laid);
      for (const record of records) {
        const before = held.byId.get(record.id);
        const laid: Laid = { ...record, rowId: before?.rowId ?? held.nextRowId + next.size };
        next.set(record.id, laid);
        if (before && held.read === hasPinyin() && isSame(before, laid)) continue;
        if (before) forget(before);
        const merged = mergedValues(laid);
        insert.run(
          laid.rowId,
          laid.id,
          laid.removed ? STATE.removed : STATE.live,
          laid.base?.rowId ?? null,
          ...columnValues(laid),
        );
        // The local id is left out of the words, because no user searches for it.
        sql
          .write(`INSERT INTO ${overlayFts(resource)} (rowid, text) VALUES (?, ?)`)
          .run(laid.rowId, held.text(isLocalRef(laid.id) ? '' : laid.id, merged, detailBehind(laid)));
        for (const order of this.#ordersOf(laid, merged))
          sql.write(`INSERT INTO ${LINKS} VALUES (?, ?, ?)`).run(resource, order, laid.rowId);
        written += 1;
      }
    })();
    held.read = hasPinyin();
    held.nextRowId += next.size;
    held.byId = next;
    held.byRow = new Map([...next.values()].map((laid) => [laid.rowId, laid]));
    if (written > 0) held.revision += 1;
  }

  /** Without stored lines, the links that earlier details left in the cache still count. */
  #ordersOf({ resource, base }: Laid, merged: Record<string, unknown>): Set<string> {
    const orders = new Set(linkedOrders(resource, merged));
    if (base === null || base.values.record_list !== undefined) return orders;
    const stored = this.#options.sql
      .pluck<string>('SELECT target FROM main.document_link WHERE resource = ? AND row_id = ?')
      .all(resource, base.rowId);
    for (const order of stored) orders.add(order);
    return orders;
  }

  #create(resource: ResourceName): void {
    const { db } = this.#options;
    if (!this.#hasLinks)
      for (const statement of [
        `DROP TABLE IF EXISTS temp.${LINKS}`,
        `CREATE TEMP TABLE ${LINKS} (resource TEXT NOT NULL, target TEXT NOT NULL, row_id INTEGER NOT NULL)`,
      ])
        db.exec(statement);
    this.#hasLinks = true;
    if (this.revision(resource) === 0) for (const statement of tablesOf(resource)) db.exec(statement);
  }

  readonly #names: Names = {
    record: (resource, id) => {
      const laid = resource === 'user' ? undefined : this.byId(resource, id);
      const name =
        laid?.values.name ??
        this.#options.sql
          .pluck<string | null>(
            resource === 'user'
              ? 'SELECT coalesce(nickname, full_name, email) FROM user_row WHERE id = ?'
              : `SELECT name FROM ${rowTable(resource)} WHERE id = ?`,
          )
          .get(id);
      return typeof name === 'string' ? name : null;
    },
    lookup: (name, id) => this.#options.lookup(name).find((item) => item.id === id)?.name ?? null,
    contact: (companyId, id) => {
      const company = this.#companies.get(companyId);
      const found = linesOf(company?.values.customers).find(({ customer_id: own }) => String(own) === id);
      return typeof found?.name === 'string' ? found.name : null;
    },
    outcome: (stage) => {
      const raw = this.#options.lookup('opportunityStage').find((item) => item.id === stage)?.raw;
      return isObject(raw) && typeof raw.type === 'number' ? raw.type : null;
    },
  };
}

const NOTHING: ReadonlyMap<number, Laid> = new Map();

/**
 * The stored details without what is pending. They have words that display values lack: custom fields in
 * groups, phones in parts.
 */
const detailBehind = ({ base, values }: Laid): Record<string, unknown> | null => {
  const detail = parseDetail(base?.detail ?? null);
  if (detail === null) return null;
  return Object.fromEntries(Object.entries(detail).filter(([key]) => !(key in values)));
};

/** Compares the values and documents. The states and times of the intents are not in the tables. */
const isSame = (a: LaidRecord, b: LaidRecord): boolean =>
  a.base === b.base && a.removed === b.removed && JSON.stringify(a.values) === JSON.stringify(b.values);

/** The view reads the documents of the cache, because custom fields are read from documents. */
const tablesOf = (resource: ResourceName): string[] => [
  `DROP VIEW IF EXISTS temp.${overlayDoc(resource)}`,
  `DROP TABLE IF EXISTS temp.${overlayTable(resource)}`,
  `DROP TABLE IF EXISTS temp.${overlayFts(resource)}`,
  `CREATE TEMP TABLE ${overlayTable(resource)} (
  row_id INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, state INTEGER NOT NULL, base INTEGER,
  ${CATALOGUE[resource].fields.flatMap((field) => (field.storage === 'id' ? [`${quoted(field.key)} ANY`] : columnsOf(field))).join(',\n  ')}
) STRICT`,
  `CREATE INDEX temp.${quoted(`${resource}_overlay_base`)} ON ${overlayTable(resource)} (base)
    WHERE base IS NOT NULL`,
  `CREATE VIRTUAL TABLE temp.${overlayFts(resource)} USING fts5(text, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
  `CREATE TEMP VIEW ${overlayDoc(resource)} AS SELECT o.row_id, d.raw, d.detail
    FROM temp.${overlayTable(resource)} o JOIN main.${docTable(resource)} d ON d.row_id = o.base`,
];

const insertSql = (resource: ResourceName): string => {
  const names = overlayColumns(resource).map(quoted);
  return `INSERT INTO ${overlayTable(resource)} (row_id, id, state, base${names.map((name) => `, ${name}`).join('')})
    VALUES (?, ?, ?, ?${', ?'.repeat(names.length)})`;
};
