/**
 * Converts stored JSON to display values: ids as text, decimals as text with the digits from the service,
 * everything else unchanged, including unknown keys. If a field is in both, the list item overrides the
 * details, because lists are sorted and filtered by it. There are two exceptions. The details override lines,
 * because only details name the products. In a whole record, details with a later update time override every
 * field that has the same form in both, so that a record that a person opens is shown as the service has it.
 */
import { isCustomKey, type FieldKind } from '#shared/domain/fields';
import { isObject } from '#shared/domain/is-object';
import { byResource, type ResourceName } from '#shared/domain/resources';
import { COLLECTION_SOURCES } from '#shared/http-api/collection';
import { isEscaped } from '#shared/http-api/json-characters';
import { followsKey } from '#shared/http-api/lossless-json';
import { AppError } from '../../app-error';
import { CATALOGUE } from '../schema/catalogue';
import { CUSTOM_FIELDS_KEY } from '../schema/custom-fields';
import { asDocument, parseStored } from '../schema/stored-document';
import { inContractForm } from '../write/contract-form';

type Value = Record<string, unknown>;

/**
 * Numbers that `JSON.parse` and `String` may not reproduce digit for digit: 16 digits and more, trailing
 * zeros, tiny fractions, exponents.
 */
const INEXACT = /[:,[]\s*(-?(?:\d+\.\d*0|0\.0{6}\d+|[\d.]{16,}|[\d.]+[eE][-+]?\d+))(?=[\s,\]}])/g;

/**
 * Parses JSON. Numbers that a float would change become strings, so that they keep their digits. Throws
 * AppError `database-corrupt`.
 */
export const parseExact = (raw: string): Value => asDocument(exact(raw));

const exact = (raw: string): unknown => parseStored(quoteInexact(raw));

/**
 * Quotes the numbers that a float would change. There are few, so the cost is one search. A number after a
 * key is outside a string; for others the quotes before it are counted.
 */
const quoteInexact = (raw: string): string => {
  INEXACT.lastIndex = 0;
  let match = INEXACT.exec(raw);
  if (match === null) return raw;
  let [result, copied, quote, inString] = ['', 0, raw.indexOf('"'), false];
  for (; match !== null; match = INEXACT.exec(raw)) {
    const token = match[1] ?? '';
    const at = match.index + match[0].length - token.length;
    if (!followsKey(raw, at)) {
      for (; quote !== -1 && quote < at; quote = raw.indexOf('"', quote + 1))
        if (!inString || !isEscaped(raw, quote)) inString = !inString;
      if (inString) continue;
    }
    if (String(Number(token)) === token) continue;
    result += `${raw.slice(copied, at)}"${token}"`;
    copied = at + token.length;
  }
  return result + raw.slice(copied);
};

const AS_TEXT: ReadonlySet<FieldKind> = new Set<FieldKind>(['id', 'number', 'money', 'rate']);
const NESTED: ReadonlySet<FieldKind> = new Set<FieldKind>([
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
  'idList',
  'list',
  'json',
]);

/**
 * Conversions change the parsed value in place, because a copy of each nested object costs more than the rest
 * of the conversion. The value belongs to this call alone.
 */
type Convert = (value: unknown) => unknown;
/** Some services send flags as true and false. */
const flagNumber: Convert = (value) => (typeof value === 'boolean' ? Number(value) : value);
const numberText: Convert = (value) => (typeof value === 'number' ? String(value) : value);

const ID_KEY = /(?:^|_)ids?$/;
const ID_KEYS = new Map<string, boolean>();
const MOST_KEYS = 1000;
/**
 * Keeps the result for each key. Nested objects have few different keys, and the expression costs more than
 * the look-up.
 */
const isIdKey = (key: string): boolean => {
  let isId = ID_KEYS.get(key);
  if (isId === undefined) {
    isId = ID_KEY.test(key);
    if (ID_KEYS.size < MOST_KEYS) ID_KEYS.set(key, isId);
  }
  return isId;
};

