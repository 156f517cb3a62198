/**
 * Makes one attempt to deliver one intent: resolve ids, read before write, write ahead, push once, write the
 * verdict.
 *
 * The order matters. `sending`, with the exact bytes, their hash and the ids that matched before, is
 * committed first. `push` is called in the same turn of the event loop, with no `await` between. The verdict
 * is one transaction, written as soon as the disk accepts it.
 */
import type { Command, Snapshot } from '#shared/domain/intent';
import type { Trouble } from '../../api/classify-read';
import { sha256Hex } from '../../sha256';
import type { Known } from './build-request';
import { refusalOf, type PushVerdict } from './classify-push';
import { childrenBefore, type Intent, type NewLedgerEntry } from '../store/intent-record';
import { advance, type OutboxContext } from '../outbox-context';
import { editsBefore } from '../waits-for';
import { takeBackDiscarded } from '../edits/carry-edit';
import { preflight, type Preflight } from './preflight';
import { idsFromAnswer, recoverChildren } from '../doubt/recover-ids';
import { recordAsOf } from './record-as-of';
import { recordUnsent } from './record-unsent';
import { asSaved, beforeMerges, claimedByOther, mapIds, twiceNote } from './sent-versions';

export type Delivery =
  | {
      /** The outcome is on disk; "no verdict" is an outcome too. */
      kind: 'recorded';
      /** An edit that was sent, and the record before it. */
      edited?: { command: Command; before: Snapshot };
    }
  | { kind: 'moved-on' }
  | { kind: 'unread'; trouble: Trouble }
  | { kind: 'unsent' }
  | { kind: 'throttled'; retryAfterMs: number | null }
  | { kind: 'unauthorized'; tokenMark: string | null };

/**
 * `mayGo` is called again right before the write-ahead: the user may have paused, held or edited the item
 * during the reads.
 */
export const deliverIntent = async (
  context: OutboxContext,
  id: string,
  mayGo: (intent: Intent) => boolean,
): Promise<Delivery> => {
  const begun = context.store.get(id);
  if (!begun || begun.state !== 'queued') return { kind: 'moved-on' };
  const children = await recoverChildren(context, begun);
  if (children === 'trouble')
    return {
      kind: 'unread',
      trouble: { kind: 'offline', reason: 'other', detail: 'contacts or lines could not be read again' },
    };
  const intent = unlessChanged(context, begun);
  if (intent === null) return { kind: 'moved-on' };
  const saved = beforeMerges(context.store, intent).command;
  const resolved = context.parts.resolveRefs(saved, (ref) => context.store.realIdOf(ref));
  if (!resolved.ok || children === 'unknown') {
    advance(context, intent, 'unsendable', {
      ...asSaved(context.store, intent),
      detail: {
        ...intent.detail,
        reason: { code: 'ids-unknown', message: resolved.ok ? undefined : resolved.missing },
      },
    });
    return { kind: 'recorded' };
  }
  const checked = await preflight(context, intent, resolved.command);
  const now = unlessChanged(context, intent);
  if (now === null) return { kind: 'moved-on' };
  // The record that was found may be that of a twin, which was sent during these reads.
  const isFound = checked.kind === 'already' || checked.kind === 'doubt';
  if (isFound && waitsForTwin(context, now, resolved.command)) return { kind: 'moved-on' };
  if (checked.kind === 'trouble') return { kind: 'unread', trouble: checked.trouble };
  if (checked.kind !== 'go') {
    recordUnsent(context, now, checked);
    return { kind: 'recorded' };
  }
  // An earlier edit of the record may have been sent again during these reads.
  if (!mayGo(now) || editsBefore(context.store, id).length > 0) return { kind: 'moved-on' };
  return send(context, now, checked);
};

/** The intent as it is after a read; null if the user has edited, discarded or settled it meanwhile. */
const unlessChanged = ({ store }: OutboxContext, { id, version }: Intent): Intent | null => {
  const now = store.get(id);
  return now?.state === 'queued' && now.version === version ? now : null;
};

/** Returns true if a twin is being sent or in doubt. The intent is then skipped until the twin is settled. */
const waitsForTwin = (context: OutboxContext, intent: Intent, command: Command): boolean => {
  const fingerprint = context.parts.fingerprintOf(intent.id, command);
  if (intent.command.target !== null || !context.store.twinInDoubt(intent.id, fingerprint)) return false;
  context.store.save({ ...intent, fingerprint }, null);
  return true;
};

