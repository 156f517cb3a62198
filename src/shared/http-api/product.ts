/**
 * The optional product endpoints (contract B), with the fields that the live service documents: the list, one
 * product with its SKUs, and the stock of SKUs per warehouse.
 */
import { z } from 'zod';
import { isObject } from '../domain/is-object';
import { userInfo, wire } from './scalars';

export const PRODUCT_LIST_PATH = '/v1/product/list';
export const PRODUCT_INFO_PATH = '/v1/product/info';
/** Names and types of the custom fields. */
export const PRODUCT_FIELDS_PATH = '/v1/product/fields';
/** The stock of the SKUs in `sku_id`, separated by commas, with one item for each warehouse. */
export const PRODUCT_INVENTORY_PATH = '/v1/product/inventory-list';
/** The key under which the details have their custom fields, by their ids. */
export const PRODUCT_CUSTOM_FIELDS = 'external_field_data';

const textOrNumber = z.union([z.string(), z.number()]);
const decimal = z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)]);
const list = z.array(z.unknown());

/**
 * An item of the list after `withPrice`. The price and its currency are optional, because a product may have
 * a price for each quantity or SKU instead.
 */
export const productItemSchema = z.looseObject({
  product_id: wire.id(),
  product_no: wire.text(),
  name: wire.text(),
  model: wire.text(),
  unit: wire.text(),
  currency: wire.text().optional(),
  price_min: wire.of('money', decimal).optional(),
  price_max: wire.of('money', decimal).optional(),
  price_unit: wire.text().optional(),
  group_name: wire.text(),
  minimum_order_quantity: wire.of('number', decimal),
  quantity_unit: wire.text(),
  cost: wire.of('number', decimal),
  cost_with_tax: wire.of('number', decimal),
  cost_currency: wire.text(),
  cost_unit: wire.text(),
  hs_code: wire.of('text', textOrNumber),
  image: wire.of('list', z.string()),
  from_url: wire.text(),
  description: wire.longText(),
  product_remark: wire.longText(),
  count_per_package: wire.of('number', textOrNumber),
  package_unit: wire.of('text', textOrNumber),
  package_volume: wire.of('number', textOrNumber),
  package_gross_weight: wire.of('number', textOrNumber),
  package_remark: wire.of('text', textOrNumber),
});

/** product/info after `withPrice`, and what Satchel adds to it from inventory-list (`readStock`). */
export const productInfoSchema = z.looseObject({
  cn_name: wire.text(),
  product_type: wire.enumInt('productType'),
  /** 1: no longer sold. The documentation of the list says the opposite, so only the details are shown. */
  disable_flag: wire.enumInt('productSale'),
  brand: wire.text(),
  place: wire.text(),
  intro: wire.longText(),
  images: wire.of('list', list),
  info_json: wire.of('longText', list),
  gradient_price: wire.of('longText', list),
  sku_items: wire.of('lines', list),
  stock_available: wire.of('number', z.string()).optional(),
  stock_actual: wire.of('number', z.string()).optional(),
  stock_time: wire.dateTime().optional(),
  stock_list: wire.of('lines', list).optional(),
  create_user: wire.of('user', userInfo),
  update_user: wire.of('user', userInfo),
  create_time: wire.dateTime(),
  update_time: wire.dateTime(),
});

type Value = Readonly<Record<string, unknown>>;

/**
 * The FOB price as fields of the product, under the same names in the list and in the details. The list has
 * it under `fob`; `currency` is the name that every other record gives the currency of its amounts.
 */
export const withPrice = (product: Value): Record<string, unknown> => {
  const fob = isObject(product.fob) ? product.fob : {};
  const out: Record<string, unknown> = { ...product };
  for (const key of ['price_min', 'price_max', 'price_unit']) {
    const value = product[key] ?? fob[key];
    if (value !== undefined && value !== null) out[key] = value;
  }
  const currency = product.price_currency ?? fob.price_currency;
  if (typeof currency === 'string' && out.currency === undefined) out.currency = currency;
  return out;
};
