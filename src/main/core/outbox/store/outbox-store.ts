/**
 * Drafts, intents, their versions, dependencies, ids and ledger over `outbox.db`. Each write is one
 * transaction. Changes of state also add a ledger entry. When a write returns, it is on disk. The store makes
 * no decisions; states come from `state-machine.ts`. Reads are in `intent-queries.ts`, `due-intents.ts`,
 * `id-map.ts` and `ledger-store.ts`.
 *
 * A row that cannot be read is set apart (`set-apart.ts`): no query returns it, counts it or waits for it,
 * and nothing here writes or deletes it. One exception: items that need its record still wait.
 */
import type { Clock, SqlDatabase } from '../../ports/ports';
import type { Intent, NewLedgerEntry, Parent } from './intent-record';
import type { VersionContent } from '../journal/journal-entry';
import { PAUSED, type OutboxJournal } from '../journal/outbox-journal';
import { createDraftStore, type DraftStore } from './draft-store';
import { createDueIntents, type DueIntents } from './due-intents';
import { createIdMap, type IdMap } from './id-map';
import { createIntentQueries, type IntentQueries } from './intent-queries';
import { createLedgerStore, type LedgerStore } from './ledger-store';
import { createOutboxStatements, textOf, type OutboxStatements } from './outbox-statements';
import { createRowWriter, type RowWriter } from './row-writer';
import { createSetApart, type SetApart, type UnreadableRow } from './set-apart';

/** Writes of intents. Each is one transaction, or part of the caller's (`atomically`). */
export interface IntentWrites {
  insert(
    intent: Omit<Intent, 'seq' | 'createdAt' | 'updatedAt'>,
    parents: readonly Parent[],
    entry: NewLedgerEntry,
  ): Intent;
  /** Inserts an intent from the journal, or replaces the row with its id. Adds nothing to the ledger. */
  adopt(intent: Omit<Intent, 'seq'>, versions: ReadonlyMap<number, VersionContent & { at?: number }>): void;
  /** Replaces an unreadable version by the journal's copy. */
  mendVersion(id: string, version: number, content: VersionContent): void;
  /** Writes the intent's changed columns and one ledger entry together. */
  save(intent: Intent, entry: NewLedgerEntry | null): void;
  setParents(id: string, parents: readonly Parent[]): void;
  record(intentId: string, entry: NewLedgerEntry): void;
}

export interface OutboxStore extends DraftStore, IntentQueries, DueIntents, IdMap, LedgerStore, IntentWrites {
  /** False after the account was closed. */
  isOpen(): boolean;
  atomically<T>(body: () => T): T;
  /** The rows set apart so far. All intents and drafts are checked when the store opens. */
  unreadable(): UnreadableRow[];
  /** A number that changes with every write that may change the overlay. Drafts do not change it. */
  revision(): number;
  /**
   * Tests a write that is as large as an attempt with its answer. Throws disk errors. Leaves nothing behind.
   */
  proveRoom(): void;
  /** Throws the disk's error if the file accepts no write. Writes nothing. */
  proveWritable(): void;
  /** The user paused sending. */
  isPaused(): boolean;
  setPaused(isPaused: boolean): void;
  meta(key: string): string | null;
  /** The whole number under the key, 0 or more; null if there is none or it was altered. */
  metaNumber(key: string): number | null;
  setMeta(key: string, value: string): void;
}

/** The size of two attempts with their answers. Less free room counts as a full disk. */
const ROOM_BYTES = 65_536;

/** The journal's methods that the store calls in its transactions. */
export type StoreWitness = Pick<
  OutboxJournal,
  | 'prepare'
  | 'wrote'
  | 'changesBeside'
  | 'savesDraft'
  | 'endsDraft'
  | 'pauses'
  | 'flush'
  | 'committed'
  | 'rolledBack'
  | 'proveRoom'
>;

