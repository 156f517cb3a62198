/**
 * Converts typed values to values of a push (contract E2, E3, E5, E7). A value that cannot be converted stays
 * unchanged, so that a check can report it. Pure; nothing is rounded or converted to a float.
 */
import Big from 'big.js';
import type { WireType } from './push-fields/push-field';
import { isDay, parseServerTime } from './time';

/** The longest text that the outbox stores; the contract has no limits. */
export const LONGEST_TEXT = 20_000;
/** The most contacts or lines of a command. */
export const MOST_CHILDREN = 500;
export const LONGEST_DECIMAL = 60;

/** Decimal text as a command stores it. */
export const STORED_DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const DECIMAL = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const INTEGER = /^[-+]?\d+$/;
/** A service id, or a local reference. */
export const REF = /^(?:\d{1,19}|local:[0-9a-zA-Z-]{1,64})$/;
const MAX_ID = 9_223_372_036_854_775_807n;

/**
 * Marks without a shape that come with text from chats, web pages and spreadsheets: of the direction, and spaces
 * without a width. The mark after right-to-left text and the joiners are not among them, because they matter.
 */
const MARKS = String.raw`\u200b\u200e\u202a-\u202e\u2060\u2066-\u2069\ufeff`;
const ANY_MARKS = new RegExp(`[${MARKS}\u200f]`, 'g');
const EMPTY = new RegExp(`[\\s${MARKS}]`);

