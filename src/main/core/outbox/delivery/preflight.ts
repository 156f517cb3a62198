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
import { childrenBefore, type Intent, type IntentDetail } from '../store/intent-record';
import { CUSTOM_ANYWAY, CUSTOM_CHANGED, customChangedByOthers } from '../compare/custom-changed';
import { asUnchanged, carriedAlong, withoutUndeliveredAlong } from '../edits/carried-along';
import { baseWithoutUndelivered, ownCustom, ownWrites } from '../edits/own-writes';
import { addsOthers, removedUnsurely, withAdded, withTakenBack } from './after-attempts';
import { withoutArrived } from './arrived-allocations';
import { sentAlong } from './build-request';
import { fieldsLeftOut, withLeftOutFields } from './left-out-fields';
import { ownCreator } from '../doubt/own-creator';
import { numberOf, numberUse } from './number-use';
import { otherContacts, type ReadContacts } from './other-contacts';
import { contactsWithSeveralPhones } from '../compare/server-snapshot';
import { before, readRecord, readServerTime, readSince } from '../doubt/read-records';
import type { OutboxContext } from '../outbox-context';
import {
  claimedByOther,
  madeUntil,
  seenBeforeAttempts,
  seenUnderRealIds,
  sentAttempts,
  twinMayHaveTwo,
} from './sent-versions';
import { compareSent } from '../compare/compare-sent';
import { originOf } from '../edits/latest-changes';

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
      ...new Set([...intent.detail.preexisting, ...(earlier === null ? found.map((item) => item.id) : [])]),
    ],
    notes,
  };
};

