/**
 * Focus given by the program: shown where the user works by keys, and back where it was once a layer over the
 * screen goes.
 */
import { useEffect } from 'react';

let byKeys = false;
const heard = (event: Event): void => {
  byKeys = event.type === 'keydown';
};
window.addEventListener('keydown', heard, true);
window.addEventListener('pointerdown', heard, true);

/** The user works by keys at the moment. */
export const worksByKeys = (): boolean => byKeys;

/**
 * Keys with Ctrl or ⌘ count for nothing when the browser decides whether to show focus, and a click on what
 * had it already counts for keys; so it is told.
 */
export const focusShown = (element: HTMLElement | null | undefined): void =>
  element?.focus({ preventScroll: true, focusVisible: byKeys });

/** The heading of the screen, made ready to take the focus. */
export const screenHeading = (): HTMLElement | null => {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  return heading;
};

const giveFocusBack = (to: Element | null, or: 'list' | 'heading'): void => {
  setTimeout(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    if (to instanceof HTMLElement && to !== document.body && to.isConnected) focusShown(to);
    else
      focusShown(
        (or === 'list' ? document.querySelector<HTMLElement>('main [role="grid"]') : null) ?? screenHeading(),
      );
  });
};

/**
 * For a layer drawn only while it is open, which leaves the focus nowhere: what had it gets it back; where
 * that is gone too, the list, or only the heading where the layer leads elsewhere and the screen there has
 * the next word.
 */
export const useGiveFocusBack = (or: 'list' | 'heading' = 'list'): void => {
  useEffect(() => {
    const before = document.activeElement;
    return () => giveFocusBack(before, or);
  }, [or]);
};
