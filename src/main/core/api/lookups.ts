/**
 * Every lookup Satchel keeps, by the request that answers it. One answer may fill several (companyEnums,
 * orderEnums). Paged ones (capital accounts) are read to their end.
 */
import { isObject } from '#shared/domain/is-object';
import { COMPANY_ENUMS_PATH, COMPANY_SELECTOR_PATH } from '#shared/http-api/company';
import {
  CAPITAL_ACCOUNT_LIST_PATH,
  COMPANY_FIELDS_PATH,
  LEAD_FIELDS_PATH,
  ORDER_FIELDS_PATH,
  PURCHASE_ORDER_FIELDS_PATH,
  QUOTATION_FIELDS_PATH,
  RECEIPT_FIELDS_PATH,
  USER_LIST_PATH,
  WAREHOUSE_LIST_PATH,
  type LookupItem,
  type LookupName,
} from '#shared/http-api/lookups';
import { COLLECTION_FIELDS_PATH } from '#shared/http-api/collection';
import { OPPORTUNITY_FIELDS_PATH, OPPORTUNITY_SELECTOR_PATH } from '#shared/http-api/opportunity';
import { PRODUCT_FIELDS_PATH } from '#shared/http-api/product';
import { ORDER_ENUMS_PATH } from '#shared/http-api/order';
import { OUTBOUND_FIELDS_PATH } from '#shared/http-api/outbound-invoice';
import { PURCHASE_ORDER_SELECTOR_PATH } from '#shared/http-api/purchase-order';
import { RECEIPT_TYPES_PATH } from '#shared/http-api/receipt';
import type { ApiClient } from './client';
import { toLookupItems } from './lookup-items';
import { readData, type Answer } from './read-page';
import type { Query } from './query-string';

export interface LookupSource {
  path: string;
  query: Query;
  /** Lookup → member of `data`; null takes `data` itself. */
  fills: Partial<Record<LookupName, string | null>>;
  paged?: boolean;
  /** Read once for each item of another lookup, whose id is this parameter; that lookup is filled too. */
  forEach?: { query: Query; fills: LookupName; param: string };
  /** Not in the contract. If the service refuses it, it is requested again only when it is due. */
  optional?: boolean;
}

const selector = (name: LookupName, field: string): LookupSource => ({
  path: COMPANY_SELECTOR_PATH,
  query: { field },
  fills: { [name]: null },
});

export const LOOKUP_SOURCES: readonly LookupSource[] = [
  {
    path: COMPANY_ENUMS_PATH,
    query: {},
    fills: {
      bizType: 'biz_type_list',
      tag: 'tag_list',
      timezone: 'timezone_list',
      scale: 'scale_list',
      star: 'star_list',
      intentionLevel: 'intention_level_list',
      annualProcurement: 'annual_procurement_list',
      postGrade: 'post_grade_list',
    },
  },
  {
    path: ORDER_ENUMS_PATH,
    query: {},
    fills: {
      orderCurrency: 'currency_list',
      orderPay: 'pay_list',
      orderCountryArea: 'country_area_list',
      sourceType: 'source_type_list',
      orderStatus: 'order_status_list',
      archiveType: 'archive_type_list',
    },
  },
  selector('trailStatus', 'trail_status'),
  selector('group', 'group_id'),
  selector('pool', 'pool_id'),
  selector('origin', 'origin'),
  selector('productGroup', 'product_group'),
  selector('category', 'category'),
  selector('country', 'country'),
  { path: OUTBOUND_FIELDS_PATH, query: {}, fills: { outboundFields: null } },
  { path: RECEIPT_TYPES_PATH, query: {}, fills: { receiptTypes: null } },
  { path: CAPITAL_ACCOUNT_LIST_PATH, query: {}, fills: { capitalAccount: null }, paged: true },
  { path: WAREHOUSE_LIST_PATH, query: {}, fills: { warehouse: null } },
  // Names of former colleagues: the frozen and the deleted come only when asked for.
  { path: USER_LIST_PATH, query: { enable_flag: 0 }, fills: { frozenUsers: null }, optional: true },
  { path: USER_LIST_PATH, query: { enable_flag: 2 }, fills: { deletedUsers: null }, optional: true },
  // Optional: custom fields, and which fields are required.
  {
    path: COMPANY_FIELDS_PATH,
    query: { type: 'company' },
    fills: { companyFields: null },
    optional: true,
  },
  { path: LEAD_FIELDS_PATH, query: { type: 'lead' }, fills: { leadFields: null }, optional: true },
  { path: ORDER_FIELDS_PATH, query: {}, fills: { orderFields: null }, optional: true },
  { path: QUOTATION_FIELDS_PATH, query: {}, fills: { quotationFields: null }, optional: true },
  { path: PURCHASE_ORDER_FIELDS_PATH, query: {}, fills: { purchaseOrderFields: null }, optional: true },
  { path: RECEIPT_FIELDS_PATH, query: {}, fills: { receiptFields: null }, optional: true },
  { path: OPPORTUNITY_FIELDS_PATH, query: {}, fills: { opportunityFields: null }, optional: true },
  // Stages belong to a sales process.
  {
    path: OPPORTUNITY_SELECTOR_PATH,
    query: { field: 'stage_list' },
    fills: { opportunityStage: null },
    forEach: { query: { field: 'sales_flow' }, fills: 'opportunityFlow', param: 'flow_id' },
    optional: true,
  },
  {
    path: OPPORTUNITY_SELECTOR_PATH,
    query: { field: 'fail_reason' },
    fills: { opportunityFailReason: null },
    optional: true,
  },
  { path: PRODUCT_FIELDS_PATH, query: {}, fills: { productFields: null }, optional: true },
  { path: COLLECTION_FIELDS_PATH, query: {}, fills: { collectionFields: null }, optional: true },
  { path: PURCHASE_ORDER_SELECTOR_PATH, query: { field: 'status' }, fills: { purchaseOrderStatus: null } },
];

