/**
 * The stored fields of each resource, derived from the wire schemas: one per wire field, how it is stored for
 * sorting and filtering (`Storage`), and which fields are indexed, searched and linked. The database schema,
 * the extractors, the filters and `columns()` use this table, so a field that is added to a wire schema
 * becomes a column.
 */
import { z } from 'zod';
import type { FieldDef, FieldKind } from '#shared/domain/fields';
import { byResource, RESOURCE_INFO, RESOURCES, type ResourceName } from '#shared/domain/resources';
import { collectionInfoSchema, collectionItemSchema } from '#shared/http-api/collection';
import { companyInfoSchema, companyItemSchema } from '#shared/http-api/company';
import { leadInfoSchema, leadItemSchema } from '#shared/http-api/lead';
import { userItemSchema } from '#shared/http-api/lookups';
import { opportunityItemSchema } from '#shared/http-api/opportunity';
import { orderItemSchema } from '#shared/http-api/order';
import { outboundInfoSchema, outboundInvoiceSchema } from '#shared/http-api/outbound-invoice';
import { productInfoSchema, productItemSchema } from '#shared/http-api/product';
import { purchaseOrderItemSchema } from '#shared/http-api/purchase-order';
import { quotationItemSchema } from '#shared/http-api/quotation';
import { receiptItemSchema } from '#shared/http-api/receipt';
import { fieldsOf, wire } from '#shared/http-api/scalars';
import { trailItemSchema } from '#shared/http-api/trail';

/**
 * - `id`: a 64-bit integer. `real`: a number, for sorting only. `enum`: a code, stored as an integer if it is
 *   one. `date`: server text.
 * - `text`: as sent. `named`: an object's name, its id in `<key>$id`. `people`: joined names, the ids in
 *   `<key>$ids` as `,1,2,`.
 * - `count`: the number of items of a list; lists cannot be sorted by it.
 */
export type Storage = 'id' | 'real' | 'enum' | 'date' | 'text' | 'named' | 'people' | 'count';

export interface StoredField extends FieldDef {
  storage: Storage;
  fromDetail: boolean;
  sortable: boolean;
  /** It is a name with an index for sorting. The column `<key>$sort` has the text to sort by (`sort-text.ts`). */
  hasSortText: boolean;
}

export interface CatalogueEntry {
  resource: ResourceName;
  fields: readonly StoredField[];
  /** Fields with an index on (`sortColumn`, id). */
  sorted: readonly string[];
  /** Columns with the id of another record. Each is indexed together with the recency column. */
  linked: readonly string[];
  /**
   * Fields with few values that lists are filtered by. Each is indexed together with the recency column,
   * after the first copy.
   */
  filtered: readonly string[];
  /** The time field that sorts records newest first; null if the resource has none. */
  recency: string | null;
  /** Fields with the owners of a record. The first that is not empty counts. */
  owners: readonly string[];
  searched: readonly string[];
  /** The resource has an endpoint for details. */
  detailed: boolean;
}

interface Schemas<List extends z.ZodObject, Detail extends z.ZodObject> {
  list: List;
  detail?: Detail;
}
interface Choices<Key extends string> {
  detailed?: boolean;
  sorted: readonly Key[];
  linked?: readonly (Key | `${Key}$id`)[];
  filtered?: readonly Key[];
  owners?: readonly Key[];
  searched: readonly Key[];
}
type Plan = Schemas<z.ZodObject, z.ZodObject> & Choices<string>;

/** Only fields of the schemas can be chosen. */
const planOf = <List extends z.ZodObject, Detail extends z.ZodObject = List>(
  schemas: Schemas<List, Detail>,
  choices: Choices<Extract<keyof List['shape'] | keyof Detail['shape'], string>>,
): Plan => ({ ...schemas, ...choices });

// The optional order/info (contract B) returns the fields of E6 and these.
const orderInfoSchema = orderItemSchema.extend({
  status: wire.enumInt('orderStatus'),
  status_name: wire.text(),
});

const anyList = z.array(z.unknown());
// quotation/info and purchaseOrder/info (optional) add the lines and the fields that the list lacks.
const quotationInfoSchema = quotationItemSchema.extend({ product_list: wire.of('lines', anyList) });
const purchaseOrderInfoSchema = purchaseOrderItemSchema.extend({
  currency: wire.text(),
  payment_wait_amount: wire.money(),
  product_list: wire.of('lines', anyList),
});