/**
 * The known values of the fields that every push carries, from the read right before the push. If the record could
 * not be read, an edit of a receipt carries the currency that its form has shown. Other fields that a form has shown,
 * such as the name, are left out then: they could overwrite a colleague's change.
 */
const knownFor = (
  { command, before, contacts }: Extract<Preflight, { kind: 'go' }>,
  intent: Intent,
): Known => ({
  fields: before?.fields ?? (command.kind === 'receipt' ? intent.base?.fields : undefined),
  contacts,
});

/** What is written before the bytes of an attempt leave. */
interface WriteAhead {
  attempt: number;
  /** A new version if the reads before the push changed the command. */
  version: number;
  fingerprint: string;
  path: string;
  body: string;
}

/** Writes `sending` with the exact bytes, and the ids of what an earlier attempt added. */
const writeAhead = (
  context: OutboxContext,
  intent: Intent,
  checked: Extract<Preflight, { kind: 'go' }>,
  { attempt, version, fingerprint, path, body }: WriteAhead,
): Intent => {
  const { command, preexisting } = checked;
  const { windowFrom, windowClock, searchFrom } = checked.window;
  const merged = version !== intent.version;
  const detail = {
    ...intent.detail,
    windowFrom,
    windowClock,
    searchFrom,
    preexisting,
    sentVersions: [...intent.detail.sentVersions, version],
    reason: null,
    doubtSince: null,
    recordAsOf: recordAsOf(context, intent, checked.recordAsOf),
    notes: [...new Set([...intent.detail.notes, ...checked.notes])],
  };
  const patch = {
    version,
    command: merged ? command : intent.command,
    fingerprint,
    realId: command.target ?? intent.realId,
    detail,
  };
  const from = merged ? { from: intent.version } : {};
  const facts = { path, body, hash: sha256Hex(body), preexisting, version, ...from };
  return context.store.atomically(() => {
    if (checked.children) mapIds(context, intent, command.target ?? intent.id, checked.children);
    return advance(context, intent, 'send', patch, { attempt, event: 'sending', facts });
  });
};

const send = async (
  context: OutboxContext,
  intent: Intent,
  checked: Extract<Preflight, { kind: 'go' }>,
): Promise<Delivery> => {
  const held = context.parts.resolveRefs(intent.command, (ref) => context.store.realIdOf(ref));
  const merged = !held.ok || JSON.stringify(checked.command) !== JSON.stringify(held.command);
  const version = merged ? intent.version + 1 : intent.version;
  const { path, body } = context.parts.buildRequest(checked.command, knownFor(checked, intent));
  const fingerprint = context.parts.fingerprintOf(intent.id, checked.command);
  if (waitsForTwin(context, intent, checked.command)) return { kind: 'moved-on' };
  const attempt = context.store.attemptsOf(intent.id) + 1;
  const sending = writeAhead(context, intent, checked, { attempt, version, fingerprint, path, body });
  const tokenMark = context.gateway.tokenMark();
  const result = await context.gateway.push(path, body);
  const verdict = context.parts.classifyPush(result, checked.command, context.clock.now());
  const delivery = await context.disk.persist(() =>
    context.store.atomically(() => {
      const held = context.store.get(intent.id) ?? sending;
      const recorded = recordVerdict(context, held, {
        number: attempt,
        command: checked.command,
        tokenMark,
        verdict,
      });
      takeBackDiscarded(context, intent.id);
      return recorded;
    }),
  );
  if (verdict.kind === 'accepted' && checked.before)
    return { kind: 'recorded', edited: { command: checked.command, before: checked.before } };
  return delivery;
};

/** The versions in doubt without the latest entry of `version`. */
const withoutVersion = (intent: Intent, version: number): number[] => {
  const at = intent.detail.sentVersions.lastIndexOf(version);
  return intent.detail.sentVersions.filter((_, index) => index !== at);
};

/** One attempt, and what its answer proves. */
interface Attempt {
  number: number;
  /** The command as it was sent. */
  command: Command;
  /** The token that it was sent with; see `OutboxGateway`. */
  tokenMark: string | null;
  verdict: PushVerdict;
}
type Accepted = Extract<PushVerdict, { kind: 'accepted' }>;
type AttemptEntry = Pick<NewLedgerEntry, 'attempt' | 'facts'>;

