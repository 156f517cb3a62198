/**
 * Opens an account's `outbox.db` and the journal beside it. The file is checked first. A damaged file is kept
 * under another name and never deleted. Its readable rows are copied into a new file, and the journal adds
 * the rest. The user sees how much was recovered until they confirm it. A file of a newer version is refused,
 * so that the account does not open without its unsent work.
 */
import { AppError } from '../../app-error';
import { createOutbox, type Outbox, type OutboxOptions } from '../../outbox/create-outbox';
import { OutboxError } from '../../outbox/outbox-error';
import { isAltered, isIndexOld, openOutboxDatabase } from '../../outbox/store/open-outbox-database';
import { salvageOutbox, type Salvaged } from '../../outbox/store/salvage-outbox';
import type { Files, SqlDatabase } from '../../ports/ports';
import { isCorruption, isUnreadable, storageTrouble } from '../../store/schema/sqlite-errors';
import { RESCUED, type Rescue } from '../../outbox/journal/recover-from-journal';
import { JOURNAL, OUTBOX, setDamagedAside } from './outbox-files';
import { endSalvage, isBeingSalvaged, notSalvaged } from './salvage-note';

export interface OpenOutboxOptions extends Omit<
  OutboxOptions,
  'database' | 'journal' | 'isNew' | 'setJournalAside' | 'backupPath' | 'onRescue'
> {
  files: Files;
  /** The account's folder inside the data directory. */
  directory: string;
  /** Null if the outbox is plain. A new file gets the same key, and so does a plain file. */
  key: string | null;
  /** The account was open here before, so the file should exist. */
  isExpected?: boolean;
  notify: (code: OutboxNotice, detail: string) => void;
}
export type OutboxNotice = 'outbox-damaged' | 'outbox-salvaged' | 'outbox-lost' | `outbox-${Rescue['why']}`;

/** Key in `meta`: what was copied from a damaged file, until the user confirms it. */
const TOLD = 'salvaged';
/** Key in `meta`: the copied items whose histories do not say it yet, as JSON. */
const SALVAGED_ITEMS = 'salvagedItems';
/** Key in `meta`: the damaged files that were copied into this one, one in a line. */
const SALVAGED_FROM = 'salvagedFrom';
/** Larger files get a quicker check, to save time. */
const CLOSELY_BYTES = 32_000_000;

/** Throws AppError `database-from-future`, `account-mismatch`, or SQLite's error of an unusable disk. */
export const openOutbox = ({
  files,
  directory,
  key,
  isExpected = false,
  notify,
  ...options
}: OpenOutboxOptions): Outbox => {
  const name = `${directory}/${OUTBOX}`;
  const isNew = files.databaseKind(name) === 'absent';
  const isGone =
    isExpected && isNew && !files.list(directory).some((other) => other.startsWith(`${OUTBOX}.aside-`));
  const isLost = isGone && files.journalForm(`${directory}/${JOURNAL}`) === 'absent';
  const openFile = (file: string): SqlDatabase =>
    key === null || files.databaseKind(file) === 'plain' ? files.open(file) : files.open(file, key);
  const backupPath = (version: number): string =>
    `${files.directory}/${directory}/outbox.before-${version + 1}-${options.clock.now()}.db`;
  const open = (first: (database: SqlDatabase) => void): Outbox => {
    const database = openFile(name);
    const journal = files.journal(`${directory}/${JOURNAL}`, key);
    try {
      first(database);
      const onRescue = (told: string): void => (outbox ? tellRescue(told) : undefined);
      return createOutbox({
        ...options,
        database,
        isNew,
        journal,
        setJournalAside,
        backupPath,
        onRescue,
      });
    } catch (error) {
      journal.close();
      database.close();
      throw error;
    }
  };
  const setJournalAside = (isForeign: boolean): void => {
    files.setAside(`${directory}/${JOURNAL}`);
    // The recovery counts and reports the lines of a journal that cannot be read.
    if (isForeign && isGone) notify('outbox-lost', '');
  };
  const tellRescue = (told: string): void => {
    const { why }: Rescue = JSON.parse(told);
    notify(`outbox-${why}`, told);
  };
  let outbox: Outbox | null = null;
  let damaged = notSalvaged(files, directory);
  const salvageInto = (database: SqlDatabase): void => {
    openOutboxDatabase(database, { accountId: options.accountId, backupPath });
    salvageAll(files, damaged, openFile, database, options);
  };
  try {
    const isHalfAside = isBeingSalvaged(files, directory) && damaged.length === 0 && !isNew;
    if (isHalfAside || files.isHeaderDamaged(name) || files.isLogDamaged(name))
      throw new AppError('database-corrupt', 'the header or the log of the outbox is damaged');
    if (key !== null && files.databaseKind(name) === 'plain')
      try {
        files.encrypt(name, key);
      } catch (error) {
        if (!isUnreadable(error)) throw error;
        throw new AppError('database-corrupt', 'the plain outbox cannot be read', { cause: error });
      }
    outbox = open((database) => {
      check(database, files.sizeBytes(name), options.accountId);
      if (damaged.length > 0) salvageInto(database);
    });
  } catch (error) {
    if (error instanceof OutboxError) throw new AppError(error.code, error.message, { cause: error });
    if (!isCorruption(error)) throw error;
    const aside = setDamagedAside(files, directory);
    options.log.error('the outbox was damaged and is set aside', { aside });
    damaged = notSalvaged(files, directory);
    outbox = open(salvageInto);
  }
  try {
    const { store } = outbox;
    const [file] = damaged;
    if (file !== undefined) {
      rememberSalvage(outbox, file);
      if (!store.meta(TOLD)) notify('outbox-damaged', file);
    }
    try {
      endSalvage(files, directory);
    } catch (error) {
      // The next start finds nothing left to copy, and tries again.
      options.log.warn('the note of the salvage stays', { error: String(error) });
    }
    if (isLost) notify('outbox-lost', '');
    const [brought, rescued] = [store.meta(TOLD), store.meta(RESCUED)];
    if (brought) notify('outbox-salvaged', brought);
    if (rescued) tellRescue(rescued);
    return outbox;
  } catch (error) {
    outbox.close();
    throw error;
  }
};

