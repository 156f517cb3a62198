/** SQL: which records are drafts. Nothing was ordered or received yet, so no sum of money includes them. */
import { RECEIPT_DRAFT } from '#shared/domain/receipts';
import type { ResourceName } from '#shared/domain/resources';
import { IS_DRAFT_ORDER } from './draft-orders';

/** SQL: 1 if the record `r` is a draft order or a draft receipt, otherwise 0; never NULL. */
export const isDraftSql = (resource: ResourceName): string => {
  if (resource === 'receipt') return `(coalesce(r.status, 0) = ${RECEIPT_DRAFT})`;
  return resource === 'order' ? `(${IS_DRAFT_ORDER})` : '0';
};
