/**
 * What all customers owe, the longest debt first. SQL adds the amounts as whole millionths. If a customer has
 * larger amounts than that allows, they are added from their texts, as for one customer (`money.ts`).
 */
import { CURRENCY_CODES } from '#shared/domain/currency';
import { placesOf, sumDecimals } from '#shared/domain/money';
import { RECEIPT_DRAFT } from '#shared/domain/receipts';
import { STATE, quoted, rowTable } from '../schema/catalogue';
import { mustGet, type StatementCache } from '../schema/statement-cache';
import { filterCondition } from '../views/filter-sql';
import { type Amount, MONEY_FIELDS, type MoneyKind, isPositive, moneyOf } from './money-of';

/** `since` is `NO_DAY` if no invoice has a day. */
interface OwedBy {
  id: string;
  name: string;
  currency: string;
  owed: string;
  since: string;
}
type OwedRow = [id: string, name: string | null, currency: string, millionths: string, since: string];

const SUMMED = ['outboundInvoice', 'receipt'] as const;
/** The amounts of the invoices and receipts of a customer. */
type AmountsOf = (company: string) => readonly Amount[];

export class OwedList {
  readonly #sql: StatementCache;
  readonly #amountsOf: AmountsOf;

  constructor(sql: StatementCache, amountsOf: AmountsOf) {
    this.#sql = sql;
    this.#amountsOf = amountsOf;
  }

  /**
   * Customers who owe money; at most `limit`. The totals include all of them. `withoutAmount` counts invoices and
   * receipts that are in no sum, without drafts.
   */
  of(person: string | null, limit: number) {
    const owner =
      person === null
        ? { sql: '1', params: [] }
        : filterCondition('company', { field: 'user_id', op: 'in', values: [person] });
    const large = this.#withLargeAmounts();
    const found = this.#sql
      .raw<OwedRow>(owedSql(owner.sql, large.length > 0))
      .all(...(large.length > 0 ? [JSON.stringify(large)] : []), ...owner.params);
    const rows = found
      .map(([id, name, currency, millionths, since]) => ({
        id,
        name: name || id,
        currency,
        millionths: payable(BigInt(millionths), currency),
        since,
      }))
      .filter(({ millionths }) => millionths > 0n)
      .map(({ millionths, ...row }): OwedBy => ({ ...row, owed: decimalOf(millionths) }));
    if (large.length > 0) {
      const named = this.#sql
        .raw<[id: string, name: string | null]>(
          `SELECT j.value, coalesce(nullif(r.name, ''), ${NAME_OF_DOCUMENTS}) FROM json_each(?) j
            LEFT JOIN ${rowTable('company')} r ON r.id = j.value WHERE (${owner.sql})`,
        )
        .all(JSON.stringify(large), ...owner.params);
      for (const [id, name] of named) rows.push(...this.#owedBy(id, name || id));
      rows.sort((a, b) => compareText(a.since, b.since) || compareText(a.id, b.id));
    }
    const byCurrency = new Map<string, string[]>();
    for (const { currency, owed } of rows) {
      const all = byCurrency.get(currency);
      if (all) all.push(owed);
      else byCurrency.set(currency, [owed]);
    }
    const withoutAmount = SUMMED.reduce(
      (sum, kind) =>
        sum + mustGet(this.#sql.pluck<number>(withoutAmountSql(kind, owner.sql)), ...owner.params),
      0,
    );
    return {
      withoutAmount,
      totals: [...byCurrency]
        .map(([currency, all]) => ({ currency, owed: sumDecimals(all), customers: all.length }))
        .toSorted((a, b) => b.customers - a.customers || (a.currency < b.currency ? -1 : 1)),
      customers: rows
        .slice(0, limit)
        .map(({ since, ...row }) => ({ ...row, since: since === NO_DAY ? null : since.slice(0, 10) })),
    };
  }

  /** What a customer owes, from the texts of the amounts. */
  #owedBy(id: string, name: string): OwedBy[] {
    return moneyOf(this.#amountsOf(id))
      .filter(({ owed }) => isPositive(owed))
      .map(({ currency, owed, since }) => ({ id, name, currency, owed, since: since ?? NO_DAY }));
  }

  /** Customers with amounts that `owedSql` cannot add: too large for an exact float or for a 64-bit sum. */
  #withLargeAmounts(): string[] {
    const isLarge = SUMMED.some((kind) => {
      const [most, count] = mustGet(
        this.#sql.raw<[most: number | null, count: number]>(
          `SELECT max(abs(${quoted(MONEY_FIELDS[kind].amount)})), count(*) FROM ${rowTable(kind)}`,
        ),
      );
      return (most ?? 0) >= MOST_AMOUNT || (most ?? 0) * count >= MOST_SUM;
    });
    return isLarge ? this.#sql.pluck<string>(LARGE_SQL).all() : [];
  }
}

