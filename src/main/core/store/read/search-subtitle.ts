/** The second line of a search hit. */
import type { SearchHit } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { titleText } from '#shared/domain/nested-values';
import { refOf } from '../write/column-values';
import { titleOf } from './record-reader';

/** The fields that the second line shows. */
export const SUBTITLE_FIELDS: Readonly<Record<ResourceName, readonly string[]>> = {
  trail: ['company_info', 'create_user_info'],
  company: ['serial_id', 'short_name'],
  lead: ['company_name', 'serial_id'],
  order: ['company', 'company_name', 'amount', 'currency'],
  quotation: ['company', 'company_name', 'amount', 'currency'],
  purchaseOrder: ['supplier_info', 'amount', 'currency'],
  outboundInvoice: ['company_info', 'product_total_amount', 'currency'],
  receipt: ['company_info', 'amount', 'currency'],
  collection: ['company_info', 'order_no', 'amount', 'currency'],
  opportunity: ['company', 'stage_info', 'amount', 'currency'],
  product: ['product_no', 'model', 'price_min', 'currency'],
  user: ['position', 'email'],
};

const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'product_total_amount', 'price_min']);

const partOf = (value: unknown): string => {
  if (value !== null && typeof value === 'object') return refOf(value).name ?? '';
  return titleText(value);
};

/** The second line of a hit: names and numbers that are not its title, each once, then the amount and its currency. */
export const subtitleOf = (
  resource: ResourceName,
  values: Readonly<Record<string, unknown>>,
): Pick<SearchHit, 'subtitle' | 'money'> => {
  const title = titleOf(resource, values, '');
  const texts = new Set<string>();
  let [amount, currency] = ['', ''];
  for (const key of SUBTITLE_FIELDS[resource]) {
    const part = partOf(values[key]);
    if (AMOUNTS.has(key)) amount = part;
    else if (key === 'currency') currency = part;
    else if (part !== title) texts.add(part);
  }
  const subtitle = [...texts, amount, currency].filter((part) => part !== '').join(' · ');
  return amount === '' ? { subtitle } : { subtitle, money: { amount, currency } };
};
