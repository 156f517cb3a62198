/** Opportunities, their one sales process, and the reasons for which they are lost. */
import { DAY_MS, wallTime } from '../server-time';
import { jsonId, type Json } from '../store/exact-json';
import { datasetId, userNumber, type World } from './world';

export const SALES_FLOW = { flow_id: 6100, name: 'Standard process 标准流程' };
/** The stages of the sales process, and whether they mean in progress (1), won (2) or lost (3). */
export const STAGES = [
  { stage_id: 6101, name: '询盘', type: 1 },
  { stage_id: 6102, name: 'Negotiation', type: 1 },
  { stage_id: 6103, name: 'Won', type: 2 },
  { stage_id: 6104, name: 'Lost', type: 3 },
] as const;
export const OUTCOMES = ['', '进行中', '赢单', '输单'];
export const FAIL_REASONS = [
  { reason_id: 6201, name: 'Price' },
  { reason_id: 6202, name: 'Delivery time 交期' },
] as const;
const CNY_PER_100_USD = 720;

export type Stage = (typeof STAGES)[number];
export const stageInfo = ({ stage_id, name, type }: Stage): Json => ({
  stage_id,
  flow_id: SALES_FLOW.flow_id,
  name,
  type,
});

export const makeOpportunities = (world: World, amount: number): void => {
  for (let i = 0; i < amount; i += 1) {
    const [id, company, time] = [
      datasetId('opportunity', i),
      world.dice.pick(world.companies),
      world.past(400),
    ];
    const name = `${world.dice.pick(['Spring range', '圣诞订单', 'Hotel project', 'Annual tender', '年度框架'])} – ${company.name}`;
    world.opportunities.push({ id, name, companyId: company.id });
    const updated = world.after(time.ms);
    world.put('opportunity', {
      id,
      name,
      createTime: time.text,
      updateTime: updated,
      companyId: company.id,
      userId: company.owner.id,
      doc: opportunityDoc(world, i, { id, name, company, created: time, updated }),
    });
  }
};

/** An item of opportunity/list with the fields that the live service documents. */
const opportunityDoc = (
  world: World,
  index: number,
  known: {
    id: string;
    name: string;
    company: World['companies'][number];
    created: { text: string; ms: number };
    updated: string;
  },
): Json => {
  const { id, name, company, created, updated } = known;
  const amount = world.dice.int(2, 200) * 1000;
  const stage = world.dice.pick(STAGES);
  const isLost = stage.type === 3;
  const closes = wallTime(created.ms + (60 + (index % 5) * 30) * DAY_MS).slice(0, 10);
  return {
    serial_id: `O${100 + index}`,
    opportunity_id: jsonId(id),
    name,
    company_id: jsonId(company.id),
    company: { company_id: jsonId(company.id), name: company.name, is_archive: 0 },
    main_user: jsonId(company.owner.id),
    main_user_info: userNumber(company.owner),
    create_user: jsonId(company.owner.id),
    create_user_info: userNumber(company.owner),
    user_id: [jsonId(company.owner.id)],
    handler: [],
    handler_info: [],
    customer: [],
    external_field_data: { '70550001': index % 2 === 0 ? 'Sea freight' : '', '70550002': index % 10 },
    currency: 'USD',
    amount: String(amount),
    amount_rmb: String((amount * CNY_PER_100_USD) / 100),
    amount_usd: String(amount),
    exchange_rate: String(CNY_PER_100_USD),
    exchange_rate_usd: '100',
    account_date: closes,
    flow_id: SALES_FLOW.flow_id,
    sale_flow_name: SALES_FLOW.name,
    stage: stage.stage_id,
    stage_info: stageInfo(stage),
    stage_type: stage.type,
    stage_type_name: OUTCOMES[stage.type],
    type: 1,
    type_name: index % 3 === 0 ? '老客户商机' : '新客户商机',
    origin_list: [],
    origin_name: index % 2 === 0 ? 'Trade fair' : 'Website',
    fail_type: isLost ? FAIL_REASONS[0].reason_id : 0,
    fail_type_name: isLost ? FAIL_REASONS[0].name : '',
    fail_remark: isLost ? 'A competitor was 8 % cheaper.' : '',
    remark: index % 4 === 0 ? 'Samples were sent by courier.' : '',
    next_follow_up_time: '',
    trail_time: updated,
    order_time: updated,
    create_time: created.text,
    update_time: updated,
  };
};
