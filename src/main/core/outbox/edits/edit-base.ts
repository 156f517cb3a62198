/**
 * The initial values of an edit form. `base` is the last known state of the server; conflicts are judged
 * against it. `current` is what the user sees: the base with all unsettled edits, and with the fields of
 * delivered ones that the cache does not show yet. Contacts and lines of delivered edits are left to the cache,
 * because only the service knows their ids. Custom fields of delivered edits are left to it too, if it has the record.
 */
import type { EditBase } from '#shared/contract/outbox';
import {
  COMMAND_SCHEMA,
  type Command,
  type CommandChild,
  type IntentKind,
  type Snapshot,
} from '#shared/domain/intent';
import { isFrozen } from '../frozen';
import { foldCommands, foldSameChildren } from './fold-edit';
import { baseAfter } from './successor';
import { isSettled } from '../state-machine';
import type { Intent } from '../store/intent-record';
import type { OutboxStore } from '../store/outbox-store';
import { withoutOverruled } from './later-edits';
import type { CachedRecord } from '../../store/overlay/cached-record';
import { snapshotOf } from '../compare/server-snapshot';
import { resolveInDoubt } from '../overlay/children-in-doubt';
import { childrenShown, fieldsNotShown } from '../overlay/shown-by-cache';

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

/** A record as the cache has it. `readAt` is the server time of the read. */
interface CachedCopy {
  values: CachedRecord;
  readAt: string | null;
}

/**
 * Returns null if there is neither a cached record nor an edit. `withUndecided`: false leaves out edits that wait
 * for the user, because they are refused or in conflict.
 */
export const editBaseOf = (
  store: OutboxStore,
  { kind, ref, cached }: { kind: IntentKind; ref: string; cached: CachedCopy | null },
  { withUndecided = true }: { withUndecided?: boolean } = {},
): EditBase | null => {
  const edits = store.forRecord(kind, ref).toSorted(bySeq);
  const applied = edits.filter(({ state }) => state === 'applied');
  const unsettled = edits.filter(
    (intent) => !isSettled(intent.state) && (withUndecided || !isUndecided(intent)),
  );
  const snapshot = cached === null ? null : snapshotOf(kind, cached.values, cached.readAt);
  const realIdOf = resolveInDoubt(unsettled, () => snapshot, store.realIdOf);
  const real = (childRef: string): string => realIdOf(childRef) ?? childRef;
  const delivered = cached === null ? applied : notShownYet(store, applied, cached.values, real);
  if (cached === null && unsettled.length + delivered.length === 0) return null;
  const base = snapshot === null ? baseFromEdits(edits) : withChildNames(snapshot);
  const start = commandOf(kind, base ?? NOTHING);
  const shown =
    cached === null ? [] : [...start.children, ...delivered.flatMap(({ command }) => command.children)];
  const nameOf = childNames(start.children, shown, real);
  // What the copy shows of a delivered edit overrules an older value too.
  const waiting = withoutOverruled(store, [...applied, ...unsettled].sort(bySeq)).filter(
    ({ state }) => state !== 'applied',
  );
  const current = [...withoutOverruled(store, delivered), ...waiting].reduce<Command>(
    (into, { command }) => foldCommands(into, underOneName(command, nameOf)),
    start,
  );
  return {
    base,
    current: {
      ...(base ?? NOTHING),
      fields: current.fields,
      children: current.children
        .filter((item) => !item.remove)
        .map(({ ref: name, fields, custom }) => ({ ref: name, fields, ...(custom ? { custom } : {}) })),
      custom: current.custom,
    },
    hasChildren:
      snapshot?.hasChildren ?? [...delivered, ...unsettled].some(({ command }) => command.target === null),
    pending: unsettled.map(({ id, state }) => ({ id, state })),
  };
};

const bySeq = (one: Intent, other: Intent): number => one.seq - other.seq;

const isUndecided = ({ state }: Intent): boolean => state === 'rejected' || state === 'conflict';

/** Returns true for an id that the service has given, and not for a local id. */
const isServiceId = (ref: string): boolean => /^[1-9]\d*$/.test(ref);

/** The delivered edits of a record, each with what the copy does not show yet. */
const notShownYet = (
  store: OutboxStore,
  applied: readonly Intent[],
  cached: CachedRecord,
  real: (ref: string) => string,
): Intent[] => {
  // If the contacts or lines of an earlier edit lie over the copy, those of every later one must lie over them.
  let liesOverOthers = false;
  const childrenNotShown = (intent: Intent): Command['children'] => {
    if (!liesOverOthers && childrenShown(intent, cached, store.realIdOf)) return [];
    liesOverOthers ||= intent.command.children.length > 0;
    return intent.command.children
      .map((item) => ({ ...item, ref: real(item.ref) }))
      .filter(({ ref }) => isServiceId(ref));
  };
  const whole = new Map(applied.map((intent) => [intent.id, intent]));
  return fieldsNotShown(applied, cached, store.settledAt).map((intent) => {
    const children = childrenNotShown(whole.get(intent.id) ?? intent);
    return { ...intent, command: { ...intent.command, custom: undefined, children } };
  });
};

/**
 * The base of a record that the copy does not have. The user sees the values that were sent, until a list shows the
 * record. Null if nothing was sent.
 */
const baseFromEdits = (edits: readonly Intent[]): Snapshot | null => {
  const applied = edits.filter(({ state }) => state === 'applied');
  const maker = edits.findLast(({ command }) => command.target === null);
  const isSent = maker !== undefined && (isFrozen(maker) || maker.state === 'applied');
  if (!isSent) return knownFromEdits(applied);
  return applied
    .filter((intent) => intent !== maker)
    .reduce((base, { command }) => baseAfter({ base, command }), baseAfter(maker));
};

/**
 * The cached record as a form shows it. Contacts of a lead have no id (contract E2: keyed by e-mail), so their
 * position in the list identifies them here.
 */
const withChildNames = ({ fields, children, custom, readAt }: Snapshot): Snapshot => ({
  fields,
  children: children.map((item, at) => ({
    ...item,
    ref: isServiceId(item.ref) ? item.ref : `local:known-${at}`,
  })),
  ...(custom ? { custom } : {}),
  readAt,
});

/** A command with all fields, contacts and lines of a snapshot. */
const commandOf = (kind: IntentKind, { fields, children }: Snapshot): Command => ({
  kind,
  schema: COMMAND_SCHEMA,
  target: null,
  fields,
  children: children.map((item) => ({ ref: item.ref, fields: item.fields })),
});

/**
 * Returns a function that gives each contact and line one name. An edit may use the local id of a child that the
 * cached record, or a delivered edit, has under its real id (`shown`). The reverse: an edit may use the real id of
 * a child that the cached record lacks, and what was sent (`inBase`) has it under its local id.
 */
const childNames = (
  inBase: readonly CommandChild[],
  shown: readonly CommandChild[],
  real: (ref: string) => string,
): ((ref: string) => string) => {
  const shownIds = new Set(shown.map(({ ref }) => ref));
  const localIds = new Map(inBase.map(({ ref }) => [real(ref), ref]));
  return (ref) => (shownIds.has(real(ref)) ? real(ref) : (localIds.get(real(ref)) ?? ref));
};

const underOneName = (command: Command, nameOf: (ref: string) => string): Command => ({
  ...command,
  children: foldSameChildren(command.children.map((item) => ({ ...item, ref: nameOf(item.ref) }))),
});
