/** Follow-up trail: E1's 28 fields. Empty `opportunity_info` and `customer_info` have another shape. */
import { jsonId } from '../store/exact-json';
import { NOTES } from './names';
import { avatarOf, datasetId, type World } from './world';

const TYPES = [101, 101, 101, 102, 103, 104, 105, 106, 110, 111, 112, 137] as const;

export const makeTrails = (world: World, amount: number): void => {
  const { dice } = world;
  for (let i = 0; i < amount; i += 1) {
    const [id, time, lead] = [
      datasetId('trail', i),
      world.past(360),
      dice.chance(0.08) ? dice.pick(world.leads) : undefined,
    ];
    const company = lead ? undefined : dice.pick(world.companies);
    const [type, author] = [
      dice.pick(TYPES),
      dice.chance(0.4) ? world.users[0]! : (company?.owner ?? dice.pick(world.users)),
    ];
    const contact = company && dice.chance(0.35) ? company.contacts[0] : undefined;
    const opportunity =
      company && dice.chance(0.08) && world.opportunities.length > 0
        ? dice.pick(world.opportunities)
        : undefined;
    const [updated, content, hasFile] = [world.after(time.ms), dice.pick(NOTES), dice.chance(0.04)];
    const file = { file_id: 990_000 + i, file_name: '报价单.pdf', file_size: 48_213 };
    const referId = company?.id ?? lead!.id;
    world.put('trail', {
      id,
      createTime: time.text,
      updateTime: updated,
      status: String(type),
      companyId: company?.id ?? null,
      leadId: lead?.id ?? null,
      opportunityId: opportunity?.id ?? null,
      userId: author.id,
      removed: i % 150 === 149 ? 1 : 0,
      doc: {
        follow_up_id: jsonId(id),
        trail_id: jsonId(id),
        type,
        client_id: 33001,
        create_user: jsonId(author.id),
        refer_id: jsonId(referId),
        content,
        file_ids: hasFile ? [file.file_id] : [],
        enable_flag: 1,
        created_at: time.text,
        create_time: time.text,
        update_time: updated,
        company_id: company ? jsonId(company.id) : 0,
        customer_id: contact ? [jsonId(contact.id)] : [],
        lead_id: lead ? jsonId(lead.id) : 0,
        lead_customer_id: [],
        opportunity_id: opportunity ? jsonId(opportunity.id) : 0,
        delete_flag: 0,
        inquiry_id: 0,
        track_session_no: 0,
        comment_count: dice.chance(0.1) ? dice.int(1, 4) : 0,
        company_info: {
          company_id: company ? jsonId(company.id) : 0,
          name: company?.name ?? '',
          is_archive: 1,
        },
        lead_info: lead ? [{ lead_id: jsonId(lead.id), name: lead.name }] : [],
        opportunity_info: opportunity
          ? { opportunity_id: jsonId(opportunity.id), name: opportunity.name }
          : [],
        create_user_info: { user_id: author.id, nickname: author.nickname, avatar: avatarOf(author) },
        customer_info: contact
          ? [
              {
                customer_id: jsonId(contact.id),
                name: contact.name,
                email: contact.email,
                tel_list: [['86', contact.tel]],
                contact: [{ type: 'whatsapp', value: contact.tel }],
              },
            ]
          : null,
        lead_customer_info: null,
        file_info: hasFile ? [file] : null,
      },
    });
  }
};
