import { useRef } from 'react';
import { isInOtherDialog } from './other-dialog';

/**
 * Escape closes only the dialog in front. The key reaches every open dialog, also one below the palette or the list of
 * shortcuts. Without this, that dialog would close too, and its text would be lost. `own` is the ref of an element
 * inside the dialog.
 */
export const useCloseInFront = (onClose: () => void) => {
  const own = useRef<HTMLSpanElement>(null);
  return {
    own,
    close: (): void => {
      if (!isInOtherDialog(own.current)) onClose();
    },
  };
};
