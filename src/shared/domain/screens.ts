/** The screens of the window, by the name that stands in the address. */

/** They have the keys Ctrl+1 to Ctrl+9 (⌘ on macOS), in this order, in the menu and in the window alike. */
export const NUMBERED_SCREENS = [
  'today',
  'outbox',
  'trail',
  'customers',
  'orders',
  'quotations',
  'purchase-orders',
  'invoices',
  'receipts',
] as const;

export const SCREENS = [
  ...NUMBERED_SCREENS,
  'opportunities',
  'products',
  'collections',
  'activity',
  'settings',
  'agenda',
  'help',
  'travel',
] as const;
export type Screen = (typeof SCREENS)[number];
