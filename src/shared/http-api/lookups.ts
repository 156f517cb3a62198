/**
 * Lookups: user/list, warehouse/list, capitalAccount/list and the routes of the enumerations (contract
 * "Lookups").
 */
import { z } from 'zod';
import { isObject } from '#shared/domain/is-object';
import { wire } from './scalars';

export const USER_LIST_PATH = '/v1/user/list';
export const WAREHOUSE_LIST_PATH = '/v1/warehouse/list';
export const CAPITAL_ACCOUNT_LIST_PATH = '/v1/capitalAccount/list';
/** Optional lists of the fields of a customer, including custom ones; `type` selects the part. */
export const COMPANY_FIELDS_PATH = '/v1/company/fields';
export const LEAD_FIELDS_PATH = '/v1/lead/fields';
/** Optional lists of the fields of a document, including custom ones, like outbound/fields. */
export const ORDER_FIELDS_PATH = '/v1/invoices/order/fields';
export const QUOTATION_FIELDS_PATH = '/v1/invoices/quotation/fields';
export const PURCHASE_ORDER_FIELDS_PATH = '/v1/purchaseOrder/fields';
export const RECEIPT_FIELDS_PATH = '/v1/invoices/receiptRegistration/fields';
export const TOKEN_PATH = '/v1/oauth2/access_token';
export const REFRESH_PATH = '/v1/oauth2/refresh_token';

/** user/list items (contract B): an unpaged array. */
export const userItemSchema = z.looseObject({
  user_id: wire.idText(),
  email: wire.text(),
  nickname: wire.text(),
  full_name: wire.text(),
  position: wire.text(),
  enable_flag: wire.flag(),
  departments: wire.of('departments', z.array(z.unknown())),
});

/** Names under which Satchel keeps lookups; each is a list of `LookupItem`. */
export const LOOKUP_NAMES = [
  'bizType',
  'tag',
  'timezone',
  'scale',
  'star',
  'intentionLevel',
  'annualProcurement',
  'postGrade',
  'trailStatus',
  'group',
  'pool',
  'origin',
  'productGroup',
  'category',
  'country',
  'outboundFields',
  'receiptTypes',
  'capitalAccount',
  'warehouse',
  'orderCurrency',
  'orderPay',
  'orderCountryArea',
  'sourceType',
  'orderStatus',
  'archiveType',
  'purchaseOrderStatus',
  'frozenUsers',
  'deletedUsers',
  'orderFields',
  'quotationFields',
  'purchaseOrderFields',
  'receiptFields',
  'opportunityFields',
  'opportunityFlow',
  'opportunityStage',
  'opportunityFailReason',
  'productFields',
  'collectionFields',
  'companyFields',
  'leadFields',
] as const;
export type LookupName = (typeof LOOKUP_NAMES)[number];

const lookupItemSchema = z.object({
  id: z.string(),
  name: z.string(),
  parentId: z.string().optional(),
  color: z.string().optional(),
  raw: z.unknown().optional(),
});
export type LookupItem = z.infer<typeof lookupItemSchema>;

/** Whether the CRM still offers an item. One that is switched off has `enable_flag` 0. */
export const isOffered = ({ raw }: LookupItem): boolean =>
  !isObject(raw) || String(raw.enable_flag ?? '1') !== '0';
