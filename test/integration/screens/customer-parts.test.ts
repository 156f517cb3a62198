/** The parts of a customer page: figures, profile and money, with answers that the test gives. */
import { createElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { en } from '../../support/catalogues';
import {
  makePage,
  mount,
  named,
  partsIn,
  settled,
  shownText,
  withRecorded,
} from '../../support/renderer/mounted';
import { told, withTold } from '../../support/renderer/told-by-core';
import { accountState, windowOver } from '../../support/renderer/window-over';

vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));
vi.mock(import('../../../src/renderer/client/events'), async (original) => withTold(await original()));

const part = partsIn('features/customers');

const NO_MONEY = { currencies: [], drafts: 0, draftOrders: 0, withoutAmount: 0, waiting: 0 };
let figures: object = { kinds: [] };
let money: object = NO_MONEY;
beforeEach(() => {
  told.state = { resources: [] };
  figures = { kinds: [] };
  money = NO_MONEY;
  windowOver({
    accounts: { state: () => accountState() },
    records: { lookup: () => [], page: () => ({ rows: [], total: 0, revision: 0 }) },
    timeline: { figures: () => figures },
    money: { company: () => money },
    diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
  });
  makePage();
});

it('names two sums of the orders, and the number of the other currencies', async () => {
  const sums = ['EUR', 'USD', 'JPY'].map((currency) => ({ currency, amount: '5' }));
  figures = { kinds: [{ kind: 'order', count: 9, sums, latest: null }] };
  const glance = await part('customer-glance', 'CustomerGlance');
  await mount(createElement(glance, { subject: { resource: 'company', id: '7' } }), en);
  await vi.waitFor(() => expect(shownText()).toContain('EUR'));
  expect(named(en.customer.more_one.replace('{{count}}', '1'))).not.toEqual([]);
});

it.each([
  ['local:1', false],
  ['7', true],
])('says that the CRM gives no details of %s, unless it is not in the CRM yet', async (id, isSaid) => {
  const record = {
    resource: 'company',
    id,
    title: 'Nord',
    values: {},
    columns: [],
    detailState: 'not-offered',
  };
  await mount(createElement(await part('customer-profile', 'CustomerProfile'), { record }));
  await settled();
  expect(shownText().includes('customer.detailsNone')).toBe(isSaid);
});

it('shows the money of a customer also if it has only changes that are not delivered', async () => {
  const customerMoney = await part('customer-money', 'CustomerMoney');
  money = { ...NO_MONEY, waiting: 1 };
  const { unmount } = await mount(createElement(customerMoney, { id: '7' }));
  await vi.waitFor(() => expect(shownText()).toContain('money.waiting'));
  await unmount();
  money = NO_MONEY;
  await mount(createElement(customerMoney, { id: '7' }));
  await settled();
  expect(named('money.title')).toEqual([]);
});
