/**
 * Enumerations that the contract defines; the others come from lookups. Names are i18n keys under `enum.*`. A
 * value that is not listed is shown as its number (contract B).
 */
import type { LookupName } from '../http-api/lookups';

export const ENUMERATIONS = {
  trailType: [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112],
  approvalStatus: [-1, 0, 1, 2, 3, 4, 5, 6, 7],
  leadStatus: [1, 2, 3, 4, 5, 7],
  outboundStatus: [1, 2],
  receiptStatus: [1, 2, 3, 4, 5],
  outboundSource: [1, 2],
  inboundStatus: [1, 2],
  paymentStatus: [1],
  intentionLevel: [0, 1, 2, 3],
  annualProcurement: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  scale: [1, 2, 3, 4, 5, 6],
  gender: [1, 2],
  star: [1, 2, 3, 4, 5],
  referType: [1, 2],
  opportunityOutcome: [1, 2, 3],
  productType: [1, 2, 3],
  productSale: [0, 1],
  collectionStatus: [0, 1],
  collectionSource: [1, 2, 3, 4],
} as const;
export type EnumerationName = keyof typeof ENUMERATIONS;

/** Lookups whose items form trees: an item may have a parent. */
export const TREES: ReadonlySet<string> = new Set<LookupName>([
  'group',
  'origin',
  'pool',
  'productGroup',
  'category',
]);
