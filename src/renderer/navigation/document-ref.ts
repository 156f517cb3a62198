/** The document in an address (`print=order~12`). */
import { RESOURCES, type ResourceName } from '#shared/domain/resources';

const PRINTABLE = ['order', 'quotation', 'purchaseOrder', 'outboundInvoice', 'receipt', 'company'] as const;
/** `company` means the statement of the company. */
export type PrintableResource = (typeof PRINTABLE)[number];

export const isPrintable = (resource: ResourceName): resource is PrintableResource =>
  (PRINTABLE as readonly ResourceName[]).includes(resource);

export type DocumentRef = { kind: 'list' } | { kind: 'record'; resource: PrintableResource; id: string };

/** Returns undefined for anything that cannot be printed. */
export const readDocument = (param: string | undefined): DocumentRef | undefined => {
  if (param === 'list') return { kind: 'list' };
  const [name, id] = param?.split('~', 2) ?? [];
  const resource = RESOURCES.find((known) => known === name);
  return resource !== undefined && isPrintable(resource) && id !== undefined && id !== ''
    ? { kind: 'record', resource, id }
    : undefined;
};
