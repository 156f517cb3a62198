/**
 * The outbox of one account, with everything that the handlers call. No call waits for the network. When a
 * call returns, its result is on disk.
 *
 * Guarantees: an acknowledged draft or intent survives kill -9 and power loss. Nothing is pushed without its
 * attempt on disk. An intent without a verdict is resent automatically only if it is proved absent; money
 * never is. It does not read the cache (the overlay gets a lookup), word messages, or decide when the network
 * is back (`reconnected`).
 */
import { INTENT_KINDS, type IntentKind } from '#shared/domain/intent';
import type { ResourceName } from '#shared/domain/resources';
import type { Clock, JournalFile, Log, Random, SqlDatabase, Timers } from '../ports/ports';
import type { SpareRoom } from '../store/spare-room';
import { omissionOf, type Omission } from './delivery/check-applied';
import { createDiskWatch } from './disk-watch';
import { createDispatcher } from './delivery/dispatcher';
import { exportOutbox, restoreOutbox, type OutboxExport, type Restored } from './export-outbox';
import type { Draft, OutboxSummary } from '#shared/contract/outbox';
import type { LedgerEntry } from './store/intent-record';
import { forgetOwnCreators } from './doubt/own-creator';
import { createOutboxJournal } from './journal/outbox-journal';
import { openOutboxDatabase } from './store/open-outbox-database';
import { createHousekeeping } from './housekeeping';
import { createRecovery } from './journal/recovery';
import type { Rescue } from './journal/rescue-report';
import type { OutboxContext } from './outbox-context';
import { DEFAULT_SETTINGS, type OutboxSettings, setUndoSeconds, undoSecondsOf } from './outbox-settings';
import { createOperations, type Operation } from './store/operations';
import type { OutboxGateway } from './delivery/outbox-gateway';
import { outboxParts, type OutboxParts } from './outbox-parts';
import { createOutboxStore, type OutboxStore } from './store/outbox-store';
import type { UnreadableRow } from './store/set-apart';
import { viewIntent, type UnnamedIntentView } from './outbox-view';
import { createOverlay, type OverlayRow } from './overlay/overlay';
import type { CacheLookup } from '../store/overlay/cached-record';
import { createFormDrafts, type SavedDraft, type WrittenDraft } from './decisions/form-drafts';
import { REPLACED_LATE } from './edits/late-attempts';
import { createUserDecisions, type UserDecisions } from './decisions/user-decisions';

export interface OutboxOptions {
  accountId: string;
  database: SqlDatabase;
  /** The journal beside the database; null if there is none. */
  journal?: JournalFile | null;
  /** The reserve file that this outbox may use on a full disk. */
  spare?: Pick<SpareRoom, 'spend' | 'isSpent'>;
  /** The database did not exist before this start. */
  isNew?: boolean;
  /** The rows were copied from a damaged file, so some may be missing. */
  isSalvaged?: boolean;
  /** The database is known to be older than the journal, also if the journal cannot be read. */
  isOldFile?: boolean;
  /** Sets aside a journal of another account, or one of which no line can be read. */
  setJournalAside?: (() => void) | null;
  /** Path of the copy made before a migration; null for in-memory databases. */
  backupPath: ((version: number) => string) | null;
  gateway: OutboxGateway;
  clock: Clock;
  timers: Timers;
  random: Random;
  log: Log;
  /** The service's id of the signed-in user. It identifies records that this user made. */
  selfUserId(): string | null;
  /** The latest `update_time` of a record in the cache, in its list item or its details; null if it is not there. */
  copyTime?: ((kind: IntentKind, id: string) => string | null) | undefined;
  settings?: Partial<OutboxSettings>;
  onChange?: (intentId: string | null) => void;
  /** Called if something was restored at the start and the user has not confirmed it yet. */
  onRescue?: (told: Rescue) => void;
}

