/**
 * The filter that shows all records related to one record in their list. Pure. It names the same relation as
 * the core's (`RELATIONS`); a relation by the lines of documents has no filter.
 */
import type { Filter, RecordView } from '#shared/contract/records';
import { isNoId } from '#shared/domain/ids';
import type { ResourceName } from '#shared/domain/resources';

/** By the kind of the related records: the field of the list that has the record. */
type Fields = Readonly<Partial<Record<ResourceName, string>>>;

/** The field of a customer's documents that has the customer. */
export const CUSTOMER_FIELDS = {
  opportunity: 'company_id',
  order: 'company',
  quotation: 'company_id',
  outboundInvoice: 'company_info',
  receipt: 'company_info',
  collection: 'company_id',
} as const satisfies Fields;

const BY_OWN_ID: Readonly<Partial<Record<ResourceName, Fields>>> = {
  // The trail of a customer has the notes about its opportunities too. No filter gives exactly these.
  company: CUSTOMER_FIELDS,
  lead: { trail: 'lead_id' },
  opportunity: {
    quotation: 'opportunity_id',
    order: 'opportunity_id',
    collection: 'opportunity_id',
    trail: 'opportunity_id',
  },
  order: { collection: 'order_id' },
};
/** Related because both belong to one opportunity. */
const BY_OPPORTUNITY: Readonly<Partial<Record<ResourceName, Fields>>> = {
  order: { quotation: 'opportunity_id', trail: 'opportunity_id' },
  quotation: { order: 'opportunity_id', trail: 'opportunity_id' },
  trail: { order: 'opportunity_id', quotation: 'opportunity_id' },
};

/** Returns the filter for the records of `kind`; null if no filter gives exactly these. */
export const relatedFilter = (
  { resource, id, values }: Pick<RecordView, 'resource' | 'id' | 'values'>,
  kind: ResourceName,
): Filter | null => {
  const own = BY_OWN_ID[resource]?.[kind];
  if (own !== undefined) return { field: own, op: 'in', values: [id] };
  const shared = BY_OPPORTUNITY[resource]?.[kind];
  const opportunity = values.opportunity_id;
  if (shared === undefined || isNoId(opportunity)) return null;
  return { field: shared, op: 'in', values: [String(opportunity)] };
};
