/**
 * Derives the display state of an item and the actions that it allows. Pure: the texts are `outbox.*` in the
 * catalogues.
 */
import type { IntentView } from '#shared/contract/outbox-item';
import type { OutboxSummary } from '#shared/contract/outbox';
import type { Tone } from '../../format/tone';
import { BEGINS_ANEW, GONE, NOT_OFFERED, NUMBER_NOT_CHECKED, whyRejected } from '../../records/why-rejected';

export const GROUPS = ['needs', 'sending', 'waiting', 'checking', 'done'] as const;
export type Group = (typeof GROUPS)[number];

export const needsDecision = (item: IntentView): boolean =>
  item.state === 'uncertain' && item.waits === 'your-decision';

/** Returns true for a delivered edit whose values a late attempt replaced, until the user has checked the record. */
export const isToCheck = ({ state, notes }: Pick<IntentView, 'state' | 'notes'>): boolean =>
  state === 'applied' && notes.includes('replaced-late');

export const groupOf = (item: IntentView): Group => {
  switch (item.state) {
    case 'rejected':
    case 'conflict':
      return 'needs';
    case 'uncertain':
      return needsDecision(item) ? 'needs' : 'checking';
    case 'sending':
      return 'sending';
    case 'queued':
      return 'waiting';
    case 'applied':
      return isToCheck(item) ? 'needs' : 'done';
    case 'discarded':
      return 'done';
  }
};

const STATE_TONES: Readonly<Record<IntentView['state'], Tone>> = {
  queued: 'gray',
  sending: 'blue',
  applied: 'green',
  rejected: 'red',
  conflict: 'yellow',
  uncertain: 'violet',
  discarded: 'gray',
};
export const stateOf = (item: IntentView): { word: string; tone: Tone } => {
  if (needsDecision(item)) return { word: 'doubt', tone: 'yellow' };
  if (item.state === 'rejected' && effectOf(item) === 'nothingSent') return { word: 'unsent', tone: 'red' };
  return { word: item.state === 'queued' && item.held ? 'held' : item.state, tone: STATE_TONES[item.state] };
};

export type WaitWord =
  | 'next'
  | 'offline'
  | 'parent'
  | 'held'
  | 'restored'
  | 'paused'
  | 'review'
  | 'not-permitted'
  | 'sign-in'
  | 'undo'
  | 'at'
  | 'twin'
  | 'throttled'
  | 'checking'
  | 'your-decision';
export interface Surroundings {
  now: number;
  offline: boolean;
  summary: Pick<OutboxSummary, 'quietUntil'> | null;
}

/**
 * Returns why the item is not sent now, and the time of the next try (epoch ms). Null for items that do not
 * wait.
 */
export const waitOf = (
  item: IntentView,
  { now, offline, summary }: Surroundings,
): { word: WaitWord; at: number | null } | null => {
  const at = Math.max(item.notBefore, summary?.quietUntil ?? 0);
  if (item.state === 'uncertain') {
    if (item.waits === 'your-decision' || item.waits === 'sign-in') return { word: item.waits, at: null };
    return { word: offline ? 'offline' : 'checking', at: null };
  }
  if (item.state !== 'queued') return null;
  switch (item.waits) {
    case null:
      return { word: offline ? 'offline' : 'next', at: null };
    case 'undo':
      return { word: offline ? 'offline' : 'undo', at: null };
    case 'later':
      break;
    case 'held':
      return { word: item.notes.includes('restored') ? 'restored' : 'held', at: null };
    default:
      return { word: item.waits, at: null };
  }
  if (offline) return { word: 'offline', at: null };
  if (at <= now) return { word: 'twin', at: null };
  return { word: item.reason?.code === 'throttled' ? 'throttled' : 'at', at };
};

const ACTIONS = [
  'createAgain',
  'edit',
  'retry',
  'dropNumber',
  'numberChecked',
  'replacedSeen',
  'sendAgain',
  'sendNow',
  'release',
  'hold',
  'undo',
  'discard',
] as const;
export type Action = (typeof ACTIONS)[number];

/** Reasons for which "Try again" is the way on: there is nothing to correct. */
const RETRIED: ReadonlySet<string> = new Set([
  'wouldClear',
  'customChanged',
  'customChangedTo',
  'customEmptied',
]);

/** Returns the most likely action; undefined if the user can only wait. */
export const mainActionOf = (item: IntentView): Action | undefined => {
  if (item.state !== 'rejected')
    return item.waits === 'held' || item.waits === 'paused' || item.waits === 'review'
      ? 'sendNow'
      : undefined;
  if (item.reason?.code === NUMBER_NOT_CHECKED || RETRIED.has(whyRejected(item))) return 'retry';
  return item.reason?.code === GONE ? actionsOf(item).find((action) => action === 'createAgain') : 'edit';
};

/**
 * Returns the actions that the user may take on an item, most likely first. "It arrived" and "Resolve
 * conflict" are shown elsewhere.
 */
