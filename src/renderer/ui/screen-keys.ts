/** Rules for keys of a screen, which work wherever the focus is. */

/**
 * Returns the letter of a key, in lower case, or the name of a key without a letter. A keyboard of another script, such
 * as Cyrillic, Greek or Arabic, has none of the letters of the shortcuts. There the key in the same place counts, as in
 * a browser: it returns the letter that this key has on a Latin keyboard.
 */
export const letterOf = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string => {
  const isOfOtherScript = key.length === 1 && key > '\u036f';
  return ((isOfOtherScript && /^Key([A-Z])$/.exec(code)?.[1]) || key).toLowerCase();
};

/** Returns true for an element whose keys are text or belong to its list of values. */
export const isTyping = (target: EventTarget | null): boolean =>
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)) ||
  (target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName)));

/** Returns true for a key with Alt, Ctrl or ⌘. With one of them, an arrow goes back in a browser. */
export const hasModifier = ({
  altKey,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey'>): boolean => altKey || ctrlKey || metaKey;

/** Returns true for a key without a modifier that is no part of what an input method composes. */
export const isPlainKey = (event: KeyboardEvent): boolean => !event.isComposing && !hasModifier(event);

/**
 * Returns true while a form, another dialog, a panel of a button or a menu is open over the screen. The keys
 * of the screen do nothing then.
 */
export const isCovered = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null;

/** Returns true for a plain key that no field, dialog or other part of the screen uses. */
export const isScreenKey = (event: KeyboardEvent): boolean =>
  isPlainKey(event) && !event.defaultPrevented && !isTyping(event.target) && !isCovered();

/** Returns 1 for Alt+↓ and −1 for Alt+↑, the keys that step through a list; 0 for any other key. */
export const stepOfKey = (event: KeyboardEvent): 1 | 0 | -1 => {
  const isStep = event.altKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp');
  if (!isStep || event.isComposing || event.defaultPrevented || isTyping(event.target) || isCovered())
    return 0;
  return event.key === 'ArrowDown' ? 1 : -1;
};

/** Alt with a side arrow goes back or forward in a browser. */
export const isHistoryKey = ({ altKey, key }: KeyboardEvent): boolean =>
  altKey && (key === 'ArrowLeft' || key === 'ArrowRight');