export const createOutboxStore = (
  database: SqlDatabase,
  clock: Clock,
  witness: StoreWitness | null = null,
): OutboxStore => {
  const statements = createOutboxStatements(database);
  const { sql } = statements;
  const apart = createSetApart(database);
  // First, because it sets the unreadable intents apart.
  const queries = createIntentQueries(statements, apart);
  const atomically = createTransactions(database, witness);
  let revision = 0;
  const changesOverlay = (): void => {
    revision++;
  };
  const writer = createRowWriter(sql, clock);
  const meta = createMeta(statements);
  const drafts = createDraftStore({ sql, clock, apart, writer, atomically, witness, ...meta });
  drafts.drafts();
  const ids = createIdMap(statements, changesOverlay);

  return {
    ...drafts,
    ...queries,
    ...createDueIntents(statements),
    ...ids,
    isMadeBy: (localId, intentId) =>
      atomically(() => {
        ids.isMadeBy(localId, intentId);
        witness?.changesBeside(intentId);
      }),
    ...createLedgerStore(statements, apart),
    ...createIntentWrites({ statements, clock, apart, writer, atomically, witness, changesOverlay }),
    ...meta,
    isPaused: () => meta.meta(PAUSED) === '1',
    setPaused: (isPaused) =>
      atomically(() => {
        meta.setMeta(PAUSED, isPaused ? '1' : '0');
        witness?.pauses(isPaused);
      }),
    isOpen: () => database.open,
    atomically,
    unreadable: () => apart.list(),
    revision: () => revision,
    // SQLite asks for the right to write before it looks for the row.
    proveWritable: () => void sql(`DELETE FROM meta WHERE key = 'disk-proof'`).run(),
    proveRoom: () => {
      meta.setMeta('disk-proof', 'x'.repeat(ROOM_BYTES));
      sql(`DELETE FROM meta WHERE key = 'disk-proof'`).run();
      witness?.proveRoom(ROOM_BYTES);
    },
  };
};

const createMeta = ({ sql, one }: OutboxStatements): Pick<OutboxStore, 'meta' | 'metaNumber' | 'setMeta'> => {
  const meta = (key: string): string | null =>
    textOf(one(`SELECT value FROM meta WHERE key = ?`, key)?.value);
  return {
    meta,
    metaNumber: (key) => {
      const text = meta(key) ?? '';
      const number = Number(text);
      return /^\d+$/.test(text) && Number.isSafeInteger(number) ? number : null;
    },
    setMeta: (key, value) => {
      sql(
        `INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      ).run(key, value);
    },
  };
};

interface IntentWritesOptions {
  statements: OutboxStatements;
  clock: Clock;
  apart: SetApart;
  writer: RowWriter;
  atomically: OutboxStore['atomically'];
  witness: StoreWitness | null;
  /** Called by every write that may change the overlay. */
  changesOverlay: () => void;
}

const createIntentWrites = ({
  statements: { one },
  clock,
  apart,
  writer,
  atomically,
  witness,
  changesOverlay,
}: IntentWritesOptions): IntentWrites => {
  const { record, keepVersion, setParents } = writer;
  return {
    record,
    setParents: (id, parents) =>
      atomically(() => {
        setParents(id, parents);
        witness?.changesBeside(id);
      }),
    insert: (intent, parents, entry) =>
      atomically(() => {
        changesOverlay();
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
        changesOverlay();
        writer.update(intent, clock.now());
        keepVersion(intent);
        if (entry) record(intent.id, entry);
        witness?.wrote(intent);
      }),
    adopt: (intent, versions) =>
      atomically(() => {
        changesOverlay();
        if (one(`SELECT 1 AS x FROM intents WHERE id = ?`, intent.id))
          writer.update({ ...intent, seq: 0 }, intent.updatedAt);
        else writer.insert(intent, intent.createdAt, intent.updatedAt);
        apart.forget('intents', intent.id);
        for (const [version, content] of versions) writer.putVersion(intent.id, version, content);
        keepVersion(intent);
        witness?.wrote(intent);
      }),
    mendVersion: (id, version, content) =>
      atomically(() => {
        writer.putVersion(id, version, content);
        apart.forget('versions', id, version);
      }),
  };
};

/**
 * Runs a body as one transaction of the database and the journal. Nested calls join the outer transaction, so
 * that a caller can bind several writes into one commit.
 */
const createTransactions = (
  database: SqlDatabase,
  witness: StoreWitness | null,
): OutboxStore['atomically'] => {
  let depth = 0;
  return <T>(body: () => T): T => {
    if (depth > 0) return body();
    depth++;
    try {
      witness?.prepare();
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
};
