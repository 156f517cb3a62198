import type { KeyboardEvent } from 'react';

/**
 * Returns true if a key was pressed inside this element and nothing in it has handled the key. React passes
 * keys of a menu, a list or a dialog on to the component that opened it, although the layer is elsewhere on
 * the page: Escape there closes only that layer. A button whose menu is open counts as part of the menu.
 */
export const isOwnKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.nativeEvent.isComposing &&
  event.target instanceof Element &&
  event.currentTarget.contains(event.target) &&
  event.target.closest('[aria-haspopup][aria-expanded="true"]') === null;
