/**
 * Three-way merge of an edit with the current record: base is what the user saw, mine is the command, theirs
 * is the read. Per field: unchanged by me → theirs stays; unchanged by them → mine is sent; changed by both →
 * a conflict. Set-like fields are merged as sets. Money and status are never merged automatically. A value
 * whose form cannot be compared counts as changed: if the user saw the field, the user decides (OB51). Pure.
 */
import {
  isLocalRef,
  KIND_TABLES,
  type Command,
  type CommandChild,
  type Snapshot,
} from '#shared/domain/intent';
import { NEVER_MERGED, SET_FIELDS, type FieldTable, type WireType } from '#shared/domain/intent-fields';
import { toCommandValue } from '../compare/command-value';
import { canonical, setItems } from '../compare/canonical';
import { compareValues } from '../compare/compare-values';
import type { FieldConflict } from '#shared/contract/outbox';

export type MergeResult =
  | { kind: 'same'; /** With what the server has where that stands. */ command: Command }
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

interface FieldsMerge {
  fields: Record<string, unknown>;
  conflicts: FieldConflict[];
  unread: string[];
  changed: boolean;
}

const mergeFields = (
  mine: Record<string, unknown>,
  base: Record<string, unknown> | undefined,
  theirs: Record<string, unknown>,
  table: FieldTable,
  own: OwnWrites,
  child?: string,
): FieldsMerge => {
  const out: FieldsMerge = { fields: { ...mine }, conflicts: [], unread: [], changed: false };
  for (const [key, value] of Object.entries(mine)) {
    const same = (a: unknown, b: unknown): boolean => compareValues(table, key, a, b) === 'same';
    if (!(key in theirs)) {
      out.unread.push(key);
      out.changed = true;
      continue;
    }
    if (same(value, theirs[key])) continue;
    const known = base !== undefined && key in base;
    const untouchedByThem =
      (known && same(base[key], theirs[key])) || own(key, child).some((value) => same(value, theirs[key]));
    if (untouchedByThem) {
      out.changed = true;
      continue;
    }
    if (known && same(base[key], value)) {
      // A field that the user did not change keeps their value. It is omitted if that value cannot be sent.
      const kept = toCommandValue(table[key], theirs[key]);
      if (kept === undefined) delete out.fields[key];
      else out.fields[key] = kept;
      continue;
    }
    const isSet = SET_FIELDS.has(key) && !NEVER_MERGED.has(key);
    const comparable = compareValues(table, key, base?.[key], theirs[key]) !== 'unknown';
    const merged =
      known && isSet && comparable ? mergeSet(table[key], base[key], value, theirs[key]) : undefined;
    if (merged !== undefined) {
      out.fields[key] = merged;
      out.changed = true;
      continue;
    }
    // The user never saw this field, so it cannot be compared. It is sent with a note.
    if (!known && !SET_FIELDS.has(key)) {
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

const mergeChild = (
  kind: Command['kind'],
  item: CommandChild,
  base: Snapshot | null,
  theirs: Snapshot,
  own: OwnWrites,
): ChildMerge => {
  const table = KIND_TABLES[kind].children;
  const find = (list: Snapshot['children']): Snapshot['children'][number] | undefined =>
    kind === 'lead'
      ? list.find(
          (other) =>
            item.fields.email !== undefined &&
            canonical('text', other.fields.email) === canonical('text', item.fields.email),
        )
      : list.find((other) => other.ref === item.ref);
  const now =
    kind === 'receipt' || (isLocalRef(item.ref) && kind !== 'lead') ? undefined : find(theirs.children);
  if (isLocalRef(item.ref) || kind === 'receipt') {
    if (kind !== 'lead' || !now) return { child: item, conflicts: [], unread: [], changed: true };
  }
  if (!now)
    return item.remove
      ? { child: null, conflicts: [], unread: [], changed: false }
      : {
          child: item,
          conflicts:
            kind === 'lead'
              ? []
              : [{ child: item.ref, field: '*', base: 'present', mine: 'edited', theirs: 'removed' }],
          unread: [],
          changed: true,
        };
  const before = base ? find(base.children) : undefined;
  if (item.remove) {
    const touched =
      before !== undefined &&
      Object.keys(before.fields).some(
        (key) =>
          key in now.fields && compareValues(table, key, before.fields[key], now.fields[key]) !== 'same',
      );
    return {
      child: item,
      conflicts: touched
        ? [{ child: item.ref, field: '*', base: 'present', mine: 'removed', theirs: 'edited' }]
        : [],
      unread: [],
      changed: true,
    };
  }
  const merged = mergeFields(item.fields, before?.fields, now.fields, table, own, item.ref);
  return {
    child: { ...item, fields: merged.fields },
    conflicts: merged.conflicts,
    unread: merged.unread,
    changed: merged.changed || item.custom !== undefined,
  };
};

/** Merges a resolved edit with the current record. `same`: the record already has all values. */
export const mergeEdit = (
  command: Command,
  base: Snapshot | null,
  theirs: Snapshot & { hasChildren: boolean },
  own: OwnWrites,
): MergeResult => {
  const head = mergeFields(
    command.fields,
    base?.fields,
    theirs.fields,
    KIND_TABLES[command.kind].fields,
    own,
  );
  const parts: ChildMerge[] = command.children.map((item) =>
    theirs.hasChildren
      ? mergeChild(command.kind, item, base, theirs, own)
      : { child: item, conflicts: [], unread: ['children'], changed: true },
  );
  const conflicts = [...head.conflicts, ...parts.flatMap((part) => part.conflicts)];
  if (conflicts.length > 0) return { kind: 'conflict', conflicts };
  const children = parts.flatMap((part) => (part.child ? [part.child] : []));
  if (!head.changed && command.custom === undefined && parts.every((part) => !part.changed))
    return { kind: 'same', command: { ...command, fields: head.fields, children } };
  return {
    kind: 'send',
    command: { ...command, fields: head.fields, children },
    unread: [...head.unread, ...parts.flatMap((part) => part.unread)],
  };
};
