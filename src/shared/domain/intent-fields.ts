/**
 * Every field that Satchel can push, with its type on the wire (contract E2, E3, E5, E7, and the optional
 * trail/push). This table is used by the schemas, the request builder, the comparison with the server and the
 * readable diff.
 *
 * A `code` is an integer if the service's lookup has integers, otherwise the lookup's text (some services
 * list business types by name). Ids are JSON integers, except `textIds` (E5's `handler` is a string array).
 * Decimals keep the typed digits.
 */
export type WireType =
  | 'text'
  | 'int'
  | 'code'
  | 'id'
  | 'decimal'
  | 'date'
  | 'dateTime'
  | 'ids'
  | 'textIds'
  | 'idPaths'
  | 'json';
export type FieldTable = Readonly<Record<string, WireType>>;

const person = {
  name: 'text',
  email: 'text',
  tel: 'text',
  tel_area_code: 'text',
  post: 'text',
  qq: 'text',
  linkedin: 'text',
  skype: 'text',
  whatsapp: 'text',
  facebook: 'text',
  wechat: 'text',
  twitter: 'text',
  birth: 'date',
  remark: 'text',
  main_customer_flag: 'int',
} as const satisfies FieldTable;

/** E2's lead. */
export const LEAD_FIELDS = {
  user_id: 'id',
  name: 'text',
  company_name: 'text',
  short_name: 'text',
  scale_id: 'int',
  group_id: 'id',
  country: 'text',
  province: 'text',
  city: 'text',
  tel: 'text',
  fax: 'text',
  origin_list: 'ids',
  biz_type: 'code',
  address: 'text',
  remark: 'text',
  homepage: 'text',
} as const satisfies FieldTable;
/** E2's 15-field contacts: keyed by e-mail, they have no id. */
export const LEAD_CONTACT_FIELDS = person;

/** E3's company; `pool_id` is required, on edits too. */
export const COMPANY_FIELDS = {
  user_id: 'id',
  batch_user_ids: 'ids',
  remove_user_id: 'ids',
  is_public: 'int',
  serial_id: 'text',
  name: 'text',
  short_name: 'text',
  country: 'text',
  province: 'text',
  city: 'text',
  tel_area_code: 'text',
  tel: 'text',
  fax: 'text',
  group_id: 'id',
  pool_id: 'id',
  origin_list: 'ids',
  trail_status: 'id',
  biz_type: 'code',
  cus_tag: 'ids',
  address: 'text',
  remark: 'text',
  homepage: 'text',
  star: 'int',
  intention_level: 'int',
  annual_procurement: 'int',
  timezone: 'int',
  scale_id: 'int',
  image_list: 'json',
  next_follow_up_time: 'dateTime',
  category_ids: 'idPaths',
  product_group_ids: 'ids',
} as const satisfies FieldTable;
export const COMPANY_CONTACT_FIELDS = {
  ...person,
  post_grade: 'int',
  gender: 'int',
  image_list: 'json',
} as const satisfies FieldTable;

/** E5's header. */
export const OUTBOUND_FIELDS = {
  status: 'int',
  serial_id: 'text',
  discount_rate: 'int',
  currency: 'text',
  exchange_rate: 'decimal',
  exchange_rate_usd: 'decimal',
  source_type: 'int',
  invoice_warehouse_id: 'id',
  warehouse_invoice_time: 'dateTime',
  company_id: 'id',
  handler: 'textIds',
} as const satisfies FieldTable;
/**
 * E5's lines. `sale_price` is declared int but sent as a decimal. Custom fields are kept separately, by id.
 */
export const OUTBOUND_LINE_FIELDS = {
  sku_id: 'id',
  product_id: 'id',
  outbound_count: 'decimal',
  sale_price: 'decimal',
  order_id: 'id',
  order_record_id: 'id',
  cost_unit_price_rmb: 'decimal',
  moment_enable_count: 'decimal',
  product_unit: 'text',
  product_name: 'text',
  product_model: 'text',
  product_cn_name: 'text',
} as const satisfies FieldTable;

/**
 * Product details of a line. They are not in the contract: they are sent only if the service lists such a
 * field for lines, or refused a push because it was missing. The service may return other texts for the
 * product.
 */
export const PRODUCT_TEXTS = ['product_unit', 'product_name', 'product_model', 'product_cn_name'] as const;

/** E7's registration; `amount` is required. */
export const RECEIPT_FIELDS = {
  cash_collection_invoice_no: 'text',
  collection_date: 'date',
  type: 'text',
  trade_no: 'text',
  account_name: 'text',
  bank_name: 'text',
  bank_account: 'text',
  remark: 'text',
  currency: 'text',
  exchange_rate: 'decimal',
  exchange_rate_usd: 'decimal',
  amount: 'decimal',
  real_amount: 'decimal',
  company_id: 'id',
  capital_account_id: 'id',
  handler: 'ids',
  create_user: 'id',
} as const satisfies FieldTable;
export const RECEIPT_LINE_FIELDS = {
  cash_collection_comment: 'text',
  refer_id: 'id',
  refer_type: 'int',
  cash_collection_amount: 'decimal',
  cash_collection_invoice_amount: 'decimal',
} as const satisfies FieldTable;

/** The optional trail/push: one of company, lead, opportunity. */
export const TRAIL_NOTE_FIELDS = {
  company_id: 'id',
  lead_id: 'id',
  opportunity_id: 'id',
  content: 'text',
  remark_type: 'int',
} as const satisfies FieldTable;

/**
 * Sent whole and merged as sets: the user's additions and removals are applied to the server's current set.
 */
export const SET_FIELDS: ReadonlySet<string> = new Set([
  'cus_tag',
  'origin_list',
  'category_ids',
  'product_group_ids',
]);
/** Never merged automatically: the user always decides about a difference. */
export const NEVER_MERGED: ReadonlySet<string> = new Set([
  'status',
  'trail_status',
  'amount',
  'real_amount',
  'exchange_rate',
  'exchange_rate_usd',
  'discount_rate',
  'currency',
  'outbound_count',
  'sale_price',
  'cost_unit_price_rmb',
]);
