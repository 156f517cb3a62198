/** Merges the command of a form with the one of its waiting item, which other forms may have changed. Pure. */
import { pairChildren, sameChild } from '#shared/domain/child-key';
import { type Command, type CommandChild, isLocalRef, type Snapshot } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { isBlank } from '../values/form-values';
import type { Built } from './form-command';
import type { FormMeaning } from './form-meaning';

const withoutFields = (fields: Command['fields'], names: readonly string[]): Command['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

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

/**
 * Fields that only the waiting item set and that the user emptied again. They are left out of the command, not sent as
 * empty. A field that the form never showed stays, because another form set it in the item.
 */
export const takenBack = (
  earlier: Command | null,
  base: Pick<Snapshot, 'fields'> | null,
  { start, values }: Pick<FormMeaning, 'start' | 'values'>,
): Set<string> =>
  new Set(
    Object.keys(earlier?.target === null ? {} : (earlier?.fields ?? {})).filter(
      (name) =>
        isBlank(values.fields[name]) && !isBlank(start.fields[name]) && !(name in (base?.fields ?? {})),
    ),
  );
