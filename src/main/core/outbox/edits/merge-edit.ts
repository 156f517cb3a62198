/**
 * Three-way merge of an edit with the current record: base is what the user saw, mine is the command, theirs
 * is the read. Per field: unchanged by me → theirs stays; unchanged by them → mine is sent; changed by both →
 * a conflict. Only set-like fields (`isSet`) are merged by value; money and status never are. A value
 * whose form cannot be compared counts as changed (OB51), and so does one that the user never saw. Pure.
 */
import { isLocalRef, type Command, type CommandChild, type Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { WireType } from '#shared/domain/push-fields/push-field';
import { toCommandValue } from '../compare/command-value';
import { setItems } from '../compare/canonical';
import { compareValues, emailOf, isEmailInOtherCapitals, isNothing } from '../compare/compare-values';
import { currencyConflict } from './currency-conflict';
import type { FieldConflict } from '#shared/contract/outbox-item';

export type MergeResult =
  /** `command` has the server's values in the fields that the user did not change. */
  | { kind: 'same'; command: Command }
  | { kind: 'send'; command: Command; unread: string[] }
  | { kind: 'conflict'; conflicts: FieldConflict[] };

/**
 * The values that our own intents wrote last, or may have written since, by field. They never count as
 * "theirs".
 */
export type OwnWrites = (field: string, child?: string) => readonly unknown[];

/** Returns undefined if no command may carry the merged set. */
const mergeSet = (type: WireType | undefined, base: unknown, mine: unknown, theirs: unknown): unknown => {
  const [b, m, result] = [setItems(type, base), setItems(type, mine), setItems(type, theirs)];
  for (const [key, item] of m) if (!b.has(key)) result.set(key, item);
  for (const key of b.keys()) if (!m.has(key)) result.delete(key);
  return toCommandValue(type, [...result.values()]);
};

/** What every part of one merge needs. */
interface MergeContext {
  kind: Command['kind'];
  own: OwnWrites;
  /**
   * The user entered the edit before the record existed, so the service may have filled a field that is not in the
   * base.
   */
  isEarly: boolean;
}

/** The three versions of the same fields. The base is undefined if the user never saw them. */
interface FieldVersions {
  mine: Record<string, unknown>;
  base: Record<string, unknown> | undefined;
  theirs: Record<string, unknown>;
}

interface FieldsMerge {
  fields: Record<string, unknown>;
  conflicts: FieldConflict[];
  unread: string[];
  changed: boolean;
}

/** Merges the fields of the record, or those of its contact or line `child`. */
const mergeFields = (
  { mine, base, theirs }: FieldVersions,
  { kind, own, isEarly }: MergeContext,
  child?: string,
): FieldsMerge => {
  const table = child === undefined ? KIND_TABLES[kind].fields : KIND_TABLES[kind].children;
  const out: FieldsMerge = { fields: { ...mine }, conflicts: [], unread: [], changed: false };
  for (const [key, value] of Object.entries(mine)) {
    const { type, isSet = false } = table[key] ?? {};
    const same = (a: unknown, b: unknown): boolean => compareValues(table, key, a, b) === 'same';
    if (!(key in theirs)) {
      out.unread.push(key);
      out.changed = true;
      continue;
    }
    if (same(value, theirs[key]) && !isEmailInOtherCapitals(key, value, theirs[key])) continue;
    const known = base !== undefined && key in base;
    const untouchedByThem =
      (known && same(base[key], theirs[key])) || own(key, child).some((value) => same(value, theirs[key]));
    if (untouchedByThem) {
      out.changed = true;
      continue;
    }
    if (known && same(base[key], value)) {
      // A field that the user did not change keeps their value. It is omitted if that value cannot be sent.
      const kept = toCommandValue(type, theirs[key]);
      if (kept === undefined) delete out.fields[key];
      else out.fields[key] = kept;
      continue;
    }
    const comparable = compareValues(table, key, base?.[key], theirs[key]) !== 'unknown';
    const merged = known && isSet && comparable ? mergeSet(type, base[key], value, theirs[key]) : undefined;
    if (merged !== undefined) {
      out.fields[key] = merged;
      out.changed = true;
      continue;
    }
    if (!known && isNothing(type, theirs[key])) {
      out.changed = true;
      continue;
    }
    if (!known && isEarly && !isSet) {
      out.unread.push(key);
      out.changed = true;
      continue;
    }
    out.conflicts.push({
      field: key,
      base: known ? base[key] : null,
      mine: value,
      theirs: theirs[key],
      ...(child === undefined ? {} : { child }),
    });
  }
  return out;
};

interface ChildMerge {
  child: CommandChild | null;
  conflicts: FieldConflict[];
  unread: string[];
  changed: boolean;
}

type SnapshotChild = Snapshot['children'][number];

/** The contact or line that the command's child names. Contacts of a lead have no ids; the e-mail names them. */
const findChild = (
  kind: Command['kind'],
  children: Snapshot['children'],
  child: CommandChild,
): SnapshotChild | undefined => {
  if (kind !== 'lead') return children.find(({ ref }) => ref === child.ref);
  const email = emailOf(child.fields.email);
  // No e-mail names nobody, also if other contacts have none.
  return email === '' ? undefined : children.find(({ fields }) => emailOf(fields.email) === email);
};

/** A conflict about a whole contact or line. */
const childConflict = (child: CommandChild, mine: string, theirs: string): FieldConflict => ({
  child: child.ref,
  field: '*',
  base: 'present',
  mine,
  theirs,
});

/** The child as the command has it. */
const unmerged = (child: CommandChild, conflicts: FieldConflict[] = []): ChildMerge => ({
  child,
  conflicts,
  unread: [],
  changed: true,
});

/** The record no longer has the child. A lead gets it again; otherwise the user decides. */
const mergeMissingChild = (kind: Command['kind'], child: CommandChild): ChildMerge => {
  if (child.remove) return { child: null, conflicts: [], unread: [], changed: false };
  return unmerged(child, kind === 'lead' ? [] : [childConflict(child, 'edited', 'removed')]);
};

/** A child of the command, and the same child in the base and in the record. */
interface ChildVersions {
  child: CommandChild;
  before: SnapshotChild | undefined;
  now: SnapshotChild;
}

/** We remove the child. That is a conflict if somebody else has changed a field that the user saw. */
const mergeRemovedChild = (
  { child, before, now }: ChildVersions,
  { kind, own }: MergeContext,
): ChildMerge => {
  const table = KIND_TABLES[kind].children;
  const isChanged = Object.entries(before?.fields ?? {}).some(
    ([key, seen]) =>
      key in now.fields &&
      ![seen, ...own(key, child.ref)].some(
        (value) => compareValues(table, key, value, now.fields[key]) === 'same',
      ),
  );
  return unmerged(child, isChanged ? [childConflict(child, 'removed', 'edited')] : []);
};

const mergeChild = (
  child: CommandChild,
  { base, theirs }: { base: Snapshot | null; theirs: Snapshot },
  context: MergeContext,
): ChildMerge => {
  const { kind } = context;
  // The lines of a receipt are sent whole.
  if (kind === 'receipt') return unmerged(child);
  // A new child has no counterpart. Only in a lead may a contact with its e-mail exist already.
  const isNew = isLocalRef(child.ref);
  if (isNew && kind !== 'lead') return unmerged(child);
  const now = findChild(kind, theirs.children, child);
  const table = KIND_TABLES[kind].children;
  const before = base ? findChild(kind, base.children, child) : undefined;
  const isTouched =
    child.custom !== undefined ||
    Object.entries(child.fields).some(
      ([key, value]) => compareValues(table, key, before?.fields[key], value) !== 'same',
    );
  // Every edit of an invoice names all lines. One that the user did not change is not the user's.
  if (!now && !isNew && before && !isTouched)
    return { child: null, conflicts: [], unread: [], changed: false };
  if (!now) return isNew ? unmerged(child) : mergeMissingChild(kind, child);
  if (child.remove) return mergeRemovedChild({ child, before, now }, context);
  // The record's own spelling of the e-mail names the contact.
  const mine =
    kind === 'lead' && 'email' in now.fields ? { ...child.fields, email: now.fields.email } : child.fields;
  const merged = mergeFields({ mine, base: before?.fields, theirs: now.fields }, context, child.ref);
  return {
    child: { ...child, fields: merged.fields },
    conflicts: merged.conflicts,
    unread: merged.unread,
    changed: merged.changed || child.custom !== undefined,
  };
};

/**
 * Merges a resolved edit with the current record. `same`: the record already has all values. If the base was never
 * read from the service, the user made the edit before the service had the record.
 */
export const mergeEdit = (
  command: Command,
  base: Snapshot | null,
  theirs: Snapshot & { hasChildren: boolean },
  own: OwnWrites,
): MergeResult => {
  const context: MergeContext = { kind: command.kind, own, isEarly: (base?.readAt ?? null) === null };
  const record = mergeFields({ mine: command.fields, base: base?.fields, theirs: theirs.fields }, context);
  const parts: ChildMerge[] = command.children.map((item) =>
    theirs.hasChildren
      ? mergeChild(item, { base, theirs }, context)
      : { child: item, conflicts: [], unread: ['children'], changed: true },
  );
  const conflicts = [
    ...record.conflicts,
    ...currencyConflict(command, base, theirs, own('currency')),
    ...parts.flatMap((part) => part.conflicts),
  ];
  if (conflicts.length > 0) return { kind: 'conflict', conflicts };
  const children = parts.flatMap((part) => (part.child ? [part.child] : []));
  if (!record.changed && command.custom === undefined && parts.every((part) => !part.changed))
    return { kind: 'same', command: { ...command, fields: record.fields, children } };
  return {
    kind: 'send',
    command: { ...command, fields: record.fields, children },
    unread: [...record.unread, ...parts.flatMap((part) => part.unread)],
  };
};
