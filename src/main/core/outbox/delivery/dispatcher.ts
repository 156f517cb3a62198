/**
 * Drains the outbox: takes the items that are due, a few at once. No item waits for an item that it does not
 * depend on.
 *
 * Guarantees: only one task at a time works on an intent. Creates of one fingerprint never overlap. An item
 * that is refused, held or in doubt blocks only its dependants. While the outbox is paused, nothing queued is
 * sent, except by "Send only this one". While the disk refuses writes, nothing is sent. After `stop` no work
 * starts. It has no state that matters after a crash. No error here ends the process.
 */
import { INTENT_KINDS } from '#shared/domain/intent';
import type { Trouble } from '../../api/classify-read';
import { createPushHolds, type PushHolds } from './push-holds';
import { CEILING_MS } from './backoff';
import { type AppliedChecks, checkOmission, createAppliedChecks, isToCheck } from './check-applied';
import { deliverIntent, type Delivery } from './deliver-intent';
import type { Intent, WaitCause } from '../store/intent-record';
import { advance, type OutboxContext } from '../outbox-context';
import type { DueRow } from '../store/due-intents';
import { settleDoubt } from '../doubt/settle-doubt';

export interface Dispatcher {
  readonly pushHolds: PushHolds;
  /**
   * Marks intents that were in `sending` at the end of the last run as in doubt, then starts. Never throws.
   */
  start(): void;
  stop(): void;
  /** Looks for work now. Never throws. */
  pump(): void;
  /** The service answers again. Items that waited only for it are sent within seconds. */
  reconnected(): void;
  /** The user said that this item arrived. A receipt may have become a draft. */
  arrived(id: string): void;
  /** The disk takes writes again. */
  roomAgain(): void;
  busy(): number;
}

/** The wait after an unexpected error. */
const AFTER_ERROR_MS = 60_000;

/** The state of the push holds when a piece of work began. */
interface Begun {
  failureEpoch: number;
  reconnectCount: number;
}

