/**
 * One record: the panel while one after another is opened in it, its keys and details; and the figures, profile and
 * money on the page of a customer.
 */
import { createElement } from 'react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { en } from '../../support/catalogues';
import {
  elements,
  makePage,
  mount,
  named,
  partsIn,
  setForTest,
  settled,
  shownText,
  withRecorded,
} from '../../support/renderer/mounted';
import { told, withTold } from '../../support/renderer/told-by-core';
import { accountState, windowOver } from '../../support/renderer/window-over';

vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));
vi.mock(import('../../../src/renderer/client/events'), async (original) => withTold(await original()));

const part = partsIn('features');

const record = (resource: string, id: string, more: object = {}) => ({
  resource,
  id,
  title: `Record ${id}`,
  values: {},
  columns: [],
  fetchedAt: 0,
  detailAt: null,
  detailState: 'not-offered',
  raw: '{}',
  ...more,
});

/** A change of record 1 by others. */
const changeAt = (at: number) => ({
  resource: 'company',
  id: '1',
  title: 'Record 1',
  kind: 'new',
  fields: [],
  overwritten: [],
  person: null,
  personName: null,
  at,
});

const LOOKUPS: Readonly<Record<string, object[]>> = {
  warehouse: [{ id: '1', name: 'North' }],
  orderFields: [{ id: '4711', name: 'Batch' }],
};
let get: (asked: { resource: string; id: string }) => unknown;
let fetched: string[] = [];
let unseen: object[] = [];
let seen: object[] = [];
const NO_MONEY = { currencies: [], drafts: 0, draftOrders: 0, withoutAmount: 0, waiting: 0, delivered: 0 };
let figures: object = { kinds: [] };
let money: object = NO_MONEY;
beforeEach(() => {
  told.state = null;
  fetched = [];
  unseen = [];
  seen = [];
  figures = { kinds: [] };
  money = NO_MONEY;
  get = ({ resource, id }) => record(resource, id);
  windowOver({
    accounts: {
      state: () => accountState({ account: { id: 'a', selfUserId: '1' } }),
    },
    records: {
      get: (asked: never) => get(asked),
      related: () => [],
      page: () => ({ total: 0, start: 0, rows: [], revision: 0 }),
      lookup: ({ name }: { name: string }) => LOOKUPS[name] ?? [],
    },
    sync: { fetchDetail: ({ id }: { id: string }) => (fetched.push(id), { held: true }) },
    changes: { unseen: () => unseen, see: (asked: object) => (seen.push(asked), { ok: true }) },
    timeline: { figures: () => figures },
    money: { company: () => money },
    travel: { pins: () => [] },
    outbox: { forRecord: () => [] },
    diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
  });
  makePage();
});

const panelState = () => import('../../../src/renderer/records/panel-state');
const panel = async (id: string) =>
  createElement(await part('panel/record-panel', 'RecordPanel'), {
    resource: 'company',
    id,
    onClosed: () => undefined,
  });

it('the raw record of one company does not open with the next one', async () => {
  const { usePreferences } = await import('../../../src/renderer/client/preferences');
  const { usePanel } = await panelState();
  setForTest(usePreferences, { developer: true });
  const { show } = await mount(await panel('1'));
  for (const [id, next] of [
    ['1', '2'],
    ['2', '3'],
  ] as const) {
    await vi.waitFor(() => expect(named(`Record ${id}`)).not.toEqual([]));
    usePanel.setState({ tab: 'json' });
    await settled();
    await show(await panel(next));
    await vi.waitFor(() => expect(named(`Record ${next}`)).not.toEqual([]));
    expect(usePanel.getState().tab).toBe('details');
  }
});

it('what others changed is told of the record that they changed, and of no other', async () => {
  unseen = [changeAt(5)];
  const { queryKeys } = await import('../../../src/renderer/client/query-keys');
  const { show, queries } = await mount(await panel('1'));
  await vi.waitFor(() => expect(named('changes.said')).not.toEqual([]));
  unseen = [];
  // The press on its row has read the next record already.
  queries.setQueryData(queryKeys.record('company', '2'), record('company', '2') as never);
  await show(await panel('2'));
  await vi.waitFor(() => expect(named('Record 2')).not.toEqual([]));
  expect(named('changes.said')).toEqual([]);
});

it('a record that is opened on its screen has no way back to records of another place', async () => {
  const { openOnScreen, usePanel } = await panelState();
  usePanel.setState({ back: [{ resource: 'company', id: '9' }], tab: 'lines' });
  openOnScreen({ screen: 'orders', params: {} }, { resource: 'order', id: '5' });
  expect(usePanel.getState()).toEqual({ back: [], cursor: null, tab: 'details' });
});

it('shows nothing of the record before while the next one is read', async () => {
  const { show } = await mount(await panel('1'));
  await vi.waitFor(() => expect(named('Record 1')).not.toEqual([]));
  get = () => new Promise(() => undefined);
  await show(await panel('2'));
  expect(named('Record 1')).toEqual([]);
});

