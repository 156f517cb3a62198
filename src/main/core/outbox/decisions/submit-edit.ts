/** Saves the edit of a form: merges it into a waiting edit of the same record, or inserts an intent (OB18). */
import type { Command, CommandChild, IntentKind, Snapshot } from '#shared/domain/intent';
import { checkCommand, type CommandIssue } from '#shared/domain/intent-rules';
import { sameChild } from '#shared/domain/child-key';
import type { EditBase } from '#shared/contract/outbox';
import type { Submitted } from '#shared/contract/outbox-decisions';
import type { OutboxContext } from '../outbox-context';
import type { Intent } from '../store/intent-record';
import { underOneName } from '../edits/child-names';
import { withoutListedLines } from '../edits/fold-edit';
import { withoutUnchanged, withoutUnchangedIn, withUnchangedOfNow } from '../edits/unchanged-fields';
import { type EditQueue, refuse } from './edit-queue';
import { endDraft, type FormDraft, isDraftEnded } from './form-drafts';
import { CHILD_DISCARDED, isOfDiscarded, LINE_WAITS, parseCommand, withRemovals } from './parse-command';

/** The content of a form that is saved for the first time. */
export interface Submission extends FormDraft {
  command: unknown;
  base: Snapshot | null;
  /** Fields that the form did not change. They get the values of `recordNow`. */
  unchanged?: string[] | undefined;
  /** Such fields of contacts and lines, by ref. */
  unchangedIn?: Record<string, string[]> | undefined;
  /** What a form of the record would show now, without items that wait for the user. */
  recordNow?: (kind: IntentKind, ref: string) => EditBase | null;
}

export const submitEdit = (context: OutboxContext, queue: EditQueue, submission: Submission): Submitted => {
  const parsed = parseCommand(context, submission.command);
  if (!parsed) return refuse('invalid');
  if (isDraftEnded(context, submission, parsed)) return refuse('draft-gone');
  const into = queue.foldable(parsed);
  const isDiscarded = (item: CommandChild): boolean => isOfDiscarded(context, item, into?.id ?? null);
  // What a discarded item added stays discarded, unless the user has changed it in this form.
  const children = parsed.children.filter((item) => isChanged(item, submission) || !isDiscarded(item));
  const wanted = { ...parsed, children };
  const twice = into ? allocatedTwice(wanted, submission, into.command) : [];
  if (twice.length > 0) return refuse('invalid', twice);
  // If the record itself was to be made by a discarded item, the form says that.
  const isGone = wanted.target !== null && context.store.get(wanted.target)?.state === 'discarded';
  if (!isGone && children.some(isDiscarded)) return refuse('invalid', [CHILD_DISCARDED]);
  const { command: edit, base } = withoutStaleValues(wanted, submission, into, context);
  const command = withRemovals(context, edit, into?.id ?? null);
  if (!command) return refuse('invalid', [LINE_WAITS]);
  const saved = into
    ? foldInto(context, queue, into, { command, base })
    : insertChecked(
        queue,
        { command, base },
        { draftId: submission.draftId, unchanged: submission.unchanged },
      );
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

/** Returns false for a line that the form only lists, because an edit of an invoice lists every line (contract E5). */
const isChanged = ({ ref, fields, custom }: CommandChild, { unchangedIn = {} }: Submission): boolean =>
  custom !== undefined || Object.keys(fields).some((name) => !unchangedIn[ref]?.includes(name));

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

/** An edit, and what its form has shown. */
interface Edit {
  command: Command;
  base: Snapshot | null;
}

/** Merges an edit into a waiting one (`earlier`) of the same record. */
export const foldInto = (
  { parts, store }: OutboxContext,
  queue: EditQueue,
  earlier: Intent,
  edit: Edit,
): Submitted => {
  const { waiting: into, later } = underOneName(earlier, edit, store.realIdOf);
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

/** Inserts an intent, if its command has no issues. */
export const insertChecked = (
  queue: EditQueue,
  { command, base }: Edit,
  from: Parameters<EditQueue['insert']>[2],
): Submitted => {
  const issues = checkCommand(command);
  return issues.length > 0 ? refuse('invalid', issues) : queue.insert(command, base, from);
};