const preflightEdit = async (context: OutboxContext, intent: Intent, target: string): Promise<Preflight> => {
  const read = await readRecord(context.gateway, intent.kind, target);
  const carried = carriedAlong(context.store, intent);
  const command = withoutUndeliveredAlong(context.store, intent, intent.command, carried);
  if (read.kind === 'trouble') return read;
  if (read.kind === 'missing') return { kind: 'unsendable', code: 'gone' };
  if (read.kind === 'refused')
    return { kind: 'unsendable', code: `refused-${read.code}`, message: read.message };
  if (read.kind === 'no-read')
    return {
      kind: 'go',
      command,
      window: NO_WINDOW,
      preexisting: intent.detail.preexisting,
      notes: ['could-not-compare'],
    };
  const known = read.snapshot.children.map((item) => item.ref).filter((ref) => ref !== '');
  const recordAsOf = typeof read.record.update_time === 'string' ? read.record.update_time : null;
  const attempts = sentAttempts(context, intent);
  const { store } = context;
  const seen = seenBeforeAttempts(context, intent);
  const knownChildren = new Set([...childrenBefore(intent), ...(seen?.children ?? []).map(({ ref }) => ref)]);
  if (attempts.length > 0) {
    const verdict = context.parts.judgeEdit({
      sent: attempts.map((one) => one.command),
      saved: attempts.map((one) => one.saved),
      base: seenUnderRealIds(context, intent.base),
      now: read.snapshot,
      knownChildren,
      lateCommitPassed: false,
      money: false,
      replaySafe: true,
    });
    if (verdict.kind === 'adopt')
      return {
        kind: 'already',
        realId: target,
        children: verdict.children,
        readAt: read.readAt,
        own: attempts[verdict.attempt]?.version ?? null,
        recordAsOf,
      };
  }
  // The user made this edit in another item and then said that the other item arrived. A later attempt of that item may
  // have arrived too.
  const origin = store.get(originOf(store, intent.id) ?? '');
  const others = origin === null ? [] : sentAttempts(context, origin);
  const seenFirst = origin === null ? seen : seenBeforeAttempts(context, origin);
  const knownBefore = new Set([
    ...knownChildren,
    ...(origin === null ? [] : childrenBefore(origin)),
    ...(seenFirst?.children ?? []).map(({ ref }) => ref),
  ]);
  const isNamed = ([ref]: [string, string]): boolean => command.children.some((item) => item.ref === ref);
  // Contacts and lines that an earlier attempt added.
  const addedByOthers = others.flatMap((one) => [
    ...compareSent(one.command, read.snapshot, knownBefore).ids,
  ]);
  const compared = attempts.map((one) => compareSent(one.command, read.snapshot, knownChildren));
  const added = new Map([...addedByOthers.filter(isNamed), ...compared.flatMap(({ ids }) => [...ids])]);
  // A later attempt uses the real ids of what an earlier one added.
  const ours = new Set([
    ...[...addedByOthers, ...added].map(([, id]) => id),
    ...[...others, ...attempts].flatMap((one) => one.command.children.map(({ ref }) => ref)),
  ]);
  // A child that another item of the user added does not show that an attempt of this item arrived.
  const childKind = command.kind === 'outboundInvoice' ? 'line' : 'contact';
  const unknown = known.filter(
    (id) => !knownBefore.has(id) && !ours.has(id) && store.claimedBy(childKind, id) === null,
  );
  if (
    intent.detail.sentVersions.length + others.length > 0 &&
    WITH_IDS.has(command.kind) &&
    addsOthers(command, added) &&
    unknown.length > 0
  )
    return { kind: 'doubt', candidates: [], unknown };
  const unsure = removedUnsurely(command, compared, added);
  if (unsure.length > 0) return { kind: 'doubt', candidates: [], unknown: unsure };
  const open = withoutArrived(
    command,
    [...others, ...attempts].map((one) => one.command),
    seenFirst,
    read.snapshot,
  );
  if (open === 'changed') return { kind: 'unsendable', code: 'ids-unknown' };
  const withIds = { ...store, realIdOf: (ref: string) => added.get(ref) ?? store.realIdOf(ref) };
  const by = asUnchanged(
    carried,
    command,
    baseWithoutUndelivered(withIds, intent) ??
      (isLocalRef(intent.command.target ?? '') ? null : NOTHING_SEEN),
    ownWrites(withIds, intent),
  );
  const merged = context.parts.mergeEdit(
    withAdded(withTakenBack(context, intent, open, { attempts, seen, now: read.snapshot }), added),
    by.base,
    read.snapshot,
    by.own,
  );
  if (merged.kind === 'conflict') return { ...merged, target, children: added };
  const custom = intent.detail.notes.includes(CUSTOM_ANYWAY)
    ? null
    : customChangedByOthers(command, intent.base, read.snapshot, ownCustom(context.store, intent));
  if (custom !== null)
    return { kind: 'unsendable', code: CUSTOM_CHANGED, field: custom.field, message: custom.theirs };
  if (merged.kind === 'same')
    return {
      kind: 'already',
      realId: target,
      children: added,
      readAt: read.readAt,
      own: null,
      recordAsOf,
      command: merged.command,
    };
  const now = { ...read.snapshot, severalPhones: contactsWithSeveralPhones(read.record) };
  const whole = keepsLeftOut(context, intent, merged.command, now);
  if (whole.kind === 'would-clear') return { kind: 'unsendable', code: 'would-clear', field: whole.field };
  return {
    kind: 'go',
    command: whole.command,
    window: NO_WINDOW,
    // After an earlier attempt, only what existed before that attempt counts: `known` may contain what it added.
    preexisting: intent.detail.sentVersions.length > 0 ? intent.detail.preexisting : known,
    notes: merged.unread.length > 0 ? ['could-not-compare-all'] : [],
    before: read.snapshot,
    children: added,
    recordAsOf,
    contacts: whole.contacts,
  };
};

/** Kinds whose lines or contacts have ids, so that an unknown one can be recognised (contract E3, E5). */
const WITH_IDS: ReadonlySet<Command['kind']> = new Set(['outboundInvoice', 'company']);

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
