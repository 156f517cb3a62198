/**
 * The drafts' part of the journal (ADR 10): a record for each saved version of a draft, and a short one for
 * its end. It is appended before the commit, and not synced: damage to `outbox.db` and a loss of power are
 * two faults. Every change of a draft has a number, kept in `meta` by the same transaction, so that the later
 * of two witnesses is known without a clock.
 */
import { z } from 'zod';
import type { SqlDatabase, SqlRow } from '../../ports/ports';
import { verifyRow } from '../store/row-checksum';

/** In `meta`: how often a draft was changed. */
export const DRAFT_CHANGES = 'draft-changes';
/** Ends that are remembered when the journal is written anew. */
const ENDS_KEPT = 1_000;

const rowSchema = z.object({
  id: z.string(),
  kind: z.string(),
  target: z.string().nullable(),
  form: z.string(),
  base: z.string().nullable(),
  intent_id: z.string().nullable(),
  created_at: z.number(),
  updated_at: z.number(),
});
const recordSchema = z.union([
  z.object({ change: z.int(), typed: rowSchema }),
  z.object({ change: z.int(), ended: z.string() }),
]);
/** `change`: the number of the change after which the database says the same. */
export type DraftRecord = z.infer<typeof recordSchema>;
export type DraftRow = z.infer<typeof rowSchema>;

export const readDraftRecord = (value: unknown): DraftRecord | null => {
  const read = recordSchema.safeParse(value);
  return read.success ? read.data : null;
};

export const draftIdOf = (record: DraftRecord): string =>
  'typed' in record ? record.typed.id : record.ended;

export interface DraftJournal {
  /** The draft is written, or removed, in the transaction under way. */
  changed(id: string): void;
  hasNews(): boolean;
  /** Records of the transaction under way, as JSON. */
  news(): string[];
  committed(): void;
  forget(): void;
  /** There is a row of it, and it is not what was written. */
  isAltered(id: string): boolean;
  someAltered(): boolean;
  /** Every draft and the latest ends, as JSON. */
  all(): string[];
  /** True where these records say of every draft what the database says. */
  agrees(records: readonly DraftRecord[]): boolean;
  /** Goes on behind these records. */
  takeUp(records: readonly DraftRecord[]): void;
}

export const createDraftJournal = (database: SqlDatabase): DraftJournal => {
  const rowOf = database.prepare('SELECT * FROM drafts WHERE id = ?');
  const rows = database.prepare('SELECT * FROM drafts ORDER BY id');
  const changes = database.prepare('SELECT value FROM meta WHERE key = ?').pluck();
  const pending = new Set<string>();
  /** By id, the latest last. */
  let ends = new Map<string, number>();

  const change = (): number => Number(changes.get(DRAFT_CHANGES) ?? 0);
  const keepEnds = (): void => {
    while (ends.size > ENDS_KEPT) ends.delete(ends.keys().next().value!);
  };
  const soundRows = (): DraftRow[] => (rows.all() as SqlRow[]).flatMap((row) => soundRow(row) ?? []);

  const isAltered = (id: string): boolean => {
    const row = rowOf.get(id) as SqlRow | undefined;
    return row !== undefined && soundRow(row) === null;
  };

  return {
    isAltered,
    someAltered: () => (rows.all() as SqlRow[]).some((row) => soundRow(row) === null),
    changed: (id) => void pending.add(id),
    hasNews: () => pending.size > 0,
    news: () =>
      [...pending].flatMap((id) => {
        const row = rowOf.get(id) as SqlRow | undefined;
        const typed = row && soundRow(row);
        if (row && !typed) return [];
        return [JSON.stringify(typed ? { change: change(), typed } : { change: change(), ended: id })];
      }),
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
      ...[...ends].map(([ended, at]) => JSON.stringify({ change: at, ended })),
      ...soundRows().map((typed) => JSON.stringify({ change: change(), typed })),
    ],
    agrees: (records) => {
      const said = lastOfEach(records);
      const typed = soundRows();
      return (
        typed.length === [...said.values()].filter((one) => 'typed' in one).length &&
        typed.every((row) => {
          const one = said.get(row.id);
          return one !== undefined && 'typed' in one && one.typed.updated_at === row.updated_at;
        })
      );
    },
    takeUp: (records) => {
      ends = new Map();
      for (const one of lastOfEach(records).values()) if ('ended' in one) ends.set(one.ended, one.change);
      keepEnds();
    },
  };
};

/** By id, in the order of the last records. */
export const lastOfEach = (records: readonly DraftRecord[]): Map<string, DraftRecord> => {
  const last = new Map<string, DraftRecord>();
  for (const record of records) {
    last.delete(draftIdOf(record));
    last.set(draftIdOf(record), record);
  }
  return last;
};

/** What the row says; null where it was altered. */
const soundRow = (row: SqlRow): DraftRow | null => {
  try {
    verifyRow('drafts', row);
  } catch {
    return null;
  }
  const read = rowSchema.safeParse(row);
  return read.success ? read.data : null;
};
