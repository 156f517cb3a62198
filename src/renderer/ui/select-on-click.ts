/**
 * A click into a picker selects the text of its choice, so that typing replaces it, as after Tab. Without this, the
 * typed text would be added to the name of the choice and find nothing. A click into an open picker places the cursor.
 */
import type { MouseEvent } from 'react';

const atRest = new WeakSet<HTMLInputElement>();

export const selectOnClick = {
  onMouseDown: ({ currentTarget: field }: MouseEvent<HTMLInputElement>): void => {
    const isOpen = document.activeElement === field && field.getAttribute('aria-expanded') === 'true';
    if (isOpen) atRest.delete(field);
    else atRest.add(field);
  },
  onClick: ({ currentTarget: field }: MouseEvent<HTMLInputElement>): void => {
    if (atRest.delete(field)) field.select();
  },
};
