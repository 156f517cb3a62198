/** Ctrl+Enter (⌘+Enter) saves the form, wherever the focus is in it. */
import { type RefObject, useEffect } from 'react';
import { isInOtherDialog } from '../../ui/other-dialog';

/** Some input methods report their keys only by this code. */
const IME_KEY_CODE = 229;

export const useSaveKey = (body: RefObject<HTMLElement | null>, save: () => void): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // Enter in an input method accepts a word and must not save.
      const isOfInputMethod = event.isComposing || event.keyCode === IME_KEY_CODE;
      const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
      if (isOfInputMethod || !isSave || isInOtherDialog(body.current)) return;
      event.preventDefault();
      // Handled in the capture phase, before any field, because an open list would use Enter to select its
      // first line.
      event.stopPropagation();
      save();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  });
};
