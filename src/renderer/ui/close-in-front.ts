import { useRef } from 'react';
import { isInOtherDialog } from './other-dialog';

/**
 * Escape closes only the dialog in front. Every open dialog hears the key, also one below the palette or the list
 * of shortcuts; what is typed in it would be lost. `own` belongs to an element inside the dialog.
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
