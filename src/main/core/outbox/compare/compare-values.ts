/**
 * Compares two values of a field by their meaning. Services write one field in several forms: a phone number
 * as text or as `[area, number]`, a code as a number or as its name. A form that this module does not know
 * gives `unknown`: the values are neither equal nor different, and no decision may use them. Pure.
 */
import type { FieldTable, WireType } from '#shared/domain/push-fields/push-field';
import { toDecimal } from '#shared/domain/money';
import { isHtml } from '#shared/domain/plain-text';
import { isNoDate } from '#shared/domain/time';
import { canonical } from './canonical';

export type Comparison = 'same' | 'different' | 'unknown';

const AREA_CODE = 'tel_area_code';
const EMAIL = 'email';
/**
 * A phone number with and without its area code has the same last digits. Fewer equal digits than this prove
 * nothing.
 */
const FEWEST_COMMON_DIGITS = 5;

const isScalar = (value: unknown): boolean =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
const isScalarList = (value: unknown): boolean => Array.isArray(value) && value.every(isScalar);
/** Equal texts are equal values, whatever their form. */
const asText = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
const digitsOf = (value: unknown): string => String(value).replace(/\D/g, '');

/**
 * Returns true for a value that means "empty" on every service: `null`, `''`, an empty list, a list of empty
 * texts.
 */
export const isEmptyValue = (type: WireType | undefined, value: unknown): boolean => {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.every((item) => isEmptyValue(undefined, item));
  if (typeof value === 'object') return Object.keys(value).length === 0;
  return canonical(type, value) === '';
};

/**
 * Returns true for an empty value. An amount of zero counts as empty, because services return it for an amount that was
 * never set.
 */
export const isNothing = (type: WireType | undefined, value: unknown): boolean =>
  isEmptyValue(type, value) || (type === 'decimal' && canonical(type, value) === '0');

/** The comparable form of a value; null if the form is unknown for this type. */
const comparable = (type: WireType | undefined, value: unknown): string | null => {
  if (isEmptyValue(type, value)) return '';
  switch (type) {
    case 'int':
    case 'id':
      return isScalar(value) && /^-?\d+$/.test(String(value).trim()) ? canonical(type, value) : null;
    case 'code':
      return isScalar(value) ? canonical(type, value) : null;
    case 'decimal':
      // To some services a comma is a decimal sign.
      return toDecimal(value) === undefined || String(value).includes(',') ? null : canonical(type, value);
    case 'date':
    case 'dateTime':
      if (isNoDate(value)) return '';
      return /^\d{4}-\d{2}-\d{2}/.test(String(value)) ? canonical(type, value) : null;
    case 'ids':
    case 'textIds': {
      const list = Array.isArray(value) ? value : [value];
      return list.every((item) => isScalar(item) && /^\d+$/.test(String(item)))
        ? canonical(type, list)
        : null;
    }
    case 'idPaths':
      return Array.isArray(value) && value.every(isScalarList) ? canonical(type, value) : null;
    case 'json':
      // The contract does not declare the shape (E3, `image_list`). Only identical text is equal.
      return null;
    case 'text':
    case undefined:
      return isScalar(value) ? canonical(type, value) : null;
  }
};

const withoutEmptyLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** HTML keeps neither empty lines nor several spaces, and perhaps no line breaks. */
const compareWithHtml = (one: string, other: string): Comparison => {
  if (withoutEmptyLines(one) === withoutEmptyLines(other)) return 'same';
  return inOneLine(one) === inOneLine(other) ? 'unknown' : 'different';
};

const comparePhones = (a: unknown, b: unknown): Comparison => {
  if (!isScalar(a) || !isScalar(b)) return 'unknown';
  if (canonical('text', a) === canonical('text', b)) return 'same';
  const [one, other] = [digitsOf(a), digitsOf(b)];
  if (one === '' || other === '') return 'different';
  if (one === other) return 'same';
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  // One of the two may contain the area code.
  return short.length >= FEWEST_COMMON_DIGITS && long.endsWith(short) ? 'unknown' : 'different';
};

/** An e-mail address for comparisons: a service may store it in small letters, and mail reaches the same person. */
export const emailOf = (value: unknown): string => canonical('text', value).toLowerCase();
const isSameEmail = (a: unknown, b: unknown): boolean =>
  isScalar(a) && isScalar(b) && emailOf(a) === emailOf(b);

/**
 * Returns true if these are one e-mail address in other capitals. They compare as the same, but a user who changes only
 * the capitals wants them changed.
 */
export const isEmailInOtherCapitals = (field: string, a: unknown, b: unknown): boolean =>
  field === EMAIL && isSameEmail(a, b) && canonical('text', a) !== canonical('text', b);

/** If one side has no area code, its number may contain it. */
const compareAreaCodes = (a: unknown, b: unknown): Comparison => {
  if (!isScalar(a) || !isScalar(b)) return 'unknown';
  const [one, other] = [digitsOf(a), digitsOf(b)];
  if (one === other) return 'same';
  return one === '' || other === '' ? 'unknown' : 'different';
};

/**
 * Compares two values of one field. Either may have the service's form or ours. `table` says what the field
 * is.
 */
export const compareValues = (table: FieldTable, field: string, a: unknown, b: unknown): Comparison => {
  const type = table[field]?.type;
  const [noA, noB] = [isEmptyValue(type, a), isEmptyValue(type, b)];
  if (noA && noB) return 'same';
  if (asText(a) === asText(b)) return 'same';
  if (field === AREA_CODE) return compareAreaCodes(a ?? '', b ?? '');
  if (noA || noB) return 'different';
  if (field === EMAIL && isSameEmail(a, b)) return 'same';
  if (table[field]?.kind === 'phone') return comparePhones(a, b);
  const [one, other] = [comparable(type, a), comparable(type, b)];
  if (one === null || other === null) return 'unknown';
  if (one === other) return 'same';
  const isText = type === 'text' || type === undefined;
  if (isText && [a, b].some((value) => isHtml(String(value)))) return compareWithHtml(one, other);
  // One is a code and the other a name. Only the service knows which name belongs to which code.
  if (type === 'code' && /^\d+$/.test(one) !== /^\d+$/.test(other)) return 'unknown';
  // A date without a time equals every time of that day.
  const days = type === 'dateTime' && (one.length === 10 || other.length === 10);
  return days && one.slice(0, 10) === other.slice(0, 10) ? 'unknown' : 'different';
};
