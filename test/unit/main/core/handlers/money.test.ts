/** What the money of a customer says of work that it does not include. */
import { call } from '@orpc/server';
import { expect, it } from 'vitest';
import type { Accounts } from '#core/accounts/accounts';
import type { Workspace } from '#core/accounts/workspace/workspace';
import { moneyHandlers } from '#core/handlers/money';
import { apply, openTemporaryCache } from '../store/cache-fixture';
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nor do its handlers
  const { company, owed } = moneyHandlers({ current: () => workspace } as unknown as Accounts);
  const moneyOf = (id: string) => call(company, { id });
  const waitingOf = async (person: string | null) => (await call(owed, { person, limit: 5 })).waiting;
  return { cache, laying, moneyOf, waitingOf, money: () => moneyOf('12') };
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

it('counts an edit of a delivered receipt in the same way', async () => {
  const { cache, laying, money } = furnished();
  apply(cache, 'receipt', [
    {
      cash_collection_invoice_id: 501,
      company_info: { id: 12, name: 'Acme' },
      amount: '70',
      currency: 'USD',
      status: 3,
      update_time: '2026-11-01 09:00:00',
    },
  ]);
  const edit = laying.push('receipt', { amount: '90', currency: 'USD' }, { target: '501' });
  expect(await money()).toMatchObject({ currencies: [{ received: '70' }], waiting: 1, delivered: 0 });
  laying.applied(edit, '2026-11-22 09:00:00');
  expect(await money()).toMatchObject({ currencies: [{ received: '70' }], waiting: 0, delivered: 1 });
});

it('says of both customers that a receipt waits to be moved from one to the other', async () => {
  const { cache, laying, moneyOf } = furnished();
  apply(cache, 'company', [{ company_id: 13, name: 'Other' }]);
  apply(cache, 'receipt', [
    {
      cash_collection_invoice_id: 501,
      company_info: { id: 12, name: 'Acme' },
      amount: '70',
      currency: 'USD',
      status: 3,
      update_time: '2026-11-01 09:00:00',
    },
  ]);
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
