/**
 * Converts filters to SQL conditions with bound values. `filterSchema` defines their meaning. A filter that
 * does not fit the field throws AppError `bad-input`.
 */
import type { Filter } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { NO_VALUE } from '#shared/domain/fields';
import { isId } from '#shared/domain/ids';
import { isLocalRef } from '#shared/domain/intent';
import { lowerCased } from '#shared/domain/lower-case';
import { toDecimal } from '#shared/domain/money';
import { formsOf, wideForm } from '#shared/domain/text-forms';
import { AppError } from '../../app-error';
import type { SqlValue } from '../../ports/ports';
import { BEGINS_WITH_DAY, DAY_IN, LOWER_CASE, NUMBER_IN } from '../schema/sql-functions';
import { codeOf, idInteger } from '../write/column-values';
import { type FieldSql, fieldSql } from './field-sql';

export interface Condition {
  sql: string;
  params: SqlValue[];
  /** An index finds the rows. */
  selective?: boolean;
  /**
   * Set if the condition compares one column with these values, and the column may have an index together
   * with the recency column.
   */
  equality?: { index: string; column: string; values: readonly SqlValue[] };
}

/** With more values than this, the rows are scanned. */
const FEW_VALUES = 8;
/** More values of a filter than this are bound as one list. */
const MOST_BOUND = 50;

export const filterCondition = (resource: ResourceName, filter: Filter): Condition => {
  const field = fieldSql(resource, filter.field);
  switch (filter.op) {
    case 'in':
      return filter.values.includes(NO_VALUE)
        ? inOrEmpty(field, filter.values)
        : oneOfValues(field, filter.values);
    case 'between':
      return {
        ...betweenCondition(field, filter.from, filter.to),
        selective: field.findsByIndex && (filter.from ?? '') !== '' && (filter.to ?? '') !== '',
      };
    case 'contains':
      return containsCondition(field, filter.text);
    case 'empty':
      return { sql: `${field.presence} IS NULL`, params: [] };
    case 'notEmpty':
      return { sql: `${field.presence} IS NOT NULL`, params: [] };
  }
};

const oneOfValues = (field: FieldSql, values: readonly string[]): Condition => {
  const condition = inCondition(field, values);
  return {
    ...condition,
    selective: field.isRecordId || field.isLinked || field.findsByIndex,
    ...equalityOf(field, values, condition.params),
  };
};

/** The condition for one of the values or for no value. SQLite uses no index for an OR. */
const inOrEmpty = (field: FieldSql, values: readonly string[]): Condition => {
  const empty: Condition = { sql: `${field.presence} IS NULL`, params: [] };
  const others = values.filter((value) => value !== NO_VALUE);
  if (others.length === 0) return empty;
  const { sql, params } = inCondition(field, others);
  return { sql: `(${sql} OR ${empty.sql})`, params };
};

const equalityOf = (
  field: FieldSql,
  wanted: readonly string[],
  params: readonly SqlValue[],
): Pick<Condition, 'equality'> => {
  if (field.filterIndex === null || wanted.length > FEW_VALUES) return {};
  if (field.storage !== 'enum' && !(field.storage === 'named' && wanted.every(isId))) return {};
  const values = [...new Set(params)].filter((value) => value !== null);
  return { equality: { index: field.filterIndex, column: field.ids ?? field.value, values } };
};

const unsupported = (field: FieldSql, op: string): AppError =>
  new AppError('bad-input', 'this field has no such filter', { details: { field: field.key, op } });

/**
 * `column IN` these values. SQLite takes 32,766 bound values in all, and a view may have 50 filters with 500
 * values each; so many values are bound as one list. It uses the same index.
 */
const isOneOf = (column: string, values: readonly SqlValue[]): Condition =>
  values.length <= MOST_BOUND
    ? { sql: `${column} IN (${values.map(() => '?').join(', ')})`, params: [...values] }
    : { sql: `${column} IN (SELECT value FROM json_each(?))`, params: [jsonList(values)] };

/** NULL is left out: it equals nothing. An integer above 2^53 keeps its digits. */
const jsonList = (values: readonly SqlValue[]): string =>
  `[${values
    .filter((value) => value !== null)
    .map((value) => (typeof value === 'bigint' ? String(value) : JSON.stringify(value)))
    .join(',')}]`;

const inCondition = (field: FieldSql, values: readonly string[]): Condition => {
  if (field.isRecordId) return isOneOf('r.id', values);
  switch (field.storage) {
    case 'id':
      return isOneOf(
        field.value,
        values.map((value) => (isLocalRef(value) ? value : idInteger(value))),
      );
    case 'real':
      return isOneOf(
        field.value,
        values.map((value) => {
          const decimal = toDecimal(value);
          return decimal === undefined ? value : Number(decimal);
        }),
      );
    case 'enum':
      return isOneOf(field.value, values.flatMap(codesOf));
    case 'date':
    case 'text':
      return isOneOf(field.value, values);
    case 'custom':
      return isOneOf(`CAST(${field.value} AS TEXT)`, values);
    // Digits are an id, never a name. An OR over both columns would prevent the use of either index.
    case 'named': {
      const byId = isOneOf(field.ids ?? field.value, values);
      if (values.every(isId)) return byId;
      const byName = isOneOf(field.value, values);
      return { sql: `(${byId.sql} OR ${byName.sql})`, params: [...byId.params, ...byName.params] };
    }
    case 'people':
      return peopleCondition(field, values);
    case 'count':
      throw unsupported(field, 'in');
  }
};