it('Backspace goes back, but not while the user types in a field of the panel', async () => {
  const { usePanel } = await panelState();
  usePanel.setState({ back: [{ resource: 'company', id: '9' }] });
  await mount(await panel('1'));
  const aside = elements().find(({ onKeyDown, style }) => onKeyDown !== undefined && style !== undefined);
  const { onKeyDown } = aside as unknown as { onKeyDown: (event: object) => void };
  const key = (target: EventTarget): void =>
    onKeyDown({
      key: 'Backspace',
      nativeEvent: {},
      target: Object.assign(target, { closest: () => null }),
      currentTarget: { contains: () => true },
    });
  key(new HTMLInputElement());
  expect(usePanel.getState().back).toHaveLength(1);
  key(new HTMLElement());
  expect(usePanel.getState().back).toEqual([]);
});

it('reads the details only of the record on which the user stays', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  told.state = { connectivity: 'online', resources: [] };
  const { useDetailsOnOpen } = await import('../../../src/renderer/records/details-on-open');
  const Opened = ({ id }: { id: string }): null => {
    useDetailsOnOpen(record('company', id, { detailState: 'offered' }) as never);
    return null;
  };
  const { show } = await mount(createElement(Opened, { id: '1' }));
  vi.advanceTimersByTime(399);
  await show(createElement(Opened, { id: '2' }));
  vi.advanceTimersByTime(400);
  await settled();
  expect(fetched).toEqual(['2']);
});

it('links to other records, and not to the record itself', async () => {
  const columns = [{ key: 'company_id', kind: 'id', sort: 'none' }];
  const details = await part('panel/panel-details', 'PanelDetails');
  const of = (id: string) =>
    createElement(details, { record: record('company', '7', { columns, values: { company_id: id } }) });
  const links = () => named('7').filter(({ onClick }) => onClick !== undefined).length;
  const { show } = await mount(of('7'));
  expect(named('7')).not.toEqual([]);
  expect(links()).toBe(0);
  await show(of('8'));
  expect(named('8').filter(({ onClick }) => onClick !== undefined)).toHaveLength(1);
});

it('the total of the stock has what can be sold and what is there', async () => {
  const stock = [{ sku_id: '5', warehouse_id: '1', enable_count: 4, real_count: 6 }];
  const values = {
    sku_items: [{ sku_id: '5', sku_code: 'P-5' }],
    stock_list: stock,
    stock_available: 4,
    stock_actual: 6,
  };
  const product = record('product', '9', { values, detailAt: 1 });
  await mount(createElement(await part('panel/panel-stock', 'PanelStock'), { record: product }));
  expect(named('panel.total46')).not.toEqual([]);
});

it('a change by others that arrives while the record is open is seen too', async () => {
  unseen = [changeAt(5)];
  const { queries } = await mount(await panel('1'));
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  unseen = [changeAt(9)];
  await queries.invalidateQueries();
  await vi.waitFor(() => expect(seen).toHaveLength(2));
});

it('a related record opens at its details, whatever tab was open', async () => {
  const { openRelated, usePanel } = await panelState();
  usePanel.setState({ tab: 'lines' });
  openRelated({ resource: 'order', id: '5' });
  expect(usePanel.getState().tab).toBe('details');
});

it('the lines of a document show the custom fields of the CRM at once, under their names', async () => {
  const lines = [{ product_name: 'Pump', count: '2', 4711: 'B-1', odd_key: 'x' }];
  const order = record('order', '5', { values: { product_list: lines }, detailState: 'held' });
  await mount(
    createElement(await part('panel/panel-lines', 'PanelLines'), { record: order, field: 'product_list' }),
  );
  await vi.waitFor(() => expect(named('Batch')).not.toEqual([]));
  expect(named('B-1')).not.toEqual([]);
  expect(named('x')).toEqual([]);
});

describe('the page of a customer', () => {
  beforeEach(() => {
    told.state = { resources: [] };
  });

  it('names two sums of the orders, and the number of the other currencies', async () => {
    const sums = ['EUR', 'USD', 'JPY'].map((currency) => ({ currency, amount: '5' }));
    figures = { kinds: [{ kind: 'order', count: 9, sums, latest: null }] };
    const glance = await part('customers/customer-glance', 'CustomerGlance');
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
    await mount(createElement(await part('customers/customer-profile', 'CustomerProfile'), { record }));
    await settled();
    expect(shownText().includes('customer.detailsNone')).toBe(isSaid);
  });

  it('shows the money of a customer also if it has only changes that are not delivered', async () => {
    const customerMoney = await part('customers/customer-money', 'CustomerMoney');
    money = { ...NO_MONEY, waiting: 1 };
    const { unmount } = await mount(createElement(customerMoney, { id: '7' }));
    await vi.waitFor(() => expect(shownText()).toContain('money.waiting'));
    await unmount();
    money = NO_MONEY;
    await mount(createElement(customerMoney, { id: '7' }));
    await settled();
    expect(named('money.title')).toEqual([]);
  });
});
