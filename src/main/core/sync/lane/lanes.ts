/**
 * The pull's table. For each resource: its lists, their requests, their time filters, and its details. It
 * shows what Satchel assumes about an endpoint; the reasons are in the contract (E1, E4, E6, E9, E10, part
 * B).
 */
import type { z } from 'zod';
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import {
  COLLECTION_INFO_PATH,
  COLLECTION_LIST_PATH,
  collectionItemSchema,
  withLinks,
} from '#shared/http-api/collection';
import { COMPANY_INFO_PATH, COMPANY_LIST_PATH, companyItemSchema } from '#shared/http-api/company';
import { LEAD_INFO_PATH, LEAD_LIST_PATH, leadItemSchema } from '#shared/http-api/lead';
import { USER_LIST_PATH, userItemSchema, type LookupName } from '#shared/http-api/lookups';
import { OPPORTUNITY_LIST_PATH, opportunityItemSchema } from '#shared/http-api/opportunity';
import { ORDER_INFO_PATH, ORDER_LIST_PATH, orderItemSchema } from '#shared/http-api/order';
import {
  OUTBOUND_INFO_PATH,
  OUTBOUND_LIST_PATH,
  outboundInvoiceSchema,
} from '#shared/http-api/outbound-invoice';
import {
  PRODUCT_INFO_PATH,
  PRODUCT_INVENTORY_PATH,
  PRODUCT_LIST_PATH,
  productItemSchema,
  withPrice,
} from '#shared/http-api/product';
import {
  PURCHASE_ORDER_INFO_PATH,
  PURCHASE_ORDER_LIST_PATH,
  purchaseOrderItemSchema,
} from '#shared/http-api/purchase-order';
import { QUOTATION_INFO_PATH, QUOTATION_LIST_PATH, quotationItemSchema } from '#shared/http-api/quotation';
import { RECEIPT_INFO_PATH, RECEIPT_LIST_PATH, receiptItemSchema } from '#shared/http-api/receipt';
import { TRAIL_LIST_PATH, trailItemSchema } from '#shared/http-api/trail';
import type { ApiClient } from '../../api/client';
import type { ListFlag, ListQuery } from '../../api/list-query';
import type { Answer, DetailAnswer, ListPage } from '../../api/read-page';
import {
  collectionInfo,
  companyInfo,
  leadInfo,
  listCollections,
  listCompanies,
  listLeads,
  listOpportunities,
  listOrders,
  listOutboundInvoices,
  listProducts,
  listPurchaseOrders,
  listQuotations,
  listReceipts,
  listTrail,
  listUsers,
  orderInfo,
  outboundInvoiceInfo,
  productInfo,
  purchaseOrderInfo,
  quotationInfo,
  receiptInfo,
} from '../../api/record-reads';
import { withStock } from '../../api/product-stock';
import type { LaneSpec } from './lane-state';

