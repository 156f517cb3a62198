/**
 * Puts edits into the queue: a new intent, or a new version of an intent that has no unanswered attempt. It
 * decides what the edit waits for, and until when it can be undone (OB70). The caller runs it in a
 * transaction.
 */
import { isLocalRef, type Command, type Snapshot } from '#shared/domain/intent';
import type { CommandIssue } from '#shared/domain/intent-rules';
import type { Refusal, Submitted } from '#shared/contract/outbox-decisions';
import { advance, type OutboxContext } from '../outbox-context';
import { endCircles, goesAfter, makersFor } from '../waits-for';
import { undoSecondsOf } from '../outbox-settings';
import { isFrozen } from '../frozen';
import { emptyDetail, type Intent, type Parent, type WaitCause } from '../store/intent-record';
import { CUSTOM_ANYWAY } from '../compare/custom-changed';
import { carryChoicesIntoCopies, carryIntoWaitingEdits, type ShownWithLater } from '../edits/carry-edit';
import { keysOfSameValues, type Since, withoutChoices } from '../edits/latest-changes';
import { REMOVED_MAY_STAY, removedMayStay } from './removed-may-stay';
import { type Verdict, verdictOf } from '../edits/verdict';

export const refuse = (code: Refusal['code'], issues: CommandIssue[] = []): Refusal => ({
  ok: false,
  code,
  issues,
});

export interface Replacement {
  command: Command;
  base: Snapshot | null;
  event: 'edit' | 'merge';
  outcome: 'folded' | 'replaced';
  /** The version that Undo restores. */
  undoneTo?: number;
  /** Keys of the fields that the user changed, also if the item had this value already. */
  typed?: readonly string[];
  /** What the form of a new record has shown with later edits, and the keys of the fields that the user left so. */
  shown?: ShownWithLater | null;
  /** The verdict that Undo restores with it. */
  verdict?: Verdict | null;
}

/** What a new version has in place of the verdict on the former one. */
const NO_VERDICT = { reason: null, conflicts: [] } as const satisfies Omit<Verdict, 'state'>;
/** The transition by which Undo restores a verdict. */
const RESTORES = { rejected: 'unsendable', conflict: 'differs' } as const;

export interface EditQueue {
  /**
   * Adds an intent. `predecessor` is the frozen intent that it continues; `draftId` is the draft of the form that
   * was saved; `since` names the version of another item as which the user made the change; `unchanged` are the fields
   * that the command carries only because every push does.
   */
  insert(
    command: Command,
    base: Snapshot | null,
    from: {
      predecessor?: string | null;
      draftId?: string | null | undefined;
      since?: Since;
      unchanged?: readonly string[] | undefined;
    },
  ): Submitted;
  /** Adds a new version to an intent without unsettled attempts, and queues it. */
  replace(intent: Intent, replacement: Replacement): Submitted;
  /** The waiting edit of the same record that the command can be merged into. */
  foldable(command: Command): Intent | undefined;
}

