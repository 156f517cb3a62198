/**
 * Prepared statements by their text, for the queries that views and searches compose: preparing one costs more
 * than many of them take to run. The least recently used are dropped first.
 *
 * The caller declares what a statement selects, as with `SqlDatabase.prepare`. Nothing checks it.
 */
import { AppError } from '../../app-error';
import type { SqlDatabase, SqlStatement, SqlValue } from '../../ports/ports';

const KEPT = 128;

export class StatementCache {
  readonly #db: SqlDatabase;
  readonly #kept = new Map<string, SqlStatement>();

  constructor(db: SqlDatabase) {
    this.#db = db;
  }

  /** A statement that returns the first column of each row. */
  pluck<Value>(sql: string): SqlStatement<Value> {
    return this.#get<Value>(sql).pluck(true);
  }
  /** A statement that returns each row as an array of its columns. */
  raw<Row>(sql: string): SqlStatement<Row> {
    return this.#get<Row>(sql).raw(true);
  }
  /** A statement that returns no rows. */
  write(sql: string): SqlStatement {
    return this.#get(sql);
  }

  #get<Answer>(sql: string): SqlStatement<Answer> {
    const statement = this.#kept.get(sql) ?? this.#db.prepare(sql);
    this.#kept.delete(sql);
    this.#kept.set(sql, statement);
    if (this.#kept.size > KEPT) this.#dropOldest();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement returns what its text selects
    return statement as SqlStatement<Answer>;
  }

  #dropOldest(): void {
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.#kept.delete(oldest);
  }
}

/**
 * The first answer of a query that always has one: a count, or the document of an existing row. Throws AppError
 * `database-corrupt` if it has none.
 */
export const mustGet = <Answer>(statement: SqlStatement<Answer>, ...params: SqlValue[]): Answer => {
  const answer = statement.get(...params);
  if (answer === undefined) throw new AppError('database-corrupt', 'a row of the local copy is missing');
  return answer;
};
