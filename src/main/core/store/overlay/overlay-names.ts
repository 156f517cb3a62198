/**
 * Adds names to the ids in pending values, so that a cell shows a company and not a number. The names come
 * from the overlay, otherwise from the cache.
 */
import { isNoId } from '#shared/domain/ids';
import { isObject } from '#shared/domain/is-object';
import { KIND_TABLES } from '#shared/domain/intent';
import { kindOfResource } from '#shared/domain/intent-resources';
import type { NestedId, PushField } from '#shared/domain/push-fields/push-field';
import { byResource, type ResourceName } from '#shared/domain/resources';

type Value = Record<string, unknown>;
export interface Names {
  record(resource: 'company' | 'lead' | 'user', id: string): string | null;
  lookup(name: string, id: string): string | null;
}

/** A column that nests a reference, and the field whose id it is. */
interface Reference {
  place: NestedId;
  field: PushField;
}

const referencesOf = (resource: ResourceName): Reference[] => {
  const kind = kindOfResource(resource);
  const fields: PushField[] = kind === undefined ? [] : Object.values(KIND_TABLES[kind].fields);
  return fields.flatMap((field) =>
    (field.shownAt ?? []).flatMap((place) => (place !== 'own' && 'ids' in place ? [{ place, field }] : [])),
  );
};

const REFERENCES = byResource(referencesOf);

/** The resources whose names occur in pending values of a resource. */
export const NAMED_FROM = byResource((resource): ResourceName[] => [
  ...new Set(
    REFERENCES[resource].flatMap(({ field: { kind } }): ResourceName[] => {
      if (kind === 'company' || kind === 'lead') return [kind];
      return kind === 'user' || kind === 'users' ? ['user'] : [];
    }),
  ),
]);

const nameOf = ({ kind, options }: PushField, id: string, names: Names): string | null => {
  switch (kind) {
    case 'company':
    case 'lead':
    case 'user':
      return names.record(kind, id);
    case 'users':
      return names.record('user', id);
    default:
      return options === undefined ? null : names.lookup(options, id);
  }
};

/** A nested reference with its name. A reference to id 0 means none (contract) and becomes null. */
const named = (value: unknown, { place, field }: Reference, names: Names): unknown => {
  if (!isObject(value)) return value;
  const id = place.ids.map((key) => value[key]).find((found) => found !== undefined);
  if (id === undefined || (value[place.name] ?? '') !== '') return value;
  return isNoId(id) ? null : { ...value, [place.name]: nameOf(field, String(id), names) ?? '' };
};

/** Adds the names of the referenced records to column values. */
export const withNames = (resource: ResourceName, values: Readonly<Value>, names: Names): Value => {
  const out: Value = { ...values };
  for (const reference of REFERENCES[resource]) {
    const { key } = reference.place;
    const value = out[key];
    if (Array.isArray(value))
      out[key] = value.map((item) => named(item, reference, names)).filter((item) => item !== null);
    else if (value !== undefined) out[key] = named(value, reference, names);
  }
  return out;
};
