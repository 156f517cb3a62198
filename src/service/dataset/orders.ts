/** Sales orders: E6's 53 fields, and what order/info adds (status, line ids, collected amounts). */
import { DAY_MS, wallTime } from '../server-time';
import { jsonId } from '../store/exact-json';
import { ORDER_STATUSES } from './enumerations';
import { DEPARTMENTS, PAYMENTS, PORTS, TERMS, TRANSPORT } from './names';
import { amountIn, cents, datasetId, userNumber, type OrderSeed, type World } from './world';

/** How many recent orders later documents can refer to; older ones do not stay in memory. */
const KEPT_ORDERS = 5000;

const linesOf = (world: World, index: number, currency: OrderSeed['currency']): OrderSeed['lines'] =>
  Array.from({ length: world.dice.int(1, 5) }, (_, i) => {
    const product = world.dice.pick(world.products);
    return {
      uniqueId: 880_000_000_000 + index * 10 + i,
      product,
      count: world.dice.int(1, 40) * 25,
      price: amountIn(currency, product.price * (0.9 + world.dice.next() / 4)),
    };
  });

export const makeOrders = (world: World, amount: number): void => {
  const { dice } = world;
  for (let i = 0; i < amount; i += 1) {
    const [id, company, created, currency] = [
      datasetId('order', i),
      dice.pick(world.companies),
      world.past(720),
      world.currency(),
    ];
    const [updated, handler, lines] = [
      world.after(created.ms),
      dice.chance(0.35) ? world.users[0]! : company.owner,
      linesOf(world, i, currency),
    ];
    const total = cents(lines.reduce((sum, line) => sum + line.count * line.price, 0));
    const extra = dice.chance(0.3) ? dice.int(1, 90) * 10 : 0;
    const [value, usdRate] = [cents(total + extra), Math.round((currency.rate / 7.1234) * 10_000) / 10_000];
    const number = `SO${created.text.slice(2, 10).replaceAll('-', '')}${String(1000 + i)}`;
    const [status, contact, opportunity] = [
      dice.pick(ORDER_STATUSES),
      company.contacts[0],
      dice.chance(0.2) && world.opportunities.length > 0 ? dice.pick(world.opportunities) : undefined,
    ];
    const accountDate = wallTime(created.ms - dice.int(0, 3) * DAY_MS).slice(0, 10);
    const departments = dice.some(DEPARTMENTS, 1, 1);
    const link = (titles: readonly string[]) => {
      const state = dice.int(0, titles.length - 1);
      return { title: titles[state], link_status: state };
    };
    const approval = dice.chance(0.15) ? 1 : 0;
    const accountTime = dice.chance(0.03) ? world.noDate() : accountDate;
    const name = `${dice.pick(['Order', '订单', 'Reorder', '样品单'])} ${company.name}`;
    const order: OrderSeed = {
      id,
      number,
      name,
      company,
      handler,
      currency,
      lines,
      amount: value,
      ageDays: created.ageDays,
      opportunity,
    };
    if (world.orders.length < KEPT_ORDERS) world.orders.push(order);
    world.put('order', {
      id,
      number,
      name: number,
      createTime: created.text,
      updateTime: updated,
      day: accountDate,
      status: status[0],
      approval,
      draft: i % 37 === 17 ? 1 : 0,
      removed: i % 45 === 44 ? 1 : 0,
      companyId: company.id,
      userId: handler.id,
      doc: {
        order_id: jsonId(id),
        order_no: number,
        account_date: accountTime,
        name,
        exchange_rate: currency.rate,
        exchange_rate_usd: usdRate,
        currency: currency.code,
        amount: value,
        amount_rmb: cents((value * currency.rate) / 100),
        amount_usd: cents((value * usdRate) / 100),
        addition_cost_amount: extra,
        product_total_amount: total,
        product_total_count: lines.reduce((sum, line) => sum + line.count, 0),
        price_contract: dice.pick(TERMS),
        receive_remittance_way: dice.pick(PAYMENTS),
        price_contract_remark: '',
        receive_remittance_remark: dice.chance(0.3) ? '30% deposit, 70% against B/L copy' : '',
        insurance_remark: '',
        order_contract: '',
        company_name: company.name,
        company_phone: company.phone,
        company_fax: '',
        company_address: company.address,
        country: company.country,
        opportunity_id: opportunity ? jsonId(opportunity.id) : 0,
        shipment_deadline_remark: '',
        users: [{ user_id: jsonId(handler.id), rate: '100' }],
        users_info: [{ user_id: jsonId(handler.id), rate: '100', nickname: handler.nickname }],
        departments_info: departments.map(([department_id, name]) => ({ department_id, rate: '100', name })),
        handler_info: [userNumber(handler)],
        company: { company_id: jsonId(company.id), name: company.name },
        product_list: lines.map((line) => ({
          product_id: jsonId(line.product.id),
          sku_id: jsonId(line.product.skuId),
          count: line.count,
          unit_price: line.price,
          other_cost: dice.chance(0.2) ? '12.5000000000' : '0',
          cost_amount: cents(line.count * line.price),
        })),
        customer_name: contact?.name ?? '',
        customer_phone: contact?.tel ?? '',
        customer_email: contact?.email ?? '',
        customer_address: dice.chance(0.5) ? company.address : '',
        transport_mode: dice.pick(TRANSPORT),
        shipment_deadline: dice.chance(0.3)
          ? world.noDate()
          : wallTime(created.ms + dice.int(15, 60) * DAY_MS).slice(0, 10),
        shipment_port: dice.pick(PORTS),
        target_port: dice.pick(PORTS),
        more_or_less: dice.pick(['', '5%', '10%']),
        package_remark: dice.chance(0.2) ? '中性包装，五层瓦楞' : '',
        marked: '',
        stock_up_status: link(['未备货', 'Partial', 'Stocked']),
        shipping_status: link(['Not shipped', '部分出运', 'Shipped']),
        end_status: link(['Open', '已完成']),
        create_user: jsonId(handler.id),
        create_time: created.text,
        update_user: jsonId(dice.chance(0.7) ? handler.id : world.users[5]!.id),
        update_time: updated,
        archive_type: dice.chance(0.05) ? 2 : 1,
        remark: 0,
        source_type: dice.int(1, 4),
      },
      detail: {
        status: Number(status[0]),
        status_name: status[1],
        collect_amount: cents(value * dice.pick([0, 0.3, 1])),
        not_collect_amount: 0,
        product_list: lines.map((line) => ({
          unique_id: line.uniqueId,
          product_id: jsonId(line.product.id),
          sku_id: jsonId(line.product.skuId),
          product_no: line.product.no,
          product_name: line.product.name,
          product_cn_name: line.product.cnName,
          product_model: line.product.model,
          product_unit: line.product.unit,
          sku_code: `${line.product.no}-S`,
          count: line.count,
          unit_price: line.price,
          other_cost: '0',
          cost_amount: cents(line.count * line.price),
        })),
      },
    });
  }
};
