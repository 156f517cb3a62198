/** E9 `GET /v1/invoices/quotation/list` and the optional quotation/info. */
import { QUOTATION_INFO_PATH, QUOTATION_LIST_PATH } from '#shared/http-api/quotation';
import type { ServiceContext } from '../context';
import { endpoint, JsonText, type ServiceApp } from '../endpoint';
import { detailsInLiveShape } from '../live/shapes';
import { notFound, Refusal } from '../refusal';
import { idParam, integerParam, listPage, listText } from '../store/list-query';

export const quotationRoutes = (app: ServiceApp, context: ServiceContext): void => {
  endpoint(app, context, 'GET', QUOTATION_LIST_PATH, {}, (call) => {
    const statuses = (call.query.get('status') ?? '')
      .split(',')
      .map((status) => status.trim())
      .filter((status) => status !== '' && status !== '0');
    const { texts, total } = listPage(context, call, {
      resource: 'quotation',
      defaultCount: 10,
      time: context.quirks.timeField === 'usual' ? 'update_time' : 'create_time',
      removed: integerParam(call, 'removed') === 1,
      where: [
        ...(integerParam(call, 'approval') === 1 ? [{ sql: 'approval = 1' }] : []),
        ...(statuses.length === 0
          ? []
          : [{ sql: `status IN (${statuses.map(() => '?').join(',')})`, params: statuses }]),
      ],
    });
    return new JsonText(`{"list":${listText(texts)},"totalItem":${total}}`);
  });
  endpoint(app, context, 'GET', QUOTATION_INFO_PATH, { optional: true }, (call) => {
    const [id, number] = [idParam(call, 'quotation_id'), call.query.get('quotation_no') ?? ''];
    if (id === undefined && number === '') throw new Refusal(400, 'Invalid query');
    const record =
      id === undefined ? context.store.findByNumber('quotation', number) : context.store.get('quotation', id);
    if (!record) throw notFound();
    return detailsInLiveShape('quotation', { ...record.doc, ...record.detail }, context.quirks);
  });
};
