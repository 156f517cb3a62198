/**
 * The journal of one outbox: a second record of what was accepted, sent, settled and discarded (ADR 9).
 *
 *   transaction ─ rows written ─ entries read from the rows ─ appended, synced ─ SQLite commits ─ answered
 *
 * Guarantees: when a commit returns, its entries are on the disk. `sending` is there before a byte leaves.
 * Only verdicts and drafts (`draft-journal.ts`) are not synced: an item whose verdict is lost is restored in
 * doubt, never as waiting. If an entry cannot be appended, the transaction is rolled back. The journal makes
 * no decisions; `recover-from-journal.ts` does at the start.
 */
import type { JournalContents, JournalFile, Log, SqlDatabase } from '../../ports/ports';
import { storageTrouble } from '../../store/schema/sqlite-errors';
import { createDraftJournal, draftIdOf } from './draft-journal';
import { readEntries, type JournalEntry, type JournalEvent, type ReadJournal } from './journal-entry';
import { createEntryReader, shortened } from './entry-reader';
import type { Intent } from '../store/intent-record';

/** The highest number that a ledger entry ever had here. It never decreases. */
export const LAST_ENTRY = `
  SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'ledger'), 0),
    coalesce((SELECT max(seq) FROM ledger), 0)) AS n`;

/** Key in `meta`: `1` while the user has paused sending. */
export const PAUSED = 'paused';

export interface OutboxJournal {
  /**
   * Call before a transaction begins. Rewrites the journal if the next entries cannot be appended to it, or if it
   * is far too large. Never throws: if the disk refuses, `flush` reports it.
   */
  prepare(): void;
  /** The current transaction writes the intent. */
  wrote(intent: Pick<Intent, 'id' | 'state' | 'version' | 'held'>): void;
  /** The current transaction changes what the intent waits for, or which contacts and lines it adds. */
  changesBeside(id: string): void;
  /** The current transaction stores the answer to an operation of a window. */
  answers(operation: { id: string; what: string; result: string }): void;
  /** The current transaction writes a draft. */
  savesDraft(id: string): void;
  /** The current transaction removes a draft. */
  endsDraft(id: string): void;
  /** The current transaction pauses or resumes sending. */
  pauses(isPaused: boolean): void;
  /** Appends the entries, at the end of a transaction and before its commit. Throws disk errors. */
  flush(): void;
  committed(): void;
  rolledBack(): void;
  /** Reads the journal when the outbox opens. Never throws: unreadable lines count as damaged. */
  read(): JournalContents;
  /** Call when the database and these entries agree. From then on new entries are appended. */
  continueAfter(journal: Pick<ReadJournal, 'entries' | 'drafts'>): void;
  /** Returns true if the journal agrees with the database about every intent and draft, and about the pause. */
  agrees(journal: Pick<ReadJournal, 'entries' | 'drafts' | 'lostIds' | 'isPaused'>): boolean;
  /** Runs `body` without adding its transactions to the journal. */
  unwitnessed<T>(body: () => T): T;
  /**
   * Rewrites the journal from the database, outside of a transaction. `before`: what it contained at the start,
   * because only the old journal has the ends of drafts. Throws disk errors; then the next transaction tries again.
   */
  renew(before?: Pick<ReadJournal, 'drafts'>): void;
  /**
   * Returns true if the journal has more than twice the size of its content, or differs from the database. Never true
   * before the journal was read: on a full disk its content may not be in the database yet.
   */
  hasGrown(): boolean;
  /** Tests whether the disk accepts the given number of bytes. Throws disk errors. Leaves nothing behind. */
  proveRoom(bytes: number): void;
  close(): void;
}

interface WrittenState {
  state: string;
  version: number;
  held: number;
}
const isSame = (a: WrittenState | undefined, b: WrittenState): boolean =>
  a?.state === b.state && a.version === b.version && a.held === b.held;
/** Smaller journals are not rewritten. */
const SMALL_BYTES = 256_000;
/** Above four times its size after the last rewrite plus this, it is rewritten before the next transaction. */
const FULL_BYTES = 4_000_000;

