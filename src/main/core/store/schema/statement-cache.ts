/**
 * The database with its prepared statements kept by their text, for the queries that views and searches
 * compose: compiling one costs more than many of them take to run. The least recently used go first. Every
 * statement comes back plain.
 */
import type { SqlDatabase, SqlStatement } from '../../ports/ports';

const KEPT = 128;

export class StatementCache {
  readonly #db: SqlDatabase;
  readonly #kept = new Map<string, SqlStatement>();

  constructor(db: SqlDatabase) {
    this.#db = db;
  }

  /** A statement answering the first column of each row. */
  pluck(sql: string): SqlStatement {
    return this.#get(sql).pluck(true);
  }
  /** A statement answering rows as arrays. */
  raw(sql: string): SqlStatement {
    return this.#get(sql).raw(true);
  }
  /** A statement that answers nothing. */
  write(sql: string): SqlStatement {
    return this.#get(sql);
  }

  #get(sql: string): SqlStatement {
    const statement = this.#kept.get(sql) ?? this.#db.prepare(sql);
    this.#kept.delete(sql);
    this.#kept.set(sql, statement);
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value as string);
    return statement;
  }
}
