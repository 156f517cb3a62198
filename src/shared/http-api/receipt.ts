/** E7 `POST /v1/invoices/receiptRegistration/push`, the optional list and info, and receipt/types. */
import { z } from 'zod';
import { idName, userInfo, wire } from './scalars';

export const RECEIPT_PUSH_PATH = '/v1/invoices/receiptRegistration/push';
export const RECEIPT_LIST_PATH = '/v1/invoices/receiptRegistration/list';
export const RECEIPT_INFO_PATH = '/v1/invoices/receiptRegistration/info';
export const RECEIPT_TYPES_PATH = '/v1/invoices/receipt/types';

/** receiptRegistration/list items (contract B, optional; field names as in E7's request). */
export const receiptItemSchema = z.looseObject({
  cash_collection_invoice_id: wire.id(),
  cash_collection_invoice_no: wire.text(),
  collection_date: wire.date(),
  type: wire.text(),
  trade_no: wire.text(),
  account_name: wire.text(),
  bank_name: wire.text(),
  bank_account: wire.text(),
  remark: wire.longText(),
  currency: wire.text(),
  exchange_rate: wire.rate(),
  exchange_rate_usd: wire.rate(),
  amount: wire.money(),
  real_amount: wire.money(),
  status: wire.enumInt('receiptStatus'),
  company_info: wire.of('company', z.union([idName, z.array(z.never())])),
  // One of the two names the bank account; which one depends on the service.
  capital_account_id: wire.id().optional(),
  capital_account_info: wire.of('warehouse', idName).optional(),
  handler_info: wire.of('users', z.array(userInfo)),
  create_user_info: wire.of('user', userInfo),
  create_time: wire.dateTime(),
  update_time: wire.dateTime(),
  record_list: wire.of('lines', z.array(z.unknown())).optional(),
});
