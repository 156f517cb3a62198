/** The optional endpoints of opportunities (contract B), as the live service documents them. */
import {
  OPPORTUNITY_FIELDS_PATH,
  OPPORTUNITY_INFO_PATH,
  OPPORTUNITY_LIST_PATH,
  OPPORTUNITY_PUSH_PATH,
  OPPORTUNITY_SELECTOR_PATH,
} from '#shared/http-api/opportunity';
import type { ServiceContext } from '../context';
import { FAIL_REASONS, SALES_FLOW, STAGES } from '../dataset/opportunities';
import { endpoint, JsonText, type Call, type ServiceApp } from '../endpoint';
import { opportunityFields } from '../live/document-fields';
import { detailsInLiveShape } from '../live/shapes';
import { pushOpportunity } from '../pushes/push-opportunity';
import { invalidInput, notFound, Refusal } from '../refusal';
import type { Json } from '../store/exact-json';
import { idParam, listPage, listText } from '../store/list-query';

/** Stages are those of one sales process; the form asks for the processes first. */
const choices = (call: Call): Json[] => {
  switch (call.query.get('field')) {
    case 'sales_flow':
      return [{ ...SALES_FLOW, rank: 1, enable_flag: 1, disable_flag: 0, main_flag: 1, default_flag: 1 }];
    case 'stage_list':
      if (idParam(call, 'flow_id') !== String(SALES_FLOW.flow_id)) return [];
      return STAGES.map((stage, at) => ({
        ...stage,
        stage_name: stage.name,
        flow_id: SALES_FLOW.flow_id,
        rank: at + 1,
        enable_flag: 1,
      }));
    case 'fail_reason':
      return FAIL_REASONS.map((reason, at) => ({ ...reason, flow_id: 0, rank: at + 1, enable_flag: 1 }));
    default:
      throw invalidInput('field is not supported');
  }
};

export const opportunityRoutes = (app: ServiceApp, context: ServiceContext): void => {
  endpoint(app, context, 'GET', OPPORTUNITY_LIST_PATH, { optional: true }, (call) => {
    const { texts, total } = listPage(context, call, { resource: 'opportunity', defaultCount: 10 });
    return new JsonText(`{"list":${listText(texts)},"totalItem":${total}}`);
  });
  endpoint(app, context, 'GET', OPPORTUNITY_INFO_PATH, { optional: true }, (call) => {
    const [id, number] = [idParam(call, 'opportunity_id'), call.query.get('serial_id') ?? ''];
    if (id === undefined && number === '') throw new Refusal(400, 'Invalid query');
    const { store } = context;
    const record =
      id === undefined ? store.findByNumber('opportunity', number) : store.get('opportunity', id);
    if (!record || record.removed === 1) throw notFound();
    return detailsInLiveShape('opportunity', { ...record.doc, ...record.detail }, context.quirks);
  });
  endpoint(app, context, 'POST', OPPORTUNITY_PUSH_PATH, { optional: true, writes: true }, (call) =>
    pushOpportunity(context, call),
  );
  endpoint(app, context, 'GET', OPPORTUNITY_FIELDS_PATH, { optional: true }, () => opportunityFields);
  endpoint(app, context, 'GET', OPPORTUNITY_SELECTOR_PATH, { optional: true }, choices);
};
