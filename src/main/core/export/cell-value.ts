/**
 * Converts a wire value to a table cell. It shows what the list shows, but typed, so that a spreadsheet can
 * add amounts and sort dates. Ids are text, because spreadsheets round after fifteen digits. Times are in the
 * computer's time zone, as on the screens; the column header names the zone.
 */
import type { Column } from '#shared/contract/records';
import type { ExportRequest } from '#shared/contract/export';
import { isNoId } from '#shared/domain/ids';
import { toDecimal, withoutTail } from '#shared/domain/money';
import { isNoDate, parseServerTime, serverToLocal } from '#shared/domain/time';
import { linesOf } from '../store/write/column-values';

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
}

const EMPTY: Cell = { kind: 'empty' };
const textCell = (text: string): Cell => (text === '' ? EMPTY : { kind: 'text', text });

/** Fields with a user id that the list shows as a name. */
const USER_ID_FIELDS = new Set(['create_user', 'update_user', 'last_edit_user', 'user_id']);
const NAME_KEYS = ['nickname', 'name', 'title', 'full_name', 'tag_name', 'file_name', 'email', 'status_name'];
const ID_KEYS = ['company_id', 'lead_id', 'opportunity_id', 'supplier_id', 'user_id', 'id'];

type Nested = Record<string, unknown>;
const isNested = (value: unknown): value is Nested =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
const items = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const nameOf = (value: unknown): string => {
  if (!isNested(value)) return isNoId(value) ? '' : plain(value);
  const name = NAME_KEYS.map((key) => plain(value[key])).find((text) => text !== '');
  return name ?? plain(ID_KEYS.map((key) => value[key]).find((id) => !isNoId(id)));
};

const personName = (value: unknown, naming: Naming): string => {
  if (isNested(value) && NAME_KEYS.some((key) => plain(value[key]) !== '')) return nameOf(value);
  const id = plain(isNested(value) ? value.user_id : value);
  return isNoId(id) ? '' : (naming.user(id) ?? id);
};

const enumName = (options: string, value: unknown, naming: Naming): string => {
  const code = plain(value);
  return code === '' ? '' : (naming.words.enums[options]?.[code] ?? naming.lookup(options, code) ?? code);
};

const numberCell = (value: unknown): Cell => {
  const decimal = toDecimal(value);
  return decimal === undefined ? textCell(plain(value)) : { kind: 'number', text: withoutTail(decimal) };
};

const timeCell = (value: unknown, { serverOffsetMs }: Naming): Cell => {
  if (isNoDate(value)) return EMPTY;
  const text = serverToLocal(plain(value), serverOffsetMs);
  if (parseServerTime(text) === undefined) return textCell(text);
  return { kind: text.length > 10 ? 'dateTime' : 'date', text };
};

/** The cell of `value` in `column`; shapes and units are those of `records.page`. */
export const cellOf = (
  column: Pick<Column, 'key' | 'kind' | 'options'>,
  value: unknown,
  naming: Naming,
): Cell => {
  if (value === undefined || value === null || value === '') return EMPTY;
  switch (column.kind) {
    case 'id':
      return isNoId(value)
        ? EMPTY
        : textCell(USER_ID_FIELDS.has(column.key) ? personName(value, naming) : plain(value));
    case 'enum':
      return textCell(enumName(column.options ?? '', value, naming));
    case 'flag':
      return textCell(
        plain(value) === '1' ? naming.words.yes : plain(value) === '0' ? naming.words.no : plain(value),
      );
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
      return textCell(
        isNested(value) || column.options === undefined
          ? nameOf(value)
          : enumName(column.options, value, naming),
      );
    case 'idList':
      return textCell(
        joined(
          items(value).map(
            (id) =>
              (column.options === undefined ? undefined : naming.lookup(column.options, plain(id))) ??
              plain(id),
          ),
        ),
      );
    case 'company':
    case 'lead':
    case 'opportunity':
    case 'supplier':
    case 'warehouse':
    case 'contacts':
    case 'departments':
    case 'list':
      return textCell(
        joined(items(value).map((item) => nameOf(item) || (isNested(item) ? JSON.stringify(item) : ''))),
      );
    case 'lines': {
      const count = linesOf(value).length;
      return count === 0 ? EMPTY : { kind: 'number', text: String(count) };
    }
    case 'text':
    case 'longText':
    case 'phone':
    case 'json':
      return textCell(typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
};

const joined = (names: readonly string[]): string => names.filter((name) => name !== '').join(', ');
