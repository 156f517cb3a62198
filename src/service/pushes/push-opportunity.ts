/**
 * The optional `POST /v1/opportunity/push`, as the live service publishes it: one opportunity, created or
 * edited. The answer has its id and nothing else.
 */
import Big from 'big.js';
import { nowOf, type ServiceContext } from '../context';
import { companySelectors } from '../dataset/enumerations';
import { FAIL_REASONS, OUTCOMES, SALES_FLOW, STAGES, stageInfo } from '../dataset/opportunities';
import { ratesOf } from '../documents';
import type { Call } from '../endpoint';
import { asId, idIn, idsIn, isPassedEmpty, objectsIn, takeFields, textIn, type FieldSpec } from '../input';
import { cannotBeEmpty, invalidInput, noPrivilege, notFound, Refusal } from '../refusal';
import { jsonId, type Json } from '../store/exact-json';
import { newRecord, type ServiceRecord } from '../store/record-store';
import { personInfo } from './person-info';

const TAKEN: FieldSpec = {
  amount: 'text',
  exchange_rate: 'text',
  exchange_rate_usd: 'text',
  account_date: 'text',
  origin_list: 'list',
  fail_type: 'number',
  fail_remark: 'text',
  remark: 'text',
};
const DECIMALS = ['amount', 'exchange_rate', 'exchange_rate_usd'] as const;
const IN_PROGRESS = STAGES[0];

const blank = (context: ServiceContext, actorId: string, now: string): ServiceRecord => {
  const id = context.store.nextId('opportunity');
  return newRecord({
    id,
    createTime: now,
    updateTime: now,
    userId: actorId,
    doc: {
      serial_id: `O${900_000 + context.store.next('number:opportunity')}`,
      opportunity_id: jsonId(id),
      name: '',
      create_user: jsonId(actorId),
      create_user_info: personInfo(context, actorId),
      main_user: jsonId(actorId),
      handler: [],
      customer: [],
      external_field_data: {},
      currency: 'USD',
      flow_id: SALES_FLOW.flow_id,
      sale_flow_name: SALES_FLOW.name,
      stage: IN_PROGRESS.stage_id,
      type: 1,
      type_name: '新客户商机',
      next_follow_up_time: '',
      create_time: now,
      update_time: now,
    },
  });
};

/** Refuses what the publication requires and what no opportunity can have. */
const check = (context: ServiceContext, body: Json, creating: boolean): void => {
  const { namesRequired } = context.quirks;
  if ((creating || namesRequired || 'name' in body) && (textIn(body, 'name') ?? '').trim() === '')
    throw cannotBeEmpty('name');
  if ((creating || namesRequired || 'company_id' in body) && idIn(body, 'company_id') === undefined)
    throw new Refusal(404, 'The associated customer cannot be empty use company_id');
  if (namesRequired && !Array.isArray(body['handler'])) throw cannotBeEmpty('handler');
  for (const key of DECIMALS)
    if (key in body && !isPassedEmpty(body, key) && !/^-?\d+(\.\d+)?$/.test(textIn(body, key) ?? ''))
      throw invalidInput(`${key} must be a number`);
  if ('origin_list' in body && !Array.isArray(body['origin_list']))
    throw invalidInput('origin_list must be array');
};

const setCustomer = (context: ServiceContext, record: ServiceRecord, body: Json): void => {
  const id = idIn(body, 'company_id');
  if (id === undefined || id === record.companyId) return;
  const company = context.store.get('company', id);
  if (!company || company.removed === 1) throw notFound();
  record.companyId = id;
  record.doc['company_id'] = jsonId(id);
  record.doc['company'] = { company_id: jsonId(id), name: company.name, is_archive: 0 };
};

/** The contacts must be those of the customer. */
const setContacts = (context: ServiceContext, record: ServiceRecord, body: Json, clears: boolean): void => {
  if (!Array.isArray(body['customer_id'])) {
    if (clears) record.doc['customer'] = [];
    return;
  }
  const company = record.companyId === null ? undefined : context.store.get('company', record.companyId);
  const known = objectsIn(company?.detail ?? {}, 'customers');
  record.doc['customer'] = idsIn(body, 'customer_id').map((id) => {
    const contact = known.find((one) => String(one['customer_id']) === id);
    if (!contact) throw invalidInput("customer_id must be the customer's contacts");
    return { customer_id: jsonId(id), name: contact['name'] ?? '', email: contact['email'] ?? '' };
  });
};