/** Writes the verdict, with an entry in the ledger. */
const recordVerdict = (
  context: OutboxContext,
  intent: Intent,
  { number, command, tokenMark, verdict }: Attempt,
): Delivery => {
  if (intent.state !== 'sending') return { kind: 'moved-on' };
  const text = 'text' in verdict ? verdict.text.slice(0, 20_000) : '';
  // The service did not accept this attempt, so its version leaves the list of versions in doubt.
  const cleared = { ...intent.detail, sentVersions: withoutVersion(intent, intent.version) };
  const entry = { attempt: number, facts: { ...verdict, text } };
  // The next attempt is merged with the record of then.
  const saved = asSaved(context.store, intent);
  switch (verdict.kind) {
    case 'accepted':
      recordAccepted(context, intent, { command, verdict, entry });
      return { kind: 'recorded' };
    case 'refused': {
      // Until the user sends the item again, a colleague may use its number.
      const detail = { ...cleared, checkedNumber: null, reason: refusalOf(verdict, command) };
      advance(context, intent, 'refused', { ...saved, tries: 0, sendNow: false, detail }, entry);
      return { kind: 'recorded' };
    }
    case 'noVerdict': {
      const reason = { code: 'no-verdict', message: verdict.detail };
      const notBefore = context.clock.now() + delayMs(context, 1);
      const detail = { ...intent.detail, waitsBecause: 'doubt' as const, reason };
      advance(context, intent, 'noVerdict', { tries: 0, sendNow: false, notBefore, detail }, entry);
      return { kind: 'recorded' };
    }
    case 'unsent': {
      const tries = intent.tries + 1;
      const reason = { code: 'not-sent', message: verdict.detail };
      const notBefore = context.clock.now() + delayMs(context, tries);
      const detail = { ...cleared, waitsBecause: 'offline' as const, reason };
      advance(context, intent, 'unsent', { ...saved, tries, notBefore, detail }, entry);
      return { kind: 'unsent' };
    }
    case 'throttled': {
      const waitMs = verdict.retryAfterMs ?? delayMs(context, intent.tries + 1);
      const notBefore = context.clock.now() + waitMs;
      const detail = { ...cleared, waitsBecause: 'throttled' as const, reason: { code: 'throttled' } };
      advance(context, intent, 'throttled', { ...saved, notBefore, detail }, entry);
      return { kind: 'throttled', retryAfterMs: waitMs };
    }
    case 'unauthorized': {
      // Uses up no try, because the item is not the cause.
      const detail = { ...cleared, reason: { code: 'sign-in' } };
      advance(context, intent, 'unauthorized', { ...saved, detail }, entry);
      return { kind: 'unauthorized', tokenMark };
    }
  }
};

/** The wait after `tries` failures. */
const delayMs = ({ parts, random }: OutboxContext, tries: number): number =>
  parts.backoffDelayMs(tries, random.next());

/** The item is delivered. If another intent made the record that the answer names, the item is in doubt. */
const recordAccepted = (
  context: OutboxContext,
  intent: Intent,
  { command, verdict, entry }: Pick<Attempt, 'command'> & { verdict: Accepted; entry: AttemptEntry },
): void => {
  const realId = verdict.realId!;
  // Another intent made this record, so this answer does not prove what our push did.
  if (command.target === null && claimedByOther(context, intent, realId)) {
    const reason = { code: 'id-claimed', message: realId };
    const doubt = { needsUser: true, tries: 0, sendNow: false, detail: { ...intent.detail, reason } };
    advance(context, intent, 'noVerdict', doubt, entry);
    return;
  }
  const known = new Set(childrenBefore(intent));
  mapIds(context, intent, realId, idsFromAnswer(context, command, verdict.children, known));
  const draft = context.parts.mayLandAsDraft(command) ? ['may-be-draft'] : [];
  const detail = {
    ...intent.detail,
    appliedAt: verdict.now ?? context.gateway.serverNow(),
    number: verdict.number,
    reason: null,
    notes: [...intent.detail.notes, ...draft, ...twiceNote(context, intent)],
  };
  advance(context, intent, 'accepted', { realId, tries: 0, sendNow: false, detail }, entry);
};