export const actionsOf = (item: IntentView): Action[] => {
  const editable = item.kind === 'trailNote' && item.frozen ? [] : (['edit'] as const);
  switch (item.state) {
    case 'queued':
      // "Send only this one" is left out while the item waits for its parent, because the parent must be sent
      // first, and while nothing can be sent without a sign-in.
      return [
        ...editable,
        ...(item.waits === 'parent' || item.waits === 'sign-in' ? [] : (['sendNow'] as const)),
        item.held ? 'release' : 'hold',
        ...(item.canUndo ? (['undo'] as const) : []),
        'discard',
      ];
    case 'rejected':
      if (item.reason?.code === GONE)
        return [...(BEGINS_ANEW.has(item.kind) ? (['createAgain'] as const) : []), 'discard'];
      if (item.reason?.code === NUMBER_NOT_CHECKED)
        return ['retry', 'dropNumber', 'numberChecked', ...editable, 'discard'];
      if (RETRIED.has(whyRejected(item))) return ['retry', ...editable, 'discard'];
      // The same edit would be stopped again: only the user can fill in the other fields.
      return whyRejected(item) === 'wouldClearMoney'
        ? [...editable, 'discard']
        : [...editable, 'retry', 'discard'];
    case 'conflict':
      return ['discard'];
    case 'uncertain':
      return [...editable, 'sendAgain', 'discard'];
    case 'applied':
      return isToCheck(item) ? ['replacedSeen'] : [];
    case 'sending':
    case 'discarded':
      return [];
  }
};

const whyUncertain = (item: IntentView, code: string, wait: WaitWord | null): string => {
  if (!needsDecision(item)) {
    if (wait === 'sign-in') return 'sign-in';
    return code === 'closed-while-sending' ? 'checkingCrash' : 'checking';
  }
  if (code === 'id-claimed') return 'doubtClaimed';
  if (code === 'may-have-added') return item.money ? 'doubtAdded' : 'doubtAddedContacts';
  if (item.candidates.length > 0) return 'doubtCandidates';
  return item.money ? 'doubtMoney' : 'doubt';
};

/** Returns the service's message for a refused item; the messages of other reasons are not for the screen. */
export const serviceWordsOf = ({ state, reason }: Pick<IntentView, 'state' | 'reason'>): string | undefined =>
  state === 'rejected' &&
  reason &&
  (reason.code === GONE || reason.code === NOT_OFFERED || reason.code.startsWith('refused-'))
    ? reason.message
    : undefined;

/** Returns true if the value of the CRM was not on this computer when the user entered another one. */
const isUnseen = (item: IntentView, { child, field, base }: IntentView['conflicts'][number]): boolean => {
  const seen = child === undefined ? item.base : item.base?.children.find(({ ref }) => ref === child);
  return field !== '*' && (base ?? null) === null && !(field in (seen?.fields ?? {}));
};

const CHANGED_NOTHING: ReadonlySet<string> = new Set(['refusedPermission', 'notOffered', 'gone', 'goneOnly']);
const SENT_NOTHING: ReadonlySet<string> = new Set([
  'number-not-checked',
  'number-in-use',
  'ids-unknown',
  'wouldClear',
  'wouldClearMoney',
  'idsUnknownContact',
  'idsUnknownReceipt',
  'customChanged',
  'customChangedTo',
  'customEmptied',
  'conflict',
  'conflictUnseen',
]);

/**
 * Returns the key, also under `outbox.why`, of what a refused item or one in conflict has done in the CRM: nothing, or
 * perhaps something by an earlier attempt that got no reply. Null if there is nothing to say.
 */
export const effectOf = (item: IntentView): 'nothingSent' | 'nothingChanged' | 'mayHaveArrived' | null => {
  if (item.state !== 'rejected' && item.state !== 'conflict') return null;
  if (item.mayHaveArrived) return 'mayHaveArrived';
  const why = explanationOf(item, null);
  if (CHANGED_NOTHING.has(why)) return 'nothingChanged';
  return SENT_NOTHING.has(why) ? 'nothingSent' : null;
};

/** Returns the catalogue key under `outbox.why` of the text that explains the state of an item. */
export const explanationOf = (item: IntentView, wait: WaitWord | null): string => {
  const code = item.reason?.code ?? '';
  switch (item.state) {
    case 'queued':
      return wait ?? 'next';
    case 'sending':
      return 'sending';
    case 'conflict':
      return item.conflicts.some((one) => !isUnseen(item, one)) ? 'conflict' : 'conflictUnseen';
    case 'rejected':
      return whyRejected(item);
    case 'uncertain':
      return whyUncertain(item, code, wait);
    case 'applied':
      if (item.notes.includes('already-so')) return 'appliedAlready';
      return item.notes.includes('proved-by-read-back') ? 'appliedProved' : 'applied';
    case 'discarded':
      return item.mayHaveArrived ? 'discardedMaybe' : 'discarded';
  }
};