export const createOutboxJournal = (
  file: JournalFile,
  database: SqlDatabase,
  { accountId, log }: { accountId: string; log: Log },
): OutboxJournal => {
  const { entryOf, lostIds } = createEntryReader(database);
  const stateOf = database.prepare<WrittenState & Pick<Intent, 'state'>>(
    'SELECT state, version, held FROM intents WHERE id = ?',
  );
  const all = database.prepare<WrittenState & { id: string }>(
    'SELECT id, state, version, held FROM intents ORDER BY seq',
  );
  const lastOf = database.prepare(LAST_ENTRY).pluck();
  const pauseOf = database.prepare('SELECT value FROM meta WHERE key = ?').pluck();
  const isPaused = (): boolean => pauseOf.get(PAUSED) === '1';
  const drafts = createDraftJournal(database);

  /** What the journal contains about each intent, and what the current transaction adds. */
  let written = new Map<string, WrittenState>();
  const pending = new Map<string, WrittenState & { event: JournalEvent; before: WrittenState | undefined }>();
  /** Intents of the current transaction of which more changed than their rows. */
  const changedBeside = new Set<string>();
  let operation: JournalEntry['operation'] = null;
  let draft: string | null = null;
  let pause: boolean | null = null;
  let n = 0;
  /** The content of the journal was read. Before that it must not be overwritten. */
  let isRead = false;
  /** The journal differs from the database. It is rewritten before the next entry is added. */
  let stale = true;
  /** Why the disk refused the rewrite. */
  let refusal: unknown = null;
  let appended = false;
  let muted = false;
  let renewedBytes = 0;
  /** Above this size it is rewritten before the next transaction. */
  let fullBytes = FULL_BYTES;
  const measure = (bytes: number): void => {
    renewedBytes = bytes;
    fullBytes = FULL_BYTES + 4 * bytes;
  };

  /** The entry gets the next number. An altered row gives no entry and takes no number. */
  const nextEntry = (
    id: string,
    entry: Omit<Parameters<typeof entryOf>[1], 'n'>,
  ): ReturnType<typeof entryOf> => {
    const next = entryOf(id, { ...entry, n: n + 1 });
    if (next) n = next.n;
    return next;
  };
  /** The journal's own records of rows that were altered since: their only intact copy. */
  const kept = (altered: ReadonlySet<string>, isAltered: (draft: string) => boolean): ReadJournal => {
    const held = readEntries(file.read().records);
    return {
      ...held,
      entries: held.entries.filter(({ id }) => altered.has(id)),
      drafts: held.drafts.filter((record) => isAltered(draftIdOf(record))),
    };
  };
  const snapshot = (): string[] => {
    n = 0;
    const altered = new Set<string>();
    const entries = all.all().flatMap(({ id }) => {
      const entry = nextEntry(id, { event: 'accepted', tx: 0, before: 0 });
      if (!entry) altered.add(id);
      return entry ? [shortened({ ...entry, tx: entry.n })] : [];
    });
    const old =
      altered.size > 0 || drafts.someAltered()
        ? kept(altered, drafts.isAltered)
        : { entries: [], drafts: [] };
    written = lastOfEach([...entries, ...old.entries]);
    const head = { head: { account: accountId, at: Number(lastOf.get()) } };
    const paused = isPaused() ? [{ paused: true }] : [];
    const records = [head, ...paused, ...lostIds(), ...entries, ...old.entries, ...old.drafts];
    return [...records.map((record) => JSON.stringify(record)), ...drafts.all()];
  };
  const writeAnew = (): void => {
    file.replace(snapshot());
    measure(file.sizeBytes());
    stale = false;
  };
  const hasPending = (): boolean => pending.size > 0 || pause !== null || drafts.hasPending();
  const forget = (): void => {
    pending.clear();
    changedBeside.clear();
    drafts.forget();
    operation = null;
    draft = null;
    pause = null;
    appended = false;
  };

  const wrote: OutboxJournal['wrote'] = ({ id, state, version, held }) => {
    const before = pending.has(id) ? pending.get(id)!.before : written.get(id);
    const now = { state, version, held: Number(held) };
    if (isSame(before, now) && !changedBeside.has(id)) pending.delete(id);
    else pending.set(id, { ...now, before, event: eventOf(before, now) });
  };

  return {
    prepare: () => {
      refusal = null;
      if (muted || !isRead) return;
      try {
        if (!file.inPlace()) stale = true;
        // Rewritten now and not within the transaction: otherwise the file has entries of a commit that may never
        // happen.
        if (stale || file.sizeBytes() > fullBytes) writeAnew();
      } catch (error) {
        refusal = error;
        // There may be room for some entries, but not for a second file.
        if (storageTrouble(error) === 'full') fullBytes = file.sizeBytes() + FULL_BYTES;
        else stale = true;
        log.warn('outbox: the journal cannot be rewritten', { error: String(error) });
      }
    },
    wrote,
    changesBeside: (id) => {
      changedBeside.add(id);
      const row = stateOf.get(id);
      if (row) wrote({ id, state: row.state, version: row.version, held: row.held === 1 });
    },
    answers: (answer) => {
      operation = answer;
    },
    savesDraft: (id) => drafts.changed(id),
    endsDraft: (id) => {
      draft = id;
      drafts.changed(id);
    },
    pauses: (paused) => {
      pause = paused;
    },
    flush: () => {
      if (muted || !hasPending()) return;
      if (!isRead) throw notYet();
      if (stale) throw refusal;
      const tx = n + 1;
      const entries = [...pending].flatMap(([id, { event, before }]) => {
        const entry = nextEntry(id, { event, tx, before: before?.version ?? 0 });
        return entry ? [{ ...entry, operation, draft }] : [];
      });
      const paused = pause === null ? [] : [{ paused: pause }];
      file.append(
        [...[...entries, ...paused].map((record) => JSON.stringify(record)), ...drafts.pendingRecords()],
        pause !== null || entries.some(({ event }) => event !== 'settled'),
      );
      appended = true;
    },
    committed: () => {
      if (!muted)
        for (const [id, { state, version, held }] of pending) written.set(id, { state, version, held });
      if (!muted) drafts.committed();
      forget();
    },
    rolledBack: () => {
      const undo = appended;
      forget();
      if (!undo) return;
      try {
        file.takeBack();
      } catch (error) {
        // The file contains records that were not committed.
        stale = true;
        log.warn('outbox: the journal is written anew with the next entry', { error: String(error) });
      }
    },
    read: () => {
      try {
        return file.read();
      } catch (error) {
        log.error('outbox: the journal cannot be read', { error: String(error) });
        return { records: [], damaged: 1, isCutOff: false, isWhole: false, isAbsent: false };
      }
    },
    continueAfter: ({ entries, drafts: typed }) => {
      drafts.continueAfter(typed);
      written = lastOfEach(entries);
      n = entries.at(-1)?.n ?? 0;
      isRead = true;
      stale = false;
      const bytes = file.sizeBytes();
      measure(entries.length > 2 * written.size ? Math.floor(bytes / 2) : bytes);
    },
    agrees: ({ entries, drafts: typed, lostIds: ids, isPaused: wasPaused }) => {
      if (!drafts.agrees(typed) || wasPaused !== isPaused()) return false;
      if (JSON.stringify(ids) !== JSON.stringify(lostIds())) return false;
      const held = lastOfEach(entries);
      const rows = all.all();
      return rows.length === held.size && rows.every((row) => isSame(held.get(row.id), row));
    },
    unwitnessed: (body) => {
      muted = true;
      try {
        return body();
      } finally {
        muted = false;
        forget();
      }
    },
    renew: (before) => {
      if (before) drafts.continueAfter(before.drafts);
      isRead = true;
      stale = true;
      writeAnew();
    },
    hasGrown: () => isRead && (stale || file.sizeBytes() > Math.max(SMALL_BYTES, 2 * renewedBytes)),
    proveRoom: (bytes) => {
      if (!isRead) return;
      if (stale) writeAnew();
      file.append(['x'.repeat(bytes)], false);
      file.takeBack();
    },
    close: () => file.close(),
  };
};

const lastOfEach = (entries: readonly JournalEntry[]): Map<string, WrittenState> =>
  new Map(entries.map(({ id, row, version }) => [id, { state: row.state, version, held: row.held }]));

/** Reported like a full disk. The journal is read again when the disk has room. */
const notYet = (): Error =>
  Object.assign(new Error('what the journal holds is not brought over yet'), { code: 'ENOSPC' });

/** A hold that begins or ends counts as a replacement, because it is a decision of the user too. */
const eventOf = (before: WrittenState | undefined, { state, version, held }: WrittenState): JournalEvent => {
  if (!before) return 'accepted';
  if (state === 'sending') return 'sending';
  if (state === 'discarded') return 'discarded';
  return (state === 'queued' && version > before.version) || held !== before.held ? 'replaced' : 'settled';
};
