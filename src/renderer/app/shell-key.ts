type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>;

/**
 * What a key means wherever the focus is: the palette, the settings, or the screen of a digit from 1 to 9;
 * null if it means nothing here. On macOS the menu of the desktop app has the same keys with ⌘ and always
 * acts on them (`menuHasKeys`): the page leaves them to it, so that none acts twice.
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
