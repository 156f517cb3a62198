/** Finds the subject of a new document: the open record, otherwise the customer of the page. */
import type { IntentKind } from '#shared/domain/intent';

/** The subject of a new document: the record from which it was started. */
export interface About {
  resource: 'company' | 'lead' | 'opportunity' | 'order' | 'outboundInvoice';
  id: string;
}

const ABOUT = ['company', 'lead', 'opportunity', 'order', 'outboundInvoice'] as const;
/** Parses `company~12`; null if it is not a possible subject of a document. */
export const readAbout = (text: string | undefined): About | null => {
  const [name, id] = text?.split('~', 2) ?? [];
  const resource = ABOUT.find((known) => known === name);
  return resource === undefined || id === undefined || id === '' ? null : { resource, id };
};

type Subject = Exclude<About['resource'], 'opportunity'>;
export type AboutHere = About & { resource: Subject };

const FITS: Readonly<Record<IntentKind, readonly Subject[]>> = {
  company: [],
  lead: [],
  opportunity: ['company'],
  outboundInvoice: ['company', 'order'],
  receipt: ['company', 'order', 'outboundInvoice'],
  trailNote: ['company', 'lead'],
};

/**
 * The record in the address that can be the subject of this kind: first the panel's, then the page's; null if
 * there is none. A note beside an order or an invoice is about its customer. Pure.
 */
export const aboutHere = (
  kind: IntentKind,
  { open, page }: Readonly<Record<string, string>>,
): AboutHere | null => {
  const fits = (about: About | null): about is AboutHere =>
    about !== null && FITS[kind].some((resource) => resource === about.resource);
  const here = [readAbout(open), readAbout(page)];
  const ofCustomer = (about: About | null): about is AboutHere =>
    kind === 'trailNote' && (about?.resource === 'order' || about?.resource === 'outboundInvoice');
  return here.find(fits) ?? here.find(ofCustomer) ?? null;
};
