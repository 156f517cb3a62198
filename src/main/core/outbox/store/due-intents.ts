/** Which intents may be sent now, and when the next one may be. Rows that are set apart are left out. */
import type { IntentKind } from '#shared/domain/intent';
import type { SqlRow } from '../../ports/ports';
import type { OutboxStatements } from './outbox-statements';
import { APART } from './set-apart';

/** One row that the dispatcher may take, without its JSON. */
export interface DueRow {
  id: string;
  seq: number;
  kind: IntentKind;
  state: 'queued' | 'uncertain';
  fingerprint: string;
  realId: string | null;
  sendNow: boolean;
  held: boolean;
}

export interface DueIntents {
  /**
   * The rows that may be taken, one page per call: items sent by hand first, then in order. `after` is the
   * last row of the previous page. Kinds in `without` are skipped, except items in doubt or sent by hand.
   */
  due(now: number, after?: DueRow | null, without?: readonly IntentKind[]): DueRow[];
  nextDue(now: number): number | null;
  /** Intents that wait until a time after `at`. */
  waitingUntilAfter(at: number): { id: string; tries: number }[];
  /** Changes only the time of an intent's next try. */
  setNotBefore(id: string, notBefore: number): void;
}

const DUE = `
  SELECT i.id, i.seq, i.kind, i.state, i.fingerprint, i.real_id, i.send_now, i.held FROM intents i
  WHERE i.state IN ('queued', 'uncertain') AND i.needs_user = 0 AND i.not_before <= ?
    AND i.id NOT IN (${APART})
    AND (i.state = 'uncertain' OR (i.held = 0 OR i.send_now = 1)
      AND NOT EXISTS (
        SELECT 1 FROM dependencies d JOIN intents p ON p.id = d.parent_id
        WHERE d.intent_id = i.id
          AND (d.strength = 'needs' AND p.state <> 'applied'
            OR d.strength = 'after' AND p.state IN ('queued', 'sending', 'uncertain')
              AND p.id NOT IN (${APART}))))
    AND (i.send_now < ? OR i.send_now = ? AND i.seq > ?)
    AND (i.state = 'uncertain' OR i.send_now = 1 OR i.kind NOT IN (SELECT value FROM json_each(?)))
  ORDER BY i.send_now DESC, i.seq LIMIT 200`;

export const createDueIntents = ({ sql, rows }: OutboxStatements): DueIntents => ({
  due: (now, after = null, without = []) =>
    rows<SqlRow & Pick<DueRow, 'kind' | 'state'>>(
      DUE,
      now,
      after ? Number(after.sendNow) : 2,
      Number(after?.sendNow ?? 2),
      after?.seq ?? 0,
      JSON.stringify(without),
    ).map((row) => ({
      id: String(row.id),
      seq: Number(row.seq),
      kind: row.kind,
      state: row.state,
      fingerprint: String(row.fingerprint),
      realId: row.real_id === null ? null : String(row.real_id),
      sendNow: row.send_now === 1,
      held: row.held === 1,
    })),
  nextDue: (now) =>
    sql<{ at: number | null }>(
      `SELECT min(not_before) AS at FROM intents
       WHERE state IN ('queued', 'uncertain') AND needs_user = 0 AND not_before > ?
         AND id NOT IN (${APART})`,
    ).get(now)?.at ?? null,
  waitingUntilAfter: (at) =>
    rows(
      `SELECT id, tries FROM intents
       WHERE state IN ('queued', 'uncertain') AND needs_user = 0 AND not_before > ?
         AND id NOT IN (${APART})`,
      at,
    ).map((row) => ({ id: String(row.id), tries: Number(row.tries) })),
  setNotBefore: (id, notBefore) => {
    sql(`UPDATE intents SET not_before = ? WHERE id = ?`).run(notBefore, id);
  },
});
