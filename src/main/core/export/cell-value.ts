/**
 * Converts a wire value to a table cell. It shows what the list shows, but typed, so that a spreadsheet can
 * add amounts and sort dates. Ids are text, because spreadsheets round after fifteen digits. Times are in the
 * computer's time zone, as on the screens; the column header names the zone.
 */
import type { Column } from '#shared/contract/records';
import type { ExportRequest } from '#shared/contract/export';
import { isNoId } from '#shared/domain/ids';
import { isObject } from '#shared/domain/is-object';
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
import { toDecimal, withoutTail } from '#shared/domain/money';
import { plainText } from '#shared/domain/plain-text';
import {
  hasTimeOfDay,
  isNoDate,
  isNoDateText,
  type OffsetAt,
  parseServerTime,
  serverToLocal,
} from '#shared/domain/time';

export type Cell =
  | { kind: 'empty' }
  | { kind: 'text'; text: string }
  | { kind: 'number'; text: string }
  | { kind: 'date' | 'dateTime'; text: string };

/** Names of people and lookup values; undefined if unknown. */
export interface Naming {
  words: ExportRequest['words'];
  user(id: string): string | undefined;
  lookup(name: string, id: string): string | undefined;
  /** The service's wall clock minus our UTC clock, in milliseconds; with null, times stay the service's. */
  serverOffsetMs: number | null;
  /** The computer's time zone; without it, that of this process. */
  localOffset?: OffsetAt;
}

const EMPTY: Cell = { kind: 'empty' };
const textCell = (text: string): Cell => (text === '' ? EMPTY : { kind: 'text', text });

const items = (value: unknown): unknown[] => listIn(value) ?? [value];

/** The name of a reference, or its id if it has none. */
const referenceText = (value: unknown): string => {
  if (isObject(value)) return nameOf(value) || nestedIdOf(value);
  return isNoId(value) ? '' : scalarText(value);
};

const personName = (value: unknown, naming: Naming): string => {
  if (isObject(value) && nameOf(value) !== '') return nameOf(value);
  const id = scalarText(isObject(value) ? value.user_id : value);
  return isNoId(id) ? '' : (naming.user(id) ?? id);
};

const enumName = (options: string, value: unknown, naming: Naming): string => {
  const code = scalarText(value);
  if (code === '') return '';
  const name = naming.words.enums[options]?.[code] ?? naming.lookup(options, code);
  // A 0 without a name means that nothing was chosen.
  return name ?? (code === '0' ? '' : code);
};

/** A renamed status has its new name, also in a record that was read before. */
const statusText = (options: string | undefined, value: unknown, naming: Naming): string => {
  if (options === undefined) return referenceText(value);
  if (!isObject(value)) return enumName(options, value, naming);
  return naming.lookup(options, statusIdOf(value)) || referenceText(value);
};

const flagText = (flag: string, { words }: Naming): string => {
  if (flag === '1') return words.yes;
  return flag === '0' ? words.no : flag;
};

/** The text of a value that is neither a number nor a time. It is the same as in the list. */
const otherText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

const numberCell = (value: unknown): Cell => {
  const decimal = toDecimal(value);
  return decimal === undefined ? textCell(otherText(value)) : { kind: 'number', text: withoutTail(decimal) };
};

const timeCell = (value: unknown, { serverOffsetMs, localOffset }: Naming): Cell => {
  if (isNoDate(value)) return EMPTY;
  const time = otherText(value);
  const text = serverToLocal(time, serverOffsetMs, localOffset);
  if (parseServerTime(text) === undefined) return textCell(text);
  // Services send the midnight of a day for a day. The list shows no hours of it either.
  return hasTimeOfDay(time) ? { kind: 'dateTime', text } : { kind: 'date', text: text.slice(0, 10) };
};

/** The name of a country, if the service sent its code. */
const countryText = (value: unknown, { words }: Naming): unknown =>
  words.enums.country?.[scalarText(value)] ?? value;

/** An item of a list: its name or its facts. A path of ids, such as that of a category, has the name of its end. */
const itemText = (options: string | undefined, item: unknown, naming: Naming): string => {
  if (!Array.isArray(item)) return nameOf(item) || (isObject(item) ? factsOf(item) : '');
  const end = scalarText(item.at(-1) ?? '');
  return (options === undefined ? undefined : naming.lookup(options, end)) ?? end;
};

/** A custom field may have a list of choices, or an object with its name. */
const writtenCell = (options: string | undefined, value: unknown, naming: Naming): Cell => {
  return textCell(
    typeof value === 'object'
      ? joined(items(value).map((one) => itemText(options, one, naming)))
      : plainText(String(value)),
  );
};

/** The cell of `value` in `column`; shapes and units are those of `records.page`. */
export const cellOf = (
  column: Pick<Column, 'key' | 'kind' | 'options'>,
  value: unknown,
  naming: Naming,
): Cell => {
  if (isMissing(value)) return EMPTY;
  switch (column.kind) {
    case 'id':
      return isNoId(value)
        ? EMPTY
        : textCell(USER_ID_FIELDS.has(column.key) ? personName(value, naming) : scalarText(value));
    case 'enum':
      return textCell(enumName(column.options ?? '', value, naming));
    case 'flag':
      return textCell(flagText(scalarText(value), naming));
    case 'int':
    case 'number':
    case 'money':
    case 'rate':
      return numberCell(value);
    case 'date':
    case 'dateTime':
      return timeCell(value, naming);
    case 'user':
      return textCell(personName(value, naming));
    case 'users':
      return textCell(joined(items(value).map((person) => personName(person, naming))));
    case 'status':
      return textCell(statusText(column.options, value, naming));
    case 'idList':
      return textCell(
        joined(
          items(value).map(
            (id) =>
              (column.options === undefined ? undefined : naming.lookup(column.options, scalarText(id))) ??
              scalarText(id),
          ),
        ),
      );
    case 'company':
    case 'lead':
    case 'opportunity':
    case 'supplier':
    case 'warehouse':
      return textCell(joined(items(value).map(referenceText)));
    case 'contacts':
    case 'departments':
    case 'list':
      return textCell(joined(items(value).map((item) => itemText(column.options, item, naming))));
    case 'lines': {
      const count = linesOf(value).length;
      return count === 0 ? EMPTY : { kind: 'number', text: String(count) };
    }
    case 'text':
      if (isNoDateText(value)) return EMPTY;
      return writtenCell(
        column.options,
        column.key === 'country' ? countryText(value, naming) : value,
        naming,
      );
    case 'longText':
    case 'phone':
      return writtenCell(column.options, value, naming);
    case 'json':
      return textCell(typeof value === 'object' ? JSON.stringify(value) : plainText(String(value)));
  }
};

const joined = (names: readonly string[]): string => names.filter((name) => name !== '').join(', ');
