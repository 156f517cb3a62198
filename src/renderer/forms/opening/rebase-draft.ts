/**
 * Applies what the user changed in a form to the values of its record or item, which changed since the form was
 * opened. Pure.
 */
import { emptyLike } from '../values/emptied-values';
import { type FormChild, type FormValues, isBlank, type TypedValue } from '../values/form-values';

interface Draft {
  /** The values that the item was saved with, before the draft. */
  saved: FormValues;
  typed: FormValues;
  /** New contacts or lines can be added to the record. */
  canAdd: boolean;
}

/**
 * `areChildrenKept`: true if the draft only adds contacts or lines. The new id of one that it changes or removes is
 * unknown, so that one stays as the record has it.
 */
export const rebasedDraft = (
  record: FormValues,
  { saved, typed, canAdd }: Draft,
): { values: FormValues; areChildrenKept: boolean } => {
  const ofSaved = new Set(saved.children.map(({ ref }) => ref));
  const kept = typed.children.filter(({ ref }) => ofSaved.has(ref));
  const added = typed.children.filter(({ ref }) => !ofSaved.has(ref));
  const isSame = JSON.stringify(kept.map(essentials)) === JSON.stringify(saved.children.map(essentials));
  return {
    values: {
      ...record,
      fields: { ...record.fields, ...changesOf(saved.fields, typed.fields) },
      ...rebasedCustom(record, saved, typed),
      children: canAdd ? withAdded(record.children, added) : record.children,
      names: { ...record.names, ...typed.names },
    },
    areChildrenKept: isSame && (canAdd || added.length === 0),
  };
};

/** A waiting edit of the record may have added one of these contacts or lines already, from another draft. */
const withAdded = (children: readonly FormChild[], added: readonly FormChild[]): FormChild[] => {
  const isThere = new Set(children.map(({ ref }) => ref));
  const merged = children.map((child) => {
    const typed = added.find(({ ref }) => ref === child.ref);
    return typed === undefined ? child : { ...child, ...typed, fields: { ...child.fields, ...typed.fields } };
  });
  return [...merged, ...added.filter(({ ref }) => !isThere.has(ref))];
};

/**
 * For an item that was edited elsewhere and is not delivered. Its contacts and lines still have the same refs, so the
 * draft's changes and removals are applied too.
 */
export const rebasedItem = (
  item: FormValues,
  { saved, typed }: Pick<Draft, 'saved' | 'typed'>,
): FormValues => {
  const wasThere = new Map(saved.children.map((child) => [child.ref, child]));
  const typedOf = new Map(typed.children.map((child) => [child.ref, child]));
  const isThere = new Set(item.children.map(({ ref }) => ref));
  // A line that both forms added for the same document is one line.
  const sameLine = (child: FormChild): FormChild | undefined =>
    typed.children.find((other) => !wasThere.has(other.ref) && isOfSameDocument(other, child));
  const kept = item.children.flatMap((child): FormChild[] => {
    const [before, now] = [wasThere.get(child.ref), typedOf.get(child.ref) ?? sameLine(child)];
    if (now === undefined) return before === undefined ? [child] : [];
    return [rebasedChild(child, before ?? { ref: child.ref, fields: {} }, now)];
  });
  const taken = new Set(item.children.map((child) => sameLine(child)?.ref));
  const added = typed.children.filter((child) => {
    if (isThere.has(child.ref) || taken.has(child.ref)) return false;
    const before = wasThere.get(child.ref);
    // A contact or line that was removed elsewhere stays if the user typed into it here.
    return before === undefined || JSON.stringify(typedIn(before)) !== JSON.stringify(typedIn(child));
  });
  return {
    ...item,
    fields: { ...item.fields, ...changesOf(saved.fields, typed.fields) },
    ...rebasedCustom(item, saved, typed),
    children: [...kept, ...added],
    names: { ...item.names, ...typed.names },
  };
};

/** Allocations of a receipt name their order or invoice. */
const isOfSameDocument = ({ fields: a }: FormChild, { fields: b }: FormChild): boolean =>
  !isBlank(a.refer_id) && a.refer_id === b.refer_id && a.refer_type === b.refer_type;

const rebasedChild = (child: FormChild, before: FormChild, now: FormChild): FormChild => ({
  ...child,
  ...(now.remove === undefined ? {} : { remove: now.remove }),
  fields: { ...child.fields, ...changesOf(before.fields, now.fields) },
  ...rebasedCustom(child, before, now),
});

type OfCustom = Pick<FormValues, 'custom'>;
/**
 * The key is left out if there are no custom fields. Otherwise unchanged values would differ from those of the item.
 */
const rebasedCustom = (
  now: OfCustom,
  { custom: saved = {} }: OfCustom,
  { custom: typed = {} }: OfCustom,
): OfCustom => {
  const custom = { ...now.custom, ...changesOf(saved, typed) };
  return now.custom === undefined && Object.keys(custom).length === 0 ? {} : { custom };
};

/** What a contact or line sends, in a fixed order, to compare two of them. */
const essentials = ({ ref, fields, custom = {}, remove }: FormChild) => {
  const filled = (of: Record<string, TypedValue>) =>
    Object.entries(of)
      .filter(([, value]) => !isBlank(value))
      .toSorted(([a], [b]) => a.localeCompare(b));
  return [ref, filled(fields), filled(custom), remove ?? false];
};

/** For this comparison the main mark does not count: the form sets it by itself when the main contact is removed. */
const typedIn = (child: FormChild) => {
  const { main_customer_flag: _main, ...fields } = child.fields;
  return essentials({ ...child, fields });
};

/** What the user changed, with an empty value for what was removed. */
const changesOf = <T extends TypedValue>(saved: Record<string, T>, typed: Record<string, T>) => {
  const changed = Object.entries(typed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name] ?? emptyLike(value)),
  );
  const removed = Object.entries(saved).flatMap(([name, value]): [string, T][] =>
    name in typed || isBlank(value) ? [] : [[name, emptyLike(value)]],
  );
  return Object.fromEntries([...changed, ...removed]);
};
