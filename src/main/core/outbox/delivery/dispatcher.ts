/**
 * Drains the outbox: takes what is due, a few side by side, and lets nothing wait on what it does not depend
 * on.
 *
 * Guarantees: an intent is worked on by one task at a time; creates of one fingerprint never overlap; a
 * refused, held or doubtful item holds back only its dependants; nothing queued goes while paused, except
 * "send just this one". While the disk takes no writes nothing goes. After `stop` nothing new begins. It
 * keeps no state of its own that matters after a crash. No error of its work ends the process.
 */
import { INTENT_KINDS } from '#shared/domain/intent';
import { createAccountGates, type AccountGates } from './account-gates';
import { CEILING_MS } from './backoff';
import { checkOmission, createLandingChecks, type LandingChecks } from './check-applied';
import { deliverIntent, type Delivery } from './deliver-intent';
import type { Intent, WaitCause } from '../store/intent-record';
import { advance, type OutboxDesk } from '../outbox-desk';
import type { DueRow } from '../store/outbox-store';
import { settleDoubt } from '../doubt/settle-doubt';

export interface Dispatcher {
  readonly gates: AccountGates;
  /** Marks what was being sent when the last run ended as in doubt, then begins. Never throws. */
  start(): void;
  stop(): void;
  /** Looks for work now. Never throws. */
  pump(): void;
  /** The service answers again: what waited for that alone goes within seconds. */
  reconnected(): void;
  /** The disk takes writes again. */
  roomAgain(): void;
  busy(): number;
}

const HICCUP_MS = 60_000;

/** When a piece of work began, as the gates count. */
interface Begun {
  round: number;
  returns: number;
}

