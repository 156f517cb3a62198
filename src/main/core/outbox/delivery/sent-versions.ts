/** The unanswered versions of an intent (stored as `sentVersions`), and the records that belong to it. */
import type { Command, Snapshot } from '#shared/domain/intent';
import { NOT_ARRIVED } from '#shared/domain/intent-rules';
import { carriedAlong } from '../edits/carried-along';
import { DECISION_EVENTS } from '../store/decision-events';
import type { Intent, LedgerEntry } from '../store/intent-record';
import { mergesIn, versionBefore } from '../store/merged-versions';
import type { OutboxContext } from '../outbox-context';
import { before } from '../doubt/read-records';

/** Every command version that was sent and has no verdict, references resolved. */
export const resolveSent = (context: OutboxContext, intent: Intent): Command[] =>
  sentAttempts(context, intent).map(({ command }) => command);

/**
 * Every command version that was sent and has no verdict, with its number. `command`: as it was sent, references
 * resolved; `saved`: as the user saved it before a merge, without the fields that it only carries along. A version that
 * can no longer be read is left out.
 */
export const sentAttempts = (
  context: OutboxContext,
  intent: Intent,
): { version: number; command: Command; saved: Command }[] => {
  const carried = intent.detail.sentVersions.length > 0 ? carriedAlong(context.store, intent) : new Set();
  return intent.detail.sentVersions.flatMap((version) => {
    const held = context.store.versionOf(intent.id, version);
    if (!held) return [];
    const resolved = context.parts.resolveRefs(held.command, (ref) => context.store.realIdOf(ref));
    const saved = savedAs(context.store, intent.id, version) ?? held.command;
    const fields = Object.fromEntries(Object.entries(saved.fields).filter(([name]) => !carried.has(name)));
    return resolved.ok ? [{ version, command: resolved.command, saved: { ...saved, fields } }] : [];
  });
};

/** The versions that are decisions of the user, in the order in which they were made. */
const decidedIn = (ledger: readonly LedgerEntry[]): number[] =>
  ledger.flatMap(({ event, facts }) => (DECISION_EVENTS.has(event) ? [Number(facts.version)] : []));

/** A sent version as the user saved it, before a merge; null if it cannot be read any more. */
const savedAs = (
  store: Pick<OutboxContext['store'], 'ledger' | 'versionOf'>,
  id: string,
  version: number,
): Command | null => {
  const decided = decidedIn(store.ledger(id));
  return store.versionOf(id, decided.findLast((one) => one <= version) ?? version)?.command ?? null;
};

/**
 * The version before a merge of which the ledger does not tell: an earlier Satchel did not write it, or the entry
 * of the attempt cannot be read. If a further entry cannot be read, the version may be a decision of the user, so
 * it is returned.
 */
const beforeUntoldMerge = (
  ledger: readonly LedgerEntry[],
  { version, detail }: Pick<Intent, 'version' | 'detail'>,
): number => {
  const decided = decidedIn(ledger);
  const unread = ledger.filter(({ event }) => event === 'unreadable').length;
  const isTold = ledger.some(({ event, facts }) => event === 'sending' && facts.version === version);
  const isAttempt = isTold ? unread === 0 : unread === 1 && detail.sentVersions.includes(version);
  const isMerged = isAttempt && !decided.includes(version);
  return (isMerged ? decided.findLast((one) => one < version) : undefined) ?? version;
};

/**
 * The version that the user saved last, before the merges of its attempts: what a merge took from the record is not the
 * user's. The fact `from` of a ledger entry names the version that Satchel changed. Returns the present version if no
 * merge is known, or the saved one cannot be read.
 */
export const beforeMerges = (
  store: Pick<OutboxContext['store'], 'ledger' | 'versionOf'>,
  { id, version, command, detail }: Pick<Intent, 'id' | 'version' | 'command' | 'detail'>,
): { version: number; command: Command } => {
  const ledger = store.ledger(id);
  const told = versionBefore(
    version,
    ledger.flatMap(({ facts }) => mergesIn(facts)),
  );
  const saved = told === version ? beforeUntoldMerge(ledger, { version, detail }) : told;
  const held = saved === version ? null : store.versionOf(id, saved);
  return held ? { version: saved, command: held.command } : { version, command };
};

