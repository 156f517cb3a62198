/** Quotations: E9's fields, amounts as numeric strings, nulls where the contract allows them. */
import { linesOfTotal } from './bought-lines';
import { jsonId } from '../store/exact-json';
import { PAYMENTS, PORTS, TERMS, TRANSPORT } from './names';
import { amountIn, cents, datasetId, userText, type World } from './world';

const STATUSES = [
  ['1201', 'Draft 草稿'],
  ['1202', 'Sent'],
  ['1203', '已确认'],
  ['1204', 'Lost'],
] as const;
const NEXT: Readonly<Record<string, string[]>> = {
  '1201': ['1202'],
  '1202': ['1203', '1204'],
  '1203': [],
  '1204': [],
};

export const makeQuotations = (world: World, amount: number): void => {
  const { dice } = world;
  for (let i = 0; i < amount; i += 1) {
    const [id, company, created, currency] = [
      datasetId('quotation', i),
      dice.pick(world.companies),
      world.past(540),
      world.currency(),
    ];
    const [updated, owner, status] = [
      world.after(created.ms),
      dice.chance(0.35) ? world.users[0]! : company.owner,
      dice.pick(STATUSES),
    ];
    const [total, extra, contact] = [
      amountIn(currency, dice.int(200, 80_000) + dice.next()),
      dice.chance(0.2) ? dice.int(10, 500) : 0,
      company.contacts[0],
    ];
    const value = cents(total + extra);
    const number = `QT${created.text.slice(2, 10).replaceAll('-', '')}${String(100 + i)}`;
    const orNull = (text: string): string | null => (dice.chance(0.5) ? null : text);
    const approval = dice.pick([-1, 0, 1, 1, 1, 2, 3, 4]);
    world.put('quotation', {
      id,
      number,
      name: number,
      createTime: created.text,
      updateTime: updated,
      day: created.text,
      status: status[0],
      approval: approval === 1 ? 1 : 0,
      removed: i % 50 === 49 ? 1 : 0,
      companyId: company.id,
      userId: owner.id,
      doc: {
        quotation_id: jsonId(id),
        _id: jsonId(id),
        quotation_no: number,
        lock_flag: dice.pick(['0', '0', '1']),
        can_unlock: dice.int(0, 1),
        approval_status: approval,
        name: `${dice.pick(['Quotation', '报价单', 'Offer'])} ${company.name}`,
        currency: currency.code,
        exchange_rate: dice.chance(0.3) ? currency.rate.toFixed(10) : String(currency.rate),
        amount: dice.chance(0.4) ? value.toFixed(10) : String(value),
        amount_rmb: cents((value * currency.rate) / 100).toFixed(4),
        company_id: jsonId(company.id),
        customer_id: contact ? jsonId(contact.id) : 0,
        opportunity_id:
          dice.chance(0.15) && world.opportunities.length > 0 ? jsonId(dice.pick(world.opportunities).id) : 0,
        quotation_date: dice.chance(0.03) ? '1970-01-01 08:00:00' : `${created.text.slice(0, 10)} 00:00:00`,
        addition_cost_amount: extra,
        product_total_amount: total,
        price_contract: orNull(dice.pick(TERMS)),
        receive_remittance_way: dice.pick(PAYMENTS),
        price_contract_remark: orNull(''),
        receive_remittance_remark: orNull('见附件'),
        insurance_remark: orNull(''),
        company_name: company.name,
        company_phone: company.phone,
        company_fax: '',
        company_address: orNull(company.address),
        customer_name: contact?.name ?? '',
        customer_phone: contact?.tel ?? '',
        customer_address: orNull(company.address),
        transport_mode: dice.pick(TRANSPORT),
        shipment_deadline: dice.chance(0.4) ? '' : '45 days',
        shipment_port: dice.pick(PORTS),
        target_port: dice.pick(PORTS),
        shipment_deadline_remark: orNull('after deposit'),
        create_time: created.text,
        update_time: updated,
        enable_flag: 1,
        approval_flow_info: [],
        create_user_info: userText(owner),
        company: { company_id: jsonId(company.id), name: company.name, is_archive: dice.chance(0.1) ? 1 : 0 },
        status_info: {
          is_purchase: 0,
          is_beginning: status[0] === '1201' ? 1 : 0,
          is_ending: NEXT[status[0]]!.length === 0 ? 1 : 0,
          into_performance: 0,
          need_review: 0,
          change_ending: 0,
          change_review: 0,
          can_delete: 1,
          next_status: NEXT[status[0]],
          client_id: '33001',
          id: status[0],
          name: status[1],
          remark: '',
          rank: status[0].slice(-1),
          create_time: '2021-03-01 09:00:00',
          update_time: '2021-03-01 09:00:00',
        },
      },
      detail: { product_list: linesOfTotal(world, 55_001, i, total, currency) },
    });
  }
};
