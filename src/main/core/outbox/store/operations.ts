/**
 * What each operation of a window answered. A window names every submit, edit and decision by an id of its
 * own; when the answer is lost it asks again under the same id, and gets the first answer instead of a second
 * intent.
 *
 * Guarantees: the answer is kept in the transaction that made it true, so after a crash there are both or
 * neither. An id stands for one decision about one thing; two ids are never taken for one operation. A
 * refusal changes nothing and is not kept.
 */
import type { Clock, SqlDatabase } from '../../ports/ports';

/** Longer than any window waits for an answer. */
const KEPT_MS = 30 * 24 * 3_600_000;

export interface Operation {
  id: string;
  /** The decision and what it is about, e.g. `discard local:…`. */
  what: string;
}

export interface Operations {
  /**
   * Decides once for each operation id. Returns the first answer on a repeat, and null where the id stands
   * for something else.
   */
  once<T extends { ok: boolean }>(operation: Operation, decide: () => T): T | null;
  /** Keeps an answer that another witness remembers, as JSON. */
  adopt(operation: Operation & { result: string }): void;
}

/** Also forgets operations that are older than 30 days. */
export const createOperations = (
  database: SqlDatabase,
  clock: Clock,
  atomically: <T>(body: () => T) => T,
  onAnswer: (operation: Operation & { result: string }) => void = () => undefined,
): Operations => {
  const find = database.prepare('SELECT what, result FROM operations WHERE id = ?');
  const keep = database.prepare(
    'INSERT OR IGNORE INTO operations (id, what, result, at) VALUES (?, ?, ?, ?)',
  );
  const forget = database.prepare('DELETE FROM operations WHERE at < ?');
  return {
    once: <T extends { ok: boolean }>({ id, what }: Operation, decide: () => T): T | null =>
      atomically(() => {
        const known = find.get(id) as { what: string; result: string } | undefined;
        if (known) return known.what === what ? (JSON.parse(known.result) as T) : null;
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
