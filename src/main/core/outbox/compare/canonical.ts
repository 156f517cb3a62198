/**
 * Converts values to one comparable form. The service writes one value in several forms (contract B):
 * decimals with padding zeros, ids as strings or integers, epoch dates for an empty date.
 */
import Big from 'big.js';
import { isNoDate } from '#shared/domain/time';
import { toDecimal, withoutTail } from '#shared/domain/money';
import { plainText } from '#shared/domain/plain-text';
import type { WireType } from '#shared/domain/push-fields/push-field';

/** Returns equal texts exactly for equal values; `''` for an empty value. */
export const canonical = (type: WireType | undefined, value: unknown): string => {
  if (value === undefined || value === null) return '';
  switch (type) {
    case 'int':
    case 'code':
    case 'id':
      return String(value) === '0' ? '' : String(value).trim();
    case 'decimal': {
      const text = toDecimal(value);
      return text === undefined ? String(value) : new Big(withoutTail(text)).toFixed();
    }
    case 'date':
      return isNoDate(value) ? '' : String(value).slice(0, 10);
    case 'dateTime':
      return isNoDate(value) ? '' : String(value).slice(0, 19);
    case 'ids':
    case 'textIds':
      return asList(value).map(String).sort().join(',');
    case 'idPaths':
      return asList(value)
        .map((path) => asList(path).map(String).join('>'))
        .sort()
        .join(',');
    case 'json':
      return JSON.stringify(value);
    case 'text':
    case undefined:
      // A service may store plain text as HTML, or end its lines as Windows does. The reader sees the same text.
      return plainText(String(value)).replaceAll(/\r\n?/g, '\n').trim();
  }
};
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** The items of a set-like value, by their canonical keys. */
export const setItems = (type: WireType | undefined, value: unknown): Map<string, unknown> =>
  new Map(
    asList(value ?? []).map((item) => [
      type === 'idPaths' ? asList(item).map(String).join('>') : String(item),
      item,
    ]),
  );
