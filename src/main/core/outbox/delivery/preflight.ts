/**
 * The reads before a push. For a create they find the records that already match it, so that none of them is
 * adopted later, and check that its number is unused. An edit is compared and merged with the current record.
 * If an earlier attempt may have made a record that is found now, nothing is sent: the user decides (OB15).
 * Nothing here writes. The dispatcher acts on the result, and only if the intent has not changed meanwhile.
 */
import { isLocalRef, type Command, type CommandChild, type Snapshot } from '#shared/domain/intent';
import type { Trouble } from '../../api/classify-read';
import { omissionOf } from './check-applied';
import type { Candidate, FieldConflict } from '#shared/contract/outbox-item';
import type { Intent, IntentDetail } from '../store/intent-record';
import { CUSTOM_CHANGED, customChangedByOthers } from '../compare/custom-changed';
import { asUnchanged, carriedAlong, withoutUndeliveredAlong } from '../edits/carried-along';
import { baseWithoutUndelivered, ownCustom, ownWrites } from '../edits/own-writes';
import type { MergeResult } from '../edits/merge-edit';
import { withAdded, withTakenBack } from './after-attempts';
import { withoutArrived } from './arrived-allocations';
import { sentAlong } from './build-request';
import { childrenOfAttempts, earlierAttempts, type EarlierAttempts } from './earlier-attempts';
import { fieldsLeftOut, withLeftOutFields } from './left-out-fields';
import { ownCreator } from '../doubt/own-creator';
import { numberOf, numberUse } from './number-use';
import { otherContacts, type ReadContacts } from './other-contacts';
import { fieldsWithSeveral } from '../compare/server-snapshot';
import { before, readRecord, readServerTime, readSince, type RecordRead } from '../doubt/read-records';
import type { OutboxContext } from '../outbox-context';
import { claimedByOther, madeUntil, seenUnderRealIds, sentAttempts, twinMayHaveTwo } from './sent-versions';

/** Where the read-back of this attempt begins to look for its record. An edit has no window. */
type SendWindow = Pick<IntentDetail, 'windowFrom' | 'windowClock' | 'searchFrom'>;
const NO_WINDOW: SendWindow = { windowFrom: null, windowClock: null, searchFrom: null };

export type Preflight =
  | {
      kind: 'go';
      command: Command;
      window: SendWindow;
      preexisting: string[];
      notes: string[];
      /** The record before the edit, if it could be read. */
      before?: Snapshot;
      /** Local → real ids of the contacts and lines that an earlier attempt of the edit has added. */
      children?: Map<string, string>;
      /** Its `update_time`. */
      recordAsOf?: string | null;
      /** The company's other contacts, which are sent with its edit. */
      contacts?: CommandChild[] | undefined;
    }
  | {
      /** Nothing has to be sent: the record already exists or has the values. */
      kind: 'already';
      realId: string;
      children: Map<string, string>;
      readAt: string | null;
      /**
       * The version of this intent with which an earlier attempt made the record or the change; null if no attempt did.
       */
      own: number | null;
      /** The `update_time` of the record that an edit was compared with. */
      recordAsOf?: string | null;
      /** The merged edit; the server already has its values. */
      command?: Command;
    }
  | { kind: 'conflict'; conflicts: FieldConflict[]; target: string; children: Map<string, string> }
  /**
   * One of these records may be that of an earlier attempt. `unknown`: ids of lines that it may have added to the
   * record.
   */
  | { kind: 'doubt'; candidates: Candidate[]; unknown?: string[] }
  /** `message`: the value that the record has now, or the words with which the service refused to show it. */
  | { kind: 'unsendable'; code: string; field?: string; message?: string }
  | { kind: 'trouble'; trouble: Trouble };

/** The reason for a new invoice that waits for the user: it is unknown whether its number is free. */
export const NUMBER_NOT_CHECKED = 'number-not-checked';
/**
 * How much earlier than the send a record may seem to be made: clocks of the service's machines differ, and one may
 * be set back between the read and the push. Records that matched in this time before the send are never adopted.
 */
const MARGIN_MS = 60_000;
/** For an edit of a record that was not on this computer: the user has seen none of its values. */
const NOTHING_SEEN: Snapshot = { fields: {}, children: [], readAt: '' };

export const preflight = (context: OutboxContext, intent: Intent, command: Command): Promise<Preflight> =>
  command.target === null
    ? preflightCreate(context, intent, command)
    : preflightEdit(
        context,
        { ...intent, ...context.parts.applyLaterEdits(context.store, intent, command) },
        command.target,
      );

