/**
 * The initial values of an edit form. `base` is the last known state of the server; conflicts are judged
 * against it. `current` is the base with all unsettled edits applied, which the user sees.
 */
import type { EditBase } from '#shared/contract/outbox';
import { COMMAND_SCHEMA, type Command, type IntentKind, type Snapshot } from '#shared/domain/intent';
import { foldCommands } from './fold-edit';
import type { OutboxStore } from '../store/outbox-store';
import { withoutOverruled } from './later-edits';
import { snapshotOf } from '../compare/server-snapshot';

const NOTHING: Snapshot = { fields: {}, children: [], readAt: null };

/** `cached` is the list item merged with the details. Returns null if there is neither it nor an edit. */
export const editBaseOf = (
  store: OutboxStore,
  kind: IntentKind,
  ref: string,
  cached: { values: Record<string, unknown>; readAt: string | null } | null,
): EditBase | null => {
  const intents = store.forRecord(kind, ref);
  const unsettled = intents
    .filter((intent) => intent.state !== 'applied' && intent.state !== 'discarded')
    .sort((a, b) => a.seq - b.seq);
  // If no list shows the record yet, the applied create is all that is known of it.
  const made =
    cached === null
      ? intents.filter((intent) => intent.state === 'applied').sort((a, b) => a.seq - b.seq)
      : [];
  if (cached === null && unsettled.length + made.length === 0) return null;
  const snapshot = cached === null ? null : snapshotOf(kind, cached.values, cached.readAt);
  // Contacts of a lead have no id (contract E2: keyed by e-mail), so their position in the list identifies
  // them here.
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
  const folded = withoutOverruled(store, [...made, ...unsettled]).reduce<Command>(
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
