/**
 * The records of drafts in the journal (ADR 10): one for each saved version of a draft, and a short one for
 * its end. A record is appended before the commit and not synced, because damage to `outbox.db` together with
 * a power loss would be two faults. Every change of a draft has a number, which the same transaction stores
 * in `meta`. So the later of two copies is known without a clock.
 */
import { z } from 'zod';
import type { SqlDatabase, SqlRow } from '../../ports/ports';
import { verifyRow } from '../store/row-checksum';

/** Key in `meta`: the number of changes of drafts. */
export const DRAFT_CHANGES = 'draft-changes';
/** The number of ends that are kept when the journal is rewritten. */
const ENDS_KEPT = 1_000;

const rowSchema = z.object({
  id: z.string(),
  kind: z.string(),
  target: z.string().nullable(),
  form: z.string(),
  base: z.string().nullable(),
  intent_id: z.string().nullable(),
  created_at: z.int(),
  updated_at: z.int(),
});
const recordSchema = z.union([
  z.object({ change: z.int(), typed: rowSchema }),
  // `committed`: the draft was already gone from the database when the record was written.
  z.object({ change: z.int(), ended: z.string(), committed: z.boolean().optional() }),
]);
/** `change` is the number of the change that the record describes. */
export type DraftRecord = z.infer<typeof recordSchema>;
export type DraftRow = z.infer<typeof rowSchema>;

export const readDraftRecord = (value: unknown): DraftRecord | null => {
  const read = recordSchema.safeParse(value);
  return read.success ? read.data : null;
};

export const draftIdOf = (record: DraftRecord): string =>
  'typed' in record ? record.typed.id : record.ended;

/** The number of changes of drafts as it is stored; 0 if it is missing or damaged. */
export const changeNumber = (stored: unknown): number => {
  const number = Number(stored ?? 0);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
};

export interface DraftJournal {
  /** The current transaction writes or removes the draft. */
  changed(id: string): void;
  hasPending(): boolean;
  /** The records of the current transaction, as JSON. */
  pendingRecords(): string[];
  committed(): void;
  forget(): void;
  /** Returns true if the draft has a row that was altered. */
  isAltered(id: string): boolean;
  someAltered(): boolean;
  /** Every draft and the latest ends, as JSON. */
  all(): string[];
  /** Returns true if these records agree with the database about every draft. */
  agrees(records: readonly DraftRecord[]): boolean;
  /** Remembers which drafts have ended by these records, except for those that still have a row. */
  continueAfter(records: readonly DraftRecord[]): void;
}

export const createDraftJournal = (database: SqlDatabase): DraftJournal => {
  const rowOf = database.prepare<SqlRow>('SELECT * FROM drafts WHERE id = ?');
  const rows = database.prepare<SqlRow>('SELECT * FROM drafts ORDER BY id');
  const changes = database.prepare('SELECT value FROM meta WHERE key = ?').pluck();
  const pending = new Set<string>();
  /** By id, the latest last. */
  let ends = new Map<string, number>();

  const change = (): number => changeNumber(changes.get(DRAFT_CHANGES));
  const keepEnds = (): void => {
    while (ends.size > ENDS_KEPT) ends.delete(ends.keys().next().value!);
  };
  const soundRows = (): DraftRow[] => rows.all().flatMap((row) => soundRow(row) ?? []);

  const isAltered = (id: string): boolean => {
    const row = rowOf.get(id);
    return row !== undefined && soundRow(row) === null;
  };

  return {
    isAltered,
    someAltered: () => rows.all().some((row) => soundRow(row) === null),
    changed: (id) => void pending.add(id),
    hasPending: () => pending.size > 0,
    pendingRecords: () => {
      // Each record has its own number, so that a journal without the last records is recognised as incomplete.
      const first = change() - pending.size + 1;
      return [...pending].flatMap((id, n) => {
        const row = rowOf.get(id);
        const typed = row && soundRow(row);
        if (row && !typed) return [];
        return [JSON.stringify(typed ? { change: first + n, typed } : { change: first + n, ended: id })];
      });
    },
    committed: () => {
      for (const id of pending) {
        ends.delete(id);
        if (rowOf.get(id) === undefined) ends.set(id, change());
      }
      keepEnds();
      pending.clear();
    },
    forget: () => pending.clear(),
    all: () => [
      ...[...ends].map(([ended, at]) => JSON.stringify({ change: at, ended, committed: true })),
      ...soundRows().map((typed) => JSON.stringify({ change: change(), typed })),
    ],
    agrees: (records) => {
      const lastRecords = lastOfEach(records);
      const typed = soundRows();
      return (
        typed.length === [...lastRecords.values()].filter((one) => 'typed' in one).length &&
        typed.every((row) => {
          const one = lastRecords.get(row.id);
          return one !== undefined && 'typed' in one && JSON.stringify(one.typed) === JSON.stringify(row);
        })
      );
    },
    continueAfter: (records) => {
      ends = new Map();
      for (const one of lastOfEach(records).values())
        if ('ended' in one && rowOf.get(one.ended) === undefined) ends.set(one.ended, one.change);
      keepEnds();
    },
  };
};

/** The last record of each id, in the order of these records. */
export const lastOfEach = (records: readonly DraftRecord[]): Map<string, DraftRecord> => {
  const last = new Map<string, DraftRecord>();
  for (const record of records) {
    last.delete(draftIdOf(record));
    last.set(draftIdOf(record), record);
  }
  return last;
};

/** The content of the row; null if it was altered. */
const soundRow = (row: SqlRow): DraftRow | null => {
  try {
    verifyRow('drafts', row);
  } catch {
    return null;
  }
  const read = rowSchema.safeParse(row);
  return read.success ? read.data : null;
};
