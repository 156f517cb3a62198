/**
 * The distinct values of a field with their counts, for filter menus. An `in` filter accepts these values.
 */
import type { ResourceName } from '#shared/domain/resources';
import type { LookupItem } from '#shared/http-api/lookups';
import { AppError } from '../../app-error';
import type { SqlDatabase } from '../../ports/ports';
import type { LaterIndexes } from '../schema/later-indexes';
import { CATALOGUE, STATE, quoted, rowTable } from '../schema/catalogue';
import { type FieldSql, fieldSql } from './field-sql';

export interface Facet {
  value: string;
  label: string;
  count: number;
}
const MOST = 200;

/** `label` is null where the value has no name. */
type Counted = [value: string, label: string | null, count: number];

/**
 * Returns at most 200 values, the most frequent first. `lookup` has the names of codes and bare ids. Throws
 * AppError `bad-input` for fields without values to choose from.
 */
export const facetsOf = (
  db: SqlDatabase,
  indexes: Pick<LaterIndexes, 'has'>,
  resource: ResourceName,
  key: string,
  lookup: (name: string) => LookupItem[],
): Facet[] => {
  const field = fieldSql(resource, key);
  if (field.storage === 'count')
    throw new AppError('bad-input', 'this field has no values to choose from', { details: { field: key } });
  const from = `FROM ${rowTable(resource)} r${field.index === null ? ' NOT INDEXED' : ''}
    WHERE r.state = ${STATE.live} AND ${field.presence} IS NOT NULL`;
  if (field.storage === 'people') return peopleFacets(db, field, from, namesOf(lookup('user')));
  if (field.storage === 'named' && (field.isLinked || isIndexed(db, indexes, resource, field)))
    return indexedFacets(db, resource, field);
  const value = field.storage === 'named' ? `coalesce(${field.ids}, ${field.value})` : field.value;
  const label = field.storage === 'named' ? `max(${field.value})` : 'NULL';
  const rows = db
    .prepare<Counted>(
      `SELECT CAST(${value} AS TEXT), CAST(${label} AS TEXT), count(*) AS n ${from} GROUP BY ${value}
        ORDER BY n DESC, 1 LIMIT ${MOST}`,
    )
    .raw(true)
    .all();
  const options = CATALOGUE[resource].fields.find((candidate) => candidate.key === key)?.options;
  const names = namesOf(options === undefined ? [] : lookup(options));
  return rows.map(([text, name, count]) => {
    const plain = field.storage === 'real' || field.storage === 'enum' ? text.replace(/\.0$/, '') : text;
    return { value: plain, label: name ?? names.get(plain) ?? plain, count };
  });
};

/** Returns true if all values of the field have ids, and the ids have an index. */
const isIndexed = (
  db: SqlDatabase,
  indexes: Pick<LaterIndexes, 'has'>,
  resource: ResourceName,
  field: FieldSql,
): boolean =>
  field.filterIndex !== null &&
  indexes.has(field.filterIndex) &&
  db
    .prepare(
      `SELECT 1 FROM ${rowTable(resource)} r INDEXED BY ${quoted(field.filterIndex)}
        WHERE r.state = ${STATE.live} AND ${field.ids} IS NULL AND ${field.presence} IS NOT NULL LIMIT 1`,
    )
    .get() === undefined;

/** Counts along the index of the ids, then reads the names of the most frequent ones only. */
const indexedFacets = (db: SqlDatabase, resource: ResourceName, field: FieldSql): Facet[] => {
  const table = rowTable(resource);
  const counted = `SELECT ${field.ids} AS id, count(*) AS n FROM ${table} r WHERE r.state = ${STATE.live}
    AND ${field.ids} IS NOT NULL GROUP BY 1 ORDER BY n DESC, 1 LIMIT ${MOST}`;
  const name = `SELECT ${field.value} FROM ${table} r WHERE r.state = ${STATE.live} AND ${field.ids} = g.id
    LIMIT 1`;
  const rows = db
    .prepare<Counted>(`SELECT g.id, (${name}), g.n FROM (${counted}) g ORDER BY g.n DESC, g.id`)
    .raw(true)
    .all();
  return rows.map(([value, label, count]) => ({ value, label: label ?? value, count }));
};

const namesOf = (items: readonly LookupItem[]): Map<string, string> =>
  new Map(items.map((item) => [item.id, item.name]));

/**
 * Counts people. Many records have the same team, so the query groups by team, and each team is split here.
 */
const peopleFacets = (
  db: SqlDatabase,
  field: FieldSql,
  from: string,
  names: ReadonlyMap<string, string>,
): Facet[] => {
  const sets = db
    .prepare<Counted>(
      `SELECT ${field.ids}, max(r."${field.key}"), count(*) ${from} AND ${field.ids} IS NOT NULL GROUP BY 1`,
    )
    .raw(true)
    .all();
  const facets = new Map<string, Facet>();
  for (const [ids, joined, count] of sets) {
    const people = ids.slice(1, -1).split(',');
    const labels = (joined ?? '').split(', ');
    people.forEach((id, i) => {
      const facet = facets.get(id) ?? {
        value: id,
        label: (labels.length === people.length ? labels[i] : undefined) || names.get(id) || id,
        count: 0,
      };
      facet.count += count;
      facets.set(id, facet);
    });
  }
  return [...facets.values()]
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MOST);
};
