/**
 * The user's actions on the outbox: submit, edit, undo, discard, hold, decide. Every call is one transaction.
 * When it returns `ok`, the decision is on disk. It does not use the network; it tells the dispatcher to look
 * for work.
 */
import {
  isLocalRef,
  type Command,
  type CommandChild,
  type IntentKind,
  type Snapshot,
} from '#shared/domain/intent';
import { checkCommand, type CommandIssue } from '#shared/domain/intent-rules';
import { sameChild } from '#shared/domain/child-key';
import { commandSchema } from '#shared/domain/intent-schema';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { FieldTable } from '#shared/domain/push-fields/push-field';
import type { ChainItem } from '#shared/contract/outbox-item';
import type { Done, Submitted } from '#shared/contract/outbox-decisions';
import type { EditBase } from '#shared/contract/outbox';
import { compareOutdatedAgain, type OutboxContext } from '../outbox-context';
import { isFrozen } from '../frozen';
import type { Intent } from '../store/intent-record';
import { makersFor } from '../waits-for';
import { underOneName, withoutDoubles } from '../edits/child-names';
import { takeBackFromWaitingEdits } from '../edits/carry-edit';
import { createEditQueue, type EditQueue, refuse } from './edit-queue';
import { withoutListedLines } from '../edits/fold-edit';
import { endDraft, type FormDraft, isDraftEnded, isDraftGone } from './form-drafts';
import * as items from './item-actions';
import { customKey, decidedAt, hadChildBefore, keyOf, nameOfRef } from '../edits/latest-changes';
import { onlyChanges, successorOf } from '../edits/successor';
import { undoOf, undoOfLatest } from './undo';
import { withoutUnchanged, withoutUnchangedIn, withUnchangedOfNow } from './unchanged-fields';

export interface UserDecisions {
  /**
   * `unchanged`: fields that the form did not change. They get the values of `recordNow`: what a form of the record
   * would show now, without items that wait for the user. `unchangedIn`: such fields of contacts and lines, by ref.
   */
  submit(
    input: {
      command: unknown;
      base: Snapshot | null;
      unchanged?: string[] | undefined;
      unchangedIn?: Record<string, string[]> | undefined;
      recordNow?: (kind: IntentKind, ref: string) => EditBase | null;
    } & FormDraft,
  ): Submitted;
  /**
   * `base` replaces the base of an item in conflict. `seen`: what the form has shown of the record beside that base;
   * for a new record, what it has shown of the item with later edits.
   * `typed`, and `typedIn` by contact or line: fields that the user changed in the form; custom fields by their ids.
   */
  edit(
    id: string,
    input: {
      command: unknown;
      version?: number | undefined;
      base?: Snapshot | undefined;
      seen?: Snapshot | null | undefined;
      typed?: string[] | undefined;
      typedIn?: Record<string, string[]> | undefined;
    } & FormDraft,
  ): Submitted;
  undo(id: string, version?: number): Done;
  chainOf(id: string): ChainItem[];
  discard(id: string, version?: number): Done;
  hold(id: string, held: boolean): Done;
  sendNow(id: string): Done;
  sendAgain(id: string): Done;
  /** The user has checked that the invoice's number is free. */
  numberChecked(id: string): Done;
  /** The user has checked a record whose values a late attempt replaced. */
  replacedSeen(id: string): Done;
  arrived(id: string, realId: string | null): Done;
}

export const createUserDecisions = (context: OutboxContext): UserDecisions => {
  const queue = createEditQueue(context);
  const { store } = context;
  return {
    submit: (input) => store.atomically(() => submit(context, queue, input)),
    edit: (id, input) => store.atomically(() => edit(context, queue, id, input)),
    undo: (id, version) => items.withIntent(context, id, (intent) => undo(context, queue, intent, version)),
    chainOf: (id) => items.chainOf(context, id),
    discard: (id, version) => items.discard(context, id, version),
    hold: (id, held) => items.hold(context, id, held),
    sendNow: (id) => items.sendNow(context, id),
    sendAgain: (id) => items.sendAgain(context, id),
    numberChecked: (id) => items.numberChecked(context, id),
    replacedSeen: (id) => items.replacedSeen(context, id),
    arrived: (id, realId) => items.arrived(context, id, realId),
  };
};

