/**
 * Lookups that are fixed or nearly so: users, enumerations, warehouses, capital accounts, receipt types
 * (contract B, "Lookups").
 */
import { COMPANY_ENUMS_PATH, COMPANY_SELECTOR_PATH } from '#shared/http-api/company';
import {
  CAPITAL_ACCOUNT_LIST_PATH,
  OPPORTUNITY_LIST_PATH,
  PRODUCT_LIST_PATH,
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
import { endpoint, JsonText, type ServiceApp } from '../endpoint';
import { enumsInLiveShape } from '../live-shapes';
import { invalidInput } from '../refusal';
import { integerParam, listPage, listText } from '../store/list-query';

export const lookupRoutes = (app: ServiceApp, context: ServiceContext): void => {
  const { store } = context;
  endpoint(app, context, 'GET', USER_LIST_PATH, {}, (call) => {
    const enabled = integerParam(call, 'enable_flag');
    const texts =
      enabled === undefined
        ? store.sql("SELECT doc FROM record WHERE resource = 'user' ORDER BY number").pluck().all()
        : store
            .sql("SELECT doc FROM record WHERE resource = 'user' AND status = ? ORDER BY number")
            .pluck()
            .all(String(enabled));
    return new JsonText(listText(texts as string[]));
  });
  endpoint(app, context, 'GET', COMPANY_ENUMS_PATH, {}, () => enumsInLiveShape(context.quirks));
  endpoint(app, context, 'GET', COMPANY_SELECTOR_PATH, {}, (call) => {
    const items = companySelectors[call.query.get('field') ?? ''];
    if (!items) throw invalidInput('field is not supported');
    return items;
  });
  endpoint(app, context, 'GET', OUTBOUND_FIELDS_PATH, {}, () => outboundFields);
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
  for (const [path, resource] of [
    [PRODUCT_LIST_PATH, 'product'],
    [OPPORTUNITY_LIST_PATH, 'opportunity'],
  ] as const) {
    endpoint(app, context, 'GET', path, { optional: true }, (call) => {
      const { texts, total } = listPage(context, call, {
        resource,
        defaultCount: 20,
        removed: integerParam(call, 'removed') === 1,
      });
      return new JsonText(`{"count":${total},"totalItem":${total},"list":${listText(texts)}}`);
    });
  }
};
