/**
 * Drafts, intents, their versions, dependencies, ids and ledger over `outbox.db`. Every public write is one
 * transaction that also adds to the ledger. When it returns, it is on disk. The store makes no decisions;
 * states come from `state-machine.ts`.
 *
 * A row that cannot be read is set apart (`set-apart.ts`): no query returns it, counts it or waits for it,
 * and nothing here writes or deletes it. One exception: items that need its record still wait.
 */
import type { IntentKind } from '#shared/domain/intent';
import type { Clock, SqlDatabase, SqlRow, SqlStatement, SqlValue } from '../../ports/ports';
import {
  toIntent,
  toLedgerEntry,
  toVersion,
  unreadableEntry,
  type CommandVersion,
  type Intent,
  type LedgerEntry,
  type NewLedgerEntry,
  type Parent,
} from './intent-record';
import type { SaidVersion } from '../journal/journal-entry';
import { LAST_ENTRY, type OutboxJournal } from '../journal/outbox-journal';
import { createDraftStore, type DraftStore } from './draft-store';
import { createRowWriter } from './row-writer';
import { APART, createSetApart, type UnreadableRow } from './set-apart';

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

export interface OutboxStore extends DraftStore {
  /** False after the account was closed. */
  isOpen(): boolean;
  atomically<T>(body: () => T): T;
  get(id: string): Intent | null;
  /** Returns true if there is a row with this id, readable or not. */
  has(id: string): boolean;
  /** The rows set apart so far. All intents and drafts are checked when the store opens. */
  unreadable(): UnreadableRow[];
  list(states?: readonly string[]): Intent[];
  /** The oldest or the latest changed intents first. */
  some(states: readonly string[] | undefined, order: 'oldest' | 'latest', limit: number): Intent[];
  /** The ids of the applied intents, in order of creation. */
  appliedIds(): string[];
  /** A number that changes with every write that may change the overlay. Drafts do not change it. */
  revision(): number;
  /** Later intents first; applied ones included, discarded not. */
  forRecord(kind: IntentKind, ref: string, withDiscarded?: boolean): Intent[];
  insert(
    intent: Omit<Intent, 'seq' | 'createdAt' | 'updatedAt'>,
    parents: readonly Parent[],
    entry: NewLedgerEntry,
  ): Intent;
  /** Inserts an intent from the journal, or replaces the row with its id. Adds nothing to the ledger. */
  adopt(intent: Omit<Intent, 'seq'>, versions: ReadonlyMap<number, SaidVersion & { at?: number }>): void;
  /** Replaces an unreadable version by the journal's copy. */
  mendVersion(id: string, version: number, said: SaidVersion): void;
  /** Writes the intent's changed columns and one ledger entry together. */
  save(intent: Intent, entry: NewLedgerEntry | null): void;
  /** Returns null if there is none, or if it cannot be read. */
  versionOf(id: string, version: number): CommandVersion | null;
  setParents(id: string, parents: readonly Parent[]): void;
  parentsOf(id: string): Parent[];
  /** Intents that need this one's record, in order. */
  dependantsOf(id: string): string[];
  /** The intent that creates the record, contact or line with this local id. */
  makerOf(localId: string): string | null;
  mapId(localId: string, kind: string, realId: string, intentId: string): void;
  realIdOf(localId: string): string | null;
  localIdOf(kind: string, realId: string): string | null;
  claimedBy(kind: string, realId: string): string | null;
  idsOf(intentId: string): { localId: string; kind: string; realId: string }[];
  ledger(intentId?: string): LedgerEntry[];
  attemptsOf(intentId: string): number;
  /** The number of the last ledger entry, of one intent or of all; 0 if there is none. */
  lastEntry(intentId?: string): number;
  /** New ledger entries get higher numbers than this. */
  raiseEntries(above: number): void;
  record(intentId: string, entry: NewLedgerEntry): void;
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
  counts(): Record<string, number>;
  /** The number of intents in doubt that only the user can settle. */
  undecided(): number;
  /** Returns true if another create with the same fingerprint was sent without a verdict. */
  twinInDoubt(id: string, fingerprint: string): boolean;
  /** Applied intents that carry this note. */
  appliedWith(note: string): string[];
  /** The latest create of this kind that the service itself accepted after server time `since`. */
  lastAccepted(kind: IntentKind, since: string): Intent | null;
  /** Returns true if another intent with the same fingerprint has this note. */
  noted(id: string, fingerprint: string, note: string): boolean;
  /**
   * Tests a write that is as large as an attempt with its answer. Throws disk errors. Leaves nothing behind.
   */
  proveRoom(): void;
  meta(key: string): string | null;
  setMeta(key: string, value: string): void;
}

