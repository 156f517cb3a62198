/** E2 `POST /v1/lead/push`: one lead, created or edited, with its contacts. */
import { LEAD_FIELDS } from '#shared/domain/push-fields/lead';
import { nowOf, type ServiceContext } from '../context';
import { LEAD_STATUSES } from '../dataset/customers';
import type { Call } from '../endpoint';
import { checkLimits, idIn, objectsIn, takeFields, textIn, type FieldSpec } from '../input';
import { cannotBeEmpty, invalidInput, notFound } from '../refusal';
import { jsonId, type Json } from '../store/exact-json';
import { checkCustomFields, takeCustomFields } from '../live/customer-fields';
import { withBizTypeCode } from '../live/customer-shapes';
import { newRecord, type ServiceRecord } from '../store/record-store';
import { indexContacts, mergeContacts } from './contacts';

const LISTED: FieldSpec = { name: 'text', short_name: 'text' };
const PROFILE: FieldSpec = {
  company_name: 'text',
  scale_id: 'number',
  group_id: 'number',
  country: 'text',
  province: 'text',
  city: 'text',
  tel: 'text',
  fax: 'text',
  origin_list: 'list',
  biz_type: 'number',
  address: 'text',
  remark: 'text',
  homepage: 'text',
};

const blank = (context: ServiceContext, actorId: string, now: string): ServiceRecord => {
  const id = context.store.nextId('lead');
  const serial = `L${900_000 + context.store.next('number:lead')}`;
  return newRecord({
    id,
    number: serial,
    createTime: now,
    updateTime: now,
    status: '1',
    userId: actorId,
    doc: {
      lead_id: jsonId(id),
      name: '',
      short_name: '',
      serial_id: serial,
      order_time: '',
      create_time: now,
      update_time: now,
      edit_time: now,
    },
    detail: { status: 1, status_name: LEAD_STATUSES[1], archive: 0, user_id: [actorId], customers: [] },
  });
};

export const pushLead = (context: ServiceContext, call: Call): Json =>
  context.store.write(() => {
    const { body, actor } = call;
    if ('origin_list' in body && !Array.isArray(body['origin_list']))
      throw invalidInput('origin_list must be array');
    checkLimits(body, LEAD_FIELDS, context.quirks);
    if (context.quirks.namesRequired && (textIn(body, 'name') ?? '') === '') throw cannotBeEmpty('name');
    const [id, now] = [idIn(body, 'lead_id'), nowOf(context)];
    const existing = id === undefined ? undefined : context.store.get('lead', id);
    if (id !== undefined && (!existing || existing.removed === 1)) throw notFound();
    checkCustomFields('lead', body, context.quirks, !existing);
    const record = existing ?? blank(context, actor.userId, now);
    const how = { creating: !existing, omission: existing ? context.quirks.omission : 'keeps' } as const;
    takeFields(record.doc, body, LISTED, how);
    takeFields(record.detail, withBizTypeCode(body, context.quirks), PROFILE, how);
    takeCustomFields(record.detail, body, context.quirks);
    const owner = idIn(body, 'user_id');
    if (owner !== undefined) record.detail['user_id'] = [owner];
    const { all } = mergeContacts(
      context,
      'lead',
      objectsIn(record.detail, 'customers'),
      objectsIn(body, 'customers'),
    );
    record.detail['customers'] = all;
    record.name = String(record.doc['name'] ?? '');
    record.groupId = idIn(record.detail, 'group_id') ?? null;
    record.updateTime = now;
    Object.assign(record.doc, { update_time: now, edit_time: now });
    if (existing) context.store.replace('lead', record);
    else context.store.put('lead', record);
    indexContacts(context, 'lead', record.id, all);
    return { lead_id: jsonId(record.id) };
  });
