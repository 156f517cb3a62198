/**
 * Finds rows of intents that are older than the ledger says, because the disk lost the latest write of their
 * page. SQLite reports no damage, because the old page is valid. Each ledger entry says how the row was after
 * the change (`facts.row`). The ledger is stored on other pages, so it usually survives.
 */
import type { Intent, WrittenRow } from '../store/intent-record';
import type { OutboxStore } from '../store/outbox-store';

/**
 * The row as the last ledger entry describes it; null if that entry cannot be read or an earlier version of
 * Satchel wrote it.
 */
export const lastRowOf = (store: Pick<OutboxStore, 'ledger'>, id: string): WrittenRow | null => {
  const row = store.ledger(id).at(-1)?.facts.row;
  return isWrittenRow(row) ? row : null;
};

/** Returns true if the ledger knows another state or version than the row has. */
export const isOldRow = (store: Pick<OutboxStore, 'ledger'>, intent: Intent): boolean => {
  const last = lastRowOf(store, intent.id);
  if (!last || (last.state === intent.state && last.version === intent.version)) return false;
  return !(last.version === intent.version && last.state === 'sending' && isSalvaged(intent));
};

/** A rescue of a damaged file puts a row in doubt without adding a ledger entry. */
const isSalvaged = ({ state, detail }: Intent): boolean =>
  state === 'uncertain' && detail.doubtSince === null && detail.notes.includes('restored');

/** Returns true if the row is old, or if the user's hold on it was lost. */
export const hasLostWrite = (store: Pick<OutboxStore, 'ledger'>, intent: Intent): boolean =>
  isOldRow(store, intent) ||
  (intent.state !== 'sending' && !intent.held && lastRowOf(store, intent.id)?.held === 1);

/**
 * The intent with the latest version that the ledger names, if it can be read. Otherwise the next edit would
 * get the number of that version.
 */
export const withLatestVersion = (
  store: Pick<OutboxStore, 'ledger' | 'versionOf'>,
  intent: Intent,
): Intent => {
  const version = lastRowOf(store, intent.id)?.version ?? 0;
  const latest = version > intent.version ? store.versionOf(intent.id, version) : null;
  return latest ? { ...intent, version, command: latest.command, base: latest.base } : intent;
};

const isWrittenRow = (value: unknown): value is WrittenRow =>
  typeof value === 'object' && value !== null && 'state' in value && 'version' in value && 'held' in value;
