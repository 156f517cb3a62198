/**
 * Links in the lines of documents: invoice → orders (E4 record_list), receipt → orders (E7 refer_type 1). A
 * table stores them, so that both directions are index look-ups.
 */
import { linesOf } from '#shared/domain/nested-values';
import { orderOfAllocation } from '#shared/domain/receipts';
import type { ResourceName } from '#shared/domain/resources';
import type { SqlDatabase } from '../../ports/ports';
import { textOf } from './column-values';

/** The ids of the orders that a document's lines name; undefined for resources without such lines. */
export const linkedOrders = (
  resource: ResourceName,
  value: Record<string, unknown>,
): string[] | undefined => {
  if (resource !== 'outboundInvoice' && resource !== 'receipt') return undefined;
  if (value.record_list === undefined) return undefined;
  const ids = linesOf(value.record_list).map((line) =>
    resource === 'outboundInvoice' ? textOf(line.order_id) : orderOfAllocation(line),
  );
  return [...new Set(ids.filter((id): id is string => id !== null && id !== '0'))];
};

export const linkWriter = (
  db: SqlDatabase,
  resource: ResourceName,
): ((rowId: number, value: Record<string, unknown>) => void) => {
  const clear = db.prepare('DELETE FROM document_link WHERE resource = ? AND row_id = ?');
  const add = db.prepare('INSERT INTO document_link VALUES (?, ?, ?)');
  return (rowId, value) => {
    const orders = linkedOrders(resource, value);
    if (orders === undefined) return;
    clear.run(resource, rowId);
    for (const order of orders) add.run(resource, order, rowId);
  };
};
