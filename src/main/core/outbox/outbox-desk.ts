/**
 * What dispatcher, preflight and read-back share: the store, the gateway, the ports and the settings of one
 * account's outbox.
 */
import type { Clock, Log, Random, Timers } from '../ports/ports';
import type { DiskWatch } from './disk-watch';
import type { Intent, NewLedgerEntry } from './store/intent-record';
import type { OutboxGateway } from './delivery/outbox-gateway';
import type { OutboxParts } from './outbox-parts';
import type { OutboxStore } from './store/outbox-store';
import type { IntentEvent } from './state-machine';

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
export const undoSecondsOf = ({ store, settings }: Pick<OutboxDesk, 'store' | 'settings'>): number =>
  Number(store.meta(UNDO_SECONDS) ?? settings.undoSeconds);
export const setUndoSeconds = ({ store }: Pick<OutboxDesk, 'store'>, seconds: number): void =>
  store.setMeta(UNDO_SECONDS, String(seconds));

export interface OutboxDesk {
  store: OutboxStore;
  gateway: OutboxGateway;
  parts: OutboxParts;
  clock: Clock;
  timers: Timers;
  random: Random;
  log: Log;
  settings: OutboxSettings;
  disk: DiskWatch;
  selfUserId(): string | null;
  /** Something on disk changed: windows refetch. */
  changed(intentId: string | null): void;
}

/**
 * Moves an intent by one event of the state machine and writes it with its ledger entry. Throws when the
 * event does not apply: callers check first.
 */
export const advance = (
  desk: OutboxDesk,
  intent: Intent,
  event: IntentEvent,
  patch: Partial<Intent>,
  entry: Omit<NewLedgerEntry, 'event'> & { event?: string } = {},
): Intent => {
  const state = desk.parts.nextState(intent.state, event);
  if (state === null || state === 'draft')
    throw new Error(`outbox: ${event} does not apply to ${intent.state}`);
  const next: Intent = { ...intent, ...patch, state };
  desk.store.save(next, { serverAt: desk.gateway.serverNow(), ...entry, event: entry.event ?? event });
  desk.changed(intent.id);
  return next;
};
