/** What the Outbox writes about values and names of items, with answers that the test gives. */
import { createElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { en } from '../../support/catalogues';
import { itemView } from '../../support/outbox/item-view';
import {
  elements,
  makePage,
  mount,
  named,
  partsIn,
  press,
  settled,
  shownText,
  withGivenTexts,
  withRecorded,
} from '../../support/renderer/mounted';
import { accountState, type Procedures, windowOver } from '../../support/renderer/window-over';

vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));
vi.mock(import('../../../src/renderer/i18n/i18n'), async (original) => withGivenTexts(await original()));

const part = partsIn('features/outbox');

type Answer = (asked: never) => unknown;
let outbox: Procedures = {};
let lookups: Record<string, unknown[]> = {};
let record: (asked: { resource: string; id: string }) => unknown = () => null;
beforeEach(() => {
  outbox = {};
  lookups = {};
  record = () => null;
  const answer = (name: string) => (asked: never) => (outbox[name] as Answer | undefined)?.(asked) ?? [];
  windowOver({
    outbox: Object.fromEntries(
      ['drafts', 'list', 'replaced', 'get', 'forRecord', 'chain', 'unreadable'].map((name) => [
        name,
        answer(name),
      ]),
    ),
    records: {
      get: (asked: never) => record(asked),
      lookup: ({ name }: { name: string }) => lookups[name] ?? [],
      page: () => ({ rows: [], total: 0, revision: 0 }),
    },
    sync: { fetchDetail: () => ({ held: false }) },
    diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    accounts: { state: () => accountState() },
  });
  makePage();
});

const receipt = (fields: Record<string, unknown>, base: Record<string, unknown>) => ({
  kind: 'receipt' as const,
  command: { kind: 'receipt' as const, schema: 1 as const, target: '7', fields, children: [] },
  base: { fields: base, children: [], readAt: null },
});
/** The texts on the page, with ordinary spaces. */
const text = (): string => shownText().replaceAll('\u00a0', ' ');

it('a record shows the amount before a waiting change of its currency in the currency before', async () => {
  const change = receipt({ amount: '200', currency: 'EUR' }, { amount: '100', currency: 'USD' });
  outbox.forRecord = () => [itemView(change)];
  await mount(
    createElement(await part('pending-block', 'PendingBlock'), { resource: 'receipt', id: '7' }),
    en,
  );
  await vi.waitFor(() => expect(text()).toContain('EUR 200.00'));
  expect(text()).toContain('USD 100.00');
});

it('shows the price of a line before a change of the currency in the currency before', async () => {
  const line = { order_record_id: '5', product_id: '6' };
  const base = {
    fields: { currency: 'USD' },
    children: [{ ref: '1', fields: { ...line, sale_price: '100' } }],
    readAt: null,
  };
  const command = {
    schema: 1,
    kind: 'outboundInvoice',
    target: '7',
    fields: { currency: 'EUR' },
    children: [{ ref: '1', fields: { ...line, sale_price: '200' } }],
  };
  await mount(createElement(await part('changes-view', 'ChangesView'), { command, base }), en);
  expect(text()).toContain('EUR 200.00');
  expect(text()).toContain('USD 100.00');
});

it('a conflict shows the amount of each side in the currency of that side', async () => {
  const item = itemView({
    ...receipt({ amount: '200', currency: 'EUR' }, { amount: '100', currency: 'USD' }),
    state: 'conflict',
    conflicts: [
      { field: 'amount', base: '100', mine: '200', theirs: '300' },
      { field: 'currency', base: 'USD', mine: 'EUR', theirs: 'CNY' },
    ],
  });
  await mount(createElement(await part('merge-form', 'MergeForm'), { item }), en);
  for (const amount of ['USD 100.00', 'EUR 200.00', 'CNY 300.00']) expect(text()).toContain(amount);
});