const preflightCreate = async (
  context: OutboxContext,
  intent: Intent,
  command: Command,
): Promise<Preflight> => {
  const time = await readServerTime(context.gateway);
  if (time.kind === 'trouble') return time;
  let from = before(time.now ?? context.gateway.serverNow(), MARGIN_MS);
  const clock = context.clock.now() - MARGIN_MS;
  /** Server time before the first attempt without a verdict; null if there is none. */
  const earlier = intent.detail.sentVersions.length > 0 ? intent.detail.windowFrom : null;
  const attempts = earlier === null ? [] : sentAttempts(context, intent);
  const sent = [...attempts.map((one) => one.command), command];
  const since = (start: string) => readSince(context.gateway, sent, start, context.parts.scanWindow);
  let read = await since(earlier ?? from);
  // If the users cannot be read, the time is computed from this computer's clock, which may be set forward.
  if (earlier === null && read.kind === 'found' && read.readAt !== null && read.readAt < from) {
    from = before(read.readAt, MARGIN_MS);
    read = await since(from);
  }
  if (read.kind === 'trouble') return read;
  const notes = read.kind === 'no-read' ? ['no-read-back'] : [];
  const { found, altered } = read.kind === 'found' ? read : { found: [], altered: [] };
  const isClaimed = (id: string): boolean => claimedByOther(context, intent, id);
  const matchedBefore = new Set(intent.detail.preexisting);
  if (attempts.length > 0) {
    const creator = await ownCreator(context, intent);
    // An attempt that seemed lost may have committed. Then this record is our own.
    const verdict = context.parts.judgeCreate({
      sent: attempts.map((one) => one.command),
      found,
      altered,
      preexisting: matchedBefore,
      claimed: isClaimed,
      windowFrom: earlier,
      sentFrom: earlier,
      madeUntil: madeUntil(context, intent),
      selfUserId: context.selfUserId(),
      ownCreator: creator,
      verified: true,
      lateCommitPassed: true,
      readsBefore: 0,
      money: context.parts.isMoney(command),
      twinMayHaveTwo: twinMayHaveTwo(context, intent),
    });
    if (verdict.kind === 'adopt')
      return {
        kind: 'already',
        realId: verdict.id,
        children: verdict.children,
        readAt: read.kind === 'found' ? read.readAt : null,
        own: attempts[verdict.attempt]?.version ?? null,
      };
    if (verdict.kind === 'ask' && verdict.candidates.length > 0)
      return { kind: 'doubt', candidates: verdict.candidates };
  }
  // After the search: the number may be in use by the record that an attempt of this item made.
  const use = await numberUse(context, command);
  if (typeof use === 'object') return use;
  if (use === 'used') return { kind: 'unsendable', code: 'number-in-use', field: 'serial_id' };
  // It is unknown whether the number is free. The user's own check counts, for that number only.
  if (use === 'unknown' && intent.detail.checkedNumber !== numberOf(command))
    return { kind: 'unsendable', code: NUMBER_NOT_CHECKED, field: 'serial_id' };
  return {
    kind: 'go',
    command,
    window: earlier === null ? { windowFrom: from, windowClock: clock, searchFrom: null } : intent.detail,
    preexisting: [
      ...new Set([
        ...intent.detail.preexisting,
        ...(earlier === null ? [...found, ...altered].map((item) => item.id) : []),
      ]),
    ],
    notes,
  };
};

type FoundRecord = Extract<RecordRead, { kind: 'found' }>;

const preflightEdit = async (context: OutboxContext, intent: Intent, target: string): Promise<Preflight> => {
  const read = await readRecord(context.gateway, intent.kind, target);
  const carried = carriedAlong(context.store, intent);
  const command = withoutUndeliveredAlong(context.store, intent, intent.command, carried);
  if (read.kind !== 'found') return withoutRecord(intent, command, read);
  const now = read.snapshot;
  const recordAsOf = typeof read.record.update_time === 'string' ? read.record.update_time : null;
  const { readAt } = read;
  const earlier = earlierAttempts(context, intent);
  const arrived = arrivedAttempt(context, intent, now, earlier);
  if (arrived) return { kind: 'already', realId: target, readAt, recordAsOf, ...arrived };
  const { added, doubtful } = childrenOfAttempts(context, intent, command, { now, earlier });
  if (doubtful.length > 0) return { kind: 'doubt', candidates: [], unknown: doubtful };
  const attempts = [...earlier.ofOrigin, ...earlier.own].map((one) => one.command);
  const open = withoutArrived(command, attempts, earlier.seenFirst, now);
  if (open === 'changed') return { kind: 'unsendable', code: 'ids-unknown' };
  const merged = mergeWithRecord(context, intent, open, { carried, added, earlier, now });
  if (merged.kind === 'conflict') return { ...merged, target, children: added };
  const custom = customChangedByOthers(command, intent.base, now, {
    own: ownCustom(context.store, intent),
    agreed: intent.detail.agreedCustom,
  });
  if (custom !== null)
    return { kind: 'unsendable', code: CUSTOM_CHANGED, field: custom.field, message: custom.theirs };
  if (merged.kind === 'same')
    return {
      kind: 'already',
      realId: target,
      children: added,
      readAt,
      own: null,
      recordAsOf,
      command: merged.command,
    };
  const whole = keepsLeftOut(context, intent, merged.command, {
    ...now,
    several: fieldsWithSeveral(read.record),
  });
  if (whole.kind === 'would-clear') return { kind: 'unsendable', code: 'would-clear', field: whole.field };
  return {
    kind: 'go',
    command: whole.command,
    window: NO_WINDOW,
    preexisting: childrenBeforePush(intent, now),
    notes: merged.unread.length > 0 ? ['could-not-compare-all'] : [],
    before: now,
    children: added,
    recordAsOf,
    contacts: whole.contacts,
  };
};

