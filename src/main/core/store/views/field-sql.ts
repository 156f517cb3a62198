/**
 * The SQL expressions of each field of a resource, with `r` as the row table. Only this module turns a
 * caller's key into an SQL identifier.
 */
import { isCustomKey, type FieldKind } from '#shared/domain/fields';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';
import { AppError } from '../../app-error';
import { CATALOGUE, type Storage, type StoredField, quoted, rowTable } from '../schema/catalogue';
import { customValueSql } from '../schema/custom-fields';
import { NUMBER_OR_TEXT } from '../schema/sql-functions';
import { filteredIndex, sortedIndex } from '../schema/later-indexes';

export interface FieldSql {
  key: string;
  kind: FieldKind;
  storage: Storage | 'custom';
  /** The expression for filters, and for sorting unless `order` differs. */
  value: string;
  /** The expression for sorting without an index. */
  order: string;
  /** For `named` the id column, for `people` the set of ids. */
  ids: string | null;
  /** NULL exactly when the field is empty. */
  presence: string;
  sortable: boolean;
  /** Name of the index on (field, id), if there is one. */
  index: string | null;
  isRecordId: boolean;
  /** It has the id of another record, so its ids are indexed. */
  isLinked: boolean;
  /** Name of the index on (the compared column, recency), if there is one. It may not be made yet. */
  filterIndex: string | null;
}

const BY_KEY = new Map<ResourceName, Map<string, FieldSql>>();

/** Throws AppError `bad-input` for a field the resource does not have. */
export const fieldSql = (resource: ResourceName, key: string): FieldSql => {
  let fields = BY_KEY.get(resource);
  if (!fields) {
    fields = new Map(CATALOGUE[resource].fields.map((field) => [field.key, storedFieldSql(resource, field)]));
    BY_KEY.set(resource, fields);
  }
  const field = fields.get(key);
  if (field) return field;
  if (!isCustomKey(key) || key.length > 20)
    throw new AppError('bad-input', 'no such field', { details: { resource, key } });
  const value = customValueSql(resource, key);
  return {
    key,
    kind: 'text',
    storage: 'custom',
    value,
    order: `${NUMBER_OR_TEXT}(${value})`,
    ids: null,
    presence: value,
    sortable: true,
    index: null,
    isRecordId: false,
    isLinked: false,
    filterIndex: null,
  };
};

const idsColumn = (field: StoredField): string | null => {
  if (field.storage === 'named') return `r.${quoted(`${field.key}$id`)}`;
  return field.storage === 'people' ? `r.${quoted(`${field.key}$ids`)}` : null;
};

const storedFieldSql = (resource: ResourceName, field: StoredField): FieldSql => {
  const column = `r.${quoted(field.key)}`;
  const ids = idsColumn(field);
  const index = CATALOGUE[resource].sorted.includes(field.key) ? sortedIndex(resource, field.key) : null;
  const value = index === null && ids !== null ? namedValue(field, column, ids) : column;
  return {
    key: field.key,
    kind: field.kind,
    storage: field.storage,
    ids,
    index,
    sortable: field.sortable,
    value,
    order: value,
    presence: ids === null ? column : `coalesce(${column}, ${ids})`,
    isRecordId: field.key === RESOURCE_INFO[resource].idField,
    isLinked: CATALOGUE[resource].linked.some(
      (column) => column === field.key || column === `${field.key}$id`,
    ),
    filterIndex: CATALOGUE[resource].filtered.includes(field.key) ? filteredIndex(resource, field.key) : null,
  };
};

/**
 * Some endpoints send bare ids. A person's name then comes from the user list; a status is shown by its id.
 */
const namedValue = (field: StoredField, column: string, ids: string): string => {
  if (field.kind === 'status') return `coalesce(${column}, ${ids})`;
  if (field.kind !== 'users') return column;
  return `coalesce(${column}, (SELECT u.nickname FROM ${rowTable('user')} u
    WHERE u.id = substr(${ids}, 2, instr(substr(${ids}, 2), ',') - 1)))`;
};