type Submission = Parameters<UserDecisions['submit']>[0];
type Edit = Parameters<UserDecisions['edit']>[1];

/** Saves a new edit: merges it into a waiting edit of the same record, or inserts an intent (OB18). */
const submit = (context: OutboxContext, queue: EditQueue, submission: Submission): Submitted => {
  const wanted = parse(context, submission.command);
  if (!wanted) return refuse('invalid');
  if (isDraftEnded(context, submission, wanted)) return refuse('draft-gone');
  const into = queue.foldable(wanted);
  const twice = into ? allocatedTwice(wanted, submission, into.command) : [];
  if (twice.length > 0) return refuse('invalid', twice);
  // If the record itself was to be made by a discarded item, the form says that.
  const isGone = wanted.target !== null && context.store.get(wanted.target)?.state === 'discarded';
  if (!isGone && wanted.children.some((item) => isOfDiscarded(context, item, into?.id ?? null)))
    return refuse('invalid', [CHILD_DISCARDED]);
  const { command: edit, base } = withoutStaleValues(wanted, submission, into, context);
  const command = withRemovals(context, edit, into?.id ?? null);
  if (!command) return refuse('invalid', [LINE_WAITS]);
  const saved = into
    ? foldInto(context, queue, into, command, base)
    : insertChecked(queue, command, checkCommand(command), base, {
        draftId: submission.draftId,
        unchanged: submission.unchanged,
      });
  return endDraft(context, submission, saved);
};

/**
 * Two forms of a receipt each add an allocation for the same document. The first is in the waiting edit, and the second
 * form has not shown it. One allocation cannot keep both amounts, and money is never merged (OB3), so these allocations
 * of the second form are issues.
 */
const allocatedTwice = (
  { kind, children }: Command,
  { base, unchangedIn = {} }: Submission,
  { children: waiting }: Command,
): CommandIssue[] =>
  children.flatMap((item, at) => {
    const other = kind === 'receipt' ? sameChild(kind, waiting, item) : undefined;
    const isShown =
      sameChild(kind, base?.children ?? [], item) !== undefined ||
      unchangedIn[item.ref]?.includes('refer_id');
    return other === undefined || other.ref === item.ref || isShown
      ? []
      : [{ path: ['children', at, 'refer_id'], code: 'allocation-waits' }];
  });

/** Removes values that the form did not change, so that they do not replace what another form has saved since. */
const withoutStaleValues = (
  command: Command,
  { base, unchanged = [], unchangedIn = {}, recordNow }: Submission,
  into: Intent | undefined,
  { store }: OutboxContext,
): { command: Command; base: Snapshot | null } => {
  if (into) {
    const edit = withoutUnchanged(command, unchanged);
    return { command: withoutUnchangedIn(edit, unchangedIn, into.command, store.realIdOf), base };
  }
  if (command.target === null || unchanged.length === 0) return { command, base };
  return withUnchangedOfNow({ command, base }, unchanged, recordNow?.(command.kind, command.target) ?? null);
};

/**
 * Replaces the content of an intent; one that was sent without a verdict gets a successor. An edit of a delivered
 * intent is refused: it has to be made against the record as it is now.
 */
