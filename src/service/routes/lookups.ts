/**
 * Lookups that are fixed or nearly so: users, enumerations, warehouses, capital accounts, receipt types
 * (contract A, lookups).
 */
import { COMPANY_ENUMS_PATH, COMPANY_SELECTOR_PATH } from '#shared/http-api/company';
import {
  CAPITAL_ACCOUNT_LIST_PATH,
  COMPANY_FIELDS_PATH,
  LEAD_FIELDS_PATH,
  USER_LIST_PATH,
  WAREHOUSE_LIST_PATH,
} from '#shared/http-api/lookups';
import { OUTBOUND_FIELDS_PATH } from '#shared/http-api/outbound-invoice';
import { PURCHASE_ORDER_SELECTOR_PATH } from '#shared/http-api/purchase-order';
import { RECEIPT_TYPES_PATH } from '#shared/http-api/receipt';
import type { ServiceContext } from '../context';
import {
  CAPITAL_ACCOUNTS,
  companySelectors,
  outboundFields,
  PURCHASE_STATUSES,
  RECEIPT_TYPES,
  WAREHOUSES,
} from '../dataset/enumerations';
import { endpoint, JsonText, type Call, type ServiceApp } from '../endpoint';
import { customerFields } from '../live/customer-fields';
import { enumsInLiveShape } from '../live/customer-shapes';
import { itemsInLiveShape } from '../live/shapes';
import { invalidInput } from '../refusal';
import { parseDoc, writeExact } from '../store/exact-json';
import { fullOutboundFields } from '../live/outbound-fields';
import { integerParam, listText } from '../store/list-query';

const FROZEN = 0;
const ACTIVE = 1;
const DELETED = 2;
/**
 * The dataset's one former colleague is deleted in the live service's reading; this one is frozen there.
 */
const FROZEN_USER = {
  user_id: '4800000977',
  email: 'frozen@demo.example',
  nickname: 'Frozen colleague',
  full_name: '冻结员工',
  position: '',
  enable_flag: FROZEN,
  departments: [],
};

/**
 * Users by their flag; all of them where none is asked for, the active ones in the live service's
 * reading.
 */
const usersOf = (context: ServiceContext, call: Call): string[] => {
  const live = context.quirks.userFlags;
  const flag = integerParam(call, 'enable_flag') ?? (live ? ACTIVE : undefined);
  const rows = context.store
    .sql("SELECT doc, number, status FROM record WHERE resource = 'user' ORDER BY number")
    .all() as { doc: string; number: string; status: string }[];
  const flagOf = (row: { status: string }): number =>
    live && row.status === String(FROZEN) ? DELETED : Number(row.status);
  const wanted = rows.filter((row) => flag === undefined || flagOf(row) === flag);
  const texts = wanted.map((row) =>
    live ? writeExact({ ...parseDoc(row.doc), enable_flag: flagOf(row) }) : row.doc,
  );
  const frozen = live && flag === FROZEN ? [writeExact(FROZEN_USER)] : [];
  return itemsInLiveShape('user', [...texts, ...frozen], context.quirks);
};

export const lookupRoutes = (app: ServiceApp, context: ServiceContext): void => {
  endpoint(app, context, 'GET', USER_LIST_PATH, {}, (call) => new JsonText(listText(usersOf(context, call))));
  endpoint(app, context, 'GET', COMPANY_ENUMS_PATH, {}, () => enumsInLiveShape(context.quirks));
  endpoint(app, context, 'GET', COMPANY_SELECTOR_PATH, {}, (call) => {
    const items = companySelectors[call.query.get('field') ?? ''];
    if (!items) throw invalidInput('field is not supported');
    return items;
  });
  endpoint(app, context, 'GET', OUTBOUND_FIELDS_PATH, {}, () =>
    context.quirks.outboundFieldsFull ? fullOutboundFields : outboundFields,
  );
  endpoint(app, context, 'GET', COMPANY_FIELDS_PATH, { optional: true }, () =>
    customerFields('company', context.quirks),
  );
  endpoint(app, context, 'GET', LEAD_FIELDS_PATH, { optional: true }, () =>
    customerFields('lead', context.quirks),
  );
  endpoint(app, context, 'GET', RECEIPT_TYPES_PATH, {}, () => RECEIPT_TYPES);
  endpoint(app, context, 'GET', PURCHASE_ORDER_SELECTOR_PATH, {}, (call) => {
    if ((call.query.get('field') ?? 'status') !== 'status') throw invalidInput('field is not supported');
    return PURCHASE_STATUSES;
  });
  endpoint(app, context, 'GET', WAREHOUSE_LIST_PATH, {}, () => ({
    count: WAREHOUSES.length,
    list: WAREHOUSES,
  }));
  endpoint(app, context, 'GET', CAPITAL_ACCOUNT_LIST_PATH, {}, (call) => {
    const status = integerParam(call, 'status');
    const all = CAPITAL_ACCOUNTS.filter((account) => status === undefined || account.status === status);
    const [count, page] = [
      Math.max(1, integerParam(call, 'count') ?? 20),
      Math.max(1, integerParam(call, 'start_index') ?? 1),
    ];
    return { count: all.length, list: all.slice((page - 1) * count, page * count) };
  });
};