export const createEditQueue = (context: OutboxContext): EditQueue => {
  const { store, parts } = context;

  /**
   * Intents whose records the command names, and earlier unsettled intents of the same record; null if a
   * local ref is unknown.
   */
  const parentsFor = (id: string, command: Command): Parent[] | null => {
    const parents = new Map<string, Parent>();
    if (command.target !== null)
      for (const other of store.forRecord(command.kind, command.target))
        if (other.id !== id && other.state !== 'applied')
          parents.set(other.id, { id: other.id, strength: 'after' });
    const makers = makersFor(store, id, command);
    for (const maker of makers ?? []) parents.set(maker, { id: maker, strength: 'needs' });
    return makers && [...parents.values()];
  };

  /** The wait after a save, so that the user can undo it (OB70). */
  const undoWait = (): { notBefore: number; waitsBecause: WaitCause | null } => {
    const seconds = undoSecondsOf(context);
    return seconds > 0
      ? { notBefore: context.clock.now() + seconds * 1000, waitsBecause: 'undo' }
      : { notBefore: 0, waitsBecause: null };
  };

  const insert: EditQueue['insert'] = (
    command,
    base,
    { predecessor = null, draftId, since, unchanged = [] },
  ) => {
    const id = `local:${context.random.uuid()}`;
    const parents = parentsFor(id, command);
    if (!parents) return refuse('unknown-ref');
    const draft = parts.mayLandAsDraft(command) ? ['may-land-as-draft'] : [];
    const { notBefore, waitsBecause } = undoWait();
    store.insert(
      {
        id,
        kind: command.kind,
        state: 'queued',
        version: 1,
        command,
        base,
        fingerprint: parts.fingerprintOf(id, command),
        realId: command.target !== null && !isLocalRef(command.target) ? command.target : null,
        held: false,
        sendNow: false,
        needsUser: false,
        notBefore,
        tries: 0,
        detail: { ...emptyDetail(), predecessor, notes: draft, waitsBecause },
      },
      parents,
      {
        event: 'submitted',
        facts: {
          version: 1,
          ...(draftId ? { draftId } : {}),
          ...(since ? { since } : {}),
          ...(unchanged.length > 0 ? { unchanged } : {}),
        },
      },
    );
    context.changed(id);
    return { ok: true, id, outcome: predecessor === null ? 'new' : 'successor', version: 1 };
  };

  const replace = (intent: Intent, replacement: Replacement): Submitted => {
    const { base, event, outcome, undoneTo, verdict = null, typed = [], shown = null } = replacement;
    const command = withChildrenOfDependants(store, intent.id, replacement.command);
    const parents = parentsFor(intent.id, command);
    if (!parents) return refuse('unknown-ref');
    const version = intent.version + 1;
    // The user's last change is sent last.
    store.setParents(intent.id, [
      ...goesAfter(store, intent, ({ state }) => state !== 'applied'),
      ...parents.filter((parent) => parent.strength === 'needs'),
    ]);
    endCircles(store, intent.id);
    const realId = command.target !== null && !isLocalRef(command.target) ? command.target : intent.realId;
    const { notBefore, waitsBecause } = event === 'edit' ? undoWait() : { notBefore: 0, waitsBecause: null };
    // The values of later edits that the form only showed. The user entered them there, and not in this version.
    const before = shown && new Set(keysOfSameValues(store, command.kind, intent.command, command));
    const taken = (shown?.kept ?? []).filter((key) => before?.has(key) !== true);
    const [by, { reason, conflicts }] =
      verdict === null ? [event, NO_VERDICT] : [RESTORES[verdict.state], verdict];
    advance(
      context,
      intent,
      by,
      {
        version,
        command,
        base,
        realId,
        fingerprint: parts.fingerprintOf(intent.id, command),
        tries: 0,
        notBefore: verdict === null ? notBefore : 0,
        // The next correction waits like any other.
        ...(verdict === null ? {} : { sendNow: false }),
        detail: {
          ...intent.detail,
          reason,
          conflicts,
          waitsBecause: verdict === null ? waitsBecause : null,
          // What the user agreed to was the former version.
          agreedCustom: [],
          notes: [
            ...intent.detail.notes.filter((note) => note !== CUSTOM_ANYWAY && note !== REMOVED_MAY_STAY),
            ...(removedMayStay(store, intent, command) ? [REMOVED_MAY_STAY] : []),
          ],
        },
      },
      {
        event,
        facts: {
          version,
          ...(undoneTo === undefined ? verdictOf(intent) : { undoneTo }),
          ...(typed.length === 0 ? {} : { typed }),
          ...(taken.length === 0 ? {} : { shown: taken }),
        },
      },
    );
    const changed = event === 'merge' ? withoutChoices(intent, command) : command;
    // Undo is no change of the user: it takes back what was copied.
    if (undoneTo === undefined) carryIntoWaitingEdits(context, intent, { command: changed, base }, shown);
    if (event === 'merge') carryChoicesIntoCopies(context, intent, { command, base });
    return { ok: true, id: intent.id, outcome, version };
  };

  const foldable = (command: Command): Intent | undefined => {
    if (command.target === null) return undefined;
    const latest = store.forRecord(command.kind, command.target).find((other) => other.state !== 'applied');
    return latest?.state === 'queued' && !isFrozen(latest) ? latest : undefined;
  };

  return { insert, replace, foldable };
};

/**
 * A command may change a contact or line that another item adds, while that item needs this one: the two would
 * wait for each other for ever. So this item adds it, with all values; the other one then changes it. Not for
 * allocations, because every push adds those that it lists (contract E7).
 */
const withChildrenOfDependants = (
  store: Pick<OutboxContext['store'], 'makerOf' | 'get' | 'parentsOf' | 'isMadeBy'>,
  id: string,
  command: Command,
): Command => {
  if (command.kind === 'receipt') return command;
  const needsThis = (other: string, seen = new Set<string>()): boolean => {
    if (seen.has(other)) return false;
    seen.add(other);
    return store
      .parentsOf(other)
      .some((parent) => parent.strength === 'needs' && (parent.id === id || needsThis(parent.id, seen)));
  };
  const children = command.children.map((item) => {
    const maker = isLocalRef(item.ref) ? store.makerOf(item.ref) : null;
    if (maker === null || maker === id || item.remove || !needsThis(maker)) return item;
    const other = store.get(maker);
    const added = other?.command.children.find(({ ref }) => ref === item.ref);
    // What was discarded is not sent by another item.
    if (added === undefined || other?.state === 'discarded') return item;
    store.isMadeBy(item.ref, id);
    const custom = { ...added.custom, ...item.custom };
    return {
      ...item,
      fields: { ...added.fields, ...item.fields },
      ...(Object.keys(custom).length === 0 ? {} : { custom }),
    };
  });
  return { ...command, children };
};