/** Converts ids inside nested objects to text. Other numbers there are flags and do not change. */
const nestedIds: Convert = (value) => {
  if (Array.isArray(value)) return inEach(value, nestedIds);
  if (!isObject(value)) return numberText(value);
  for (const key in value) {
    const member = value[key];
    if (typeof member === 'number') {
      if (isIdKey(key)) value[key] = String(member);
    } else if (typeof member === 'object') nestedIds(member);
  }
  return value;
};
/** Converts all numbers of lines to text, because they are ids, counts and prices. */
const allText: Convert = (value) => {
  if (Array.isArray(value)) return inEach(value, allText);
  if (!isObject(value)) return numberText(value);
  for (const key in value) {
    const member = value[key];
    if (typeof member === 'number') value[key] = String(member);
    else if (typeof member === 'object') allText(member);
  }
  return value;
};
const inEach = (list: unknown[], convert: Convert): unknown[] => {
  for (let i = 0; i < list.length; i += 1) list[i] = convert(list[i]);
  return list;
};

const convertOf = (kind: FieldKind): Convert | null => {
  if (AS_TEXT.has(kind)) return numberText;
  if (kind === 'lines') return allText;
  if (kind === 'flag') return flagNumber;
  return NESTED.has(kind) ? nestedIds : null;
};

const CONVERTERS = byResource(
  (resource) => new Map(CATALOGUE[resource].fields.map((field) => [field.key, convertOf(field.kind)])),
);

/**
 * Fields whose value of the details counts: lines, and the properties of a product, which are empty in lists
 * (`productInfoSchema`).
 */
export const OF_DETAILS = byResource((resource) => [
  ...CATALOGUE[resource].fields.filter((field) => field.kind === 'lines').map((field) => field.key),
  ...(resource === 'product' ? ['info_json'] : []),
]);

/** Fields with another meaning in the list than in the details (`productInfoSchema`). That of the list is not shown. */
const NOT_OF_LIST: Partial<Record<ResourceName, readonly string[]>> = { product: ['disable_flag'] };

const listItemOf = (resource: ResourceName, raw: string): Value => {
  const list = parseExact(raw);
  for (const key of NOT_OF_LIST[resource] ?? []) delete list[key];
  return list;
};

/** The fields of the list item. */
const OF_LIST = byResource((resource): ReadonlySet<string> => {
  const ofDetails = new Set(OF_DETAILS[resource]);
  const fields = CATALOGUE[resource].fields.filter(
    ({ key, fromDetail }) => !fromDetail && !ofDetails.has(key),
  );
  return new Set(fields.map(({ key }) => key));
});

const DOCUMENTS: ReadonlySet<ResourceName> = new Set([
  'order',
  'quotation',
  'purchaseOrder',
  'outboundInvoice',
  'receipt',
]);

/** Some services write `\u003c` for `<`. */
const mayHaveMarkup = (json: string): boolean => json.includes('<') || json.includes('\\u003');

/**
 * Returns true if `inContractForm` may change the record. A document needs it only for markup and for the
 * units of its lines.
 */
const mayStray = (resource: ResourceName, record: Value, raw: string, detail: string | null): boolean =>
  !DOCUMENTS.has(resource) ||
  mayHaveMarkup(raw) ||
  (detail !== null && mayHaveMarkup(detail)) ||
  (Array.isArray(record.product_list) &&
    record.product_list.some((line: unknown) => isObject(line) && line.unit !== undefined));

const inForm = (resource: ResourceName, record: Value, raw: string, detailRaw: string | null): Value =>
  mayStray(resource, record, raw, detailRaw) ? inContractForm(resource, record) : record;

/**
 * The values of a row of a list. Lists are sorted and filtered by the list item, so a field that it has is taken from
 * it. The details may be older, and may have the field under another name.
 */
export const listValues = (
  resource: ResourceName,
  raw: string,
  detailRaw: string | null,
  columns: readonly string[],
): Value => {
  const list = listItemOf(resource, raw);
  const listed = inForm(resource, list, raw, null);
  if (detailRaw === null) return picked(resource, listed, columns);
  const both = inForm(resource, merged(resource, list, parseExact(detailRaw), true), raw, detailRaw);
  const values: Value = {};
  for (const key of columns) {
    const own = OF_LIST[resource].has(key) ? listed[key] : undefined;
    // A null of the list item counts: the field is empty now.
    values[key] = own === undefined ? both[key] : own;
  }
  return picked(resource, values, columns);
};

/**
 * Display values of a record. With `columns` only these: newer details do not override the list item then, but they
 * have the fields that it lacks.
 */
