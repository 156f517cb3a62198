/**
 * The user's actions on an item of the Outbox that leave its content unchanged: discard, hold, send, and
 * decide an item in doubt. Every call is one transaction.
 */
import { isLocalRef } from '#shared/domain/intent';
import type { ChainItem } from '#shared/contract/outbox-item';
import type { Done } from '#shared/contract/outbox-decisions';
import { numberOf } from '../delivery/number-use';
import { CUSTOM_ANYWAY, CUSTOM_CHANGED, type CustomChange } from '../compare/custom-changed';
import { NUMBER_NOT_CHECKED, WHOLE_RECORD } from '../delivery/preflight';
import { changedSinceSent, insertChangedSince, standing } from '../delivery/changed-since';
import { mapIds, twiceNote } from '../delivery/sent-versions';
import { advance, type OutboxContext } from '../outbox-context';
import { isFrozen } from '../frozen';
import { isSettled } from '../state-machine';
import { waitForSent } from '../waits-for';
import type { Intent } from '../store/intent-record';
import { takeBackFromWaitingEdits } from '../edits/carry-edit';
import { refuse } from './edit-queue';
import { REPLACED_LATE, REPLACED_SEEN } from '../edits/late-attempts';

export const DONE: Done = { ok: true };

/** Runs `body` on an intent in one transaction; refuses if there is none. */
export const withIntent = ({ store }: OutboxContext, id: string, body: (intent: Intent) => Done): Done =>
  store.atomically(() => {
    const intent = store.get(id);
    return intent ? body(intent) : refuse('not-found');
  });

/** The unsettled intents that are discarded with `id`, because they need its record; `id` comes first. */
export const chainOf = ({ store }: OutboxContext, id: string): ChainItem[] => {
  const seen = new Map<string, ChainItem>();
  const walk = (at: string): void => {
    const intent = store.get(at);
    if (!intent || seen.has(at) || isSettled(intent.state)) return;
    seen.set(at, {
      id: at,
      kind: intent.kind,
      state: intent.state,
      mayHaveArrived: intent.detail.sentVersions.length > 0,
    });
    store.dependantsOf(at).forEach(walk);
  };
  walk(id);
  return [...seen.values()];
};

/**
 * Discards an intent and every intent that needs its record (`chainOf`). Refused while one is being sent. With a
 * `version` only this save is taken back: refused if the intent was edited since, or another one needs its record.
 */
export const discard = (context: OutboxContext, id: string, version?: number): Done =>
  withIntent(context, id, (saved) => {
    const chain = chainOf(context, id);
    if (version !== undefined && isFrozen(saved)) return refuse('not-now');
    if (version !== undefined && (saved.version !== version || chain.length > 1)) return refuse('changed');
    if (chain.length === 0 || chain.some((item) => item.state === 'sending')) return refuse('not-now');
    for (const item of [...chain].reverse()) {
      const intent = context.store.get(item.id)!;
      advance(
        context,
        intent,
        'discard',
        { needsUser: false, sendNow: false },
        { event: 'discarded', facts: { mayHaveArrived: item.mayHaveArrived, with: id } },
      );
      takeBackFromWaitingEdits(context, intent);
    }
    return DONE;
  });

/**
 * Holds an item back, or releases it. An item that is being sent can no longer be held back. A settled item is refused
 * too, because the time of its last ledger entry counts as the time when it was settled.
 */
export const hold = (context: OutboxContext, id: string, held: boolean): Done =>
  withIntent(context, id, (intent) => {
    if (isSettled(intent.state) || (held && intent.state === 'sending')) return refuse('not-now');
    context.store.save(
      { ...intent, held, sendNow: held ? false : intent.sendNow },
      { event: held ? 'held' : 'released' },
    );
    context.changed(id);
    return DONE;
  });

/** Sends a queued item before its wait ends, and although its kind is held. */
export const sendNow = (context: OutboxContext, id: string): Done =>
  withIntent(context, id, (intent) => {
    if (intent.state !== 'queued') return refuse('not-now');
    context.store.save({ ...intent, sendNow: true, held: false, notBefore: 0 }, { event: 'send-now' });
    context.changed(id);
    return DONE;
  });

/** What the user agrees to by sending a refused item again. */
const agreedTo = ({ detail: { reason } }: Intent): { notes: string[]; custom: CustomChange[] } => {
  if (reason?.code === 'would-clear') return { notes: [WHOLE_RECORD], custom: [] };
  if (reason?.code !== CUSTOM_CHANGED || reason.field === undefined) return { notes: [], custom: [] };
  return { notes: [CUSTOM_ANYWAY], custom: [{ field: reason.field, theirs: reason.message ?? '' }] };
};

