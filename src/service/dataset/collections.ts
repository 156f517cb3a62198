/**
 * Collections of orders. Some come from the receipt registrations that were allocated; most were entered for
 * an order. A few are not effective yet, have no order, or are in yuan whatever the order's currency is.
 */
import { ratesOf } from '../documents';
import { DAY_MS, wallTime } from '../server-time';
import { jsonId, type Json } from '../store/exact-json';
import { CAPITAL_ACCOUNTS, CURRENCIES, RECEIPT_TYPES } from './enumerations';
import { DEPARTMENTS } from './names';
import {
  avatarOf,
  datasetId,
  roundIn,
  userText,
  type OrderSeed,
  type ReceiptSeed,
  type UserSeed,
  type World,
} from './world';

const TENANT = 40_017;
const YUAN = CURRENCIES.find(({ code }) => code === 'CNY')!;
type Currency = OrderSeed['currency'];

const person = (user: UserSeed): Json => ({ ...userText(user), avatar: avatarOf(user) });
const textIn = ({ code }: { code: string }, value: number): string => value.toFixed(code === 'JPY' ? 0 : 2);

/** The sum in its currency, in yuan and in dollars, as text. */
const amounts = (key: string, currency: Currency, value: number): Json => {
  const rates = ratesOf(currency.code);
  return {
    [key]: textIn(currency, value),
    [`${key}_rmb`]: ((value * rates.rmb) / 100).toFixed(2),
    [`${key}_usd`]: ((value * rates.usd) / 100).toFixed(2),
  };
};

const orderInfo = (order: OrderSeed): Json => {
  const rates = ratesOf(order.currency.code);
  return {
    order_id: jsonId(order.id),
    order_no: order.number,
    name: order.name,
    currency: order.currency.code,
    exchange_rate: rates.rmb,
    exchange_rate_usd: rates.usd,
    amount: order.amount,
    service_fee_currency: '',
    service_fee_amount: 0,
    service_fee_amount_rmb: 0,
    service_fee_amount_usd: 0,
  };
};

interface Sum {
  currency: Currency;
  amount: number;
  charge: number;
  isEffective: boolean;
}

/** What was collected, and whether it counts yet. */
const sumOf = ({ dice }: World, order: OrderSeed, receipt: ReceiptSeed | undefined): Sum => {
  if (receipt) return { currency: order.currency, amount: receipt.amount, charge: 0, isEffective: true };
  const isYuan = dice.chance(0.1);
  const share = order.amount * dice.pick([0.2, 0.3, 0.5]);
  const currency = isYuan ? YUAN : order.currency;
  const amount = roundIn(currency, isYuan ? (share * ratesOf(order.currency.code).rmb) / 100 : share);
  const charge = roundIn(currency, dice.chance(0.4) ? Math.min(amount / 10, dice.int(5, 30)) : 0);
  return { currency, amount, charge, isEffective: dice.chance(0.8) };
};

export const makeCollections = (world: World, amount: number): void => {
  const { dice } = world;
  for (let i = 0; i < amount; i += 1) {
    const receipt = i % 3 === 0 ? world.receipts[i / 3] : undefined;
    const order = receipt?.order ?? dice.pick(world.orders);
    const created = world.pastOf(order, 300);
    const id = datasetId('collection', i);
    const number = `HK${created.text.slice(2, 10).replaceAll('-', '')}${String(1000 + i)}`;
    const hasOrder = receipt !== undefined || !dice.chance(0.06);
    const { opportunity } = order;
    const sum = sumOf(world, order, receipt);
    const updated = world.after(created.ms);
    world.put('collection', {
      id,
      number,
      name: number,
      createTime: created.text,
      updateTime: updated,
      day: wallTime(created.ms - dice.int(0, 3) * DAY_MS).slice(0, 10),
      removed: i % 40 === 39 ? 1 : 0,
      companyId: order.company.id,
      opportunityId: opportunity?.id ?? null,
      userId: order.handler.id,
      doc: {
        ...listedOf(world, { id, number, order, hasOrder, sum, created: created.text, updated }),
        opportunity_id: opportunity ? jsonId(opportunity.id) : 0,
        opportunity_info: opportunity
          ? [{ opportunity_id: jsonId(opportunity.id), name: opportunity.name }]
          : [],
      },
      detail: detailOf(world, order, receipt),
    });
  }
};

interface Listed {
  id: string;
  number: string;
  order: OrderSeed;
  hasOrder: boolean;
  sum: Sum;
  created: string;
  updated: string;
}

/** An item of receipt/list with the fields that the live service documents. */
const listedOf = (world: World, { id, number, order, hasOrder, sum, created, updated }: Listed): Json => {
  const { dice } = world;
  const { currency, amount, charge, isEffective } = sum;
  const rates = ratesOf(currency.code);
  const clerk = world.users[7]!;
  return {
    cash_collection_id: jsonId(id),
    constraint: '',
    primary: '',
    cash_collection_no: number,
    create_time: created,
    update_time: updated,
    order_id: hasOrder ? jsonId(order.id) : 0,
    order_info: hasOrder ? orderInfo(order) : [],
    collection_date: created.slice(0, 10),
    currency: currency.code,
    exchange_rate: rates.rmb.toFixed(5),
    exchange_rate_usd: rates.usd.toFixed(5),
    ...amounts('amount', currency, amount),
    ...amounts('bank_charge', currency, charge),
    ...amounts('real_amount', currency, amount - charge),
    collect_status: isEffective ? 1 : 0,
    type: dice.pick(RECEIPT_TYPES),
    payee: isEffective ? clerk.nickname : '',
    trade_no: dice.chance(0.4) ? `HT${dice.digits(10)}` : '',
    comment: dice.chance(0.2) ? 'Deposit 定金' : '',
    finance_verify: { date: null, name: null },
    file_list: [],
    department_id: [DEPARTMENTS[0][0]].map(String),
    user_id: [order.handler.id],
    user_info: [person(order.handler)],
    client_id: TENANT,
    create_user_id: jsonId(clerk.id),
    create_user_info: person(clerk),
    op_user_id: jsonId(clerk.id),
    op_user_info: person(clerk),
    company_id: jsonId(order.company.id),
    company_info: { company_id: jsonId(order.company.id), name: order.company.name, is_archive: 1 },
    external_field_data_info: {
      '70880001': dice.chance(0.5) ? 'Balance before shipment 出货前付清' : '',
      '70880002': dice.int(0, 90),
    },
    lock_flag: '0',
  };
};

/** What receipt/info has beside the list. */
const detailOf = (world: World, order: OrderSeed, receipt: ReceiptSeed | undefined): Json => {
  const account = world.dice.pick(CAPITAL_ACCOUNTS);
  const rates = ratesOf(order.currency.code);
  const [department] = DEPARTMENTS;
  return {
    create_type: 1,
    capital_account_id: account.capital_account_id,
    capital_account_info: {
      capital_account_id: account.capital_account_id,
      capital_account_name: account.name,
      capital_name: account.capital_name,
      capital_bank: account.capital_bank,
      bank_account: account.bank_account,
      capital_account_address: '',
      capital_account_remark: '',
    },
    cash_collection_invoice_info: receipt
      ? {
          cash_collection_invoice_no: receipt.number,
          currency: order.currency.code,
          exchange_rate: rates.rmb,
          exchange_rate_usd: rates.usd,
          allocated_amount: textIn(order.currency, receipt.amount),
          allocated_bank_charge: '0.00',
        }
      : [],
    users: [{ ...userText(order.handler), rate: '100' }],
    departments: [{ department_id: department[0], name: department[1], rate: '100' }],
  };
};
