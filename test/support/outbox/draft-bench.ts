/** An outbox with drafts and a journal. It can be started over another database, or with other rows. */
import Database from 'better-sqlite3';
import type { Rescue } from '#core/outbox/journal/rescue-report';
import type { SqlRow } from '#core/ports/ports';
import { memoryJournal, type MemoryJournal } from './memory-journal';
import { outboxBench, type OutboxBench } from './outbox-bench';

export interface DraftBench extends OutboxBench {
  journal: MemoryJournal;
  type(id: string, form: unknown): void;
  typed(): Record<string, unknown>;
  rows(): SqlRow[];
  /** The disk lost the writes of the page of drafts: it has these rows. */
  putRows(rows: readonly SqlRow[]): void;
  /** Starts over another database; returns what is told. */
  startOver(database?: Buffer): Rescue | null;
}

export const draftBench = (key: string | null): DraftBench => {
  const journal = memoryJournal();
  const bench = outboxBench({ journal: () => journal.open(key) });
  bench.outbox.pause(true);
  return Object.assign(bench, {
    journal,
    type: (id: string, form: unknown) =>
      void bench.outbox.saveDraft({
        id,
        kind: 'company',
        target: '12',
        form,
        base: { fields: { name: 'Base' }, children: [], readAt: null },
      }),
    typed: () => Object.fromEntries(bench.outbox.drafts().map(({ id, form }) => [id, form])),
    rows: () => bench.database.prepare<[], SqlRow>('SELECT * FROM drafts').all(),
    putRows: (rows: readonly SqlRow[]) => {
      bench.database.exec('DELETE FROM drafts');
      for (const row of rows)
        bench.database
          .prepare(
            `INSERT INTO drafts (${Object.keys(row).join()}) VALUES (${Object.keys(row).fill('?').join()})`,
          )
          .run(...Object.values(row));
    },
    startOver: (database?: Buffer) => {
      bench.rescues.length = 0;
      bench.outbox.stop();
      bench.database = database ? new Database(database) : new Database(':memory:');
      bench.reopen();
      return bench.rescues[0] ?? null;
    },
  });
};
