/** What of a sales order is not received yet. From disk only. */
import { isLocalRef } from '#shared/domain/intent';
import { exceeds, remaining } from '#shared/domain/invoice-total';
import { roundToCurrency, sumDecimals, toDecimal } from '#shared/domain/money';
import { linesOf } from '#shared/domain/nested-values';
import { core } from '../../client/client';
import { useSync } from '../../client/events';
import type { OrderFacts } from './order-lines';

/** The value of `refer_type` of an allocation to an order (contract E7). */
export const FOR_ORDER = '1';

/** Returns true if every receipt of the service is on this computer. */
const hasAllReceipts = (): boolean =>
  useSync
    .getState()
    .state?.resources.some(({ resource, completeAsOf }) => resource === 'receipt' && completeAsOf !== null) ??
  false;

/** The amounts that receipts in the outbox allocate to the order, in its currency. */
const waitingFor = async (order: OrderFacts): Promise<string[]> => {
  const rows =
    (await core.records.related({ resource: 'order', id: order.id, limit: 100 })).find(
      ({ resource }) => resource === 'receipt',
    )?.rows ?? [];
  const waiting = await Promise.all(
    rows.filter(({ id }) => isLocalRef(id)).map(({ id }) => core.records.get({ resource: 'receipt', id })),
  );
  return waiting
    .filter((record) => record?.values.currency === order.currency)
    .flatMap((record) => linesOf(record?.values.record_list))
    .filter((line) => String(line.refer_type) === FOR_ORDER && String(line.refer_id) === order.id)
    .flatMap((line) => toDecimal(line.cash_collection_amount) ?? []);
};

/**
 * The ordered amount minus the receipts of the order, including those in the outbox, in the order's currency.
 * `''` if nothing is left, or if the ordered or the received amount is not known on this computer.
 */
export const leftToReceive = async (order: OrderFacts): Promise<string> => {
  const money = await core.money.order({ id: order.id });
  const own = money?.currencies.find(({ currency }) => currency === order.currency);
  if (!money || !own || money.unread.receipts > 0 || !hasAllReceipts()) return '';
  const received = sumDecimals([own.received, ...(await waitingFor(order))]);
  const left = roundToCurrency(remaining(own.ordered, received) ?? '0', order.currency);
  return exceeds(left, '0') ? left : '';
};