const withoutAmountSql = (kind: (typeof SUMMED)[number], owner: string): string => {
  const [company, amount] = [MONEY_FIELDS[kind].company, MONEY_FIELDS[kind].amount].map(quoted);
  const isCounted = kind === 'receipt' ? `coalesce(d.status, 0) <> ${RECEIPT_DRAFT}` : '1';
  return `SELECT count(*) FROM ${rowTable(kind)} d LEFT JOIN ${rowTable('company')} r ON r.id = d.${company}
    WHERE d.state = ${STATE.live} AND d.${amount} IS NULL AND d.${company} IS NOT NULL AND ${isCounted}
      AND (${owner})`;
};

/** SQL: the currency as `currencyOf` reads it. */
const CURRENCY = `upper(trim(coalesce(currency, '')))`;
/** Sorts after every day. */
const NO_DAY = '9';
const PLACES = 6;

/** The smallest number of millionths that is rounded up to an amount of `places` decimals. */
const leastPayable = (places: number): number => 10 ** (PLACES - places) / 2;

/**
 * SQL: a number of millionths of `i.currency` is rounded to an amount above 0. Nearly every row is decided by
 * the first two comparisons, because the list of currencies takes longer than the rest of the query.
 */
const isPayableSql = (millionths: string): string => {
  const all = [...new Set(CURRENCY_CODES.map(placesOf))];
  const codes = (places: number): string =>
    CURRENCY_CODES.filter((code) => placesOf(code) === places)
      .map((code) => `'${code}'`)
      .join(', ');
  const cases = all
    .filter((places) => places !== placesOf(''))
    .map((places) => `WHEN i.currency IN (${codes(places)}) THEN ${leastPayable(places)}`);
  return `(${millionths} >= ${leastPayable(Math.min(...all))} OR (${millionths} > 0
      AND ${millionths} >= CASE ${cases.join(' ')} ELSE ${leastPayable(placesOf(''))} END))`;
};
const IS_UNCOVERED = isPayableSql('(i.up_to - i.credited - coalesce(p.amount, 0))');

/** Rounds a positive number of millionths to the decimals of the currency. */
const payable = (millionths: bigint, currency: string): bigint => {
  const unit = 10n ** BigInt(PLACES - placesOf(currency));
  return ((millionths + unit / 2n) / unit) * unit;
};

