/** The settings of an account's outbox. The user can change the time for Undo. */
import type { OutboxStore } from './store/outbox-store';

export interface OutboxSettings {
  /** The number of pushes and read-backs that run at once. */
  concurrency: number;
  /**
   * The late-commit bound, by the service's clock and by this computer's, from the first read that began in
   * doubt. A record that is not found after it counts as not created.
   */
  lateCommitMs: number;
  /** Hold each kind until the user releases its first item (not in the demo account). */
  reviewFirst: boolean;
  /**
   * How many seconds the user can undo a save (OB70), unless the user set another time. The shells pass 6 s
   * (`start-options.ts`).
   */
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
  store: Pick<OutboxStore, 'metaNumber'>;
  settings: OutboxSettings;
}): number => store.metaNumber(UNDO_SECONDS) ?? settings.undoSeconds;
export const setUndoSeconds = ({ store }: { store: Pick<OutboxStore, 'setMeta'> }, seconds: number): void =>
  store.setMeta(UNDO_SECONDS, String(seconds));