export const createDispatcher = (context: OutboxContext): Dispatcher => {
  const pushHolds = createPushHolds(context);
  const working = new Map<string, string>();
  const waitingInMemory = new Set<string>();
  let running = false;
  let cancelWake: (() => void) | null = null;
  let checks: AppliedChecks | null = null;
  /** True once the intents that the last run left in `sending` are marked as in doubt. */
  let isCrashNoted = false;

  const mayGo = (row: Pick<DueRow, 'kind' | 'sendNow' | 'held'>): boolean =>
    running &&
    context.disk.trouble() === null &&
    pushHolds.notBefore() <= context.clock.now() &&
    !pushHolds.needsSignIn() &&
    (row.sendNow || (!pushHolds.paused() && !row.held && pushHolds.holdOf(row.kind) === null));

  /** `doubted` caches the answers during one look at the queue, because many twins ask the same. */
  const overlaps = (row: DueRow, doubted: Map<string, boolean>): boolean => {
    if (row.state !== 'queued') return false;
    if ([...working.values()].includes(row.fingerprint)) return true;
    const known = doubted.get(row.fingerprint) ?? context.store.twinInDoubt(row.id, row.fingerprint);
    doubted.set(row.fingerprint, known);
    return known;
  };

  /**
   * `now` is the time at which the queue was read, `quietUntil` the account's wait at that time. Work that
   * became due meanwhile must also set the timer.
   */
  const wake = (now: number, quietUntil: number): void => {
    cancelWake?.();
    cancelWake = null;
    if (!running) return;
    // Work that is already due starts at the end of the account's wait.
    const at = quietUntil > now ? quietUntil : context.store.nextDue(now);
    if (at !== null) cancelWake = context.timers.after(Math.max(at - now, 1), pump);
  };

  const pump = (): void => {
    if (!running || context.disk.trouble() !== null) return;
    try {
      startDueWork();
    } catch (error) {
      context.log.error('outbox: the queue could not be read', { error: String(error) });
      if (context.disk.failed(error)) return;
      cancelWake?.();
      cancelWake = context.timers.after(AFTER_ERROR_MS, pump);
    }
  };

  const startDueWork = (): void => {
    const now = context.clock.now();
    const quietUntil = pushHolds.notBefore();
    rebaseWaits(now);
    if (quietUntil <= now && !pushHolds.needsSignIn()) {
      const waiting = INTENT_KINDS.filter((kind) => pushHolds.paused() || pushHolds.holdOf(kind) !== null);
      const doubted = new Map<string, boolean>();
      // Read page by page, so that items behind many waiting ones are reached.
      let page = context.store.due(now, null, waiting);
      while (page.length > 0 && working.size < context.settings.concurrency) {
        startDue(page, doubted);
        page = context.store.due(now, page.at(-1), waiting);
      }
    }
    wake(now, quietUntil);
    checks?.run();
  };

  const startDue = (page: readonly DueRow[], doubted: Map<string, boolean>): void => {
    for (const row of page) {
      if (working.size >= context.settings.concurrency) return;
      const isTaken = working.has(row.id) || waitingInMemory.has(row.id);
      if (!isTaken && (row.state !== 'queued' || mayGo(row)) && !overlaps(row, doubted)) begin(row);
    }
  };

  const begin = (row: DueRow): void => {
    working.set(row.id, row.fingerprint);
    work(row)
      .catch((error: unknown) => failed(row.id, error))
      .finally(() => {
        working.delete(row.id);
        pump();
      });
  };

  const work = async (row: DueRow): Promise<void> => {
    const begun = { failureEpoch: pushHolds.failureEpoch(), reconnectCount: pushHolds.reconnectCount() };
    if (row.state === 'uncertain') {
      const trouble = await settleDoubt(context, row.id);
      if (trouble) unread(row.id, trouble, begun);
      else {
        pushHolds.answered();
        checkDelivered(context.store.get(row.id));
      }
      return;
    }
    await after(row, await deliverIntent(context, row.id, mayGo), begun);
  };

  const after = async (row: DueRow, delivery: Delivery, begun: Begun): Promise<void> => {
    switch (delivery.kind) {
      case 'recorded': {
        const intent = context.store.get(row.id);
        if (intent?.state !== 'applied') return;
        pushHolds.accepted(row.kind);
        checkDelivered(intent);
        if (delivery.edited)
          await checkOmission(context, row.id, delivery.edited.command, delivery.edited.before);
        return;
      }
      case 'moved-on':
        return;
      case 'unread':
        unread(row.id, delivery.trouble, begun);
        return;
      case 'unsent':
        pushHolds.unreached(begun.failureEpoch);
        if (pushHolds.reconnectCount() !== begun.reconnectCount) context.store.setNotBefore(row.id, 0);
        return;
      case 'throttled':
        pushHolds.throttled(delivery.retryAfterMs ?? 0);
        return;
      case 'unauthorized':
        await pushHolds.unauthorized(row.kind, delivery.tokenMark, begun.failureEpoch);
        if (pushHolds.holdOf(row.kind) === 'not-permitted') endSendNow(row.id);
        // The renewal may have shown that the user has to sign in.
        context.changed(row.id);
    }
  };

  /** A read for an item failed: the item, and perhaps the account, waits. */
  const unread = (id: string, trouble: Trouble, begun: Begun): void => {
    pushHolds.trouble(trouble, begun.failureEpoch);
    tryLater(id, context.parts.waitCauseOf(trouble), begun);
    context.changed(id);
  };

  /** "Send only this one" sends once. It must not repeat for a kind that is not permitted. */
  const endSendNow = (id: string): void => {
    const intent = context.store.get(id);
    if (intent?.sendNow) context.store.save({ ...intent, sendNow: false }, null);
  };

  /** A receipt may have become a draft, and a late attempt may replace an edit. */
  const checkDelivered = (intent: Intent | null): void => {
    if (intent?.state === 'applied' && isToCheck(intent)) checks?.add(intent.id);
  };

  /** Delays an item whose own read failed, so that the read is not repeated at once. */
  const tryLater = (id: string, waitsBecause: WaitCause, begun: Begun): void => {
    if (waitsBecause === 'offline' && pushHolds.reconnectCount() !== begun.reconnectCount) return;
    const intent = context.store.get(id);
    if (!intent || (intent.state !== 'queued' && intent.state !== 'uncertain')) return;
    const tries = intent.tries + 1;
    context.store.save(
      {
        ...intent,
        tries,
        notBefore: context.clock.now() + context.parts.backoffDelayMs(tries, context.random.next()),
        detail: { ...intent.detail, waitsBecause },
      },
      null,
    );
  };

  /**
   * Ends the waits that only the missing connection caused. The next failure starts with the shortest wait.
   */
  const endOfflineWaits = (): void =>
    context.store.atomically(() => {
      for (const { id } of context.store.waitingUntilAfter(context.clock.now())) {
        const intent = context.store.get(id);
        if (intent?.detail.waitsBecause === 'offline')
          context.store.save({ ...intent, tries: 0, notBefore: 0 }, null);
      }
    });

  /** Restarts waits that are longer than the maximum: the clock was set back after they began. */
  const rebaseWaits = (now: number): void => {
    for (const { id, tries } of context.store.waitingUntilAfter(now + CEILING_MS))
      context.store.setNotBefore(id, now + context.parts.backoffDelayMs(tries, context.random.next()));
  };

  /** Work on an intent ended with an unexpected error: an intent that was being sent is in doubt, any other waits. */
  const failed = (id: string, error: unknown): void => {
    // The account was closed during this work. The intent has no verdict; the next start marks it as in
    // doubt.
    if (!running && !context.store.isOpen()) return;
    context.log.error('outbox: an item could not be delivered', { id, error: String(error) });
    // Nothing can be written now. The intent is checked again when there is room.
    if (!running || context.disk.failed(error)) return;
    try {
      const intent = context.store.get(id);
      // The error may repeat, so the intent is not taken again at once, whatever its state.
      if (intent?.state === 'sending') doubt(intent, 'noVerdict', context.clock.now() + AFTER_ERROR_MS);
      else if (intent) {
        context.store.save({ ...intent, notBefore: context.clock.now() + AFTER_ERROR_MS }, null);
        context.changed(id);
      }
    } catch (cause) {
      context.log.error('outbox: the retry time of an item could not be stored', {
        id,
        error: String(cause),
      });
      if (!context.disk.failed(cause)) waitInMemory(id);
    }
  };

  /** Keeps a wait in memory if it cannot be written. Otherwise the item would be taken again at once. */
  const waitInMemory = (id: string): void => {
    waitingInMemory.add(id);
    context.timers.after(AFTER_ERROR_MS, () => {
      waitingInMemory.delete(id);
      pump();
    });
  };

  /**
   * Marks intents as in doubt that are in `sending` on disk although no task works on them: they will get no verdict.
   */
  const doubtAbandoned = (event: 'crashed' | 'noVerdict'): void =>
    context.store.atomically(() => {
      for (const intent of context.store.list(['sending'])) if (!working.has(intent.id)) doubt(intent, event);
    });

  const doubt = (intent: Intent, event: 'crashed' | 'noVerdict', notBefore = 0): void => {
    advance(
      context,
      intent,
      event,
      {
        tries: 0,
        notBefore,
        detail: {
          ...intent.detail,
          reason: { code: event === 'crashed' ? 'closed-while-sending' : 'no-verdict' },
        },
      },
      { attempt: context.store.attemptsOf(intent.id) },
    );
  };

  return {
    pushHolds,
    pump,
    busy: () => working.size,
    reconnected: () => {
      pushHolds.reconnected();
      try {
        endOfflineWaits();
      } catch (error) {
        context.log.error('outbox: waits could not be ended', { error: String(error) });
        context.disk.failed(error);
      }
      pump();
    },
    arrived: (id) => checkDelivered(context.store.get(id)),
    roomAgain: () => {
      if (!running) return;
      try {
        doubtAbandoned(isCrashNoted ? 'noVerdict' : 'crashed');
        isCrashNoted = true;
        checks?.reread();
      } catch (error) {
        context.log.error('outbox: items that were being sent could not be marked as in doubt', {
          error: String(error),
        });
        context.disk.failed(error);
      }
      pump();
    },
    start: () => {
      running = true;
      try {
        doubtAbandoned('crashed');
        isCrashNoted = true;
      } catch (error) {
        context.log.error('outbox: items that were being sent could not be marked as in doubt', {
          error: String(error),
        });
        context.disk.failed(error);
      }
      checks = createAppliedChecks(
        context,
        () => running && pushHolds.notBefore() <= context.clock.now() && !pushHolds.needsSignIn(),
      );
      pump();
    },
    stop: () => {
      running = false;
      cancelWake?.();
      cancelWake = null;
    },
  };
};