/** Decimal text of a number of millionths. */
const decimalOf = (millionths: bigint): string => {
  const digits = String(millionths < 0n ? -millionths : millionths).padStart(PLACES + 1, '0');
  const text = `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, '');
  return millionths < 0n ? `-${text}` : text;
};

/** Below this limit a float holds six decimal places exactly. */
const MOST_AMOUNT = 2 ** 33;
/** The millionths of this sum fit into 64 bits. */
const MOST_SUM = 2 ** 42;

/** SQL: the name of the customer `j.value` in one of its documents. */
const NAME_OF_DOCUMENTS = SUMMED.map(
  (kind) =>
    `(SELECT max(company_info) FROM ${rowTable(kind)} WHERE ${quoted(MONEY_FIELDS[kind].company)} = j.value)`,
).reduce((first, second) => `coalesce(${first}, ${second})`);

const LARGE_SQL = (() => {
  const amounts = (kind: MoneyKind): string =>
    `SELECT ${quoted(MONEY_FIELDS[kind].company)} AS company, ${CURRENCY} AS currency,
        abs(${quoted(MONEY_FIELDS[kind].amount)}) AS amount FROM ${rowTable(kind)} WHERE state = ${STATE.live}`;
  const large = (kind: MoneyKind): string =>
    `SELECT company FROM (${amounts(kind)}) WHERE company IS NOT NULL
      GROUP BY company, currency HAVING max(amount) >= ${MOST_AMOUNT} OR total(amount) >= ${MOST_SUM}`;
  return SUMMED.map(large).join(' UNION ');
})();

const compareText = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/**
 * Adds whole millionths, because sums of floats are not exact. Leaves out the customers of the first parameter
 * (a JSON list of ids). Negative invoices (credit notes) cover other invoices, as receipts do. If a customer is not in
 * the list of companies, the name comes from its documents.
 */
const owedSql = (owner: string, hasLarge: boolean): string => {
  const company = quoted('company_info$id');
  const day = `coalesce(nullif(${quoted('warehouse_invoice_time')}, ''), create_time, '${NO_DAY}')`;
  const millionths = (amount: string): string => `CAST(round(coalesce(${amount}, 0) * 1000000) AS INTEGER)`;
  const others = hasLarge ? ` AND ${company} NOT IN large` : '';
  return `
    WITH ${hasLarge ? 'large AS (SELECT value FROM json_each(?)), ' : ''}received AS MATERIALIZED (
      SELECT ${company} AS company, ${CURRENCY} AS currency, sum(${millionths('amount')}) AS amount,
          max(company_info) AS name
        FROM ${rowTable('receipt')}
        WHERE state = ${STATE.live} AND ${company} IS NOT NULL AND coalesce(status, 0) <> ${RECEIPT_DRAFT}${others}
        GROUP BY 1, 2
    ), invoice AS (
      SELECT ${company} AS company, ${CURRENCY} AS currency, ${day} AS day, row_id,
          ${millionths('product_total_amount')} AS amount, company_info AS name
        FROM ${rowTable('outboundInvoice')}
        WHERE state = ${STATE.live} AND ${company} IS NOT NULL${others}
    ), invoiced AS MATERIALIZED (
      SELECT company, currency, sum(amount) AS amount, -sum(min(amount, 0)) AS credited, max(name) AS name
        FROM invoice GROUP BY 1, 2
    ), debt AS MATERIALIZED (
      SELECT company, currency, sum(amount) AS amount, max(name) AS name FROM (
          SELECT company, currency, amount, name FROM invoiced
          UNION ALL SELECT company, currency, -amount, name FROM received)
        GROUP BY 1, 2 HAVING sum(amount) > 0
    ), since AS (
      SELECT i.company, i.currency, min(i.day) AS day
        FROM (
          SELECT e.company, e.currency, e.day, d.credited,
              sum(e.amount) OVER (PARTITION BY e.company, e.currency ORDER BY e.day, e.row_id) AS up_to
            FROM debt o
            JOIN invoiced d ON d.company = o.company AND d.currency = o.currency
            JOIN invoice e ON e.company = o.company AND e.currency = o.currency AND e.amount > 0) i
        LEFT JOIN received p ON p.company = i.company AND p.currency = i.currency
        WHERE ${IS_UNCOVERED} GROUP BY 1, 2
    )
    SELECT o.company, coalesce(nullif(r.name, ''), o.name), o.currency, CAST(o.amount AS TEXT),
        coalesce(s.day, '${NO_DAY}') AS day
      FROM debt o
      LEFT JOIN since s ON s.company = o.company AND s.currency = o.currency
      LEFT JOIN ${rowTable('company')} r ON r.id = o.company
      WHERE ${owner}
      ORDER BY 5, 1`;
};