/** The text without white space and invisible marks around it. Nobody sees the marks, but a mail would not arrive. */
export const trimmed = (text: string): string => {
  let [from, to] = [0, text.length];
  while (from < to && EMPTY.test(text.charAt(from))) from += 1;
  while (from < to && EMPTY.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
};

/** Superscripts, circled digits, fractions. NFKC would add them to the digits before them: 12.50¹ would be 12.501. */
const NO_DIGITS = /[\p{No}\p{Nl}]/u;
/** Converts digits and signs from a Chinese or Arabic keyboard to ASCII. */
const asciiDigits = (text: string): string => {
  if (NO_DIGITS.test(text)) return text;
  return text
    .normalize('NFKC')
    .replaceAll(ANY_MARKS, '')
    .trim()
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('\u3002', '.')
    .replaceAll('\u066b', '.')
    .replaceAll('\u2212', '-');
};

/** Converts digits to ASCII, and removes grouping marks and spaces wherever they are. */
const plainDigits = (text: string): string => asciiDigits(text).replaceAll(/[\s'\u2019\u066c_]/g, '');

const GROUPED = /^[-+]?[1-9]\d{0,2}([, '\u2019\u066c_])\d{3}(?:\1\d{3})*(?:\.\d*)?$/;
/**
 * Removes the marks that group thousands: in `1,234.5` and `1 234.5`, but not in `1,5`.
 *
 * - A tab is no mark, because it is between two cells of a spreadsheet.
 * - All marks of a number are the same: most people who type `1 234,567` mean 1234.567.
 * - The first group does not begin with 0: whoever types `0,500` means a half.
 */
const ungrouped = (text: string): string => {
  const mark = GROUPED.exec(text)?.[1];
  return mark === undefined ? text : text.replaceAll(mark, '');
};

/** Decimal text with the typed digits, without leading zeros or a plus; null if it is not a number. */
export const toPlainDecimal = (typed: string): string | null => {
  const text = ungrouped(asciiDigits(typed).replace(/^([-+]) +/, '$1'));
  if (!DECIMAL.test(text) || text.length > LONGEST_DECIMAL) return null;
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace(/^[-+]/, '').split('.');
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  const value = fraction === '' ? digits : `${digits}.${fraction}`;
  return negative && !new Big(value).eq(0) ? `-${value}` : value;
};

/**
 * Returns true if a double holds this decimal text exactly. It holds 15 significant digits of any number, and
 * services read amounts as doubles: a longer number would arrive as another one. The contract has no limits
 * (E5, E7).
 */
export const fitsDouble = (decimal: string): boolean => {
  const read = Number(decimal);
  return Number.isFinite(read) && new Big(read).eq(decimal);
};

/** A whole number that fits a JSON integer without loss; null otherwise. */
export const toPlainInt = (typed: string): number | null => {
  const text = plainDigits(typed);
  const value = Number(text);
  return INTEGER.test(text) && Number.isSafeInteger(value) ? value : null;
};

/** A service id in decimal digits, up to 64 bits, or a local reference; null otherwise. */
export const toRef = (typed: string): string | null => {
  const text = typed.startsWith('local:') ? typed : plainDigits(typed).replace(/^0+(?=\d)/, '');
  if (!REF.test(text)) return null;
  return text.startsWith('local:') || BigInt(text) <= MAX_ID ? text : null;
};

const isMoment = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text) && parseServerTime(text) !== undefined;
/** The number of a code; null if the code is a text: `07` and `1_2` are other codes than 7 and 12. */
const codeNumber = (text: string): number | null => {
  const number = toPlainInt(text);
  const digits = plainDigits(text);
  const isWhole = digits.length === trimmed(text.normalize('NFKC')).length;
  return isWhole && String(number) === digits ? number : null;
};
/** Returns true for a code from a lookup that is not a number. */
export const isTextCode = (text: string): boolean =>
  text.trim() === text && text !== '' && text.length <= 200 && codeNumber(text) === null;
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

export type ValueFault = 'text' | 'too-long' | 'whole' | 'number' | 'id' | 'date' | 'date-time' | 'list';

/**
 * What is wrong with a value for its type; null if it can be sent. `''` is an emptied text, date or
 * date-time.
 */
export const valueFault = (type: WireType, value: unknown): ValueFault | null => {
  switch (type) {
    case 'text':
      if (typeof value !== 'string') return 'text';
      return value.length > LONGEST_TEXT ? 'too-long' : null;
    case 'int':
      return typeof value === 'number' && Number.isSafeInteger(value) ? null : 'whole';
    case 'code':
      return Number.isSafeInteger(value) || (typeof value === 'string' && isTextCode(value)) ? null : 'whole';
    case 'id':
      return typeof value === 'string' && toRef(value) === value ? null : 'id';
    case 'decimal':
      return typeof value === 'string' && toPlainDecimal(value) === value ? null : 'number';
    case 'date':
      return typeof value === 'string' && (value === '' || isDay(value)) ? null : 'date';
    case 'dateTime':
      return typeof value === 'string' && (value === '' || isMoment(value)) ? null : 'date-time';
    case 'ids':
    case 'textIds':
      return isTexts(value) && value.every((id) => toRef(id) === id) ? null : 'id';
    case 'idPaths':
      return Array.isArray(value) &&
        value.every((path) => isTexts(path) && path.every((id) => toRef(id) === id))
        ? null
        : 'id';
    case 'json':
      return Array.isArray(value) ? null : 'list';
  }
};

/**
 * Converts a form value to the command's type. An unreadable value is returned unchanged, and `valueFault`
 * reports it.
 */
export const readTyped = (type: WireType, typed: unknown): unknown => {
  const text = typeof typed === 'string' ? typed : null;
  switch (type) {
    case 'text':
      return text === null ? typed : trimmed(text);
    case 'date':
    case 'dateTime':
      return text === null ? typed : text.trim();
    case 'int':
      return text === null ? typed : (toPlainInt(text) ?? typed);
    case 'code':
      return text === null ? typed : (codeNumber(text) ?? text.trim());
    case 'id':
      return text === null ? typed : (toRef(text) ?? typed);
    case 'decimal':
      return text === null ? typed : (toPlainDecimal(text) ?? typed);
    case 'ids':
    case 'textIds':
    case 'idPaths':
      return typed;
    case 'json': {
      if (text === null) return typed;
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return typed;
      }
    }
  }
};

/**
 * The value that empties a field: `''` for text and dates, `[]` for lists, 0 ("none") for an id; undefined for
 * numbers, which cannot be emptied.
 */
export const emptied = (type: WireType): unknown => {
  switch (type) {
    case 'text':
    case 'date':
    case 'dateTime':
      return '';
    case 'ids':
    case 'textIds':
    case 'idPaths':
    case 'json':
      return [];
    case 'id':
      return '0';
    case 'int':
    case 'code':
    case 'decimal':
      return undefined;
  }
};
