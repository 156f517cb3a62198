/**
 * The bytes of a journal in memory, with simulated power loss: unsynced bytes may be lost, and an append may
 * be written in part.
 */
import { createJournalFile, type JournalMedium } from '#node/journal-file';
import type { JournalFile } from '#core/ports/ports';

export interface MemoryJournal {
  /** The content; null if there is no file. */
  bytes: Buffer | null;
  /** The number of bytes that survive a power loss. */
  synced: number;
  /** Throws the disk's error for a write, or ends the process. */
  beforeWrite: (bytes: Buffer, write: (part: Buffer) => void) => void;
  /** The journal as one start opens it. It accepts nothing once `alive` returns false. */
  open(key: string | null, alive?: () => boolean): JournalFile;
  lines(): string[];
}

export const memoryJournal = (): MemoryJournal => {
  const journal: MemoryJournal = {
    bytes: null,
    synced: 0,
    beforeWrite: () => undefined,
    open: (key, alive = () => true) => createJournalFile(mediumOf(journal, alive), key),
    lines: () => (journal.bytes?.toString('utf8') ?? '').split('\n').filter((line) => line !== ''),
  };
  return journal;
};

const SPARE = 1 << 16;

const mediumOf = (journal: MemoryJournal, alive: () => boolean): JournalMedium => {
  /** Spare capacity, so that an append does not copy the existing bytes. */
  let room = Buffer.alloc(0);
  const put = (bytes: Buffer, at: number): void => {
    const end = at + bytes.length;
    if (journal.bytes?.buffer !== room.buffer || end > room.length) {
      room = Buffer.alloc(end + SPARE);
      journal.bytes?.copy(room);
    }
    bytes.copy(room, at);
    journal.bytes = room.subarray(0, Math.max(end, journal.bytes?.length ?? 0));
  };
  const check = (): void => {
    if (!alive()) throw new Error('the power went');
  };
  return {
    read: () => journal.bytes,
    write: (bytes, at) => {
      check();
      journal.beforeWrite(bytes, (part) => put(part, at));
      put(bytes, at);
    },
    truncate: (at) => {
      check();
      journal.bytes = (journal.bytes ?? Buffer.alloc(0)).subarray(0, at);
      journal.synced = Math.min(journal.synced, at);
    },
    sync: () => {
      check();
      journal.synced = journal.bytes?.length ?? 0;
    },
    replace: (bytes) => {
      check();
      journal.beforeWrite(bytes, () => undefined);
      journal.bytes = bytes;
      journal.synced = bytes.length;
    },
    inPlace: () => journal.bytes !== null,
    close: () => undefined,
  };
};
