/**
 * The journal of one outbox: a second witness of what was accepted, sent, settled and discarded (ADR 9).
 *
 *   transaction ─ rows written ─ entries read from the rows ─ appended, synced ─ SQLite commits ─ answered
 *
 * Guarantees: when a commit is answered its entries are on the disk; `sending` is there before a byte leaves.
 * Verdicts and drafts (`draft-journal.ts`) alone are not synced: an item whose verdict is lost arrives in doubt,
 * never as waiting. What cannot be appended undoes the transaction. It decides nothing:
 * `recover-from-journal.ts` does at the start.
 */
import type { JournalContents, JournalFile, Log, SqlDatabase, SqlRow } from '../../ports/ports';
import { createDraftJournal, draftIdOf } from './draft-journal';
import { readEntries, type JournalEntry, type JournalEvent, type ReadJournal } from './journal-entry';
import { verifyRow } from '../store/row-checksum';
import type { WatchedTable } from '../store/unreadable-row';
import type { Intent } from '../store/intent-record';

/** The highest number that an entry of the ledger ever had here: it only grows. */
export const LAST_ENTRY = `
  SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'ledger'), 0),
    coalesce((SELECT max(seq) FROM ledger), 0)) AS n`;

export interface OutboxJournal {
  /** The intent is written in the transaction under way. */
  wrote(intent: Pick<Intent, 'id' | 'state' | 'version'>): void;
  /** The transaction answers an operation of a window. */
  answers(operation: { id: string; what: string; result: string }): void;
  /** The transaction writes a draft. */
  savesDraft(id: string): void;
  /** The transaction ends a draft. */
  endsDraft(id: string): void;
  /** At the end of a transaction, before its commit. Throws what the disk says. */
  flush(): void;
  committed(): void;
  rolledBack(): void;
  /** What it holds as the outbox opens. Never throws: what cannot be read counts as damaged. */
  read(): JournalContents;
  /** Call it once the database and these entries agree: from then on entries are added. */
  takeUp(said: Pick<ReadJournal, 'entries' | 'drafts'>): void;
  /** True where it says of every intent and draft what the database says. */
  agrees(said: Pick<ReadJournal, 'entries' | 'drafts'>): boolean;
  /** Transactions of `body` are not added to it. */
  unwitnessed<T>(body: () => T): T;
  /** Writes it anew from the database. Throws what the disk says; it is then tried with the next entry. */
  renew(): void;
  /** It has grown to more than twice what it says. */
  hasGrown(): boolean;
  /** Throws what the disk says to as many bytes as an intent may have. Leaves nothing behind. */
  proveRoom(bytes: number): void;
  close(): void;
}

interface Said {
  state: string;
  version: number;
}
const FINAL = new Set(['applied', 'discarded']);
/** Smaller ones are not worth writing anew. */
const SMALL_BYTES = 256_000;
/** Somebody types without a pause: it is written anew without waiting for a quiet moment. */
const FULL_BYTES = 4_000_000;