const PLANS: Readonly<Record<ResourceName, Plan>> = {
  trail: planOf(
    { list: trailItemSchema },
    {
      sorted: ['create_time', 'update_time', 'type'],
      linked: ['company_id', 'lead_id', 'opportunity_id'],
      owners: ['create_user_info'],
      searched: [
        'content',
        'company_info',
        'lead_info',
        'opportunity_info',
        'create_user_info',
        'customer_info',
        'lead_customer_info',
      ],
    },
  ),
  company: planOf(
    { list: companyItemSchema, detail: companyInfoSchema },
    {
      sorted: ['update_time', 'create_time', 'order_time', 'name', 'serial_id'],
      filtered: ['trail_status'],
      owners: ['user_id'],
      searched: [
        'name',
        'short_name',
        'serial_id',
        'tel',
        'fax',
        'homepage',
        'address',
        'remark',
        'customers',
        'owner',
      ],
    },
  ),
  lead: planOf(
    { list: leadItemSchema, detail: leadInfoSchema },
    {
      sorted: ['update_time', 'create_time', 'order_time', 'name', 'serial_id'],
      owners: ['user_id'],
      searched: [
        'name',
        'short_name',
        'serial_id',
        'company_name',
        'tel',
        'fax',
        'homepage',
        'address',
        'remark',
        'customers',
      ],
    },
  ),
  order: planOf(
    { list: orderItemSchema, detail: orderInfoSchema },
    {
      sorted: ['update_time', 'create_time', 'account_date', 'order_no', 'amount', 'company'],
      linked: ['company$id', 'opportunity_id'],
      filtered: ['stock_up_status', 'shipping_status', 'end_status'],
      owners: ['handler_info', 'users_info'],
      searched: [
        'order_no',
        'name',
        'company',
        'company_name',
        'company_phone',
        'customer_name',
        'customer_phone',
        'customer_email',
        'users_info',
        'handler_info',
        'product_list',
      ],
    },
  ),
  quotation: planOf(
    { list: quotationItemSchema, detail: quotationInfoSchema },
    {
      sorted: ['update_time', 'create_time', 'quotation_date', 'quotation_no', 'amount', 'company'],
      linked: ['company_id', 'opportunity_id'],
      filtered: ['approval_status', 'status_info'],
      owners: ['create_user_info'],
      searched: [
        'quotation_no',
        'name',
        'company',
        'company_name',
        'company_phone',
        'customer_name',
        'customer_phone',
        'create_user_info',
      ],
    },
  ),
  purchaseOrder: planOf(
    { list: purchaseOrderItemSchema, detail: purchaseOrderInfoSchema },
    {
      sorted: ['update_time', 'create_time', 'purchase_date', 'purchase_order_no', 'amount', 'supplier_info'],
      linked: ['supplier_info$id'],
      filtered: ['status_info', 'payment_status_info'],
      owners: ['handler_info'],
      searched: ['purchase_order_no', 'supplier_info', 'handler_info', 'create_user_info', 'remark'],
    },
  ),
  outboundInvoice: planOf(
    { list: outboundInvoiceSchema, detail: outboundInfoSchema },
    {
      sorted: [
        'update_time',
        'create_time',
        'warehouse_invoice_time',
        'serial_id',
        'product_total_amount',
        'company_info',
      ],
      linked: ['company_info$id'],
      filtered: ['status'],
      owners: ['handler_info', 'create_user_info'],
      searched: [
        'serial_id',
        'company_info',
        'handler_info',
        'create_user_info',
        'invoice_warehouse_info',
        'remark',
        'record_list',
      ],
    },
  ),
  receipt: planOf(
    { list: receiptItemSchema },
    {
      detailed: true,
      sorted: [
        'update_time',
        'create_time',
        'collection_date',
        'cash_collection_invoice_no',
        'amount',
        'company_info',
      ],
      linked: ['company_info$id'],
      filtered: ['status'],
      owners: ['handler_info', 'create_user_info'],
      searched: [
        'cash_collection_invoice_no',
        'company_info',
        'trade_no',
        'account_name',
        'bank_name',
        'bank_account',
        'handler_info',
        'remark',
      ],
    },
  ),
  collection: planOf(
    { list: collectionItemSchema, detail: collectionInfoSchema },
    {
      sorted: [
        'update_time',
        'create_time',
        'collection_date',
        'cash_collection_no',
        'amount',
        'company_info',
      ],
      linked: ['order_id', 'company_id', 'opportunity_id'],
      filtered: ['collect_status'],
      owners: ['user_info', 'create_user_info'],
      searched: [
        'cash_collection_no',
        'order_no',
        'order_name',
        'company_info',
        'opportunity_info',
        'payee',
        'trade_no',
        'user_info',
        'comment',
      ],
    },
  ),
  opportunity: planOf(
    { list: opportunityItemSchema },
    {
      sorted: ['update_time', 'create_time', 'account_date', 'name', 'amount', 'company'],
      linked: ['company_id'],
      filtered: ['stage_info', 'stage_type'],
      owners: ['main_user_info', 'create_user_info'],
      searched: ['name', 'serial_id', 'company', 'main_user_info', 'remark'],
    },
  ),
  product: planOf(
    { list: productItemSchema, detail: productInfoSchema },
    {
      sorted: ['product_no', 'name', 'model', 'price_min'],
      searched: ['name', 'cn_name', 'product_no', 'model', 'sku_items', 'hs_code', 'product_remark'],
    },
  ),
  user: planOf(
    { list: userItemSchema },
    {
      sorted: ['nickname'],
      searched: ['nickname', 'full_name', 'email', 'position', 'departments'],
    },
  ),
};