/** The item as the user saved it: what its form shows, and what the user edits, has nothing from a merge. */
export const asSaved = (
  store: Pick<OutboxContext['store'], 'ledger' | 'versionOf'>,
  intent: Intent,
): Partial<Intent> => {
  const saved = beforeMerges(store, intent);
  return saved.version === intent.version ? {} : { version: intent.version + 1, command: saved.command };
};

/**
 * The sent command with only the fields that the user saved in this version. Satchel adds fields so that the service
 * does not empty them (OB52); the user cannot have taken those back.
 */
export const withSavedFields = (
  store: Pick<OutboxContext['store'], 'ledger' | 'versionOf'>,
  id: string,
  { version, command }: { version: number; command: Command },
): Command => {
  const saved = savedAs(store, id, version)?.fields ?? command.fields;
  return {
    ...command,
    fields: Object.fromEntries(Object.entries(command.fields).filter(([key]) => key in saved)),
  };
};

/** The latest server time at which the last open attempt can have arrived; null if unknown. */
export const madeUntil = ({ store, settings }: OutboxContext, intent: Intent): string | null => {
  const ledger = store.ledger(intent.id);
  const ended = new Set(ledger.filter(({ event }) => NOT_ARRIVED.has(event)).map(({ attempt }) => attempt));
  const open = ledger.findLast(({ event, attempt }) => event === 'sending' && !ended.has(attempt));
  const last = open?.serverAt ?? null;
  return last === null ? null : before(last, -settings.lateCommitMs);
};

/** What the user saw, with the contacts and lines under their real ids, as in `sentAttempts`. */
export const seenUnderRealIds = (
  { store }: Pick<OutboxContext, 'store'>,
  base: Snapshot | null,
): Snapshot | null =>
  base && {
    ...base,
    children: base.children.map((item) => ({ ...item, ref: store.realIdOf(item.ref) ?? item.ref })),
  };

/** What the user saw before the first open attempt. Later bases may already contain what that attempt added. */
export const seenBeforeAttempts = (context: OutboxContext, { id, detail }: Intent): Snapshot | null => {
  const [first] = detail.sentVersions;
  const version = first === undefined ? null : context.store.versionOf(id, first);
  return seenUnderRealIds(context, version?.base ?? null);
};

/**
 * Records the ids that an applied intent received: its own if it made the record, and its children's if
 * known.
 */
export const mapIds = (
  context: OutboxContext,
  intent: Intent,
  realId: string,
  children: ReadonlyMap<string, string>,
): void => {
  if (intent.command.target === null) context.store.mapId(intent.id, intent.kind, realId, intent.id);
  const kind = intent.kind === 'outboundInvoice' ? 'line' : 'contact';
  for (const [local, real] of children) context.store.mapId(local, kind, real, intent.id);
};

/** Returns true if another intent made that record. */
export const claimedByOther = (context: OutboxContext, intent: Intent, id: string): boolean => {
  const owner = context.store.claimedBy(intent.kind, id);
  return owner !== null && owner !== intent.id;
};

/**
 * The note for an intent that is settled while an earlier attempt of it has no verdict. If that attempt
 * commits after the late-commit bound, the record exists twice. A replay-safe edit has one effect and gets no
 * note.
 */
export const twiceNote = (context: OutboxContext, intent: Intent): string[] =>
  intent.detail.sentVersions.length > 1 && !context.parts.isReplaySafe(intent.command)
    ? ['may-be-twice']
    : [];

/**
 * Returns true if another intent with the same content was settled with that note: a record that is found may
 * be its duplicate.
 */
export const twinMayHaveTwo = (context: OutboxContext, intent: Intent): boolean =>
  context.store.noted(intent.id, intent.fingerprint, 'may-be-twice');
