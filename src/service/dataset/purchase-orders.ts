/** Purchase orders: E10's 30 fields with custom fields (id → number or null) beside them. */
import { DAY_MS, wallTime } from '../server-time';
import { jsonId } from '../store/exact-json';
import { linesOfTotal } from './bought-lines';
import { PURCHASE_STATUSES } from './enumerations';
import { FIRM_CN_LAST, FIRM_CN_NAME, FIRM_CN_PLACE } from './names';
import { amountIn, avatarOf, cents, roundIn, datasetId, type UserSeed, type World } from './world';

const person = (user: UserSeed) => ({
  user_id: user.id,
  avatar: avatarOf(user),
  name: user.fullName,
  nickname: user.nickname,
});

export const makePurchaseOrders = (world: World, amount: number): void => {
  const { dice } = world;
  const suppliers = Array.from({ length: 40 }, (_, i) => ({
    name: `${dice.pick(FIRM_CN_PLACE)}${dice.pick(FIRM_CN_NAME)}${dice.pick(FIRM_CN_LAST)}`,
    supplier_id: 660_000 + i * 13,
    rate_id: i % 4,
    supplier_no: `S${1000 + i}`,
    rate: i % 3 === 0 ? null : dice.pick(['A', 'B', 'C 级']),
  }));
  for (let i = 0; i < amount; i += 1) {
    const [id, created, currency, status] = [
      datasetId('purchaseOrder', i),
      world.past(540),
      world.currency(),
      dice.pick(PURCHASE_STATUSES),
    ];
    const [updated, buyer, total, extra] = [
      world.after(created.ms),
      dice.pick(world.users),
      amountIn(currency, dice.int(300, 60_000) + dice.next()),
      dice.chance(0.2) ? dice.int(10, 400) : 0,
    ];
    const [value, count, usdRate] = [
      cents(total + extra),
      dice.int(10, 9000),
      Math.round((currency.rate / 7.1234) * 10_000) / 10_000,
    ];
    const [rmb, usd] = [
      (x: number) => cents((x * currency.rate) / 100),
      (x: number) => cents((x * usdRate) / 100),
    ];
    const number = `PO${created.text.slice(2, 10).replaceAll('-', '')}${String(100 + i)}`;
    const paid = dice.chance(0.5) ? 0 : roundIn(currency, value * 0.3);
    const inbound = dice.int(1, 2);
    world.put('purchaseOrder', {
      id,
      number,
      name: number,
      createTime: created.text,
      updateTime: updated,
      day: created.text,
      status: status.id,
      removed: i % 50 === 49 ? 1 : 0,
      userId: buyer.id,
      doc: {
        purchase_order_id: jsonId(id),
        purchase_order_no: number,
        status_info: { id: status.id, name: status.name },
        inbound_status_info: { id: inbound, name: inbound === 1 ? '待入库' : 'Partial inbound' },
        handler_info: [person(buyer)],
        supplier_info: dice.pick(suppliers),
        purchase_date: `${created.text.slice(0, 10)} 00:00:00`,
        delivery_date: dice.chance(0.2) ? world.noDate() : wallTime(created.ms + dice.int(10, 45) * DAY_MS),
        remark: dice.chance(0.2) ? '分批交货，先发 500 套' : '',
        payment_status_info: { id: 1, name: '待付款' },
        create_time: created.text,
        update_time: updated,
        create_type: dice.pick([1, 1, 3]),
        create_user_info: person(buyer),
        update_user_info: person(dice.pick(world.users)),
        addition_cost_amount: extra,
        amount: value,
        amount_rmb: rmb(value),
        amount_usd: usd(value),
        exchange_rate: currency.rate,
        exchange_rate_usd: usdRate,
        parts_total_count: 0,
        payment_amount: paid,
        payment_amount_rmb: rmb(paid),
        payment_amount_usd: usd(paid),
        product_total_amount: total,
        product_total_amount_rmb: rmb(total),
        product_total_amount_usd: usd(total),
        product_total_count: count,
        product_total_count_no_parts: count,
        '70320001': dice.chance(0.4) ? null : dice.int(1, 30),
        '70320002': dice.chance(0.6) ? null : cents(dice.next() * 100),
      },
      detail: {
        currency: currency.code,
        payment_wait_amount: cents(value - paid),
        cost_list:
          extra === 0
            ? []
            : [
                {
                  cost_name: 'Freight 运费',
                  percent_type: 0,
                  percent_amount: extra,
                  cost: extra,
                  cost_remark: '',
                },
              ],
        product_list: linesOfTotal(world, 66_001, i, total, currency),
      },
    });
  }
};