export interface Outbox extends Omit<UserDecisions, 'sendNow'> {
  start(): void;
  /** Starts no new work. Work in progress may still write its verdict until `close`. */
  stop(): void;
  close(): void;
  /** Returns true if the database has all that the journal has. A full disk can put this off. */
  isRecovered(): boolean;
  /** The number of entries that the recovery could not read in the journal. */
  lostEntries(): number;
  /** Returns true if a journal of this account was found at the start. */
  hadJournal(): boolean;
  /** Looks for work at once, after the user signed in. */
  kick(): void;
  /** The connection is back. Items that waited only for it are sent within seconds. */
  reconnected(): void;
  /** Call before another sign-in is used: it may be another user of the service. */
  signInChanges(): void;
  /**
   * Runs a decision once for each operation id. A repeat returns the first answer. Returns null if the id
   * belongs to another decision.
   */
  once<T extends { ok: boolean }>(operation: Operation, decide: () => T): T | null;
  saveDraft(draft: WrittenDraft): SavedDraft;
  deleteDraft(id: string): void;
  drafts(): Draft[];
  sendNow(id: string): ReturnType<UserDecisions['sendNow']>;
  /** Sets how long an item waits after it was saved, in seconds from 0 to 30. */
  setUndoSeconds(seconds: number): void;
  pause(paused: boolean): void;
  /** Releases a kind after its first review, or after "not permitted". */
  release(kind: IntentKind): void;
  list(states?: readonly string[]): UnnamedIntentView[];
  /** Delivered edits whose values a late attempt replaced, until the user has checked them. */
  replaced(): UnnamedIntentView[];
  /** Returns the oldest or the latest changed intents first, without reading the others. */
  some: (
    states: readonly string[] | undefined,
    order: 'oldest' | 'latest',
    limit: number,
  ) => UnnamedIntentView[];
  get(
    id: string,
  ): { intent: UnnamedIntentView; ledger: LedgerEntry[]; chain: ReturnType<UserDecisions['chainOf']> } | null;
  forRecord(kind: IntentKind, ref: string): UnnamedIntentView[];
  summary(): OutboxSummary;
  /** The same number as in the summary, without the work for the others. */
  waiting(): number;
  /** Rows that are set apart, with their raw text. */
  unreadable(): UnreadableRow[];
  realIdOf(localRef: string): string | null;
  export(): OutboxExport;
  restore(text: string): Restored;
  /**
   * Pending work to show over the cached records. Pass the same cache for the life of the outbox.
   * `completeAsOf` is the server time up to which the cache is known to be complete.
   */
  overlay(resource: ResourceName, cache: CacheLookup, completeAsOf?: string | null): OverlayRow[];
  /** What edits did to the fields that they leave out, by kind; null until an edit has shown it. */
  omissions(): Partial<Record<IntentKind, Omission | null>>;
  readonly store: OutboxStore;
  busy(): number;
}

/**
 * Opens the outbox over its database. Throws OutboxError for a file of a newer version or of another account.
 */
