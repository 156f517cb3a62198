import { useEffect, useState } from 'react';
import { DialogBoundary } from '../../ui/dialog-boundary';
import { later } from '../../ui/later';
import { isPlainKey, isTyping } from '../../ui/screen-keys';

const ShortcutSheet = later(async () => (await import('./shortcut-sheet')).ShortcutSheet);

/** "?" opens the list of shortcuts on every screen, except in a text field. */
export const ShortcutHost = () => {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '?' || !isPlainKey(event) || event.defaultPrevented || isTyping(event.target)) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return open ? (
    <DialogBoundary onClose={() => setOpen(false)}>
      <ShortcutSheet onClose={() => setOpen(false)} />
    </DialogBoundary>
  ) : null;
};
