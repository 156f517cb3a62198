/**
 * The bytes of a journal in memory, with a power switch: what is not synced may be lost, an append may tear.
 */
import { createJournalFile, type JournalMedium } from '#node/journal-file';
import type { JournalFile } from '#core/ports/ports';

export interface MemoryJournal {
  /** What lies there; null where there is no file. */
  bytes: Buffer | null;
  /** Bytes that a power loss spares. */
  synced: number;
  /** Throws what the disk says to a write, or ends the process. */
  beforeWrite: (bytes: Buffer, write: (part: Buffer) => void) => void;
  /** The journal as one start opens it; once `alive` says no it takes nothing any more. */
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
  /** Room to grow into, so that an append does not copy what is there. */
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
