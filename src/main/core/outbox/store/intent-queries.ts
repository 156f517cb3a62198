/**
 * Reads intents, their versions and dependencies from `outbox.db`. A row that cannot be read is set apart
 * (`set-apart.ts`): no query returns it or counts it. One exception: items that need its record still wait.
 */
import { UNSETTLED, type IntentKind } from '#shared/domain/intent';
import type { SqlRow } from '../../ports/ports';
import { toIntent, toVersion, type CommandVersion, type Intent, type Parent } from './intent-record';
import { textOf, type OutboxStatements } from './outbox-statements';
import { APART, type SetApart } from './set-apart';

export interface IntentQueries {
  get(id: string): Intent | null;
  /** Returns true if there is a row with this id, readable or not. */
  has(id: string): boolean;
  list(states?: readonly string[]): Intent[];
  /** The oldest or the latest changed intents first. */
  some(states: readonly string[] | undefined, order: 'oldest' | 'latest', limit: number): Intent[];
  /** The ids of the applied intents, in order of creation. */
  appliedIds(): string[];
  /** Later intents first; applied ones included, discarded not. */
  forRecord(kind: IntentKind, ref: string, withDiscarded?: boolean): Intent[];
  /** Returns null if there is none, or if it cannot be read. */
  versionOf(id: string, version: number): CommandVersion | null;
  parentsOf(id: string): Parent[];
  /** Intents that need this one's record, in order. */
  dependantsOf(id: string): string[];
  counts(): Record<string, number>;
  /** The number of intents that are neither applied nor discarded. Much quicker than `counts` if many are. */
  waiting(): number;
  /** The number of intents in doubt that only the user can settle. */
  undecided(): number;
  /**
   * The number of queued intents that are not sent until the user says so: on hold, or of a kind of `reviewed`,
   * whose first item the user has yet to review.
   */
  held(reviewed: readonly IntentKind[]): number;
  /** The oldest queued intent of each of these kinds that has one. */
  firstQueued(kinds: readonly IntentKind[]): Partial<Record<IntentKind, string>>;
  /**
   * The number of other queued intents that are not sent before such an intent, or before one that needs the user:
   * directly or through others.
   */
  blocked(reviewed: readonly IntentKind[]): number;
  /** Returns true if another create with the same fingerprint was sent without a verdict. */
  twinInDoubt(id: string, fingerprint: string): boolean;
  /** Applied intents that carry this note. */
  appliedWith(note: string): string[];
  /** The latest readable create of this kind that the service itself accepted after server time `since`. */
  lastAccepted(kind: IntentKind, since: string): Intent | null;
  /** Returns true if another intent with the same fingerprint has this note. */
  noted(id: string, fingerprint: string, note: string): boolean;
}

/** The notes of a detail as rows; none if the detail is not JSON. */
const NOTES = `json_each(CASE WHEN json_valid(detail) THEN detail ELSE '{}' END, '$.notes')`;

/** The command; an empty one if it is not JSON. */
const COMMAND = `CASE WHEN json_valid(command) THEN command ELSE '{}' END`;

/** A queued intent that is not sent until the user says so; the parameter is the list of reviewed kinds. */
const ON_HOLD = `state = 'queued' AND send_now = 0
  AND (held = 1 OR kind IN (SELECT value FROM json_each(?)))`;

/**
 * The edges are those of `waits-for.ts`. An intent that is set apart blocks those that need its record. CROSS JOIN keeps
 * the order of the tables: SQLite would compare each of these intents with all queued ones.
 */
const BLOCKED = `
  WITH RECURSIVE stuck (id, state, waits) AS (
    SELECT id, state, 0 FROM intents
    WHERE id IN (${APART}) OR state IN ('rejected', 'conflict') OR state = 'uncertain' AND needs_user = 1
      OR ${ON_HOLD}
    UNION
    SELECT i.id, i.state, 1 FROM stuck s CROSS JOIN dependencies d ON d.parent_id = s.id
      CROSS JOIN intents i ON i.id = d.intent_id
    WHERE i.state = 'queued' AND i.id NOT IN (${APART})
      AND (d.strength = 'needs' OR s.state IN ('queued', 'uncertain') AND s.id NOT IN (${APART}))
  )
  SELECT count(*) AS n FROM stuck WHERE waits = 1
    AND id NOT IN (SELECT id FROM stuck WHERE waits = 0)`;

