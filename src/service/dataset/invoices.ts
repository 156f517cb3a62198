/** Outbound invoices with their lines (E4) and receipt registrations (E7), both for orders made before. */
import { lineAmount, outboundTotals, ratesOf } from '../documents';
import { DAY_MS, wallTime } from '../server-time';
import { jsonId, type Json } from '../store/exact-json';
import {
  CAPITAL_ACCOUNTS,
  OUTBOUND_CUSTOM_FIELDS,
  OUTBOUND_LINE_FIELD,
  RECEIPT_TYPES,
  WAREHOUSES,
} from './enumerations';
import { avatarOf, cents, datasetId, type OrderSeed, roundIn, type UserSeed, type World } from './world';

const person = (user: UserSeed) => ({
  user_id: jsonId(user.id),
  nickname: user.nickname,
  email: user.email,
  avatar: avatarOf(user),
});

/** Most orders are invoiced once, and not more is received for them than was ordered. */
const MOST_TRIES = 20;

/** An order that is not `done`, if some tries find one. */
const pickOrder = ({ dice, orders }: World, isDone: (order: OrderSeed) => boolean): OrderSeed => {
  let order = dice.pick(orders);
  for (let tries = 1; tries < MOST_TRIES && isDone(order); tries += 1) order = dice.pick(orders);
  return order;
};

export const makeOutboundInvoices = (world: World, amount: number): void => {
  const { dice } = world;
  const invoiced = new Set<OrderSeed>();
  for (let i = 0; i < amount; i += 1) {
    const [id, order] = [datasetId('outboundInvoice', i), pickOrder(world, (picked) => invoiced.has(picked))];
    invoiced.add(order);
    const created = world.pastOf(order, 360);
    const [updated, rates, warehouse] = [
      world.after(created.ms),
      ratesOf(order.currency.code),
      dice.pick(WAREHOUSES),
    ];
    const number = `CK${created.text.slice(2, 10).replaceAll('-', '')}${String(100 + i)}`;
    const status = dice.int(1, 2);
    const lines = order.lines.map((line, n): Json => {
      const entry: Json = {
        [OUTBOUND_LINE_FIELD.id]: dice.chance(0.3) ? `箱号 ${n + 1}/${order.lines.length}` : '',
        outbound_record_id: 770_000_000_000 + i * 10 + n,
        outbound_invoice_id: jsonId(id),
        sku_id: jsonId(line.product.skuId),
        product_id: jsonId(line.product.id),
        outbound_count: line.count,
        sale_count: line.count,
        sale_price: line.price,
      };
      return {
        ...entry,
        product_amount: lineAmount(entry),
        moment_enable_count: dice.int(0, 5000),
        order_id: jsonId(order.id),
        order_no: order.number,
        order_record_id: line.uniqueId,
        cost_unit_price_rmb: cents(line.price * 4),
        sku_code: `${line.product.no}-S`,
        product_no: line.product.no,
        product_name: line.product.name,
        product_cn_name: line.product.cnName,
        product_model: line.product.model,
        product_unit: line.product.unit,
        product_type: 1,
        product_disable_flag: 0,
      };
    });
    const header: Json = {
      outbound_invoice_id: jsonId(id),
      serial_id: number,
      warehouse_invoice_time: status === 2 ? created.text : world.noDate(),
      status,
      remark: dice.chance(0.2) ? '请核对唛头 📦' : '',
      create_time: created.text,
      update_time: updated,
      // A discounted yen amount would have decimals.
      discount_rate: dice.chance(0.15) && order.currency.code !== 'JPY' ? 95 : 100,
      currency: order.currency.code,
      exchange_rate: rates.rmb,
      exchange_rate_usd: rates.usd,
      source_type: dice.int(1, 2),
      create_user_info: person(order.handler),
      update_user_info: person(dice.chance(0.8) ? order.handler : world.users[10]!),
      handler_info: [person(order.handler)],
      invoice_warehouse_info: { id: warehouse.warehouse_id, name: warehouse.name },
      company_info: { id: jsonId(order.company.id), name: order.company.name },
    };
    const [container, inspection, loading] = OUTBOUND_CUSTOM_FIELDS;
    world.put('outboundInvoice', {
      id,
      number,
      name: number,
      createTime: created.text,
      updateTime: updated,
      day: created.text,
      status: String(status),
      removed: i % 50 === 49 ? 1 : 0,
      companyId: order.company.id,
      userId: order.handler.id,
      doc: { ...header, ...outboundTotals(header, lines) },
      detail: {
        [container!.id]: dice.chance(0.5) ? `MSKU${dice.digits(7)}` : '',
        [inspection!.id]: dice.pick(['Passed', '待检', '']),
        [loading!.id]: dice.chance(0.4) ? created.text.slice(0, 10) : '',
        record_list: lines,
      },
    });
  }
};

export const makeReceipts = (world: World, amount: number): void => {
  const { dice } = world;
  const received = new Map<OrderSeed, number>();
  for (let i = 0; i < amount; i += 1) {
    const share = dice.pick([0.3, 0.7, 1]);
    const [id, order] = [
      datasetId('receipt', i),
      pickOrder(world, (picked) => (received.get(picked) ?? 0) + share > 1),
    ];
    received.set(order, (received.get(order) ?? 0) + share);
    const created = world.pastOf(order, 360);
    const [updated, rates, status] = [
      world.after(created.ms),
      ratesOf(order.currency.code),
      dice.pick([1, 2, 3, 3, 4, 5]),
    ];
    const claimed = status > 2 || dice.chance(0.2);
    const [value, number] = [
      roundIn(order.currency, order.amount * share),
      `SK${created.text.slice(2, 10).replaceAll('-', '')}${String(100 + i)}`,
    ];
    const day = wallTime(created.ms - dice.int(0, 4) * DAY_MS).slice(0, 10);
    if (status > 3) world.receipts.push({ number, order, amount: value });
    world.put('receipt', {
      id,
      number,
      name: number,
      createTime: created.text,
      updateTime: updated,
      day,
      status: String(status),
      removed: i % 60 === 59 ? 1 : 0,
      draft: status === 1 ? 1 : 0,
      companyId: claimed ? order.company.id : null,
      userId: order.handler.id,
      doc: {
        cash_collection_invoice_id: jsonId(id),
        cash_collection_invoice_no: number,
        collection_date: dice.chance(0.03) ? world.noDate() : day,
        type: dice.pick(RECEIPT_TYPES),
        trade_no: dice.chance(0.6) ? `FT${dice.digits(12)}` : '',
        account_name: order.company.name.slice(0, 60),
        bank_name: dice.pick(['HSBC', 'Deutsche Bank', '中国银行', '']),
        bank_account: dice.digits(16),
        remark: '',
        currency: order.currency.code,
        exchange_rate: rates.rmb,
        exchange_rate_usd: rates.usd,
        amount: value,
        real_amount: cents(value - dice.int(0, 30)),
        status,
        company_info: claimed ? { id: jsonId(order.company.id), name: order.company.name } : [],
        capital_account_id: dice.pick(CAPITAL_ACCOUNTS).capital_account_id,
        handler_info: claimed ? [person(order.handler)] : [],
        create_user_info: person(world.users[7]!),
        create_time: created.text,
        update_time: updated,
      },
      detail: {
        record_list:
          status > 3
            ? [
                {
                  refer_id: jsonId(order.id),
                  refer_type: 1,
                  cash_collection_comment: '',
                  cash_collection_amount: value,
                  cash_collection_invoice_amount: value,
                },
              ]
            : [],
      },
    });
  }
};