const setStage = (record: ServiceRecord, body: Json): void => {
  const { doc } = record;
  const flow = idIn(body, 'flow_id');
  if (flow !== undefined && flow !== String(SALES_FLOW.flow_id))
    throw invalidInput('flow_id must be a sales process');
  const asked = isPassedEmpty(body, 'stage') ? undefined : asId(body['stage']);
  const stage = STAGES.find(({ stage_id }) => String(stage_id) === (asked ?? String(doc['stage'])));
  if (!stage) throw invalidInput('stage must be one of its sales process');
  Object.assign(doc, {
    stage: stage.stage_id,
    stage_info: stageInfo(stage),
    stage_type: stage.type,
    stage_type_name: OUTCOMES[stage.type],
  });
};

/** The names beside codes. */
const setNames = ({ doc }: ServiceRecord, body: Json): void => {
  doc['fail_type_name'] =
    FAIL_REASONS.find(({ reason_id }) => String(reason_id) === String(doc['fail_type']))?.name ?? '';
  if ('origin_list' in body)
    doc['origin_name'] = nameIn(companySelectors['origin'] ?? [], idsIn(doc, 'origin_list')[0]);
};
/** The name of a node of a tree; `''` if it has none. */
const nameIn = (nodes: readonly unknown[], id: string | undefined): string => {
  for (const node of nodes as readonly { id: number; name: string; node: readonly unknown[] }[]) {
    const name = String(node.id) === id ? node.name : nameIn(node.node, id);
    if (name !== '') return name;
  }
  return '';
};

const teamOf = (doc: Json, body: Json, clears: boolean): string[] => {
  if (Array.isArray(body['handler'])) return idsIn(body, 'handler');
  return clears ? [] : idsIn(doc, 'handler');
};

const setPeople = (context: ServiceContext, record: ServiceRecord, body: Json, clears: boolean): void => {
  const { doc } = record;
  const owner = idIn(body, 'main_user') ?? String(doc['main_user']);
  const isNamed = idIn(body, 'main_user') !== undefined;
  if (isNamed && !context.store.get('user', owner)) throw noPrivilege();
  const team = teamOf(doc, body, clears);
  record.userId = owner;
  Object.assign(doc, {
    main_user: jsonId(owner),
    main_user_info: personInfo(context, owner),
    handler: team.map(jsonId),
    handler_info: team.map((id) => personInfo(context, id)),
    user_id: [...new Set([owner, ...team])].map(jsonId),
  });
};

const converted = (amount: unknown, per100: unknown): string => {
  try {
    return new Big(String(amount)).times(String(per100)).div(100).round(4).toFixed();
  } catch {
    return '0';
  }
};

const setMoney = ({ doc }: ServiceRecord, body: Json): void => {
  const given = textIn(body, 'currency') ?? '';
  if (given !== '') doc['currency'] = given;
  const known = ratesOf(doc['currency']);
  if (textIn(doc, 'exchange_rate') === '') doc['exchange_rate'] = String(known.rmb);
  if (textIn(doc, 'exchange_rate_usd') === '') doc['exchange_rate_usd'] = String(known.usd);
  doc['amount_rmb'] = converted(doc['amount'], doc['exchange_rate']);
  doc['amount_usd'] = converted(doc['amount'], doc['exchange_rate_usd']);
};

/** Custom fields come by their id at top level and are answered in a group of their own. */
const setCustom = ({ doc }: ServiceRecord, body: Json): void => {
  const custom = { ...(doc['external_field_data'] as Json) };
  for (const [key, value] of Object.entries(body)) if (/^\d+$/.test(key)) custom[key] = value ?? '';
  doc['external_field_data'] = custom;
};

export const pushOpportunity = (context: ServiceContext, call: Call): Json =>
  context.store.write(() => {
    const { body, actor } = call;
    const [id, now] = [idIn(body, 'opportunity_id'), nowOf(context)];
    const existing = id === undefined ? undefined : context.store.get('opportunity', id);
    if (id !== undefined && (!existing || existing.removed === 1)) throw notFound();
    check(context, body, !existing);
    const record = existing ?? blank(context, actor.userId, now);
    const clears = existing !== undefined && context.quirks.omission === 'clears';
    record.doc['name'] = textIn(body, 'name') ?? record.doc['name'];
    takeFields(record.doc, body, TAKEN, { creating: !existing, omission: clears ? 'clears' : 'keeps' });
    setCustomer(context, record, body);
    setContacts(context, record, body, clears);
    setStage(record, body);
    setNames(record, body);
    setPeople(context, record, body, clears);
    setMoney(record, body);
    setCustom(record, body);
    record.name = String(record.doc['name']);
    record.number = String(record.doc['serial_id']);
    record.updateTime = now;
    Object.assign(record.doc, { update_time: now, edit_time: now, order_time: now, trail_time: now });
    if (existing) context.store.replace('opportunity', record);
    else context.store.put('opportunity', record);
    return { opportunity_id: jsonId(record.id) };
  });
