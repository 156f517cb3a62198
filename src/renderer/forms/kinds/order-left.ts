/** The amount of a sales order that is not received yet, computed from the local copy. */
import { isLocalRef } from '#shared/domain/intent';
import { exceeds, remaining } from '#shared/domain/invoice-total';
import { currencyCode } from '#shared/domain/currency';
import { roundToCurrency, sumDecimals, toDecimal } from '#shared/domain/money';
import { linesOf } from '#shared/domain/nested-values';
import { isReceiptDraft, orderOfAllocation } from '#shared/domain/receipts';
import { core } from '../../client/client';
import { isKindComplete, isKindHere } from '../../client/missing-kinds';
import type { OrderFacts } from './order-lines';

/** The amounts that these lines of a receipt allocate to an order. */
const allocatedTo = (orderId: string, lines: readonly Record<string, unknown>[]): string[] =>
  lines
    .filter((line) => orderOfAllocation(line) === orderId)
    .flatMap((line) => toDecimal(line.cash_collection_amount) ?? []);

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
    .filter((record) => currencyCode(record?.values.currency) === currencyCode(order.currency))
    .flatMap((record) => allocatedTo(order.id, linesOf(record?.values.record_list)));
};

/** A delivered receipt whose allocation to an order is missing in the answers of the service. */
export interface UntakenReceipt {
  number: string;
  /** Decimal text, in the order's currency. */
  amount: string;
  /**
   * `read`: its details are on this computer and lack the allocation; `unread`: its details are not on this
   * computer; `unlisted`: the record is not on this computer either.
   */
  state: 'read' | 'unread' | 'unlisted';
}

/** The maximum of delivered items that are checked, the latest first. */
const MOST_DELIVERED = 500;

/**
 * Returns the user's delivered receipts for the order whose allocation is missing in the service's answers:
 * contract E7 does not promise that a push creates an allocation. Drafts and deleted receipts are left out,
 * as in the sums of the order.
 */
export const untakenReceipts = async ({
  id,
  currency,
}: Pick<OrderFacts, 'id' | 'currency'>): Promise<UntakenReceipt[]> => {
  const delivered = await core.outbox.list({ states: ['applied'], latest: MOST_DELIVERED });
  const begun = delivered.flatMap(({ kind, realId, number, command }) => {
    if (kind !== 'receipt' || command.target !== null || realId === null) return [];
    if (currencyCode(command.fields.currency) !== currencyCode(currency)) return [];
    const lines = command.children.filter(({ remove }) => remove !== true).map(({ fields }) => fields);
    const amounts = allocatedTo(id, lines);
    return amounts.length === 0 ? [] : [{ realId, number: number ?? realId, amount: sumDecimals(amounts) }];
  });
  const found = await Promise.all(
    begun.map(async ({ realId, number, amount }): Promise<UntakenReceipt[]> => {
      const record = await core.records.get({ resource: 'receipt', id: realId });
      if (record === null || record.removed || isReceiptDraft(record.values.status)) return [];
      const { raw, asSent, pending, detailAt, values } = record;
      // Lines that the overlay shows "as sent" are not from the service.
      const isAnswered =
        raw !== '' && asSent?.record_list === undefined && pending?.fields.includes('record_list') !== true;
      const isTaken = isAnswered && allocatedTo(id, linesOf(values.record_list)).length > 0;
      const detailState = detailAt === null ? 'unread' : 'read';
      return isTaken ? [] : [{ number, amount, state: raw === '' ? 'unlisted' : detailState }];
    }),
  );
  return found.flat();
};

/**
 * Returns the ordered amount minus the receipts of the order or its effective collections, whichever are
 * more, and minus those in the outbox, in the order's currency. The user's own receipts whose allocation the
 * service did not store are counted as receipts. Returns `''` if nothing is left, or if the ordered, the
 * received or the collected amount is not known on this computer.
 */
export const leftToReceive = async (order: OrderFacts): Promise<string> => {
  const money = await core.money.order({ id: order.id });
  const own = money?.currencies.find(({ currency }) => currency === currencyCode(order.currency));
  if (!money || !own || !isKindComplete('receipt')) return '';
  const untaken = await untakenReceipts(order);
  // The allocations of the user's own receipts are known from what was sent, so they are not unread.
  const unread = money.unread.receipts - untaken.filter(({ state }) => state === 'unread').length;
  if (unread > 0) return '';
  const received = sumDecimals([own.received, ...untaken.map(({ amount }) => amount)]);
  // Without the permission, the local copy of the collections is out of date, so it is not used.
  const collections = isKindHere('collection') ? await core.money.collections({ id: order.id }) : null;
  // `left` is null if an effective collection has no amount that can be counted.
  if (collections && (collections.left === null || !isKindComplete('collection'))) return '';
  const collected = collections?.collected ?? '0';
  // A collection may come from a receipt, so the same money may be in both sums.
  const arrived = exceeds(collected, received) ? collected : received;
  const counted = sumDecimals([arrived, ...(await waitingFor(order))]);
  const left = roundToCurrency(remaining(own.ordered, counted) ?? '0', own.currency);
  return exceeds(left, '0') ? left : '';
};
