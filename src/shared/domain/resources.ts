/**
 * The kinds of record that Satchel copies. An entry says how a record is named and identified; its fields
 * come from its wire schema (`http-api/<resource>.ts`).
 */
export const RESOURCES = [
  'trail',
  'company',
  'lead',
  'order',
  'quotation',
  'purchaseOrder',
  'outboundInvoice',
  'receipt',
  'collection',
  'opportunity',
  'product',
  'user',
] as const;
export type ResourceName = (typeof RESOURCES)[number];
/** A table with one entry for each resource. */
export const byResource = <T>(entryOf: (resource: ResourceName) => T): Record<ResourceName, T> => ({
  trail: entryOf('trail'),
  company: entryOf('company'),
  lead: entryOf('lead'),
  order: entryOf('order'),
  quotation: entryOf('quotation'),
  purchaseOrder: entryOf('purchaseOrder'),
  outboundInvoice: entryOf('outboundInvoice'),
  receipt: entryOf('receipt'),
  collection: entryOf('collection'),
  opportunity: entryOf('opportunity'),
  product: entryOf('product'),
  user: entryOf('user'),
});
/** Every other record shows their names, so the local copy always has them. */
export const ALWAYS_KEPT: ReadonlySet<ResourceName> = new Set(['user', 'company']);
/** Dated documents: the details (lines, notes) of old ones may be read only when one is opened. */
export const DETAILS_BY_AGE: ReadonlySet<ResourceName> = new Set([
  'order',
  'quotation',
  'outboundInvoice',
  'receipt',
]);
/** The choices of months for details of documents, besides all of them. */
export const DETAILS_MONTHS = [24, 12, 6, 3, 1] as const;
/** The choices of the limit of requests per minute, without those that a person waits for. */
export const REQUEST_LIMITS = [60, 150, 300, 600, 1200, 3000] as const;
export const USUAL_REQUEST_LIMIT = 1200;

export interface ResourceInfo {
  /** The wire field that holds the record's id. */
  idField: string;
  /** Fields with the title of a record; the first non-empty one is used. */
  titleFields: readonly string[];
  /** The field with the document or serial number, if there is one. */
  numberField?: string;
  /** Columns shown before the user chooses. */
  defaultColumns: readonly string[];
  defaultSort: { field: string; direction: 'asc' | 'desc' };
}

export const RESOURCE_INFO: Readonly<Record<ResourceName, ResourceInfo>> = {
  trail: {
    idField: 'trail_id',
    titleFields: ['content'],
    defaultColumns: [
      'create_time',
      'type',
      'company_info',
      'content',
      'create_user_info',
      'customer_info',
      'opportunity_info',
    ],
    defaultSort: { field: 'create_time', direction: 'desc' },
  },
  company: {
    idField: 'company_id',
    titleFields: ['name', 'short_name', 'serial_id'],
    numberField: 'serial_id',
    defaultColumns: [
      'name',
      'short_name',
      'serial_id',
      'user_id',
      'order_time',
      'create_time',
      'update_time',
    ],
    defaultSort: { field: 'update_time', direction: 'desc' },
  },
  lead: {
    idField: 'lead_id',
    titleFields: ['name', 'short_name', 'company_name', 'serial_id'],
    numberField: 'serial_id',
    defaultColumns: ['name', 'short_name', 'serial_id', 'order_time', 'create_time', 'update_time'],
    defaultSort: { field: 'update_time', direction: 'desc' },
  },
  order: {
    idField: 'order_id',
    titleFields: ['order_no', 'name'],
    numberField: 'order_no',
    defaultColumns: [
      'order_no',
      'name',
      'company',
      'account_date',
      'currency',
      'amount',
      'amount_usd',
      'handler_info',
      'shipping_status',
      'end_status',
      'update_time',
    ],
    defaultSort: { field: 'update_time', direction: 'desc' },
  },
  quotation: {
    idField: 'quotation_id',
    titleFields: ['quotation_no', 'name'],
    numberField: 'quotation_no',
    defaultColumns: [
      'quotation_no',
      'name',
      'company',
      'quotation_date',
      'currency',
      'amount',
      'amount_rmb',
      'approval_status',
      'status_info',
      'create_user_info',
      'update_time',
    ],
    defaultSort: { field: 'update_time', direction: 'desc' },
  },
  purchaseOrder: {
    idField: 'purchase_order_id',
    titleFields: ['purchase_order_no'],
    numberField: 'purchase_order_no',
    defaultColumns: [
      'purchase_order_no',
      'supplier_info',
      'purchase_date',
      'delivery_date',
      'amount',
      'payment_amount',
      'status_info',
      'inbound_status_info',
      'payment_status_info',
      'handler_info',
      'update_time',
    ],
    defaultSort: { field: 'update_time', direction: 'desc' },
  },
  outboundInvoice: {
    idField: 'outbound_invoice_id',
    titleFields: ['serial_id'],
    numberField: 'serial_id',
    defaultColumns: [
      'serial_id',
      'company_info',
      'warehouse_invoice_time',
      'currency',
      'product_total_amount',
      'product_total_count',
      'status',
      'invoice_warehouse_info',
      'handler_info',
      'update_time',
    ],
    defaultSort: { field: 'update_time', direction: 'desc' },
  },
  receipt: {
    idField: 'cash_collection_invoice_id',
    titleFields: ['cash_collection_invoice_no'],
    numberField: 'cash_collection_invoice_no',
    defaultColumns: [
      'cash_collection_invoice_no',
      'company_info',
      'collection_date',
      'currency',
      'amount',
      'real_amount',
      'status',
      'type',
      'account_name',
      'update_time',
    ],
    defaultSort: { field: 'update_time', direction: 'desc' },
  },
  collection: {
    idField: 'cash_collection_id',
    titleFields: ['cash_collection_no'],
    numberField: 'cash_collection_no',
    defaultColumns: [
      'cash_collection_no',
      'company_info',
      'order_no',
      'collection_date',
      'amount',
      'collect_status',
      'type',
      'user_info',
      'update_time',
    ],
    defaultSort: { field: 'update_time', direction: 'desc' },
  },
  opportunity: {
    idField: 'opportunity_id',
    titleFields: ['name', 'serial_id'],
    numberField: 'serial_id',
    defaultColumns: [
      'name',
      'company',
      'stage_info',
      'stage_type',
      'amount',
      'account_date',
      'main_user_info',
      'serial_id',
      'order_time',
      'update_time',
    ],
    defaultSort: { field: 'update_time', direction: 'desc' },
  },
  product: {
    idField: 'product_id',
    titleFields: ['name', 'product_no'],
    numberField: 'product_no',
    defaultColumns: [
      'name',
      'product_no',
      'model',
      'price_min',
      'price_max',
      'unit',
      'stock_available',
      'stock_time',
      'group_name',
    ],
    defaultSort: { field: 'product_no', direction: 'asc' },
  },
  user: {
    idField: 'user_id',
    titleFields: ['nickname', 'full_name', 'email'],
    defaultColumns: ['nickname', 'full_name', 'email', 'position', 'departments'],
    defaultSort: { field: 'nickname', direction: 'asc' },
  },
};
