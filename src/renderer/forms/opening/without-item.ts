/**
 * Turns the form of a discarded item into a form without an item. Saving then makes a new record, or an edit with every
 * value of the form that differs from the record. Pure.
 */
import { sameChild } from '#shared/domain/child-key';
import { type Command, type IntentKind, isLocalRef, type Snapshot } from '#shared/domain/intent';
import { type FormChild, type FormValues, NO_VALUES, valuesOf } from '../values/form-values';

type Item = Pick<Command, 'fields' | 'children' | 'custom'>;
type Fields<T> = Readonly<Record<string, T>>;

/** Replaces the fields `names` of `shown` by those of `before`. A field that `before` lacks is left out. */
const restored = <T>(shown: Fields<T>, before: Fields<T>, names: readonly string[]): Record<string, T> => {
  const set = new Set(names);
  return Object.fromEntries([
    ...Object.entries(shown).filter(([name]) => !set.has(name)),
    ...Object.entries(before).filter(([name]) => set.has(name)),
  ]);
};

const withoutKeys = <T>(of: Fields<T>, keys: object | undefined): Record<string, T> =>
  Object.fromEntries(Object.entries(of).filter(([key]) => !(key in (keys ?? {}))));

/** The contacts or lines as the form showed them, without what the item changes in them; its new ones are left out. */
const childrenBefore = (
  kind: IntentKind,
  item: Item,
  start: readonly FormChild[],
  before: readonly FormChild[],
): FormChild[] =>
  start.flatMap((child): FormChild[] => {
    const change = sameChild(kind, item.children, child);
    if (!change) return [child];
    const was = sameChild(kind, before, child);
    if (!was) return [];
    return [
      {
        ...child,
        fields: restored(child.fields, was.fields, Object.keys(change.fields)),
        custom: withoutKeys(child.custom ?? {}, change.custom),
      },
    ];
  });

/** The values of the record when the form was opened. For fields that the item changes, this is the item's base. */
const recordBefore = (item: Item, base: Snapshot | null, seen: Snapshot | null): Snapshot => {
  const shown = seen?.children ?? base?.children ?? [];
  return {
    fields: restored({ ...base?.fields, ...seen?.fields }, base?.fields ?? {}, Object.keys(item.fields)),
    children: shown.map((child) => {
      const was = base?.children.find(({ ref }) => ref === child.ref);
      const change = item.children.find(({ ref }) => ref === child.ref);
      return was && change
        ? { ref: child.ref, fields: restored(child.fields, was.fields, Object.keys(change.fields)) }
        : child;
    }),
    readAt: seen?.readAt ?? base?.readAt ?? null,
  };
};

interface ItemForm {
  kind: IntentKind;
  target: string | null;
  base: Snapshot | null;
  start: FormValues;
  seen?: Snapshot | null;
  /** The content of the item; null if it is not known any more. */
  earlier: Item | null;
}

/**
 * `typed` are the present values of the form. Contacts and lines that the item makes get new ids, because their present
 * ids belong to the item. Others keep their ids, because another form of the same draft uses them. What the item
 * removes stays removed, unless the user has restored it. Applying the function twice gives the same result.
 */
export const withoutItem = (
  { kind, target, base, seen = null, earlier, start }: ItemForm,
  typed: FormValues,
  newRef: () => string,
): { base: Snapshot | null; start: FormValues; values: FormValues } => {
  const item = earlier ?? { fields: {}, children: [] };
  const before = base === null ? NO_VALUES : valuesOf(kind, base);
  const removed = item.children.flatMap(({ ref, remove }): FormChild[] => {
    const was = remove ? before.children.find((child) => child.ref === ref) : undefined;
    return was ? [was] : [];
  });
  const known =
    target === null ? [] : [...childrenBefore(kind, item, start.children, before.children), ...removed];
  const refs = new Set(known.map(({ ref }) => ref));
  const shown = new Set(typed.children.map(({ ref }) => ref));
  const made = new Set([...item.children, ...start.children].map(({ ref }) => ref));
  const isOfItem = (ref: string): boolean =>
    isLocalRef(ref) && !refs.has(ref) && (earlier === null || made.has(ref));
  const values = {
    ...typed,
    children: [
      ...typed.children.map((child) => (isOfItem(child.ref) ? { ...child, ref: newRef() } : child)),
      ...removed.filter(({ ref }) => !shown.has(ref)).map((child) => ({ ...child, remove: true as const })),
    ],
  };
  if (target === null) return { base: null, start: NO_VALUES, values };
  return {
    base: recordBefore(item, base, seen),
    start: {
      ...start,
      fields: restored(start.fields, before.fields, Object.keys(item.fields)),
      custom: withoutKeys(start.custom ?? {}, item.custom),
      children: known,
    },
    values,
  };
};
