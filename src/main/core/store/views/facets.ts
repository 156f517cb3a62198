/**
 * The distinct values of a field with their counts, for filter menus. An `in` filter accepts these values.
 * With an overlay the counts are those of the list that includes pending work.
 */
import type { Facet } from '#shared/contract/records';
import { MOST_FACETS, NO_VALUE } from '#shared/domain/fields';
import type { ResourceName } from '#shared/domain/resources';
import { USER_ID_FIELDS } from '#shared/domain/nested-values';
import { containsText } from '#shared/domain/text-forms';
import { AppError } from '../../app-error';
import { CATALOGUE, STATE, rowTable } from '../schema/catalogue';
import { type Counted, FacetCounts, type FacetSource } from './facet-counts';
import { FORMER_USERS, type FieldSql, fieldSql } from './field-sql';
import { filterCondition } from './filter-sql';

export interface FacetOptions {
  /** Only values whose label contains this text; `''` for all. */
  text?: string;
  /** Values that are returned in any case, with their labels. `NO_VALUE` comes last, without a label. */
  values?: readonly string[];
  /** The values of the removed records, and not of the live ones. */
  removed?: boolean;
}

const ALL = -1;

/**
 * Returns at most 200 values, the most frequent first, and after them the others of `values` that occur or
 * have a name. Throws AppError `bad-input` for fields without values to choose from.
 */
export const facetsOf = (
  source: FacetSource,
  resource: ResourceName,
  key: string,
  { text = '', values: wanted = [], removed = false }: FacetOptions = {},
): Facet[] => {
  const values = wanted.filter((value) => value !== NO_VALUE);
  const field = fieldSql(resource, key);
  if (field.storage === 'count')
    throw new AppError('bad-input', 'this field has no values to choose from', { details: { field: key } });
  const names = namesOf(source, resource, field);
  const counts = new FacetCounts(source, resource, field, removed);
  const found = new Found(field, names);
  // SQL does not know the names of codes, so all codes are read and their labels are compared below.
  const narrow = text !== '' && hasLabelInRow(field);
  const stored = counts.cached(
    narrow ? filterCondition(resource, { field: key, op: 'contains', text }) : null,
    text === '' || narrow ? MOST_FACETS : ALL,
  );
  const asked = new Set(values.map((value) => found.keyOf(value)));
  const isWanted = ({ value, label }: Facet): boolean =>
    containsText(label, text) || asked.has(found.keyOf(value));
  const pending = counts.pending();
  const wantedPending = pending.filter((one) => isWanted(found.facetOf(one)));
  // The records of one id may have several names, and a filter by the id finds all of them. So the names with
  // the text give only the ids and their labels. The records of these ids are counted below.
  const byName = narrow && field.storage === 'named';
  found.add(byName ? withoutCount([...stored, ...wantedPending]) : stored);
  const missing = [...values, ...valuesOf(wantedPending)].filter((value) => !found.has(value));
  const uncounted = new Set(byName ? [...found.all().map(({ value }) => value), ...missing] : missing);
  if (uncounted.size > 0) {
    const keys = new Set([...uncounted].map((value) => found.keyOf(value)));
    const condition = filterCondition(resource, { field: key, op: 'in', values: [...uncounted] });
    found.add(counts.cached(condition, ALL).filter(([value]) => keys.has(found.keyOf(value))));
  }
  found.add(pending);
  const facets = found.all().filter(isWanted);
  const first = facets.filter(({ label }) => containsText(label, text)).slice(0, MOST_FACETS);
  const chosen = facets.filter((facet) => asked.has(found.keyOf(facet.value)) && !first.includes(facet));
  const unused = values.filter((value) => !found.has(value));
  const none = wanted.includes(NO_VALUE)
    ? [{ value: NO_VALUE, label: NO_VALUE, count: counts.withoutValue() }]
    : [];
  const named = namedOnly(source, field, names, unused);
  const unnamed = unused.filter((value) => !named.some((one) => one.value === value));
  const others = namedIn(new FacetCounts(source, resource, field, !removed), resource, field, unnamed);
  return [...first, ...chosen, ...named, ...others, ...none];
};