export const createIntentQueries = ({ rows, one }: OutboxStatements, apart: SetApart): IntentQueries => {
  const intentOf = (row: SqlRow): Intent | null => apart.decode('intents', row, toIntent);
  const intentsOf = (found: readonly SqlRow[]): Intent[] => found.flatMap((row) => intentOf(row) ?? []);
  // Before the first statement that excludes such rows.
  for (let seq = -1; ;) {
    const page = rows(`SELECT * FROM intents WHERE seq > ? ORDER BY seq LIMIT 200`, seq);
    page.forEach(intentOf);
    if (page.length === 0) break;
    seq = Number(page.at(-1)?.seq);
  }

  return {
    get: (id) => {
      const row = one(`SELECT * FROM intents WHERE id = ?`, id);
      return row ? intentOf(row) : null;
    },
    has: (id) => one(`SELECT 1 AS x FROM intents WHERE id = ?`, id) !== undefined,
    list: (states) =>
      intentsOf(
        states
          ? rows(
              `SELECT * FROM intents WHERE state IN (SELECT value FROM json_each(?)) ORDER BY seq`,
              JSON.stringify(states),
            )
          : rows(`SELECT * FROM intents ORDER BY seq`),
      ),
    some: (states, order, limit) =>
      intentsOf(
        rows(
          `SELECT * FROM intents
           WHERE (? IS NULL OR state IN (SELECT value FROM json_each(?))) AND id NOT IN (${APART})
           ORDER BY ${order === 'oldest' ? 'seq' : 'updated_at DESC, seq'} LIMIT ?`,
          states ? '' : null,
          JSON.stringify(states ?? []),
          limit,
        ),
      ),
    appliedIds: () =>
      rows(`SELECT id FROM intents WHERE state = 'applied' AND id NOT IN (${APART}) ORDER BY seq`).map(
        (row) => String(row.id),
      ),
    forRecord: (kind, ref, withDiscarded = false) => {
      const real = textOf(one(`SELECT real_id FROM id_map WHERE local_id = ?`, ref)?.real_id) ?? ref;
      const refs = JSON.stringify([
        ref,
        real,
        ...rows(`SELECT local_id FROM id_map WHERE kind = ? AND real_id = ?`, kind, real).map(
          (row) => row.local_id,
        ),
      ]);
      return intentsOf(
        rows(
          `SELECT * FROM intents
           WHERE kind = ? AND (? = 1 OR state <> 'discarded')
             AND (id IN (SELECT value FROM json_each(?))
               OR target IN (SELECT value FROM json_each(?))
               OR real_id IN (SELECT value FROM json_each(?)))
           ORDER BY seq DESC`,
          kind,
          Number(withDiscarded),
          refs,
          refs,
          refs,
        ),
      );
    },
    versionOf: (id, version) => {
      const row = one(`SELECT * FROM versions WHERE intent_id = ? AND version = ?`, id, version);
      return row ? apart.decode('versions', row, toVersion) : null;
    },
    parentsOf: (id) =>
      rows(`SELECT parent_id AS id, strength FROM dependencies WHERE intent_id = ?`, id).map((row) => ({
        id: String(row.id),
        strength: row.strength === 'needs' ? 'needs' : 'after',
      })),
    dependantsOf: (id) =>
      rows(
        `SELECT d.intent_id AS id FROM dependencies d JOIN intents i ON i.id = d.intent_id
         WHERE d.parent_id = ? AND d.strength = 'needs' AND i.state <> 'discarded' ORDER BY i.seq`,
        id,
      ).map((row) => String(row.id)),
    counts: () =>
      Object.fromEntries(
        rows(`SELECT state, count(*) AS n FROM intents WHERE id NOT IN (${APART}) GROUP BY state`).map(
          (row) => [String(row.state), Number(row.n)],
        ),
      ),
    waiting: () =>
      Number(
        one(
          `SELECT count(*) AS n FROM intents
           WHERE state IN (SELECT value FROM json_each(?)) AND id NOT IN (${APART})`,
          JSON.stringify(UNSETTLED),
        )?.n ?? 0,
      ),
    undecided: () =>
      Number(
        one(
          `SELECT count(*) AS n FROM intents
           WHERE state = 'uncertain' AND needs_user = 1 AND id NOT IN (${APART})`,
        )?.n ?? 0,
      ),
    held: (reviewed) =>
      Number(
        one(
          `SELECT count(*) AS n FROM intents WHERE id NOT IN (${APART}) AND ${ON_HOLD}`,
          JSON.stringify(reviewed),
        )?.n ?? 0,
      ),
    firstQueued: (kinds) =>
      Object.fromEntries(
        // SQLite takes the other columns from the row of the minimum.
        rows(
          `SELECT kind, id, min(seq) FROM intents
           WHERE state = 'queued' AND kind IN (SELECT value FROM json_each(?)) AND id NOT IN (${APART})
           GROUP BY kind`,
          JSON.stringify(kinds),
        ).map((row) => [row.kind, row.id]),
      ),
    blocked: (reviewed) => Number(one(BLOCKED, JSON.stringify(reviewed))?.n ?? 0),
    twinInDoubt: (id, fingerprint) =>
      one(
        `SELECT 1 AS x FROM intents
         WHERE fingerprint = ? AND id <> ? AND state IN ('sending', 'uncertain')
           AND id NOT IN (${APART})`,
        fingerprint,
        id,
      ) !== undefined,
    appliedWith: (note) =>
      rows(
        `SELECT id FROM intents
         WHERE state = 'applied' AND instr(detail, ?) > 0 AND id NOT IN (${APART})
           AND EXISTS (SELECT 1 FROM ${NOTES} WHERE value = ?)
         ORDER BY seq`,
        // Few items have a note, and a search in the text is quicker than reading it as JSON.
        note,
        note,
      ).map((row) => String(row.id)),
    lastAccepted: (kind, since) => {
      const row = one(
        `SELECT * FROM intents i WHERE kind = ? AND state = 'applied' AND target IS NULL
           AND i.id NOT IN (${APART})
           AND json_extract(${COMMAND}, '$.fields.create_user') IS NULL
           AND EXISTS (SELECT 1 FROM ledger l
             WHERE l.intent_id = i.id AND l.event = 'accepted' AND l.server_at > ?)
           AND NOT EXISTS (SELECT 1 FROM ${NOTES} WHERE value = 'restored')
         ORDER BY seq DESC LIMIT 1`,
        kind,
        since,
      );
      return row ? intentOf(row) : null;
    },
    noted: (id, fingerprint, note) =>
      one(
        `SELECT 1 AS x FROM intents
         WHERE fingerprint = ? AND id <> ? AND EXISTS (SELECT 1 FROM ${NOTES} WHERE value = ?)`,
        fingerprint,
        id,
        note,
      ) !== undefined,
  };
};
