/**
 * company/list, the optional company/info and company/query, and E3 `POST
 * /v1/company/pushCompanyAndCustomers`.
 */
import {
  COMPANY_INFO_PATH,
  COMPANY_LIST_PATH,
  COMPANY_PUSH_PATH,
  COMPANY_QUERY_PATH,
} from '#shared/http-api/company';
import type { ServiceContext } from '../context';
import { endpoint, JsonText, type Call, type ServiceApp } from '../endpoint';
import { pushCompany } from '../pushes/push-company';
import { detailsInLiveShape } from '../live/shapes';
import { invalidInput, notFound, Refusal } from '../refusal';
import { parseDoc, type Json } from '../store/exact-json';
import { idParam, integerParam, listPage, listText, type TimeColumn } from '../store/list-query';

const TIME_TYPES: Readonly<Record<string, TimeColumn>> = { '2': 'create_time', '3': 'day' };
const QUERY_FIELDS: Readonly<Record<string, string>> = {
  name: "name LIKE '%' || ? || '%'",
  serial_id: 'number = ?',
  'customer_list.email': "id IN (SELECT owner_id FROM contact WHERE owner = 'company' AND email = lower(?))",
  'customer_list.tel': "id IN (SELECT owner_id FROM contact WHERE owner = 'company' AND tel = ?)",
};

const listCompanies = (context: ServiceContext, call: Call): JsonText => {
  const [group, all] = [integerParam(call, 'group_id'), integerParam(call, 'all')];
  const { texts, total } = listPage(context, call, {
    resource: 'company',
    defaultCount: 20,
    time: TIME_TYPES[call.query.get('time_type') ?? ''] ?? 'update_time',
    removed: integerParam(call, 'removed') === 1,
    where: [
      ...(group === undefined || group === 0 ? [] : [{ sql: 'group_id = ?', params: [group] }]),
      ...(all === 0 || all === 2 ? [{ sql: 'is_public = ?', params: [all === 2 ? 1 : 0] }] : []),
    ],
  });
  return new JsonText(`{"list":${listText(texts)},"totalItem":${total},"count":${total}}`);
};

const queryCompanies = (context: ServiceContext, call: Call): Json => {
  const [word, condition] = [
    call.query.get('word')?.trim() ?? '',
    QUERY_FIELDS[call.query.get('search_field') ?? 'name'],
  ];
  if (word === '' || condition === undefined)
    throw invalidInput(word === '' ? 'word is required' : 'search_field is not supported');
  const rows = context.store
    .sql(
      `SELECT doc, is_public AS isPublic FROM record WHERE resource = 'company' AND removed = 0
        AND ${condition} ORDER BY update_time DESC, id DESC LIMIT 50`,
    )
    .all(word) as { doc: string; isPublic: number }[];
  const list = rows.map((row) => {
    const doc = parseDoc(row.doc);
    return {
      company_id: doc['company_id'],
      serial_id: doc['serial_id'],
      is_public: row.isPublic,
      name: doc['name'],
      short_name: doc['short_name'],
    };
  });
  return { list, totalItem: list.length };
};

export const companyRoutes = (app: ServiceApp, context: ServiceContext): void => {
  endpoint(app, context, 'GET', COMPANY_LIST_PATH, {}, (call) => listCompanies(context, call));
  endpoint(app, context, 'GET', COMPANY_QUERY_PATH, { optional: true }, (call) =>
    queryCompanies(context, call),
  );
  endpoint(app, context, 'GET', COMPANY_INFO_PATH, { optional: true }, (call) => {
    const [id, serial] = [idParam(call, 'company_id'), call.query.get('serial_id') ?? ''];
    if (id === undefined && serial === '') throw new Refusal(400, 'Invalid query');
    const record =
      id === undefined ? context.store.findByNumber('company', serial) : context.store.get('company', id);
    if (!record) throw notFound();
    return detailsInLiveShape('company', { ...record.doc, ...record.detail }, context.quirks);
  });
  endpoint(app, context, 'POST', COMPANY_PUSH_PATH, { writes: true }, (call) => pushCompany(context, call));
};
