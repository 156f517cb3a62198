/** Saves the form of an item of the Outbox. */
import { isLocalRef, type Command, type CommandChild, type Snapshot } from '#shared/domain/intent';
import { checkCommand, type CommandIssue } from '#shared/domain/intent-rules';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { FieldTable } from '#shared/domain/push-fields/push-field';
import type { Submitted } from '#shared/contract/outbox-decisions';
import type { OutboxContext } from '../outbox-context';
import { isFrozen } from '../frozen';
import type { Intent } from '../store/intent-record';
import { withoutDoubles } from '../edits/child-names';
import type { ShownWithLater } from '../edits/carry-edit';
import { customKey, keyOf, keysOfSameValues, nameOfRef } from '../edits/latest-changes';
import { onlyChanges, successorOf } from '../edits/successor';
import { type EditQueue, refuse } from './edit-queue';
import { endDraft, type FormDraft, isDraftGone } from './form-drafts';
import {
  CHILD_DISCARDED,
  isOfDiscarded,
  isOfSameRecord,
  isUnsentRemoval,
  LINE_WAITS,
  parseCommand,
  withRemovals,
} from './parse-command';
import { foldInto, insertChecked } from './submit-edit';

/** The content of a form of an item. */
export interface ItemEdit extends FormDraft {
  command: unknown;
  /** The version that the form has shown. */
  version?: number | undefined;
  /** Replaces the base of an item in conflict. */
  base?: Snapshot | undefined;
  /**
   * What the form has shown of the record beside that base; for a new record, what it has shown of the item with later
   * edits.
   */
  seen?: Snapshot | null | undefined;
  /** Fields that the user changed in the form; custom fields by their ids. */
  typed?: string[] | undefined;
  /** Such fields of contacts and lines, by ref. */
  typedIn?: Record<string, string[]> | undefined;
}

/**
 * Replaces the content of an intent; one that was sent without a verdict gets a successor. An edit of a delivered
 * intent is refused: it has to be made against the record as it is now.
 */
export const editItem = (
  context: OutboxContext,
  queue: EditQueue,
  id: string,
  input: ItemEdit,
): Submitted => {
  const intent = context.store.get(id);
  const wanted = parseCommand(context, input.command);
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
    ? saveSuccessor(context, queue, intent, { wanted: command, seen: input.seen ?? null })
    : queue.replace(intent, {
        command,
        base: input.base === undefined ? extended : input.base,
        event: intent.state === 'conflict' ? 'merge' : 'edit',
        outcome: 'replaced',
        shown: shownWithLater(context, command, input),
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
  { typed = [], typedIn = {} }: Pick<ItemEdit, 'typed' | 'typedIn'>,
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

/**
 * What the form of a new record has shown with later edits. A field that still has that value and that the user did not
 * type is no change: another form may have changed it in the later edit since.
 */
const shownWithLater = (
  context: OutboxContext,
  command: Command,
  input: Pick<ItemEdit, 'seen' | 'typed' | 'typedIn'>,
): ShownWithLater | null => {
  if (command.target !== null || !input.seen) return null;
  const typed = new Set(typedKeys(context, command, input));
  const same = keysOfSameValues(context.store, command.kind, command, input.seen);
  return { snapshot: input.seen, kept: same.filter((key) => !typed.has(key)) };
};

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
  { wanted, seen }: { wanted: Command; seen: Snapshot | null },
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
    ? foldInto(context, queue, into, { command, base })
    : insertChecked(queue, { command, base }, { predecessor: intent.id });
};

/** Returns true if the user has changed the contact or line in the form, or if this is not known. */
const isTyped = ({ ref }: CommandChild, typedIn: ItemEdit['typedIn']): boolean =>
  typedIn === undefined || (typedIn[ref]?.length ?? 0) > 0;
