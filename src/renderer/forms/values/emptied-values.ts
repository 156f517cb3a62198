/**
 * Notes what the user emptied or removed in the draft of a new record. The draft's text alone does not show it: an
 * emptied field looks like one that was never filled in. If another form saved the same draft as an item, the emptied
 * value would come back from the item. Pure.
 */
import { plainText } from '#shared/domain/plain-text';
import { PRODUCT_TEXTS } from '#shared/domain/push-fields/outbound-invoice';
import { toPlainDecimal, trimmed } from '#shared/domain/push-value';
import { type FormChild, type FormValues, isBlank, type TypedValue } from './form-values';

/** The values from before they were emptied. A contact or line with `remove` was removed as a whole. */
export type EmptiedValues = FormValues;

/** Adds what was emptied between two texts of the form, `before` and `now`, and drops what was filled in again. */
export const emptiedSince = (emptied: EmptiedValues, before: FormValues, now: FormValues): EmptiedValues => {
  const children = new Map(emptied.children.map((child) => [child.ref, child]));
  for (const { ref, fields, custom = {} } of before.children) {
    const earlier = children.get(ref);
    children.set(ref, {
      ref,
      fields: { ...earlier?.fields, ...filled(fields) },
      custom: { ...earlier?.custom, ...filled(custom) },
    });
  }
  const isNow = new Map(now.children.map((child) => [child.ref, child]));
  return {
    fields: blankNow({ ...emptied.fields, ...filled(before.fields) }, now.fields),
    custom: blankNow({ ...emptied.custom, ...filled(before.custom ?? {}) }, now.custom ?? {}),
    names: {},
    children: [...children.values()].flatMap(({ ref, fields, custom = {} }): FormChild[] => {
      const child = isNow.get(ref);
      if (child === undefined) return [{ ref, fields, custom, remove: true }];
      const gone = {
        ref,
        fields: blankNow(fields, child.fields),
        custom: blankNow(custom, child.custom ?? {}),
      };
      return Object.keys(gone.fields).length + Object.keys(gone.custom).length === 0 ? [] : [gone];
    }),
  };
};

/** Empties and removes the same in the values of the item. Values that the other form entered or changed are kept. */
export const withoutEmptied = (
  item: FormValues,
  { fields, custom = {}, children }: EmptiedValues,
): FormValues => {
  const emptiedOf = new Map(children.map((child) => [child.ref, child]));
  return {
    ...item,
    fields: emptiedIn(item.fields, fields),
    ...(item.custom === undefined ? {} : { custom: emptiedIn(item.custom, custom) }),
    children: item.children.flatMap((child): FormChild[] => {
      const emptied = emptiedOf.get(child.ref);
      if (emptied === undefined) return [child];
      if (emptied.remove === undefined)
        return [
          {
            ...child,
            fields: emptiedIn(child.fields, emptied.fields),
            ...(child.custom === undefined ? {} : { custom: emptiedIn(child.custom, emptied.custom ?? {}) }),
          },
        ];
      const isChanged =
        hasOther(child.fields, emptied.fields) || hasOther(child.custom ?? {}, emptied.custom ?? {});
      return isChanged ? [child] : [];
    }),
  };
};

/** Fields of a contact or line that a form fills in by itself. */
const BY_ITSELF: ReadonlySet<string> = new Set(['main_customer_flag', 'refer_type', ...PRODUCT_TEXTS]);

/** Returns true if the other form entered or changed a value of the removed contact or line. */
const hasOther = <T extends TypedValue>(item: Record<string, T>, emptied: Record<string, T>): boolean =>
  Object.entries(item).some(([name, value]) =>
    name in emptied ? !isSame(value, emptied[name]) : !isBlank(value) && !BY_ITSELF.has(name),
  );

const filled = <T extends TypedValue>(values: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isBlank(value)));

const blankNow = <T extends TypedValue>(
  before: Record<string, T>,
  now: Record<string, T>,
): Record<string, T> => Object.fromEntries(Object.entries(before).filter(([name]) => isBlank(now[name])));

const emptiedIn = <T extends TypedValue>(
  item: Record<string, T>,
  emptied: Record<string, T>,
): Record<string, T> =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      name in emptied && isSame(value, emptied[name]) ? emptyLike(value) : value,
    ]),
  );

/**
 * Compares a typed value with that of an item. Items have plain numbers (`1234.5` for a typed `1,234.5`) and text
 * without markup and surrounding spaces.
 */
const isSame = (a: TypedValue, b: TypedValue | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b) ||
  (typeof a === 'string' &&
    typeof b === 'string' &&
    (trimmed(plainText(a)) === trimmed(plainText(b)) ||
      (toPlainDecimal(a) !== null && toPlainDecimal(a) === toPlainDecimal(b))));

export const emptyLike = <T extends TypedValue>(value: T): T => (Array.isArray(value) ? [] : '') as T;
