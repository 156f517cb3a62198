/**
 * What the dispatcher, preflight and read-back share: store, gateway, ports and settings of one account's
 * outbox.
 */
import type { IntentKind } from '#shared/domain/intent';
import type { Clock, Log, Random, Timers } from '../ports/ports';
import type { DiskWatch } from './disk-watch';
import type { Intent, NewLedgerEntry } from './store/intent-record';
import { lateNote } from './edits/late-attempts';
import type { OutboxGateway } from './delivery/outbox-gateway';
import type { OutboxSettings } from './outbox-settings';
import type { OutboxParts } from './outbox-parts';
import type { OutboxStore } from './store/outbox-store';
import type { IntentEvent } from './state-machine';
import { waitForSent } from './waits-for';

export interface OutboxContext {
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
  /** The latest `update_time` of a record in the cache; null if it is not there. Throws if the cache is damaged. */
  copyTime(kind: IntentKind, id: string): string | null;
  /** Call after a change on disk; the windows refetch. */
  changed(intentId: string | null): void;
}

/**
 * Moves an intent by one event of the state machine and writes it with its ledger entry. Throws when the
 * event does not apply: callers check first. A delivered edit also ends the conflicts that it makes outdated:
 * those edits are compared again.
 */
export const advance = (
  context: OutboxContext,
  intent: Intent,
  event: IntentEvent,
  patch: Partial<Intent>,
  entry: Omit<NewLedgerEntry, 'event'> & { event?: string } = {},
): Intent => {
  const state = context.parts.nextState(intent.state, event);
  if (state === null || state === 'draft')
    throw new Error(`outbox: ${event} does not apply to ${intent.state}`);
  const changed: Intent = { ...intent, ...patch, state };
  const next = state === 'applied' ? withLateNote(context, changed) : changed;
  context.store.save(next, { serverAt: context.gateway.serverNow(), ...entry, event: entry.event ?? event });
  context.changed(intent.id);
  if (state === 'applied') compareOutdatedAgain(context, next);
  return next;
};

const withLateNote = ({ store, clock, gateway, settings }: OutboxContext, delivered: Intent): Intent => {
  const bound = { now: clock.now(), serverNow: gateway.serverNow(), lateCommitMs: settings.lateCommitMs };
  const notes = [...delivered.detail.notes, ...lateNote(store, delivered, bound)];
  return { ...delivered, detail: { ...delivered.detail, notes } };
};

/** Queues an edit in conflict, which is then compared again. One that came from a copy or a damaged file stays held. */
export const compareAgain = (
  context: OutboxContext,
  intent: Intent,
  patch: Partial<Intent>,
  entry: Parameters<typeof advance>[4],
): void => {
  waitForSent(context.store, intent);
  const held = intent.held || intent.detail.notes.includes('restored');
  const detail = { ...intent.detail, reason: null, conflicts: [] };
  advance(context, intent, 'compareAgain', { ...patch, held, notBefore: 0, detail }, entry);
};

/**
 * Queues the edits whose conflicts are out of date, because `delivered` has changed the same field since. They are
 * compared again. Each gets a new version, so that a choice in the old conflict is refused.
 */
export const compareOutdatedAgain = (context: OutboxContext, delivered: Intent): void => {
  for (const intent of context.parts.outdatedConflicts(context.store, delivered)) {
    const version = intent.version + 1;
    const facts = { version, from: intent.version, after: delivered.id };
    compareAgain(context, intent, { version }, { facts });
  }
};
