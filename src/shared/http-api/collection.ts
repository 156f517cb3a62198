/**
 * The optional `GET /v1/invoices/receipt/list` and `/info` (contract B), with the fields that the live service
 * documents: the collections of orders. A collection is money that counts for one order. It may come from a
 * receipt registration (E7), so the amounts of both are never added.
 */
import { z } from 'zod';
import { isObject } from '../domain/is-object';
import { scalarText } from '../domain/nested-values';
import { companyRef, userInfo, wire } from './scalars';

export const COLLECTION_LIST_PATH = '/v1/invoices/receipt/list';
export const COLLECTION_INFO_PATH = '/v1/invoices/receipt/info';
/** Names and types of the custom fields. */
export const COLLECTION_FIELDS_PATH = '/v1/invoices/receipt/fields';
/** The key under which an item of the list has its custom fields, by their ids. The details have them as keys. */
export const COLLECTION_CUSTOM_FIELDS = 'external_field_data_info';

const none = z.array(z.never());
const opportunityRef = z.looseObject({
  opportunity_id: z.union([z.int(), z.string()]),
  name: z.string(),
});

/** An item of the list after `withLinks`. An id of 0 means none. */
export const collectionItemSchema = z.looseObject({
  cash_collection_id: wire.id(),
  cash_collection_no: wire.text(),
  collection_date: wire.date(),
  collect_status: wire.enumInt('collectionStatus'),
  currency: wire.text(),
  amount: wire.moneyText(),
  bank_charge: wire.moneyText(),
  /** The amount without the bank's charge. */
  real_amount: wire.moneyText(),
  amount_rmb: wire.moneyText(),
  amount_usd: wire.moneyText(),
  bank_charge_rmb: wire.moneyText(),
  bank_charge_usd: wire.moneyText(),
  real_amount_rmb: wire.moneyText(),
  real_amount_usd: wire.moneyText(),
  exchange_rate: wire.rateText(),
  exchange_rate_usd: wire.rateText(),
  /** Documented as a number; the published sample has the name itself. */
  type: wire.of('enum', z.union([z.int(), z.string()]), { options: 'receiptTypes' }),
  order_no: wire.text().optional(),
  order_name: wire.text().optional(),
  order_id: wire.id(),
  company_id: wire.id(),
  company_info: wire.of('company', z.union([companyRef, none])),
  opportunity_id: wire.id(),
  opportunity_info: wire.of('opportunity', z.union([opportunityRef, none])),
  payee: wire.text(),
  trade_no: wire.text(),
  comment: wire.longText(),
  user_info: wire.of('users', z.array(userInfo)),
  create_user_info: wire.of('user', userInfo),
  op_user_info: wire.of('user', userInfo),
  file_count: wire.of('int', z.int()).optional(),
  create_time: wire.dateTime(),
  update_time: wire.dateTime(),
});

/** receipt/info after `withLinks`: what the list does not have. */
export const collectionInfoSchema = z.looseObject({
  create_type: wire.enumInt('collectionSource'),
  capital_account_info: wire.of('warehouse', z.union([z.looseObject({ name: z.string() }), none])),
  receipt_no: wire.text().optional(),
  receipt_currency: wire.text().optional(),
  /** In the currency of the receipt, which may be another one. */
  receipt_amount: wire.of('number', z.union([z.number(), z.string()])).optional(),
  receipt_bank_charge: wire.of('number', z.union([z.number(), z.string()])).optional(),
  departments: wire.of('departments', z.array(z.unknown())),
});

type Value = Readonly<Record<string, unknown>>;
const partOf = (value: unknown): Value | undefined => {
  if (isObject(value)) return value;
  return Array.isArray(value) ? value.find(isObject) : undefined;
};

const ACCOUNT_WORDS = [
  'capital_account_name',
  'capital_name',
  'capital_bank',
  'bank_account',
  'capital_account_address',
  'capital_account_remark',
] as const;

/** The keys that `withLinks` reads, for each field that it makes. */
export const COLLECTION_SOURCES: Readonly<Record<string, string>> = {
  order_no: 'order_info',
  order_name: 'order_info',
  file_count: 'file_list',
  receipt_no: 'cash_collection_invoice_info',
  receipt_currency: 'cash_collection_invoice_info',
  receipt_amount: 'cash_collection_invoice_info',
  receipt_bank_charge: 'cash_collection_invoice_info',
};

/**
 * The collection with its nested values as separate fields: number and name of the order, number and amounts of the
 * receipt registration, the words of the bank account, and the number of files (they have no names).
 */
export const withLinks = (collection: Value): Record<string, unknown> => {
  const out: Record<string, unknown> = { ...collection };
  const put = (key: string, value: unknown): void => {
    if (scalarText(value) !== '') out[key] = value;
  };
  const order = partOf(collection.order_info);
  put('order_no', order?.order_no);
  put('order_name', order?.name);
  const receipt = partOf(collection.cash_collection_invoice_info);
  put('receipt_no', receipt?.cash_collection_invoice_no);
  put('receipt_currency', receipt?.currency);
  put('receipt_amount', receipt?.allocated_amount);
  put('receipt_bank_charge', receipt?.allocated_bank_charge);
  if (Array.isArray(collection.opportunity_info))
    out.opportunity_info = partOf(collection.opportunity_info) ?? [];
  const account = partOf(collection.capital_account_info);
  if (account !== undefined) {
    const words = ACCOUNT_WORDS.map((key) => scalarText(account[key])).filter((word) => word !== '');
    out.capital_account_info = { id: account.capital_account_id, name: [...new Set(words)].join(' · ') };
  }
  const { file_list: files } = collection;
  if (Array.isArray(files) && files.length > 0) out.file_count = files.length;
  return out;
};
