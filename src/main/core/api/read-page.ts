/**
 * Reads a page of a list, or one record, into what the store takes: each record with its exact text (`raw`)
 * and its value. List and total are found under any of the names the contract uses, so a drifting envelope
 * still yields its records.
 */
import { isObject } from '#shared/domain/is-object';
import { toId } from '#shared/domain/ids';
import { stringifyLossless } from '#shared/http-api/lossless-json';
import type { IncomingRecord } from '../store/cache-store';
import { MAX_RECORD_CHARS, type SkippedRecord, TOO_LONG } from './answer-bounds';
import type { Outcome, Trouble } from './classify-read';
import type { ApiClient } from './client';
import { sliceAt, sliceElements } from './json-slices';
import type { Query } from './query-string';
import { type StoredRecords, UnchangedRecord } from './unchanged-record';

export interface ListPage {
  items: IncomingRecord[];
  /** The service's total for these filters; null when it gave none. */
  total: number | null;
  /** Server time of the answer. */
  now: string | null;
  /** Items without a readable id. They are counted as drift. */
  nameless: number;
  /** Items that are too deep or too long to be kept. They count as drift; their earlier copies stay. */
  skipped: { whys: SkippedRecord['why'][]; ids: string[] };
}
export type Answer<T> = { ok: true; value: T } | { ok: false; trouble: Trouble };

export const readPage = async (
  client: ApiClient,
  path: string,
  query: Query,
  idField: string,
  textsOf?: StoredRecords['textsOf'],
): Promise<Answer<ListPage>> => {
  const outcome = await client.read(path, query, textsOf ? { stored: { idField, textsOf } } : {});
  if (outcome.kind !== 'ok') return { ok: false, trouble: outcome };
  const found = listOf(outcome);
  if (found === undefined)
    return { ok: false, trouble: { kind: 'bad-answer', detail: 'no list in the answer' } };
  const items: IncomingRecord[] = [];
  let nameless = 0;
  found.values.forEach((value, i) => {
    if (value instanceof UnchangedRecord) {
      items.push(value);
      return;
    }
    const record = asRecord(value);
    const id = record && toId(record[idField]);
    if (record && id !== undefined)
      items.push({ id, value: record, raw: found.raws[i] ?? stringifyLossless(record) });
    else nameless += 1;
  });
  const left = outcome.skipped ?? [];
  // An empty PHP-style answer is a bare array, without a total.
  const given = totalOf(outcome.data) ?? (isEmptyArray(outcome.data) ? 0 : null);
  // A number that is smaller than the page is no total. A page may contain a record twice.
  const total = given !== null && given < new Set(items.map(({ id }) => id)).size ? null : given;
  const ids = left.flatMap(({ value }) => toId(asRecord(value)?.[idField]) ?? []);
  const skipped = { whys: left.map(({ why }) => why), ids };
  return { ok: true, value: { items, total, now: outcome.now, nameless, skipped } };
};

export interface DetailAnswer {
  raw: string;
  value: Record<string, unknown>;
  now: string | null;
}

/**
 * One record's details: `data` as it came. An empty object is no record: if it were stored, every field would seem to
 * be emptied. A record other than the one that `query` requests is refused too.
 */
export const readDetail = async (
  client: ApiClient,
  path: string,
  query: Query,
): Promise<Answer<DetailAnswer>> => {
  const outcome = await client.read(path, query);
  if (outcome.kind !== 'ok') return { ok: false, trouble: outcome };
  const value = asRecord(outcome.data);
  if (!value || Object.keys(value).length === 0)
    return { ok: false, trouble: { kind: 'bad-answer', detail: 'no record in the answer' } };
  if (isOther(value, query))
    return { ok: false, trouble: { kind: 'bad-answer', detail: 'another record in the answer' } };
  const raw = sliceAt(outcome.text, ['data']) ?? stringifyLossless(value);
  if (raw.length > MAX_RECORD_CHARS)
    return { ok: false, trouble: { kind: 'bad-answer', detail: `a record is ${TOO_LONG}` } };
  return { ok: true, value: { raw, value, now: outcome.now } };
};

/** Returns true if the record has another id than `query`. It may have none. */
export const isOther = (record: Record<string, unknown>, query: Query): boolean =>
  Object.entries(query).some(([key, asked]) => {
    const id = toId(record[key]);
    return id !== undefined && id !== '0' && id !== String(asked);
  });

/** Any enveloped `data`, for the lookups. */
export const readData = async (
  client: ApiClient,
  path: string,
  query: Query = {},
): Promise<Answer<unknown>> => {
  const outcome = await client.read(path, query);
  return outcome.kind === 'ok' ? { ok: true, value: outcome.data } : { ok: false, trouble: outcome };
};

/** The elements of the list in an answer, with their texts; undefined if it has no list. */
export const listOf = ({
  data,
  text,
  raws: cut,
}: Extract<Outcome, { kind: 'ok' }>): { values: unknown[]; raws: readonly string[] } | undefined => {
  const path = Array.isArray(data) ? ['data'] : ['data', 'list'];
  const isBare = Array.isArray(data) || (isNumberedList(data) && Object.keys(data).length > 0);
  const values = isBare ? data : asRecord(data)?.list;
  // An empty PHP-style answer says `data: []`, or has no list, or null for it, with a total of 0.
  if ((values ?? null) === null && totalOf(data) === 0) return { values: [], raws: [] };
  if (isNumberedList(values)) return { values: Object.values(values), raws: [] };
  if (!Array.isArray(values)) return undefined;
  const raws = cut ?? sliceElements(sliceAt(text, path) ?? '') ?? [];
  return { values, raws: raws.length === values.length ? raws : [] };
};

/** A list of PHP from which an element was taken out is an object whose keys are numbers. */
const isNumberedList = (list: unknown): list is Record<string, unknown> =>
  isObject(list) && Object.entries(list).every(([key, item]) => /^\d+$/.test(key) && isObject(item));

/** `totalItem` (E1, E9, company, lead) or `count` (E6, E10, outbound); as number or digits. */
export const totalOf = (data: unknown): number | null => {
  const record = asRecord(data);
  const value = record?.totalItem ?? record?.total ?? record?.count;
  const total = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof total === 'number' && Number.isInteger(total) && total >= 0 ? total : null;
};

const isEmptyArray = (data: unknown): boolean => Array.isArray(data) && data.length === 0;

const asRecord = (value: unknown): Record<string, unknown> | undefined =>
  isObject(value) ? value : undefined;
