/** The optional opportunity/push, with the fields that the live service publishes. */
import {
  currency,
  day,
  id,
  listed,
  listedIds,
  longText,
  money,
  nestedPeople,
  people,
  rate,
  text,
  user,
  type FieldTable,
  type NestedId,
} from './push-field';

const company = { key: 'company', ids: ['company_id', 'id'], name: 'name' } as const satisfies NestedId;
const stage = { key: 'stage_info', ids: ['stage_id'], name: 'name' } as const satisfies NestedId;
const owner = { key: 'main_user_info', ids: ['user_id'], name: 'nickname' } as const satisfies NestedId;
const contacts = {
  key: 'customer',
  ids: ['customer_id'],
  name: 'name',
  isList: true,
} as const satisfies NestedId;

/** Another key has the name of a code. */
const nameAt = <const K extends string>(key: K) => ({ key, isName: true }) as const;

export const OPPORTUNITY_FIELDS = {
  // The publication requires the name, the customer and the team in edits too.
  name: { ...text, required: 'create', isRepeated: true, ifOmitted: 'kept' },
  company_id: {
    ...id,
    kind: 'company',
    required: 'create',
    isRepeated: true,
    ifOmitted: 'kept',
    readFrom: ['own', company],
    shownAt: ['own', company],
  },
  customer_id: {
    type: 'ids',
    kind: 'contacts',
    isSet: true,
    readFrom: [contacts],
    shownAt: [contacts],
  },
  amount: { ...money, isSentAsText: true },
  exchange_rate: { ...rate, isSentAsText: true },
  exchange_rate_usd: { ...rate, isSentAsText: true },
  /** The expected end of the negotiation. */
  account_date: day,
  origin_list: { ...listedIds('origin'), shownAt: ['own', nameAt('origin_name')] },
  stage: {
    ...listed('id', 'opportunityStage'),
    ifOmitted: 'kept',
    readFrom: ['own', stage],
    shownAt: ['own', stage],
  },
  currency,
  fail_type: { ...listed('id', 'opportunityFailReason'), shownAt: ['own', nameAt('fail_type_name')] },
  fail_remark: longText,
  handler: {
    ...people,
    isSet: true,
    isRepeated: true,
    readFrom: [nestedPeople, 'own'],
    shownAt: [nestedPeople, 'own'],
  },
  main_user: { ...user, ifOmitted: 'kept', readFrom: ['own', owner], shownAt: ['own', owner] },
  flow_id: {
    ...listed('id', 'opportunityFlow'),
    ifOmitted: 'kept',
    shownAt: ['own', nameAt('sale_flow_name')],
  },
  remark: longText,
} as const satisfies FieldTable;
