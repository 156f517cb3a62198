import type { MouseEvent } from 'react';

type OnClick = (event: MouseEvent<HTMLButtonElement>) => void;

/**
 * Properties of a button that takes no press while `isOff`, and keeps the focus. A disabled button loses the
 * focus, and then the keys of its dialog or panel no longer work. Use it where a press itself switches the
 * button off.
 */
export const offProps = (isOff: boolean, onClick?: OnClick) => ({
  'aria-disabled': isOff,
  ...(isOff ? { 'data-disabled': true } : {}),
  onClick: (event: MouseEvent<HTMLButtonElement>): void => {
    // Also the press that Enter in a field makes on the button of its form.
    if (isOff) event.preventDefault();
    else onClick?.(event);
  },
});