export const createDispatcher = (desk: OutboxDesk): Dispatcher => {
  const gates = createAccountGates(desk);
  const working = new Map<string, string>();
  const resting = new Set<string>();
  let running = false;
  let cancelWake: (() => void) | null = null;
  let landings: LandingChecks | null = null;
  /** What the last run left as being sent is marked as in doubt. */
  let settled = false;

  const mayGo = (row: Pick<DueRow, 'kind' | 'sendNow' | 'held'>): boolean =>
    running &&
    desk.disk.trouble() === null &&
    gates.notBefore() <= desk.clock.now() &&
    !gates.needsSignIn() &&
    (row.sendNow || (!gates.paused() && !row.held && gates.holdOf(row.kind) === null));

  /** `doubted` remembers the answers of one look: many twins ask the same. */
  const overlaps = (row: DueRow, doubted: Map<string, boolean>): boolean => {
    if (row.state !== 'queued') return false;
    if ([...working.values()].includes(row.fingerprint)) return true;
    const known = doubted.get(row.fingerprint) ?? desk.store.twinInDoubt(row.id, row.fingerprint);
    doubted.set(row.fingerprint, known);
    return known;
  };

  /**
   * `now` is the time at which due work was looked for, `quietUntil` what held the account then: what ended
   * or fell due while that was done must wake us too.
   */
  const wake = (now: number, quietUntil: number): void => {
    cancelWake?.();
    cancelWake = null;
    if (!running) return;
    // What is due already waits for the end of the quiet time, whatever else falls due later.
    const at = quietUntil > now ? quietUntil : desk.store.nextDue(now);
    if (at !== null) cancelWake = desk.timers.after(Math.max(at - now, 1), pump);
  };

  const pump = (): void => {
    if (!running || desk.disk.trouble() !== null) return;
    try {
      look();
    } catch (error) {
      desk.log.error('outbox: work could not be looked for', { error: String(error) });
      if (desk.disk.failed(error)) return;
      cancelWake?.();
      cancelWake = desk.timers.after(HICCUP_MS, pump);
    }
  };

  const look = (): void => {
    const now = desk.clock.now();
    const quietUntil = gates.notBefore();
    rebaseWaits(now);
    if (quietUntil <= now && !gates.needsSignIn()) {
      const waiting = INTENT_KINDS.filter((kind) => gates.paused() || gates.holdOf(kind) !== null);
      const doubted = new Map<string, boolean>();
      // Page by page: however many wait for something, what comes after them is reached.
      let page = desk.store.due(now, null, waiting);
      while (page.length > 0 && working.size < desk.settings.concurrency) {
        takeUp(page, doubted);
        page = desk.store.due(now, page.at(-1), waiting);
      }
    }
    wake(now, quietUntil);
    landings?.run();
  };

  const takeUp = (page: readonly DueRow[], doubted: Map<string, boolean>): void => {
    for (const row of page) {
      if (working.size >= desk.settings.concurrency) return;
      const isTaken = working.has(row.id) || resting.has(row.id);
      if (!isTaken && (row.state !== 'queued' || mayGo(row)) && !overlaps(row, doubted)) begin(row);
    }
  };

  const begin = (row: DueRow): void => {
    working.set(row.id, row.fingerprint);
    work(row)
      .catch((error: unknown) => hiccup(row.id, error))
      .finally(() => {
        working.delete(row.id);
        pump();
      });
  };

  const work = async (row: DueRow): Promise<void> => {
    const begun = { round: gates.round(), returns: gates.returns() };
    if (row.state === 'uncertain') {
      const trouble = await settleDoubt(desk, row.id);
      if (trouble) {
        gates.trouble(trouble, begun.round);
        later(row.id, desk.parts.waitCauseOf(trouble), begun);
      } else {
        gates.answered();
        askWhereItLanded(desk.store.get(row.id));
      }
      return;
    }
    await after(row, await deliverIntent(desk, row.id, mayGo), begun);
  };

  const after = async (row: DueRow, delivery: Delivery, begun: Begun): Promise<void> => {
    switch (delivery.kind) {
      case 'settled': {
        const intent = desk.store.get(row.id);
        if (intent?.state !== 'applied') return;
        gates.accepted(row.kind);
        askWhereItLanded(intent);
        if (delivery.edited)
          await checkOmission(desk, row.id, delivery.edited.command, delivery.edited.before);
        return;
      }
      case 'moved-on':
        return;
      case 'unread':
        gates.trouble(delivery.trouble, begun.round);
        later(row.id, desk.parts.waitCauseOf(delivery.trouble), begun);
        return;
      case 'unsent':
        gates.unreached(begun.round);
        if (gates.returns() !== begun.returns) desk.store.setNotBefore(row.id, 0);
        return;
      case 'throttled':
        gates.throttled(delivery.retryAfterMs ?? 0);
        return;
      case 'unauthorized':
        await gates.unauthorized(row.kind, delivery.tokenMark, begun.round);
        if (gates.holdOf(row.kind) === 'not-permitted') letStand(row.id);
    }
  };

  /** "Send just this one" asks once: it must not run against a kind that is not permitted again and again. */
  const letStand = (id: string): void => {
    const intent = desk.store.get(id);
    if (intent?.sendNow) desk.store.save({ ...intent, sendNow: false }, null);
  };

  const askWhereItLanded = (intent: Intent | null): void => {
    if (intent?.state === 'applied' && intent.detail.notes.includes('may-be-draft')) landings?.add(intent.id);
  };

  /**
   * A read that failed for this item alone (the account's gate may be open) must not be asked again at once.
   */
  const later = (id: string, waitsBecause: WaitCause, begun: Begun): void => {
    if (waitsBecause === 'offline' && gates.returns() !== begun.returns) return;
    const intent = desk.store.get(id);
    if (!intent || (intent.state !== 'queued' && intent.state !== 'uncertain')) return;
    const tries = intent.tries + 1;
    desk.store.save(
      {
        ...intent,
        tries,
        notBefore: desk.clock.now() + desk.parts.backoffDelayMs(tries, desk.random.next()),
        detail: { ...intent.detail, waitsBecause },
      },
      null,
    );
  };

  /** Waits that only the missing connection caused end with it; the next failure begins with the shortest. */
  const endOfflineWaits = (): void =>
    desk.store.atomically(() => {
      for (const { id } of desk.store.waitingUntilAfter(desk.clock.now())) {
        const intent = desk.store.get(id);
        if (intent?.detail.waitsBecause === 'offline')
          desk.store.save({ ...intent, tries: 0, notBefore: 0 }, null);
      }
    });

  /** Waits longer than any can be were begun by a clock that has been set back since: they begin anew. */
  const rebaseWaits = (now: number): void => {
    for (const { id, tries } of desk.store.waitingUntilAfter(now + CEILING_MS))
      desk.store.setNotBefore(id, now + desk.parts.backoffDelayMs(tries, desk.random.next()));
  };

  const hiccup = (id: string, error: unknown): void => {
    // The account was closed while this was under way: it stays without a verdict, which the next start knows.
    if (!running && !desk.store.isOpen()) return;
    desk.log.error('outbox: an item could not be worked on', { id, error: String(error) });
    // Nothing can be written now; what was being sent is looked at again once there is room.
    if (!running || desk.disk.failed(error)) return;
    try {
      const intent = desk.store.get(id);
      // What threw once may throw again: it is not taken up at once, in whichever state.
      if (intent?.state === 'sending') doubt(intent, 'noVerdict', desk.clock.now() + HICCUP_MS);
      else if (intent) desk.store.save({ ...intent, notBefore: desk.clock.now() + HICCUP_MS }, null);
    } catch (cause) {
      desk.log.error('outbox: an item could not be put off', { id, error: String(cause) });
      if (!desk.disk.failed(cause)) rest(id);
    }
  };

  /** Where not even a wait can be written, it is kept here, or the item would be taken up again at once. */
  const rest = (id: string): void => {
    resting.add(id);
    desk.timers.after(HICCUP_MS, () => {
      resting.delete(id);
      pump();
    });
  };

  /** What is being sent on disk, and is not being worked on, has no verdict and gets none. */
  const doubtAbandoned = (event: 'crashed' | 'noVerdict'): void =>
    desk.store.atomically(() => {
      for (const intent of desk.store.list(['sending'])) if (!working.has(intent.id)) doubt(intent, event);
    });

  const doubt = (intent: Intent, event: 'crashed' | 'noVerdict', notBefore = 0): void => {
    advance(
      desk,
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
      { attempt: desk.store.attemptsOf(intent.id) },
    );
  };

  return {
    gates,
    pump,
    busy: () => working.size,
    reconnected: () => {
      gates.reconnected();
      try {
        endOfflineWaits();
      } catch (error) {
        desk.log.error('outbox: waits could not be ended', { error: String(error) });
        desk.disk.failed(error);
      }
      pump();
    },
    roomAgain: () => {
      if (!running) return;
      try {
        doubtAbandoned(settled ? 'noVerdict' : 'crashed');
        settled = true;
      } catch (error) {
        desk.log.error('outbox: what was being sent could not be marked', { error: String(error) });
        desk.disk.failed(error);
      }
      pump();
    },
    start: () => {
      running = true;
      try {
        doubtAbandoned('crashed');
        settled = true;
      } catch (error) {
        desk.log.error('outbox: what was being sent could not be marked', { error: String(error) });
        desk.disk.failed(error);
      }
      landings = createLandingChecks(
        desk,
        () => running && gates.notBefore() <= desk.clock.now() && !gates.needsSignIn(),
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
