/**
 * The SQL expressions of each field of a resource, with `r` as the row table. Only this module turns a
 * caller's key into an SQL identifier.
 */
import { USER_ID_FIELDS } from '#shared/domain/nested-values';
import { ENUMERATIONS } from '#shared/domain/enumerations';
import { isCustomKey, OWNERS, type FieldKind } from '#shared/domain/fields';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';
import { AppError } from '../../app-error';
import {
  CATALOGUE,
  STATE,
  type Storage,
  type StoredField,
  docTable,
  quoted,
  rowTable,
  sortColumn,
} from '../schema/catalogue';
import { ownersSql } from '../schema/owners-sql';
import { customValueSql } from '../schema/custom-fields';
import { NUMBER_OR_TEXT, SORT_TEXT } from '../schema/sql-functions';
import { filteredIndex, sortedIndex } from '../schema/later-indexes';
import { NO_UPDATE_SENT } from '../schema/update-sent';

/** The lookups of former colleagues, in the order in which a name is looked for after the user list. */
export const FORMER_USERS = ['frozenUsers', 'deletedUsers'] as const;

export interface FieldSql {
  key: string;
  kind: FieldKind;
  storage: Storage | 'custom';
  /** The expression that filters compare. */
  value: string;
  /** The expression for sorting, and of `index`. */
  order: string;
  /** The expression for `contains`. */
  shown: string;
  /** One of the expressions reads names of users, of former colleagues, or of another lookup. */
  readsNames: boolean;
  /** For `named` the id column, for `people` the set of ids. */
  ids: string | null;
  /** For `people` the joined names in the row. */
  names: string | null;
  /** NULL exactly when the field is empty. */
  presence: string;
  sortable: boolean;
  /** Name of the index on (`order`, id), if there is one. */
  index: string | null;
  /** The index also finds a value of the field. */
  findsByIndex: boolean;
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
  const { owners } = CATALOGUE[resource];
  if (key === OWNERS && owners.length > 0) {
    const ofOwners = ownersField(
      resource,
      owners.map((owner) => fieldSql(resource, owner)),
    );
    fields.set(key, ofOwners);
    return ofOwners;
  }
  if (!isCustomKey(key) || key.length > 20)
    throw new AppError('bad-input', 'no such field', { details: { resource, key } });
  const value = customValueSql(resource, key);
  return {
    key,
    kind: 'text',
    storage: 'custom',
    value,
    order: `${NUMBER_OR_TEXT}(${value})`,
    shown: value,
    readsNames: false,
    ids: null,
    names: null,
    presence: value,
    sortable: true,
    index: null,
    findsByIndex: false,
    isRecordId: false,
    isLinked: false,
    filterIndex: null,
  };
};

/** The first of these fields that is not empty, as one field (`OWNERS`). */
const ownersField = (resource: ResourceName, owners: readonly FieldSql[]): FieldSql => {
  const firstOf = (sqlOf: (field: FieldSql) => string): string =>
    `CASE ${owners.map((field) => `WHEN ${field.ids} IS NOT NULL THEN ${sqlOf(field)}`).join(' ')} END`;
  const ids = ownersSql(resource);
  const value = firstOf((field) => field.value);
  return {
    key: OWNERS,
    kind: 'users',
    storage: 'people',
    value,
    order: value,
    shown: value,
    readsNames: true,
    ids,
    names: firstOf(({ key }) => `r.${quoted(key)}`),
    presence: ids,
    sortable: false,
    index: null,
    findsByIndex: false,
    isRecordId: false,
    isLinked: false,
    filterIndex: null,
  };
};

const SORTED_AS_TEXT: ReadonlySet<Storage> = new Set(['text', 'named', 'people']);

/**
 * The expression for sorting a field without an index. Most texts have only ASCII characters; SQLite notices
 * that in less than half of the time that a call of a function takes.
 */
const orderOf = (field: StoredField, column: string, shown: string): string => {
  if (field.storage === 'enum') return chosenCode(field, column);
  if (shown !== column) return `${SORT_TEXT}(${shown})`;
  return SORTED_AS_TEXT.has(field.storage)
    ? `iif(${column} GLOB '*[^ -~]*', ${SORT_TEXT}(${column}), ${column})`
    : column;
};

const idsColumn = (field: StoredField): string | null => {
  if (field.storage === 'named') return `r.${quoted(`${field.key}$id`)}`;
  return field.storage === 'people' ? `r.${quoted(`${field.key}$ids`)}` : null;
};

/** NULL if the service sent no update time. A pending record has no document, and its update time is known. */
const sentUpdateTime = (resource: ResourceName, column: string): string =>
  `iif(${column} = r.create_time AND EXISTS (SELECT 1 FROM ${docTable(resource)} d
    WHERE d.row_id = r.row_id AND ${NO_UPDATE_SENT}), NULL, ${column})`;