export const displayValues = (
  resource: ResourceName,
  raw: string,
  detailRaw: string | null,
  columns?: readonly string[],
): Value => {
  const list = listItemOf(resource, raw);
  const both =
    detailRaw === null ? list : merged(resource, list, parseExact(detailRaw), columns !== undefined);
  const source = inForm(resource, both, raw, detailRaw);
  if (columns !== undefined) return picked(resource, source, columns);
  const converters = CONVERTERS[resource];
  for (const key in source) {
    const value = source[key];
    if (typeof value === 'string') continue;
    const convert = converters.get(key);
    if (convert !== null) source[key] = (convert ?? numberText)(value);
  }
  return source;
};

/** Custom fields and unknown keys have no converter; their numbers become text. */
const picked = (resource: ResourceName, source: Value, keys: readonly string[]): Value => {
  const converters = CONVERTERS[resource];
  const values: Value = {};
  for (const key of keys) {
    const value = source[key];
    if (value === undefined) continue;
    const convert = converters.get(key);
    values[key] = convert === null ? value : (convert ?? numberText)(value);
  }
  return values;
};

/** Makes the display values of some columns from the document's values under `keys`. */
export interface Picking {
  readonly keys: readonly string[];
  /** `text` is a JSON list of the values under `keys`, null for those that the document does not have. */
  values(text: string): Value;
}

/**
 * Prepares reading some columns only, so that a window does not parse whole documents. Null values are left
 * out.
 */
export const pickingOf = (resource: ResourceName, columns: readonly string[]): Picking => {
  const keys = keysBehind(resource, columns);
  const wanted = keys.map((key) => ({ key, converter: CONVERTERS[resource].get(key) }));
  const sourceOf = (members: readonly unknown[], convert: boolean): Value => {
    const values: Value = {};
    wanted.forEach(({ key, converter }, i) => {
      const member = members[i];
      if (member === null) return;
      values[key] =
        !convert || converter === null || typeof member === 'string'
          ? member
          : (converter ?? numberText)(member);
    });
    return values;
  };
  const mayDiffer = !DOCUMENTS.has(resource) || keys.includes('product_list') || keys.length > columns.length;
  return {
    keys,
    values: (text) => {
      const members = exact(text);
      if (!Array.isArray(members)) throw new AppError('internal', 'the values of a record are not a list');
      if (!mayDiffer && !mayHaveMarkup(text)) return sourceOf(members, true);
      return picked(resource, inContractForm(resource, sourceOf(members, false)), columns);
    },
  };
};

/** `withPrice` makes them. */
const PRICE_KEYS: ReadonlySet<string> = new Set(['currency', 'price_min', 'price_max', 'price_unit']);

const keysBehind = (resource: ResourceName, columns: readonly string[]): string[] => {
  const keys = new Set(columns);
  // Either of the two fields may contain both parts of a phone.
  if ((resource === 'company' || resource === 'lead') && (keys.has('tel') || keys.has('tel_area_code')))
    keys.add('tel').add('tel_area_code');
  if (resource === 'product' && columns.some((key) => PRICE_KEYS.has(key)))
    keys.add('fob').add('price_currency');
  if (resource === 'collection')
    for (const key of columns) if (COLLECTION_SOURCES[key] !== undefined) keys.add(COLLECTION_SOURCES[key]);
  const holder = CUSTOM_FIELDS_KEY[resource];
  if (holder !== undefined && columns.some(isCustomKey)) keys.add(holder);
  return [...keys];
};

const merged = (resource: ResourceName, list: Value, detail: Value, isOfList: boolean): Value => {
  const both = { ...detail, ...list };
  const [listed, read] = [list.update_time, detail.update_time];
  const areTimed = typeof listed === 'string' && typeof read === 'string';
  if (areTimed && read > listed && !isOfList)
    for (const key in detail) if (isSameForm(list[key], detail[key])) both[key] = detail[key];
  if (!areTimed || read >= listed)
    for (const key of OF_DETAILS[resource]) if (detail[key] !== undefined) both[key] = detail[key];
  // The contract declares the remark of a listed order as a number; the details have its text.
  if (resource === 'order' && !isOfList && typeof list.remark === 'number' && detail.remark !== undefined)
    both.remark = detail.remark;
  return both;
};

/**
 * An endpoint may have its own form for a field, for example a number for the currency of an invoice. Either
 * value may be empty.
 */
const isSameForm = (listed: unknown, read: unknown): boolean =>
  listed === null ||
  read === null ||
  (typeof listed === typeof read && Array.isArray(listed) === Array.isArray(read));
