/**
 * The forms in which services give the phones and accounts of a customer or contact: a phone as text, as
 * `[area, number]` or as an object of both; phones as a list or an object; accounts as a list of `{type,
 * value}` or an object (contract B, `docs/live-service.md`). Cache, comparison and screens read them here.
 * Pure.
 */
import { isObject } from './is-object';
import { listIn } from './nested-values';
import { valueText } from './value-text';

export interface PhoneParts {
  /** Empty where it is not given apart. */
  area: string;
  number: string;
  /** The form has a place for the area code, be it empty. */
  hasArea: boolean;
}

const partsOf = (value: object): unknown[] => {
  if (Array.isArray(value)) return value;
  if ('tel' in value) return [(value as Record<string, unknown>).tel_area_code, value.tel];
  return Object.values(value);
};

/** The parts of a phone that is given in parts; null for one that is text, and for any other form. */
export const phoneParts = (value: unknown): PhoneParts | null => {
  if (value === null || typeof value !== 'object') return null;
  const parts = partsOf(value);
  if (parts.length > 2 || parts.some((part) => part !== null && typeof part === 'object')) return null;
  const texts = parts.map(valueText);
  const hasArea = texts.length === 2;
  return { area: hasArea ? (texts[0] ?? '') : '', number: texts.at(-1) ?? '', hasArea };
};

/** One phone as a person writes it. */
export const phoneText = (value: unknown): string => {
  const parts = phoneParts(value);
  if (parts === null) return valueText(value);
  return [parts.area, parts.number].filter((part) => part !== '').join(' ');
};

/** The phones of `tel_list`, each in any form of one. */
export const phonesIn = (list: unknown): unknown[] => {
  if (Array.isArray(list)) return list;
  if (!isObject(list)) return [];
  const isOne = 'tel' in list || ('0' in list && typeof list['0'] !== 'object');
  return isOne ? [list] : Object.values(list);
};

/** The accounts of `contact`, those without a value left out; null where it is no list of accounts. */
export const accountsIn = (list: unknown): { type: string; value: string }[] | null => {
  if (!Array.isArray(list) && !isObject(list)) return null;
  const pairs =
    listIn(list)
      ?.filter(isObject)
      .map((one) => [one.type, one.value]) ?? Object.entries(list);
  return pairs
    .map(([type, value]) => ({ type: valueText(type), value: valueText(value) }))
    .filter(({ type, value }) => type !== '' && value !== '');
};
