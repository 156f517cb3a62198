/** The draft of an edit over its record, which other forms have changed since the draft was written. Pure. */
import { isLocalRef } from '#shared/domain/intent';
import { differs, type FormValues } from '../values/form-values';
import type { StoredForm } from './stored-form';

/**
 * The draft of an edit with the contacts and lines that it added and that another form has saved since (`now`):
 * removing or changing one is a change of what was saved.
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
 * The draft of an edit with the values that the record has by now, in the fields that the draft does not change: so
 * the form shows what saving keeps.
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
