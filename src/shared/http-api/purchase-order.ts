/**
 * E10 `GET /v1/purchaseOrder/list` and its status lookup. Custom fields are extra keys: their id → number or
 * null.
 */
import { z } from 'zod';
import { idName, userInfo, wire } from './scalars';

export const PURCHASE_ORDER_LIST_PATH = '/v1/purchaseOrder/list';
export const PURCHASE_ORDER_INFO_PATH = '/v1/purchaseOrder/info';
export const PURCHASE_ORDER_SELECTOR_PATH = '/v1/purchaseOrder/fields/selector';

const person = userInfo.extend({ avatar: z.string(), name: z.string() });

/** E10's 30 fields. */
export const purchaseOrderItemSchema = z.looseObject({
  purchase_order_id: wire.id(),
  purchase_order_no: wire.text(),
  status_info: wire.of('status', idName),
  inbound_status_info: wire.of('status', idName),
  handler_info: wire.of('users', z.array(person)),
  supplier_info: wire.of(
    'supplier',
    z.looseObject({
      name: z.string(),
      supplier_id: z.union([z.int(), z.string()]),
      rate_id: z.union([z.int(), z.string()]),
      supplier_no: z.string(),
      rate: z.string().nullable(),
    }),
  ),
  purchase_date: wire.dateTime(),
  delivery_date: wire.dateTime(),
  remark: wire.longText(),
  payment_status_info: wire.of('status', idName),
  create_time: wire.dateTime(),
  update_time: wire.dateTime(),
  create_type: wire.int(),
  create_user_info: wire.of('user', person),
  update_user_info: wire.of('user', person),
  addition_cost_amount: wire.money(),
  amount: wire.money(),
  amount_rmb: wire.money(),
  amount_usd: wire.money(),
  exchange_rate: wire.rate(),
  exchange_rate_usd: wire.rate(),
  parts_total_count: wire.number(),
  payment_amount: wire.money(),
  payment_amount_rmb: wire.money(),
  payment_amount_usd: wire.money(),
  product_total_amount: wire.money(),
  product_total_amount_rmb: wire.money(),
  product_total_amount_usd: wire.money(),
  product_total_count: wire.number(),
  product_total_count_no_parts: wire.number(),
});
