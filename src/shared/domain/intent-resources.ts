/** Which kind of record each kind of intent makes or edits. The only place that says so. */
import { INTENT_KINDS, type IntentKind } from './intent';
import type { ResourceName } from './resources';

export const RESOURCE_OF_KIND = {
  company: 'company',
  lead: 'lead',
  opportunity: 'opportunity',
  outboundInvoice: 'outboundInvoice',
  receipt: 'receipt',
  trailNote: 'trail',
} as const satisfies Record<IntentKind, ResourceName>;

/** The kind of intent that makes or edits such records; undefined for those that are only read. */
export const kindOfResource = (resource: ResourceName): IntentKind | undefined =>
  INTENT_KINDS.find((kind) => RESOURCE_OF_KIND[kind] === resource);
