/** Users, products and opportunities, which the documents refer to. */
import { DAY_MS, wallTime } from '../server-time';
import { jsonId, type Json } from '../store/exact-json';
import { COLLEAGUES, DEPARTMENTS, PRODUCTS } from './names';
import { cents, datasetId, userNumber, type World } from './world';

export const makeUsers = (world: World): void => {
  COLLEAGUES.forEach(([email, nickname, fullName, position], i) => {
    const id = datasetId('user', i);
    const enabled = email.startsWith('left') ? 0 : 1;
    const departments = world.dice
      .some(DEPARTMENTS, 1, 2)
      .map(([department_id, name]) => ({ department_id: String(department_id), name }));
    const time = wallTime(world.todayMs - (700 - i) * DAY_MS);
    world.users.push({ id, nickname, email, fullName });
    world.put('user', {
      id,
      number: email,
      name: nickname,
      createTime: time,
      updateTime: time,
      status: String(enabled),
      doc: { user_id: id, email, nickname, full_name: fullName, position, enable_flag: enabled, departments },
    });
  });
};

/** The stages of the one sales process: id, name, and whether it is in progress (1), won (2) or lost (3). */
const STAGES: Readonly<Record<string, readonly [id: number, name: string, outcome: number]>> = {
  询盘: [6101, '询盘', 1],
  Negotiation: [6102, 'Negotiation', 1],
  Won: [6103, 'Won', 2],
  Lost: [6104, 'Lost', 3],
};
const OUTCOMES = ['', '进行中', '赢单', '输单'];
const CNY_PER_100_USD = 720;

/** Days signed in, mails and campaigns, which E8 counts besides documents. */
export const makeActivity = (world: World, days: number): void => {
  for (const user of world.users.slice(0, -1)) {
    for (let age = 1; age <= days; age += 1) {
      if (!world.dice.chance(0.7)) continue;
      const day = wallTime(world.todayMs - age * DAY_MS).slice(0, 10);
      world.activity(user.id, day, 'login', 1);
      if (world.dice.chance(0.3)) world.activity(user.id, day, 'mail', world.dice.int(1, 30));
      if (world.dice.chance(0.05)) {
        const sent = world.dice.int(50, 400);
        world.activity(user.id, day, 'edm_send', sent);
        world.activity(user.id, day, 'edm_finish', sent - world.dice.int(0, 20));
      }
    }
  }
};

export const makeProducts = (world: World, amount: number): void => {
  for (let i = 0; i < amount; i += 1) {
    const [name, cnName, unit, price] = PRODUCTS[i % PRODUCTS.length] as (typeof PRODUCTS)[number];
    const [id, series] = [datasetId('product', i), Math.floor(i / PRODUCTS.length) + 1];
    const product = {
      id,
      skuId: String(BigInt(id) + 1n),
      no: `P${String(10_000 + i)}`,
      name: `${name} ${series}`,
      cnName: `${cnName} ${series} 型`,
      model: `HT-${100 + i}${world.dice.pick(['A', 'B', '-EU'])}`,
      unit,
      price: cents(price * (1 + series / 10)),
    };
    const time = world.past(600);
    world.products.push(product);
    world.put('product', {
      id,
      number: product.no,
      name: product.name,
      createTime: time.text,
      updateTime: world.after(time.ms),
      doc: {
        product_id: jsonId(id),
        sku_id: jsonId(product.skuId),
        product_no: product.no,
        name: product.name,
        cn_name: product.cnName,
        model: product.model,
        unit,
        price: String(product.price),
        disable_flag: i % 40 === 39 ? 1 : 0,
        create_time: time.text,
        update_time: time.text,
      },
    });
  }
};

export const makeOpportunities = (world: World, amount: number): void => {
  for (let i = 0; i < amount; i += 1) {
    const [id, company, time] = [
      datasetId('opportunity', i),
      world.dice.pick(world.companies),
      world.past(400),
    ];
    const name = `${world.dice.pick(['Spring range', '圣诞订单', 'Hotel project', 'Annual tender', '年度框架'])} – ${company.name.slice(0, 30)}`;
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
  const [stage, stageName, outcome] = STAGES[world.dice.pick(['询盘', 'Negotiation', 'Won', 'Lost'])]!;
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
    handler: [],
    customer: [],
    external_field_data: { '70550001': index % 2 === 0 ? 'Sea freight' : '', '70550002': index % 10 },
    currency: 'USD',
    amount: String(amount),
    amount_rmb: String((amount * CNY_PER_100_USD) / 100),
    amount_usd: String(amount),
    exchange_rate: String(CNY_PER_100_USD),
    account_date: closes,
    stage,
    stage_info: { stage_id: stage, name: stageName, type: outcome },
    stage_type: outcome,
    stage_type_name: OUTCOMES[outcome],
    type: 1,
    type_name: index % 3 === 0 ? '老客户商机' : '新客户商机',
    origin_name: index % 2 === 0 ? 'Trade fair' : 'Website',
    fail_type_name: outcome === 3 ? 'Price' : '',
    fail_remark: outcome === 3 ? 'A competitor was 8 % cheaper.' : '',
    remark: index % 4 === 0 ? 'Samples were sent by courier.' : '',
    next_follow_up_time: '',
    trail_time: updated,
    order_time: updated,
    create_time: created.text,
    update_time: updated,
  };
};
