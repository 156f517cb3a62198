/**
 * What a customer's story is made of. `edit` is a change of an existing record that is not delivered yet; the
 * others are records, pending ones included.
 */
export const TIMELINE_KINDS = ['trail', 'order', 'quotation', 'outboundInvoice', 'receipt', 'edit'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];
