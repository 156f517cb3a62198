/**
 * The states of an intent and their transitions, as a pure function. Every change of state while the outbox
 * runs uses this table. Two things set a state without it: a new intent is inserted as `queued`, and an intent
 * that is restored from the journal, a damaged file or a copy gets the state that it had there, or `uncertain`
 * if it may have been sent without a verdict.
 *
 *   draft → queued → sending → applied
 *               ↑        ├→ rejected   (the service's words) → edit → queued | discarded
 *               │        ├→ uncertain  (may have been sent, no verdict) → read-back → applied | queued | the user decides
 *               └────────┴→ queued     (provably not sent, 401, 429)
 *   queued → conflict (the server changed since base) → merge → queued | discarded
 *   conflict → queued (a later edit of the record was delivered, so it is compared again)
 *   queued → applied  (the server already has the values of the edit)
 *   queued → rejected (cannot be sent as it is, e.g. the number is in use)
 *   queued → uncertain (an earlier attempt may have made a record that was found right before the push)
 *
 * An edit is still queued while the record is read before the write. So `sending` means exactly: bytes may
 * have left. After a crash every `sending` becomes `uncertain`. `applied` and `discarded` are final.
 */
import type { IntentState } from '#shared/domain/intent';

export type IntentEvent =
  | 'submit'
  | 'send'
  | 'accepted'
  | 'refused'
  | 'unsent'
  | 'throttled'
  | 'unauthorized'
  | 'noVerdict'
  | 'crashed'
  | 'differs'
  | 'compareAgain'
  | 'alreadySo'
  | 'unsendable'
  | 'maybeFound'
  | 'found'
  | 'absent'
  | 'arrived'
  | 'sendAgain'
  | 'edit'
  | 'merge'
  | 'discard';

export const TRANSITIONS: Readonly<Record<IntentState, Partial<Record<IntentEvent, IntentState>>>> = {
  draft: { submit: 'queued', discard: 'discarded' },
  queued: {
    send: 'sending',
    differs: 'conflict',
    alreadySo: 'applied',
    unsendable: 'rejected',
    maybeFound: 'uncertain',
    edit: 'queued',
    discard: 'discarded',
  },
  sending: {
    accepted: 'applied',
    refused: 'rejected',
    noVerdict: 'uncertain',
    crashed: 'uncertain',
    unsent: 'queued',
    throttled: 'queued',
    unauthorized: 'queued',
  },
  uncertain: {
    found: 'applied',
    arrived: 'applied',
    absent: 'queued',
    sendAgain: 'queued',
    discard: 'discarded',
  },
  rejected: { edit: 'queued', sendAgain: 'queued', discard: 'discarded' },
  conflict: { merge: 'queued', compareAgain: 'queued', discard: 'discarded' },
  applied: {},
  discarded: {},
};

/** Returns true for a state that no event changes: the intent was delivered or discarded. */
export const isSettled = (state: IntentState): boolean => state === 'applied' || state === 'discarded';

/**
 * The state after `event`; null if the event does not apply (then nothing is written and the caller tells the
 * user).
 */
export const nextState = (state: IntentState, event: IntentEvent): IntentState | null =>
  TRANSITIONS[state][event] ?? null;
