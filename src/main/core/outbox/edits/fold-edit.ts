/**
 * Merges a later edit of the same record into one that has not been sent, so that one push carries both. An
 * edit that was sent without a verdict is frozen and never merged into; the caller makes a successor. Pure.
 */
import { childKey, pairChildren, sameChild } from '#shared/domain/child-key';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { FieldTable } from '#shared/domain/push-fields/push-field';
import { compareValues } from '../compare/compare-values';
import {
  isLocalRef,
  type Command,
  type CommandChild,
  type IntentKind,
  type Snapshot,
} from '#shared/domain/intent';

type Fields = Command['fields'];

/** One contact or line with a further edit applied; null if a new one is removed. */
export const foldChild = (into: CommandChild, edit: CommandChild): CommandChild | null => {
  if (edit.remove) return isLocalRef(edit.ref) ? null : edit;
  return {
    ...into,
    remove: undefined,
    fields: { ...into.fields, ...edit.fields },
    ...(into.custom || edit.custom ? { custom: { ...into.custom, ...edit.custom } } : {}),
  };
};

/**
 * Merges children that are the same contact or line: one edit names it by its local id, another by its real
 * id. The later edit wins. If both were sent, the service would apply them in its own order.
 */
export const foldSameChildren = (children: readonly CommandChild[]): CommandChild[] => {
  const folded = new Map<string, CommandChild>();
  for (const item of children) {
    const earlier = folded.get(item.ref);
    folded.set(item.ref, earlier ? (foldChild(earlier, item) ?? item) : item);
  }
  return folded.size === children.length ? [...children] : [...folded.values()];
};

/**
 * The same for a snapshot: for each field it keeps the value that the user saw first. A form names the contacts of a
 * lead by their places, which change, so the e-mail counts.
 */
export const mergeSnapshotChildren = (
  kind: IntentKind,
  children: Snapshot['children'],
): Snapshot['children'] => {
  const folded = new Map<string, Snapshot['children'][number]>();
  for (const { ref, fields } of children) {
    const name = (kind === 'lead' && childKey(kind, fields)) || ref;
    folded.set(name, { ref, fields: { ...fields, ...folded.get(name)?.fields } });
  }
  return [...folded.values()];
};

/**
 * Returns true for a line that an edit lists as its user saw it (`base`), because an edit of an invoice lists every
 * line (contract E5).
 */
export const isOnlyListed = (kind: IntentKind, item: CommandChild, base: Snapshot | null): boolean => {
  const seen = base === null ? undefined : sameChild(kind, base.children, item)?.fields;
  if (seen === undefined || item.remove || item.custom !== undefined) return false;
  return Object.entries(item.fields).every(([key, value]) => String(seen[key] ?? '') === String(value ?? ''));
};

/**
 * Leaves out of `edit` the lines that it only lists and that `into` removes: the form of `edit` was opened before the
 * other form removed them. `base`: what the form of `edit` has shown.
 */
export const withoutListedLines = (into: Command, edit: Command, base: Snapshot | null): Command => {
  const removed = into.children.filter(({ remove }) => remove);
  const stays = (item: CommandChild): boolean =>
    !sameChild(edit.kind, removed, item) || !isOnlyListed(edit.kind, item, base);
  return removed.length === 0 ? edit : { ...edit, children: edit.children.filter(stays) };
};

/** One command with the effect of `into` followed by `edit`. */
export const foldCommands = (into: Command, edit: Command): Command => {
  const { pairs, others } = pairChildren(into.kind, into.children, edit.children);
  const kept = into.children.flatMap((item) => {
    const change = pairs.get(item);
    if (!change) return [item];
    const folded = foldChild(item, change);
    return folded ? [folded] : [];
  });
  const added = others.filter((item) => !(item.remove && isLocalRef(item.ref)));
  return {
    ...into,
    fields: { ...into.fields, ...edit.fields },
    children: [...kept, ...added],
    ...(into.custom || edit.custom ? { custom: { ...into.custom, ...edit.custom } } : {}),
  };
};

/**
 * The base of a field is the value that the user saw before changing it for the first time. If `pending` changes a
 * field, the second snapshot has the user's own unsent value of it, so that value is no base.
 */
