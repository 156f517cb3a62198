/** Updates the draft of an edit to changes that other forms have saved since the draft was written. Pure. */
import { isLocalRef } from '#shared/domain/intent';
import { differs, type FormValues } from '../values/form-values';
import type { StoredForm } from './stored-form';

/**
 * Another form may have saved contacts and lines that this draft added (`now`). Adds them to the draft's `start`, so
 * that removing or changing one counts as a change of what was saved.
 */
export const withSaved = (stored: StoredForm, now: FormValues['children']): StoredForm => {
  const { start, values } = stored;
  const known = new Set(start.children.map(({ ref }) => ref));
  const added = new Set(values.children.map(({ ref }) => ref).filter((ref) => !known.has(ref)));
  const saved = now.filter(({ ref }) => isLocalRef(ref) && added.has(ref));
  return saved.length === 0
    ? stored
    : { ...stored, start: { ...start, children: [...start.children, ...saved] } };
};

/**
 * Fields that the draft does not change get the present values of the record. So the form shows the values that remain
 * after saving.
 */
export const withUnchangedOfNow = (stored: StoredForm, now: FormValues['fields']): StoredForm => {
  const { start, values } = stored;
  const unchanged = Object.fromEntries(
    Object.entries(now).filter(([name]) => !differs(start.fields[name], values.fields[name])),
  );
  return {
    ...stored,
    start: { ...start, fields: { ...start.fields, ...unchanged } },
    values: { ...values, fields: { ...values.fields, ...unchanged } },
  };
};
