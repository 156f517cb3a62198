/** Procedures for the outbox. Every answer reflects the disk. A refused decision is returned, not thrown. */
import { ORPCError, implement } from '@orpc/server';
import { contract } from '#shared/contract/contract';
import type { EditBase, OutboxSummary } from '#shared/contract/outbox';
import type { IntentView } from '#shared/contract/outbox-item';
import type { Refusal } from '#shared/contract/outbox-decisions';
import { UNSETTLED, type IntentKind } from '#shared/domain/intent';
import type { Accounts } from '../accounts/accounts';
import type { Workspace } from '../accounts/workspace/workspace';
import type { Outbox } from '../outbox/create-outbox';
import { editBaseOf } from '../outbox/edits/edit-base';
import type { UnnamedIntentView } from '../outbox/outbox-view';
import type { CacheStore } from '../store/cache-store';
import { isCorruption } from '../store/schema/sqlite-errors';
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { withCopyErrorCodes, withErrorCodes } from './contract-errors';
import { exportCopy, restoreCopy } from './answers/outbox-copy';
import { listOf, namesIn, payloadOf } from './answers/outbox-item-facts';
import { possibleDuplicates } from './answers/possible-duplicates';

export const outboxHandlers = (accounts: Accounts) => {
  const os = implement(contract.outbox).use(withErrorCodes);
  const osOfCopy = implement(contract.outbox).use(withCopyErrorCodes(accounts));
  const modelIn = modelsOf(accounts.copyDamaged);
  const open = (): Workspace => {
    const workspace = accounts.current();
    if (!workspace) throw new ORPCError('no-account', { message: 'no account is open' });
    return workspace;
  };
  const outbox = (): Outbox => open().outbox;
  /** The outbox of the account that the form was opened in. */
  const outboxOf = (accountId: string | undefined): Outbox => {
    const box = outbox();
    if (accountId !== undefined && accountId !== accounts.state().account?.id)
      throw new ORPCError('other-account', { message: 'another account is open than the one of the form' });
    return box;
  };
  const read = <T>(empty: T, body: (workspace: Workspace) => T): T => {
    const workspace = accounts.current();
    return workspace ? body(workspace) : empty;
  };
  const person = () => {
    const profile = accounts.profile();
    if (!profile) throw new ORPCError('no-account', { message: 'no account is open' });
    return profile;
  };
  const once = <T extends { ok: boolean }>(
    operationId: string | undefined,
    what: string,
    decide: (outbox: Outbox) => T,
    box = outbox(),
  ): T | Refusal => {
    if (operationId === undefined) return decide(box);
    return (
      box.once({ id: operationId, what }, () => decide(box)) ?? { ok: false, code: 'invalid', issues: [] }
    );
  };
  const summary = (): OutboxSummary => accounts.outboxSummary();

  return {
    summary: os.summary.handler(summary),
    replaced: os.replaced.handler(() =>
      read([], (workspace) => workspace.outbox.replaced().map(modelIn(workspace))),
    ),
    list: os.list.handler(({ input }) =>
      read([], (workspace) => listOf(workspace, input).map(modelIn(workspace))),
    ),
    get: os.get.handler(({ input }) =>
      read(null, (workspace) => {
        const found = workspace.outbox.get(input.id);
        return (
          found && {
            intent: modelIn(workspace)(found.intent),
            ledger: found.ledger,
            chain: found.chain,
            payload: payloadOf(workspace.outbox, found),
          }
        );
      }),
    ),
    forRecord: os.forRecord.handler(({ input }) =>
      read([], (workspace) => workspace.outbox.forRecord(input.kind, input.ref).map(modelIn(workspace))),
    ),
    editBase: osOfCopy.editBase.handler(({ input }) =>
      read(null, (workspace) => editBase(workspace, input.kind, input.ref)),
    ),
    possibleDuplicates: osOfCopy.possibleDuplicates.handler(({ input }) =>
      read([], (workspace) =>
        possibleDuplicates(
          input,
          workspace.cache,
          [...workspace.outbox.list(UNSETTLED), ...deliveredUnread(workspace)],
          workspace.outbox.realIdOf,
        ),
      ),
    ),

    unreadable: os.unreadable.handler(() => read([], (workspace) => workspace.outbox.unreadable())),

    drafts: os.drafts.handler(() => read([], (workspace) => workspace.outbox.drafts())),
    saveDraft: os.saveDraft.handler(({ input: { accountId, ...draft } }) =>
      outboxOf(accountId).saveDraft(draft),
    ),
    deleteDraft: os.deleteDraft.handler(({ input }) => {
      outbox().deleteDraft(input.id);
      return { ok: true as const };
    }),

    submit: os.submit.handler(({ input: { operationId, accountId, ...rest } }) =>
      once(
        operationId,
        'submit',
        (outbox) => outbox.submit({ ...rest, recordNow: recordNowOf(open(), accounts.copyDamaged) }),
        outboxOf(accountId),
      ),
    ),
    edit: os.edit.handler(({ input: { id, base, operationId, accountId, ...rest } }) =>
      once(
        operationId,
        `edit ${id}`,
        (outbox) => outbox.edit(id, base === undefined ? rest : { ...rest, base }),
        outboxOf(accountId),
      ),
    ),
    undo: os.undo.handler(({ input: { id, version, operationId } }) =>
      once(operationId, `undo ${id}`, (outbox) => outbox.undo(id, version)),
    ),
    chain: os.chain.handler(({ input }) => read([], (workspace) => workspace.outbox.chainOf(input.id))),
    discard: os.discard.handler(({ input: { id, version, operationId } }) =>
      once(operationId, `discard ${id}`, (outbox) => outbox.discard(id, version)),
    ),
    hold: os.hold.handler(({ input: { id, held, operationId } }) =>
      once(operationId, `${held ? 'hold' : 'release'} ${id}`, (outbox) => outbox.hold(id, held)),
    ),
    sendNow: os.sendNow.handler(({ input: { id, operationId } }) =>
      once(operationId, `send-now ${id}`, (outbox) => outbox.sendNow(id)),
    ),
    sendAgain: os.sendAgain.handler(({ input: { id, operationId } }) =>
      once(operationId, `send-again ${id}`, (outbox) => outbox.sendAgain(id)),
    ),
    numberChecked: os.numberChecked.handler(({ input: { id, operationId } }) =>
      once(operationId, `number-checked ${id}`, (outbox) => outbox.numberChecked(id)),
    ),
    replacedSeen: os.replacedSeen.handler(({ input: { id, operationId } }) =>
      once(operationId, `replaced-seen ${id}`, (outbox) => outbox.replacedSeen(id)),
    ),
    arrived: os.arrived.handler(({ input: { id, realId, operationId } }) =>
      once(operationId, `arrived ${id} ${realId ?? ''}`, (outbox) => outbox.arrived(id, realId)),
    ),
    setUndoSeconds: os.setUndoSeconds.handler(({ input }) => {
      outbox().setUndoSeconds(input.seconds);
      return summary();
    }),
    pause: os.pause.handler(({ input }) => {
      outbox().pause(input.paused);
      return summary();
    }),
    release: os.release.handler(({ input }) => {
      outbox().release(input.kind);
      return summary();
    }),

    export: os.export.handler(() => exportCopy(open().outbox, person())),
    restore: os.restore.handler(({ input }) => restoreCopy(open(), person(), input.text)),
    readBack: os.readBack.handler(({ input }) => open().readBack(input.code)),
  };
};

