/**
 * Totals of a view: how many of its records say an amount, and the exact sum per currency, over what the list
 * shows: cache and pending work. Done in pieces, so that lists are answered in between; each piece is one
 * transaction.
 *
 * The columns hold amounts as floats, for order only. A float is added up as a whole number of
 * ten-thousandths where it is exactly that (and so is the decimal the service sent, up to six places); for
 * every other one the record's own text is added up. So 0.1 and 0.2 make 0.3, and nineteen digits keep the
 * last. No float is ever added.
 */
import Big from 'big.js';
import type { Totals, View } from '#shared/contract/records';
import { toDecimal, withoutTail } from '#shared/domain/money';
import type { ResourceName } from '#shared/domain/resources';
import { AppError } from '../../app-error';
import type { SqlValue } from '../../ports/ports';
import { CATALOGUE, ftsTable, rowTable } from '../schema/catalogue';
import { fieldSql } from './field-sql';
import type { StatementCache } from '../schema/statement-cache';
import { type Plan, planOf } from './view-lists';

/** Rows looked at in one piece; about ten milliseconds. */
export const PIECE = 10_000;
/** Ten-thousandths: the finest step of money that is still a plain sum. */
const SCALE = 10_000;
/**
 * Below this, floats tell decimals of six places apart, so a float of four places is exact. A part of a sum
 * stays within 64 bits.
 */
const MOST = 2 ** 33;

export interface TotalsSource {
  sql: StatementCache;
  /** Turns SQL over the resource's tables to those of the pending work; null where there is none. */
  overlay: ((sql: string) => string) | null;
  /** Leaves out cached records that pending work stands for; `''` where there is none. */
  withoutPendingRow: string;
  /** The exact value of a field, by row id of the cache or, negative, of the pending work. */
  exact(rowId: number, key: string): unknown;
  read<T>(body: () => T): T;
}

/**
 * One after another the pieces; the sums are complete when it is done. Throws AppError `bad-input` for fields
 * that hold no amounts.
 */
export function* totalsOf(
  source: TotalsSource,
  view: View,
  fields: readonly string[],
): Generator<void, Totals> {
  const plan = planOf(view, source.sql);
  const sums = fields.map((key) => new FieldSums(plan.resource, key));
  const last = source.read(
    () => source.sql.pluck<number | null>(`SELECT max(row_id) FROM ${rowTable(plan.resource)}`).get() ?? 0,
  );
  const selective = plan.conditions.some((condition) => condition.selective);
  // Where an index leads to the records, one question is cheaper than walking the table.
  const step = selective ? last : PIECE;
  for (let from = 0; from < last; from += step) {
    source.read(() => {
      for (const sum of sums) sum.add(source, plan, { from, to: from + step }, 1);
    });
    yield;
  }
  if (source.overlay !== null)
    source.read(() => {
      for (const sum of sums) sum.add(source, plan, null, -1);
    });
  return { fields: sums.map((sum) => sum.result()) };
}

interface Span {
  from: number;
  to: number;
}

class FieldSums {
  readonly #key: string;
  readonly #value: string;
  readonly #currency: string;
  readonly #byCurrency = new Map<string, { count: number; sum: Big }>();

  constructor(resource: ResourceName, key: string) {
    const field = fieldSql(resource, key);
    if (field.storage !== 'real' || field.kind !== 'money')
      throw new AppError('bad-input', 'this field has no amounts to add up', { details: { field: key } });
    this.#key = key;
    this.#value = field.value;
    this.#currency = currencySql(resource, key);
  }

  add(source: TotalsSource, plan: Plan, span: Span | null, sign: 1 | -1): void {
    const value = this.#value;
    const plain = `(abs(${value}) < ${MOST} AND round(${value} * ${SCALE}) / ${SCALE} = ${value})`;
    const where = whereOf(plan, span, source);
    const turned = (sql: string): string =>
      span === null && source.overlay !== null ? source.overlay(sql) : sql;
    const scan =
      span !== null && plan.match === null && !plan.conditions.some((condition) => condition.selective)
        ? ' NOT INDEXED'
        : '';
    const from = `FROM ${rowTable(plan.resource)} r${scan} WHERE ${where.sql} AND ${value} IS NOT NULL`;
    // A group per piece as well: a sum over all of it could leave 64 bits.
    const groups = source.sql
      .raw<[currency: string | null, count: number, odd: number, scaled: string]>(
        turned(
          `SELECT ${this.#currency}, count(*), sum(NOT ${plain}), CAST(sum(CASE WHEN ${plain} THEN CAST(round(${value} * ${SCALE}) AS INTEGER) ELSE 0 END) AS TEXT) ${from}
            GROUP BY 1, r.row_id / ${PIECE}`,
        ),
      )
      .all(...where.params);
    let odd = 0;
    for (const [currency, count, others, scaled] of groups) {
      this.#put(currency, count, new Big(scaled).div(SCALE));
      odd += others;
    }
    if (odd === 0) return;
    const rows = source.sql
      .raw<[rowId: number, currency: string | null]>(
        turned(`SELECT r.row_id, ${this.#currency} ${from} AND NOT ${plain}`),
      )
      .all(...where.params);
    for (const [rowId, currency] of rows) {
      const decimal = toDecimal(source.exact(rowId * sign, this.#key));
      if (decimal !== undefined) this.#put(currency, 0, new Big(withoutTail(decimal)));
    }
  }

  result(): Totals['fields'][number] {
    const sums = [...this.#byCurrency].map(([currency, { count, sum }]) => ({
      currency,
      count,
      sum: sum.toFixed(),
    }));
    return {
      field: this.#key,
      sums: sums.sort((a, b) => b.count - a.count || (a.currency < b.currency ? -1 : 1)),
    };
  }

  #put(currency: string | null, count: number, amount: Big): void {
    const name = currency ?? '';
    const before = this.#byCurrency.get(name);
    this.#byCurrency.set(name, {
      count: (before?.count ?? 0) + count,
      sum: (before?.sum ?? new Big(0)).plus(amount),
    });
  }
}

/** The contract's fields in yuan and dollars say so by name; all others are in the document's currency. */
const currencySql = (resource: ResourceName, key: string): string => {
  if (key.endsWith('_rmb')) return `'CNY'`;
  if (key.endsWith('_usd')) return `'USD'`;
  return CATALOGUE[resource].fields.some((field) => field.key === 'currency')
    ? `upper(CAST(${fieldSql(resource, 'currency').value} AS TEXT))`
    : 'NULL';
};

const whereOf = (
  plan: Plan,
  span: Span | null,
  { withoutPendingRow }: TotalsSource,
): { sql: string; params: SqlValue[] } => {
  // As in the lists: pending work on a removed record stands among the live ones as well.
  const parts = [
    span !== null ? `r.state = ${plan.state}` : plan.state === 0 ? '1' : `r.state = ${plan.state}`,
    ...plan.conditions.map(({ sql }) => sql),
  ];
  const params = plan.conditions.flatMap((condition) => condition.params);
  if (plan.match !== null) {
    parts.push(
      `r.row_id IN (SELECT rowid FROM ${ftsTable(plan.resource)}
        WHERE ${ftsTable(plan.resource)} MATCH ?${span === null ? '' : ' AND rowid > ? AND rowid <= ?'})`,
    );
    params.push(plan.match, ...(span === null ? [] : [span.from, span.to]));
  }
  if (span !== null) {
    parts.push('r.row_id > ?', 'r.row_id <= ?');
    params.push(span.from, span.to);
    if (withoutPendingRow !== '') parts.push(withoutPendingRow);
  }
  return { sql: parts.join(' AND '), params };
};
