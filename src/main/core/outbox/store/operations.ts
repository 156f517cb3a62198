/**
 * The answers to the operations of windows. A window gives every submit, edit and decision an id. If the
 * answer is lost, it calls again with the same id and gets the first answer; no second intent is made.
 *
 * Guarantees: the answer is stored in the same transaction as the change, so after a crash both exist or
 * neither. An id belongs to one decision about one item. Two ids are never the same operation. A refusal
 * changes nothing and is not stored.
 */
import type { Clock, SqlDatabase } from '../../ports/ports';

/** A window never waits this long for an answer. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** The clock may have been set forward since, so the latest answers are kept however old they seem. */
const KEPT_AT_LEAST = 100;

export interface Operation {
  id: string;
  /** The decision and what it is about, e.g. `discard local:…`. */
  what: string;
}

export interface Operations {
  /**
   * Runs `decide` once for each operation id. Returns the first answer on a repeat, and null if the id
   * belongs to another operation.
   */
  once<T extends { ok: boolean }>(operation: Operation, decide: () => T): T | null;
  /** Stores an answer from the journal, as JSON. */
  adopt(operation: Operation & { result: string }): void;
}

/** Also deletes operations that are older than 30 days, except the latest hundred. */
export const createOperations = (
  database: SqlDatabase,
  clock: Clock,
  atomically: <T>(body: () => T) => T,
  onAnswer: (operation: Operation & { result: string }) => void = () => undefined,
): Operations => {
  const find = database.prepare<{ what: string; result: string }>(
    'SELECT what, result FROM operations WHERE id = ?',
  );
  const keep = database.prepare(
    'INSERT OR IGNORE INTO operations (id, what, result, at) VALUES (?, ?, ?, ?)',
  );
  const forget = database.prepare(
    `DELETE FROM operations
     WHERE at < ? AND at < (SELECT at FROM operations ORDER BY at DESC LIMIT 1 OFFSET ${KEPT_AT_LEAST - 1})`,
  );
  return {
    once: <T extends { ok: boolean }>({ id, what }: Operation, decide: () => T): T | null =>
      atomically(() => {
        const known = find.get(id);
        if (known && known.what !== what) return null;
        if (known) {
          const result: T = JSON.parse(known.result);
          return result;
        }
        const result = decide();
        if (result.ok) {
          forget.run(clock.now() - KEPT_MS);
          const text = JSON.stringify(result);
          keep.run(id, what, text, clock.now());
          onAnswer({ id, what, result: text });
        }
        return result;
      }),
    adopt: ({ id, what, result }) => void keep.run(id, what, result, clock.now()),
  };
};
