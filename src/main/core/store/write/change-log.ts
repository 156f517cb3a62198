/**
 * What others changed: while the pull writes, the fields that differ from the copy before, and whose change
 * it was where the record says so. One line for each record that nobody has seen since, at most `MOST` of
 * them.
 *
 * Begins with the first complete copy (`begin`), for before that everything is new. It does not know whose
 * records they are, nor what the outbox delivered: `read/changes.ts` and the handler decide what is shown.
 */
import type { ResourceName } from '#shared/domain/resources';
import type { SqlDatabase } from '../../ports/ports';
import { refOf, textOf } from './column-values';

type Value = Readonly<Record<string, unknown>>;

const BEGUN_KEY = 'changes/from';
const MOST = 2000;
const PRUNE_EVERY = 200;

/** Fields that follow from others, or that every touch moves. */
const HOUSEKEEPING: ReadonlySet<string> = new Set([
  'update_time',
  'update_user',
  'update_user_info',
  'last_edit_user',
  'order_time',
  'edit_time',
  'recent_follow_up_time',
  'comment_count',
]);
/** Of these kinds changes are told. */
const TOLD: ReadonlySet<ResourceName> = new Set([
  'trail',
  'company',
  'lead',
  'order',
  'quotation',
  'outboundInvoice',
  'receipt',
]);

const idOf = (value: unknown): string =>
  (value !== null && typeof value === 'object' ? refOf(value).id : textOf(value)) ?? '';
const personOf = (value: Value, kind: 'new' | 'changed'): string => {
  const created = idOf(value.create_user_info) || idOf(value.create_user);
  if (kind === 'new') return created;
  return idOf(value.update_user_info) || idOf(value.update_user) || idOf(value.last_edit_user);
};

/** Keys whose values differ, those of the service's own housekeeping left out. */
export const changedFields = (before: Value, after: Value): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !HOUSEKEEPING.has(key) && JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );

export class ChangeLog {
  readonly #db: SqlDatabase;
  /** Server time of the first complete copy; undefined until read, null before it. */
  #from: string | null | undefined;
  #noted = 0;

  constructor(db: SqlDatabase) {
    this.#db = db;
  }

  /** From now on changes are kept; `serverTime` is the service's clock. Only the first call counts. */
  begin(serverTime: string): void {
    if (this.#begun() !== null) return;
    this.#db.prepare('INSERT OR REPLACE INTO state VALUES (?, ?)').run(BEGUN_KEY, serverTime);
    this.#from = serverTime;
  }

  /** A record that was not here before. What is older than the first copy came back, and is not new. */
  inserted(resource: ResourceName, rowId: number, value: Value, at: number): void {
    const from = this.#begun();
    if (from === null || !TOLD.has(resource) || (textOf(value.create_time) ?? '') < from) return;
    this.#note(resource, rowId, 'new', [], personOf(value, 'new'), at);
  }

  updated(resource: ResourceName, rowId: number, before: Value, after: Value, at: number): void {
    if (this.#begun() === null || !TOLD.has(resource)) return;
    const fields = changedFields(before, after);
    if (fields.length > 0) this.#note(resource, rowId, 'changed', fields, personOf(after, 'changed'), at);
  }

  rolledBack(): void {
    this.#from = undefined;
  }

  #note(
    resource: ResourceName,
    rowId: number,
    kind: 'new' | 'changed',
    fields: readonly string[],
    person: string,
    at: number,
  ): void {
    const known = this.#db
      .prepare<[kind: string, fields: string, person: string]>(
        'SELECT kind, fields, person FROM change WHERE resource = ? AND row_id = ?',
      )
      .raw(true)
      .get(resource, rowId);
    const before: string[] = known === undefined ? [] : JSON.parse(known[1]);
    const all = new Set([...before, ...fields]);
    this.#db
      .prepare('INSERT OR REPLACE INTO change VALUES (?, ?, ?, ?, ?, ?)')
      .run(resource, rowId, known?.[0] ?? kind, JSON.stringify([...all]), person || (known?.[2] ?? ''), at);
    this.#noted += 1;
    if (this.#noted % PRUNE_EVERY !== 0) return;
    this.#db
      .prepare('DELETE FROM change WHERE at < (SELECT at FROM change ORDER BY at DESC LIMIT 1 OFFSET ?)')
      .run(MOST);
  }

  #begun(): string | null {
    if (this.#from === undefined)
      this.#from =
        this.#db.prepare<string>('SELECT json FROM state WHERE key = ?').pluck().get(BEGUN_KEY) ?? null;
    return this.#from;
  }
}
