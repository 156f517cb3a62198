type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>;

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
  if (event.key.toLowerCase() === 'k') return 'palette';
  if (event.key === ',') return 'settings';
  return /^[1-9]$/.test(event.key) ? Number(event.key) : null;
};
