/** Merges the command of a form with the one of its waiting item, which other forms may have changed. Pure. */
import { pairChildren, sameChild } from '#shared/domain/child-key';
import { type Command, type CommandChild, isLocalRef, type Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import type { FieldTable } from '#shared/domain/push-fields/push-field';
import { emptied } from '#shared/domain/push-value';
import type { OpenForm } from '../session/opened-form';
import { type FormChild, isBlank, valuesOf } from '../values/form-values';
import type { Built } from './form-command';
import type { FormMeaning } from './form-meaning';

/** The fields without those with these names. */
export const withoutFields = (fields: Command['fields'], names: Iterable<string>): Command['fields'] => {
  const left = new Set(names);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !left.has(name)));
};

/**
 * Merges a command with the form's changes of the same intent. If the user removed a contact or line with a local id
 * (in `start`, not in `values`), the command names it as removed, because only the core knows which item adds it. A
 * child of a kind without ids (`childKey`) can only be from this item, so it is left out. Fields that the form did not
 * change keep the value of `earlier`, because another form may have changed them.
 */
export const foldInto = (
  earlier: Command,
  { command: later, unchanged, unchangedIn = {} }: Pick<Built, 'command' | 'unchanged'> & Partial<Built>,
  { start, values }: Pick<FormMeaning, 'start' | 'values'>,
): Command => {
  const { kind } = earlier;
  if (earlier.target === null) return later;
  const isRemoved = (item: CommandChild): boolean => {
    if (!isLocalRef(item.ref) || sameChild(kind, start.children, item) === undefined) return false;
    const shown = sameChild(kind, values.children, item);
    return shown === undefined || shown.remove === true;
  };
  const { pairs, others } = pairChildren(kind, earlier.children, later.children);
  const kept = earlier.children.flatMap((item): CommandChild[] => {
    if (isRemoved(item))
      return KIND_TABLES[kind].childKey === null ? [] : [{ ref: item.ref, fields: {}, remove: true }];
    const change = pairs.get(item);
    if (!change) return [item];
    if (change.remove) return [change];
    const { remove, ...kept } = item;
    const isTakenBack = sameChild(kind, start.children, change)?.remove === true;
    return [
      {
        ...kept,
        ...(remove && !isTakenBack ? { remove } : {}),
        ...change,
        ref: item.ref,
        fields: {
          ...change.fields,
          ...item.fields,
          ...withoutFields(change.fields, unchangedIn[change.ref] ?? []),
        },
        ...(item.custom || change.custom ? { custom: { ...item.custom, ...change.custom } } : {}),
      },
    ];
  });
  return {
    ...earlier,
    fields: { ...earlier.fields, ...withoutFields(later.fields, unchanged) },
    children: [...kept, ...others],
    ...(earlier.custom || later.custom ? { custom: { ...earlier.custom, ...later.custom } } : {}),
  };
};

type Fields = Readonly<Record<string, unknown>>;
type Typed = FormChild['fields'];

/** Returns true if the user has emptied a field that the form showed. */
const isEmptied = (name: string, start: Typed, now: Typed): boolean =>
  isBlank(now[name]) && !isBlank(start[name]);

/** Returns true for a number that the record does not have: services write 0 if nothing was chosen. */
const isUnsetNumber = (table: FieldTable, name: string, before: Typed): boolean => {
  const type = table[name]?.type;
  return type !== undefined && emptied(type) === undefined && isBlank(before[name]);
};

/**
 * Fields that only the waiting item set and that the user emptied again. They are left out of the command, not sent as
 * empty. A field that the form never showed stays, because another form set it in the item.
 */
export const takenBack = (
  earlier: Command | null,
  base: Pick<Snapshot, 'fields'> | null,
  { start, values }: Pick<FormMeaning, 'start' | 'values'>,
): Set<string> => {
  if (earlier === null || earlier.target === null) return new Set();
  const table = KIND_TABLES[earlier.kind].fields;
  const fields: Fields = base?.fields ?? {};
  const before = valuesOf(earlier.kind, { fields, children: [] }).fields;
  return new Set(
    Object.keys(earlier.fields).filter(
      (name) =>
        isEmptied(name, start.fields, values.fields) &&
        (!(name in fields) || isUnsetNumber(table, name, before)),
    ),
  );
};

/** The same for the numbers of a contact or line of the item (`child`), if it is new or its values in the CRM are known. */
export const takenBackIn = (
  child: CommandChild,
  { earlier, base, start, values }: Pick<OpenForm, 'earlier' | 'base' | 'start' | 'values'>,
): Set<string> => {
  if (earlier === null || earlier.target === null) return new Set();
  const { kind } = earlier;
  const said = sameChild(kind, earlier.children, child);
  const [shown, now] = [start, values].map((of) => sameChild(kind, of.children, child)?.fields);
  if (said === undefined || shown === undefined || now === undefined) return new Set();
  const known = sameChild(kind, base?.children ?? [], child);
  if (known === undefined && !isLocalRef(child.ref)) return new Set();
  const [before] = valuesOf(kind, { fields: {}, children: known ? [known] : [] }).children;
  return new Set(
    Object.keys(said.fields).filter(
      (name) =>
        isEmptied(name, shown, now) && isUnsetNumber(KIND_TABLES[kind].children, name, before?.fields ?? {}),
    ),
  );
};
