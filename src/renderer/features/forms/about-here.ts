/** What a new document is about when it is begun from where the user stands: the open record, else the customer's page. */
import type { IntentKind } from '#shared/domain/intent';
import { type About, readAbout } from './form-route';

type Subject = Exclude<About['resource'], 'opportunity'>;
export type AboutHere = About & { resource: Subject };

const FITS: Readonly<Record<IntentKind, readonly Subject[]>> = { company: [], lead: [], outboundInvoice: ['company', 'order'], receipt: ['company'], trailNote: ['company', 'lead'] };

/** The record in the address that a kind can be about, the panel's before the page's; null where there is none. Pure. */
export const aboutHere = (kind: IntentKind, { open, page }: Readonly<Record<string, string>>): AboutHere | null => {
  const fits = (about: About | null): about is AboutHere => about !== null && FITS[kind].some((resource) => resource === about.resource);
  return [readAbout(open), readAbout(page)].find(fits) ?? null;
};
