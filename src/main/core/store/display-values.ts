/**
 * From stored JSON to what a screen shows: ids as text, decimals as text with the digits the service sent, everything
 * else as it came, unknown keys included. The list copy wins over the details for the fields both have, because lists are
 * sorted and filtered by it; lines are the exception, since only details name theirs.
 */
import type { FieldKind } from '#shared/domain/fields';
import type { ResourceName } from '#shared/domain/resources';
import { parseLossless } from '#shared/http-api/lossless-json';
import { CATALOGUE } from './catalogue';

type Value = Record<string, unknown>;

/** A number that `JSON.parse` and `String` would not give back digit for digit: trailing zeros, exponents, more than 15 digits. */
const INEXACT = /\.\d*0(?=[\s,\]}])|\d[eE][-+\d]|[\d.]{17}/;
const NUMBER_OR_STRING = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/** Parses keeping the digits of every number that a float would change. */
export const parseExact = (raw: string): Value => {
  if (!INEXACT.test(raw)) return parseLossless(raw) as Value;
  return JSON.parse(raw.replace(NUMBER_OR_STRING, (token) => (token.charCodeAt(0) === 34 || String(Number(token)) === token ? token : `"${token}"`))) as Value;
};

const AS_TEXT: ReadonlySet<FieldKind> = new Set<FieldKind>(['id', 'number', 'money', 'rate']);
const NESTED: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'user', 'users', 'company', 'lead', 'opportunity', 'supplier', 'warehouse', 'status', 'contacts', 'departments', 'idList', 'list', 'json',
]);

type Convert = (value: unknown) => unknown;
const numberText: Convert = (value) => (typeof value === 'number' ? String(value) : value);

const ID_KEY = /(?:^|_)ids?$/;
/** Ids inside nested objects as text; their other numbers are flags and stay. */
const nestedIds: Convert = (value) => {
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'number' ? String(item) : nestedIds(item)));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, ID_KEY.test(key) ? numberText(member) : nestedIds(member)]));
};
/** Lines carry ids, counts and prices: all their numbers are text. */
const allText: Convert = (value) => {
  if (Array.isArray(value)) return value.map(allText);
  if (value === null || typeof value !== 'object') return numberText(value);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, allText(member)]));
};

const convertOf = (kind: FieldKind): Convert | undefined =>
  AS_TEXT.has(kind) ? numberText : kind === 'lines' ? allText : kind === 'users' || NESTED.has(kind) ? bareOrNested : undefined;
const bareOrNested: Convert = (value) => (typeof value === 'number' ? String(value) : nestedIds(value));

const CONVERTERS = Object.fromEntries(
  Object.values(CATALOGUE).map((entry) => [entry.resource, new Map(entry.fields.map((field) => [field.key, convertOf(field.kind)]))]),
) as Record<ResourceName, Map<string, Convert | undefined>>;

const LINES = Object.fromEntries(
  Object.values(CATALOGUE).map((entry) => [entry.resource, entry.fields.filter((field) => field.kind === 'lines').map((field) => field.key)]),
) as Record<ResourceName, string[]>;

/** Display values of a record; only the wanted keys when `columns` is given. */
export const displayValues = (resource: ResourceName, raw: string, detailRaw: string | null, columns?: readonly string[]): Value => {
  const list = parseExact(raw);
  const source = detailRaw === null ? list : merged(resource, list, parseExact(detailRaw));
  const converters = CONVERTERS[resource];
  const values: Value = {};
  for (const key of columns ?? Object.keys(source)) {
    const value = source[key];
    if (value === undefined) continue;
    // Custom fields and unknown keys: a number is shown with its digits.
    values[key] = converters.has(key) ? (converters.get(key)?.(value) ?? value) : numberText(value);
  }
  return values;
};

const merged = (resource: ResourceName, list: Value, detail: Value): Value => {
  const both = { ...detail, ...list };
  const isCurrent = typeof list.update_time !== 'string' || typeof detail.update_time !== 'string' || detail.update_time >= list.update_time;
  if (isCurrent) for (const key of LINES[resource]) if (detail[key] !== undefined) both[key] = detail[key];
  return both;
};
