/**
 * Adds names to the ids in pending values, so that a cell shows a company and not a number. The names come
 * from the overlay, otherwise from the cache.
 */
import type { FieldKind } from '#shared/domain/fields';
import { isNoId } from '#shared/domain/ids';
import { isObject } from '#shared/domain/is-object';
import type { ResourceName } from '#shared/domain/resources';
import { CATALOGUE } from '../schema/catalogue';

type Value = Record<string, unknown>;
export interface Names {
  record(resource: 'company' | 'lead' | 'user', id: string): string | null;
  lookup(name: string, id: string): string | null;
}

/** The keys of the id and of the name in a nested reference, by kind of field. */
const PARTS: Readonly<Partial<Record<FieldKind, { ids: readonly string[]; name: string }>>> = {
  company: { ids: ['id', 'company_id'], name: 'name' },
  lead: { ids: ['lead_id', 'id'], name: 'name' },
  warehouse: { ids: ['id'], name: 'name' },
  user: { ids: ['user_id'], name: 'nickname' },
  users: { ids: ['user_id'], name: 'nickname' },
  status: { ids: ['status_id', 'id'], name: 'status_name' },
  list: { ids: ['tag_id'], name: 'tag_name' },
};

/**
 * Adds the names of the referenced records to column values. A reference to id 0 means none (contract) and
 * becomes null.
 */
export const withNames = (resource: ResourceName, values: Readonly<Value>, names: Names): Value => {
  const named: Value = { ...values };
  for (const { key, kind, options } of CATALOGUE[resource].fields) {
    const parts = PARTS[kind];
    if (parts === undefined || named[key] === undefined) continue;
    const nameOf = (id: string): string | null => {
      switch (kind) {
        case 'company':
          return names.record('company', id);
        case 'lead':
          return names.record('lead', id);
        case 'user':
        case 'users':
          return names.record('user', id);
        case 'warehouse':
          return names.lookup('warehouse', id);
        case 'status':
          return options === undefined ? null : names.lookup(options, id);
        default:
          return names.lookup('tag', id);
      }
    };
    const one = (value: unknown): unknown => {
      if (!isObject(value)) return value;
      const id = parts.ids.map((idKey) => value[idKey]).find((found) => found !== undefined);
      if (id === undefined || (value[parts.name] ?? '') !== '') return value;
      return isNoId(id) ? null : { ...value, [parts.name]: nameOf(String(id)) ?? '' };
    };
    const value = named[key];
    named[key] = Array.isArray(value) ? value.map(one).filter((item) => item !== null) : one(value);
  }
  return named;
};
