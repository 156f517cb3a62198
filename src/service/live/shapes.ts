/**
 * Converts a stored record to the answer: as stored, or in the live service's forms if a quirk is on. A list
 * without such a quirk returns its stored texts without parsing them.
 */
import { parseDoc, writeExact, type Json } from '../store/exact-json';
import type { ServiceResource } from '../store/record-store';
import { customerInLiveShape } from './customer-shapes';
import {
  invoiceInLiveShape,
  opportunityInLiveShape,
  orderInLiveShape,
  orderItemInLiveShape,
  quotationInLiveShape,
  receiptInLiveShape,
  trailInLiveShape,
} from './document-shapes';
import type { LiveQuirks } from './live-quirks';
import { userInLiveShape } from './user-shapes';

type Shape = (record: Json, quirks: LiveQuirks) => Json;
interface ListShape {
  /** The quirks that change an item of the list. */
  under: readonly (keyof LiveQuirks)[];
  shape: Shape;
}

const ITEMS: Partial<Record<ServiceResource, ListShape>> = {
  order: {
    under: ['linkStatusIds', 'wideLines', 'fractionalCounts', 'floatTails'],
    shape: orderItemInLiveShape,
  },
  quotation: { under: ['approvalNone'], shape: quotationInLiveShape },
  receipt: { under: ['capitalAccountInfo', 'html', 'floatTails'], shape: receiptInLiveShape },
  outboundInvoice: { under: ['floatTails'], shape: invoiceInLiveShape },
  trail: { under: ['html', 'fileLists'], shape: trailInLiveShape },
  user: { under: ['userFlags'], shape: userInLiveShape },
};
const DETAILS: Partial<Record<ServiceResource, Shape>> = {
  company: customerInLiveShape,
  lead: customerInLiveShape,
  order: orderInLiveShape,
  quotation: quotationInLiveShape,
  receipt: receiptInLiveShape,
  outboundInvoice: invoiceInLiveShape,
  opportunity: opportunityInLiveShape,
};

/** A record's details as this service answers them. */
export const detailsInLiveShape = (resource: ServiceResource, details: Json, quirks: LiveQuirks): Json =>
  DETAILS[resource]?.(details, quirks) ?? details;

/** The texts of a list's items as this service answers them. */
export const itemsInLiveShape = (
  resource: ServiceResource,
  texts: readonly string[],
  quirks: LiveQuirks,
): string[] => {
  const item = ITEMS[resource];
  if (!item?.under.some((key) => quirks[key] === true)) return [...texts];
  return texts.map((text) => writeExact(item.shape(parseDoc(text), quirks)));
};
