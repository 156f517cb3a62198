/**
 * The outbox's database with simulated power loss, on a disk that may be full. A countdown fires at a commit:
 * just before it (the transaction is rolled back) or just after it (the transaction is stored, but the caller
 * gets no answer). After that this handle refuses everything, and the data remains.
 */
import type { SqlDatabase, SqlStatement } from '#core/ports/ports';

export const NO_ROOM = 'database or disk is full';
export const isNoRoom = (error: unknown): boolean => String(error).includes(NO_ROOM);

export class Crash extends Error {
  constructor() {
    super('the power went');
    this.name = 'Crash';
  }
}

export class CrashableDatabase implements SqlDatabase {
  readonly #inner: SqlDatabase;
  readonly #onCrash: () => void;
  dead = false;
  /** The disk is full: writes are refused, reads still work. */
  full = false;
  /** Commits until the crash; null for none. */
  fuse: { commits: number; side: 'before' | 'after' } | null = null;
  constructor(inner: SqlDatabase, onCrash: () => void) {
    this.#inner = inner;
    this.#onCrash = onCrash;
  }
  get open(): boolean {
    return this.#inner.open;
  }
  get inTransaction(): boolean {
    return this.#inner.inTransaction;
  }
  #alive(): void {
    if (this.dead) throw new Crash();
  }
  #room(sql: string): void {
    if (!this.full || !/^\s*(INSERT|UPDATE|DELETE)/i.test(sql) || sql.includes('temp.')) return;
    throw Object.assign(new Error(NO_ROOM), { code: 'SQLITE_FULL' });
  }
  #burn(side: 'before' | 'after'): void {
    if (!this.fuse || this.fuse.side !== side) return;
    if (--this.fuse.commits > 0) return;
    this.fuse = null;
    this.dead = true;
    this.#onCrash();
    throw new Crash();
  }
  prepare<Answer = unknown>(sql: string): SqlStatement<Answer> {
    this.#alive();
    let statement = this.#inner.prepare<Answer>(sql);
    const alive = (): SqlStatement<Answer> => {
      this.#alive();
      return statement;
    };
    // All lives of a process share the statements, so a statement with another result mode is prepared
    // separately.
    const other = (make: (own: SqlStatement<Answer>) => void): SqlStatement<Answer> => {
      statement = this.#inner.prepare<Answer>(`${sql} `);
      make(statement);
      return wrapped;
    };
    const wrapped: SqlStatement<Answer> = {
      run: (...p: Parameters<typeof statement.run>) => {
        this.#alive();
        this.#room(sql);
        return statement.run(...p);
      },
      get: (...p: Parameters<typeof statement.get>) => alive().get(...p),
      all: (...p: Parameters<typeof statement.all>) => alive().all(...p),
      iterate: (...p: Parameters<typeof statement.iterate>) => alive().iterate(...p),
      pluck: (on = true) => other((own) => own.pluck(on)),
      raw: (on = true) => other((own) => own.raw(on)),
      safeIntegers: (on = true) => other((own) => own.safeIntegers(on)),
    };
    return wrapped;
  }
  exec(sql: string): unknown {
    this.#alive();
    return this.#inner.exec(sql);
  }
  pragma(sql: string, options?: { simple?: boolean }): unknown {
    this.#alive();
    return this.#inner.pragma(sql, options);
  }
  transaction<A extends unknown[], R>(body: (...args: A) => R): (...args: A) => R {
    this.#alive();
    const run = this.#inner.transaction((...args: A): R => {
      const result = body(...args);
      this.#burn('before');
      return result;
    });
    return (...args) => {
      this.#alive();
      const result = run(...args);
      this.#burn('after');
      return result;
    };
  }
  function(...given: Parameters<SqlDatabase['function']>): unknown {
    this.#alive();
    return this.#inner.function(...given);
  }
  close(): void {
    this.dead = true;
  }
}

/**
 * A database that prepares each text once, however many lives and observers use it. A text with a space at
 * its end is always prepared again.
 */
export const preparingOnce = (inner: SqlDatabase): SqlDatabase => {
  const held = new Map<string, SqlStatement>();
  return {
    get open() {
      return inner.open;
    },
    get inTransaction() {
      return inner.inTransaction;
    },
    prepare: <Answer = unknown>(sql: string) => {
      const known = sql.endsWith(' ') ? undefined : held.get(sql);
      if (known) return known as SqlStatement<Answer>;
      const made = inner.prepare<Answer>(sql);
      held.set(sql, made);
      return made;
    },
    exec: (sql) => inner.exec(sql),
    pragma: (sql, options) => inner.pragma(sql, options),
    transaction: (body) => inner.transaction(body),
    function: (...given) => inner.function(...given),
    close: () => inner.close(),
  };
};
