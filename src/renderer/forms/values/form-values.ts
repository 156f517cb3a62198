/**
 * The values of a form, as typed (texts, lists of ids), so that nothing is lost while it is not valid. A
 * draft stores the same values.
 */
import { isObject } from '#shared/domain/is-object';
import type { Command, CustomFields, IntentKind, Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { FieldTable, PushField, WireType } from '#shared/domain/push-fields/push-field';
import { withoutTail } from '#shared/domain/money';
import { plainText } from '#shared/domain/plain-text';
import { toPlainDecimal, trimmed } from '#shared/domain/push-value';
import { isNoDate } from '#shared/domain/time';

export type TypedValue = string | string[] | string[][];
/** Stands for a quantity that is not known on this computer. */
export const UNKNOWN_COUNT = '?';

/** Further facts about a line that are shown but not sent: names and quantities. */
export interface LineFacts {
  product?: string;
  number?: string;
  unit?: string;
  name?: string;
  cnName?: string;
  model?: string;
  orderNo?: string;
  ordered?: string;
  /** In other invoices; UNKNOWN_COUNT if some of them cannot be read. */
  invoiced?: string;
  /** The customer of its order. */
  companyId?: string;
  /** The unit price that was filled in, and its currency. */
  price?: string;
  currency?: string;
}
export interface FormChild {
  ref: string;
  fields: Record<string, TypedValue>;
  custom?: Record<string, string>;
  remove?: true;
  facts?: LineFacts;
}
/** `names`: the names of picked records by `resource~id`, so that they are also shown offline. */
export interface FormValues {
  fields: Record<string, TypedValue>;
  children: FormChild[];
  names: Record<string, string>;
  /** Custom fields, by key. */
  custom?: Record<string, string>;
}

export const NO_VALUES: FormValues = { fields: {}, children: [], names: {} };

export const textValue = (value: TypedValue | undefined): string => (typeof value === 'string' ? value : '');
/** Real amounts have up to six decimals. A service that sends more fills its column with zeros: `977.0000000000`. */
const FILLED_UP = /\.(?=\d{7})(\d*?)0+$/;
const withoutZeros = (decimal: string): string =>
  decimal.replace(FILLED_UP, (_, fraction: string) => (fraction === '' ? '' : `.${fraction}`));

/**
 * Returns a number of a record as text for a field of a form, without a floating-point error of the
 * service and the zeros that fill its column; `''` if it is not a number.
 */
export const knownDecimal = (value: unknown): string => {
  const isNumber = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
  return isNumber ? withoutZeros(withoutTail(toPlainDecimal(String(value)) ?? '')) : '';
};
export const listValue = (value: TypedValue | undefined): string[] =>
  Array.isArray(value) ? value.flat() : [];
export const pathsValue = (value: TypedValue | undefined): string[][] =>
  Array.isArray(value) ? value.filter((item): item is string[] => Array.isArray(item)) : [];
export const isBlank = (value: TypedValue | undefined): boolean =>
  value === undefined || (typeof value === 'string' ? trimmed(value) === '' : value.length === 0);

/** The order of ids in a list has no meaning, so they are sorted. */
const comparable = (value: TypedValue | undefined): string => {
  if (value === undefined || isBlank(value)) return '';
  if (typeof value === 'string') return trimmed(value);
  return JSON.stringify(value.map((item) => (Array.isArray(item) ? item.join('/') : item)).sort());
};
export const differs = (a: TypedValue | undefined, b: TypedValue | undefined): boolean =>
  comparable(a) !== comparable(b);

const idText = (value: unknown): string =>
  value === null || value === undefined || typeof value === 'object' ? '' : String(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * Converts a value of the service or a command to typed text. For ids `0` means "none", except for a pool,
 * where it is a choice.
 */
export const typedOf = (type: WireType, key: string, value: unknown): TypedValue => {
  switch (type) {
    case 'text':
      // HTML is edited as plain text; if it is unchanged, it is not sent.
      return typeof value === 'string' ? plainText(value) : idText(value);
    case 'int':
    case 'code':
      return idText(value);
    case 'id':
      return key !== 'pool_id' && idText(value) === '0' ? '' : idText(value);
    case 'decimal':
      return knownDecimal(value) || idText(value);
    case 'date':
      return isNoDate(value) ? '' : String(value).slice(0, 10);
    case 'dateTime':
      return isNoDate(value) ? '' : String(value);
    case 'ids':
    case 'textIds':
      return listOf(value)
        .map(idText)
        .filter((id) => id !== '' && id !== '0');
    case 'idPaths':
      // The live service declares a list of ids in place of paths.
      return listOf(value)
        .map((path) => (Array.isArray(path) ? path : [path]).map(idText))
        .filter((path) => path.length > 0 && !path.includes('') && path.at(-1) !== '0');
    case 'json':
      return Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : '';
  }
};

/** Returns true for the 0 of a code whose choices begin with 1: nothing was chosen. */
const isUnchosen = ({ type, range }: PushField, value: unknown): boolean =>
  (type === 'int' || type === 'code') && range !== undefined && range[0] > 0 && idText(value) === '0';

/** Converts several choices to the text that a form stores. */
const customTexts = (custom: CustomFields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(custom).map(([key, value]) => [key, typeof value === 'string' ? value : value.join('\n')]),
  );

/** Converts a snapshot or a command to form values. */
export const valuesOf = (
  kind: IntentKind,
  {
    fields,
    children,
    custom,
  }: Pick<Snapshot, 'fields'> & {
    custom?: CustomFields | undefined;
    children: readonly {
      ref: string;
      fields: Record<string, unknown>;
      custom?: CustomFields | undefined;
      remove?: true | undefined;
    }[];
  },
): FormValues => {
  const tables = KIND_TABLES[kind];
  const read = (from: Record<string, unknown>, table: FieldTable): Record<string, TypedValue> =>
    Object.fromEntries(
      Object.entries(from).flatMap(([key, value]) => {
        const field = table[key];
        if (field === undefined || value === undefined || value === null) return [];
        return [[key, isUnchosen(field, value) ? '' : typedOf(field.type, key, value)]];
      }),
    );
  return {
    fields: read(fields, tables.fields),
    names: {},
    ...(custom ? { custom: customTexts(custom) } : {}),
    children: children.map((item) => ({
      ref: item.ref,
      fields: read(item.fields, tables.children),
      ...(item.custom ? { custom: customTexts(item.custom) } : {}),
      ...(item.remove ? { remove: true as const } : {}),
    })),
  };
};

/** What `valuesOf` reads as the service writes it: HTML as text, an epoch date as none. */
const REREAD: ReadonlySet<WireType> = new Set(['text', 'date', 'dateTime']);

/** The values of an item with its texts and dates as the user typed them: his `<a>` is no markup. */
export const withOwnTexts = (
  kind: IntentKind,
  values: FormValues,
  { fields, children }: Pick<Command, 'fields' | 'children'>,
): FormValues => {
  const tables = KIND_TABLES[kind];
  const asTyped = (shown: FormChild['fields'], own: Command['fields'], table: FieldTable) => ({
    ...shown,
    ...Object.fromEntries(
      Object.entries(own).flatMap(([key, value]): [string, string][] => {
        const type = table[key]?.type;
        const isOwn = type !== undefined && REREAD.has(type) && typedOf(type, key, value) === shown[key];
        return isOwn && typeof value === 'string' ? [[key, value]] : [];
      }),
    ),
  });
  return {
    ...values,
    fields: asTyped(values.fields, fields, tables.fields),
    children: values.children.map((child) => {
      const own = children.find(({ ref }) => ref === child.ref);
      return own ? { ...child, fields: asTyped(child.fields, own.fields, tables.children) } : child;
    }),
  };
};

const isTyped = (value: unknown): value is TypedValue =>
  typeof value === 'string' ||
  (Array.isArray(value) &&
    value.every(
      (item) =>
        typeof item === 'string' || (Array.isArray(item) && item.every((part) => typeof part === 'string')),
    ));
const typedEntries = (value: unknown): Record<string, TypedValue> =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, TypedValue] => isTyped(entry[1])),
      )
    : {};
const textEntries = (value: unknown): Record<string, string> =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};

/**
 * Reads form values from a draft on disk. Parts in the format of another version are left out; it never
 * throws.
 */
export const readValues = (stored: unknown): FormValues => {
  if (!isObject(stored)) return NO_VALUES;
  const children = (Array.isArray(stored.children) ? stored.children : [])
    .filter(isObject)
    .filter((item) => typeof item.ref === 'string')
    .map((item): FormChild => ({
      ref: String(item.ref),
      fields: typedEntries(item.fields),
      ...(isObject(item.custom) ? { custom: textEntries(item.custom) } : {}),
      ...(item.remove === true ? { remove: true as const } : {}),
      ...(isObject(item.facts) ? { facts: textEntries(item.facts) } : {}),
    }));
  return {
    fields: typedEntries(stored.fields),
    children,
    names: textEntries(stored.names),
    ...(isObject(stored.custom) ? { custom: textEntries(stored.custom) } : {}),
  };
};
