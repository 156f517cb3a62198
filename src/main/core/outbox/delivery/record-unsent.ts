/**
 * What becomes of an intent for which the reads before the push showed that nothing is to be sent: it is in conflict,
 * in doubt, refused, or delivered already.
 */
import type { FieldConflict } from '#shared/contract/outbox-item';
import { advance, type OutboxContext } from '../outbox-context';
import type { Intent } from '../store/intent-record';
import { changedSinceSent, insertChangedSince, standing } from './changed-since';
import type { Preflight } from './preflight';
import { recordAsOf } from './record-as-of';
import { asSaved, mapIds, twiceNote } from './sent-versions';

/**
 * The conflicts, with each contact or line under the id that the item uses. The item may use a local id although the
 * real id is known since an earlier attempt added the child.
 */
const underOwnRefs = (
  { store }: OutboxContext,
  { command }: Intent,
  conflicts: readonly FieldConflict[],
): FieldConflict[] =>
  conflicts.map((one) => {
    const own = command.children.find(({ ref }) => store.realIdOf(ref) === one.child)?.ref;
    return one.child === undefined || own === undefined ? one : { ...one, child: own };
  });

/** Writes what the reads before the push decided, if nothing is sent. */
export const recordUnsent = (
  context: OutboxContext,
  intent: Intent,
  checked: Exclude<Preflight, { kind: 'go' | 'trouble' }>,
): void => {
  switch (checked.kind) {
    case 'conflict':
      context.store.atomically(() => {
        mapIds(context, intent, checked.target, checked.children);
        const conflicts = underOwnRefs(context, intent, checked.conflicts);
        advance(
          context,
          intent,
          'differs',
          {
            ...asSaved(context.store, intent),
            sendNow: false,
            detail: { ...intent.detail, conflicts, reason: { code: 'changed-on-server' } },
          },
          {
            facts: {
              in: conflicts.map(({ child, field }) => (child === undefined ? { field } : { child, field })),
            },
          },
        );
      });
      return;
    case 'doubt':
      advance(
        context,
        intent,
        'maybeFound',
        {
          needsUser: true,
          sendNow: false,
          detail: {
            ...intent.detail,
            candidates: checked.candidates,
            // The user decides about these lines. They are not asked about again.
            preexisting: [...new Set([...intent.detail.preexisting, ...(checked.unknown ?? [])])],
            reason: { code: checked.unknown ? 'may-have-added' : 'your-decision' },
          },
        },
        {
          event: 'read-back',
          facts: { verdict: 'ask', candidates: checked.candidates.map((one) => one.id) },
        },
      );
      return;
    case 'unsendable':
      advance(
        context,
        intent,
        'unsendable',
        {
          ...asSaved(context.store, intent),
          sendNow: false,
          detail: {
            ...intent.detail,
            reason: { code: checked.code, field: checked.field, message: checked.message },
          },
        },
        { facts: { code: checked.code } },
      );
      return;
    case 'already':
      context.store.atomically(() => {
        mapIds(context, intent, checked.realId, checked.children);
        // Store what the server has. Otherwise a value that the user never changed would later count as the
        // user's write.
        const since = changedSinceSent(context, intent, checked.own);
        const own = standing(intent, since);
        const merged = since === null && checked.command;
        const stands = merged ? { version: intent.version + 1, command: merged } : own.patch;
        advance(
          context,
          intent,
          'alreadySo',
          {
            ...stands,
            realId: checked.realId,
            sendNow: false,
            detail: {
              ...intent.detail,
              appliedAt: checked.readAt,
              recordAsOf: recordAsOf(context, intent, checked.recordAsOf),
              reason: null,
              notes: [
                ...intent.detail.notes,
                checked.own === null ? 'already-so' : 'proved-by-read-back',
                ...(context.parts.mayLandAsDraft(intent.command) ? ['may-be-draft'] : []),
                ...twiceNote(context, intent),
                ...own.notes,
              ],
            },
          },
          { facts: { realId: checked.realId, ...own.facts } },
        );
        insertChangedSince(context, intent, since);
      });
      return;
  }
};
