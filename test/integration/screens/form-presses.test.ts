/** Presses and choices in forms, and the window for the next follow-up. */
import { type Context, createElement, type FunctionComponent } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { IntentKind } from '../../../src/shared/domain/intent';
import type { OpenForm } from '../../../src/renderer/forms/session/opened-form';
import type { FormValues } from '../../../src/renderer/forms/values/form-values';
import { en } from '../../support/catalogues';
import {
  elements,
  fire,
  makePage,
  mount,
  named,
  type Page,
  press,
  settled,
  shownText,
  withRecorded,
} from '../../support/renderer/mounted';
import { newForm } from '../../support/renderer/new-form';
import { windowOver } from '../../support/renderer/window-over';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));
vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));

// A variable, because these tests are compiled without JSX.
const FORMS: string = '../../../src/renderer/forms';
const part = async (file: string, name: string) =>
  ((await import(`${FORMS}/${file}`)) as Record<string, FunctionComponent<Record<string, unknown>>>)[name]!;

type Choices = Record<'useSetCompany' | 'useSetStage', () => (value: string) => void>;

interface Asked {
  view: { resource: string };
  resource: string;
  id: string;
  name: string;
}
let read: { get: (asked: Asked) => unknown; related: () => unknown; lookup: (asked: Asked) => unknown };
let duplicates: unknown[] = [];
let delivered: unknown[] = [];
let page: Page;
const PRODUCT = {
  id: '9',
  values: { name: 'Pump', currency: 'USD', price_min: '12', price_max: '12', disable_flag: 0 },
};
beforeEach(() => {
  read = { get: () => null, related: () => [], lookup: () => [] };
  duplicates = [];
  delivered = [];
  windowOver({
    records: {
      page: ({ view }: Asked) => {
        const rows = view.resource === 'product' ? [PRODUCT] : [];
        return { rows, total: rows.length, revision: 0 };
      },
      get: (asked: never) => read.get(asked),
      related: () => read.related(),
      lookup: (asked: never) => read.lookup(asked),
      search: () => [],
      columns: () => [],
    },
    money: { order: () => ({ currencies: [], unread: { invoices: 0, receipts: 0, invoiceIds: [] } }) },
    diagnostics: { get: () => ({ serverOffsetMs: 28_800_000, offers: [] }) },
    accounts: { state: () => ({ account: { id: 'a' }, settings: {}, accounts: [], notices: [] }) },
    sync: { state: () => ({ refusedLookups: [], kinds: {} }) },
    outbox: {
      saveDraft: ({ id }: { id: string }) => ({ id, updatedAt: 1 }),
      drafts: () => [],
      list: () => delivered,
      possibleDuplicates: ({ exceptId }: { exceptId: string | null }) => {
        duplicates.push(exceptId);
        return [];
      },
    },
  });
  page = makePage();
});

/** Mounts a part of a form with these values. */
const inForm = async (
  kind: IntentKind,
  values: Partial<FormValues>,
  element: FunctionComponent,
  { more = {}, texts }: { more?: Partial<OpenForm>; texts?: object } = {},
) => {
  const { createFormStore } = await import('../../../src/renderer/forms/session/form-store');
  const { FormContext } = (await import(`${FORMS}/session/form-context`)) as { FormContext: Context<object> };
  const start = { fields: {}, children: [], names: {}, ...values };
  const form = createFormStore(newForm(kind, start, more), () => undefined);
  const screen = createElement(FormContext, { value: form }, createElement(element));
  const { queries } = await mount(screen, texts);
  await settled();
  return { ...form, queries, now: () => form.store.getState().values };
};

it('the total of an invoice leaves out a line that was removed', async () => {
  const line = (ref: string, outbound_count: string, more: object = {}) => ({
    ref,
    fields: { outbound_count, sale_price: '10' },
    ...more,
  });
  const children = [line('1', '2'), line('2', '5', { remove: true as const })];
  const totals = await part('kinds/invoice-totals', 'InvoiceTotals');
  await inForm('outboundInvoice', { fields: { currency: 'USD' }, children }, totals);
  expect(named('USD\u00a020.00')).not.toEqual([]);
  expect(named('USD\u00a070.00')).toEqual([]);
});

it('another customer of an opportunity has none of the contacts of the one before', async () => {
  const { useSetCompany } = (await import(`${FORMS}/fields/opportunity-choices`)) as Choices;
  let choose: (company: string) => void = () => undefined;
  const Field = (): null => {
    choose = useSetCompany();
    return null;
  };
  const fields = { company_id: '7', customer_id: ['71'] };
  const { now } = await inForm('opportunity', { fields }, Field);
  choose('7');
  expect(now().fields.customer_id).toEqual(['71']);
  choose('8');
  expect(now().fields).toEqual({ company_id: '8', customer_id: [] });
});

it('a stage of another sales process is chosen with its process', async () => {
  const { useSetStage } = (await import(`${FORMS}/fields/opportunity-choices`)) as Choices;
  read.lookup = ({ name }) =>
    name === 'opportunityStage' ? [{ id: '5', name: 'Trial', parentId: '2' }] : [];
  let choose: (stage: string) => void = () => undefined;
  const Field = (): null => {
    choose = useSetStage();
    return null;
  };
  const { now } = await inForm('opportunity', { fields: { flow_id: '1', stage: '3' } }, Field);
  choose('5');
  expect(now().fields).toEqual({ flow_id: '2', stage: '5' });
});