it('a conflict shows the amount in the CRM in the currency that it has there now', async () => {
  record = () => ({ id: '7', title: 'R-7', values: { amount: '200', currency: 'EUR' } });
  const item = itemView({
    ...receipt({ amount: '200' }, { amount: '100', currency: 'USD' }),
    state: 'conflict',
    conflicts: [{ field: 'amount', base: '100', mine: '200', theirs: '300' }],
  });
  await mount(createElement(await part('merge-form', 'MergeForm'), { item }), en);
  await vi.waitFor(() => expect(text()).toContain('EUR 300.00'));
  expect(text()).toContain('USD 100.00');
});

it('a conflict about a line names the product, not its id', async () => {
  record = ({ resource, id }) => ({
    id,
    title: `${resource} ${id}`,
    values: { product_list: [{ unique_id: '5', product_id: '9007199254740993001', product_name: 'Pump' }] },
  });
  const line = { order_id: '3', order_record_id: '5', product_id: '9007199254740993001' };
  const item = itemView({
    kind: 'outboundInvoice',
    state: 'conflict',
    command: {
      kind: 'outboundInvoice',
      schema: 1,
      target: '7',
      fields: {},
      children: [{ ref: '1', fields: { ...line, outbound_count: '2' } }],
    },
    base: { fields: {}, children: [{ ref: '1', fields: { ...line, outbound_count: '1' } }], readAt: null },
    conflicts: [{ child: '1', field: 'outbound_count', base: '1', mine: '2', theirs: '3' }],
  });
  await mount(createElement(await part('merge-form', 'MergeForm'), { item }), en);
  await vi.waitFor(() => expect(text()).toContain('Line Pump'));
  expect(text()).not.toContain('Line 9007199254740993001');
});

it('a conflict names the customer of each side', async () => {
  record = ({ resource, id }) => ({ id, title: `${resource} ${id}`, values: {} });
  const item = itemView({
    ...receipt({ company_id: '2' }, { company_id: '1' }),
    state: 'conflict',
    conflicts: [{ field: 'company_id', base: '1', mine: '2', theirs: '3' }],
  });
  await mount(createElement(await part('merge-form', 'MergeForm'), { item }), en);
  await vi.waitFor(() => expect(text()).toContain('company 2'));
  for (const name of ['company 1', 'company 3']) expect(text()).toContain(name);
});

it('a conflict about an allocation of a receipt says which one', async () => {
  const allocation = (amount: string) => ({ ref: '1', fields: { cash_collection_amount: amount } });
  const change = receipt({ amount: '9' }, { amount: '9' });
  const item = itemView({
    ...change,
    state: 'conflict',
    command: { ...change.command, children: [allocation('6')] },
    base: { ...change.base, children: [allocation('5')] },
    conflicts: [{ child: '1', field: 'cash_collection_amount', base: '5', mine: '6', theirs: '7' }],
  });
  await mount(createElement(await part('merge-form', 'MergeForm'), { item }), en);
  expect(text()).toContain('Allocation 1');
});

/** Answers with one queued item, and with another one only if it is asked for by its id. */
const listWith =
  (queued: object, other: { id: string }) =>
  ({ states, ids }: { states?: string[]; ids?: string[] }) => {
    if (ids !== undefined) return ids.includes(other.id) ? [other] : [];
    return states?.includes('queued') ? [queued] : [];
  };

it('"Discard" names also the items that are not in the list', async () => {
  const parent = itemView({ title: 'Nord', subject: 'Nord' });
  const note = itemView({ id: 'n1', kind: 'trailNote', title: 'Call', subject: 'Call' });
  const chain = [
    { id: 'i1', kind: 'company', state: 'queued', mayHaveArrived: false },
    { id: 'n1', kind: 'trailNote', state: 'queued', mayHaveArrived: false },
  ];
  outbox.list = listWith(parent, note);
  outbox.get = () => ({ intent: parent, ledger: [], payload: null, chain });
  outbox.chain = () => chain;
  await mount(createElement(await part('outbox-screen', 'OutboxScreen')), en);
  await vi.waitFor(() => expect(named(en.outbox.act.discard)).not.toEqual([]));
  press(en.outbox.act.discard);
  await vi.waitFor(() => expect(named('Discard 2 items')).not.toEqual([]));
  await settled();
  expect(text()).toContain('Call');
  expect(named(en.outbox.untitled)).toEqual([]);
});

