/** E6 `GET /v1/invoices/order/list`, its enumerations, and the optional order/info. */
import { z } from 'zod';
import { companyRef, userInfo, wire } from './scalars';

export const ORDER_LIST_PATH = '/v1/invoices/order/list';
export const ORDER_ENUMS_PATH = '/v1/invoices/order/orderEnums';
export const ORDER_INFO_PATH = '/v1/invoices/order/info';

const shareOf = userInfo.extend({ rate: z.string() });
const linkStatus = z.looseObject({ title: z.string(), link_status: z.int() });
const orderLine = z.looseObject({
  product_id: z.union([z.int(), z.string()]),
  sku_id: z.union([z.int(), z.string()]),
  count: z.number(),
  unit_price: z.number(),
  other_cost: z.string(),
  cost_amount: z.number(),
});

/** E6's 53 fields. */
export const orderItemSchema = z.looseObject({
  order_id: wire.id(),
  order_no: wire.text(),
  account_date: wire.date(),
  name: wire.text(),
  exchange_rate: wire.rate(),
  exchange_rate_usd: wire.rate(),
  currency: wire.text(),
  amount: wire.money(),
  amount_rmb: wire.money(),
  amount_usd: wire.money(),
  addition_cost_amount: wire.money(),
  product_total_amount: wire.money(),
  product_total_count: wire.number(),
  price_contract: wire.text(),
  receive_remittance_way: wire.text(),
  price_contract_remark: wire.longText(),
  receive_remittance_remark: wire.longText(),
  insurance_remark: wire.longText(),
  order_contract: wire.text(),
  company_name: wire.text(),
  company_phone: wire.phone(),
  company_fax: wire.phone(),
  company_address: wire.longText(),
  country: wire.text(),
  opportunity_id: wire.id(),
  shipment_deadline_remark: wire.longText(),
  users: wire.of(
    'list',
    z.array(z.looseObject({ user_id: z.union([z.int(), z.string()]), rate: z.string() })),
  ),
  users_info: wire.of('users', z.array(shareOf)),
  departments_info: wire.of(
    'departments',
    z.array(
      z.looseObject({ department_id: z.union([z.int(), z.string()]), rate: z.string(), name: z.string() }),
    ),
  ),
  handler_info: wire.of('users', z.array(userInfo)),
  company: wire.of('company', companyRef),
  product_list: wire.of('lines', z.array(orderLine)),
  customer_name: wire.text(),
  customer_phone: wire.phone(),
  customer_email: wire.text(),
  customer_address: wire.longText(),
  transport_mode: wire.text(),
  shipment_deadline: wire.text(),
  shipment_port: wire.text(),
  target_port: wire.text(),
  more_or_less: wire.text(),
  package_remark: wire.longText(),
  marked: wire.text(),
  stock_up_status: wire.of('status', linkStatus),
  shipping_status: wire.of('status', linkStatus),
  end_status: wire.of('status', linkStatus),
  create_user: wire.id(),
  create_time: wire.dateTime(),
  update_user: wire.id(),
  update_time: wire.dateTime(),
  archive_type: wire.enumInt('archiveType'),
  remark: wire.of('int', z.int()),
  source_type: wire.enumInt('sourceType'),
});
