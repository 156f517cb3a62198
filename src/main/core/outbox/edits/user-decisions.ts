/**
 * The user's actions on the outbox: submit, edit, undo, discard, hold, decide. Every call is one transaction.
 * When it returns `ok`, the decision is on disk. It does not use the network; it tells the dispatcher to look
 * for work.
 */
import { isLocalRef, localRefsOf, type Command, type Snapshot } from '#shared/domain/intent';
import { commandSchema } from '#shared/domain/intent-schema';
import { checkCommand, type CommandIssue } from '#shared/domain/intent-rules';
import { carryIntoLaterEdit } from './fold-edit';
import { emptyDetail, type Intent, type WaitCause, type Parent } from '../store/intent-record';
import type { ChainItem, Done, Refusal, Submitted } from '#shared/contract/outbox';
import { advance, type OutboxContext } from '../outbox-context';
import { undoSecondsOf } from '../outbox-settings';
import type { OutboxStore } from '../store/outbox-store';
import { isFrozen } from '../outbox-view';
import { numberOf } from '../delivery/number-use';
import { NUMBER_NOT_CHECKED, WHOLE_RECORD } from '../delivery/preflight';
import { mapIds, twiceNote } from '../delivery/sent-versions';
import { successorOf } from './successor';

const refuse = (code: Refusal['code'], issues: CommandIssue[] = []): Refusal => ({ ok: false, code, issues });
const DONE: Done = { ok: true };

/**
 * The version that Undo restores; 0 if there is none. A version that Undo made counts as the one that it
 * restored, so that a second Undo goes back further.
 */
const versionBefore = (store: OutboxStore, intent: Intent): number => {
  const undone = new Map(
    store
      .ledger(intent.id)
      .flatMap(({ facts: { version, undoneTo } }) =>
        typeof version === 'number' && typeof undoneTo === 'number' ? [[version, undoneTo]] : [],
      ),
  );
  let at = intent.version;
  for (let to = undone.get(at); to !== undefined && to < at; to = undone.get(at)) at = to;
  return at - 1;
};

export interface UserDecisions {
  submit(input: { command: unknown; base: Snapshot | null; draftId?: string | null }): Submitted;
  edit(id: string, input: { command: unknown; base?: Snapshot | null; draftId?: string | null }): Submitted;
  undo(id: string): Done;
  chainOf(id: string): ChainItem[];
  discard(id: string): Done;
  hold(id: string, held: boolean): Done;
  sendNow(id: string): Done;
  sendAgain(id: string): Done;
  /** The user has checked that the invoice's number is free. */
  numberChecked(id: string): Done;
  arrived(id: string, realId: string | null): Done;
}

