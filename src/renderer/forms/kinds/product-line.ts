/**
 * A product of the local copy as a line of an invoice (contract E5): one choice for each SKU. The price is
 * filled only in the currency of the invoice, and only if the product or the SKU has one price.
 */
import type { Row } from '#shared/contract/records';
import { currencyCode } from '#shared/domain/currency';
import { skusOf, type ProductSku } from '../../records/product-skus';
import { type FormChild, knownDecimal } from '../values/form-values';
import { valueText } from '#shared/domain/value-text';

/** The columns that a choice needs. */
export const PRODUCT_COLUMNS = [
  'name',
  'cn_name',
  'product_no',
  'model',
  'unit',
  'currency',
  'price_min',
  'price_max',
  'disable_flag',
  'sku_items',
  'stock_list',
];

export interface ProductChoice {
  /** The id of the product, with the id of the SKU after `~`. */
  value: string;
  label: string;
  number: string;
  model: string;
  price: string;
  currency: string;
  /** The quantity of the SKU available in all warehouses; null if it is not known. */
  available: number | null;
  isDiscontinued: boolean;
  line: Required<Pick<FormChild, 'fields' | 'facts'>>;
}

const NO_SKU: ProductSku = { id: '', code: '', price: '', attributes: '' };

const availableOf = (stock: unknown, sku: string): number | null =>
  Array.isArray(stock)
    ? stock
        .filter((row: Record<string, unknown>) => valueText(row.sku_id) === sku)
        .reduce((sum: number, row: Record<string, unknown>) => sum + (Number(row.enable_count) || 0), 0)
    : null;

/** The SKU's own price, otherwise the product's if it is not a range. */
const priceOf = (sku: ProductSku, { price_min: least, price_max: most }: Row['values']): string => {
  const own = knownDecimal(sku.price);
  if (own !== '') return own;
  const from = knownDecimal(least);
  const to = knownDecimal(most) || from;
  return Number(from) === Number(to) && Number(from) > 0 ? to : '';
};

/** A product whose details are not on this computer is one choice without an SKU. */
export const choicesOf = ({ id, values }: Row, invoiceCurrency: string): ProductChoice[] => {
  const [name, cnName, model] = [valueText(values.name), valueText(values.cn_name), valueText(values.model)];
  const currency = valueText(values.currency);
  const skus = skusOf(values);
  return (skus.length === 0 ? [NO_SKU] : skus).map((sku): ProductChoice => {
    const price = priceOf(sku, values);
    const isFilled = price !== '' && currencyCode(currency) === currencyCode(invoiceCurrency);
    const number = sku.code || valueText(values.product_no);
    const product = [name || cnName || number, sku.attributes].filter((part) => part !== '').join(' · ');
    return {
      value: `${id}~${sku.id}`,
      label: product,
      number,
      model,
      price,
      currency,
      available: sku.id === '' ? null : availableOf(values.stock_list, sku.id),
      isDiscontinued: valueText(values.disable_flag) === '1',
      line: {
        fields: {
          product_id: id,
          sku_id: sku.id,
          ...(isFilled ? { sale_price: price } : {}),
        },
        facts: {
          ...{ product, number, unit: valueText(values.unit), name, cnName, model },
          ...(isFilled ? { price, currency } : {}),
        },
      },
    };
  });
};
