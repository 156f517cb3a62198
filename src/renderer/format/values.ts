/**
 * Converts a wire value to display text. Grid, panel, copy and screen readers use the same function, so that
 * they always agree. An unknown code is shown as its number, an unknown shape as its JSON.
 */
import { isObject } from '#shared/domain/is-object';
import { currencyCode } from '#shared/domain/currency';
import { ENUMERATIONS } from '#shared/domain/enumerations';
import { isNoId } from '#shared/domain/ids';
import {
  factsOf,
  isMissing,
  linesOf,
  listIn,
  nameOf,
  nestedIdOf,
  scalarText,
  statusIdOf,
  USER_ID_FIELDS,
} from '#shared/domain/nested-values';
import { plainText } from '#shared/domain/plain-text';
import { isNoDateText } from '#shared/domain/time';
import type { Column } from '#shared/contract/records';
import { writingOf } from '../client/languages';
import { countryName } from './country';
import { formatMoney, formatNumber } from './decimal';
import { formatServerText } from './time';

export interface FormatContext {
  locale: string;
  /** Returns the text of a key; `''` if there is no such key. */
  word: (key: string, options?: Record<string, unknown>) => string;
  offsetMs: number | null;
  userName: (id: string) => string | undefined;
  /** Returns the name of an id in a lookup, if the lookup is loaded. */
  lookupName: (lookup: string, id: string) => string | undefined;
}

const asArray = (value: unknown): unknown[] => {
  if (value === undefined || value === null || value === '') return [];
  return listIn(value) ?? [value];
};

/** A number or a time; another shape is its JSON. */
const asScalar = (value: unknown): unknown => (typeof value === 'object' ? JSON.stringify(value) : value);

/** Joins the non-empty parts with the language's list separator. */
export const listText = (parts: readonly string[], locale: string): string =>
  parts.filter((part) => part !== '').join(writingOf(locale).listSeparator);

const enumText = (options: string, value: unknown, context: FormatContext): string => {
  const code = scalarText(value);
  if (code === '') return '';
  if (options === 'country')
    return countryName(code, context.locale) === code
      ? context.lookupName(options, code) || code
      : countryName(code, context.locale);
  const builtIn = (ENUMERATIONS as Record<string, readonly number[]>)[options]?.includes(Number(code));
  const name = (builtIn ? context.word(`enum.${options}.${code}`) : '') || context.lookupName(options, code);
  // A 0 without a name means that nothing was chosen.
  return name || (code === '0' ? '' : code);
};

const personText = (value: unknown, context: FormatContext): string => {
  if (isObject(value) && nameOf(value) !== '') return nameOf(value);
  const id = scalarText(isObject(value) ? value.user_id : value);
  return isNoId(id) ? '' : context.userName(id) || id;
};

/** A renamed status has its new name, also in a record that was read before. */
const statusText = (column: Column, value: unknown, context: FormatContext): string => {
  if (isObject(value)) {
    const id = statusIdOf(value);
    const known = column.options === undefined ? undefined : context.lookupName(column.options, id);
    return known || nameOf(value) || (isNoId(id) ? '' : id);
  }
  return column.options === undefined ? scalarText(value) : enumText(column.options, value, context);
};

/** Returns the currency of an amount, if the key or the row contains it. */
export const currencyOf = (key: string, values: Readonly<Record<string, unknown>>): string | undefined => {
  if (key.endsWith('_rmb')) return 'CNY';
  if (key.endsWith('_usd')) return 'USD';
  return typeof values.currency === 'string' ? currencyCode(values.currency) : undefined;
};

/** Formats an amount of a record in its currency. */
export const amountText = (
  key: string,
  value: unknown,
  values: Readonly<Record<string, unknown>>,
  { locale }: Pick<FormatContext, 'locale'>,
): string => formatMoney(value, locale, currencyOf(key, values));

/** An item of a list: its name or its facts. A path of ids, such as that of a category, has the name of its end. */
const itemText = ({ options }: Column, item: unknown, { lookupName }: FormatContext): string => {
  if (!Array.isArray(item)) return nameOf(item) || (isObject(item) ? factsOf(item) : '');
  const end = scalarText(item.at(-1) ?? '');
  return (options === undefined ? undefined : lookupName(options, end)) ?? end;
};

/** The text of a value that is typed. A custom field may have a list of choices, or an object with its name. */
const writtenText = (column: Column, value: unknown, context: FormatContext): string => {
  const { locale } = context;
  if (typeof value === 'object')
    return listText(
      asArray(value).map((one) => itemText(column, one, context)),
      locale,
    );
  if (column.key === 'country' && typeof value === 'string') return countryName(value, locale);
  return plainText(String(value));
};

/** Returns the display text of a value; `''` if it is empty. */
export const displayText = (
  column: Column,
  value: unknown,
  values: Readonly<Record<string, unknown>>,
  context: FormatContext,
): string => {
  if (isMissing(value)) return '';
  switch (column.kind) {
    case 'id':
      if (isNoId(value)) return '';
      return USER_ID_FIELDS.has(column.key)
        ? (context.userName(scalarText(value)) ?? scalarText(value))
        : scalarText(value);
    case 'enum':
      return enumText(column.options ?? '', value, context);
    case 'flag':
      if (String(value) === '1') return context.word('common.yes');
      return String(value) === '0' ? context.word('common.no') : scalarText(value);
    case 'money':
      return amountText(column.key, asScalar(value), values, context);
    case 'number':
    case 'rate':
    case 'int':
      return formatNumber(asScalar(value), context.locale);
    case 'dateTime':
    case 'date':
      return formatServerText(asScalar(value), context.locale, context.offsetMs);
    case 'user':
      return personText(value, context);
    case 'users':
      return listText(
        asArray(value).map((person) => personText(person, context)),
        context.locale,
      );
    case 'status':
      return statusText(column, value, context);
    case 'lines': {
      const count = linesOf(value).length;
      return count === 0 ? '' : context.word('common.lines', { count });
    }
    case 'idList':
      return listText(
        asArray(value).map(
          (id) =>
            (column.options === undefined ? undefined : context.lookupName(column.options, scalarText(id))) ??
            scalarText(id),
        ),
        context.locale,
      );
    case 'company':
    case 'lead':
    case 'opportunity':
    case 'supplier':
    case 'warehouse':
      return listText(
        asArray(value).map((item) => nameOf(item) || nestedIdOf(item)),
        context.locale,
      );
    case 'contacts':
    case 'departments':
    case 'list':
      return listText(
        asArray(value).map((item) => itemText(column, item, context)),
        context.locale,
      );
    case 'text':
      if (isNoDateText(value)) return '';
      return writtenText(column, value, context);
    case 'longText':
    case 'phone':
      return writtenText(column, value, context);
    case 'json':
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
};

export const isNumeric = (kind: Column['kind']): boolean =>
  kind === 'money' || kind === 'number' || kind === 'rate' || kind === 'int';
export const isMono = (kind: Column['kind']): boolean =>
  kind === 'id' || kind === 'idList' || kind === 'json';
