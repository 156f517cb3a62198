/** The numbers of documents, as services compare them. */
import { lowerCased } from './lower-case';
import { valueText } from './value-text';

/**
 * Returns true if both are one number to a service that ignores case, as many databases do. It would add the lines of
 * `inv-7` to the invoice `INV-7`.
 */
export const isOneNumber = (found: unknown, number: unknown): boolean =>
  lowerCased(valueText(found)) === lowerCased(valueText(number));