export const foldBases = (
  first: Snapshot | null,
  second: Snapshot | null,
  pending: Command,
  later: Command,
): Snapshot | null => {
  if (!second) return first;
  const seen = Object.fromEntries(Object.entries(second.fields).filter(([key]) => !(key in pending.fields)));
  const children = second.children.map((item) => {
    const waiting = sameChild(pending.kind, pending.children, item)?.fields ?? {};
    return {
      ref: item.ref,
      fields: Object.fromEntries(
        Object.entries(item.fields).filter(
          ([key]) => !(key in waiting) || (pending.kind === 'lead' && key === 'email'),
        ),
      ),
    };
  });
  if (!first) {
    // An edit of a record that is not sent yet was made before the service had the record. Another one was made while
    // the record was not on this computer.
    const readAt = isLocalRef(pending.target ?? '') ? null : second.readAt;
    return { ...second, fields: seen, children, custom: undefined, readAt };
  }
  return {
    fields: { ...newlySetUnseen([first, second], pending, later), ...seen, ...first.fields },
    children: mergeSnapshotChildren(pending.kind, [...first.children, ...children]),
    ...foldedCustom(first, second, pending),
    readAt: first.readAt ?? (changesUnread(first, pending, later) ? second.readAt : null),
  };
};

/**
 * The fields that only `later` sets and that its form did not show, as empty. If that form has shown the record, they
 * were not entered before the service had it, although the base of `pending` was never read (OB20).
 */
const newlySetUnseen = (
  [first, second]: readonly [Snapshot, Snapshot],
  pending: Command,
  later: Command,
): Record<string, null> => {
  if (first.readAt !== null || second.readAt === null || isLocalRef(pending.target ?? '')) return {};
  const table: FieldTable = KIND_TABLES[pending.kind].fields;
  return Object.fromEntries(
    Object.keys(later.fields)
      .filter((key) => !(key in pending.fields) && !(key in second.fields) && table[key]?.isSet !== true)
      .map((key) => [key, null]),
  );
};

/**
 * Returns true if `later` gives another value to a field of `pending` whose value at the service the user had not seen.
 * Then the field was not entered before the service had the record, if the later form has shown the record (OB20). The
 * same holds for a field of a contact or line that the service has.
 */
const changesUnread = (first: Snapshot, pending: Command, later: Command): boolean => {
  const { kind, target } = pending;
  const tables = KIND_TABLES[kind];
  const isUnread = (table: FieldTable, was: Fields, seen: Fields, is: Fields): boolean =>
    Object.entries(is).some(
      ([key, value]) => key in was && !(key in seen) && compareValues(table, key, was[key], value) !== 'same',
    );
  if (isLocalRef(target ?? '')) return false;
  return (
    isUnread(tables.fields, pending.fields, first.fields, later.fields) ||
    later.children.some((item) => {
      const was = isLocalRef(item.ref) ? undefined : sameChild(kind, pending.children, item);
      const seen = sameChild(kind, first.children, item)?.fields ?? {};
      return was !== undefined && isUnread(tables.children, was.fields, seen, item.fields);
    })
  );
};

/** Custom fields that the waiting edit sets keep the base of that edit. The others get the base of the later edit. */
const foldedCustom = (first: Snapshot, second: Snapshot, pending: Command): Pick<Snapshot, 'custom'> => {
  if (!first.custom || !second.custom)
    return pending.custom ? { custom: first.custom } : { custom: second.custom };
  const set = Object.keys(pending.custom ?? {});
  return {
    custom: { ...second.custom, ...Object.fromEntries(set.map((id) => [id, first.custom?.[id] ?? ''])) },
  };
};

/**
 * The user changed an intent from `before` to `after` while `later`, an edit of the same record, waits behind it.
 * Copies the changed values into the fields that `later` also sets, because the change is the newest. Returns `later`
 * itself if nothing changes.
 */
export const carryIntoLaterEdit = (before: Command, after: Command, later: Command): Command => {
  const carry = <T>(
    was: Readonly<Record<string, T>> = {},
    is: Readonly<Record<string, T>> = {},
    fields: Readonly<Record<string, T>>,
  ): Record<string, T> =>
    Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [
        key,
        key in is && JSON.stringify(is[key]) !== JSON.stringify(was[key]) ? is[key]! : value,
      ]),
    );
  const carryAll = <T extends Content>(was: Content, is: Content, of: T): T => ({
    ...of,
    fields: carry(was.fields, is.fields, of.fields),
    ...(of.custom ? { custom: carry(was.custom, is.custom, of.custom) } : {}),
  });
  const [was, is] = [
    new Map(before.children.map((item) => [item.ref, item])),
    new Map(after.children.map((item) => [item.ref, item])),
  ];
  const children = later.children.flatMap((item): CommandChild[] => {
    const [old, now] = [was.get(item.ref), is.get(item.ref)];
    // A new child that is no longer in the command was removed. A child that the service has is only left out of it.
    if (old && !now && isLocalRef(item.ref)) return [];
    return old && now ? [carryAll(old, now, item)] : [item];
  });
  const carried = { ...carryAll(before, after, later), children };
  return JSON.stringify(carried) === JSON.stringify(later) ? later : carried;
};

type Content = Pick<Command, 'fields' | 'custom'>;
