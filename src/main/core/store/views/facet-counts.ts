/**
 * Counts the values of one field: along the index of its ids if there is one, otherwise by a scan. People and
 * other lists of ids are counted one by one.
 */
import { OWNERS } from '#shared/domain/fields';
import { isLocalRef } from '#shared/domain/intent';
import type { ResourceName } from '#shared/domain/resources';
import type { LookupItem } from '#shared/http-api/lookups';
import type { SqlDatabase, SqlValue } from '../../ports/ports';
import type { LaterIndexes } from '../schema/later-indexes';
import { CATALOGUE, STATE, docTable, quoted, rowTable } from '../schema/catalogue';
import { type Documents, parseDetail, parseDocument } from '../schema/stored-document';
import { refsOf } from '../write/column-values';
import type { FieldSql } from './field-sql';
import type { Condition } from './filter-sql';

export interface FacetSource {
  db: Pick<SqlDatabase, 'prepare'>;
  indexes: Pick<LaterIndexes, 'has'>;
  /** The names of codes and bare ids. */
  lookup(name: string): readonly LookupItem[];
  /** How to count the overlay rows, and how to leave out the cached records that they replace. */
  overlay: { sqlOf(sql: string): string; withoutPendingRow: string } | null;
}

/** `label` is null where the value has no name in the rows. */
export type Counted = [value: string, label: string | null, count: number];
/** The ids of the people of some records, their joined names, the number of these records, and one of them. */
type CountedSet = [ids: string, names: string | null, count: number, rowId: number];

interface Where {
  sql: string;
  params: readonly SqlValue[];
}

export class FacetCounts {
  readonly #source: FacetSource;
  readonly #resource: ResourceName;
  readonly #field: FieldSql;

  readonly #state: number;

  /** `removed`: counts the removed records, and not the live ones. */
  constructor(source: FacetSource, resource: ResourceName, field: FieldSql, removed = false) {
    this.#source = source;
    this.#resource = resource;
    this.#field = field;
    this.#state = removed ? STATE.removed : STATE.live;
  }

  /**
   * Counts the records of the cache that have no overlay row. `limit` keeps the most frequent values; -1
   * keeps all.
   */
  cached(only: Condition | null, limit: number): Counted[] {
    const { overlay } = this.#source;
    const where = {
      sql: [`r.state = ${this.#state}`, only?.sql ?? '', overlay?.withoutPendingRow ?? '']
        .filter((part) => part !== '')
        .join(' AND '),
      params: only?.params ?? [],
    };
    if (this.#field.storage !== 'people' && only === null && this.#hasIdIndex())
      return this.#alongIds(where, limit);
    const scan = !this.#field.findsByIndex && only?.selective !== true ? ' NOT INDEXED' : '';
    return this.#counted(`${rowTable(this.#resource)} r${scan}`, where, limit, (sql) => sql);
  }

  /**
   * Counts the overlay rows. As in the lists, a removed record with pending work counts among the live ones too. The
   * local id of a record that is not delivered yet is left out, because a column of ids cannot be filtered by it.
   */
  pending(): Counted[] {
    const { overlay } = this.#source;
    if (overlay === null) return [];
    const where = { sql: this.#ofOverlay(), params: [] };
    const counted = this.#counted(`${rowTable(this.#resource)} r`, where, -1, (sql) => overlay.sqlOf(sql));
    return this.#field.storage === 'id' ? counted.filter(([value]) => !isLocalRef(value)) : counted;
  }

  #ofOverlay(): string {
    return this.#state === STATE.live ? '1' : `r.state = ${this.#state}`;
  }

  /** The indexes have live records only. */
  #hasIndex(name: string | null): name is string {
    return name !== null && this.#state === STATE.live && this.#source.indexes.has(name);
  }

  /** Counts the records without a value, in the cache and in the overlay. */
  withoutValue(): number {
    const { db, overlay } = this.#source;
    const { ids, presence, filterIndex } = this.#field;
    const table = `${rowTable(this.#resource)} r`;
    // A record without a value has no id either, and the index finds those without an id.
    const isEmpty = `${ids ?? presence} IS NULL AND ${presence} IS NULL`;
    const numberOf = (sql: string): number => db.prepare<number>(sql).pluck(true).get() ?? 0;
    const hint = this.#hasIndex(filterIndex) ? ` INDEXED BY ${quoted(filterIndex)}` : '';
    const where = [`r.state = ${this.#state}`, isEmpty, overlay?.withoutPendingRow ?? '']
      .filter((part) => part !== '')
      .join(' AND ');
    const stored = numberOf(`SELECT count(*) FROM ${table}${hint} WHERE ${where}`);
    return overlay === null
      ? stored
      : stored +
          numberOf(overlay.sqlOf(`SELECT count(*) FROM ${table} WHERE ${this.#ofOverlay()} AND ${isEmpty}`));
  }

