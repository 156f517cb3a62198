/**
 * The optional `GET /v1/opportunity/list` (contract B), with the fields that the live service documents. An
 * item of the list has everything, so the pull does not read opportunity/info. The outbox does: it compares
 * one opportunity with an edit.
 */
import { z } from 'zod';
import { companyRef, userInfo, wire } from './scalars';

export { OPPORTUNITY_LIST_PATH } from './screen-paths';
export const OPPORTUNITY_INFO_PATH = '/v1/opportunity/info';
export const OPPORTUNITY_PUSH_PATH = '/v1/opportunity/push';
/** `field=sales_flow`, `fail_reason`, or `stage_list` with the `flow_id` of one sales process. */
export const OPPORTUNITY_SELECTOR_PATH = '/v1/opportunity/fields/selector';
/** Names and types of the custom fields; optional too. */
export const OPPORTUNITY_FIELDS_PATH = '/v1/opportunity/fields';
/** The key under which an item has its custom fields, by their ids. */
export const OPPORTUNITY_CUSTOM_FIELDS = 'external_field_data';

const userIds = z.array(z.union([z.int(), z.string()]));

export const opportunityItemSchema = z.looseObject({
  opportunity_id: wire.id(),
  serial_id: wire.text(),
  name: wire.text(),
  company_id: wire.id(),
  company: wire.of('company', companyRef),
  stage_info: wire.of('status', z.looseObject({ name: z.string() })),
  /** In progress, won or lost, whatever the stages of the sales process are called. */
  stage_type: wire.enumInt('opportunityOutcome'),
  currency: wire.text(),
  amount: wire.moneyText(),
  amount_rmb: wire.moneyText(),
  amount_usd: wire.moneyText(),
  exchange_rate: wire.rateText(),
  exchange_rate_usd: wire.rateText(),
  /** The expected end of the negotiation. */
  account_date: wire.date(),
  sale_flow_name: wire.text(),
  type_name: wire.text(),
  origin_name: wire.text(),
  main_user_info: wire.of('user', userInfo),
  handler: wire.of('users', userIds),
  create_user_info: wire.of('user', userInfo),
  customer: wire.of('contacts', z.array(z.unknown())),
  fail_type_name: wire.text(),
  fail_remark: wire.longText(),
  remark: wire.longText(),
  next_follow_up_time: wire.dateTime(),
  trail_time: wire.dateTime(),
  order_time: wire.dateTime(),
  create_time: wire.dateTime(),
  update_time: wire.dateTime(),
});
