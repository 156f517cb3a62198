/**
 * The kinds of fields, so that store, list and form treat a field in the same way. Kinds are attached to wire
 * schemas (`http-api/scalars.ts`); `fieldsOf` reads them.
 */
export const FIELD_KINDS = [
  'id',
  'int',
  'flag',
  'enum',
  'text',
  'longText',
  'phone',
  'number',
  'money',
  'rate',
  'dateTime',
  'date',
  'user',
  'users',
  'company',
  'lead',
  'opportunity',
  'supplier',
  'warehouse',
  'status',
  'contacts',
  'departments',
  'lines',
  'idList',
  'list',
  'json',
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

export interface FieldDef {
  /** The wire key, exactly as in the contract; custom fields keep their id as key. */
  key: string;
  kind: FieldKind;
  /** For `enum`: the lookup or built-in enumeration that names its values. */
  options?: string;
}

/** True for the key of a custom field, which is the field's id (contract E4, E10). */
export const isCustomKey = (key: string): boolean => /^\d+$/.test(key);

/** The value that stands for "none" in an `in` filter and in a filter menu: the record has no value. */
export const NO_VALUE = '';

/**
 * The field of a filter for the owners of a record, in whichever field they are. For example, an order without a
 * handler belongs to those who share in its sale. It is not a column.
 */
export const OWNERS = 'owners';

/** A filter menu holds at most this many values of a field, besides the chosen ones. */
export const MOST_FACETS = 200;
