/**
 * Columns of one record that are not in the catalogue: custom fields named in its details, and any other
 * field with a value. So every downloaded value can be shown. Unknown fields are marked `other`, and the
 * window makes their label.
 */
import type { Column } from '#shared/contract/records';
import { isCustomKey, type FieldKind } from '#shared/domain/fields';
import { nameOf, USER_ID_FIELDS } from '#shared/domain/nested-values';
import type { ResourceName } from '#shared/domain/resources';
import { COLLECTION_CUSTOM_FIELDS } from '#shared/http-api/collection';
import { OPPORTUNITY_CUSTOM_FIELDS } from '#shared/http-api/opportunity';
import { PRODUCT_CUSTOM_FIELDS } from '#shared/http-api/product';
import { groupFieldsIn } from '../write/contract-form';
import { kindOfFieldType } from './custom-fields';

type Values = Readonly<Record<string, unknown>>;

/** Fields that are not shown: they are shown elsewhere, or only the service needs them. */
const LEFT_OUT: Partial<Record<ResourceName, ReadonlySet<string>>> = {
  company: new Set([
    'company',
    'country_region',
    'trail_status_name',
    'pool_name',
    'origin_name',
    'client_tag_list',
  ]),
  order: new Set([
    'link_status',
    'company_id',
    'customer_id',
    'user_id',
    'departments',
    'alibaba_order_info',
  ]),
  quotation: new Set(['user_id', 'handler', 'users']),
  collection: new Set([
    COLLECTION_CUSTOM_FIELDS,
    'order_info',
    'cash_collection_invoice_info',
    'file_list',
    'client_id',
    'user_id',
    'users',
    'department_id',
    'create_user_id',
    'op_user_id',
    'capital_account_id',
    'finance_verify',
    'finance_verify_date',
    'lock_flag',
  ]),
  opportunity: new Set([
    OPPORTUNITY_CUSTOM_FIELDS,
    'cash_collection_info',
    'user_id',
    'main_user',
    'create_user',
    'handler_info',
    'stage',
    'stage_type_name',
    'type',
    'origin',
    'origin_list',
    'flow_id',
    'last_trail',
    'fail_stage_info',
    'missField',
    'pin_user_list',
    'approval_flow_info',
    'amount_can_edit_flag',
    'stage_stay_time_old',
  ]),
  product: new Set([
    PRODUCT_CUSTOM_FIELDS,
    'fob',
    'price_currency',
    'group_id',
    'enable_flag',
    'source_type',
    'pin_flag',
    'sku_attributes',
    'sub_product_sku_items',
    'package_size_length',
    'package_size_weight',
    'package_size_height',
  ]),
};

/** Returns true for a field that no screen shows, because another field of the record shows the same. */
export const isLeftOut = (resource: ResourceName, key: string): boolean =>
  LEFT_OUT[resource]?.has(key) === true;

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.every(isEmpty)) ||
  (typeof value === 'object' && Object.values(value).every(isEmpty));

const DATE_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** The live service gives totals such as `package_volume_amount`, which are no money. */
const MEASURE = /weight|volume/;

const kindOf = (key: string, value: unknown): FieldKind => {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'list';
  const text = String(value);
  if (DATE_TIME.test(text)) return 'dateTime';
  if (DATE.test(text)) return 'date';
  if (/(?:amount|price|cost|charge)(?:_rmb|_usd)?$/.test(key) && /^-?[\d.]+$/.test(text))
    return MEASURE.test(key) ? 'number' : 'money';
  if (/_ids?$/.test(key) || USER_ID_FIELDS.has(key)) return 'id';
  return /^-?\d+\.\d+$/.test(text) ? 'number' : 'text';
};

export const extraColumns = (resource: ResourceName, values: Values, known: readonly Column[]): Column[] => {
  const named = groupFieldsIn(values.company).map((field): Column => ({
    key: field.id,
    kind: Array.isArray(field.value) ? 'list' : kindOfFieldType(field.type),
    customName: field.name,
    fromDetail: true,
    sort: 'none',
  }));
  const taken = new Set([...known, ...named].map(({ key }) => key));
  const others = Object.entries(values)
    .filter(([key, value]) => !taken.has(key) && !isLeftOut(resource, key) && !isEmpty(value))
    .filter(([key]) => key !== 'last_owner' || nameOf(values.last_owner_info) === '')
    .map(([key, value]): Column => ({
      key,
      kind: kindOf(key, value),
      ...(isCustomKey(key) ? { customName: '' } : { other: true }),
      sort: 'none',
    }));
  return [...named, ...others];
};
