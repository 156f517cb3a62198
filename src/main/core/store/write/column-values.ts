/**
 * Converts a wire value to the values of its columns. A value that does not follow the contract becomes NULL
 * or its text, never an error. NULL stands for every form of "none" (absent, '', id 0, epoch dates), so that
 * sorting and `empty` filters need one rule.
 */
import type { FieldKind } from '#shared/domain/fields';
import { isNoId, toId } from '#shared/domain/ids';
import { isObject } from '#shared/domain/is-object';
import { LARGEST_NUMBER, toDecimal, withoutTail } from '#shared/domain/money';
import { listIn, NAME_KEYS } from '#shared/domain/nested-values';
import { isNoDate, isNoDateText } from '#shared/domain/time';
import type { SqlValue } from '../../ports/ports';
import { type Storage, type StoredField, quoted, sortColumn } from '../schema/catalogue';
import { phoneText } from '#shared/domain/contact-forms';
import { sortText } from '../words/sort-text';
import { readable } from './contract-form';

/**
 * Increase this number when the same JSON gets other column values, or other custom fields are noted. It is
 * part of the fingerprint of the tables (`schema.ts`), so existing caches are rebuilt.
 */
export const COLUMNS_VERSION = 14;

/** Codes of these enumerations begin with 1: a 0 means that nothing was chosen (contract E2, E3). */
const NONE_AT_ZERO: ReadonlySet<string> = new Set(['pool', 'group', 'scale', 'bizType', 'star']);

const COLUMN_TYPE: Readonly<Record<Storage, string>> = {
  id: 'INTEGER',
  real: 'REAL',
  enum: 'ANY',
  date: 'TEXT',
  text: 'TEXT COLLATE NOCASE',
  named: 'TEXT COLLATE NOCASE',
  people: 'TEXT COLLATE NOCASE',
  count: 'INTEGER',
};

/** The columns of a field, in the order in which `extractorOf` fills them. */
export const columnsOf = (field: StoredField): string[] => [
  `${quoted(field.key)} ${COLUMN_TYPE[field.storage]}`,
  ...idsColumns(field).map((name) => `${quoted(name)} TEXT`),
  ...(field.hasSortText ? [`${quoted(sortColumn(field))} ${COLUMN_TYPE.text}`] : []),
];

export const columnNamesOf = (field: StoredField): string[] => [
  field.key,
  ...idsColumns(field),
  ...(field.hasSortText ? [sortColumn(field)] : []),
];

const idsColumns = ({ key, storage }: StoredField): string[] => {
  if (storage === 'named') return [`${key}$id`];
  return storage === 'people' ? [`${key}$ids`] : [];
};

type Extractor = (value: unknown, into: SqlValue[]) => void;

/** Pushes a field's column values, one per column of `columnsOf`. */
export const extractorOf = (field: StoredField): Extractor => {
  const extract = valuesOf(field);
  if (!field.hasSortText) return extract;
  return (value, into) => {
    const first = into.length;
    extract(value, into);
    const name = into[first];
    into.push(typeof name === 'string' ? sortText(name) : null);
  };
};

const valuesOf = (field: StoredField): Extractor => {
  switch (field.storage) {
    case 'id':
      return (value, into) => {
        into.push(idInteger(value));
      };
    case 'real':
      return (value, into) => {
        into.push(realOf(value));
      };
    case 'enum':
      return (value, into) => {
        const code = codeOf(value);
        into.push(code === 0 && NONE_AT_ZERO.has(field.options ?? '') ? null : code);
      };
    case 'date':
      return (value, into) => {
        into.push(isNoDate(value) ? null : textOf(value));
      };
    case 'text':
      return (value, into) => {
        into.push(shownTextOf(field.kind, value));
      };
    case 'named':
      return (value, into) => {
        const ref = refOf(value);
        into.push(ref.name, ref.id);
      };
    case 'people':
      return (value, into) => pushPeople(refsOf(value), into);
    case 'count':
      return (value, into) => {
        into.push(sizeOf(value) || null);
      };
  }
};

/**
 * Text as a screen shows it: without markup, and with the parts of a phone joined; null for a text that is an
 * empty date.
 */
const shownTextOf = (kind: FieldKind, value: unknown): string | null => {
  if (kind === 'phone') return phoneText(value) || null;
  return kind === 'text' && isNoDateText(value) ? null : textOf(readable(value));
};

