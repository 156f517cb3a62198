/**
 * Reads the JSON of an answer: its values and, for a list, the exact text of each element (rule HT5). Cutting
 * the text first and parsing the pieces takes a third of the time of parsing the whole and searching the texts
 * afterwards.
 *
 * The end of an element is guessed from the beginning of the first element (`},{"order_id":`) and proved by
 * parsing: no proper prefix of a JSON object is a JSON object, so a piece that parses is the element. The other
 * text is parsed with a mark in place of the list. The list is used only if the mark is found in `data` or
 * `data.list`. Any other form (another envelope, duplicate keys, spacing) is parsed as a whole, and `raws` is
 * null.
 *
 * An element whose text begins with the text that is on disk for its id is that element, by the same rule. It
 * becomes an `UnchangedRecord` and is not parsed.
 */
import { isObject } from '#shared/domain/is-object';
import { parseLossless, withoutNaN } from '#shared/http-api/lossless-json';
import { valueEnd } from './json-slices';
import { type StoredRecords, UnchangedRecord } from './unchanged-record';

/** `raws` are the texts of the elements of `data` or `data.list`, in order; null where they were not cut. */
export interface ReadAnswer {
  value: unknown;
  raws: readonly string[] | null;
}

const LIST = '"list":[';
const DATA = '"data":[';
const COMMA = 44,
  CLOSE_BRACKET = 93,
  OPEN_BRACE = 123;
/**
 * The most elements that may begin differently from the first one. They are found by a slower walk, so a page with more
 * of them is parsed as a whole.
 */
const MOST_MISSES = 8;
const MARK = '\u0000list';
const MARK_TEXT = JSON.stringify([MARK]);

/**
 * Parses like `parseLossless`. Throws SyntaxError if the text is not JSON. With `stored`, elements of the list may be
 * `UnchangedRecord`s.
 */
export const readAnswer = (text: string, stored?: StoredRecords): ReadAnswer =>
  readList(text, stored) ?? { value: parseLossless(text), raws: null };

/** `text` is what was parsed. */
export interface AnswerBody extends ReadAnswer {
  value: Record<string, unknown>;
  text: string;
}

/**
 * Reads the object of an answer as `readAnswer` does; null if the text is no JSON object. If the text is no JSON only
 * because of NaN or infinite numbers, `null` stands for these numbers (rule HT5).
 */
export const readBody = (text: string, stored?: StoredRecords): AnswerBody | null => {
  const body = asBody(text, stored);
  const plain = body === null ? withoutNaN(text) : null;
  return plain === null ? body : asBody(plain, stored);
};

const asBody = (text: string, stored: StoredRecords | undefined): AnswerBody | null => {
  try {
    const { value, raws } = readAnswer(text, stored);
    return isObject(value) ? { value, raws, text } : null;
  } catch {
    return null;
  }
};

const readList = (text: string, stored: StoredRecords | undefined): ReadAnswer | null => {
  const from = firstListAt(text);
  if (from === null) return null;
  try {
    const cut = cutElements(text, from, stored);
    if (!cut) return null;
    const value = parseLossless(text.slice(0, from - 1) + MARK_TEXT + text.slice(cut.end + 1));
    return isObject(value) && putInPlace(value, cut.values) ? { value, raws: cut.raws } : null;
  } catch {
    return null; // Not JSON, or not as it seemed: the plain way decides.
  }
};

/** The place after the bracket that opens the first list; null if there is none. */
const firstListAt = (text: string): number | null => {
  const list = text.indexOf(LIST);
  // Only the text before it is searched for the other form, because a page has hundreds of kilobytes.
  const data = (list === -1 ? text : text.slice(0, list)).indexOf(DATA);
  if (data !== -1) return data + DATA.length;
  return list === -1 ? null : list + LIST.length;
};

interface Cut {
  values: unknown[];
  raws: string[];
  /** The index of the closing bracket. */
  end: number;
}

const putInPlace = (envelope: Record<string, unknown>, values: unknown[]): boolean => {
  const { data } = envelope;
  if (isMark(data)) {
    envelope.data = values;
    return true;
  }
  if (!isObject(data) || !isMark(data.list)) return false;
  data.list = values;
  return true;
};

const isMark = (value: unknown): boolean => Array.isArray(value) && value.length === 1 && value[0] === MARK;

/** Elements from `at`, just past the opening bracket. Throws SyntaxError where one does not parse. */
const cutElements = (text: string, from: number, stored: StoredRecords | undefined): Cut | null => {
  const head = text.charCodeAt(from) === OPEN_BRACE ? text.slice(from, text.indexOf('":', from) + 2) : '';
  if (head === '') return null;
  const unchangedAt = stored ? findUnchanged(text, from, head, stored) : null;
  const [values, raws]: [unknown[], string[]] = [[], []];
  let [at, misses] = [from, 0];
  for (;;) {
    const unchanged = unchangedAt?.(at) ?? null;
    let end = at + (unchanged?.raw.length ?? 0);
    let value: unknown = unchanged;
    if (unchanged === null) {
      const guess = text.indexOf(`},${head}`, at);
      end = guess + 1;
      value = guess === -1 ? undefined : parsed(text.slice(at, end));
      if (value === undefined) {
        if (guess !== -1 && (misses += 1) > MOST_MISSES) return null;
        end = valueEnd(text, at);
        value = parseLossless(text.slice(at, end));
      }
    }
    values.push(value);
    raws.push(unchanged?.raw ?? text.slice(at, end));
    const next = text.charCodeAt(end);
    if (next === CLOSE_BRACKET) return { values, raws, end };
    if (next !== COMMA || text.charCodeAt(end + 1) !== OPEN_BRACE) return null;
    at = end + 1;
  }
};

const ID = /"?(\d+)/y;

/**
 * Returns a function that finds the unchanged record at a place of the text; null if there is none. The ids
 * are read at every place that may begin an element; a wrong one has another text, so it does no harm.
 */
const findUnchanged = (
  text: string,
  from: number,
  head: string,
  { idField, textsOf }: StoredRecords,
): ((at: number) => UnchangedRecord | null) => {
  const key = `"${idField}":`;
  const ids = new Map<number, string>();
  let keyAt = text.indexOf(key, from);
  for (let at = from; at !== -1 && keyAt !== -1;) {
    if (keyAt < at) keyAt = text.indexOf(key, at);
    const next = text.indexOf(`},${head}`, at);
    if (keyAt !== -1 && (next === -1 || keyAt < next)) {
      ID.lastIndex = keyAt + key.length;
      const id = ID.exec(text)?.[1];
      if (id !== undefined) ids.set(at, id);
    }
    at = next === -1 ? -1 : next + '},'.length;
  }
  const held = textsOf([...ids.values()]);
  return (at) => {
    const id = ids.get(at);
    const found = id === undefined ? undefined : held.get(id);
    return id !== undefined && found && text.startsWith(found.raw, at)
      ? new UnchangedRecord(id, found)
      : null;
  };
};

const parsed = (text: string): unknown => {
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
};
