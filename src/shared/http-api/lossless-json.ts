/**
 * The JSON codec of the HTTP edge. `JSON.parse` alone corrupts 64-bit ids, so integers of 16 digits and more
 * outside strings become strings before it runs. In requests `RawNumber` writes a decimal text as a JSON
 * number.
 *
 * The scan reads only every sixteenth character, because every run of sixteen digits contains one of them.
 * Without a long integer the input is parsed unchanged. It changes nothing inside strings, and changes
 * numbers with a fraction or exponent only if their integer part has 16 digits or more.
 */
import { COLON, COMMA, isEscaped, OPEN_BRACKET, QUOTE } from './json-characters';

const LONG = 16;
const MINUS = 45,
  DOT = 46,
  LOWER_E = 101,
  UPPER_E = 69,
  SPACE = 32;
const NUMBER_TAIL = /[\d.eE+-]*/y;

/**
 * Parses JSON keeping every digit: integers of ≥ 16 digits become strings. Throws SyntaxError as `JSON.parse`
 * does.
 */
export const parseLossless = (text: string): unknown => JSON.parse(quoteLongIntegers(text));

/** A string, or a number that JSON does not have. Some languages write it all the same. */
const STRING_OR_NO_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g;

/** The JSON with `null` in place of NaN and infinite numbers; null if it has none. Strings do not change. */
export const withoutNaN = (text: string): string | null => {
  if (!text.includes('NaN') && !text.includes('Infinity')) return null;
  return text.replace(STRING_OR_NO_NUMBER, (token) => (token.startsWith('"') ? token : 'null'));
};

const quoteLongIntegers = (text: string): string => {
  let result = '';
  let copied = 0;
  let quotes: QuoteCount = { upTo: 0, inString: false };
  for (let i = LONG - 1; i < text.length; i += LONG) {
    if (!isDigit(text.charCodeAt(i))) continue;
    let [start, end] = [i, i + 1];
    while (start > 0 && isDigit(text.charCodeAt(start - 1))) start -= 1;
    while (isDigit(text.charCodeAt(end))) end += 1;
    i = end - 1;
    if (end - start < LONG) continue;
    if (text.charCodeAt(start - 1) === MINUS) start -= 1;
    if (!mayBeginNumber(text, start)) continue;
    if (!followsKey(text, start)) {
      quotes = countQuotes(text, quotes, start);
      if (quotes.inString) continue;
    }
    end = numberEnd(text, end);
    result += `${text.slice(copied, start)}"${text.slice(start, end)}"`;
    copied = end;
    i = Math.max(i, end - 1);
  }
  return copied === 0 ? text : result + text.slice(copied);
};

const isDigit = (c: number): boolean => c >= 48 && c <= 57;
const isWord = (c: number): boolean =>
  isDigit(c) || (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95;

/**
 * Outside strings a number comes after a colon, a comma, a bracket, white space or at the start. Digits after
 * anything else are a fraction, an exponent or text.
 */
const mayBeginNumber = (text: string, at: number): boolean => {
  const before = text.charCodeAt(at - 1);
  return at === 0 || before === COLON || before === COMMA || before === OPEN_BRACKET || before <= SPACE;
};

/**
 * Returns true for `…x":` right before `at`: an unescaped quote after a letter or digit closes a key, so a
 * value follows. This avoids counting quotes.
 */
export const followsKey = (text: string, at: number): boolean =>
  text.charCodeAt(at - 1) === COLON && text.charCodeAt(at - 2) === QUOTE && isWord(text.charCodeAt(at - 3));

interface QuoteCount {
  upTo: number;
  inString: boolean;
}

const countQuotes = (text: string, { upTo, inString }: QuoteCount, at: number): QuoteCount => {
  let within = inString;
  for (let quote = text.indexOf('"', upTo); quote !== -1 && quote < at; quote = text.indexOf('"', quote + 1))
    if (!within || !isEscaped(text, quote)) within = !within;
  return { upTo: at, inString: within };
};

const numberEnd = (text: string, at: number): number => {
  const next = text.charCodeAt(at);
  if (next !== DOT && next !== LOWER_E && next !== UPPER_E) return at;
  NUMBER_TAIL.lastIndex = at;
  NUMBER_TAIL.test(text);
  return NUMBER_TAIL.lastIndex;
};

/** A number that is written with exactly these digits: ids above 2^53 and typed decimals. */
export class RawNumber {
  readonly text: string;
  constructor(text: string) {
    if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) throw new TypeError(`not a JSON number: ${text}`);
    this.text = text;
  }
}

/**
 * `JSON.stringify` that also writes `RawNumber` and bigint as bare numbers. Undefined members are left out.
 */
export const stringifyLossless = (value: unknown): string => {
  if (value instanceof RawNumber) return value.text;
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value))
    return `[${value.map((item) => (item === undefined ? 'null' : stringifyLossless(item))).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${stringifyLossless(member)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
};
