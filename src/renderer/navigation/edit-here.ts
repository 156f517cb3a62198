/** Finds the record that the `E` key edits: the open one, otherwise the customer of the page. */
import { INTENT_KINDS, type IntentKind } from '#shared/domain/intent';
import type { ResourceName } from '#shared/domain/resources';

/** Records that can be edited (contract E2, E3, E5, E7, and opportunity/push), and the form of each. */
export const EDITABLE: Partial<Record<ResourceName, IntentKind>> = {
  company: 'company',
  lead: 'lead',
  opportunity: 'opportunity',
  outboundInvoice: 'outboundInvoice',
  receipt: 'receipt',
};
type Edited = Exclude<IntentKind, 'trailNote'>;

/**
 * Returns the record from the address. Returns null if the open record cannot be edited, even if the page
 * behind it could. Pure.
 */
export const editHere = ({
  open,
  page,
}: Readonly<Record<string, string>>): { kind: Edited; id: string } | null => {
  const [name, id] = (open ?? page)?.split('~', 2) ?? [];
  const kind = INTENT_KINDS.find((known): known is Edited => known === name && known !== 'trailNote');
  return kind === undefined || id === undefined || id === '' ? null : { kind, id };
};
