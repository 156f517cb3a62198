/** Opens and closes the preview through the address, so that a link can open it. */
import { setParams } from './router';
import type { PrintableResource } from './document-ref';

/** Shows a record as a printable page; for a company, its statement. */
export const openDocument = (resource: PrintableResource, id: string): void =>
  setParams({ print: `${resource}~${id}` });
export const openListPrint = (): void => setParams({ print: 'list' });
export const closeDocument = (): void => setParams({ print: undefined, period: undefined });
