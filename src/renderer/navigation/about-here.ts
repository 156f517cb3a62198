/**
 * What a new document is about when it is begun from where the user stands: the open record, else the
 * customer's page.
 */
import type { IntentKind } from '#shared/domain/intent';

/** What a new document is about: the record it was started from. */
export interface About {
  resource: 'company' | 'lead' | 'opportunity' | 'order';
  id: string;
}

const ABOUT = ['company', 'lead', 'opportunity', 'order'] as const;
/** Reads `company~12`; null for anything a document cannot be about. */
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
  outboundInvoice: ['company', 'order'],
  receipt: ['company'],
  trailNote: ['company', 'lead'],
};

/**
 * The record in the address that a kind can be about, the panel's before the page's; null where there is
 * none. Pure.
 */
export const aboutHere = (
  kind: IntentKind,
  { open, page }: Readonly<Record<string, string>>,
): AboutHere | null => {
  const fits = (about: About | null): about is AboutHere =>
    about !== null && FITS[kind].some((resource) => resource === about.resource);
  return [readAbout(open), readAbout(page)].find(fits) ?? null;
};
