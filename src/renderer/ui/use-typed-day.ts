import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useState } from 'react';

/**
 * Props for a date input in which days can be typed.
 *
 * - Text that is not a day stays in the input, and `isWrong` is true when the user leaves it. Otherwise the
 *   library would silently restore the earlier day.
 * - The calendar opens below the input. Escape closes only the calendar, not the form or the page around it.
 *   The library opens the calendar on focus and click. Its windows handle keys before the input does; they
 *   ignore a key while the attribute is set.
 * - Call `settle` with each day of the library. A click on the day that was selected already changes no value, but
 *   the text that is not a day no longer counts; the input shows the day when the user leaves it.
 * - `onUnread` is called in the event of the typing itself. If the next key saves the form, the form already
 *   knows that the text is no day. The function must not change between renders.
 */
export const useTypedDay = (
  value: string,
  read: (typed: string) => string | null,
  onUnread?: (isUnread: boolean) => void,
) => {
  const [isOpen, setIsOpen] = useState(false);
  const [isUnread, setUnread] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const settle = useCallback((): void => {
    setUnread(false);
    onUnread?.(false);
  }, [onUnread]);
  // A new value was typed, or chosen in the calendar or beside the input; the input shows it now.
  useEffect(settle, [value, settle]);
  return {
    isUnread,
    settle,
    isWrong: isUnread && !hasFocus,
    props: {
      ...(isOpen ? { 'data-mantine-stop-propagation': true } : {}),
      dateParser: read,
      fixOnBlur: !isUnread,
      onInput: (event: FormEvent<HTMLInputElement>): void => {
        const typed = event.currentTarget.value;
        const isDay = typed.trim() === '' || read(typed) !== null;
        setUnread(!isDay);
        onUnread?.(!isDay);
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
