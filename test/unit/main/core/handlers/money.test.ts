/** What the money of a customer says of work that it does not include. */
import { call } from '@orpc/server';
import { expect, it } from 'vitest';
import type { Accounts } from '#core/accounts/accounts';
import type { Workspace } from '#core/accounts/workspace/workspace';
import { moneyHandlers } from '#core/handlers/money';
import { apply, applyDetail, openTemporaryCache } from '../store/cache-fixture';
import { layOver, serverTime } from '../store/overlay-fixture';

const furnished = () => {
  const cache = openTemporaryCache();
  apply(cache, 'company', [{ company_id: 12, name: 'Acme' }]);
  const laying = layOver(cache);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- money uses no other members here
  const workspace = {
    outbox: { realIdOf: (id: string) => laying.store.realIdOf(id) },
    client: { serverClock: { at: serverTime } },
    records: laying.records,
    cache,
  } as unknown as Workspace;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handlers use no other part of it
  const { company, order, owed } = moneyHandlers({ current: () => workspace } as unknown as Accounts);
  const moneyOf = (id: string) => call(company, { id });
  const orderMoney = (id: string) => call(order, { id });
  const waitingOf = async (person: string | null) => (await call(owed, { person, limit: 5 })).waiting;
  return { cache, laying, moneyOf, orderMoney, waitingOf, money: () => moneyOf('12') };
};

it('says that a delivered receipt is not counted, until the copy has it', async () => {
  const { cache, laying, money } = furnished();
  const id = laying.push('receipt', { company_id: '12', amount: '70', currency: 'USD' });
  expect(await money()).toMatchObject({ currencies: [], waiting: 1, delivered: 0 });
  laying.applied(id, '2026-11-22 09:00:00', '501');
  expect(await money()).toMatchObject({ currencies: [], waiting: 0, delivered: 1 });
  const read = { cash_collection_invoice_id: 501, company_info: { id: 12, name: 'Acme' }, status: 3 };
  apply(cache, 'receipt', [{ ...read, amount: '70', currency: 'USD', update_time: '2026-11-22 09:00:05' }]);
  expect(await money()).toMatchObject({
    currencies: [{ currency: 'USD', received: '70' }],
    waiting: 0,
    delivered: 0,
  });
});

const RECEIPT = {
  cash_collection_invoice_id: 501,
  company_info: { id: 12, name: 'Acme' },
  amount: '70',
  currency: 'USD',
  status: 3,
  update_time: '2026-11-01 09:00:00',
};

it('counts an edit of a delivered receipt in the same way', async () => {
  const { cache, laying, money } = furnished();
  apply(cache, 'receipt', [RECEIPT]);
  const edit = laying.push('receipt', { amount: '90', currency: 'USD' }, { target: '501' });
  expect(await money()).toMatchObject({ currencies: [{ received: '70' }], waiting: 1, delivered: 0 });
  laying.applied(edit, '2026-11-22 09:00:00');
  expect(await money()).toMatchObject({ currencies: [{ received: '70' }], waiting: 0, delivered: 1 });
});

it('says of both customers that a receipt waits to be moved from one to the other', async () => {
  const { cache, laying, moneyOf } = furnished();
  apply(cache, 'company', [{ company_id: 13, name: 'Other' }]);
  apply(cache, 'receipt', [RECEIPT]);
  laying.push('receipt', { company_id: '13', amount: '70', currency: 'USD' }, { target: '501' });
  expect(await moneyOf('12')).toMatchObject({ currencies: [{ received: '70' }], waiting: 1 });
  expect(await moneyOf('13')).toMatchObject({ currencies: [], waiting: 1 });
});

it('says of the debts of all customers, and of those of one person, how many documents wait', async () => {
  const { cache, laying, waitingOf } = furnished();
  apply(cache, 'company', [{ company_id: 13, name: 'Of Mia', user_id: [7] }]);
  const made = laying.push('receipt', { company_id: '13', amount: '70', currency: 'USD' });
  laying.push('receipt', { company_id: '12', amount: '5', currency: 'USD' });
  laying.push('receipt', { amount: '5', currency: 'USD' });
  expect([await waitingOf(null), await waitingOf('7'), await waitingOf('8')]).toEqual([2, 1, 0]);
  laying.applied(made, '2026-11-22 09:00:00', '501');
  expect([await waitingOf(null), await waitingOf('7')]).toEqual([1, 0]);
});

it('says of an order that a waiting invoice is not counted, and that a line of it waits to be removed', async () => {
  const { cache, laying, orderMoney } = furnished();
  const company = { company_id: 12, name: 'Acme' };
  apply(
    cache,
    'order',
    [11, 14].map((id) => ({ order_id: id, company, amount: '100', currency: 'USD' })),
  );
  const header = {
    outbound_invoice_id: 21,
    company_info: { id: 12, name: 'Acme' },
    currency: 'USD',
    product_total_amount: '60',
    update_time: '2026-11-01 09:00:00',
  };
  apply(cache, 'outboundInvoice', [header]);
  const line = (id: number, order: number, amount: string) => ({
    outbound_record_id: id,
    order_id: order,
    outbound_count: 1,
    sale_price: amount,
    product_amount: amount,
  });
  applyDetail(cache, 'outboundInvoice', { ...header, record_list: [line(1, 11, '20'), line(2, 14, '40')] });
  expect(await orderMoney('11')).toMatchObject({ waiting: 0, delivered: 0 });
  const removed = [{ ref: '1', fields: {}, remove: true as const }];
  const edit = laying.push('outboundInvoice', { currency: 'USD' }, { target: '21', children: removed });
  expect(await orderMoney('11')).toMatchObject({ currencies: [{ invoiced: '20' }], waiting: 1 });
  expect(await orderMoney('14')).toMatchObject({ currencies: [{ invoiced: '40' }], waiting: 1 });
  const fields = { order_id: '14', product_id: '5', sku_id: '6', outbound_count: '1', sale_price: '9' };
  const made = laying.push(
    'outboundInvoice',
    { company_id: '12', currency: 'USD', serial_id: 'I22', handler: ['7'] },
    { children: [{ ref: 'local:line', fields }] },
  );
  expect(await orderMoney('11')).toMatchObject({ waiting: 1, delivered: 0 });
  expect(await orderMoney('14')).toMatchObject({ waiting: 2, delivered: 0 });
  laying.applied(made, '2026-11-22 09:00:00', '22');
  laying.applied(edit, '2026-11-22 09:00:00');
  expect(await orderMoney('11')).toMatchObject({ waiting: 0, delivered: 1 });
  expect(await orderMoney('14')).toMatchObject({ waiting: 0, delivered: 2 });
  expect(await orderMoney('99')).toBeNull();
});