const DUE = `
  SELECT i.id, i.seq, i.kind, i.state, i.fingerprint, i.real_id, i.send_now, i.held FROM intents i
  WHERE i.state IN ('queued', 'uncertain') AND i.needs_user = 0 AND i.not_before <= ?
    AND i.id NOT IN (${APART})
    AND (i.state = 'uncertain' OR (i.held = 0 OR i.send_now = 1)
      AND NOT EXISTS (SELECT 1 FROM dependencies d JOIN intents p ON p.id = d.parent_id WHERE d.intent_id = i.id
        AND (d.strength = 'needs' AND p.state <> 'applied' OR d.strength = 'after' AND p.state IN ('queued', 'sending', 'uncertain') AND p.id NOT IN (${APART}))))
    AND (i.send_now < ? OR i.send_now = ? AND i.seq > ?)
    AND (i.state = 'uncertain' OR i.send_now = 1 OR i.kind NOT IN (SELECT value FROM json_each(?)))
  ORDER BY i.send_now DESC, i.seq LIMIT 200`;

/** The size of two attempts with their answers. Less free room counts as a full disk. */
const ROOM_BYTES = 65_536;

/** The notes of a detail as rows; none if the detail is not JSON. */
const NOTES = `json_each(CASE WHEN json_valid(detail) THEN detail ELSE '{}' END, '$.notes')`;

/** The journal's methods that the store calls in its transactions. */
export type StoreWitness = Pick<
  OutboxJournal,
  'wrote' | 'savesDraft' | 'endsDraft' | 'flush' | 'committed' | 'rolledBack' | 'proveRoom'
>;

/** A column of text; null if there is no row. */
const textOf = (value: SqlValue | undefined): string | null => (typeof value === 'string' ? value : null);

