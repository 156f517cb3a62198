/**
 * E3 `POST /v1/company/pushCompanyAndCustomers`: one company, created or edited, with owners, pool and
 * contacts.
 */
import { COMPANY_FIELDS } from '#shared/domain/push-fields/company';
import { nowOf, type ServiceContext } from '../context';
import { companyEnums, TRAIL_STATUSES } from '../dataset/enumerations';
import type { Call } from '../endpoint';
import {
  asId,
  checkLimits,
  idIn,
  idsIn,
  numberIn,
  objectsIn,
  takeFields,
  textIn,
  type FieldSpec,
} from '../input';
import { cannotBeEmpty, invalidInput, noPrivilege, notFound } from '../refusal';
import { jsonId, type Json } from '../store/exact-json';
import { withBizTypeCode } from '../live/customer-shapes';
import { checkCustomFields, takeCustomFields } from '../live/customer-fields';
import { newRecord, type ServiceRecord } from '../store/record-store';
import { indexContacts, mergeContacts } from './contacts';

const LISTED: FieldSpec = { name: 'text', short_name: 'text' };
const PROFILE: FieldSpec = {
  country: 'text',
  province: 'text',
  city: 'text',
  tel_area_code: 'text',
  tel: 'text',
  fax: 'text',
  group_id: 'number',
  origin_list: 'list',
  biz_type: 'number',
  address: 'text',
  remark: 'text',
  homepage: 'text',
  star: 'number',
  intention_level: 'number',
  annual_procurement: 'number',
  timezone: 'number',
  scale_id: 'number',
  image_list: 'list',
  next_follow_up_time: 'text',
  category_ids: 'list',
  product_group_ids: 'list',
};

const blank = (context: ServiceContext, actorId: string, now: string): ServiceRecord => {
  const id = context.store.nextId('company');
  return newRecord({
    id,
    createTime: now,
    updateTime: now,
    userId: actorId,
    doc: {
      company_id: jsonId(id),
      user_id: [],
      name: '',
      short_name: '',
      serial_id: '',
      order_time: '',
      create_time: now,
      update_time: now,
      edit_time: now,
      create_user: jsonId(actorId),
      last_edit_user: jsonId(actorId),
      archive_type: 1,
    },
    detail: {
      is_public: 0,
      pool_id: 0,
      recent_follow_up_time: '',
      trail_status: {},
      tag: [],
      customers: [],
      owner: [],
    },
  });
};

/**
 * The owners after the push: the existing ones, plus the named ones, minus the removed ones; a public company
 * has none.
 */
const ownersAfter = (record: ServiceRecord, body: Json, creating: boolean, actorId: string): string[] => {
  if (record.isPublic === 1) return [];
  const named = idIn(body, 'user_id');
  const before = ((record.doc['user_id'] as unknown[]) ?? []).map(String);
  const first = creating || before.length === 0 ? [named ?? actorId] : [];
  const removed = idsIn(body, 'remove_user_id');
  return [...new Set([...before, ...first, ...idsIn(body, 'batch_user_ids')])].filter(
    (id) => !removed.includes(id),
  );
};

const setSerial = (context: ServiceContext, record: ServiceRecord, body: Json): void => {
  const given = textIn(body, 'serial_id') ?? '';
  if (given !== '') record.number = given;
  if (record.number === '') record.number = `C${900_000 + context.store.next('number:company')}`;
  record.doc['serial_id'] = record.number;
};

const setStageAndTags = (record: ServiceRecord, body: Json, clears: boolean): void => {
  const stage = asId(body['trail_status']);
  if (stage !== undefined)
    record.detail['trail_status'] = {
      status_id: Number(stage),
      status_name: TRAIL_STATUSES.find(([id]) => String(id) === stage)?.[1] ?? '',
    };
  if (Array.isArray(body['cus_tag']))
    record.detail['tag'] = idsIn(body, 'cus_tag').map((id) => ({
      tag_id: jsonId(id),
      tag_name: companyEnums.tag_list.find((tag) => String(tag.code) === id)?.name ?? '',
    }));
  else if (clears) record.detail['tag'] = [];
};

const check = (context: ServiceContext, body: Json): void => {
  if (!('pool_id' in body) || numberIn(body, 'pool_id') === undefined)
    throw invalidInput('pool_id is required');
  if ('origin_list' in body && !Array.isArray(body['origin_list']))
    throw invalidInput('origin_list must be array');
  checkLimits(body, COMPANY_FIELDS, context.quirks);
  if (!context.quirks.namesRequired) return;
  if ((textIn(body, 'name') ?? '') === '') throw cannotBeEmpty('name');
  if (!Array.isArray(body['customers'])) throw cannotBeEmpty('customers');
};

const ownerInfo = (context: ServiceContext, id: string): Json => ({
  user_id: jsonId(id),
  nickname: context.store.get('user', id)?.name ?? '',
});

export const pushCompany = (context: ServiceContext, call: Call): Json =>
  context.store.write(() => {
    const { body, actor } = call;
    check(context, body);
    const [id, now] = [idIn(body, 'company_id'), nowOf(context)];
    const existing = id === undefined ? undefined : context.store.get('company', id);
    if (id !== undefined && (!existing || existing.removed === 1)) throw notFound();
    checkCustomFields('company', body, context.quirks, !existing);
    const named = idIn(body, 'user_id');
    if (
      existing &&
      existing.isPublic === 0 &&
      named !== undefined &&
      !(existing.doc['user_id'] as unknown[]).map(String).includes(named)
    )
      throw noPrivilege();

    const record = existing ?? blank(context, actor.userId, now);
    const how = { creating: !existing, omission: existing ? context.quirks.omission : 'keeps' } as const;
    takeFields(record.doc, body, LISTED, how);
    takeFields(record.detail, withBizTypeCode(body, context.quirks), PROFILE, how);
    record.detail['pool_id'] = numberIn(body, 'pool_id');
    record.isPublic = numberIn(body, 'is_public') ?? record.isPublic;
    record.detail['is_public'] = record.isPublic;
    takeCustomFields(record.detail, body, context.quirks);
    setSerial(context, record, body);
    setStageAndTags(record, body, how.omission === 'clears');
    const owners = ownersAfter(record, body, !existing, actor.userId);
    const { all, touched } = mergeContacts(
      context,
      'company',
      objectsIn(record.detail, 'customers'),
      objectsIn(body, 'customers'),
      'customers' in body,
    );
    Object.assign(record.detail, { customers: all, owner: owners.map((owner) => ownerInfo(context, owner)) });
    Object.assign(record.doc, {
      user_id: owners,
      update_time: now,
      edit_time: now,
      last_edit_user: jsonId(actor.userId),
    });
    Object.assign(record, {
      updateTime: now,
      name: String(record.doc['name'] ?? ''),
      groupId: idIn(record.detail, 'group_id') ?? null,
    });
    if (existing) context.store.replace('company', record);
    else context.store.put('company', record);
    indexContacts(context, 'company', record.id, all);
    return {
      company_id: jsonId(record.id),
      customers: touched.map((contact) => ({
        customer_id: contact['customer_id'],
        name: contact['name'] ?? '',
        email: contact['email'] ?? '',
      })),
    };
  });