const edit = (context: OutboxContext, queue: EditQueue, id: string, input: Edit): Submitted => {
  const intent = context.store.get(id);
  const wanted = parse(context, input.command);
  if (!intent) return refuse('not-found');
  if (!wanted || !isOfSameRecord(context, wanted, intent.command)) return refuse('invalid');
  const settled = withRemovals(context, wanted, id);
  if (!settled) return refuse('invalid', [LINE_WAITS]);
  // If the user removes a child that the item itself adds, the new content does not contain it.
  const added = settled.children.filter((item) => !isUnsentRemoval(item));
  // What an item added that the user has discarded stays discarded, unless the user has changed it in this form.
  const children = added.filter((item) => isTyped(item, input.typedIn) || !isOfDiscarded(context, item, id));
  const content = { ...settled, children };
  const command =
    content.target === null
      ? content
      : withoutDoubles(content, input.seen ?? intent.base, context.store.realIdOf, input.typedIn);
  const isMerge = input.base !== undefined;
  const issues = [
    // If nothing is left of the edit after the user's choices, it counts as delivered without a push (OB24).
    ...checkCommand(command).filter(({ code }) => !isMerge || code !== 'no-change'),
    ...allocationsOfOthers(context.store, command, id),
  ];
  if (issues.length > 0) return refuse('invalid', issues);
  if (isDraftGone(context, input)) return refuse('draft-gone');
  if (intent.state === 'applied') return refuse('delivered');
  if (intent.state === 'discarded') return refuse('not-now');
  if (command.children.some((item) => isOfDiscarded(context, item, id)))
    return refuse('invalid', [CHILD_DISCARDED]);
  const isOutdated = input.version !== undefined && input.version !== intent.version;
  if (isOutdated || (isMerge && intent.state !== 'conflict')) return refuse('changed');
  // The item was sent after its form was opened. The form then continues as a form of the record and says what it
  // cannot remove.
  if (isFrozen(intent) && leavesOut(intent.command, command)) return refuse('changed');
  const extended = seenBefore(context, intent, { seen: input.seen ?? null, later: command });
  const saved = isFrozen(intent)
    ? saveSuccessor(context, queue, intent, command, input.seen ?? null)
    : queue.replace(intent, {
        command,
        base: input.base === undefined ? extended : input.base,
        event: intent.state === 'conflict' ? 'merge' : 'edit',
        outcome: 'replaced',
        shown: command.target === null ? (input.seen ?? null) : null,
        typed: typedKeys(context, command, input),
      });
  return endDraft(context, input, saved);
};

/**
 * The form of an item shows the allocations of other edits too. One that an edit adds which still waits can only be
 * changed there: every push adds those that it lists (contract E7), so both amounts would be allocated.
 */
const allocationsOfOthers = (
  store: OutboxContext['store'],
  { kind, children }: Command,
  id: string,
): CommandIssue[] =>
  children.flatMap(({ ref }, at) => {
    const maker = kind === 'receipt' && isLocalRef(ref) ? store.makerOf(ref) : null;
    const other = maker === null || maker === id ? null : store.get(maker);
    return other?.state !== 'queued' || isFrozen(other)
      ? []
      : [{ path: ['children', at, 'refer_id'], code: 'allocation-waits' }];
  });

/** The fields that the user changed in the form, as keys of `latest-changes.ts`. */
const typedKeys = (
  { store }: OutboxContext,
  command: Command,
  { typed = [], typedIn = {} }: Pick<Edit, 'typed' | 'typedIn'>,
): string[] => {
  const tables = KIND_TABLES[command.kind];
  // A name that is not in the table is the id of a custom field.
  const keysOf = (names: readonly string[], table: FieldTable, child: string): string[] =>
    names.map((name) => keyOf(name in table ? name : customKey(name), child));
  return [
    ...keysOf(typed, tables.fields, ''),
    ...Object.entries(typedIn).flatMap(([ref, names]) =>
      keysOf(names, tables.children, nameOfRef(store, command, ref)),
    ),
  ];
};

/**
 * Returns true if a contact or allocation of a new record is missing in `wanted`. Lines of an invoice can be removed.
 */
const leavesOut = ({ kind, target, children }: Command, wanted: Command): boolean =>
  target === null &&
  kind !== 'outboundInvoice' &&
  children.some(({ ref }) => !wanted.children.some((item) => item.ref === ref));

