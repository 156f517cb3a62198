/**
 * Optional `POST /v1/dynamic/trail/push`: a note on a company, a lead or an opportunity (contract B; its
 * errors carry code -1).
 */
import { nowOf, type ServiceContext } from '../context';
import type { Call } from '../endpoint';
import { idIn, numberIn, textIn } from '../input';
import { cannotBeEmpty, notFound, Refusal } from '../refusal';
import { jsonId, type Json } from '../store/exact-json';
import { newRecord, type ServiceRecord } from '../store/record-store';

const required = (
  context: ServiceContext,
  resource: 'company' | 'lead' | 'opportunity',
  id: string | undefined,
): ServiceRecord | undefined => {
  if (id === undefined) return undefined;
  const found = context.store.get(resource, id);
  if (!found || found.removed === 1) throw notFound();
  return found;
};

export const pushTrail = (context: ServiceContext, call: Call): Json =>
  context.store.write(() => {
    const { body, actor } = call;
    const content = textIn(body, 'content') ?? '';
    const [company, lead, opportunity] = [
      required(context, 'company', idIn(body, 'company_id')),
      required(context, 'lead', idIn(body, 'lead_id')),
      required(context, 'opportunity', idIn(body, 'opportunity_id')),
    ];
    const subject = company ?? lead ?? opportunity;
    if (!subject) throw new Refusal(404, 'company_id, lead_id or opportunity_id is required');
    if (content.trim() === '') throw cannotBeEmpty('content');
    const [id, now, type] = [
      context.store.nextId('trail'),
      nowOf(context),
      numberIn(body, 'remark_type') ?? 101,
    ];
    const none = 0;
    context.store.put(
      'trail',
      newRecord({
        id,
        createTime: now,
        updateTime: now,
        status: String(type),
        companyId: company?.id ?? null,
        leadId: lead?.id ?? null,
        opportunityId: opportunity?.id ?? null,
        userId: actor.userId,
        doc: {
          follow_up_id: jsonId(id),
          trail_id: jsonId(id),
          type,
          client_id: 33001,
          create_user: jsonId(actor.userId),
          refer_id: jsonId(subject.id),
          content,
          file_ids: [],
          enable_flag: 1,
          created_at: now,
          create_time: now,
          update_time: now,
          company_id: company ? jsonId(company.id) : none,
          customer_id: [],
          lead_id: lead ? jsonId(lead.id) : none,
          lead_customer_id: [],
          opportunity_id: opportunity ? jsonId(opportunity.id) : none,
          delete_flag: 0,
          inquiry_id: 0,
          track_session_no: 0,
          comment_count: 0,
          company_info: {
            company_id: company ? jsonId(company.id) : none,
            name: company?.name ?? '',
            is_archive: 1,
          },
          lead_info: lead ? [{ lead_id: jsonId(lead.id), name: lead.name }] : [],
          opportunity_info: opportunity
            ? { opportunity_id: jsonId(opportunity.id), name: opportunity.name }
            : [],
          create_user_info: { user_id: actor.userId, nickname: actor.nickname, avatar: '' },
          customer_info: null,
          lead_customer_info: null,
          file_info: null,
        },
      }),
    );
    if (company) {
      Object.assign(company.detail, { recent_follow_up_time: now });
      Object.assign(company.doc, { order_time: now, update_time: now });
      context.store.replace('company', { ...company, updateTime: now });
    }
    return { trail_id: jsonId(id) };
  });
