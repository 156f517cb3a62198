/** The words that the rep types into a form, and what a form sends besides them. */
import type { IntentKind } from '#shared/domain/intent';
import { PRODUCT_TEXTS } from '#shared/domain/push-fields/outbound-invoice';

export interface Typed {
  word: string;
  field: string;
}

/** `typed` with one more word; a field has only its last one. */
export const withTyped = (typed: readonly Typed[], one: Typed): readonly Typed[] => [
  ...typed.filter(({ field }) => field !== one.field),
  one,
];
export const wordsOf = (typed: readonly Typed[]): string => typed.map(({ word }) => word).join(' ');

/** The field with the word that names a new record. */
export const NAME_FIELD = {
  company: 'name',
  lead: 'name',
  opportunity: 'name',
  receipt: 'remark',
  outboundInvoice: 'serial_id',
  trailNote: 'content',
} as const satisfies Record<IntentKind, string>;

/** Fields that the service empties in each line unless an edit contains them (contract E5). */
export const SENT_WITH_LINES: ReadonlySet<string> = new Set([
  'order_id',
  'order_record_id',
  ...PRODUCT_TEXTS,
]);
/** Fields that some services need in every edit. */
export const ALSO_SENT = new Set(['pool_id']);