/** The base of an edit, extended by the further values that its form has shown. */
const seenBefore = (
  { parts }: OutboxContext,
  { base, command }: Pick<Intent, 'base' | 'command'>,
  { seen, later }: { seen: Snapshot | null; later: Command },
): Snapshot | null => (command.target === null ? base : parts.foldBases(base, seen, command, later));

const saveSuccessor = (
  context: OutboxContext,
  queue: EditQueue,
  intent: Intent,
  wanted: Command,
  seen: Snapshot | null,
): Submitted => {
  const successor = successorOf(intent, wanted);
  if (!successor) return refuse('not-now');
  const into = queue.foldable(successor.command);
  const change = into ? onlyChanges(intent, successor.command, into.command) : successor.command;
  const command = withRemovals(context, change, into?.id ?? null);
  if (!command) return refuse('invalid', [LINE_WAITS]);
  const before = { base: successor.base, command: intent.command };
  const base = seenBefore(context, before, { seen, later: successor.command });
  return into
    ? foldInto(context, queue, into, command, base)
    : insertChecked(queue, command, checkCommand(command), base, { predecessor: intent.id });
};

/** Merges a command into a waiting edit of the same record. */
const foldInto = (
  { parts, store }: OutboxContext,
  queue: EditQueue,
  earlier: Intent,
  wanted: Command,
  seen: Snapshot | null,
): Submitted => {
  const { waiting: into, later } = underOneName(earlier, { command: wanted, base: seen }, store.realIdOf);
  const { command, base } = later;
  const folded = parts.foldCommands(into.command, withoutListedLines(into.command, command, base));
  const issues = checkCommand(folded);
  if (issues.length > 0) return refuse('invalid', issues);
  return queue.replace(into, {
    command: folded,
    base: parts.foldBases(into.base, base, into.command, command),
    event: 'edit',
    outcome: 'folded',
  });
};

const insertChecked = (
  queue: EditQueue,
  command: Command,
  issues: CommandIssue[],
  base: Snapshot | null,
  from: Parameters<EditQueue['insert']>[2],
): Submitted => (issues.length > 0 ? refuse('invalid', issues) : queue.insert(command, base, from));

/**
 * The contacts and lines that only the undone edit adds and that another edit names: by local id, with the edit that
 * adds each of them from now on, because it had it before. `earlier` is what Undo restores; `since` is the place of the
 * undone edit in the ledger. Null if an edit without it before changes one: it would add a contact with the changed
 * fields alone.
 */
const makersAfterUndo = (
  store: OutboxContext['store'],
  { id, kind, command }: Intent,
  earlier: Command,
  since: number,
): ReadonlyMap<string, string> | null => {
  const others = store
    .forRecord(kind, command.target ?? id)
    .filter((other) => other.id !== id && other.state !== 'applied');
  const dropped = command.children
    .map(({ ref }) => ref)
    .filter((ref) => isLocalRef(ref) && store.makerOf(ref) === id)
    .filter((ref) => !earlier.children.some((item) => item.ref === ref));
  const having = (ref: string) =>
    others.filter((other) => other.command.children.some((item) => item.ref === ref));
  const makers = new Map<string, string>();
  for (const ref of dropped) {
    const maker = having(ref).find((other) => hadChildBefore(store, other.id, ref, since));
    if (maker !== undefined) makers.set(ref, maker.id);
    else if (having(ref).length > 0) return null;
  }
  return makers;
};

/**
 * Restores the version before the user's latest edit. If the service had refused that version, or it was in
 * conflict, so it is again: nothing is sent that the user did not send.
 */