const STORAGE: Readonly<Record<FieldKind, Storage>> = {
  id: 'id',
  int: 'real',
  flag: 'real',
  number: 'real',
  money: 'real',
  rate: 'real',
  enum: 'enum',
  text: 'text',
  longText: 'text',
  phone: 'text',
  dateTime: 'date',
  date: 'date',
  user: 'named',
  company: 'named',
  lead: 'named',
  opportunity: 'named',
  supplier: 'named',
  warehouse: 'named',
  status: 'named',
  users: 'people',
  contacts: 'people',
  departments: 'people',
  idList: 'people',
  lines: 'count',
  list: 'count',
  json: 'count',
};

const TEXT_NAMES: ReadonlySet<string> = new Set(['name', 'nickname']);

const storedField = (field: FieldDef, fromDetail: boolean, sorted: readonly string[]): StoredField => {
  const storage = STORAGE[field.kind];
  const isName = storage === 'named' || TEXT_NAMES.has(field.key);
  return {
    ...field,
    storage,
    fromDetail,
    sortable: storage !== 'count' && field.kind !== 'idList',
    hasSortText: isName && sorted.includes(field.key),
  };
};

const entryOf = (resource: ResourceName): CatalogueEntry => {
  const plan = PLANS[resource];
  const listFields = fieldsOf(plan.list);
  const listKeys = new Set(listFields.map((field) => field.key));
  const detailFields = plan.detail ? fieldsOf(plan.detail).filter((field) => !listKeys.has(field.key)) : [];
  const fields = [
    ...listFields.map((field) => storedField(field, false, plan.sorted)),
    ...detailFields.map((field) => storedField(field, true, plan.sorted)),
  ];
  const clash = fields.find((field) => OWN_COLUMNS.has(field.key));
  if (clash) throw new Error(`${resource}.${clash.key} clashes with a column of the store`);
  const recency = RESOURCE_INFO[resource].defaultSort.field;
  return {
    resource,
    fields,
    sorted: plan.sorted,
    linked: plan.linked ?? [],
    filtered: plan.filtered ?? [],
    owners: plan.owners ?? [],
    searched: plan.searched,
    recency: fields.some((field) => field.key === recency && field.storage === 'date') ? recency : null,
    detailed: plan.detailed ?? plan.detail !== undefined,
  };
};

/** Columns that the store adds to every record table. */
const OWN_COLUMNS = new Set([
  'row_id',
  'id',
  'state',
  'struck_at',
  'fetched_at',
  'detail_at',
  'wants_detail',
  'covers',
]);

export const CATALOGUE: Readonly<Record<ResourceName, CatalogueEntry>> = byResource(entryOf);

/**
 * The state of a stored record. Lists show `live` records, and `removed` ones on request. `tombstoned`
 * records are never shown.
 */
export const STATE = { live: 0, removed: 1, tombstoned: 2 } as const;

/** Sorted fields whose index is made after the first copy: all except the recency field. */
export const sortedLater = ({ fields, sorted, recency }: CatalogueEntry): StoredField[] =>
  fields.filter(({ key }) => sorted.includes(key) && key !== recency);

export const quoted = (identifier: string): string => `"${identifier}"`;
/** The column that a field is sorted by. */
export const sortColumn = ({ key, hasSortText }: Pick<StoredField, 'key' | 'hasSortText'>): string =>
  hasSortText ? `${key}$sort` : key;
export const rowTable = (resource: ResourceName): string => quoted(`${resource}_row`);
export const docTable = (resource: ResourceName): string => quoted(`${resource}_doc`);
export const ftsTable = (resource: ResourceName): string => quoted(`${resource}_fts`);
export const RECORD_TABLES = RESOURCES.map((resource) => ({ resource, prefix: `${resource}_` }));