it('an item names the one that it continues, also if that was delivered long ago', async () => {
  const later = itemView({ predecessor: 'old' });
  const old = itemView({ id: 'old', state: 'applied', title: 'Old Ltd', subject: 'Old Ltd' });
  outbox.list = listWith(later, old);
  outbox.get = () => ({ intent: later, ledger: [], payload: null, chain: [] });
  await mount(createElement(await part('outbox-screen', 'OutboxScreen')), en);
  await vi.waitFor(() => expect(named(en.outbox.links.predecessor)).not.toEqual([]));
  await settled();
  expect(text()).toContain('Old Ltd');
});

it('the changes of a record call the allocations of a receipt so', async () => {
  const change = receipt({ amount: '100' }, { amount: '100' });
  const allocation = { ref: 'local:1', fields: { refer_type: 1, refer_id: '5' } };
  const item = itemView({ ...change, command: { ...change.command, children: [allocation] } });
  outbox.forRecord = () => [item];
  await mount(
    createElement(await part('pending-block', 'PendingBlock'), { resource: 'receipt', id: '7' }),
    en,
  );
  await vi.waitFor(() => expect(named(en.outbox.changes.writeOffs)).not.toEqual([]));
  expect(named(en.outbox.changes.lines)).toEqual([]);
  const list = { selectedId: 'i1', waitText: () => '', drafts: { count: 0, list: null }, hidden: 0 };
  await mount(
    createElement(await part('outbox-list', 'OutboxList'), {
      ...list,
      items: [item],
      onMore: () => undefined,
    }),
    en,
  );
  expect(named(en.outbox.changes.writeOffs).length).toBeGreaterThan(1);
  expect(named(en.outbox.changes.lines)).toEqual([]);
});

/** Draws a conflict and chooses "Another value" of it, if it is offered. */
const withAnother = async (item: object): Promise<void> => {
  await mount(createElement(await part('merge-form', 'MergeForm'), { item }), en);
  const another = elements().findLast(({ type }) => type === 'radio') as { onChange?: () => void };
  another.onChange?.();
  await settled();
};

it('"another value" shows a person who is not among the choices by the name', async () => {
  lookups = { deletedUsers: [{ id: '55', name: 'Former Colleague' }] };
  await withAnother(
    itemView({
      ...receipt({ create_user: '55' }, { create_user: '1' }),
      state: 'conflict',
      conflicts: [{ field: 'create_user', base: '1', mine: '55', theirs: '2' }],
    }),
  );
  await vi.waitFor(() =>
    expect(elements().find(({ data, value }) => Array.isArray(data) && value === '55')?.data).toEqual([
      { value: '55', label: 'Former Colleague' },
    ]),
  );
});

it('"another value" is not offered for contacts, which the Outbox cannot list', async () => {
  const command = { kind: 'opportunity' as const, schema: 1 as const, target: '7', children: [] };
  const conflict = { field: 'customer_id', base: null, mine: ['3'], theirs: ['4'] };
  const item = itemView({
    kind: 'opportunity',
    state: 'conflict',
    command: { ...command, fields: { customer_id: ['3'] } },
    base: { fields: {}, children: [], readAt: null },
    conflicts: [conflict],
  });
  await mount(createElement(await part('merge-form', 'MergeForm'), { item }), en);
  expect(named(en.outbox.merge.theirs)).not.toEqual([]);
  expect(named(en.outbox.merge.other)).toEqual([]);
});
