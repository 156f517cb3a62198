/**
 * What an edit sends after an earlier attempt of it got no answer: nothing that the attempt has added is added again,
 * and what the user has taken back since is taken back in the record too.
 */
import { isLocalRef, type Command, type CommandChild, type Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { Agreement } from '../compare/compare-sent';
import { compareValues } from '../compare/compare-values';
import { foldSameChildren } from '../edits/fold-edit';
import { takenBackSince } from '../edits/successor';
import type { OutboxContext } from '../outbox-context';
import type { Intent } from '../store/intent-record';
import { withSavedFields } from './sent-versions';

/** Returns true if the command adds a contact or line that no earlier attempt is known to have added. */
export const addsOthers = (command: Command, added: ReadonlyMap<string, string>): boolean =>
  command.children.some(({ ref, remove }) => isLocalRef(ref) && !remove && !added.has(ref));

/**
 * The ids of lines of an invoice that an attempt may have added and that the command no longer contains. Only if the
 * record contradicts the rest of that attempt: then an equal line may be a colleague's, and the user decides before it
 * is removed.
 */
export const removedUnsurely = (
  { kind, children }: Command,
  compared: readonly Agreement[],
  added: ReadonlyMap<string, string>,
): string[] => {
  if (kind !== 'outboundInvoice') return [];
  const kept = new Set(children.map(({ ref }) => added.get(ref) ?? ref));
  return compared
    .flatMap(({ contradicts, ids }) => (contradicts ? [...ids.values()] : []))
    .filter((id) => !kept.has(id));
};

/**
 * The command with the real ids of the contacts and lines that an earlier attempt added, so that they are changed and
 * not added again. A form may show such a child twice, by its local and by its real id. If the user removes one of the
 * two, the child stays. A line of an invoice that the command no longer contains was removed by the user.
 */
export const withAdded = (command: Command, added: ReadonlyMap<string, string>): Command => {
  const kept = new Set(command.children.flatMap(({ ref, remove }) => (remove ? [] : (added.get(ref) ?? []))));
  const children = foldSameChildren(
    command.children
      .filter(({ ref, remove }) => !(remove && kept.has(ref)))
      .map((item) => ({ ...item, ref: added.get(item.ref) ?? item.ref })),
  );
  const left = command.kind === 'outboundInvoice' ? [...added.values()] : [];
  const removed = left
    .filter((id) => !children.some(({ ref }) => ref === id))
    .map((ref): CommandChild => ({ ref, fields: {}, remove: true }));
  return { ...command, children: [...children, ...removed] };
};

/**
 * The user may have taken a field out of the command after an earlier attempt sent it. If the record shows the value of
 * that attempt, the command restores the value from before. A field that a later edit sets is left alone.
 */
export const withTakenBack = (
  { store }: OutboxContext,
  intent: Intent,
  command: Command,
  {
    attempts,
    seen,
    now,
  }: { attempts: readonly { version: number; command: Command }[]; seen: Snapshot | null; now: Snapshot },
): Command => {
  if (attempts.length === 0) return command;
  const table = KIND_TABLES[command.kind].fields;
  const later = store
    .forRecord(intent.kind, command.target ?? intent.id)
    .filter(({ id, seq, state }) => id !== intent.id && seq > intent.seq && state !== 'discarded');
  const back: Command['fields'] = {};
  for (const attempt of attempts) {
    const sent = withSavedFields(store, intent.id, attempt);
    for (const [key, value] of Object.entries(
      takenBackSince(sent.fields, command.fields, seen?.fields, table),
    ))
      if (
        compareValues(table, key, sent.fields[key], now.fields[key]) === 'same' &&
        !later.some((other) => key in other.command.fields)
      )
        back[key] = value;
  }
  return Object.keys(back).length === 0 ? command : { ...command, fields: { ...command.fields, ...back } };
};
