/**
 * A checksum over the content of a row of `outbox.db`, stored in the row. A row that was altered from outside
 * is set apart and not sent. It protects against damage, not against forgery: who can write the file can also
 * write the checksum. Pure.
 */
import type { SqlRow, SqlValue } from '../../ports/ports';
import { UnreadableRowError, type WatchedTable } from './unreadable-row';

/**
 * The columns in the checksum. The time of the next try is not included: it changes often, and a wrong value
 * does no harm. A later version has to include the columns that it adds.
 */
const SUMMED: Readonly<Record<WatchedTable, readonly string[]>> = {
  intents: [
    'id',
    'kind',
    'state',
    'version',
    'command',
    'base',
    'fingerprint',
    'target',
    'real_id',
    'held',
    'send_now',
    'needs_user',
    'detail',
    'created_at',
  ],
  versions: ['intent_id', 'version', 'command', 'base', 'at'],
  drafts: ['id', 'kind', 'target', 'form', 'base', 'intent_id', 'created_at', 'updated_at'],
  ledger: ['intent_id', 'attempt', 'event', 'at', 'server_at', 'facts'],
};

/** The checksum of a row that is about to be written, or was read. */
export const checksumOf = (
  table: WatchedTable,
  row: Readonly<Record<string, SqlValue | undefined>>,
): number => {
  // Two 32-bit lanes over the characters (cyrb53), joined to the 53 bits that a number holds exactly.
  let [low, high] = [0xdeadbeef, 0x41c6ce57];
  const add = (code: number): void => {
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  };
  for (const column of SUMMED[table]) {
    const value = row[column];
    // Codes above every character: a missing value, and the end of a value.
    if (value === null || value === undefined) add(0x10001);
    else {
      // The same text as on disk, where an unpaired surrogate becomes the replacement character.
      const text = String(value).toWellFormed();
      for (let at = 0; at < text.length; at++) add(text.charCodeAt(at));
    }
    add(0x10002);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return 4294967296 * (2097151 & high) + (low >>> 0);
};

/** Throws UnreadableRowError for a row whose checksum does not match. */
export const verifyRow = (table: WatchedTable, row: SqlRow): void => {
  if (Number(row.checksum) !== checksumOf(table, row))
    throw new UnreadableRowError('altered', 'the row is not what was written');
};
