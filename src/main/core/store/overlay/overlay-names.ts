/**
 * Adds names to the ids in pending values, so that a cell shows a company and not a number. The names come
 * from the overlay, otherwise from the cache.
 */
import { isNoId } from '#shared/domain/ids';
import { isObject } from '#shared/domain/is-object';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { kindOfResource } from '#shared/domain/intent-resources';
import type { NestedId, PushField } from '#shared/domain/push-fields/push-field';
import { byResource, type ResourceName } from '#shared/domain/resources';

type Value = Record<string, unknown>;
export interface Names {
  record(resource: 'company' | 'lead' | 'user', id: string): string | null;
  lookup(name: string, id: string): string | null;
  /** A contact of a company. */
  contact(companyId: string, id: string): string | null;
  /** The code of the outcome of a stage (in progress, won or lost); null if the stage is not known. */
  outcome(stage: string): number | null;
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

/** Columns that have the name of a pending code. */
const NAMED_CODES = byResource((resource): { key: string; field: PushField }[] => {
  const kind = kindOfResource(resource);
  const fields: PushField[] = kind === undefined ? [] : Object.values(KIND_TABLES[kind].fields);
  return fields.flatMap((field) =>
    (field.shownAt ?? []).flatMap((place) =>
      place !== 'own' && 'isName' in place ? [{ key: place.key, field }] : [],
    ),
  );
});

/**
 * The resources whose names occur in pending values of a resource. Users are always included, because a new record has
 * a creator.
 */
export const NAMED_FROM = byResource((resource): ResourceName[] => [
  ...new Set<ResourceName>([
    'user',
    ...REFERENCES[resource].flatMap(({ field: { kind } }): ResourceName[] =>
      kind === 'company' || kind === 'lead' ? [kind] : [],
    ),
  ]),
]);

const nameOf = ({ kind, options }: PushField, id: string, names: Names, companyId: string): string | null => {
  switch (kind) {
    case 'contacts':
      return names.contact(companyId, id);
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
const named = (value: unknown, { place, field }: Reference, names: Names, companyId: string): unknown => {
  if (!isObject(value)) return value;
  const id = place.ids.map((key) => value[key]).find((found) => found !== undefined);
  if (id === undefined || (value[place.name] ?? '') !== '') return value;
  return isNoId(id) ? null : { ...value, [place.name]: nameOf(field, String(id), names, companyId) ?? '' };
};

/**
 * Adds the names of the referenced records to column values, and the outcome of a pending stage. `companyId` is
 * the customer of the record.
 */
export const withNames = (
  resource: ResourceName,
  values: Readonly<Value>,
  names: Names,
  companyId = '',
): Value => {
  const out: Value = { ...values };
  const outcome = resource === 'opportunity' ? names.outcome(String(values.stage ?? '')) : null;
  if (outcome !== null) out.stage_type = outcome;
  for (const { key, field } of NAMED_CODES[resource])
    if (out[key] !== undefined)
      out[key] = (Array.isArray(out[key]) ? out[key] : [out[key]])
        .flatMap((id) => (isNoId(id) ? [] : (nameOf(field, String(id), names, companyId) ?? [])))
        .join(', ');
  for (const reference of REFERENCES[resource]) {
    const { key } = reference.place;
    const value = out[key];
    if (Array.isArray(value))
      out[key] = value
        .map((item) => named(item, reference, names, companyId))
        .filter((item) => item !== null);
    else if (value !== undefined) out[key] = named(value, reference, names, companyId);
  }
  return out;
};
