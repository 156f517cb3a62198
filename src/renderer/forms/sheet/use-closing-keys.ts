/**
 * While the draft of a closed form is being written, keys change nothing in the form: the user is already on the screen
 * behind it. Keys with Ctrl or ⌘ still lead to other screens, and the browser's keys back and forward.
 */
import { type RefObject, useEffect } from 'react';
import { isInOtherDialog } from '../../ui/other-dialog';
import { isHistoryKey } from '../../ui/screen-keys';

/** `gone` becomes true when the form is saved or closed, and false again if it stays. */
export const useClosingKeys = (body: RefObject<HTMLElement | null>, gone: RefObject<boolean>): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!gone.current || isInOtherDialog(body.current)) return;
      if (event.ctrlKey || event.metaKey || /^F\d/.test(event.key) || isHistoryKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [body, gone]);
};