export const createUserDecisions = (context: OutboxContext): UserDecisions => {
  const { store, parts } = context;

  const accept = (input: unknown): { command: Command; issues: CommandIssue[] } | null => {
    const parsed = commandSchema.safeParse(input);
    if (!parsed.success) return null;
    const command: Command = parsed.data;
    const real =
      command.target !== null && isLocalRef(command.target) ? store.realIdOf(command.target) : null;
    const settled = real === null ? command : { ...command, target: real };
    return { command: settled, issues: checkCommand(settled) };
  };

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
    const refs = [
      ...localRefsOf(command),
      ...command.children
        .map((item) => item.ref)
        .filter((ref) => isLocalRef(ref) && command.target !== null && (store.makerOf(ref) ?? id) !== id),
    ];
    for (const ref of refs) {
      const maker = store.makerOf(ref);
      if (maker === null || store.get(maker)?.state === 'discarded') return null;
      if (maker !== id) parents.set(maker, { id: maker, strength: 'needs' });
    }
    return [...parents.values()];
  };

  const finish = (draftId: string | null | undefined): void => {
    if (draftId) store.deleteDraft(draftId);
  };

  /** The wait after a save, so that the user can undo it (OB70). */
  const undoWait = (): { notBefore: number; waitsBecause: WaitCause | null } => {
    const seconds = undoSecondsOf(context);
    return seconds > 0
      ? { notBefore: context.clock.now() + seconds * 1000, waitsBecause: 'undo' }
      : { notBefore: 0, waitsBecause: null };
  };

  const insert = (command: Command, base: Snapshot | null, predecessor: string | null): Submitted => {
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
      { event: 'submitted', facts: { version: 1 } },
    );
    context.changed(id);
    return { ok: true, id, outcome: predecessor === null ? 'new' : 'successor' };
  };

  /**
   * The user's last change is sent last: the edited intent waits for every other unsettled edit of its
   * record, except those that need it.
   */
  const goLast = (intent: Intent): Parent[] =>
    store.forRecord(intent.kind, intent.command.target ?? intent.id).flatMap((other) => {
      if (other.id === intent.id || other.state === 'applied') return [];
      const parents = store.parentsOf(other.id);
      if (parents.some((parent) => parent.id === intent.id && parent.strength === 'needs')) return [];
      store.setParents(
        other.id,
        parents.filter((parent) => parent.id !== intent.id),
      );
      return [{ id: other.id, strength: 'after' as const }];
    });

  /** Adds a new version to an intent without unsettled attempts, and queues it. */
  const replace = (
    intent: Intent,
    command: Command,
    base: Snapshot | null,
    event: 'edit' | 'merge',
    outcome: 'folded' | 'replaced',
    undoneTo: number | null = null,
  ): Submitted => {
    const parents = parentsFor(intent.id, command);
    if (!parents) return refuse('unknown-ref');
    const version = intent.version + 1;
    store.setParents(intent.id, [
      ...goLast(intent),
      ...parents.filter((parent) => parent.strength === 'needs'),
    ]);
    const realId = command.target !== null && !isLocalRef(command.target) ? command.target : intent.realId;
    const { notBefore, waitsBecause } = event === 'edit' ? undoWait() : { notBefore: 0, waitsBecause: null };
    advance(
      context,
      intent,
      event,
      {
        version,
        command,
        base,
        realId,
        fingerprint: parts.fingerprintOf(intent.id, command),
        tries: 0,
        notBefore,
        detail: { ...intent.detail, reason: null, conflicts: [], waitsBecause },
      },
      { event, facts: undoneTo === null ? { version } : { version, undoneTo } },
    );
    carryOn(intent, command);
    return { ok: true, id: intent.id, outcome };
  };

  /**
   * Copies a change into the later unsent edits that set the same fields. An edit that needs a create cannot
   * be sent before it, and a screen shows later edits over earlier ones.
   */
  const carryOn = (intent: Intent, command: Command): void => {
    for (const later of store.forRecord(intent.kind, intent.command.target ?? intent.id)) {
      if (later.seq <= intent.seq || later.state !== 'queued' || isFrozen(later)) continue;
      const carried = carryIntoLaterEdit(intent.command, command, later.command);
      if (carried === later.command) continue;
      const version = later.version + 1;
      const base =
        command.target === null
          ? {
              fields: command.fields,
              children: command.children.map((item) => ({ ref: item.ref, fields: item.fields })),
              readAt: null,
            }
          : carriedBase(intent.base, later, carried);
      advance(
        context,
        later,
        'edit',
        { version, command: carried, base },
        { event: 'edit', facts: { version, follows: intent.id } },
      );
    }
  };

  /**
   * A copied value may be sent before the edit that it comes from, so it is compared with the base of that
   * edit, or with nothing.
   */
  const carriedBase = (first: Snapshot | null, later: Intent, carried: Command): Snapshot | null => {
    if (!later.base) return null;
    type Fields = Snapshot['fields'];
    const sight = (seen: Fields, was: Fields, is: Fields, earlier: Fields | undefined): Fields =>
      Object.fromEntries(
        Object.entries(seen).flatMap(([key, value]) => {
          if (!(key in is) || JSON.stringify(is[key]) === JSON.stringify(was[key])) return [[key, value]];
          return earlier && key in earlier ? [[key, earlier[key]]] : [];
        }),
      );
    const children = later.base.children.map((item) => {
      const [was, is] = [later.command, carried].map(
        (one) => one.children.find(({ ref }) => ref === item.ref)?.fields,
      );
      return was && is
        ? {
            ...item,
            fields: sight(item.fields, was, is, first?.children.find(({ ref }) => ref === item.ref)?.fields),
          }
        : item;
    });
    return {
      ...later.base,
      fields: sight(later.base.fields, later.command.fields, carried.fields, first?.fields),
      children,
    };
  };

  const foldable = (command: Command): Intent | undefined => {
    if (command.target === null) return undefined;
    const latest = store.forRecord(command.kind, command.target).find((other) => other.state !== 'applied');
    return latest?.state === 'queued' && !isFrozen(latest) ? latest : undefined;
  };

  const chainOf = (id: string): ChainItem[] => {
    const seen = new Map<string, ChainItem>();
    const walk = (at: string): void => {
      const intent = store.get(at);
      if (!intent || seen.has(at) || intent.state === 'discarded' || intent.state === 'applied') return;
      seen.set(at, {
        id: at,
        kind: intent.kind,
        state: intent.state,
        mayHaveArrived: intent.detail.sentVersions.length > 0,
      });
      store.dependantsOf(at).forEach(walk);
    };
    walk(id);
    return [...seen.values()];
  };

  const withIntent = (id: string, body: (intent: Intent) => Done): Done =>
    store.atomically(() => {
      const intent = store.get(id);
      return intent ? body(intent) : refuse('not-found');
    });

  return {
    chainOf,
    submit: ({ command: input, base, draftId }) =>
      store.atomically(() => {
        const accepted = accept(input);
        if (!accepted) return refuse('invalid');
        const { command } = accepted;
        const into = foldable(command);
        const folded = into ? parts.foldCommands(into.command, command) : null;
        const issues = folded ? checkCommand(folded) : accepted.issues;
        if (issues.length > 0) return refuse('invalid', issues);
        const result =
          into && folded
            ? replace(into, folded, parts.foldBases(into.base, base, into.command), 'edit', 'folded')
            : insert(command, base, null);
        if (result.ok) finish(draftId);
        return result;
      }),
    edit: (id, { command: input, base, draftId }) =>
      store.atomically(() => {
        const intent = store.get(id);
        const accepted = accept(input);
        if (!intent) return refuse('not-found');
        if (!accepted || accepted.command.kind !== intent.kind) return refuse('invalid');
        if (accepted.issues.length > 0) return refuse('invalid', accepted.issues);
        if (intent.state === 'applied' || intent.state === 'discarded') return refuse('not-now');
        const conflict = intent.state === 'conflict';
        if (!isFrozen(intent)) {
          const result = replace(
            intent,
            accepted.command,
            base === undefined ? intent.base : base,
            conflict ? 'merge' : 'edit',
            'replaced',
          );
          if (result.ok) finish(draftId);
          return result;
        }
        const next = successorOf(intent, accepted.command);
        if (!next) return refuse('not-now');
        const into = foldable(next.command);
        const command = into ? parts.foldCommands(into.command, next.command) : next.command;
        const issues = checkCommand(command);
        if (issues.length > 0) return refuse('invalid', issues);
        const result = into
          ? replace(into, command, parts.foldBases(into.base, next.base, into.command), 'edit', 'folded')
          : insert(command, next.base, intent.id);
        if (result.ok) finish(draftId);
        return result;
      }),
    undo: (id) =>
      withIntent(id, (intent) => {
        if (intent.state !== 'queued' || isFrozen(intent)) return refuse('not-now');
        const to = versionBefore(store, intent);
        const earlier = to > 0 ? store.versionOf(id, to) : null;
        if (!earlier) return refuse('not-now');
        const result = replace(intent, earlier.command, earlier.base, 'edit', 'replaced', to);
        return result.ok ? DONE : result;
      }),
    discard: (id) =>
      withIntent(id, () => {
        const chain = chainOf(id);
        if (chain.length === 0 || chain.some((item) => item.state === 'sending')) return refuse('not-now');
        for (const item of [...chain].reverse()) {
          const intent = store.get(item.id)!;
          advance(
            context,
            intent,
            'discard',
            { needsUser: false, sendNow: false },
            { event: 'discarded', facts: { mayHaveArrived: item.mayHaveArrived, with: id } },
          );
        }
        return DONE;
      }),
    hold: (id, held) =>
      withIntent(id, (intent) => {
        store.save(
          { ...intent, held, sendNow: held ? false : intent.sendNow },
          { event: held ? 'held' : 'released' },
        );
        context.changed(id);
        return DONE;
      }),
    sendNow: (id) =>
      withIntent(id, (intent) => {
        if (intent.state !== 'queued') return refuse('not-now');
        store.save({ ...intent, sendNow: true, held: false, notBefore: 0 }, { event: 'send-now' });
        context.changed(id);
        return DONE;
      }),
    sendAgain: (id) =>
      withIntent(id, (intent) => {
        const doubtful = intent.state === 'uncertain';
        if (!doubtful && intent.state !== 'rejected') return refuse('not-now');
        const detail = {
          ...intent.detail,
          candidates: [],
          reason: null,
          doubtSince: null,
          resends: intent.detail.resends + (doubtful ? 1 : 0),
          notes:
            intent.detail.reason?.code === 'would-clear'
              ? [...new Set([...intent.detail.notes, WHOLE_RECORD])]
              : intent.detail.notes,
        };
        advance(
          context,
          intent,
          'sendAgain',
          { needsUser: false, tries: 0, notBefore: 0, detail },
          { event: 'send-again', facts: { outOfDoubt: doubtful } },
        );
        return DONE;
      }),
    numberChecked: (id) =>
      withIntent(id, (intent) => {
        if (intent.state !== 'rejected' || intent.detail.reason?.code !== NUMBER_NOT_CHECKED)
          return refuse('not-now');
        const checkedNumber = numberOf(intent.command);
        advance(
          context,
          intent,
          'sendAgain',
          {
            needsUser: false,
            tries: 0,
            notBefore: 0,
            detail: { ...intent.detail, reason: null, checkedNumber },
          },
          { event: 'send-again', facts: { checkedNumber } },
        );
        return DONE;
      }),
    arrived: (id, realId) =>
      withIntent(id, (intent) => {
        const { target } = intent.command;
        const real =
          realId ??
          intent.realId ??
          (target === null || !isLocalRef(target) ? target : store.realIdOf(target));
        if (intent.state !== 'uncertain' || (real === null && intent.kind !== 'trailNote'))
          return refuse('not-now');
        const owner =
          intent.command.target === null && real !== null ? store.claimedBy(intent.kind, real) : null;
        if (owner !== null && owner !== id) return refuse('claimed');
        if (real !== null) mapIds(context, intent, real, new Map());
        advance(
          context,
          intent,
          'arrived',
          {
            realId: real,
            needsUser: false,
            detail: {
              ...intent.detail,
              candidates: [],
              reason: null,
              appliedAt: context.gateway.serverNow(),
              notes: [...intent.detail.notes, ...twiceNote(context, intent)],
            },
          },
          { event: 'arrived', facts: { realId: real } },
        );
        return DONE;
      }),
  };
};