const undo = (
  context: OutboxContext,
  queue: EditQueue,
  intent: Intent,
  version: number | undefined,
): Done => {
  const { store } = context;
  // A message names the version that it saved, and takes back that one.
  const possible = version === undefined ? undoOf(store, intent) : undoOfLatest(store, intent);
  if (possible === null) return refuse('not-now');
  if (version !== undefined && version !== possible.edited) return refuse('changed');
  if (possible.undo === null) return refuse('not-now');
  if (makersFor(store, intent.id, possible.undo.command) === null) return refuse('changed');
  const editedAt = decidedAt(store, { id: intent.id, version: possible.edited });
  const makers = makersAfterUndo(store, intent, possible.undo.command, editedAt ?? 0);
  if (makers === null) return refuse('changed');
  for (const [ref, maker] of makers) store.isMadeBy(ref, maker);
  const saved = queue.replace(intent, { ...possible.undo, event: 'edit', outcome: 'replaced' });
  if (saved.ok && editedAt !== null) takeBackFromWaitingEdits(context, intent, editedAt);
  // A later edit may have been delivered since the conflict that is restored.
  for (const other of store.forRecord(intent.kind, intent.command.target ?? intent.id))
    if (other.state === 'applied') compareOutdatedAgain(context, other);
  return saved.ok ? items.DONE : saved;
};

/** Parses a command and replaces a local target by its real id, if known. Null if `input` is no command. */
const parse = (context: OutboxContext, input: unknown): Command | null => {
  const parsed = commandSchema.safeParse(input);
  return parsed.success ? withRealTarget(context, parsed.data) : null;
};

const isOfSameRecord = (context: OutboxContext, one: Command, other: Command): boolean =>
  one.kind === other.kind && one.target === withRealTarget(context, other).target;

const LINE_WAITS: CommandIssue = { path: ['children'], code: 'line-waits' };

const CHILD_DISCARDED: CommandIssue = { path: ['children'], code: 'child-discarded' };

/** Returns true if an item other than `owner` added the contact or line, and the user has discarded that item. */
const isOfDiscarded = (
  { store }: OutboxContext,
  { ref, remove }: CommandChild,
  owner: string | null,
): boolean => {
  const maker = isLocalRef(ref) && !remove && store.realIdOf(ref) === null ? store.makerOf(ref) : null;
  return maker !== null && maker !== owner && store.get(maker)?.state === 'discarded';
};

/** Returns true if the user has changed the contact or line in the form, or if this is not known. */
const isTyped = ({ ref }: CommandChild, typedIn: Edit['typedIn']): boolean =>
  typedIn === undefined || (typedIn[ref]?.length ?? 0) > 0;

const isUnsentRemoval = ({ ref, remove }: CommandChild): boolean => remove === true && isLocalRef(ref);

const mayHaveSent = (maker: Intent | null): boolean =>
  maker !== null && (maker.state !== 'discarded' || maker.detail.sentVersions.length > 0);

/**
 * The command with each removed contact or line under its real id. If `owner` (the item that the command is merged
 * into) adds the child, it keeps its local id. Returns null if another item adds the child and may have sent it: its
 * real id is not known yet. A child of a discarded item that was never sent does not exist, so its removal is dropped.
 */
const withRemovals = ({ store }: OutboxContext, command: Command, owner: string | null): Command | null => {
  const children: CommandChild[] = [];
  for (const item of command.children) {
    if (!isUnsentRemoval(item)) {
      children.push(item);
      continue;
    }
    const realId = store.realIdOf(item.ref);
    const maker = store.makerOf(item.ref);
    // No push removes a contact (contract E3); the item says that it may stay.
    if (realId !== null && command.kind !== 'outboundInvoice') continue;
    if (realId !== null) children.push({ ...item, ref: realId });
    else if (maker !== null && maker === owner) children.push(item);
    else if (maker !== null && mayHaveSent(store.get(maker))) return null;
  }
  return { ...command, children };
};

const withRealTarget = ({ store }: Pick<OutboxContext, 'store'>, command: Command): Command => {
  const { target } = command;
  const realId = target !== null && isLocalRef(target) ? store.realIdOf(target) : null;
  return realId === null ? command : { ...command, target: realId };
};