export const createOutbox = (options: OutboxOptions, parts: OutboxParts = outboxParts): Outbox => {
  const { accountId, database, clock } = options;
  openOutboxDatabase(database, { accountId, backupPath: options.backupPath });
  const journal = options.journal
    ? createOutboxJournal(options.journal, database, { accountId, log: options.log })
    : null;
  const store = createOutboxStore(database, clock, journal);
  const operations = createOperations(database, clock, store.atomically, journal?.answers);
  const housekeeping = createHousekeeping({ database, journal, timers: options.timers, log: options.log });
  const context: OutboxContext = {
    store,
    parts,
    clock,
    gateway: options.gateway,
    copyTime: options.copyTime ?? (() => null),
    timers: options.timers,
    random: options.random,
    log: options.log,
    settings: { ...DEFAULT_SETTINGS, ...options.settings },
    disk: createDiskWatch({
      store,
      timers: options.timers,
      log: options.log,
      spend: () => options.spare?.spend() ?? false,
      onChange: () => options.onChange?.(null),
      onRoom: () => {
        try {
          if (recovered()) dispatcher.roomAgain();
        } catch (error) {
          options.log.error('outbox: the journal could not be read into the database', {
            error: String(error),
          });
        }
      },
    }),
    selfUserId: options.selfUserId,
    changed: (id) => {
      housekeeping.onWrite();
      options.onChange?.(id);
    },
  };
  const dispatcher = createDispatcher(context);
  const { pushHolds } = dispatcher;
  const user = createUserDecisions(context);
  const recovery = createRecovery({
    store,
    operations,
    accountId: options.accountId,
    isNew: options.isNew ?? false,
    isSalvaged: options.isSalvaged ?? false,
    isOldFile: options.isOldFile ?? false,
    journal,
    log: options.log,
    onRescue: (told) => options.onRescue?.(told),
    setJournalAside: options.setJournalAside ?? null,
    parts,
  });
  /** Returns false if the disk refuses the write for now. Then nothing is accepted or sent. */
  const recovered = (): boolean => {
    try {
      recovery.run();
      return true;
    } catch (error) {
      if (!context.disk.failed(error)) throw error;
      return false;
    }
  };
  recovered();
  const formDrafts = createFormDrafts(context);
  const view = (intent: Parameters<typeof viewIntent>[1]): UnnamedIntentView =>
    viewIntent({ store, pushHolds, now: clock.now() }, intent);
  /** Runs a write that the user requested. A disk error is reported and rethrown. */
  const written = <T>(write: () => T): T => {
    housekeeping.onWrite();
    try {
      return context.disk.write(write);
    } catch (error) {
      context.disk.failed(error);
      throw error;
    }
  };
  /** Looks for work after the call has returned, so that no click waits for a read of the queue. */
  const thenPump = <T>(write: () => T): T => {
    const result = written(write);
    options.timers.after(0, dispatcher.pump);
    return result;
  };

  return {
    ...user,
    isRecovered: recovery.isDone,
    lostEntries: recovery.lostEntries,
    hadJournal: recovery.hadJournal,
    store,
    busy: dispatcher.busy,
    start: () => {
      context.disk.look();
      dispatcher.start();
    },
    stop: dispatcher.stop,
    close: () => {
      dispatcher.stop();
      housekeeping.close();
      context.disk.close();
      journal?.close();
      database.close();
    },
    reconnected: dispatcher.reconnected,
    kick: () => {
      pushHolds.clear();
      dispatcher.pump();
    },
    once: (operation, decide) => written(() => operations.once(operation, decide)),
    signInChanges: () => {
      options.gateway.signInChanges?.();
      const since = options.gateway.serverNow();
      // On a full disk it is written later. Until then nothing is sent.
      context.disk
        .persist(() => {
          forgetOwnCreators(store, since);
          for (const kind of INTENT_KINDS)
            if (pushHolds.holdOf(kind) === 'not-permitted') pushHolds.permit(kind);
        })
        .catch((error: unknown) =>
          options.log.error('outbox: the facts of an earlier sign-in were not forgotten', {
            error: String(error),
          }),
        );
    },
    submit: (input) => thenPump(() => user.submit(input)),
    edit: (id, input) => thenPump(() => user.edit(id, input)),
    undo: (id, version) => thenPump(() => user.undo(id, version)),
    discard: (id, version) => thenPump(() => user.discard(id, version)),
    hold: (id, held) => thenPump(() => user.hold(id, held)),
    sendAgain: (id) => thenPump(() => user.sendAgain(id)),
    numberChecked: (id) => thenPump(() => user.numberChecked(id)),
    replacedSeen: (id) => thenPump(() => user.replacedSeen(id)),
    arrived: (id, realId) =>
      thenPump(() => {
        const result = user.arrived(id, realId);
        if (result.ok) dispatcher.arrived(id);
        return result;
      }),
    sendNow: (id) =>
      thenPump(() => {
        const result = user.sendNow(id);
        const intent = store.get(id);
        if (result.ok && intent) pushHolds.release(intent.kind);
        return result;
      }),
    setUndoSeconds: (seconds) => {
      written(() => setUndoSeconds(context, seconds));
      options.onChange?.(null);
    },
    pause: (paused) => {
      thenPump(() => pushHolds.setPaused(paused));
      options.onChange?.(null);
    },
    release: (kind) => {
      thenPump(() => {
        pushHolds.release(kind);
        pushHolds.permit(kind);
      });
      options.onChange?.(null);
    },
    saveDraft: (draft) => written(() => formDrafts.save(draft)),
    deleteDraft: (id) => written(() => formDrafts.remove(id)),
    drafts: () => store.drafts(),
    list: (states) => store.list(states).map(view),
    replaced: () =>
      store
        .appliedWith(REPLACED_LATE)
        .flatMap((id) => store.get(id) ?? [])
        .map(view),
    some: (states, order, limit) => store.some(states, order, limit).map(view),
    get: (id) => {
      const intent = store.get(id);
      return intent ? { intent: view(intent), ledger: store.ledger(id), chain: user.chainOf(id) } : null;
    },
    forRecord: (kind, ref) => store.forRecord(kind, ref).map(view),
    waiting: () => store.waiting(),
    summary: () => {
      const counts = store.counts();
      const of = (...states: string[]): number =>
        states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
      const holds = Object.fromEntries(
        INTENT_KINDS.flatMap((kind) => {
          const hold = pushHolds.holdOf(kind);
          return hold ? [[kind, hold]] : [];
        }),
      ) as OutboxSummary['holds'];
      const reviewed = INTENT_KINDS.filter((kind) => holds[kind] === 'review');
      return {
        counts,
        waiting: store.waiting(),
        needsUser: of('rejected', 'conflict') + store.undecided(),
        replaced: store.appliedWith(REPLACED_LATE).length,
        held: store.held(reviewed),
        blocked: store.blocked(reviewed),
        paused: pushHolds.paused(),
        needsSignIn: pushHolds.needsSignIn(),
        quietUntil: pushHolds.notBefore(),
        holds,
        firstHeld: store.firstQueued(INTENT_KINDS.filter((kind) => holds[kind] !== undefined)),
        unreadable: store.unreadable().length,
        storage: context.disk.trouble() ?? (options.spare?.isSpent() ? 'low' : null),
        undoSeconds: undoSecondsOf(context),
      };
    },
    unreadable: () => store.unreadable(),
    realIdOf: (ref) => store.realIdOf(ref),
    omissions: () =>
      Object.fromEntries(
        INTENT_KINDS.filter((kind) => kind !== 'trailNote').map((kind) => [kind, omissionOf(context, kind)]),
      ),
    export: () => exportOutbox(context, accountId),
    restore: (text) => thenPump(() => restoreOutbox(context, accountId, text)),
    overlay: createOverlay(store),
  };
};
