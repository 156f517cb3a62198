import { letterOf } from '../ui/screen-keys';

type Key = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'
>;

/**
 * The digit of a key; null if it has none. On some keyboards, for example French ones, the keys above the letters give
 * a digit only with Shift. There they count without Shift too, as in a browser.
 */
const digitOf = ({ key, code, shiftKey }: Key): number | null => {
  const digit = /^[1-9]$/.exec(key)?.[0] ?? (shiftKey ? undefined : /^Digit([1-9])$/.exec(code)?.[1]);
  return digit === undefined ? null : Number(digit);
};

/**
 * The action of a global shortcut: the palette, the settings, or a screen by a digit from 1 to 9; null if the
 * key has none. On macOS the menu of the desktop app handles the same keys with ⌘ (`menuHasKeys`), so the
 * page ignores them.
 */
export const shellKey = (
  event: Key,
  { menuHasKeys }: { menuHasKeys: boolean },
): 'palette' | 'settings' | number | null => {
  if (event.isComposing || event.altKey || !(event.ctrlKey || event.metaKey)) return null;
  if (menuHasKeys && event.metaKey) return null;
  if (letterOf(event) === 'k') return 'palette';
  if (event.key === ',') return 'settings';
  return digitOf(event);
};
