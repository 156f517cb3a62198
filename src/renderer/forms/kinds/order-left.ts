/** The amount of a sales order that is not received yet, computed from the local copy. */
import type { Row } from '#shared/contract/records';
import { isLocalRef } from '#shared/domain/intent';
import { exceeds, isNonZero, remaining } from '#shared/domain/invoice-total';
import { currencyCode } from '#shared/domain/currency';
import { negated, roundToCurrency, sumDecimals } from '#shared/domain/money';
import { linesOf } from '#shared/domain/nested-values';
import { isReceiptDraft, orderOfAllocation, receivedBy } from '#shared/domain/receipts';
import { core } from '../../client/client';
import { isKindComplete, isKindHere } from '../../client/missing-kinds';
import type { OrderFacts } from './order-lines';
import { fateOf, hasPendingLines, storedLinesOf } from './pending-lines';

/** The amounts that these lines of a receipt in the order's currency allocate to the order. */
const allocatedTo = (orderId: string, lines: readonly Record<string, unknown>[]): string[] =>
  lines.filter((line) => orderOfAllocation(line) === orderId).flatMap((line) => receivedBy(line, true) ?? []);

/** The receipts of the order that the screens show, with pending work. */
const receiptsOf = async (orderId: string): Promise<Row[]> =>
  (await core.records.related({ resource: 'order', id: orderId, limit: 100 })).find(
    ({ resource }) => resource === 'receipt',
  )?.rows ?? [];

/**
 * The amounts that pending work adds to what receipts allocate to the order, in its currency: those of receipts in the
 * outbox, and the changes that edits of delivered receipts make. What the CRM has refused adds nothing. `untaken` are
 * counted already. Null if a receipt in another currency allocates money to the order.
 */
const waitingFor = async (
  order: OrderFacts,
  untaken: readonly UntakenReceipt[],
): Promise<string[] | null> => {
  const added = (await receiptsOf(order.id))
    .filter((row) => isLocalRef(row.id) || hasPendingLines(row))
    .map(async (row): Promise<string[] | null> => {
      const { id } = row;
      if ((await fateOf(row)) === 'refused') return [];
      const record = await core.records.get({ resource: 'receipt', id });
      // The sums of the order have neither.
      const isStored = record !== null && !isLocalRef(id);
      if (isStored && (record.removed || isReceiptDraft(record.values.status))) return [];
      const lines = linesOf(record?.values.record_list);
      if (currencyCode(record?.values.currency) !== currencyCode(order.currency))
        return lines.some((line) => orderOfAllocation(line) === order.id) ? null : [];
      const amounts = allocatedTo(order.id, lines);
      if (!isStored) return amounts;
      const own = untaken.find((one) => one.id === id);
      // The edit may not show the allocation that the service does not have.
      if (own && amounts.length === 0) return [];
      const counted = own ? [own.amount] : allocatedTo(order.id, await storedLinesOf('receipt', id));
      return [...amounts, ...counted.map(negated)];
    });
  const all = await Promise.all(added);
  return all.includes(null) ? null : all.flatMap((amounts) => amounts ?? []);
};

/**
 * The amounts that new receipts in doubt allocate to the order, in its currency. The amount left counts them, because
 * the CRM may have them.
 */
export const amountsInDoubt = async ({
  id,
  currency,
}: Pick<OrderFacts, 'id' | 'currency'>): Promise<string[]> => {
  const found = (await receiptsOf(id)).map(async (row): Promise<string[]> => {
    if (!isLocalRef(row.id) || (await fateOf(row)) !== 'in-doubt') return [];
    const values = (await core.records.get({ resource: 'receipt', id: row.id }))?.values;
    if (currencyCode(values?.currency) !== currencyCode(currency)) return [];
    const amounts = allocatedTo(id, linesOf(values?.record_list));
    return amounts.length === 0 ? [] : [sumDecimals(amounts)];
  });
  return (await Promise.all(found)).flat();
};

/** A delivered receipt whose allocation to an order is missing in the answers of the service. */
export interface UntakenReceipt {
  id: string;
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
      const { raw, asSent, detailAt, values } = record;
      // Lines that the overlay shows "as sent" are not from the service.
      const isAnswered = raw !== '' && asSent?.record_list === undefined;
      const lines = hasPendingLines(record)
        ? await storedLinesOf('receipt', realId)
        : linesOf(values.record_list);
      const isTaken = isAnswered && allocatedTo(id, lines).length > 0;
      const detailState = detailAt === null ? 'unread' : 'read';
      return isTaken ? [] : [{ id: realId, number, amount, state: raw === '' ? 'unlisted' : detailState }];
    }),
  );
  return found.flat();
};

/**
 * Returns the ordered amount minus the receipts of the order or its effective collections, whichever are
 * more, and minus those in the outbox, in the order's currency. The user's own receipts whose allocation the
 * service did not store are counted as receipts. Returns `''` if nothing is left, or if the ordered, the
 * received or the collected amount is not known on this computer. It is not known either if a part was received in
 * another currency, because nothing is converted.
 */
export const leftToReceive = async (order: OrderFacts): Promise<string> => {
  const money = await core.money.order({ id: order.id });
  const own = money?.currencies.find(({ currency }) => currency === currencyCode(order.currency));
  if (!money || !own || !isKindComplete('receipt')) return '';
  if (money.currencies.some((one) => one !== own && isNonZero(one.received))) return '';
  const untaken = await untakenReceipts(order);
  // The allocations of the user's own receipts are known from what was sent, so they are not unread.
  const unread = money.unread.receipts - untaken.filter(({ state }) => state === 'unread').length;
  if (unread > 0) return '';
  const isUntaken = (id: string): boolean => untaken.some((one) => one.id === id);
  if (!money.withoutAmount.receiptIds.every(isUntaken)) return '';
  const received = sumDecimals([own.received, ...untaken.map(({ amount }) => amount)]);
  // Without the permission, the local copy of the collections is out of date, so it is not used.
  const collections = isKindHere('collection') ? await core.money.collections({ id: order.id }) : null;
  // `left` is null if an effective collection has no amount that can be counted.
  if (collections && (collections.left === null || !isKindComplete('collection'))) return '';
  const collected = collections?.collected ?? '0';
  // A collection may come from a receipt, so the same money may be in both sums.
  const arrived = exceeds(collected, received) ? collected : received;
  const waiting = await waitingFor(order, untaken);
  if (waiting === null) return '';
  const counted = sumDecimals([arrived, ...waiting]);
  const left = roundToCurrency(remaining(own.ordered, counted) ?? '0', own.currency);
  return exceeds(left, '0') ? left : '';
};
