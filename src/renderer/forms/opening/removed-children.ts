import type { FormValues } from '../values/form-values';

/** `values` with the contacts and lines of `before` that the user has removed since, marked as removed. */
export const withRemoved = (values: FormValues, before: FormValues): FormValues => {
  const shown = new Set(values.children.map(({ ref }) => ref));
  const removed = before.children.filter(({ ref }) => !shown.has(ref));
  return removed.length === 0
    ? values
    : {
        ...values,
        children: [...values.children, ...removed.map((item) => ({ ...item, remove: true as const }))],
      };
};
