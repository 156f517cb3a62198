/** The small tables beside the records: lookups, statistics, drift, and the pull's own documents. */
import type { LookupItem } from '#shared/http-api/lookups';
import { isObject } from '#shared/domain/is-object';
import { AppError } from '../../app-error';
import type { SqlDatabase, SqlStatement } from '../../ports/ports';
import type { DriftCount } from '../cache-store';
import { STATE } from '../schema/catalogue';
import { parseStored } from '../schema/stored-document';

/** Throws AppError `database-corrupt`. */
const itemsIn = (json: string): LookupItem[] => {
  const items = parseStored(json);
  if (Array.isArray(items) && items.every(isItem)) return items;
  throw new AppError('database-corrupt', 'a lookup of the local copy is not a list of names');
};
const isItem = (item: unknown): item is LookupItem =>
  isObject(item) && typeof item.id === 'string' && typeof item.name === 'string';

export class SideTables {
  readonly #db: SqlDatabase;
  /** The prepared statement is kept, because the state of the pull is read from about twelve rows at a time. */
  #stateOf: SqlStatement<string> | null = null;
  #putState: SqlStatement | null = null;
  constructor(db: SqlDatabase) {
    this.#db = db;
  }

  /** Returns true if the items differ from those that were stored. */
  putLookup(name: string, items: readonly LookupItem[], fetchedAt: number): boolean {
    const before = this.#stored(name);
    const json = JSON.stringify(items);
    this.#db.prepare('INSERT OR REPLACE INTO lookup VALUES (?, ?, ?)').run(name, json, fetchedAt);
    return json !== before;
  }

  /**
   * The lookup `user` is made from the user records, so that people get their names like the items of any other
   * lookup. Colleagues who have left keep the name that was known, also if the service does not list them.
   */
  lookup(name: string): LookupItem[] {
    if (name === 'user') return this.#users(STATE.live);
    const json = this.#stored(name);
    const items = json === undefined ? [] : itemsIn(json);
    if (name !== 'deletedUsers') return items;
    const listed = new Set(items.map(({ id }) => id));
    return [...items, ...this.#users(STATE.tombstoned).filter(({ id }) => !listed.has(id))];
  }

  #stored(name: string): string | undefined {
    return this.#db.prepare<string>('SELECT items FROM lookup WHERE name = ?').pluck().get(name);
  }

  #users(state: number): LookupItem[] {
    return this.#db
      .prepare<LookupItem>(
        'SELECT id, coalesce(nickname, full_name, email, id) AS name FROM user_row WHERE state = ? ' +
          'ORDER BY nickname, id',
      )
      .all(state);
  }

  putActivity(key: string, rowsJson: string, fetchedAt: number): void {
    this.#db.prepare('INSERT OR REPLACE INTO activity VALUES (?, ?, ?)').run(key, rowsJson, fetchedAt);
  }

  activity(key: string): { rowsJson: string; fetchedAt: number } | null {
    const row = this.#db
      .prepare<{ rowsJson: string; fetchedAt: number }>(
        'SELECT rows_json AS rowsJson, fetched_at AS fetchedAt FROM activity WHERE key = ?',
      )
      .get(key);
    return row ?? null;
  }

  /** Counts add up; the latest sample is kept. */
  addDrift(drift: readonly DriftCount[]): void {
    const add = this.#db.prepare(
      'INSERT INTO drift VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + ' +
        'excluded.count, sample = excluded.sample',
    );
    this.#db.transaction(() => {
      for (const d of drift) add.run(d.resource, d.field, d.kind, d.count, d.sample);
    })();
  }

  drift(): DriftCount[] {
    return this.#db
      .prepare<DriftCount>(
        'SELECT resource, field, kind, count, sample FROM drift ORDER BY count DESC, resource, field',
      )
      .all();
  }

  setState(key: string, json: string): void {
    this.#putState ??= this.#db.prepare('INSERT OR REPLACE INTO state VALUES (?, ?)');
    this.#putState.run(key, json);
  }

  state(key: string): string | null {
    this.#stateOf ??= this.#db.prepare<string>('SELECT json FROM state WHERE key = ?').pluck();
    return this.#stateOf.get(key) ?? null;
  }
}