/** The user confirmed the message about recovered items. */
export const forgetRescue = (outbox: Outbox): void => {
  for (const key of [TOLD, RESCUED]) outbox.store.setMeta(key, '');
};

/** Call after the journal has been recovered. `file`: the damaged one. */
const rememberSalvage = (outbox: Outbox, file: string): void => {
  const recovered = outbox.store.list().length;
  const drafts = outbox.store.drafts().length;
  const [told, rescued] = [outbox.store.meta(TOLD), outbox.store.meta(RESCUED)];
  const before: Partial<Salvaged & Rescue> = told ? JSON.parse(told) : {};
  const { finished = before.finished ?? 0 }: Partial<Rescue> = rescued ? JSON.parse(rescued) : {};
  if (recovered + drafts + finished === 0 && !told) return;
  const { total = 0 } = before;
  const facts = { recovered, total: Math.max(recovered, total), drafts, finished, file };
  outbox.store.atomically(() => {
    noteSalvaged(outbox);
    outbox.store.setMeta(TOLD, JSON.stringify(facts));
    outbox.store.setMeta(RESCUED, '');
  });
};

/** The history of each copied item says that it was copied. Not earlier: the journal compares the ledger's end. */
const noteSalvaged = ({ store }: Outbox): void => {
  const text = store.meta(SALVAGED_ITEMS);
  const items: Salvaged['items'] = text ? JSON.parse(text) : [];
  for (const { id, was } of items)
    if (store.has(id) && store.ledger(id).at(-1)?.event !== 'restored')
      store.record(id, { event: 'restored', facts: { was, salvaged: true } });
  store.setMeta(SALVAGED_ITEMS, '');
};

/** Throws AppError `database-corrupt` if the file was damaged or altered. */
const check = (database: SqlDatabase, sizeBytes: number, accountId: string): void => {
  let cause: unknown;
  try {
    const pragma = sizeBytes > CLOSELY_BYTES ? 'quick_check(1)' : 'integrity_check(1)';
    const isSound = database.pragma(pragma, { simple: true }) === 'ok';
    if (isSound && !isAltered(database, accountId) && !isIndexOld(database)) return;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    cause = error;
  }
  throw new AppError('database-corrupt', 'the outbox failed its check', { cause });
};

/**
 * Copies what can be read of the damaged files into the new one, in one transaction. The next
 * opening calls this again if Satchel was killed; it skips files that are already copied.
 */
const salvageAll = (
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
      const facts = { recovered: sum('recovered'), total, drafts: sum('drafts'), file: damaged[0] };
      setMeta(into, TOLD, JSON.stringify(facts));
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
