import { useEffect, useState } from 'react';
import { DialogBoundary } from '../../ui/dialog-boundary';
import { later } from '../../ui/later';

const ShortcutSheet = later(async () => (await import('./shortcut-sheet')).ShortcutSheet);

/** Returns true in a text field, where "?" is text and does not open the help. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** "?" opens the list of shortcuts on every screen. */
export const ShortcutHost = () => {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key !== '?' ||
        event.isComposing ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented ||
        isTyping(event.target)
      )
        return;
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