  #counted(table: string, where: Where, limit: number, sqlOf: (sql: string) => string): Counted[] {
    const field = this.#field;
    if (field.storage === 'custom') return this.#ofDocuments(table, where, limit, sqlOf);
    const from = `FROM ${table} WHERE ${where.sql} AND ${field.presence} IS NOT NULL`;
    if (field.storage === 'people') return this.#people(from, where.params, sqlOf);
    const value = field.storage === 'named' ? `coalesce(${field.ids}, ${field.value})` : field.value;
    const label = field.storage === 'named' ? `max(${field.value})` : 'NULL';
    const rows = this.#source.db
      .prepare<Counted>(
        sqlOf(`SELECT CAST(${value} AS TEXT), CAST(${label} AS TEXT), count(*) AS n ${from} GROUP BY ${value}
          ORDER BY n DESC, 1 LIMIT ${limit}`),
      )
      .raw(true)
      .all(...where.params);
    if (field.storage !== 'real' && field.storage !== 'enum') return rows;
    // An integer is stored as a float.
    return rows.map(([text, name, count]) => [text.replace(/\.0$/, ''), name, count]);
  }

  /** The limit of the inner query keeps SQLite from computing the value of a row three times. */
  #ofDocuments(table: string, where: Where, limit: number, sqlOf: (sql: string) => string): Counted[] {
    const values = `SELECT ${this.#field.value} AS v FROM ${table} WHERE ${where.sql} LIMIT -1`;
    return this.#source.db
      .prepare<Counted>(
        sqlOf(`SELECT v, NULL, count(*) AS n FROM (${values}) WHERE v IS NOT NULL GROUP BY v
          ORDER BY n DESC, 1 LIMIT ${limit}`),
      )
      .raw(true)
      .all(...where.params);
  }

  /** Returns true if all values of the field have ids, and the ids have an index. */
  #hasIdIndex(): boolean {
    const { storage, isLinked, filterIndex, ids, presence } = this.#field;
    if (storage !== 'named' || this.#state !== STATE.live) return false;
    if (isLinked) return true;
    return (
      this.#hasIndex(filterIndex) &&
      this.#source.db
        .prepare(
          `SELECT 1 FROM ${rowTable(this.#resource)} r INDEXED BY ${quoted(filterIndex)}
            WHERE r.state = ${STATE.live} AND ${ids} IS NULL AND ${presence} IS NOT NULL LIMIT 1`,
        )
        .get() === undefined
    );
  }

  /** Counts along the index of the ids, then reads the names of the most frequent ones only. */
  #alongIds(where: Where, limit: number): Counted[] {
    const { ids, value } = this.#field;
    const table = rowTable(this.#resource);
    const counted = `SELECT ${ids} AS id, count(*) AS n FROM ${table} r WHERE ${where.sql}
      AND ${ids} IS NOT NULL GROUP BY 1 ORDER BY n DESC, 1 LIMIT ${limit}`;
    const name = `SELECT ${value} FROM ${table} r WHERE r.state = ${STATE.live} AND ${ids} = g.id LIMIT 1`;
    return this.#source.db
      .prepare<Counted>(`SELECT g.id, (${name}), g.n FROM (${counted}) g ORDER BY g.n DESC, g.id`)
      .raw(true)
      .all(...where.params);
  }

  /** Many records have the same team, so the query groups by team, and each team is split here. */
  #people(from: string, params: readonly SqlValue[], sqlOf: (sql: string) => string): Counted[] {
    const { ids, names } = this.#field;
    const sets = this.#source.db
      .prepare<CountedSet>(
        sqlOf(`SELECT ${ids}, max(${names}), count(*), max(r.row_id) ${from}
          AND ${ids} IS NOT NULL GROUP BY 1`),
      )
      .raw(true)
      .all(...params);
    const counts = new Map<string, { label: string | null; count: number; rowId: number | null }>();
    for (const [joinedIds, joinedNames, count, rowId] of sets) {
      const people = joinedIds.slice(1, -1).split(',');
      const labels = mayNameOthers(people, joinedNames) ? null : labelsOf(people.length, joinedNames ?? '');
      // A person may be twice in one record.
      for (const id of new Set(people)) {
        const known = counts.get(id) ?? { label: null, count: 0, rowId: null };
        known.label ??= labels?.[people.indexOf(id)] || null;
        known.count += count;
        if (labels === null) known.rowId = rowId;
        counts.set(id, known);
      }
    }
    return [...counts].map(([id, { label, count, rowId }]) => [
      id,
      label ?? (rowId === null ? null : this.#nameIn(sqlOf, rowId, id)),
      count,
    ]);
  }

  /** The name of a person in a document, for names that contain the separator. */
  #nameIn(sqlOf: (sql: string) => string, rowId: number, id: string): string | null {
    const documents = this.#source.db
      .prepare<Documents>(sqlOf(`SELECT raw, detail FROM ${docTable(this.#resource)} WHERE row_id = ?`))
      .raw(true)
      .get(rowId);
    if (documents === undefined) return null;
    const [item, details] = [parseDocument(documents[0]), parseDetail(documents[1])];
    const { key } = this.#field;
    const keys = key === OWNERS ? CATALOGUE[this.#resource].owners : [key];
    const people = keys.flatMap((one) => refsOf(item[one] ?? details?.[one]));
    return people.find((person) => person.id === id)?.name ?? null;
  }
}

/**
 * People without an id have a name in the record, too. With one id, the names are its own only if they are one name.
 */
const mayNameOthers = (people: readonly string[], joined: string | null): boolean =>
  people.length === 1 && (joined ?? '').includes(', ');

/** The names of a team; null if they cannot be told apart, because a name contains the separator. */
export const labelsOf = (people: number, joined: string): string[] | null => {
  if (people === 1) return [joined];
  if (joined === '') return [];
  const labels = joined.split(', ');
  return labels.length === people ? labels : null;
};
