/**
 * Indexes that are made after the first copy, in one step over the existing records. This takes a fraction of
 * the time of updating them during the first copy. They are not part of the tables' fingerprint, so a new
 * index needs no new copy. Until an index exists, its query uses a scan.
 *
 * Some queries also run during the first copy: related records, and the number of records per day. Their
 * indexes are made as soon as a scan would be slow (`makeDue`).
 */
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import type { SqlDatabase } from '../../ports/ports';
import { CATALOGUE, STATE, type StoredField, quoted, rowTable, sortColumn, sortedLater } from './catalogue';

export interface LaterIndex {
  name: string;
  sql: string;
  /** Queries need it during the first copy too. */
  askedEarly?: boolean;
}

/** The column that an equality filter compares: the id of a named value, else the value. */
const filteredColumn = (field: Pick<StoredField, 'key' | 'storage'>): string =>
  field.storage === 'named' ? `${field.key}$id` : field.key;

/** The name of the index on a sorted field. */
export const sortedIndex = (resource: ResourceName, key: string): string => `${resource}_${key}`;
/** The name of the index on a filtered field and the recency column. */
export const filteredIndex = (resource: ResourceName, key: string): string => `${resource}_of_${key}`;

/** The name of the index on a column with the id of another record, and the recency column. */
export const linkedIndex = (resource: ResourceName, key: string): string => `${resource}_by_${key}`;
/** The name of the index on the records whose details are to be read. */
export const wantingIndex = (resource: ResourceName): string => `${resource}_wanting`;

/** A scan of more rows than this takes longer than 10 ms. */
const MOST_SCANNED = 25_000;

export const laterIndexes = (resource: ResourceName): LaterIndex[] => {
  const entry = CATALOGUE[resource];
  const index = (name: string, columns: readonly string[], more = ''): LaterIndex => ({
    name,
    sql: `CREATE INDEX IF NOT EXISTS ${quoted(name)} ON ${rowTable(resource)} (${columns.map(quoted).join(', ')})
      WHERE state = ${STATE.live}${more}`,
  });
  const recency = entry.recency === null ? [] : [entry.recency];
  return [
    ...entry.linked.map((key) => ({
      ...index(linkedIndex(resource, key), [key, ...recency], ` AND ${quoted(key)} IS NOT NULL`),
      askedEarly: true,
    })),
    ...sortedLater(entry).map((field) => ({
      ...index(sortedIndex(resource, field.key), [sortColumn(field)]),
      askedEarly: field.key === 'create_time',
    })),
    ...(entry.detailed && recency.length > 0
      ? [index(wantingIndex(resource), recency, ' AND wants_detail = 1')]
      : []),
    ...entry.fields
      .filter(({ key }) => entry.filtered.includes(key))
      .map((field) => index(filteredIndex(resource, field.key), [filteredColumn(field), ...recency])),
  ];
};

export class LaterIndexes {
  readonly #db: SqlDatabase;
  #there: Set<string> | null = null;

  constructor(db: SqlDatabase) {
    this.#db = db;
  }

  has(name: string): boolean {
    return this.#known().has(name);
  }

  /** Makes one missing index; returns false if none is missing. It takes about 60 ms for 100,000 records. */
  makeNext(): boolean {
    const missing = RESOURCES.flatMap(laterIndexes).find(({ name }) => !this.has(name));
    if (missing === undefined) return false;
    this.#make(missing);
    return true;
  }

  /**
   * Makes one of the indexes that are needed during a first copy, if the resource has so many rows that a
   * scan is slow. It makes one per call, because each takes about 15 ms.
   */
  makeDue(resource: ResourceName, rows: number): void {
    if (rows < MOST_SCANNED) return;
    const due = laterIndexes(resource).find(({ askedEarly, name }) => askedEarly && !this.has(name));
    if (due !== undefined) this.#make(due);
  }

  rolledBack(): void {
    this.#there = null;
  }

  #make({ name, sql }: LaterIndex): void {
    this.#db.exec(sql);
    this.#known().add(name);
  }

  #known(): Set<string> {
    this.#there ??= new Set(
      this.#db.prepare<string>("SELECT name FROM sqlite_master WHERE type = 'index'").pluck().all(),
    );
    return this.#there;
  }
}
