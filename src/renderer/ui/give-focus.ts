/**
 * Sets the focus from code. The focus is visible if the user works with the keyboard, and returns to its
 * place after a dialog closes.
 */
import { useEffect, useState } from 'react';
import { isTyping } from './screen-keys';

let byKeys = false;
/** The element that got the focus last, and how often that was another one. */
let last: EventTarget | null = null;
let moves = 0;
/** The element that got the focus from code without a ring. */
let unseen: HTMLElement | null = null;
/** Keys that do nothing with the focused element. */
const ELSEWHERE: ReadonlySet<string> = new Set(['Tab', 'Shift', 'Control', 'Alt', 'Meta']);

/** The browser does not draw the ring at the first key, and not at another call of `focus`. */
const showRing = (element: HTMLElement): void => {
  element.blur();
  element.focus({ preventScroll: true, focusVisible: true });
};

window.addEventListener(
  'keydown',
  ({ key }) => {
    byKeys = true;
    if (ELSEWHERE.has(key)) return;
    // Not a field: the browser always shows which field has the focus, and a field may do something when it loses it.
    if (unseen !== null && unseen === document.activeElement && !isTyping(unseen)) showRing(unseen);
    unseen = null;
  },
  true,
);
window.addEventListener(
  'pointerdown',
  () => {
    byKeys = false;
  },
  true,
);
window.addEventListener('focusin', ({ target }) => {
  if (target !== last) moves += 1;
  last = target;
});

/** Returns true if the user's last input was a key. */
export const worksByKeys = (): boolean => byKeys;

/**
 * Returns a function that tells whether another element has got the focus since now. Code that moves the focus later
 * than the user pressed a key leaves it where the user has moved it meanwhile.
 */
export const watchFocus = (): (() => boolean) => {
  const before = moves;
  return () => moves !== before;
};

/**
 * Focuses an element and sets whether the focus ring is visible. The browser's own decision is wrong: it
 * ignores keys with Ctrl or ⌘, and treats a click on the focused element as a key. If the user does not work with the
 * keyboard, the next key makes it visible.
 */
export const focusShown = (element: HTMLElement | null | undefined): void => {
  element?.focus({ preventScroll: true, focusVisible: byKeys });
  unseen = byKeys ? null : (element ?? null);
};

/** Returns the heading of the screen and makes it focusable. */
export const screenHeading = (): HTMLElement | null => {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  return heading;
};

/** The heading, if it got the focus because there was no better place. */
let fallback: Element | null = null;

/** Gives a lost focus to `to`; if that is gone, to the list or the heading. */
export const giveFocusBack = (to: Element | null, or: 'list' | 'heading' = 'list'): void => {
  setTimeout(() => {
    const now = document.activeElement;
    // Two dialogs may close at once: the place before the lower one is better than the heading.
    if (now !== null && now !== document.body && now !== fallback) return;
    fallback = null;
    if (to instanceof HTMLElement && to !== document.body && to.isConnected) return focusShown(to);
    const list = or === 'list' ? document.querySelector<HTMLElement>('main [role="grid"]') : null;
    if (list === null) fallback = screenHeading();
    focusShown(list ?? screenHeading());
  });
};

/**
 * Returns the focus after a dialog that exists only while it is open. The focus goes to the earlier element.
 * If that is gone, it goes to the list, or only to the heading if the dialog leads to another screen, which
 * then sets the focus itself.
 */
export const useGiveFocusBack = (or: 'list' | 'heading' = 'list'): void => {
  // Not in an effect: on a busy machine the dialog has taken the focus before the effects run.
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => giveFocusBack(before, or), [before, or]);
};

/**
 * Runs `remove`, which takes `part` from its list. If the focused element goes with it, the focus goes to the
 * same button of the next part or of the one before, otherwise to the first control after the list.
 */
export const removeWithFocus = (part: Element | null, remove: () => void): void => {
  const places = [
    part?.nextElementSibling,
    part?.previousElementSibling,
    part?.parentElement?.nextElementSibling,
  ];
  remove();
  setTimeout(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const shown = places.filter((place) => place?.isConnected === true);
    const find = (selector: string): HTMLElement | undefined =>
      shown.flatMap((place) => place?.querySelector<HTMLElement>(selector) ?? [])[0];
    focusShown(find('[data-remove]') ?? find('input, button'));
  });
};
