/** The settings of an account's outbox, and the one of them that the user may change. */
import type { OutboxStore } from './store/outbox-store';

export interface OutboxSettings {
  /** Pushes and read-backs under way at once. */
  concurrency: number;
  /**
   * A request may commit this long after it was sent, in server time; beyond it nothing found means nothing
   * there.
   */
  lateCommitMs: number;
  /** Hold each kind until its first item was released (accounts that are not the demo). */
  reviewFirst: boolean;
  /** Seconds for which what was saved can still be taken back, where the user chose none: OB70. */
  undoSeconds: number;
}
export const DEFAULT_SETTINGS: OutboxSettings = {
  concurrency: 4,
  lateCommitMs: 15 * 60_000,
  reviewFirst: true,
  undoSeconds: 0,
};

const UNDO_SECONDS = 'undo-seconds';
/** How long after saving an item waits before it may be sent, in seconds. */
export const undoSecondsOf = ({
  store,
  settings,
}: {
  store: Pick<OutboxStore, 'meta'>;
  settings: OutboxSettings;
}): number => Number(store.meta(UNDO_SECONDS) ?? settings.undoSeconds);
export const setUndoSeconds = ({ store }: { store: Pick<OutboxStore, 'setMeta'> }, seconds: number): void =>
  store.setMeta(UNDO_SECONDS, String(seconds));
