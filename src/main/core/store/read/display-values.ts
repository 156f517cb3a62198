/**
 * Converts stored JSON to display values: ids as text, decimals as text with the digits from the service,
 * everything else unchanged, including unknown keys. For fields in both, the list copy overrides the details,
 * because lists are sorted and filtered by it. Lines are the exception, because only details name their
 * products.
 */
import type { FieldKind } from '#shared/domain/fields';
import type { ResourceName } from '#shared/domain/resources';
import { AppError } from '../../app-error';
import { CATALOGUE } from '../schema/catalogue';
import { inContractForm } from '../write/contract-form';

type Value = Record<string, unknown>;

/**
 * Numbers that `JSON.parse` and `String` may not give back digit for digit: 16 digits and more, trailing
 * zeros, tiny fractions, exponents.
 */
const INEXACT = /[:,[]\s*(-?(?:\d+\.\d*0|0\.0{6}\d+|[\d.]{16,}|[\d.]+[eE][-+]?\d+))(?=[\s,\]}])/g;

/**
 * Parses keeping the digits of every number that a float would change; those become strings. Throws AppError
 * `database-corrupt`.
 */
export const parseExact = (raw: string): Value => parsed(raw) as Value;

const parsed = (raw: string): unknown => {
  try {
    return JSON.parse(quoteInexact(raw));
  } catch (cause) {
    // It was valid JSON when it was written, so the file was altered.
    throw new AppError('database-corrupt', 'a record of the local copy cannot be read', { cause });
  }
};

/**
 * Candidates are few, so the cost is one search for them; whether one lies inside a string is told by the
 * quotes before it.
 */
const quoteInexact = (raw: string): string => {
  INEXACT.lastIndex = 0;
  let match = INEXACT.exec(raw);
  if (match === null) return raw;
  let [result, copied, quote, inString] = ['', 0, raw.indexOf('"'), false];
  for (; match !== null; match = INEXACT.exec(raw)) {
    const token = match[1] as string;
    const at = match.index + match[0].length - token.length;
    for (; quote !== -1 && quote < at; quote = raw.indexOf('"', quote + 1))
      if (!inString || !isEscaped(raw, quote)) inString = !inString;
    if (inString || String(Number(token)) === token) continue;
    result += `${raw.slice(copied, at)}"${token}"`;
    copied = at + token.length;
  }
  return result + raw.slice(copied);
};

const isEscaped = (raw: string, quote: number): boolean => {
  let slashes = 0;
  while (raw.charCodeAt(quote - 1 - slashes) === 92) slashes += 1;
  return slashes % 2 === 1;
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

type Convert = (value: unknown) => unknown;
const numberText: Convert = (value) => (typeof value === 'number' ? String(value) : value);

const ID_KEY = /(?:^|_)ids?$/;
/** Ids inside nested objects as text; other numbers there are flags and stay. */
const nestedIds: Convert = (value) => {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(bareOrNested);
  const object = value as Value;
  const texts: Value = {};
  for (const key in object) {
    const member = object[key];
    texts[key] =
      typeof member === 'number' ? (ID_KEY.test(key) ? String(member) : member) : nestedIds(member);
  }
  return texts;
};
/**
 * Lines carry ids, counts and prices: all their numbers are text. A new object: text put into a member that
 * held a number makes V8 rebuild the object's shape, which takes five times as long.
 */
const allText: Convert = (value) => {
  if (value === null || typeof value !== 'object') return numberText(value);
  if (Array.isArray(value)) return value.map(allText);
  const object = value as Value;
  const texts: Value = {};
  for (const key in object) texts[key] = allText(object[key]);
  return texts;
};

const convertOf = (kind: FieldKind): Convert | undefined =>
  AS_TEXT.has(kind)
    ? numberText
    : kind === 'lines'
      ? allText
      : kind === 'users' || NESTED.has(kind)
        ? bareOrNested
        : undefined;
const bareOrNested: Convert = (value) => (typeof value === 'number' ? String(value) : nestedIds(value));

const CONVERTERS = Object.fromEntries(
  Object.values(CATALOGUE).map((entry) => [
    entry.resource,
    new Map(entry.fields.map((field) => [field.key, convertOf(field.kind)])),
  ]),
) as Record<ResourceName, Map<string, Convert | undefined>>;

const LINES = Object.fromEntries(
  Object.values(CATALOGUE).map((entry) => [
    entry.resource,
    entry.fields.filter((field) => field.kind === 'lines').map((field) => field.key),
  ]),
) as Record<ResourceName, string[]>;

const DOCUMENTS: ReadonlySet<ResourceName> = new Set([
  'order',
  'quotation',
  'purchaseOrder',
  'outboundInvoice',
  'receipt',
]);

/** A document strays from the contract's forms only by markup and by what its lines are called. */
const mayStray = (resource: ResourceName, record: Value, raw: string, detail: string | null): boolean =>
  !DOCUMENTS.has(resource) ||
  raw.includes('<') ||
  (detail?.includes('<') ?? false) ||
  (Array.isArray(record.product_list) &&
    record.product_list.some((line: unknown) => (line as Value | null)?.unit !== undefined));

/** Display values of a record; only the wanted keys when `columns` is given. */
export const displayValues = (
  resource: ResourceName,
  raw: string,
  detailRaw: string | null,
  columns?: readonly string[],
): Value => {
  const list = parseExact(raw);
  const both = detailRaw === null ? list : merged(resource, list, parseExact(detailRaw));
  const source = mayStray(resource, both, raw, detailRaw) ? inContractForm(resource, both) : both;
  return converted(resource, source, columns ?? Object.keys(source));
};

const converted = (resource: ResourceName, source: Value, keys: readonly string[]): Value => {
  const converters = CONVERTERS[resource];
  const values: Value = {};
  for (const key of keys) {
    const value = source[key];
    if (value === undefined) continue;
    // Custom fields and unknown keys: a number is shown with its digits.
    values[key] = converters.has(key) ? (converters.get(key)?.(value) ?? value) : numberText(value);
  }
  return values;
};

/** Keys of the document that the display values of `columns` are made of. */
export const keysBehind = (resource: ResourceName, columns: readonly string[]): string[] => {
  const keys = new Set(columns);
  // The two parts of a phone may come in either of them.
  if ((resource === 'company' || resource === 'lead') && (keys.has('tel') || keys.has('tel_area_code')))
    keys.add('tel').add('tel_area_code');
  return [...keys];
};

/**
 * The same from `picked`, a JSON list of the values under `keys`, null for those that the document does not
 * have: they are left out. So a window parses what it shows and not the whole of each document.
 */
export const pickedValues = (
  resource: ResourceName,
  picked: string,
  keys: readonly string[],
  columns: readonly string[],
): Value => {
  const members = parsed(picked) as readonly unknown[];
  const source: Value = {};
  keys.forEach((key, i) => {
    if (members[i] !== null) source[key] = members[i];
  });
  return converted(resource, inContractForm(resource, source), columns);
};

const merged = (resource: ResourceName, list: Value, detail: Value): Value => {
  const both = { ...detail, ...list };
  const isCurrent =
    typeof list.update_time !== 'string' ||
    typeof detail.update_time !== 'string' ||
    detail.update_time >= list.update_time;
  if (isCurrent) for (const key of LINES[resource]) if (detail[key] !== undefined) both[key] = detail[key];
  return both;
};
