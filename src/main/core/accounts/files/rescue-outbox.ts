/**
 * Copies the readable rows of damaged outboxes into the new one, and keeps the report for the user until it is
 * confirmed. An interrupted rescue continues at the next opening.
 */
import { z } from 'zod';
import type { Outbox, OutboxOptions } from '../../outbox/create-outbox';
import { readReport, readRescue, RESTORE_REPORT_KEY } from '../../outbox/journal/rescue-report';
import { salvageOutbox, type Salvaged } from '../../outbox/store/salvage-outbox';
import type { Files, SqlDatabase } from '../../ports/ports';
import { storageTrouble } from '../../store/schema/sqlite-errors';
import { forgetMadeAnew, isSurelyLost } from './outbox-note';

/** Key in `meta`: what was copied from a damaged file, until the user confirms it. */
export const SALVAGE_REPORT_KEY = 'salvaged';
/** Key in `meta`: the copied items whose histories do not say it yet, as JSON. */
const SALVAGED_ITEMS = 'salvagedItems';
/** Key in `meta`: the damaged files that were copied into this one, one in a line. */
const SALVAGED_FROM = 'salvagedFrom';

const count = z.int().min(0);
const reportSchema = z.object({
  recovered: count,
  total: count,
  drafts: count,
  finished: count.default(0),
  /** Entries of the journal that cannot be read: restored items may lack their last change. */
  lost: count.default(0),
  /** The name of the damaged file that was kept. */
  file: z.string(),
});
type SalvageReport = z.infer<typeof reportSchema>;
const itemsSchema = z.array(z.object({ id: z.string(), was: z.string() }));

/** Returns null if there is no report or if it was altered. */
export const readSalvage = (stored: string | null): SalvageReport | null => readReport(stored, reportSchema);

/**
 * Copies what can be read of the damaged files into the new one, in one transaction. The next
 * opening calls this again if Satchel was killed; it skips files that are already copied.
 */
export const salvageAll = (
  files: Files,
  damaged: readonly string[],
  openFile: (file: string) => SqlDatabase,
  into: SqlDatabase,
  options: Pick<OutboxOptions, 'log'>,
): void => {
  const known = (metaOf(into, SALVAGED_FROM) ?? '').split('\n');
  // The latest first, because its rows count.
  const left = damaged.filter((file) => !known.includes(file)).toReversed();
  into.transaction(() => {
    const salvaged = left.flatMap((file) => salvage(files, file, openFile, into, options) ?? []);
    if (salvaged.length > 0) {
      const sum = (key: 'recovered' | 'drafts'): number => salvaged.reduce((all, one) => all + one[key], 0);
      const total = Math.max(...salvaged.map((one) => one.total));
      const facts: SalvageReport = {
        recovered: sum('recovered'),
        total,
        drafts: sum('drafts'),
        finished: 0,
        lost: 0,
        file: damaged[0]!,
      };
      setMeta(into, SALVAGE_REPORT_KEY, JSON.stringify(facts));
      setMeta(into, SALVAGED_ITEMS, JSON.stringify(salvaged.flatMap(({ items }) => items)));
    }
    setMeta(into, SALVAGED_FROM, damaged.join('\n'));
  })();
};

/** Returns null if no table of the file can be read. Throws the error of a disk that is full or read-only. */
const salvage = (
  files: Files,
  aside: string,
  openFile: (file: string) => SqlDatabase,
  into: SqlDatabase,
  { log }: Pick<OutboxOptions, 'log'>,
): Salvaged | null => {
  let damaged: SqlDatabase | null = null;
  let copy: string | null = null;
  try {
    // Read a copy, because opening the damaged file would write to it.
    copy = files.foldLog(aside);
    damaged = openFile(copy);
    const salvaged = salvageOutbox(damaged, into);
    const { recovered, total, drafts } = salvaged;
    log.warn('the damaged outbox was read row by row', { recovered, total, drafts });
    return salvaged.total + salvaged.drafts === 0 ? null : salvaged;
  } catch (error) {
    const trouble = storageTrouble(error);
    // SQLite may have ended the transaction by itself.
    if (trouble === 'full' || trouble === 'read-only' || !into.inTransaction) throw error;
    log.error('nothing of the damaged outbox can be read', { error: String(error) });
    return null;
  } finally {
    damaged?.close();
    if (copy !== null) files.remove(copy);
  }
};

const metaOf = (database: SqlDatabase, key: string): string | undefined =>
  database.prepare<string>(`SELECT value FROM meta WHERE key = ?`).pluck().get(key);

const setMeta = (database: SqlDatabase, key: string, value: string): void => {
  database.prepare(`INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)`).run(key, value);
};

/** The user confirmed the message about recovered items. */
export const forgetRescue = (outbox: Outbox): void => {
  for (const key of [SALVAGE_REPORT_KEY, RESTORE_REPORT_KEY]) outbox.store.setMeta(key, '');
  // What was restored is of the new outbox if nothing of the missing one could be restored.
  if (!isSurelyLost(outbox.store)) forgetMadeAnew(outbox.store);
};

/** Returns true if the user has not confirmed yet what was restored. */
export const hasUnconfirmedRescue = (outbox: Outbox): boolean =>
  readSalvage(outbox.store.meta(SALVAGE_REPORT_KEY)) !== null ||
  readRescue(outbox.store.meta(RESTORE_REPORT_KEY)) !== null;

/** Call after the journal has been recovered. `file`: the damaged one. */
export const rememberSalvage = (outbox: Outbox, file: string): void => {
  const recovered = outbox.store.list().length;
  const drafts = outbox.store.drafts().length;
  const before = readSalvage(outbox.store.meta(SALVAGE_REPORT_KEY));
  const rescued = readRescue(outbox.store.meta(RESTORE_REPORT_KEY));
  const finished = rescued?.finished ?? before?.finished ?? 0;
  const lost = Math.max(rescued?.lost ?? 0, before?.lost ?? 0, outbox.lostEntries());
  if (recovered + drafts + finished === 0 && !before) return;
  const total = Math.max(recovered, before?.total ?? 0);
  const facts: SalvageReport = { recovered, total, drafts, finished, lost, file };
  outbox.store.atomically(() => {
    noteSalvaged(outbox);
    outbox.store.setMeta(SALVAGE_REPORT_KEY, JSON.stringify(facts));
    outbox.store.setMeta(RESTORE_REPORT_KEY, '');
  });
};

/**
 * Adds an entry to the history of each copied item. Not before the journal was recovered, because the journal compares
 * the end of the ledger.
 */
const noteSalvaged = ({ store }: Outbox): void => {
  const items = readReport(store.meta(SALVAGED_ITEMS), itemsSchema) ?? [];
  for (const { id, was } of items)
    if (store.has(id) && store.ledger(id).at(-1)?.event !== 'restored')
      store.record(id, { event: 'restored', facts: { was, salvaged: true } });
  store.setMeta(SALVAGED_ITEMS, '');
};
