/**
 * Recognises the row of an intent that is older than the ledger, because the disk lost a later write of its
 * page. SQLite sees no damage there: the old page is a sound page. Every ledger entry says how the row was
 * after the change (`facts.row`), and it lies on another page.
 */
import type { Intent, WrittenRow } from '../store/intent-record';
import type { OutboxStore } from '../store/outbox-store';

/**
 * The row that the ledger knows; null if its last entries cannot be read or are of an earlier Satchel. An entry
 * of an event without a change of the row says the same as the one before it.
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

/** A rescue of the file wrote the row without an entry, in doubt from the start. */
const isSalvaged = ({ state, detail }: Intent): boolean =>
  state === 'uncertain' && detail.doubtSince === null && detail.notes.includes('restored');

const isWrittenRow = (value: unknown): value is WrittenRow =>
  typeof value === 'object' && value !== null && 'state' in value && 'version' in value && 'held' in value;
