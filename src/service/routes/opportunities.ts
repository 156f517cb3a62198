/** The optional opportunity/list (contract B), as the live service documents it. */
import { OPPORTUNITY_FIELDS_PATH, OPPORTUNITY_LIST_PATH } from '#shared/http-api/opportunity';
import type { ServiceContext } from '../context';
import { endpoint, JsonText, type ServiceApp } from '../endpoint';
import { opportunityFields } from '../live/document-fields';
import { listPage, listText } from '../store/list-query';

export const opportunityRoutes = (app: ServiceApp, context: ServiceContext): void => {
  endpoint(app, context, 'GET', OPPORTUNITY_LIST_PATH, { optional: true }, (call) => {
    const { texts, total } = listPage(context, call, { resource: 'opportunity', defaultCount: 10 });
    return new JsonText(`{"list":${listText(texts)},"totalItem":${total}}`);
  });
  endpoint(app, context, 'GET', OPPORTUNITY_FIELDS_PATH, { optional: true }, () => opportunityFields);
};