it('an amount in dollars is converted to yuan only', async () => {
  const fields = { amount: '50', currency: 'USD', exchange_rate: '700', exchange_rate_usd: '100' };
  const receipt = await part('kinds/receipt-form', 'ReceiptForm');
  await inForm('receipt', { fields }, receipt, { texts: en });
  expect(shownText()).toContain('CNY\u00a0350.00');
  expect(shownText()).not.toContain('CNY\u00a0350.00 · USD\u00a050.00');
});

it.each([
  [1, true],
  [null, false],
])(
  'names the receipts without an allocation only if the CRM has said so (read at: %s)',
  async (at, isNamed) => {
    const children = [{ ref: '1', fields: { refer_type: '1', refer_id: '5' } }];
    const sent = [{ ref: '1', fields: { refer_type: 1, refer_id: '5', cash_collection_amount: '10' } }];
    const command = { target: null, fields: { currency: 'USD' }, children: sent };
    delivered = [{ kind: 'receipt', realId: '50', number: 'R50', command }];
    read.get = ({ resource, id }) =>
      resource === 'receipt' ? { id, raw: '{}', detailAt: at, values: { currency: 'USD' } } : null;
    const receipt = await part('kinds/receipt-form', 'ReceiptForm');
    const { queries } = await inForm('receipt', { fields: { currency: 'USD' }, children }, receipt);
    await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
    await settled();
    expect(shownText().includes('form.untaken')).toBe(isNamed);
  },
);

it('a waiting new company is not named as a duplicate of itself', async () => {
  const values = { fields: { name: 'Nordwind' } };
  const notice = await part('kinds/duplicates-notice', 'DuplicatesNotice');
  await inForm('company', values, notice, { more: { intentId: 'i1' } });
  await vi.waitFor(() => expect(duplicates).toEqual(['i1']));
});

it('a next step that is pressed again is not chosen any more', async () => {
  const { now } = await inForm('trailNote', {}, await part('kinds/next-step', 'NextStep'));
  press('form.plan.tomorrow');
  await settled();
  expect(now().fields.next_follow_up_time).toMatch(/^\d{4}-\d\d-\d\d \d\d:00:00$/);
  expect(named('form.plan.tomorrow')[0]).toMatchObject({ 'aria-pressed': true });
  press('form.plan.tomorrow');
  expect(now().fields.next_follow_up_time).toBe('');
});

it.each([
  ['7', '7'],
  ['', '12'],
])('a product fills the price of a line, but not over a typed one (“%s”)', async (typed, price) => {
  const children = [{ ref: 'local:1', fields: { sale_price: typed } }];
  const lines = await part('kinds/invoice-lines', 'InvoiceLines');
  const { now } = await inForm('outboundInvoice', { fields: { currency: 'USD' }, children }, lines);
  fire('form.pickLineProduct', 'onDropdownOpen');
  await vi.waitFor(() => expect(named('form.pickLineProduct')[0]?.data).toHaveLength(1));
  fire('form.pickLineProduct', 'onChange', '9~');
  expect(now().children[0]!.fields).toMatchObject({ product_id: '9', sale_price: price });
});

it.each([
  [true, '1'],
  [false, undefined],
])('the first contact is the main one if the record has no others (known: %s)', async (hasChildren, main) => {
  const editor = await part('kinds/contacts-editor', 'ContactsEditor');
  const more = hasChildren ? {} : { target: '7', hasChildren };
  const { now } = await inForm('company', {}, editor, { more });
  press('form.addContact');
  expect(now().children.map(({ fields }) => fields.main_customer_flag)).toEqual([main]);
});

it('an invoice that is started from an order has only the lines that are not invoiced yet', async () => {
  const { buildBlank } = await import('../../../src/renderer/forms/opening/form-blank');
  const line = (unique_id: string, count: string) => ({
    unique_id,
    product_id: unique_id,
    sku_id: '0',
    count,
  });
  read.get = ({ resource }) =>
    resource === 'order'
      ? {
          id: '5',
          values: { order_no: 'SO5', currency: 'USD', product_list: [line('1', '4'), line('2', '3')] },
        }
      : { id: '6', values: { record_list: [{ order_id: '5', order_record_id: '1', outbound_count: '4' }] } };
  read.related = () => [{ resource: 'outboundInvoice', total: 1, rows: [{ id: '6', values: {} }] }];
  const about = { resource: 'order', id: '5' } as const;
  const context = { selfUserId: null, now: '2026-11-22 10:00:00' };
  const { children } = await buildBlank('outboundInvoice', about, context);
  expect(children.map(({ fields }) => [fields.order_record_id, fields.outbound_count])).toEqual([['2', '3']]);
});

describe('the window for the next follow-up', () => {
  const open = async () => {
    const { usePlan } = await import('../../../src/renderer/navigation/plan-state');
    const { useToasts } = await import('../../../src/renderer/forms/windows/toast-state');
    usePlan.setState({ companyId: '7' });
    // Nothing can be saved here.
    read.get = () => {
      throw new Error('the disk is full');
    };
    await mount(createElement(await part('windows/plan-window', 'PlanWindow')));
    await vi.waitFor(() => expect(elements().some((one) => one['data-autofocus'] === true)).toBe(true));
    const start = useToasts.getState().serial;
    return () => useToasts.getState().serial - start;
  };

  it('takes another press after a save that failed', async () => {
    const failures = await open();
    for (const count of [1, 2]) {
      page.happen('keydown', { key: '1' });
      await vi.waitFor(() => expect(failures()).toBe(count));
      await settled();
    }
  });

  it('leaves keys with Ctrl to the browser', async () => {
    const failures = await open();
    page.happen('keydown', { key: '1', ctrlKey: true });
    await settled();
    expect(failures()).toBe(0);
    page.happen('keydown', { key: '1' });
    await vi.waitFor(() => expect(failures()).toBe(1));
  });
});