/** The codes of a field that the contract defines. Undefined for other fields, such as those with a lookup. */
const codesOf = ({ options = '' }: StoredField): readonly number[] | undefined =>
  (ENUMERATIONS as Record<string, readonly number[]>)[options];

/** The lookup that names the codes or ids of a field; undefined without one. */
const lookupOf = (field: StoredField): string | undefined =>
  codesOf(field) === undefined ? field.options : undefined;

/** A code 0 without a name means that nothing was chosen, and the screens show no value. */
const chosenCode = (field: StoredField, column: string): string => {
  const lookup = lookupOf(field);
  if (lookup !== undefined) return `iif(${column} = 0 AND ${nameIn(lookup, "'0'")} IS NULL, NULL, ${column})`;
  return codesOf(field)?.includes(0) === false ? `nullif(${column}, 0)` : column;
};

const presenceOf = (
  resource: ResourceName,
  field: StoredField,
  column: string,
  ids: string | null,
): string => {
  const isLastChange = field.key === 'update_time' && !field.fromDetail && field.storage === 'date';
  const hasCreation = CATALOGUE[resource].fields.some(({ key }) => key === 'create_time');
  if (isLastChange && hasCreation) return sentUpdateTime(resource, column);
  if (field.storage === 'enum') return chosenCode(field, column);
  return ids === null ? column : `coalesce(${column}, ${ids})`;
};

const storedFieldSql = (resource: ResourceName, field: StoredField): FieldSql => {
  const column = `r.${quoted(field.key)}`;
  const ids = idsColumn(field);
  const index = CATALOGUE[resource].sorted.includes(field.key) ? sortedIndex(resource, field.key) : null;
  const value = index === null && ids !== null ? namedValue(field, column, ids) : column;
  const isUserId = field.kind === 'id' && USER_ID_FIELDS.has(field.key);
  const shown = field.storage === 'id' ? idText(column, isUserId) : value;
  return {
    key: field.key,
    kind: field.kind,
    storage: field.storage,
    ids,
    names: field.storage === 'people' ? column : null,
    index,
    sortable: field.sortable,
    value,
    order:
      index === null
        ? orderOf(field, column, field.storage === 'id' && !isUserId ? column : shown)
        : `r.${quoted(sortColumn(field))}`,
    findsByIndex: index !== null && !field.hasSortText,
    shown,
    readsNames: isUserId || lookupOf(field) !== undefined || (value !== column && field.kind === 'users'),
    presence: presenceOf(resource, field, column, ids),
    isRecordId: field.key === RESOURCE_INFO[resource].idField,
    isLinked: CATALOGUE[resource].linked.some(
      (column) => column === field.key || column === `${field.key}$id`,
    ),
    filterIndex: CATALOGUE[resource].filtered.includes(field.key) ? filteredIndex(resource, field.key) : null,
  };
};

/** A bare id as text; for a user the name, or the id if the user is unknown. */
const idText = (column: string, isUserId: boolean): string => {
  const text = `CAST(${column} AS TEXT)`;
  return isUserId ? `coalesce(${userName(text)}, ${text})` : text;
};

/**
 * The name of a user as `CacheStore.lookup` makes it. Former colleagues keep their names, as on the screen: those of
 * their lists, or the last one that was known.
 */
const userName = (id: string): string => {
  const named = (condition: string): string =>
    `(SELECT coalesce(u.nickname, u.full_name, u.email) FROM ${rowTable('user')} u WHERE u.id = ${id}${condition})`;
  const former = FORMER_USERS.map((list) => nameIn(list, id));
  return `coalesce(${[named(` AND u.state = ${STATE.live}`), ...former, named('')].join(', ')})`;
};

/**
 * The name of an id in a lookup. The inner query does not depend on the row, so SQLite runs it once per
 * statement. Other texts than digits would be JSON paths.
 */
const nameIn = (lookup: string, id: string): string =>
  `iif(${id} GLOB '*[^0-9]*', NULL, (SELECT json_group_object(value ->> 'id', value ->> 'name')
    FROM lookup, json_each(items) WHERE lookup.name = '${lookup}') ->> ${id})`;

/**
 * Some endpoints send bare ids. A person's name then comes from the user list. A status has the name that its lookup
 * gives it now, as on the screen: the record may have an earlier one. A status without a name is shown by its id.
 */
const namedValue = (field: StoredField, column: string, ids: string): string => {
  if (field.kind === 'status') {
    const lookup = lookupOf(field);
    const names = lookup === undefined ? [] : [nameIn(lookup, ids)];
    return `coalesce(${[...names, column, ids].join(', ')})`;
  }
  if (field.kind !== 'users') return column;
  return `coalesce(${column}, ${userName(`substr(${ids}, 2, instr(substr(${ids}, 2), ',') - 1)`)})`;
};