export const createOutboxStore = (
  database: SqlDatabase,
  clock: Clock,
  witness: StoreWitness | null = null,
): OutboxStore => {
  const cache = new Map<string, SqlStatement>();
  const sql = <Row = SqlRow>(text: string): SqlStatement<Row> => {
    const held = cache.get(text) ?? database.prepare(text);
    cache.set(text, held);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row has the columns that the text selects
    return held as SqlStatement<Row>;
  };
  const rows = <Row = SqlRow>(text: string, ...params: SqlValue[]): Row[] => sql<Row>(text).all(...params);
  const one = (text: string, ...params: SqlValue[]): SqlRow | undefined => sql(text).get(...params);
  const apart = createSetApart(database);
  const intentOf = (row: SqlRow): Intent | null => apart.decode('intents', row, toIntent);
  const intentsOf = (found: readonly SqlRow[]): Intent[] => found.flatMap((row) => intentOf(row) ?? []);
  // Before the first statement that excludes such rows.
  for (let seq = -1; ;) {
    const page = rows(`SELECT * FROM intents WHERE seq > ? ORDER BY seq LIMIT 200`, seq);
    page.forEach(intentOf);
    if (page.length === 0) break;
    seq = Number(page.at(-1)?.seq);
  }
  // Nested calls join the outer transaction, so that a caller can bind several writes into one commit.
  let depth = 0;
  let revision = 0;
  const atomically = <T>(body: () => T): T => {
    if (depth > 0) return body();
    depth++;
    try {
      const result = database.transaction(() => {
        const made = body();
        // Before the commit, so that everything that is reported as saved is in the journal.
        witness?.flush();
        return made;
      })();
      witness?.committed();
      return result;
    } catch (error) {
      witness?.rolledBack();
      throw error;
    } finally {
      depth--;
    }
  };
  const writer = createRowWriter(sql, clock);
  const { record, keepVersion, setParents } = writer;
  const setMeta = (key: string, value: string): void => {
    sql(
      `INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    ).run(key, value);
  };
  const meta = (key: string): string | null =>
    textOf(one(`SELECT value FROM meta WHERE key = ?`, key)?.value);
  const drafts = createDraftStore({ sql, clock, apart, writer, atomically, witness, meta, setMeta });
  drafts.drafts();
  const get = (id: string): Intent | null => {
    const row = one(`SELECT * FROM intents WHERE id = ?`, id);
    return row ? intentOf(row) : null;
  };

  return {
    ...drafts,
    isOpen: () => database.open,
    atomically,
    get,
    has: (id) => one(`SELECT 1 AS x FROM intents WHERE id = ?`, id) !== undefined,
    unreadable: () => apart.list(),
    record,
    setParents: (id, parents) => atomically(() => setParents(id, parents)),
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
          `SELECT * FROM intents WHERE kind = ? AND (? = 1 OR state <> 'discarded') AND (id IN (SELECT value FROM json_each(?)) OR target IN (SELECT value FROM json_each(?)) OR real_id IN (SELECT value FROM json_each(?))) ORDER BY seq DESC`,
          kind,
          Number(withDiscarded),
          refs,
          refs,
          refs,
        ),
      );
    },
    appliedIds: () =>
      rows(`SELECT id FROM intents WHERE state = 'applied' AND id NOT IN (${APART}) ORDER BY seq`).map(
        (row) => String(row.id),
      ),
    revision: () => revision,
    insert: (intent, parents, entry) =>
      atomically(() => {
        revision++;
        const now = clock.now();
        const seq = writer.insert(intent, now, now);
        keepVersion(intent);
        setParents(intent.id, parents);
        record(intent.id, entry);
        witness?.wrote(intent);
        return { ...intent, seq, createdAt: now, updatedAt: now };
      }),
    save: (intent, entry) =>
      atomically(() => {
        revision++;
        writer.update(intent, clock.now());
        keepVersion(intent);
        if (entry) record(intent.id, entry);
        witness?.wrote(intent);
      }),
    adopt: (intent, versions) =>
      atomically(() => {
        revision++;
        if (one(`SELECT 1 AS x FROM intents WHERE id = ?`, intent.id))
          writer.update({ ...intent, seq: 0 }, intent.updatedAt);
        else writer.insert(intent, intent.createdAt, intent.updatedAt);
        apart.forget('intents', intent.id);
        for (const [version, said] of versions) writer.putVersion(intent.id, version, said);
        keepVersion(intent);
        witness?.wrote(intent);
      }),
    mendVersion: (id, version, said) =>
      atomically(() => {
        writer.putVersion(id, version, said);
        apart.forget('versions', id, version);
      }),
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
        `SELECT d.intent_id AS id FROM dependencies d JOIN intents i ON i.id = d.intent_id WHERE d.parent_id = ? AND d.strength = 'needs' AND i.state <> 'discarded' ORDER BY i.seq`,
        id,
      ).map((row) => String(row.id)),
    makerOf: (localId) => textOf(one(`SELECT intent_id FROM locals WHERE local_id = ?`, localId)?.intent_id),
    mapId: (localId, kind, realId, intentId) => {
      revision++;
      sql(`INSERT OR REPLACE INTO id_map (local_id, kind, real_id, intent_id) VALUES (?, ?, ?, ?)`).run(
        localId,
        kind,
        realId,
        intentId,
      );
    },
    realIdOf: (localId) => textOf(one(`SELECT real_id FROM id_map WHERE local_id = ?`, localId)?.real_id),
    localIdOf: (kind, realId) =>
      textOf(one(`SELECT local_id FROM id_map WHERE kind = ? AND real_id = ?`, kind, realId)?.local_id),
    claimedBy: (kind, realId) =>
      textOf(one(`SELECT intent_id FROM id_map WHERE kind = ? AND real_id = ?`, kind, realId)?.intent_id),
    idsOf: (intentId) =>
      rows(`SELECT local_id, kind, real_id FROM id_map WHERE intent_id = ?`, intentId).map((row) => ({
        localId: String(row.local_id),
        kind: String(row.kind),
        realId: String(row.real_id),
      })),
    ledger: (intentId) =>
      (intentId === undefined
        ? rows(`SELECT * FROM ledger ORDER BY seq`)
        : rows(`SELECT * FROM ledger WHERE intent_id = ? ORDER BY seq`, intentId)
      ).map((row) => apart.decode('ledger', row, toLedgerEntry) ?? unreadableEntry(row)),
    attemptsOf: (intentId) =>
      Number(one(`SELECT coalesce(max(attempt), 0) AS n FROM ledger WHERE intent_id = ?`, intentId)?.n ?? 0),
    lastEntry: (intentId) =>
      Number(
        (intentId === undefined
          ? one(LAST_ENTRY)
          : one(`SELECT coalesce(max(seq), 0) AS n FROM ledger WHERE intent_id = ?`, intentId)
        )?.n,
      ),
    raiseEntries: (above) => {
      if (Number(one(`SELECT seq FROM sqlite_sequence WHERE name = 'ledger'`)?.seq ?? 0) >= above) return;
      sql(`DELETE FROM sqlite_sequence WHERE name = 'ledger'`).run();
      sql(`INSERT INTO sqlite_sequence (name, seq) VALUES ('ledger', ?)`).run(above);
    },
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
        `SELECT min(not_before) AS at FROM intents WHERE state IN ('queued', 'uncertain') AND needs_user = 0 AND not_before > ? AND id NOT IN (${APART})`,
      ).get(now)?.at ?? null,
    waitingUntilAfter: (at) =>
      rows(
        `SELECT id, tries FROM intents WHERE state IN ('queued', 'uncertain') AND needs_user = 0 AND not_before > ? AND id NOT IN (${APART})`,
        at,
      ).map((row) => ({ id: String(row.id), tries: Number(row.tries) })),
    setNotBefore: (id, notBefore) => {
      sql(`UPDATE intents SET not_before = ? WHERE id = ?`).run(notBefore, id);
    },
    counts: () =>
      Object.fromEntries(
        rows(`SELECT state, count(*) AS n FROM intents WHERE id NOT IN (${APART}) GROUP BY state`).map(
          (row) => [String(row.state), Number(row.n)],
        ),
      ),
    undecided: () =>
      Number(
        one(
          `SELECT count(*) AS n FROM intents WHERE state = 'uncertain' AND needs_user = 1 AND id NOT IN (${APART})`,
        )?.n ?? 0,
      ),
    twinInDoubt: (id, fingerprint) =>
      one(
        `SELECT 1 AS x FROM intents WHERE fingerprint = ? AND id <> ? AND state IN ('sending', 'uncertain') AND id NOT IN (${APART})`,
        fingerprint,
        id,
      ) !== undefined,
    appliedWith: (note) =>
      rows(
        `SELECT id FROM intents WHERE state = 'applied' AND id NOT IN (${APART}) AND EXISTS (SELECT 1 FROM ${NOTES} WHERE value = ?) ORDER BY seq`,
        note,
      ).map((row) => String(row.id)),
    lastAccepted: (kind, since) => {
      const row = one(
        `SELECT * FROM intents i WHERE kind = ? AND state = 'applied' AND target IS NULL
           AND json_extract(command, '$.fields.create_user') IS NULL
           AND EXISTS (SELECT 1 FROM ledger l
             WHERE l.intent_id = i.id AND l.event = 'accepted' AND l.server_at > ?)
           AND NOT EXISTS (SELECT 1 FROM json_each(i.detail, '$.notes') WHERE value = 'restored')
         ORDER BY seq DESC LIMIT 1`,
        kind,
        since,
      );
      return row ? toIntent(row) : null;
    },
    noted: (id, fingerprint, note) =>
      one(
        `SELECT 1 AS x FROM intents WHERE fingerprint = ? AND id <> ? AND EXISTS (SELECT 1 FROM ${NOTES} WHERE value = ?)`,
        fingerprint,
        id,
        note,
      ) !== undefined,
    proveRoom: () => {
      setMeta('disk-proof', 'x'.repeat(ROOM_BYTES));
      sql(`DELETE FROM meta WHERE key = 'disk-proof'`).run();
      witness?.proveRoom(ROOM_BYTES);
    },
    meta,
    setMeta,
  };
};
