/** Stores the draft when the window is hidden or closed, and when the user leaves the form in another way. */
import { type RefObject, useEffect } from 'react';
import type { FormActions } from '../session/form-store';

/** `gone` becomes true when the form is saved or closed. Its draft is then not written again. */
export const useDraftKeptOnLeave = (actions: FormActions, gone: RefObject<boolean>): void => {
  useEffect(() => {
    const keep = (): void => void actions.flush();
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
      // The last typed text is still saved.
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- the value at the end of the form counts
      if (!gone.current) keep();
    };
  }, [actions, gone]);
};
