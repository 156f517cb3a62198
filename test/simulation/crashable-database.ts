/**
 * The outbox's database with a power switch. A countdown fires at a commit: just before it (the transaction is undone)
 * or just after (it stands, and nobody was told). Once dead, this handle refuses everything; the data lives on.
 */
import type { SqlDatabase } from '#core/ports/ports';

export class Crash extends Error { constructor() { super('the power went'); this.name = 'Crash'; } }

export class CrashableDatabase implements SqlDatabase {
  readonly #inner: SqlDatabase;
  readonly #onCrash: () => void;
  dead = false;
  /** Commits until the crash; null for none. */
  fuse: { commits: number; side: 'before' | 'after' } | null = null;
  constructor(inner: SqlDatabase, onCrash: () => void) { this.#inner = inner; this.#onCrash = onCrash; }
  get open(): boolean { return this.#inner.open; }
  #alive(): void { if (this.dead) throw new Crash(); }
  #burn(side: 'before' | 'after'): void {
    if (!this.fuse || this.fuse.side !== side) return;
    if (--this.fuse.commits > 0) return;
    this.fuse = null;
    this.dead = true;
    this.#onCrash();
    throw new Crash();
  }
  prepare(sql: string): ReturnType<SqlDatabase['prepare']> {
    this.#alive();
    const statement = this.#inner.prepare(sql);
    const guard = <A extends unknown[], R>(call: (...args: A) => R) => (...args: A): R => { this.#alive(); return call(...args); };
    const wrapped = {
      run: guard((...p: Parameters<typeof statement.run>) => statement.run(...p)), get: guard((...p: Parameters<typeof statement.get>) => statement.get(...p)),
      all: guard((...p: Parameters<typeof statement.all>) => statement.all(...p)), iterate: guard((...p: Parameters<typeof statement.iterate>) => statement.iterate(...p)),
      pluck: (on = true) => { statement.pluck(on); return wrapped; }, raw: (on = true) => { statement.raw(on); return wrapped; }, safeIntegers: (on = true) => { statement.safeIntegers(on); return wrapped; },
    };
    return wrapped;
  }
  exec(sql: string): unknown { this.#alive(); return this.#inner.exec(sql); }
  pragma(sql: string, options?: { simple?: boolean }): unknown { this.#alive(); return this.#inner.pragma(sql, options); }
  transaction<A extends unknown[], R>(body: (...args: A) => R): (...args: A) => R {
    this.#alive();
    const run = this.#inner.transaction((...args: A): R => { const result = body(...args); this.#burn('before'); return result; });
    return (...args) => { this.#alive(); const result = run(...args); this.#burn('after'); return result; };
  }
  close(): void { this.dead = true; }
}