/** The delivered items whose new customers the copy does not have yet. */
const deliveredUnread = ({ outbox, records }: Workspace): UnnamedIntentView[] =>
  [...records.pending('company'), ...records.pending('lead')]
    .flatMap(({ row }) => (row.created ? row.intents : []))
    .flatMap(({ id, state }) => (state === 'applied' ? (outbox.get(id)?.intent ?? []) : []));

/**
 * Adds the names of the records, which are in the copy. If the copy is damaged, the item is returned without names,
 * because unsent work has to stay visible, and `onDamage` is called.
 */
const modelsOf = (onDamage: () => void) => (workspace: Workspace) => {
  const { cache, outbox } = workspace;
  const get: CacheStore['get'] = (resource, id) => {
    try {
      return cache.get(resource, id);
    } catch (error) {
      if (!isCorruption(error)) throw error;
      onDamage();
      return null;
    }
  };
  const names = namesIn({ cache: { get }, outbox });
  return (intent: UnnamedIntentView): IntentView => ({ ...intent, ...names(intent) });
};

/**
 * The record with the pending work that is sent without a decision of the user. A save is not refused because of a
 * damaged copy. The edit then has the values that its form shows.
 */
const recordNowOf =
  (workspace: Workspace, onDamage: () => void) =>
  (kind: IntentKind, ref: string): EditBase | null => {
    try {
      return editBase(workspace, kind, ref, { withUndecided: false });
    } catch (error) {
      if (!isCorruption(error)) throw error;
      onDamage();
      return null;
    }
  };

const editBase = (
  workspace: Workspace,
  kind: IntentKind,
  ref: string,
  options: Parameters<typeof editBaseOf>[2] = {},
) => {
  const { cache, client, outbox } = workspace;
  const id = outbox.realIdOf(ref) ?? ref;
  const held = cache.recordForEdit(RESOURCE_OF_KIND[kind], id);
  if (held === null) return editBaseOf(outbox.store, { kind, ref, cached: null }, options);
  // Use the older time of the two copies: a base must not seem newer than it is.
  const readAt = client.serverClock.at(Math.min(held.fetchedAt, held.detailAt ?? held.fetchedAt));
  return editBaseOf(outbox.store, { kind, ref, cached: { values: held.values, readAt } }, options);
};
