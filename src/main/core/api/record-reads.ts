/**
 * One list and one record of every kind: paths, parameters and the id field, as contract A and B give them.
 * The answers are read by `read-page.ts`; which list is asked when, and how its times filter, is in
 * `sync/lane/lanes.ts`.
 */
import { COLLECTION_INFO_PATH, COLLECTION_LIST_PATH } from '#shared/http-api/collection';
import { COMPANY_INFO_PATH, COMPANY_LIST_PATH } from '#shared/http-api/company';
import { LEAD_INFO_PATH, LEAD_LIST_PATH } from '#shared/http-api/lead';
import { USER_LIST_PATH } from '#shared/http-api/lookups';
import { OPPORTUNITY_LIST_PATH } from '#shared/http-api/opportunity';
import { ORDER_INFO_PATH, ORDER_LIST_PATH } from '#shared/http-api/order';
import { OUTBOUND_INFO_PATH, OUTBOUND_LIST_PATH } from '#shared/http-api/outbound-invoice';
import { PRODUCT_INFO_PATH, PRODUCT_LIST_PATH } from '#shared/http-api/product';
import { PURCHASE_ORDER_INFO_PATH, PURCHASE_ORDER_LIST_PATH } from '#shared/http-api/purchase-order';
import { QUOTATION_INFO_PATH, QUOTATION_LIST_PATH } from '#shared/http-api/quotation';
import { RECEIPT_INFO_PATH, RECEIPT_LIST_PATH } from '#shared/http-api/receipt';
import { TRAIL_LIST_PATH } from '#shared/http-api/trail';
import type { ApiClient } from './client';
import {
  type ListFlag,
  type ListQuery,
  dayParams,
  pageParams,
  removedParam,
  timeParams,
  timeTypeParam,
} from './list-query';
import { readDetail, readPage } from './read-page';

/**
 * E1: the follow-up trail. The contract does not say which time its filter means, so the window's axis is not sent. The
 * pull finds it out.
 */
export const listTrail = (client: ApiClient, query: ListQuery) =>
  readPage(
    client,
    TRAIL_LIST_PATH,
    { ...pageParams(query), ...timeParams(query) },
    'trail_id',
    query.textsOf,
  );

/** Companies: company/list (`all=1`: private and public) and the optional company/info. */
export const listCompanies = (client: ApiClient, query: ListQuery) =>
  readPage(
    client,
    COMPANY_LIST_PATH,
    {
      ...pageParams(query),
      all: 1,
      ...removedParam(query),
      ...timeParams(query),
      ...timeTypeParam(query),
    },
    'company_id',
    query.textsOf,
  );

export const companyInfo = (client: ApiClient, id: string) =>
  readDetail(client, COMPANY_INFO_PATH, { company_id: id });

/** Converted leads leave the default list of the live service; the contract's own knows no `2`. */
const ARCHIVE: Partial<Record<ListFlag, number>> = { archived: 1, converted: 2 };

/**
 * Leads: lead/list and the optional lead/info. The contract does not say which time the list's filter means. The order
 * "newest update first" is requested.
 */
export const listLeads = (client: ApiClient, query: ListQuery) =>
  readPage(
    client,
    LEAD_LIST_PATH,
    {
      ...pageParams(query),
      ...timeParams(query),
      sort_field: 'update_time',
      archive: ARCHIVE[query.flag],
    },
    'lead_id',
    query.textsOf,
  );

export const leadInfo = (client: ApiClient, id: string) =>
  readDetail(client, LEAD_INFO_PATH, { lead_id: id });

/** E6: sales orders, whole days in the window; and the optional order/info. */
export const listOrders = (client: ApiClient, query: ListQuery) =>
  readPage(
    client,
    ORDER_LIST_PATH,
    {
      ...dayParams(query),
      ...timeTypeParam(query),
      ...pageParams(query),
      ...removedParam(query),
      ...(query.flag === 'drafts' ? { approval_with_draft: 1 } : {}),
      status: query.status,
    },
    'order_id',
    query.textsOf,
  );

