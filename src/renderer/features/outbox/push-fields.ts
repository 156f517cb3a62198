/**
 * How the fields that are sent are shown: the same kinds and lookups as in lists, so that a code has one name
 * everywhere.
 */
import type { Column } from '#shared/contract/records';
import type { FieldKind } from '#shared/domain/fields';
import type { IntentKind } from '#shared/domain/intent';
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';

const as = (kind: FieldKind, options?: string): Pick<Column, 'kind' | 'options'> =>
  options === undefined ? { kind } : { kind, options };
const TEXT = as('text');

const COMMON: Readonly<Record<string, Pick<Column, 'kind' | 'options'>>> = {
  user_id: as('user'),
  batch_user_ids: as('users'),
  remove_user_id: as('users'),
  handler: as('users'),
  create_user: as('user'),
  is_public: as('flag'),
  main_customer_flag: as('flag'),
  country: as('enum', 'country'),
  group_id: as('enum', 'group'),
  pool_id: as('enum', 'pool'),
  origin_list: as('idList', 'origin'),
  trail_status: as('enum', 'trailStatus'),
  biz_type: as('enum', 'bizType'),
  cus_tag: as('idList', 'tag'),
  star: as('enum', 'star'),
  intention_level: as('enum', 'intentionLevel'),
  annual_procurement: as('enum', 'annualProcurement'),
  timezone: as('enum', 'timezone'),
  scale_id: as('enum', 'scale'),
  category_ids: as('idList', 'category'),
  product_group_ids: as('idList', 'productGroup'),
  image_list: as('json'),
  next_follow_up_time: as('dateTime'),
  birth: as('date'),
  gender: as('enum', 'gender'),
  post_grade: as('enum', 'postGrade'),
  tel: as('phone'),
  fax: as('phone'),
  address: as('longText'),
  remark: as('longText'),
  content: as('longText'),
  remark_type: as('enum', 'trailType'),
  status: as('enum', 'outboundStatus'),
  source_type: as('enum', 'outboundSource'),
  discount_rate: as('int'),
  exchange_rate: as('rate'),
  exchange_rate_usd: as('rate'),
  invoice_warehouse_id: as('enum', 'warehouse'),
  warehouse_invoice_time: as('dateTime'),
  collection_date: as('date'),
  capital_account_id: as('enum', 'capitalAccount'),
  amount: as('money'),
  real_amount: as('money'),
  company_id: as('company'),
  lead_id: as('lead'),
  opportunity_id: as('id'),
  outbound_count: as('number'),
  sale_price: as('money'),
  cost_unit_price_rmb: as('money'),
  moment_enable_count: as('number'),
  cash_collection_amount: as('money'),
  cash_collection_invoice_amount: as('money'),
  refer_type: as('int'),
  refer_id: as('id'),
  order_id: as('id'),
  order_record_id: as('id'),
  product_id: as('id'),
  sku_id: as('id'),
};

/** Shape of a pushed field; what the table does not know is text. */
export const pushColumn = (key: string): Column => ({ key, sort: 'none', ...(COMMON[key] ?? TEXT) });

/** Every lookup that a readable diff may need. */
export const PUSH_COLUMNS: readonly Column[] = Object.keys(COMMON).map(pushColumn);

type Exists = (key: string) => boolean;
/**
 * Catalogue key of a field's label: the form's, where it was filled in, then the record's; undefined leaves
 * the wire key.
 */
export const labelKey = (
  kind: IntentKind,
  key: string,
  ofChild: boolean,
  exists: Exists,
): string | undefined => {
  const child = kind === 'company' || kind === 'lead' ? 'contact' : 'line';
  const form = OWN_WORDS.has(key)
    ? []
    : [
        `form.field.${!ofChild ? kind : kind === 'receipt' ? 'allocation' : child}.${key}`,
        `form.field.any.${key}`,
      ];
  return [
    ...form,
    `outbox.field.${key}`,
    ofChild ? `${child}.${key}` : `field.${RESOURCE_OF_KIND[kind]}.${key}`,
    `field.company.${key}`,
  ].find(exists);
};
/** The form's label of these says "ID" or asks a question, though a name or an answer is shown. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  'order_id',
  'company_id',
  'lead_id',
  'opportunity_id',
  'refer_id',
  'refer_type',
  'is_public',
]);