/**
 * Values that only the other list has, that of the removed or of the live records. The user chose them there, and
 * switched to this list.
 */
const namedIn = (
  counts: FacetCounts,
  resource: ResourceName,
  { key, storage }: FieldSql,
  values: readonly string[],
): Facet[] => {
  if (values.length === 0 || (storage !== 'named' && storage !== 'people')) return [];
  const condition = filterCondition(resource, { field: key, op: 'in', values: [...values] });
  return counts
    .cached(condition, ALL)
    .flatMap(([value, label]) =>
      label !== null && values.includes(value) ? [{ value, label, count: 0 }] : [],
    );
};

const valuesOf = (counted: readonly Counted[]): string[] => counted.map(([value]) => value);
const withoutCount = (counted: readonly Counted[]): Counted[] =>
  counted.map(([value, label]) => [value, label, 0]);

/** The values that were counted, with their labels. */
class Found {
  readonly #field: FieldSql;
  readonly #names: ReadonlyMap<string, string>;
  readonly #facets = new Map<string, Facet>();

  constructor(field: FieldSql, names: ReadonlyMap<string, string>) {
    this.#field = field;
    this.#names = names;
  }

  /** Texts that differ only in ASCII case are one value, as in the columns (NOCASE). */
  keyOf(value: string): string {
    return this.#field.storage === 'text'
      ? value.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
      : value;
  }

  has(value: string): boolean {
    return this.#facets.has(this.keyOf(value));
  }

  facetOf([value, label, count]: Counted): Facet {
    const named = label === null || label === value ? this.#names.get(value) : label;
    return { value, label: named ?? value, count };
  }

  add(counted: readonly Counted[]): void {
    for (const one of counted) {
      const key = this.keyOf(one[0]);
      const known = this.#facets.get(key);
      if (known === undefined) this.#facets.set(key, this.facetOf(one));
      else known.count += one[2];
    }
  }

  /** The most frequent first. */
  all(): Facet[] {
    return [...this.#facets.values()].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  }
}

/** Returns true if the label is in the row, so that a `contains` filter finds it. */
const hasLabelInRow = ({ storage, kind }: FieldSql): boolean =>
  storage === 'text' || storage === 'custom' || (storage === 'named' && kind !== 'status' && kind !== 'user');

const namesOf = (source: FacetSource, resource: ResourceName, field: FieldSql): Map<string, string> => {
  const { key, kind } = field;
  const options = CATALOGUE[resource].fields.find((candidate) => candidate.key === key)?.options;
  const isUser = kind === 'user' || kind === 'users' || USER_ID_FIELDS.has(key);
  const ofUsers = isUser ? ['user', ...FORMER_USERS] : [];
  const lookups = options === undefined ? ofUsers : [options];
  // If several lists have an id, the name comes from the first of them.
  const items = lookups.toReversed().flatMap((name) => source.lookup(name));
  return new Map(items.map((item) => [item.id, item.name]));
};

/** Values without a record in the list, such as a customer without orders, if their names are known. */
const namedOnly = (
  { db }: FacetSource,
  { kind }: FieldSql,
  names: ReadonlyMap<string, string>,
  values: readonly string[],
): Facet[] => {
  const byId =
    kind === 'company' || kind === 'lead' || kind === 'opportunity'
      ? db.prepare<string | null>(`SELECT name FROM ${rowTable(kind)} WHERE id = ? AND state = ${STATE.live}`)
      : null;
  return values.flatMap((value) => {
    const label = names.get(value) ?? byId?.pluck(true).get(value) ?? null;
    return label === null ? [] : { value, label, count: 0 };
  });
};
