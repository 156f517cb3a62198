/** How much of each line of an order is invoiced (contract E5, E6). Pure. */
import { exceeds, remaining } from '#shared/domain/invoice-total';
import { sumDecimals } from '#shared/domain/money';
import { knownDecimal } from '../values/form-values';
import { valueText } from '#shared/domain/value-text';

type Line = Readonly<Record<string, unknown>>;

const productOf = (line: Line): string => `${valueText(line.product_id)}~${valueText(line.sku_id)}`;
const orderLineIdOf = (line: Line): string => valueText(line.order_record_id).replace(/^0$/, '');

/**
 * Returns the line of the order that a line of an invoice is for: by its id, otherwise the first with the same
 * product and SKU.
 */
export const orderLineOf = <T extends Line>(invoiced: Line, orderLines: readonly T[]): T | undefined => {
  const id = orderLineIdOf(invoiced);
  const byId = id === '' ? undefined : orderLines.find((line) => valueText(line.unique_id) === id);
  return (
    byId ??
    orderLines.find(
      (line) => productOf(line) === productOf(invoiced) && (id === '' || valueText(line.unique_id) === ''),
    )
  );
};

/**
 * The invoiced quantity of each line of an order, as decimals. `invoiced` are lines of invoices for this order. A line
 * of an invoice may name no line of the order. Its quantity is then distributed over the lines with its product and
 * SKU: each is filled up to its ordered quantity in turn, and the last one gets the rest.
 */
export const invoicedCounts = (orderLines: readonly Line[], invoiced: readonly Line[]): string[] => {
  const counts = orderLines.map(() => '0');
  const unnamed = new Map<string, string>();
  for (const line of invoiced) {
    const count = knownDecimal(line.outbound_count) || '0';
    const id = orderLineIdOf(line);
    const named = id === '' ? -1 : orderLines.findIndex((one) => valueText(one.unique_id) === id);
    if (named >= 0) counts[named] = sumDecimals([counts[named]!, count]);
    // A line that names a line which the order no longer has is not counted.
    else if (id === '' || orderLines.some((one) => isUnnamedFor(one, line)))
      unnamed.set(productOf(line), sumDecimals([unnamed.get(productOf(line)) ?? '0', count]));
  }
  for (const [product, count] of unnamed) {
    const places = orderLines.flatMap((line, at) => (productOf(line) === product ? [at] : []));
    let rest = count;
    for (const at of places) {
      const free = remaining(knownDecimal(orderLines[at]!.count), counts[at]);
      const taken = at === places.at(-1) || free === null || !exceeds(rest, free) ? rest : free;
      counts[at] = sumDecimals([counts[at]!, taken]);
      rest = remaining(rest, taken) ?? '0';
    }
  }
  return counts;
};

const isUnnamedFor = (orderLine: Line, line: Line): boolean =>
  valueText(orderLine.unique_id) === '' && productOf(orderLine) === productOf(line);
