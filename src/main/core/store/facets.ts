/** Distinct values of a field with their counts, for filter menus. Values are what an `in` filter takes. */
import type { ResourceName } from '#shared/domain/resources';
import type { LookupItem } from '#shared/http-api/lookups';
import { AppError } from '../app-error';
import type { SqlDatabase } from '../ports/ports';
import { CATALOGUE, STATE, rowTable } from './catalogue';
import { type FieldSql, fieldSql } from './field-sql';

export interface Facet { value: string; label: string; count: number }
const MOST = 200;

/** At most 200, most frequent first. `lookup` names codes and bare ids. Throws AppError `bad-input` for fields without values to choose from. */
export const facetsOf = (db: SqlDatabase, resource: ResourceName, key: string, lookup: (name: string) => LookupItem[]): Facet[] => {
  const field = fieldSql(resource, key);
  if (field.storage === 'count') throw new AppError('bad-input', 'this field has no values to choose from', { details: { field: key } });
  const from = `FROM ${rowTable(resource)} r WHERE r.state = ${STATE.live} AND ${field.presence} IS NOT NULL`;
  if (field.storage === 'people') return peopleFacets(db, field, from, namesOf(lookup('user')));
  const value = field.storage === 'named' ? `coalesce(${field.ids}, ${field.value})` : field.value;
  const label = field.storage === 'named' ? `max(${field.value})` : 'NULL';
  const rows = db.prepare(`SELECT CAST(${value} AS TEXT), CAST(${label} AS TEXT), count(*) AS n ${from} GROUP BY ${value} ORDER BY n DESC, 1 LIMIT ${MOST}`).raw(true).all() as [string, string | null, number][];
  const options = CATALOGUE[resource].fields.find((candidate) => candidate.key === key)?.options;
  const names = namesOf(options === undefined ? [] : lookup(options));
  return rows.map(([text, name, count]) => {
    const plain = field.storage === 'real' || field.storage === 'enum' ? text.replace(/\.0$/, '') : text;
    return { value: plain, label: name ?? names.get(plain) ?? plain, count };
  });
};

const namesOf = (items: readonly LookupItem[]): Map<string, string> => new Map(items.map((item) => [item.id, item.name]));

/** Teams repeat, so the distinct sets of people are few; each is taken apart here. */
const peopleFacets = (db: SqlDatabase, field: FieldSql, from: string, names: ReadonlyMap<string, string>): Facet[] => {
  const sets = db.prepare(`SELECT ${field.ids}, r."${field.key}", count(*) ${from} AND ${field.ids} IS NOT NULL GROUP BY 1, 2`).raw(true).all() as [string, string | null, number][];
  const facets = new Map<string, Facet>();
  for (const [ids, joined, count] of sets) {
    const people = ids.slice(1, -1).split(',');
    const labels = (joined ?? '').split(', ');
    people.forEach((id, i) => {
      const facet = facets.get(id) ?? { value: id, label: (labels.length === people.length ? labels[i] : undefined) || names.get(id) || id, count: 0 };
      facet.count += count;
      facets.set(id, facet);
    });
  }
  return [...facets.values()].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, MOST);
};