export const orderInfo = (client: ApiClient, id: string) =>
  readDetail(client, ORDER_INFO_PATH, { order_id: id });

/**
 * E9: quotations. Format and field of its times are not stated: date-times are sent, the pull finds out what
 * they filter.
 */
export const listQuotations = (client: ApiClient, query: ListQuery) =>
  readPage(
    client,
    QUOTATION_LIST_PATH,
    {
      ...timeParams(query),
      ...pageParams(query),
      ...removedParam(query),
      status: query.status,
    },
    'quotation_id',
    query.textsOf,
  );

export const quotationInfo = (client: ApiClient, id: string) =>
  readDetail(client, QUOTATION_INFO_PATH, { quotation_id: id });

/** E10: purchase orders, and the optional purchaseOrder/info with their lines. */
export const listPurchaseOrders = (client: ApiClient, query: ListQuery) =>
  readPage(
    client,
    PURCHASE_ORDER_LIST_PATH,
    {
      ...timeParams(query),
      ...pageParams(query),
      ...removedParam(query),
      ...timeTypeParam(query),
      status: query.status,
    },
    'purchase_order_id',
    query.textsOf,
  );

export const purchaseOrderInfo = (client: ApiClient, id: string) =>
  readDetail(client, PURCHASE_ORDER_INFO_PATH, { purchase_order_id: id });

/** Outbound invoices: outbound/list, and E4 for one with its lines. */
export const listOutboundInvoices = (client: ApiClient, query: ListQuery) =>
  readPage(
    client,
    OUTBOUND_LIST_PATH,
    {
      ...timeParams(query),
      ...timeTypeParam(query),
      ...pageParams(query),
      ...removedParam(query),
      status: query.status,
    },
    'outbound_invoice_id',
    query.textsOf,
  );

export const outboundInvoiceInfo = (client: ApiClient, id: string) =>
  readDetail(client, OUTBOUND_INFO_PATH, { outbound_invoice_id: id });

/** Receipt registrations: the optional list (filters as outbound/list, contract B) and info. */
export const listReceipts = (client: ApiClient, query: ListQuery) =>
  readPage(
    client,
    RECEIPT_LIST_PATH,
    {
      ...timeParams(query),
      ...timeTypeParam(query),
      ...pageParams(query),
      ...removedParam(query),
      status: query.status,
    },
    'cash_collection_invoice_id',
    query.textsOf,
  );

export const receiptInfo = (client: ApiClient, id: string) =>
  readDetail(client, RECEIPT_INFO_PATH, { cash_collection_invoice_id: id });

/** Collections: the optional receipt/list, whose time filter means the update time, and the optional receipt/info. */
export const listCollections = (client: ApiClient, query: ListQuery) =>
  readPage(
    client,
    COLLECTION_LIST_PATH,
    { ...pageParams(query), ...timeParams(query), ...removedParam(query) },
    'cash_collection_id',
    query.textsOf,
  );

export const collectionInfo = (client: ApiClient, id: string) =>
  readDetail(client, COLLECTION_INFO_PATH, { cash_collection_id: id });

/** Opportunities: the optional opportunity/list. Its times filter the last update; it has no other filter. */
export const listOpportunities = (client: ApiClient, query: ListQuery) =>
  readPage(
    client,
    OPPORTUNITY_LIST_PATH,
    { ...pageParams(query), ...timeParams(query) },
    'opportunity_id',
    query.textsOf,
  );

/** Products: the optional product/list, whole days in the window; and the optional product/info. */
export const listProducts = (client: ApiClient, query: ListQuery) =>
  readPage(
    client,
    PRODUCT_LIST_PATH,
    { ...pageParams(query), ...dayParams(query), ...timeTypeParam(query) },
    'product_id',
    query.textsOf,
  );

export const productInfo = (client: ApiClient, id: string) =>
  readDetail(client, PRODUCT_INFO_PATH, { product_id: id });

/** user/list: a bare, unpaged array (contract B). */
export const listUsers = (client: ApiClient) => readPage(client, USER_LIST_PATH, {}, 'user_id');
