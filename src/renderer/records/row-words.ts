/** The texts of a record in one line, outside grids: title, subtitle, amount, time. */
import type { Row } from '#shared/contract/records';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';
import { kindOfResource } from '#shared/domain/intent-resources';
import { nameOf, titleText } from '#shared/domain/nested-values';
import { formatServerText } from '../format/time';
import { amountText, type FormatContext } from '../format/values';

const AMOUNT: Partial<Record<ResourceName, string>> = {
  order: 'amount',
  quotation: 'amount',
  purchaseOrder: 'amount',
  outboundInvoice: 'product_total_amount',
  receipt: 'amount',
  collection: 'amount',
  opportunity: 'amount',
  product: 'price_min',
};
const TIME: Partial<Record<ResourceName, string>> = {
  order: 'account_date',
  quotation: 'quotation_date',
  purchaseOrder: 'purchase_date',
  outboundInvoice: 'warehouse_invoice_time',
  receipt: 'collection_date',
  collection: 'collection_date',
  opportunity: 'account_date',
  trail: 'create_time',
};

export const rowTitle = (resource: ResourceName, row: Row): string =>
  RESOURCE_INFO[resource].titleFields.map((key) => titleText(row.values[key])).find((text) => text !== '') ??
  row.id;

/** Returns the title of an undelivered record without a name or number: "New receipt". */
export const unnamed = (resource: ResourceName, word: FormatContext['word']): string =>
  word(`outbox.create.${kindOfResource(resource) ?? resource}`);

/**
 * Returns the subtitle of a row: name, customer or supplier, the order number of a collection, and short
 * name. Names that are equal to the title are left out.
 */
export const rowSubtitle = (row: Row, title: string): string => {
  const { name, company, company_info: info, supplier_info: supplier, short_name: short } = row.values;
  const { cash_collection_no: collection, order_no: order } = row.values;
  const party = nameOf(company) || nameOf(info) || nameOf(supplier);
  return [
    typeof name === 'string' && name !== title ? name : '',
    party,
    collection !== undefined && typeof order === 'string' ? order : '',
    typeof short === 'string' && short !== title ? short : '',
  ]
    .filter(Boolean)
    .join(' · ');
};

export const rowAmount = (resource: ResourceName, row: Row, format: FormatContext): string => {
  const key = AMOUNT[resource];
  return key === undefined ? '' : amountText(key, row.values[key], row.values, format);
};
export const rowTime = (resource: ResourceName, row: Row, { locale, offsetMs }: FormatContext): string =>
  formatServerText(row.values[TIME[resource] ?? 'update_time'], locale, offsetMs);
