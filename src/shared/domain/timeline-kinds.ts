/**
 * The kinds of entries in a customer's timeline. `edit` is an undelivered change of an existing record; the
 * others are records, including pending ones.
 */
export const TIMELINE_KINDS = ['trail', 'order', 'quotation', 'outboundInvoice', 'receipt', 'edit'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];
