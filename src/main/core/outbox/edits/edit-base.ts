/**
 * The initial values of an edit form. `base` is the last known state of the server; conflicts are judged
 * against it. `current` is what the user sees: the base with all unsettled edits, and with the fields of
 * delivered ones that the cache does not show yet. Contacts and lines of delivered edits are left to the cache,
 * because only the service knows their ids. Custom fields of delivered edits are left to it too, if it has the record.
 */
import type { EditBase } from '#shared/contract/outbox';
import { COMMAND_SCHEMA, type Command, type IntentKind, type Snapshot } from '#shared/domain/intent';
import { isFrozen } from '../frozen';
import { foldCommands, foldSameChildren } from './fold-edit';
import { baseAfter } from './successor';
import type { Intent } from '../store/intent-record';
import type { OutboxStore } from '../store/outbox-store';
import { withoutOverruled } from './later-edits';
import type { CachedRecord } from '../../store/overlay/cached-record';
import { snapshotOf } from '../compare/server-snapshot';
import { resolveInDoubt } from '../overlay/children-in-doubt';
import { childrenShown, fieldsNotShown } from '../overlay/shown-by-cache';

const shownOf = ({ fields, custom, readAt }: Snapshot, children: Snapshot['children']): Snapshot => ({
  fields,
  children,
  ...(custom ? { custom } : {}),
  readAt,
});

const NOTHING: Snapshot = { fields: {}, children: [], readAt: null };

/**
 * What delivered edits tell of a record that the copy has lost; null without one. The user changes the record over
 * these values, so an edit may not replace what a colleague wrote since. Contacts and lines are left to the copy.
 */
const knownFromEdits = (applied: readonly Intent[]): Snapshot | null =>
  applied.reduce<Snapshot | null>(
    (known, { base, command }) => ({
      fields: { ...base?.fields, ...known?.fields, ...command.fields },
      children: [],
      readAt: base?.readAt ?? known?.readAt ?? null,
    }),
    null,
  );

/**
 * Returns null if there is neither a cached record nor an edit. `withUndecided`: false leaves out edits that wait
 * for the user, because they are refused or in conflict.
 */
export const editBaseOf = (
  store: OutboxStore,
  kind: IntentKind,
  ref: string,
  cached: { values: CachedRecord; readAt: string | null } | null,
  { withUndecided = true }: { withUndecided?: boolean } = {},
): EditBase | null => {
  const intents = store.forRecord(kind, ref);
  const isUndecided = ({ state }: Intent): boolean => state === 'rejected' || state === 'conflict';
  const unsettled = intents
    .filter((intent) => intent.state !== 'applied' && intent.state !== 'discarded')
    .filter((intent) => withUndecided || !isUndecided(intent))
    .sort((a, b) => a.seq - b.seq);
  const applied = intents.filter((intent) => intent.state === 'applied').sort((a, b) => a.seq - b.seq);
  const snapshot = cached === null ? null : snapshotOf(kind, cached.values, cached.readAt);
  // If no list shows the record yet, the applied create is all that is known of it.
  const realIdOf = resolveInDoubt(unsettled, () => snapshot, store.realIdOf);
  const real = (ref: string): string => realIdOf(ref) ?? ref;
  /** The contacts or lines with an id of the service that the cache does not show yet. */
  let liesOverOthers = false;
  const childrenNotShown = (id: string): Command['children'] => {
    const intent = applied.find((one) => one.id === id);
    if (!intent || !cached) return [];
    if (!liesOverOthers && childrenShown(intent, cached.values, store.realIdOf)) return [];
    liesOverOthers ||= intent.command.children.length > 0;
    return intent.command.children
      .map((item) => ({ ...item, ref: real(item.ref) }))
      .filter(({ ref }) => /^[1-9]\d*$/.test(ref));
  };
  const delivered =
    cached === null
      ? applied
      : fieldsNotShown(applied, cached.values, store.settledAt).map((intent) => ({
          ...intent,
          command: { ...intent.command, custom: undefined, children: childrenNotShown(intent.id) },
        }));
  if (cached === null && unsettled.length + delivered.length === 0) return null;
  // Contacts of a lead have no id (contract E2: keyed by e-mail), so their position in the list identifies
  // them here.
  const children = (snapshot?.children ?? []).map((item, at) => ({
    ...item,
    ref: /^[1-9]\d*$/.test(item.ref) ? item.ref : `local:known-${at}`,
  }));
  // Until a list shows the record, the user sees the values that were sent.
  const maker = intents.find(({ command }) => command.target === null);
  const isSent = maker !== undefined && (isFrozen(maker) || maker.state === 'applied');
  const made = isSent
    ? applied
        .filter((intent) => intent !== maker)
        .reduce((base, { command }) => baseAfter({ base, command }), baseAfter(maker))
    : knownFromEdits(applied);
  const base = snapshot === null ? made : shownOf(snapshot, children);
  const start: Command = {
    kind,
    schema: COMMAND_SCHEMA,
    target: null,
    fields: base?.fields ?? {},
    children: (base?.children ?? []).map((item) => ({ ref: item.ref, fields: item.fields })),
  };
  // An edit may use the local id of a contact or line that the cached record, or a delivered edit, has under its real
  // id. It is the same child.
  const shown = new Set(
    [...children, ...(cached ? delivered.flatMap(({ command }) => command.children) : [])].map(
      ({ ref }) => ref,
    ),
  );
  // The reverse: an edit may use the real id of a child that the cached record lacks. What was sent then has it under
  // its local id.
  const localIds = new Map(start.children.map(({ ref }) => [real(ref), ref]));
  const nameOf = (ref: string): string =>
    shown.has(real(ref)) ? real(ref) : (localIds.get(real(ref)) ?? ref);
  const underOneName = (command: Command): Command => ({
    ...command,
    children: foldSameChildren(command.children.map((item) => ({ ...item, ref: nameOf(item.ref) }))),
  });
  // What the copy shows of a delivered edit overrules an older value too.
  const waiting = withoutOverruled(
    store,
    [...applied, ...unsettled].sort((a, b) => a.seq - b.seq),
  ).filter(({ state }) => state !== 'applied');
  const folded = [...withoutOverruled(store, delivered), ...waiting].reduce<Command>(
    (into, intent) => foldCommands(into, underOneName(intent.command)),
    start,
  );
  return {
    base,
    current: {
      ...(base ?? NOTHING),
      fields: folded.fields,
      children: folded.children
        .filter((item) => !item.remove)
        .map(({ ref, fields, custom }) => ({ ref, fields, ...(custom ? { custom } : {}) })),
      custom: folded.custom,
    },
    hasChildren:
      snapshot?.hasChildren ?? [...delivered, ...unsettled].some((intent) => intent.command.target === null),
    pending: unsettled.map(({ id, state }) => ({ id, state })),
  };
};