export const createOutboxJournal = (
  file: JournalFile,
  database: SqlDatabase,
  { accountId, log }: { accountId: string; log: Log },
): OutboxJournal => {
  const rowOf = database.prepare('SELECT * FROM intents WHERE id = ?');
  const versionsOf = database.prepare(
    'SELECT * FROM versions WHERE intent_id = ? AND version > ? ORDER BY version',
  );
  const parentsOf = database.prepare(
    'SELECT parent_id AS id, strength FROM dependencies WHERE intent_id = ?',
  );
  const idsOf = database.prepare(
    'SELECT local_id AS localId, kind, real_id AS realId FROM id_map WHERE intent_id = ?',
  );
  const heardOf = database.prepare(
    'SELECT coalesce(max(seq), 0) AS at, coalesce(max(attempt), 0) AS attempt FROM ledger WHERE intent_id = ?',
  );
  const all = database.prepare('SELECT id, state, version FROM intents ORDER BY seq');
  const lastOf = database.prepare(LAST_ENTRY).pluck();
  const drafts = createDraftJournal(database);

  /** What the journal says of each intent, and what the transaction under way adds to it. */
  let said = new Map<string, Said>();
  const pending = new Map<string, Said & { event: JournalEvent; before: Said | undefined }>();
  let operation: JournalEntry['operation'] = null;
  let draft: string | null = null;
  let n = 0;
  /** Whatever it holds was looked at: before that it must not be written over. */
  let taken = false;
  /** It does not say what the database says: it is written anew before anything is added. */
  let stale = true;
  let appended = false;
  let muted = false;
  let renewedBytes = 0;

  /** Commands said after version `before`, the row's own among them whatever became of its copy. */
  const saidAfter = (row: SqlRow, before: number): JournalEntry['versions'] => {
    const own = Number(row.version);
    const said = (versionsOf.all(String(row.id), before) as SqlRow[]).filter(
      (one) => isSound('versions', one) && Number(one.version) !== own,
    );
    return [...said, ...(own > before ? [row] : [])].map(({ version, command, base }) => ({
      version: Number(version),
      command: String(command),
      base: base === null ? null : String(base),
    }));
  };
  const entryOf = (id: string, event: JournalEvent, tx: number, before: number): JournalEntry | null => {
    const row = rowOf.get(id) as SqlRow | undefined;
    // What was altered is not vouched for.
    if (!row || !isSound('intents', row)) return null;
    const { at, attempt } = heardOf.get(id) as { at: number; attempt: number };
    return {
      n: ++n,
      event,
      tx,
      at,
      id,
      version: Number(row.version),
      attempt,
      row: {
        kind: row.kind,
        state: row.state,
        fingerprint: row.fingerprint,
        target: row.target,
        real_id: row.real_id,
        detail: row.detail,
        created_at: row.created_at,
      } as JournalEntry['row'],
      versions: saidAfter(row, before),
      parents: parentsOf.all(id) as JournalEntry['parents'],
      ids: idsOf.all(id) as JournalEntry['ids'],
      operation: null,
      draft: null,
    };
  };
  /** Settled, an intent needs no command any more: what is left tells that it is over, and as what. */
  const shortened = (entry: JournalEntry): JournalEntry =>
    FINAL.has(entry.row.state)
      ? { ...entry, versions: [], row: { ...entry.row, detail: shortDetail(entry.row.detail) } }
      : entry;
  /** What it says already of rows that were altered since: the only sound word of them. */
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
    const entries = (all.all() as (Said & { id: string })[]).flatMap(({ id }) => {
      const entry = entryOf(id, 'accepted', 0, 0);
      if (!entry) altered.add(id);
      return entry ? [shortened({ ...entry, tx: entry.n })] : [];
    });
    const old =
      altered.size > 0 || drafts.someAltered()
        ? kept(altered, drafts.isAltered)
        : { entries: [], drafts: [] };
    said = lastOfEach([...entries, ...old.entries]);
    const head = { head: { account: accountId, at: Number(lastOf.get()) } };
    const records = [head, ...entries, ...old.entries, ...old.drafts];
    return [...records.map((record) => JSON.stringify(record)), ...drafts.all()];
  };
  const writeAnew = (): void => {
    file.replace(snapshot());
    renewedBytes = file.sizeBytes();
    stale = false;
  };
  const hasNews = (): boolean => pending.size > 0 || drafts.hasNews();
  const forget = (): void => {
    pending.clear();
    drafts.forget();
    operation = null;
    draft = null;
    appended = false;
  };

  return {
    wrote: ({ id, state, version }) => {
      const before = pending.has(id) ? pending.get(id)!.before : said.get(id);
      if (before?.state === state && before.version === version) pending.delete(id);
      else pending.set(id, { state, version, before, event: eventOf(before, state, version) });
    },
    answers: (answer) => {
      operation = answer;
    },
    savesDraft: (id) => drafts.changed(id),
    endsDraft: (id) => {
      draft = id;
      drafts.changed(id);
    },
    flush: () => {
      if (muted || !hasNews()) return;
      if (!taken) throw notYet();
      if (stale || !file.inPlace() || file.sizeBytes() > FULL_BYTES + 4 * renewedBytes) {
        // Until it is committed the new file says too much; the next transaction writes it once more.
        stale = true;
        file.replace(snapshot());
        return;
      }
      const tx = n + 1;
      const entries = [...pending].flatMap(([id, { event, before }]) => {
        const entry = entryOf(id, event, tx, before?.version ?? 0);
        return entry ? [{ ...entry, operation, draft }] : [];
      });
      file.append(
        [...entries.map((entry) => JSON.stringify(entry)), ...drafts.news()],
        entries.some(({ event }) => event !== 'settled'),
      );
      appended = true;
    },
    committed: () => {
      if (!muted) for (const [id, { state, version }] of pending) said.set(id, { state, version });
      if (!muted && hasNews() && stale) {
        renewedBytes = file.sizeBytes();
        stale = false;
      }
      if (!muted) drafts.committed();
      forget();
    },
    rolledBack: () => {
      const undo = appended;
      forget();
      // What was written anew may say what was undone.
      if (stale) said = new Map();
      if (!undo) return;
      try {
        file.takeBack();
      } catch (error) {
        stale = true;
        log.warn('outbox: the journal is written anew with the next entry', { error: String(error) });
      }
    },
    read: () => {
      try {
        return file.read();
      } catch (error) {
        log.error('outbox: the journal cannot be read', { error: String(error) });
        return { records: [], damaged: 1, isWhole: false, isAbsent: false };
      }
    },
    takeUp: ({ entries, drafts: typed }) => {
      drafts.takeUp(typed);
      said = lastOfEach(entries);
      n = entries.at(-1)?.n ?? 0;
      taken = true;
      stale = false;
      renewedBytes = file.sizeBytes();
      if (entries.length > 2 * said.size) renewedBytes = Math.floor(renewedBytes / 2);
    },
    agrees: ({ entries, drafts: typed }) => {
      if (!drafts.agrees(typed)) return false;
      const held = lastOfEach(entries);
      const rows = all.all() as (Said & { id: string })[];
      return (
        rows.length === held.size &&
        rows.every(({ id, state, version }) => {
          const one = held.get(id);
          return one?.state === state && one.version === version;
        })
      );
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
    renew: () => {
      taken = true;
      stale = true;
      writeAnew();
    },
    hasGrown: () => stale || file.sizeBytes() > Math.max(SMALL_BYTES, 2 * renewedBytes),
    proveRoom: (bytes) => {
      if (!taken) return;
      if (stale) writeAnew();
      file.append(['x'.repeat(bytes)], false);
      file.takeBack();
    },
    close: () => file.close(),
  };
};

const lastOfEach = (entries: readonly JournalEntry[]): Map<string, Said> =>
  new Map(entries.map(({ id, row, version }) => [id, { state: row.state, version }]));

/** As a full disk: the look at the journal is repeated when there is room. */
const notYet = (): Error =>
  Object.assign(new Error('what the journal holds is not brought over yet'), { code: 'ENOSPC' });

const isSound = (table: WatchedTable, row: SqlRow): boolean => {
  try {
    verifyRow(table, row);
    return true;
  } catch {
    return false;
  }
};

const eventOf = (before: Said | undefined, state: string, version: number): JournalEvent => {
  if (!before) return 'accepted';
  if (state === 'sending') return 'sending';
  if (state === 'discarded') return 'discarded';
  return state === 'queued' && version > before.version ? 'replaced' : 'settled';
};

/** What a delivered item is still asked for. */
const shortDetail = (detail: string): string => {
  try {
    const { appliedAt, number, notes } = JSON.parse(detail) as Record<string, unknown>;
    return JSON.stringify({ appliedAt, number, notes });
  } catch {
    return '{}';
  }
};
