/**
 * Cuts the exact text of values out of a JSON document that is already known to parse, so that the store
 * keeps each record byte for byte as the service sent it. It walks structure only: strings are skipped by
 * searching their closing quote, numbers and words by the next delimiter. On a document that `JSON.parse`
 * refuses the result is undefined or meaningless; callers parse first.
 */
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  closingQuote,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '#shared/http-api/json-characters';

/**
 * The text of the value under `path` of object keys from the root; the last of duplicate keys wins, as in
 * JSON.parse.
 */
export const sliceAt = (text: string, path: readonly string[]): string | undefined => {
  let start = skipSpace(text, 0);
  for (const key of path) {
    const found = memberStart(text, start, key);
    if (found === undefined) return undefined;
    start = found;
  }
  return text.slice(start, valueEnd(text, start));
};

/** The texts of an array's elements. Undefined when the text is not an array. */
export const sliceElements = (text: string): string[] | undefined => {
  let at = skipSpace(text, 0);
  if (text.charCodeAt(at) !== OPEN_BRACKET) return undefined;
  const items: string[] = [];
  at = skipSpace(text, at + 1);
  while (at < text.length && text.charCodeAt(at) !== CLOSE_BRACKET) {
    const end = valueEnd(text, at);
    items.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1);
  }
  return items;
};

const memberStart = (text: string, objectAt: number, key: string): number | undefined => {
  if (text.charCodeAt(objectAt) !== OPEN_BRACE) return undefined;
  let found: number | undefined;
  let at = skipSpace(text, objectAt + 1);
  while (text.charCodeAt(at) === QUOTE) {
    const keyEnd = stringEnd(text, at);
    const name = text.slice(at + 1, keyEnd - 1);
    at = skipSpace(text, keyEnd);
    if (text.charCodeAt(at) !== COLON) return undefined;
    at = skipSpace(text, at + 1);
    if (name === key || (name.includes('\\') && JSON.parse(`"${name}"`) === key)) found = at;
    at = skipSpace(text, valueEnd(text, at));
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1);
  }
  return found;
};

/** Index just past the value that begins at `at`. */
export const valueEnd = (text: string, at: number): number => {
  const first = text.charCodeAt(at);
  if (first === QUOTE) return stringEnd(text, at);
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return scalarEnd(text, at);
  let depth = 0;
  for (let i = at; i < text.length; i += 1) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) i = stringEnd(text, i) - 1;
    else if (c === OPEN_BRACE || c === OPEN_BRACKET) depth += 1;
    else if (c === CLOSE_BRACE || c === CLOSE_BRACKET) {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return text.length;
};

const stringEnd = (text: string, at: number): number => Math.min(closingQuote(text, at) + 1, text.length);

const scalarEnd = (text: string, at: number): number => {
  let end = at;
  for (; end < text.length; end += 1) {
    const c = text.charCodeAt(end);
    if (c === COMMA || c === CLOSE_BRACE || c === CLOSE_BRACKET || c <= 32) break;
  }
  return end;
};

const skipSpace = (text: string, at: number): number => {
  let i = at;
  while (i < text.length && text.charCodeAt(i) <= 32) i += 1;
  return i;
};
