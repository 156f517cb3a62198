/**
 * Every edge of the outbox's state diagram for every kind of intent, and which of them are impossible, with
 * the reason. A long run fails if a possible edge was never taken, because an edge that no seed takes is
 * untested.
 */
import { TRANSITIONS, type IntentEvent } from '#core/outbox/state-machine';
import { INTENT_KINDS, type IntentKind, type IntentState } from '#shared/domain/intent';
import type { SimWorld } from './sim-world';

export interface Edge {
  key: string;
  impossible: string | null;
  /** The reason why a long run may miss this edge; null if it must take it. */
  rare: string | null;
}

const MONEY = 'money is never sent again by the machine';
const NO_EDIT = 'a note is never an edit: there is nothing to compare it with';
const IMPOSSIBLE: readonly {
  kinds: readonly IntentKind[];
  from: IntentState;
  event: IntentEvent;
  why: string;
}[] = [
  { kinds: ['outboundInvoice', 'receipt'], from: 'uncertain', event: 'absent', why: MONEY },
  { kinds: ['trailNote'], from: 'queued', event: 'differs', why: NO_EDIT },
  { kinds: ['trailNote'], from: 'conflict', event: 'merge', why: NO_EDIT },
  { kinds: ['trailNote'], from: 'conflict', event: 'compareAgain', why: NO_EDIT },
  { kinds: ['trailNote'], from: 'conflict', event: 'discard', why: NO_EDIT },
  {
    kinds: ['trailNote'],
    from: 'queued',
    event: 'unsendable',
    why: 'it needs only records that are delivered, has no number, no contacts and no lines',
  },
  {
    kinds: ['trailNote'],
    from: 'queued',
    event: 'alreadySo',
    why: 'found before a second sending only when a commit comes later than the bound: the late suite',
  },
];

/** Possible, but too rare for every long run. */
const RARE: typeof IMPOSSIBLE = [
  {
    kinds: ['trailNote'],
    from: 'queued',
    event: 'maybeFound',
    why: 'nobody else changes a note, so its record is found late only after a late commit',
  },
];

const keyOf = (kind: string, from: string, event: string, to: string): string =>
  `${kind} ${from} → ${to} (${event})`;

const reasonIn = (list: typeof IMPOSSIBLE, kind: IntentKind, from: string, event: string): string | null =>
  list.find((one) => one.kinds.includes(kind) && one.from === from && one.event === event)?.why ?? null;

export const EDGES: readonly Edge[] = INTENT_KINDS.flatMap((kind) =>
  Object.entries(TRANSITIONS).flatMap(([from, events]) =>
    Object.entries(events).map(([event, to]): Edge => ({
      key: keyOf(kind, from, event, to),
      impossible: reasonIn(IMPOSSIBLE, kind, from, event),
      rare: reasonIn(RARE, kind, from, event),
    })),
  ),
);

/** The names of the ledger for the events of the state machine, where they differ. */
const EVENTS: Readonly<Record<string, IntentEvent>> = {
  submitted: 'submit',
  sending: 'send',
  'send-again': 'sendAgain',
  discarded: 'discard',
  accepted: 'accepted',
  refused: 'refused',
  noVerdict: 'noVerdict',
  crashed: 'crashed',
  unsent: 'unsent',
  throttled: 'throttled',
  unauthorized: 'unauthorized',
  differs: 'differs',
  compareAgain: 'compareAgain',
  alreadySo: 'alreadySo',
  unsendable: 'unsendable',
  arrived: 'arrived',
  edit: 'edit',
  merge: 'merge',
};

/** A read before a push may put a queued item back in doubt; a read-back that decides nothing changes no state. */
const readBackIn = (from: IntentState, verdict: unknown): IntentEvent | undefined => {
  if (verdict === 'ask' && from === 'queued') return 'maybeFound';
  return ({ adopt: 'found', absent: 'absent' } as const)[String(verdict)];
};

/** How often a run took each edge, read from its ledger. Throws if an entry is no edge of the diagram. */
export const edgesTaken = (world: SimWorld): Record<string, number> => {
  const counts: Record<string, number> = { ...world.draftEdges };
  const states = new Map<string, IntentState>();
  const kinds = new Map(world.truth.list().map((intent) => [intent.id, intent.kind]));
  for (const { event, facts, intentId } of world.truth.ledger()) {
    // The journal restored this item. That is no edge, but later edges start at the restored state.
    if (event === 'restored') states.set(intentId, facts.is as IntentState);
    const from = states.get(intentId) ?? 'draft';
    const happened = event === 'read-back' ? readBackIn(from, facts.verdict) : EVENTS[event];
    if (!happened) continue;
    const to = TRANSITIONS[from][happened];
    if (!to) throw new Error(`no edge: ${from} ${happened}`);
    const key = keyOf(kinds.get(intentId) ?? '?', from, happened, to);
    counts[key] = (counts[key] ?? 0) + 1;
    // Undo can bring back a version that the service had refused; then the item is refused again.
    const row = facts.undoneTo === undefined ? undefined : (facts.row as { state: IntentState } | undefined);
    states.set(intentId, row?.state ?? to);
  }
  return counts;
};
export const draftDiscarded = (kind: IntentKind): string => keyOf(kind, 'draft', 'discard', 'discarded');
