/** Adds a contact, line or allocation to a form, and sets the focus to the first empty field of it. */
import { newChildRef } from '../opening/form-blank';
import type { FormActions } from '../session/form-store';
import type { FormChild } from '../values/form-values';

const FIELDS = 'input:not([type=hidden]), textarea';

/** Focuses the first empty field of a part of the form, or its first field, and scrolls to the part. */
export const focusPart = (ref: string): void => {
  // After the part is drawn.
  setTimeout(() => {
    const places = [...document.querySelectorAll(`[data-field^="${ref}."]`)];
    const inputs = places.flatMap((place) => [...place.querySelectorAll<HTMLInputElement>(FIELDS)]);
    const input = inputs.find(({ value }) => value === '') ?? inputs[0];
    input?.closest('fieldset')?.scrollIntoView({ block: 'nearest' });
    input?.focus();
  });
};

/** Adds a part to the form and focuses it, so that the user can type at once. */
export const addWithFocus = (
  actions: Pick<FormActions, 'addChildren'>,
  fields: FormChild['fields'],
): void => {
  const ref = newChildRef();
  actions.addChildren([{ ref, fields }]);
  focusPart(ref);
};
