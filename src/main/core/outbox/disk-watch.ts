/**
 * Watches whether the disk accepts the outbox's writes. If it does not, sending pauses, because an attempt
 * that cannot be recorded must not be sent. Reading continues. A write is tried every few seconds; when one
 * succeeds, sending resumes by itself.
 *
 * Guarantees: an answer of the service that cannot be written stays in memory until it can be, or until the
 * outbox closes (then the item is in doubt at the next start). Nothing here throws.
 */
import type { Log, Timers } from '../ports/ports';
import { storageTrouble, type StorageTrouble } from '../store/schema/sqlite-errors';
import type { OutboxStore } from './store/outbox-store';

export interface DiskWatch {
  /** Why nothing can be written; null while writes succeed. */
  trouble(): StorageTrouble | null;
  /** Checks at the start whether the folder is read-only. A full disk shows only at the first real write. */
  look(): void;
  /** Returns true if the error is about the disk; then it is reported, and writes are tried regularly. */
  failed(error: unknown): boolean;
  /**
   * Writes now. On a full disk it frees the reserve and tries again. Throws the disk's error if that fails
   * too.
   */
  write<T>(write: () => T): T;
  /** Writes now, or as soon as the disk accepts it. Rejects for any other error, and when it is closed. */
  persist<T>(write: () => T): Promise<T>;
  close(): void;
}

export interface DiskWatchOptions {
  store: Pick<OutboxStore, 'proveRoom' | 'proveWritable'>;
  timers: Timers;
  log: Log;
  /** Frees the reserve; false if there is none. */
  spend: () => boolean;
  /** The trouble began, changed or ended. */
  onChange: () => void;
  /** Writes succeed again. */
  onRoom: () => void;
}

const ASK_AGAIN_MS = 5_000;

export const createDiskWatch = ({
  store,
  timers,
  log,
  spend,
  onChange,
  onRoom,
}: DiskWatchOptions): DiskWatch => {
  let trouble: StorageTrouble | null = null;
  let closed = false;
  let cancel: (() => void) | null = null;
  const waiting = new Set<() => void>();

  const become = (next: StorageTrouble | null): void => {
    if (next === trouble) return;
    log.warn('outbox: disk state changed', { trouble: next });
    trouble = next;
    onChange();
  };
  const askLater = (): void => {
    if (closed) return;
    cancel ??= timers.after(ASK_AGAIN_MS, () => {
      cancel = null;
      ask();
    });
  };
  const ask = (): void => {
    try {
      watch.write(() => store.proveRoom());
    } catch (error) {
      if (!watch.failed(error)) log.error('outbox: the disk cannot be asked', { error: String(error) });
      askLater();
      return;
    }
    become(null);
    for (const wake of [...waiting]) wake();
    // Write the answers in memory first: one of them may say that the account has to wait.
    timers.after(0, () => {
      if (!closed && trouble === null) onRoom();
    });
  };
  const watch: DiskWatch = {
    trouble: () => trouble,
    look: () => {
      try {
        store.proveWritable();
      } catch (error) {
        if (storageTrouble(error) !== 'full') watch.failed(error);
      }
    },
    failed: (error) => {
      const found = storageTrouble(error);
      if (found === null) return false;
      become(found);
      askLater();
      return true;
    },
    write: (write) => {
      try {
        return write();
      } catch (error) {
        if (storageTrouble(error) !== 'full' || !spend()) throw error;
        return write();
      }
    },
    persist: async (write) => {
      for (;;) {
        try {
          return watch.write(write);
        } catch (error) {
          if (closed || !watch.failed(error)) throw error;
        }
        await new Promise<void>((resolve) => {
          const wake = (): void => {
            waiting.delete(wake);
            resolve();
          };
          waiting.add(wake);
        });
      }
    },
    close: () => {
      closed = true;
      cancel?.();
      cancel = null;
      for (const wake of [...waiting]) wake();
    },
  };
  return watch;
};
