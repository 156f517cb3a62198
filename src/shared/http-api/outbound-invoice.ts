/**
 * E4 `GET /v1/invoices/outbound/info`, E5 `POST /v1/invoices/outbound/push`, and the lookups outbound/list
 * and outbound/fields.
 */
import { z } from 'zod';
import { idName, userInfo, wire } from './scalars';

export const OUTBOUND_INFO_PATH = '/v1/invoices/outbound/info';
export const OUTBOUND_PUSH_PATH = '/v1/invoices/outbound/push';
export const OUTBOUND_LIST_PATH = '/v1/invoices/outbound/list';
export const OUTBOUND_FIELDS_PATH = '/v1/invoices/outbound/fields';

/**
 * E4's header; outbound/list returns the same without lines. `currency` is declared as an integer, but is a
 * code in practice (contract B).
 */
export const outboundInvoiceSchema = z.looseObject({
  outbound_invoice_id: wire.id(),
  serial_id: wire.text(),
  warehouse_invoice_time: wire.dateTime(),
  status: wire.enumInt('outboundStatus').optional(),
  remark: wire.longText(),
  create_time: wire.dateTime(),
  update_time: wire.dateTime(),
  discount: wire.money(),
  discount_rate: wire.int(),
  product_total_amount: wire.money().optional(),
  product_total_amount_rmb: wire.money().optional(),
  product_total_amount_usd: wire.money().optional(),
  currency: wire.of('text', z.union([z.int(), z.string()])),
  exchange_rate: wire.rate().optional(),
  exchange_rate_usd: wire.rate().optional(),
  product_total_count: wire.number(),
  source_type: wire.enumInt('outboundSource').optional(),
  create_user_info: wire.of('user', userInfo),
  update_user_info: wire.of('user', userInfo),
  handler_info: wire.of('users', z.array(userInfo)),
  invoice_warehouse_info: wire.of('warehouse', idName),
  company_info: wire.of('company', idName),
});

/**
 * One line of E4's `record_list` (declared object: both an array and an object of lines are read). The app reads lines
 * without this schema, in any form; the tests check the bundled service and the labels of the lines against it.
 */
export const outboundLineSchema = z.looseObject({
  outbound_record_id: wire.id(),
  outbound_invoice_id: wire.id(),
  sku_id: wire.id(),
  product_id: wire.id(),
  outbound_count: wire.number(),
  sale_count: wire.number(),
  sale_price: wire.money(),
  product_amount: wire.money(),
  moment_enable_count: wire.number(),
  order_id: wire.id(),
  order_no: wire.text(),
  order_record_id: wire.id(),
  cost_unit_price_rmb: wire.money(),
  sku_code: wire.text(),
  product_no: wire.text(),
  product_name: wire.text(),
  product_cn_name: wire.text(),
  product_model: wire.text(),
  product_unit: wire.text(),
  product_type: wire.int(),
  product_disable_flag: wire.flag(),
});

/** E4's whole answer. */
export const outboundInfoSchema = outboundInvoiceSchema.extend({
  record_list: wire.of('lines', z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])),
});
