/** An intent as a screen shows it: what it does, why it waits, what waits for it. */
import type { IntentView } from '#shared/contract/outbox-item';
import type { Command } from '#shared/domain/intent';
import { isMoney, isReplaySafe } from '#shared/domain/intent-rules';
import type { PushHolds } from './delivery/push-holds';
import { canUndo } from './decisions/undo';
import { isFrozen } from './frozen';
import type { Intent } from './store/intent-record';
import type { OutboxStore } from './store/outbox-store';
import { waitsFor } from './waits-for';

/** The view without the names of its records; the names are in the cache. */
export type UnnamedIntentView = Omit<IntentView, 'subject' | 'party'>;
interface ViewContext {
  store: OutboxStore;
  pushHolds: PushHolds;
  /** Epoch ms. */
  now: number;
}
type WaitReason = UnnamedIntentView['waits'];

export const titleOf = (command: Command): string => {
  const f = command.fields;
  return (
    [
      f.name,
      f.company_name,
      f.short_name,
      f.serial_id,
      f.cash_collection_invoice_no,
      f.account_name,
      f.content,
      f.amount,
    ]
      .map((value) => String(value ?? '').trim())
      .find((value) => value !== '')
      ?.slice(0, 200) ?? ''
  );
};

/** Why an item is not sent now; null if it is next, or if it does not wait in its state. */
const waitReason = (
  { store, pushHolds, now }: ViewContext,
  intent: Intent,
  blocked: readonly string[],
): WaitReason => {
  if (intent.state === 'uncertain') {
    if (intent.needsUser) return 'your-decision';
    return pushHolds.needsSignIn() ? 'sign-in' : 'later';
  }
  if (intent.state !== 'queued') return null;
  if (blocked.length > 0) return 'parent';
  if (pushHolds.needsSignIn()) return 'sign-in';
  if (!intent.sendNow) {
    if (intent.held) return 'held';
    if (pushHolds.paused()) return 'paused';
    const hold = pushHolds.holdOf(intent.kind);
    if (hold) return hold;
  }
  if (intent.notBefore > now && intent.detail.waitsBecause === 'undo') return 'undo';
  return Math.max(intent.notBefore, pushHolds.notBefore()) > now ||
    store.twinInDoubt(intent.id, intent.fingerprint)
    ? 'later'
    : null;
};

export const viewIntent = (context: ViewContext, intent: Intent): UnnamedIntentView => {
  const { store } = context;
  const parents = waitsFor(store, intent.id);
  const { detail } = intent;
  return {
    id: intent.id,
    kind: intent.kind,
    state: intent.state,
    title: titleOf(intent.command),
    version: intent.version,
    command: intent.command,
    base: intent.base,
    realId: intent.realId,
    number: detail.number,
    reason: detail.reason,
    candidates: detail.candidates,
    conflicts: detail.conflicts,
    notes: detail.notes,
    waits: waitReason(context, intent, parents),
    waitsFor: parents,
    dependants: store.dependantsOf(intent.id).filter((id) => store.get(id)?.state !== 'applied'),
    held: intent.held,
    attempts: store.attemptsOf(intent.id),
    notBefore: intent.notBefore,
    resends: detail.resends,
    frozen: isFrozen(intent),
    canUndo: canUndo(store, intent),
    mayHaveArrived: detail.sentVersions.length > 0 && intent.state !== 'applied',
    replaySafe: isReplaySafe(intent.command),
    money: isMoney(intent.command),
    predecessor: detail.predecessor,
    appliedAt: detail.appliedAt,
    createdAt: intent.createdAt,
    updatedAt: intent.updatedAt,
  };
};
