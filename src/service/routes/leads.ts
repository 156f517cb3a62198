/** lead/list, the optional lead/info, and E2 `POST /v1/lead/push`. */
import { LEAD_INFO_PATH, LEAD_LIST_PATH, LEAD_PUSH_PATH } from '#shared/http-api/lead';
import type { ServiceContext } from '../context';
import { endpoint, JsonText, type ServiceApp } from '../endpoint';
import { pushLead } from '../pushes/push-lead';
import { notFound, Refusal } from '../refusal';
import { idParam, integerParam, listPage, listText } from '../store/list-query';
import { detailsInLiveShape } from '../live/shapes';

const SORTS: Readonly<Record<string, string>> = {
  order_time: "json_extract(doc, '$.order_time')",
  edit_time: "json_extract(doc, '$.edit_time')",
};

const CONVERTED = '7';
/**
 * 1 archived; where the service tells converted leads apart, 2 converted, and neither of them by default.
 */
const archiveFilter = (
  context: ServiceContext,
  archive: number | undefined,
): { sql: string; params: (string | number)[] }[] => {
  if (!context.quirks.convertedLeads)
    return archive === undefined ? [] : [{ sql: "json_extract(detail, '$.archive') = ?", params: [archive] }];
  if (archive === 2) return [{ sql: 'status = ?', params: [CONVERTED] }];
  return [
    { sql: 'status <> ?', params: [CONVERTED] },
    { sql: "json_extract(detail, '$.archive') = ?", params: [archive ?? 0] },
  ];
};

export const leadRoutes = (app: ServiceApp, context: ServiceContext): void => {
  endpoint(app, context, 'GET', LEAD_LIST_PATH, {}, (call) => {
    const [email, origin, archive] = [
      call.query.get('email')?.trim().toLowerCase() ?? '',
      integerParam(call, 'origin'),
      integerParam(call, 'archive'),
    ];
    const { texts, total } = listPage(context, call, {
      resource: 'lead',
      defaultCount: 10,
      removed: integerParam(call, 'removed') === 1,
      orderBy: SORTS[call.query.get('sort_field') ?? ''] ?? 'update_time',
      where: [
        ...(email === ''
          ? []
          : [
              {
                sql: "id IN (SELECT owner_id FROM contact WHERE owner = 'lead' AND email = ?)",
                params: [email],
              },
            ]),
        ...(origin === undefined || origin === 0
          ? []
          : [
              {
                sql: "EXISTS (SELECT 1 FROM json_each(detail, '$.origin_list') WHERE value = ?)",
                params: [origin],
              },
            ]),
        ...archiveFilter(context, archive),
      ],
    });
    return new JsonText(`{"list":${listText(texts)},"totalItem":${total}}`);
  });
  endpoint(app, context, 'GET', LEAD_INFO_PATH, { optional: true }, (call) => {
    const [id, serial] = [idParam(call, 'lead_id'), call.query.get('serial_id') ?? ''];
    if (id === undefined && serial === '') throw new Refusal(400, 'Invalid query');
    const record =
      id === undefined ? context.store.findByNumber('lead', serial) : context.store.get('lead', id);
    if (!record) throw notFound();
    return detailsInLiveShape('lead', { ...record.doc, ...record.detail }, context.quirks);
  });
  endpoint(app, context, 'POST', LEAD_PUSH_PATH, { declaredAuth: true, writes: true }, (call) =>
    pushLead(context, call),
  );
};