/** A code with a fraction, as of the time zone 5.5, is in the column as the service sent it: a number or a text. */
const codesOf = (value: string): SqlValue[] =>
  /^-?\d+\.\d+$/.test(value) ? [codeOf(value), Number(value)] : [codeOf(value)];

const FEW_PEOPLE = 20;
const peopleCondition = (field: FieldSql, ids: readonly string[]): Condition =>
  ids.length <= FEW_PEOPLE
    ? {
        sql: `(${ids.map(() => `instr(${field.ids}, ?) > 0`).join(' OR ')})`,
        params: ids.map((id) => `,${id},`),
      }
    : {
        sql: `EXISTS (SELECT 1 FROM json_each(?) v WHERE instr(${field.ids}, ',' || v.value || ',') > 0)`,
        params: [JSON.stringify(ids)],
      };

const betweenCondition = (field: FieldSql, from: string | undefined, to: string | undefined): Condition => {
  if (field.storage === 'custom') return betweenOfCustom(field, from ?? '', to ?? '');
  const bound = boundOf(field);
  const { value } = field;
  // Like the order of a list, a range of update times takes the creation time of a record that was never edited.
  const known = field.storage === 'date' ? value : field.presence;
  const parts: Condition[] = [{ sql: `${known} IS NOT NULL`, params: [] }];
  if (from !== undefined && from !== '') parts.push({ sql: `${value} >= ?`, params: [bound(from, false)] });
  if (to !== undefined && to !== '') parts.push({ sql: `${value} <= ?`, params: [bound(to, true)] });
  return {
    sql: `(${parts.map((part) => part.sql).join(' AND ')})`,
    params: parts.flatMap((part) => part.params),
  };
};

/**
 * A custom field may hold anything. The form of the bounds tells whether numbers or dates are compared; values
 * of another form are not in the range. The value is computed once, because it is read from the document.
 */
const betweenOfCustom = (field: FieldSql, from: string, to: string): Condition => {
  const isDays = [from, to].some((bound) => BEGINS_WITH_DAY.test(bound));
  const value = `${isDays ? DAY_IN : NUMBER_IN}(${field.value})`;
  const bound = (text: string, isEnd: boolean): SqlValue =>
    isDays ? dayBound(text, isEnd) : numberOf(field, text);
  if (from === '' && to === '') return { sql: `${value} IS NOT NULL`, params: [] };
  if (from === '') return { sql: `${value} <= ?`, params: [bound(to, true)] };
  if (to === '') return { sql: `${value} >= ?`, params: [bound(from, false)] };
  return { sql: `${value} BETWEEN ? AND ?`, params: [bound(from, false), bound(to, true)] };
};

const DAY_LENGTH = 10;
/** If the end is a day, the whole day is included. */
const dayBound = (text: string, isEnd: boolean): string =>
  isEnd && text.length === DAY_LENGTH ? `${text} 23:59:59.999` : text;

const boundOf = (field: FieldSql): ((text: string, isEnd: boolean) => SqlValue) => {
  switch (field.storage) {
    case 'date':
      return dayBound;
    case 'text':
    case 'named':
    case 'people':
      return (text) => text;
    case 'id':
      return (text) => idInteger(text) ?? numberOf(field, text);
    case 'real':
    case 'enum':
    case 'count':
    case 'custom':
      return (text) => numberOf(field, text);
  }
};

const numberOf = (field: FieldSql, text: string): number => {
  const decimal = toDecimal(text);
  if (decimal === undefined)
    throw new AppError('bad-input', 'not a number', { details: { field: field.key } });
  return Number(decimal);
};

/** Letters beyond ASCII that have an upper and a lower case. */
const hasOtherCases = (text: string): boolean => {
  const others = text.replaceAll(/[\0-\x7f]/g, '');
  return others.toLowerCase() !== others.toUpperCase();
};

/** LIKE ignores case only for ASCII. A call of JavaScript for each row is needed only for other letters. */
const containsCondition = (field: FieldSql, text: string): Condition => {
  if (field.storage === 'count') throw unsupported(field, 'contains');
  const value = ['real', 'enum'].includes(field.storage) ? `CAST(${field.value} AS TEXT)` : field.shown;
  // Only a column is cheap to read once more.
  const isColumn = field.storage === 'text' || field.storage === 'named';
  const texts = new Set([...formsOf(text), ...(isColumn ? [wideForm(text)] : [])]);
  const forms = [...texts].map((form) => containsForm(value, form));
  return {
    sql: `(${forms.map(({ sql }) => sql).join(' OR ')})`,
    params: forms.flatMap(({ params }) => params),
  };
};

const WIDE_LETTERS = /[Ａ-ｚ]/;

const containsForm = (value: string, text: string): Condition => {
  if (hasOtherCases(text)) {
    const sql = `instr(${LOWER_CASE}(${value}), ?) > 0`;
    // SQLite notices that a text has no full-width letters in less time than a call of JavaScript takes.
    const guard = WIDE_LETTERS.test(text) ? `${value} GLOB '*[！-～]*' AND ` : '';
    return { sql: `(${guard}${sql})`, params: [lowerCased(text)] };
  }
  return {
    sql: `${value} LIKE ? ESCAPE '\\'`,
    params: [`%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`],
  };
};