/** What follows if the record was not found. If no route can read it, the edit is sent without a comparison. */
const withoutRecord = (
  intent: Intent,
  command: Command,
  read: Exclude<RecordRead, FoundRecord>,
): Preflight => {
  switch (read.kind) {
    case 'trouble':
      return read;
    case 'missing':
      return { kind: 'unsendable', code: 'gone' };
    case 'refused':
      return { kind: 'unsendable', code: `refused-${read.code}`, message: read.message };
    case 'no-read':
      return {
        kind: 'go',
        command,
        window: NO_WINDOW,
        preexisting: intent.detail.preexisting,
        notes: ['could-not-compare'],
      };
  }
};

/** The version of the attempt that the record shows, and the ids of what it added; null if it shows none. */
const arrivedAttempt = (
  context: OutboxContext,
  intent: Intent,
  now: FoundRecord['snapshot'],
  { own, knownChildren }: EarlierAttempts,
): { own: number | null; children: Map<string, string> } | null => {
  if (own.length === 0) return null;
  const verdict = context.parts.judgeEdit({
    sent: own.map((one) => one.command),
    saved: own.map((one) => one.saved),
    base: seenUnderRealIds(context, intent.base),
    now,
    knownChildren,
    lateCommitPassed: false,
    money: false,
    replaySafe: true,
  });
  if (verdict.kind !== 'adopt') return null;
  return { own: own[verdict.attempt]?.version ?? null, children: verdict.children };
};

/** Merges an edit with the record. `added` are the contacts and lines that an earlier attempt has added. */
const mergeWithRecord = (
  context: OutboxContext,
  intent: Intent,
  command: Command,
  {
    carried,
    added,
    earlier: { own: attempts, seen },
    now,
  }: {
    carried: ReadonlySet<string>;
    added: ReadonlyMap<string, string>;
    earlier: EarlierAttempts;
    now: FoundRecord['snapshot'];
  },
): MergeResult => {
  const { store } = context;
  const withIds = { ...store, realIdOf: (ref: string) => added.get(ref) ?? store.realIdOf(ref) };
  const unseen = isLocalRef(intent.command.target ?? '') ? null : NOTHING_SEEN;
  const seenBase = baseWithoutUndelivered(withIds, intent) ?? unseen;
  const { base, own } = asUnchanged(carried, command, seenBase, ownWrites(withIds, intent));
  const takenBack = withTakenBack(context, intent, command, { attempts, seen, now });
  return context.parts.mergeEdit(withAdded(takenBack, added), base, now, own);
};

/**
 * The ids of contacts and lines that existed before the push. After an earlier attempt, only what existed before that
 * attempt counts: the record may contain what it added.
 */
const childrenBeforePush = ({ detail }: Intent, { children }: Snapshot): string[] =>
  detail.sentVersions.length > 0
    ? detail.preexisting
    : children.map(({ ref }) => ref).filter((ref) => ref !== '');

/** A note on an item: the user agreed to send the whole record. */
export const WHOLE_RECORD = 'whole-record';

/**
 * If edits of this kind empty omitted fields: returns an edit that empties nothing, or the fields that it
 * would empty.
 */
const keepsLeftOut = (
  context: OutboxContext,
  intent: Intent,
  command: Command,
  now: ReadContacts,
):
  | { kind: 'send'; command: Command; contacts?: CommandChild[] | undefined }
  | { kind: 'would-clear'; field: string } => {
  const omission = omissionOf(context, intent.kind);
  const contacts = otherContacts(command, now, omission);
  if (omission !== 'clears') return { kind: 'send', command, contacts };
  const mayFill = intent.detail.notes.includes(WHOLE_RECORD) && !context.parts.isMoney(command);
  const whole = mayFill ? withLeftOutFields(command, now) : command;
  const fields = { ...sentAlong(whole, now.fields), ...whole.fields };
  const [field] = fieldsLeftOut(
    { ...whole, fields, children: [...whole.children, ...(contacts ?? [])] },
    now,
  );
  return field === undefined ? { kind: 'send', command: whole, contacts } : { kind: 'would-clear', field };
};
