/**
 * Where an edit form begins. `base` is what the server said last, and what a conflict is judged against;
 * `current` is the same with every unsettled edit laid over it, and what the user sees. Pure.
 */
import type { EditBase } from '#shared/contract/outbox';
import { COMMAND_SCHEMA, type Command, type IntentKind, type Snapshot } from '#shared/domain/intent';
import { foldCommands } from './fold-edit';
import type { Intent } from '../store/intent-record';
import { snapshotOf } from '../compare/server-snapshot';

const NOTHING: Snapshot = { fields: {}, children: [], readAt: null };

/**
 * `intents`: those of the record, in any order; `cached`: list item and details merged. Null when there is
 * neither.
 */
export const editBaseOf = (
  kind: IntentKind,
  intents: readonly Intent[],
  cached: { values: Record<string, unknown>; readAt: string | null } | null,
): EditBase | null => {
  const unsettled = intents
    .filter((intent) => intent.state !== 'applied' && intent.state !== 'discarded')
    .sort((a, b) => a.seq - b.seq);
  // An applied create that no list shows yet is all that is known of its record.
  const made =
    cached === null
      ? intents.filter((intent) => intent.state === 'applied').sort((a, b) => a.seq - b.seq)
      : [];
  if (cached === null && unsettled.length + made.length === 0) return null;
  const snapshot = cached === null ? null : snapshotOf(kind, cached.values, cached.readAt);
  // A lead's contacts have no id of their own (contract E2: keyed by e-mail); a place in the list names them
  // here.
  const children = (snapshot?.children ?? []).map((item, at) => ({
    ...item,
    ref: /^[1-9]\d*$/.test(item.ref) ? item.ref : `local:known-${at}`,
  }));
  const base = snapshot === null ? null : { fields: snapshot.fields, children, readAt: snapshot.readAt };
  const start: Command = {
    kind,
    schema: COMMAND_SCHEMA,
    target: null,
    fields: base?.fields ?? {},
    children: (base?.children ?? []).map((item) => ({ ref: item.ref, fields: item.fields })),
  };
  const folded = [...made, ...unsettled].reduce<Command>(
    (into, intent) => foldCommands(into, intent.command),
    start,
  );
  return {
    base,
    current: {
      ...(base ?? NOTHING),
      fields: folded.fields,
      children: folded.children.filter((item) => !item.remove).map(({ ref, fields }) => ({ ref, fields })),
    },
    hasChildren:
      snapshot?.hasChildren ?? [...made, ...unsettled].some((intent) => intent.command.target === null),
    pending: unsettled.map(({ id, state }) => ({ id, state })),
  };
};