export interface Ref {
  id: string | null;
  name: string | null;
}
const NO_REF: Ref = { id: null, name: null };

const ID_KEYS = [
  'id',
  'company_id',
  'user_id',
  'lead_id',
  'opportunity_id',
  'supplier_id',
  'customer_id',
  'warehouse_id',
  'department_id',
  'status_id',
  'link_status',
];
/** The id and name of a nested object, of the first item of a list, or of a bare id. */
export const refOf = (value: unknown): Ref => {
  if (value === null || value === undefined || value === '') return NO_REF;
  if (Array.isArray(value)) return value.length === 0 ? NO_REF : refOf(value[0]);
  if (!isObject(value)) return isNoId(value) ? NO_REF : { id: textOf(value), name: null };
  const name = nameIn(value);
  for (const key of ID_KEYS) {
    const found = value[key];
    if (found === undefined || found === null || found === '') continue;
    const id = textOf(found);
    return {
      id: id === '0' && name === null && key !== 'link_status' && key !== 'department_id' ? null : id,
      name,
    };
  }
  return name === null ? NO_REF : { id: null, name };
};

/**
 * The name that lists show, so that menus, sorting and the search use it too. A plain loop, because it runs for a third
 * of the fields of every record. Some services send a name of digits as a JSON number.
 */
const nameIn = (object: Record<string, unknown>): string | null => {
  for (const key of NAME_KEYS) {
    const found = object[key];
    if (typeof found === 'string' && found !== '') return found;
    if (typeof found === 'number' && found !== 0) return String(found);
  }
  return null;
};

/** Every id and name of a list of objects or ids; a bare object or id counts as a list of one. */
export const refsOf = (value: unknown): Ref[] => {
  const list = listIn(value);
  if (list === null) {
    const ref = refOf(value);
    return ref.id === null && ref.name === null ? [] : [ref];
  }
  return list.map((item) => refOf(item)).filter((ref) => ref.id !== null || ref.name !== null);
};

export const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
    ? String(value)
    : null;
};

const INT64_MAX = 9223372036854775807n;

/** An id as a 64-bit integer; null without an id, and for an id beyond 64 bits. */
export const idInteger = (value: unknown): number | bigint | null => {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value !== 0 ? value : null;
  const id = toId(value);
  if (id === undefined || isNoId(id)) return null;
  if (id.length < 16) return Number(id);
  const exact = BigInt(id);
  return exact > INT64_MAX || exact < -INT64_MAX ? null : exact;
};

/** A number as the screen shows it: 510.04499999999996 is 510.045. */
const realOf = (value: unknown): number | null => {
  // Some services send flags as true and false.
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') {
    if (Math.abs(value) > LARGEST_NUMBER) return null;
    return isShort(value) ? value : Number(withoutTail(String(value)));
  }
  const decimal = toDecimal(value);
  return decimal === undefined ? null : Number(withoutTail(decimal));
};

/** Returns true for most amounts: they need no conversion to text, which costs more than all else here. */
const isShort = (value: number): boolean => Math.round(value * 10_000) / 10_000 === value;

/** Without leading zeros: "007" is not the code 7. */
const INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;

/** A code as a number if it is an integer, so that 2 and "2" are the same value; otherwise its text. */
export const codeOf = (value: unknown): number | string | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value === '') return null;
  if (typeof value === 'string') return INTEGER.test(value) ? Number(value) : value;
  return value !== null && typeof value === 'object' ? codeOf(refOf(value).id) : null;
};

/** Adds the names for display, `Ann, Ben`, and the ids for filters, `,12,34,`; null if there are none. */
const pushPeople = (people: readonly Ref[], into: SqlValue[]): void => {
  let [names, ids] = ['', ''];
  for (const { id, name } of people) {
    if (name !== null) names = names === '' ? name : `${names}, ${name}`;
    if (id !== null) ids = ids === '' ? `,${id},` : `${ids}${id},`;
  }
  into.push(names === '' ? null : names, ids === '' ? null : ids);
};

const sizeOf = (value: unknown): number => {
  if (Array.isArray(value)) return value.length;
  if (value !== null && typeof value === 'object') return Object.keys(value).length;
  return value === null || value === undefined || value === '' ? 0 : 1;
};
