/**
 * The reserve file for unsent work: a file in the data folder that is deleted when the disk is full, so that
 * the user's decisions can still be saved. It is made again when there is room.
 *
 *   whole ─ the outbox meets a full disk ─→ given up ─ room for two of it ─→ whole
 *
 * When the reserve is given up, or almost nothing is free, everything else stops writing first: the pull
 * calls `isLow`, and the log checks the disk itself.
 */
import type { Files, Log, Timers } from '../ports/ports';

export interface SpareRoom {
  /** Gives the reserve up; returns false if there is none. */
  spend(): boolean;
  /** Returns true if the reserve was given up and is not made again yet. */
  isSpent(): boolean;
  /** Returns true if only the outbox may write. */
  isLow(): boolean;
  start(): void;
  close(): void;
}
export interface SpareRoomOptions {
  files: Pick<Files, 'makeReserve' | 'dropReserve' | 'freeBytes'>;
  timers: Timers;
  log: Log;
  /** 0 for no reserve. */
  sizeBytes: number;
  /** The reserve was given up, or made again. */
  onChange: () => void;
}

/** Enough for about a hundred decisions with their attempts. */
export const RESERVE_BYTES = 4_000_000;
/** If less than this is free besides the reserve, everything except the outbox stops writing. */
export const MARGIN_BYTES = 1_000_000;
const LOOK_MS = 10_000;

export const createSpareRoom = ({ files, timers, log, sizeBytes, onChange }: SpareRoomOptions): SpareRoom => {
  let isWhole = false;
  let isSpent = false;
  let cancel: (() => void) | null = null;
  let closed = false;
  const free = (): number => {
    try {
      return files.freeBytes();
    } catch {
      return 0;
    }
  };
  const look = (): void => {
    cancel = null;
    if (closed) return;
    try {
      // If little is free, making the reserve would take space that the outbox needs now.
      isWhole = files.makeReserve(sizeBytes, 2 * sizeBytes + MARGIN_BYTES);
    } catch (error) {
      isWhole = false;
      log.warn('the reserve file could not be made', { error: String(error) });
    }
    if (isWhole && isSpent) {
      isSpent = false;
      log.info('the reserve file was made again');
      onChange();
    }
    if (!isWhole) cancel = timers.after(LOOK_MS, look);
  };
  return {
    spend: () => {
      if (!isWhole) return false;
      isWhole = false;
      isSpent = true;
      try {
        files.dropReserve();
      } catch (error) {
        log.warn('the reserve file could not be deleted', { error: String(error) });
        return false;
      }
      cancel ??= timers.after(LOOK_MS, look);
      onChange();
      return true;
    },
    isSpent: () => isSpent,
    isLow: () => sizeBytes > 0 && (isSpent || free() < MARGIN_BYTES),
    start: () => {
      if (sizeBytes > 0) look();
    },
    close: () => {
      closed = true;
      cancel?.();
    },
  };
};
