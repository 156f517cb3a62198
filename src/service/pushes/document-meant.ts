/** The existing document that a push means. */
import type { ServiceContext } from '../context';
import { idIn, textIn } from '../input';
import { notFound } from '../refusal';
import type { Json } from '../store/exact-json';
import type { ServiceRecord } from '../store/record-store';

/**
 * With an id the document it names; without one, the document that already has the number (contract
 * E5: it is edited and gets the lines). Undefined if the push creates one.
 */
export const documentMeant = (
  { store }: ServiceContext,
  resource: 'outboundInvoice' | 'receipt',
  body: Json,
  keys: { id: string; number: string },
): ServiceRecord | undefined => {
  const id = idIn(body, keys.id);
  if (id !== undefined) {
    const named = store.get(resource, id);
    if (!named || named.removed === 1) throw notFound();
    return named;
  }
  const number = textIn(body, keys.number) ?? '';
  const numbered = number === '' ? undefined : store.findByNumber(resource, number);
  return numbered?.removed === 1 ? undefined : numbered;
};