const PAGE = 100;
const MAX_PAGES = 50;

type Filled = { name: LookupName; items: LookupItem[] }[];

export const readLookup = async (client: ApiClient, source: LookupSource): Promise<Answer<Filled>> => {
  if (source.forEach !== undefined) return await readForEach(client, source, source.forEach);
  const first = await readData(
    client,
    source.path,
    source.paged ? { ...source.query, count: PAGE, start_index: 1 } : source.query,
  );
  if (!first.ok) return first;
  const filled = Object.entries(source.fills).map(([name, member]) => ({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of `fills` are names of lookups
    name: name as LookupName,
    items: toLookupItems(member === null ? first.value : memberOf(first.value, member ?? '')),
  }));
  if (source.paged)
    for (const one of filled) {
      const rest = await readOn(client, source, one.items);
      if (!rest.ok) return rest;
    }
  return { ok: true, value: filled };
};

const memberOf = (value: unknown, member: string): unknown => (isObject(value) ? value[member] : undefined);

/** Reads the lookup of each item of another one; its items have that item as their parent. */
const readForEach = async (
  client: ApiClient,
  source: LookupSource,
  { query, fills, param }: NonNullable<LookupSource['forEach']>,
): Promise<Answer<Filled>> => {
  const parents = await readLookup(client, { path: source.path, query, fills: { [fills]: null } });
  if (!parents.ok) return parents;
  const names = Object.keys(source.fills);
  const all = new Map<string, LookupItem[]>(names.map((name) => [name, []]));
  for (const { id } of parents.value.flatMap(({ items }) => items)) {
    const { forEach: _, ...one } = source;
    const part = await readLookup(client, { ...one, query: { ...source.query, [param]: id } });
    if (!part.ok) return part;
    for (const { name, items } of part.value)
      all.get(name)?.push(...items.map((item) => ({ ...item, parentId: item.parentId ?? id })));
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of `fills` are names of lookups
  const filled = [...all].map(([name, items]) => ({ name: name as LookupName, items }));
  return { ok: true, value: [...parents.value, ...filled] };
};

/** Reads pages until one brings nothing new, so that a service that ignores paging ends it too. */
const readOn = async (
  client: ApiClient,
  source: LookupSource,
  items: LookupItem[],
): Promise<Answer<null>> => {
  const seen = new Set(items.map((item) => item.id));
  for (let page = 2; page <= MAX_PAGES; page += 1) {
    const next = await readData(client, source.path, { ...source.query, count: PAGE, start_index: page });
    if (!next.ok) return next;
    const fresh = toLookupItems(next.value).filter((item) => !seen.has(item.id));
    if (fresh.length === 0) break;
    for (const item of fresh) {
      seen.add(item.id);
      items.push(item);
    }
  }
  return { ok: true, value: null };
};
