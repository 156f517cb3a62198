/**
 * Limits the JSON of an answer, so that it neither exhausts the memory nor makes a stored value unreadable
 * (rule HT10). The transport limits the bytes. The text is checked before it is parsed, because 16 MB of
 * brackets become a gigabyte of objects. Each value is checked after it is parsed, because SQLite refuses JSON
 * deeper than 1,000 levels.
 */
import { isObject } from '#shared/domain/is-object';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  closingQuote,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '#shared/http-api/json-characters';
import { UnchangedRecord } from './unchanged-record';

/** A smaller text needs no check: whatever it contains, it takes less than 100 MB when it is parsed. */
const UNCOUNTED_CHARS = 1024 * 1024;
/** Five hundred orders of twenty lines with forty-five columns have half of it. */
const MAX_VALUES = 1_000_000;
const MAX_TEXT_DEPTH = 10_000;
/** The deepest record that any documented answer shows has six levels. */
const MAX_VALUE_DEPTH = 100;
/**
 * A company with 200 contacts has a tenth of this length. Storing a record takes several times its length in
 * memory.
 */
export const MAX_RECORD_CHARS = 2_000_000;

export const TOO_DEEP = 'nested too deep';
export const TOO_LONG = 'too long';
const TOO_MANY = 'too many values';

/** Why `text` is not to be parsed, or null. */
export const textFlaw = (text: string): string | null => {
  if (text.length <= UNCOUNTED_CHARS) return null;
  let [depth, values] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = closingQuote(text, at);
        break;
      case OPEN_BRACKET:
      case OPEN_BRACE:
        depth += 1;
        values += 1;
        if (depth > MAX_TEXT_DEPTH) return TOO_DEEP;
        break;
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        break;
    }
    if (values > MAX_VALUES) return TOO_MANY;
  }
  return null;
};

/**
 * True for a value with more levels than a record may have. Never overflows the stack, whatever the value.
 */
export const isTooDeep = (value: unknown, levels = MAX_VALUE_DEPTH): boolean => {
  if (value === null || typeof value !== 'object') return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
};

/** A record that is not kept, and why. */
export interface SkippedRecord {
  value: unknown;
  why: typeof TOO_DEEP | typeof TOO_LONG;
}

/**
 * Removes records that are too deep or too long from the list of an answer, so that the others can be kept. `raws` are
 * the texts of the list's records and are filtered in the same way; `length` is the length of the whole text. Returns
 * null if the answer is too deep in another place and has to be refused.
 */
export const dropExcessiveRecords = (
  body: Record<string, unknown>,
  raws: readonly string[] | null,
  length: number,
): { raws: readonly string[] | null; skipped: SkippedRecord[] } | null => {
  const list = listIn(body);
  const texts = raws?.length === list.length ? raws : null;
  // An unchanged record is on disk already, so it was checked when it was written.
  const isUsual = (raw: string, at: number): boolean =>
    list[at] instanceof UnchangedRecord || (raw.length <= MAX_RECORD_CHARS && opensFew(raw));
  if (texts?.every(isUsual) === true && !isTooDeep(withoutList(body))) return { raws, skipped: [] };
  if (length <= MAX_RECORD_CHARS && !isTooDeep(body)) return { raws, skipped: [] };
  const whyNot = (record: unknown, at: number): SkippedRecord['why'] | null => {
    if (record instanceof UnchangedRecord) return null;
    if (isTooDeep(record)) return TOO_DEEP;
    return isLong(record, texts?.[at], length) ? TOO_LONG : null;
  };
  const whys = list.map(whyNot);
  const skipped = list.flatMap((value, at) => {
    const why = whys[at];
    return why ? [{ value, why }] : [];
  });
  const keptRaws = texts?.filter((_, at) => whys[at] === null) ?? null;
  list.splice(0, list.length, ...list.filter((_, at) => whys[at] === null));
  return isTooDeep(body) ? null : { raws: keptRaws, skipped };
};

const isLong = (record: unknown, raw: string | undefined, length: number): boolean =>
  length > MAX_RECORD_CHARS && (raw ?? JSON.stringify(record) ?? '').length > MAX_RECORD_CHARS;

/** The list is on the third level. A text that opens no more brackets than the remaining levels cannot be too deep. */
const MOST_OPENED = MAX_VALUE_DEPTH - 3;
const opensFew = (text: string): boolean => {
  let left = MOST_OPENED;
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1))
      if ((left -= 1) < 0) return false;
  return true;
};

/** The envelope with an empty list. */
const withoutList = (body: Record<string, unknown>): Record<string, unknown> => ({
  ...body,
  data: Array.isArray(body.data) ? [] : { ...(isObject(body.data) ? body.data : {}), list: [] },
});

const listIn = ({ data }: Record<string, unknown>): unknown[] => {
  const list = data !== null && typeof data === 'object' && 'list' in data ? data.list : data;
  return Array.isArray(list) ? list : [];
};