export interface PullSource {
  resource: ResourceName;
  path: string;
  schema: z.ZodObject;
  list: (client: ApiClient, query: ListQuery) => Promise<Answer<ListPage>>;
  windows: LaneSpec['windows'];
  paged: boolean;
  flags: readonly ListFlag[];
  /** The end of a window is a whole day that is included. */
  wholeDays: boolean;
  /** The status values to split a one-day window by. */
  statuses: LookupName | readonly string[] | null;
  /** Details of one record. `probed`: not in the contract, so offered only if the route exists. */
  detail: {
    path: string;
    probed: boolean;
    read: (client: ApiClient, id: string) => Promise<Answer<DetailAnswer>>;
    /** Adds what another optional route knows about the record. */
    more?: {
      path: string;
      read: (client: ApiClient, details: DetailAnswer) => Promise<Answer<DetailAnswer>>;
    };
    /**
     * The list already has everything that other screens show, so details are read only when a person opens the record.
     */
    onOpenOnly?: true;
  } | null;
  /** Converts an answer to the form of the schema; absent if the service already sends that form. */
  inForm?: (value: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  /**
   * The list is read every minute only while a window shows it; otherwise as often as the lists of removed
   * records (`others`), or less often (`rare`).
   */
  rhythm?: 'others' | 'rare';
}

const base = { paged: true, wholeDays: false, statuses: null, detail: null } as const;

export const PULL_SOURCES: Readonly<Record<ResourceName, PullSource>> = {
  company: {
    ...base,
    resource: 'company',
    path: COMPANY_LIST_PATH,
    schema: companyItemSchema,
    list: listCompanies,
    windows: 'stated',
    flags: ['live', 'removed'],
    detail: { path: COMPANY_INFO_PATH, probed: true, read: companyInfo },
  },
  lead: {
    ...base,
    resource: 'lead',
    path: LEAD_LIST_PATH,
    schema: leadItemSchema,
    list: listLeads,
    windows: 'unproven',
    flags: ['live', 'archived', 'converted'],
    detail: { path: LEAD_INFO_PATH, probed: true, read: leadInfo },
  },
  order: {
    ...base,
    resource: 'order',
    path: ORDER_LIST_PATH,
    schema: orderItemSchema,
    list: listOrders,
    windows: 'stated',
    wholeDays: true,
    flags: ['live', 'removed', 'drafts'],
    statuses: 'orderStatus',
    detail: { path: ORDER_INFO_PATH, probed: true, read: orderInfo },
  },
  trail: {
    ...base,
    resource: 'trail',
    path: TRAIL_LIST_PATH,
    schema: trailItemSchema,
    list: listTrail,
    windows: 'unproven',
    flags: ['live'],
  },
  quotation: {
    ...base,
    resource: 'quotation',
    path: QUOTATION_LIST_PATH,
    schema: quotationItemSchema,
    list: listQuotations,
    windows: 'unproven',
    flags: ['live', 'removed'],
    detail: { path: QUOTATION_INFO_PATH, probed: true, read: quotationInfo },
  },
  outboundInvoice: {
    ...base,
    resource: 'outboundInvoice',
    path: OUTBOUND_LIST_PATH,
    schema: outboundInvoiceSchema,
    list: listOutboundInvoices,
    windows: 'stated',
    flags: ['live', 'removed'],
    statuses: ['1', '2'],
    detail: { path: OUTBOUND_INFO_PATH, probed: false, read: outboundInvoiceInfo },
  },
  purchaseOrder: {
    ...base,
    resource: 'purchaseOrder',
    path: PURCHASE_ORDER_LIST_PATH,
    schema: purchaseOrderItemSchema,
    list: listPurchaseOrders,
    windows: 'stated',
    flags: ['live', 'removed'],
    statuses: 'purchaseOrderStatus',
    detail: { path: PURCHASE_ORDER_INFO_PATH, probed: true, read: purchaseOrderInfo },
  },
  receipt: {
    ...base,
    resource: 'receipt',
    path: RECEIPT_LIST_PATH,
    schema: receiptItemSchema,
    list: listReceipts,
    windows: 'stated',
    flags: ['live', 'removed'],
    statuses: ['1', '2', '3', '4', '5'],
    detail: { path: RECEIPT_INFO_PATH, probed: true, read: receiptInfo },
  },
  collection: {
    ...base,
    resource: 'collection',
    path: COLLECTION_LIST_PATH,
    schema: collectionItemSchema,
    inForm: withLinks,
    list: listCollections,
    windows: 'update',
    flags: ['live', 'removed'],
    rhythm: 'rare',
    detail: { path: COLLECTION_INFO_PATH, probed: true, read: collectionInfo, onOpenOnly: true },
  },
  opportunity: {
    ...base,
    resource: 'opportunity',
    path: OPPORTUNITY_LIST_PATH,
    schema: opportunityItemSchema,
    list: listOpportunities,
    windows: 'unproven',
    flags: ['live'],
  },
  product: {
    ...base,
    resource: 'product',
    path: PRODUCT_LIST_PATH,
    schema: productItemSchema,
    inForm: withPrice,
    list: listProducts,
    windows: 'stated',
    wholeDays: true,
    flags: ['live'],
    rhythm: 'others',
    detail: {
      path: PRODUCT_INFO_PATH,
      probed: true,
      read: productInfo,
      more: { path: PRODUCT_INVENTORY_PATH, read: withStock },
    },
  },
  user: {
    ...base,
    resource: 'user',
    rhythm: 'others',
    path: USER_LIST_PATH,
    schema: userItemSchema,
    list: (client) => listUsers(client),
    windows: 'none',
    paged: false,
    flags: ['live'],
  },
};

/** Small lists that every screen needs come first, long lists last. */
export const PULL_ORDER: readonly ResourceName[] = [
  'user',
  'company',
  'order',
  'lead',
  'quotation',
  'outboundInvoice',
  'purchaseOrder',
  'receipt',
  'collection',
  'opportunity',
  'product',
  'trail',
];

export const lanesOf = (source: PullSource): LaneSpec[] =>
  source.flags.map((flag) => ({
    resource: source.resource,
    flag,
    windows: source.windows,
    paged: source.paged,
  }));

export const sourceOf = (resource: ResourceName): PullSource => PULL_SOURCES[resource];

/** Returns true for kinds that are read every minute only while a window shows them. */
export const isReadRarely = (resource: ResourceName): boolean => sourceOf(resource).rhythm !== undefined;

if (PULL_ORDER.length !== RESOURCES.length) throw new TypeError('a resource is missing from the pull order');
