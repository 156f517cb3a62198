/**
 * Reads back the outboxes of an account that were set aside: damaged ones, and those whose key was not available. What
 * they have is added to the open outbox, as from a copy that the user saved (OB32): items that are here already stay
 * as they are, waiting items arrive held, items that may have been sent arrive in doubt. The files stay as they are.
 *
 * A file may be older than what was sent since. A new record whose real id is known was delivered, so its item is left
 * out unless the file says so too.
 */
import { AppError } from '../../app-error';
import type { Outbox } from '../../outbox/create-outbox';
import { exportOutbox, type OutboxExport } from '../../outbox/export-outbox';
import { createRecovery } from '../../outbox/journal/recovery';
import { outboxParts } from '../../outbox/outbox-parts';
import { isSettled } from '../../outbox/state-machine';
import { openOutboxDatabase } from '../../outbox/store/open-outbox-database';
import { createOperations } from '../../outbox/store/operations';
import { createOutboxStore, type OutboxStore } from '../../outbox/store/outbox-store';
import { salvageOutbox } from '../../outbox/store/salvage-outbox';
import type { Clock, SqlDatabase } from '../../ports/ports';
import { isCorruption } from '../../store/schema/sqlite-errors';
import type { ReadBack } from '#shared/contract/outbox';
import type { OutboxPlace } from './outbox-files';

const ASIDE = /^outbox\.db\.aside-\d+$/;
const RECOVERY = /^outbox\.recovery(\.aside-\d+)?$/;

interface AsidePlace extends OutboxPlace {
  clock: Clock;
}

/**
 * `code` is a recovery code that the user typed, or `''`. A file that neither the present key nor this code opens
 * counts as locked. Throws disk errors.
 */
export const readAside = async (
  place: AsidePlace,
  outbox: Pick<Outbox, 'restore' | 'realIdOf'>,
  code: string,
): Promise<ReadBack> => {
  const { files, keys, directory, accountId } = place;
  const byCode = code.trim() === '' ? [] : keys.keysByCode(accountId, code);
  if (byCode === null) return { ok: false, code: 'mistyped' };
  const present = await keys.get(accountId).catch(() => null);
  const known = [...(present?.kind === 'key' ? [present.key] : []), ...byCode];
  const sum = { ok: true as const, added: 0, skipped: 0, drafts: 0, unreadable: 0, files: 0, locked: 0 };
  for (const name of files.list(directory).filter((one) => ASIDE.test(one))) {
    const content = contentOf(place, `${directory}/${name}`, known);
    const intents = content?.intents.filter(
      ({ id, state }) => isSettled(state) || outbox.realIdOf(id) === null,
    );
    const restored = content && outbox.restore(JSON.stringify({ ...content, intents }));
    if (restored === null) sum.locked++;
    else if (restored.ok) {
      sum.files++;
      for (const key of ['added', 'skipped', 'drafts', 'unreadable'] as const) sum[key] += restored[key];
    }
  }
  return sum;
};

/** The readable rows of a file, as a copy that can be restored; null if none of the keys opens it. */
const contentOf = (place: AsidePlace, name: string, known: readonly string[]): OutboxExport | null => {
  const { files, accountId, clock } = place;
  const into = `${name}.read`;
  // What a kill has left.
  files.remove(into);
  // Read a copy, because opening the file would write to it.
  const copy = files.foldLog(name);
  const opened: SqlDatabase[] = [];
  const open = (file: string, key: string | undefined): SqlDatabase => {
    const database = key === undefined ? files.open(file) : files.open(file, key);
    opened.push(database);
    return database;
  };
  try {
    // Without any code a file that seems encrypted is a damaged one.
    const hasCode = files.list(place.directory).some((one) => RECOVERY.test(one));
    const isPlain = files.databaseKind(name) === 'plain' || !(hasCode || known.length > 0);
    const key = isPlain ? undefined : known.find((one) => isKeyOf(place, copy, one));
    if (!isPlain && key === undefined) return null;
    const from = open(copy, key);
    const to = open(into, key);
    openOutboxDatabase(to, { accountId, backupPath: null });
    salvageOutbox(from, to);
    const store = createOutboxStore(to, clock);
    holdOldRows(place, to, store);
    return exportOutbox({ store, clock }, accountId);
  } finally {
    for (const database of opened) database.close();
    for (const file of [copy, into]) files.remove(file);
  }
};

/** Puts items in doubt whose rows are older than their history, as at every start. */
const holdOldRows = (
  { accountId, clock, log }: AsidePlace,
  database: SqlDatabase,
  store: OutboxStore,
): void =>
  createRecovery({
    store,
    operations: createOperations(database, clock, store.atomically),
    accountId,
    isNew: false,
    isSalvaged: true,
    isOldFile: false,
    journal: null,
    log,
    onRescue: () => undefined,
    setJournalAside: null,
    parts: outboxParts,
  }).run();

const isKeyOf = ({ files }: AsidePlace, name: string, key: string): boolean => {
  try {
    files.open(name, key).close();
    return true;
  } catch (error) {
    if (isCorruption(error) || error instanceof AppError) return false;
    throw error;
  }
};
