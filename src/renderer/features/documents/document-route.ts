/** Which document is previewed, kept in the address (`print=order~12`), so that it is a link, and Back closes it. */
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import { setParams } from '../../app/router';

export const PRINTABLE = ['order', 'quotation', 'outboundInvoice', 'receipt', 'company'] as const;
/** `company` stands for its statement. */
export type PrintableResource = (typeof PRINTABLE)[number];

export const isPrintable = (resource: ResourceName): resource is PrintableResource => (PRINTABLE as readonly ResourceName[]).includes(resource);

export type DocumentRef = { kind: 'list' } | { kind: 'record'; resource: PrintableResource; id: string };

export const readDocument = (param: string | undefined): DocumentRef | undefined => {
  if (param === 'list') return { kind: 'list' };
  const [name, id] = param?.split('~', 2) ?? [];
  const resource = RESOURCES.find((known) => known === name);
  return resource !== undefined && isPrintable(resource) && id !== undefined && id !== '' ? { kind: 'record', resource, id } : undefined;
};

/** Shows a record as a printable page; a company as its statement. */
export const openDocument = (resource: PrintableResource, id: string): void => setParams({ print: `${resource}~${id}` });
export const openListPrint = (): void => setParams({ print: 'list' });
export const closeDocument = (): void => setParams({ print: undefined, period: undefined });