/** Queues a refused item, or an item in doubt that the user decides to send once more. */
export const sendAgain = (context: OutboxContext, id: string): Done =>
  withIntent(context, id, (intent) => {
    const doubtful = intent.state === 'uncertain';
    if (!doubtful && intent.state !== 'rejected') return refuse('not-now');
    waitForSent(context.store, intent);
    const agreed = agreedTo(intent);
    const detail = {
      ...intent.detail,
      candidates: [],
      // The user has seen these records and did not choose one. They are not asked about again.
      preexisting: [
        ...new Set([...intent.detail.preexisting, ...intent.detail.candidates.map((one) => one.id)]),
      ],
      reason: null,
      doubtSince: null,
      // An earlier attempt, or a colleague, may use the number by now.
      checkedNumber: null,
      resends: intent.detail.resends + (doubtful ? 1 : 0),
      notes: [...new Set([...intent.detail.notes, ...agreed.notes])],
      agreedCustom: [...intent.detail.agreedCustom, ...agreed.custom],
    };
    advance(
      context,
      intent,
      'sendAgain',
      { needsUser: false, tries: 0, notBefore: 0, detail },
      { event: 'send-again', facts: { outOfDoubt: doubtful } },
    );
    return DONE;
  });

/** The user has checked that the number of the invoice is free: queues the refused item. */
export const numberChecked = (context: OutboxContext, id: string): Done =>
  withIntent(context, id, (intent) => {
    if (intent.state !== 'rejected' || intent.detail.reason?.code !== NUMBER_NOT_CHECKED)
      return refuse('not-now');
    const checkedNumber = numberOf(intent.command);
    advance(
      context,
      intent,
      'sendAgain',
      {
        needsUser: false,
        tries: 0,
        notBefore: 0,
        detail: { ...intent.detail, reason: null, checkedNumber },
      },
      { event: 'send-again', facts: { checkedNumber } },
    );
    return DONE;
  });

/** The user has checked the record of a delivered edit whose values a late attempt replaced (OB75). */
export const replacedSeen = (context: OutboxContext, id: string): Done =>
  withIntent(context, id, (intent) => {
    const { notes } = intent.detail;
    if (intent.state !== 'applied' || !notes.includes(REPLACED_LATE)) return refuse('not-now');
    const seen = notes.map((note) => (note === REPLACED_LATE ? REPLACED_SEEN : note));
    // The time of the last other entry is the time when the item was settled.
    const entry = { event: 'checked', facts: { replacedSeen: true } };
    context.store.save({ ...intent, detail: { ...intent.detail, notes: seen } }, entry);
    context.changed(id);
    return DONE;
  });

/** The user says that an item in doubt arrived, as the record `realId` where there is one. */
export const arrived = (context: OutboxContext, id: string, realId: string | null): Done =>
  withIntent(context, id, (intent) => {
    const { target } = intent.command;
    const real =
      realId ??
      intent.realId ??
      (target === null || !isLocalRef(target) ? target : context.store.realIdOf(target));
    if (intent.state !== 'uncertain' || (real === null && intent.kind !== 'trailNote'))
      return refuse('not-now');
    const owner =
      intent.command.target === null && real !== null ? context.store.claimedBy(intent.kind, real) : null;
    if (owner !== null && owner !== id) return refuse('claimed');
    if (real !== null) mapIds(context, intent, real, new Map());
    // Which of several attempts arrived is not known. If it was a later one, the change finds that it is there already.
    const since = changedSinceSent(context, intent, intent.detail.sentVersions[0]);
    const stands = standing(intent, since);
    advance(
      context,
      intent,
      'arrived',
      {
        ...stands.patch,
        realId: real,
        needsUser: false,
        detail: {
          ...intent.detail,
          candidates: [],
          reason: null,
          appliedAt: context.gateway.serverNow(),
          notes: [
            ...intent.detail.notes,
            ...(context.parts.mayLandAsDraft(intent.command) ? ['may-be-draft'] : []),
            ...twiceNote(context, intent),
            ...stands.notes,
          ],
        },
      },
      { event: 'arrived', facts: { realId: real, ...stands.facts } },
    );
    insertChangedSince(context, intent, since);
    return DONE;
  });
