import { type KeyboardEvent, useState } from 'react';

/**
 * Props for a date input whose calendar opens below it, so that Escape closes the calendar only, and not the
 * form or the page around it too. The UI library opens the calendar on focus and click, and its windows listen
 * before the input does: they leave a key alone while the attribute is set.
 */
export const useCalendarKeys = () => {
  const [isOpen, setIsOpen] = useState(false);
  const open = (): void => setIsOpen(true);
  const close = (): void => setIsOpen(false);
  return {
    ...(isOpen ? { 'data-mantine-stop-propagation': true } : {}),
    onFocus: open,
    onClick: open,
    onBlur: close,
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !isOpen) return;
      event.preventDefault();
      close();
    },
  };
};
