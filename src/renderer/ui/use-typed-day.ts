import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react';

/**
 * Props for a date input in which days can be typed.
 *
 * - Text that is no day stays in the input, and `isWrong` says so when the user leaves it. Otherwise the library
 *   puts the earlier day back without a word.
 * - The calendar opens below the input. Escape closes the calendar only, and not the form or the page around it
 *   too. The library opens the calendar on focus and click, and its windows listen before the input does: they
 *   leave a key alone while the attribute is set.
 */
export const useTypedDay = (value: string, read: (typed: string) => string | null) => {
  const [isOpen, setIsOpen] = useState(false);
  const [isUnread, setUnread] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  // A day was typed, or chosen in the calendar or beside the input; the input shows it then.
  useEffect(() => setUnread(false), [value]);
  return {
    isUnread,
    isWrong: isUnread && !hasFocus,
    props: {
      ...(isOpen ? { 'data-mantine-stop-propagation': true } : {}),
      dateParser: read,
      fixOnBlur: !isUnread,
      onInput: (event: FormEvent<HTMLInputElement>): void => {
        const typed = event.currentTarget.value;
        setUnread(typed.trim() !== '' && read(typed) === null);
      },
      onFocus: (): void => {
        setIsOpen(true);
        setFocus(true);
      },
      onClick: (): void => setIsOpen(true),
      onBlur: (): void => {
        setIsOpen(false);
        setFocus(false);
      },
      onKeyDown: (event: KeyboardEvent): void => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.preventDefault();
        setIsOpen(false);
      },
    },
  };
};
