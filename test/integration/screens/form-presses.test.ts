/** Presses and choices in forms, and the window for the next follow-up. */
import { type Context, createElement, type FunctionComponent } from 'react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
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
  partsIn,
  press,
  setForTest,
  settled,
  shownText,
  withRecorded,
} from '../../support/renderer/mounted';
import { newForm } from '../../support/renderer/new-form';
import { accountState, windowOver } from '../../support/renderer/window-over';

vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));

const part = partsIn('forms');

type Choice = () => (value: string) => void;

interface Asked {
  view: { resource: string };
  resource: string;
  id: string;
  name: string;
}
let read: { get: (asked: Asked) => unknown; related: () => unknown; lookup: (asked: Asked) => unknown };
let duplicates: unknown[] = [];
let duplicatesFound: unknown[] = [];
let drafts: { id: string; [field: string]: unknown }[] = [];
let deletedDrafts: string[] = [];
let draftSaved = Promise.resolve();
let delivered: unknown[] = [];
let page: Page;
const PRODUCT = {
  id: '9',
  values: { name: 'Pump', currency: 'USD', price_min: '12', price_max: '12', disable_flag: 0 },
};
beforeEach(() => {
  read = { get: () => null, related: () => [], lookup: () => [] };
  duplicates = [];
  duplicatesFound = [];
  drafts = [];
  deletedDrafts = [];
  draftSaved = Promise.resolve();
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
    accounts: { state: () => accountState() },
    sync: { state: () => ({ refusedLookups: [], kinds: {} }) },
    outbox: {
      saveDraft: async ({ id }: { id: string }) => {
        await draftSaved;
        return { id, updatedAt: 1 };
      },
      drafts: () => drafts.filter(({ id }) => !deletedDrafts.includes(id)),
      deleteDraft: ({ id }: { id: string }) => {
        deletedDrafts.push(id);
        return { ok: true };
      },
      list: () => delivered,
      possibleDuplicates: ({ exceptId }: { exceptId: string | null }) => {
        duplicates.push(exceptId);
        return duplicatesFound;
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
  const FormContext = await part<Context<object>>('session/form-context', 'FormContext');
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
  const useSetCompany = await part<Choice>('fields/opportunity-choices', 'useSetCompany');
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
  const useSetStage = await part<Choice>('fields/opportunity-choices', 'useSetStage');
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

it('a second press of a next step takes the choice back', async () => {
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

  it('shows and plans the days of today, also if it was opened before midnight', async () => {
    vi.useFakeTimers({
      toFake: ['setInterval', 'clearInterval', 'Date'],
      now: new Date(2026, 10, 25, 23, 59),
    });
    onTestFinished(() => void vi.useRealTimers());
    await open();
    expect(shownText()).toContain('Nov 26, 2026');
    vi.advanceTimersByTime(2 * 60_000);
    await settled();
    expect(shownText()).toContain('Nov 27, 2026');
    expect(shownText()).not.toContain('Nov 26, 2026');
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

const isShown = (place: string): boolean => elements().some((one) => one['data-field'] === place);

it('a search among all fields lists only what it finds, once the issue of another field is gone', async () => {
  const { actions } = await inForm('receipt', {}, await part('fields/all-fields', 'AllFields'));
  actions.setIssues({ 'fields.trade_no': { code: 'required' } });
  await settled();
  expect(isShown('fields.trade_no')).toBe(true);
  actions.setIssues({});
  await settled();
  // The first key in the field removes its issue, and must not take the field away.
  expect(isShown('fields.trade_no')).toBe(true);
  fire('form.findField', 'onChange', { currentTarget: { value: 'bank_name' } });
  await settled();
  expect(isShown('fields.bank_name')).toBe(true);
  expect(isShown('fields.trade_no')).toBe(false);
});

it.each([
  [true, false],
  [false, true],
])(
  'says that the details of a company are unknown only if they are (known: %s)',
  async (hasChildren, isTold) => {
    const company = await part('kinds/company-form', 'CompanyForm');
    await inForm('company', {}, company, { more: { target: '7', hasChildren } });
    expect(named('form.detailsUnknown').length > 0).toBe(isTold);
  },
);

it.each([
  [true, '7', false],
  [false, '7', true],
  [false, null, false],
])(
  'says that the details of a receipt are unknown only if they are (known: %s, record: %s)',
  async (hasChildren, target, isTold) => {
    const receipt = await part('kinds/receipt-form', 'ReceiptForm');
    await inForm('receipt', {}, receipt, { more: { target, hasChildren } });
    expect(named('form.detailsUnknown').length > 0).toBe(isTold);
  },
);

it('an order that is opened for one customer is closed for the next one', async () => {
  const line = { unique_id: '1', product_id: '9', sku_id: '0', product_name: 'Pump', count: '4' };
  const order = {
    id: '5',
    detailState: 'held',
    values: {
      order_no: 'SO5',
      currency: 'USD',
      company: { company_id: '7', name: 'Nord' },
      product_list: [line],
    },
  };
  read.get = ({ resource, id }) => (resource === 'order' && id === '5' ? order : null);
  const values = { fields: { company_id: '7', currency: 'USD' }, names: { 'order~5': 'SO5' } };
  const { actions } = await inForm(
    'outboundInvoice',
    values,
    await part('kinds/invoice-form', 'InvoiceForm'),
  );
  await vi.waitFor(() => expect(named('Pump')).not.toEqual([]));
  actions.setField('company_id', '8');
  await settled();
  expect(named('Pump')).toEqual([]);
});

it('a draft says whether it is a new record or an edit', async () => {
  const draft = { kind: 'company', intentId: null, base: null, updatedAt: 1, form: null };
  drafts = [
    { ...draft, id: 'd1', target: null },
    { ...draft, id: 'd2', target: '7' },
  ];
  await mount(createElement(await part('windows/draft-list', 'DraftList')));
  await vi.waitFor(() => expect(shownText()).toContain('form.new.company'));
  expect(shownText()).toContain('form.edit.company');
});

it('a draft in the "New…" window is deleted only after a question', async () => {
  const draft = { kind: 'company', target: null, intentId: null, base: null, updatedAt: 1, form: null };
  drafts = [{ ...draft, id: 'd1' }];
  await mount(createElement(await part('windows/draft-list', 'DraftList')));
  const bin = 'form.discardDraft · form.untitled';
  await vi.waitFor(() => expect(named(bin)).not.toEqual([]));
  press(bin);
  await settled();
  expect(deletedDrafts).toEqual([]);
  press('outbox.draft.keep');
  await settled();
  expect(named('outbox.draft.deleteText')).toEqual([]);
  press(bin);
  await settled();
  press('outbox.draft.delete');
  await vi.waitFor(() => expect(deletedDrafts).toEqual(['d1']));
  await vi.waitFor(() => expect(named(bin)).toEqual([]));
  expect(named('outbox.draft.deleteText')).toEqual([]);
});

describe('the letters of the "New…" window', () => {
  /** Opens the window and gives the focus to it, or to a dialog over it. */
  const opened = async (inFront: boolean): Promise<void> => {
    await mount(
      createElement(await part('windows/form-host', 'FormHost'), { account: { id: 'a' } as never }),
    );
    const { closeForm } = await import('../../../src/renderer/navigation/form-route');
    closeForm();
    const { useNewDialog } = await import('../../../src/renderer/navigation/new-dialog-state');
    setForTest(useNewDialog, { open: true });
    await settled();
    const title = {};
    const dialog = { contains: (one: unknown) => !inFront && one === title };
    Object.assign(document, {
      querySelector: (selector: string) => (selector === '[data-new-window]' ? title : null),
      activeElement: { closest: () => dialog },
    });
  };

  it('open a form', async () => {
    await opened(false);
    page.happen('keydown', { key: 'L' });
    await vi.waitFor(() => expect(window.location.hash).toContain('form=lead'));
  });

  it('open none while the question before a draft is deleted, or the palette, is over it', async () => {
    await opened(true);
    const preventDefault = vi.fn<() => void>();
    page.happen('keydown', { key: 'L', preventDefault });
    await settled();
    expect(window.location.hash).not.toContain('form');
    // The letter is for the field of the palette.
    expect(preventDefault).not.toHaveBeenCalled();
  });
});

it('an opportunity names its stage, also if the CRM does not offer it any more', async () => {
  read.lookup = ({ name }) =>
    name === 'opportunityStage'
      ? [
          { id: '5', name: 'Trial', parentId: '2' },
          { id: '6', name: 'Old stage', parentId: '2', raw: { enable_flag: '0' } },
          { id: '7', name: 'Older stage', parentId: '2', raw: { enable_flag: '0' } },
        ]
      : [];
  const field = await part('fields/form-field', 'FormField');
  const Stage = () => createElement(field, { name: 'stage' });
  await inForm('opportunity', { fields: { stage: '6' } }, Stage);
  await vi.waitFor(() => expect(JSON.stringify(named('stage')[0]?.data)).toContain('Trial'));
  expect(JSON.stringify(named('stage')[0]?.data)).toContain('Old stage');
  expect(JSON.stringify(named('stage')[0]?.data)).not.toContain('Older stage');
});

it('a receipt can have a currency that the CRM does not list', async () => {
  read.lookup = ({ name }) => (name === 'currency' ? [{ id: 'USD', name: 'USD' }] : []);
  const field = await part('fields/form-field', 'FormField');
  await inForm('receipt', {}, () => createElement(field, { name: 'currency' }));
  await vi.waitFor(() => expect(JSON.stringify(named('currency')[0]?.data)).toContain('"SEK"'));
});

it('the text of the form is on the disk before a possible duplicate is opened, and the list of them is announced', async () => {
  duplicatesFound = [{ resource: 'company', id: '12', title: 'Nordwind AG', because: ['name'] }];
  let written = (): void => undefined;
  draftSaved = new Promise((resolve) => (written = resolve));
  const { goTo, currentRoute } = await import('../../../src/renderer/navigation/router');
  goTo('today', {});
  const notice = await part('kinds/duplicates-notice', 'DuplicatesNotice');
  const { actions } = await inForm('company', { fields: { name: 'Nordwind' } }, notice);
  await vi.waitFor(() => expect(named('Nordwind AG')).not.toEqual([]));
  expect(elements().some(({ role, title }) => role === 'status' && title === undefined)).toBe(true);
  actions.setField('name', 'Nordwind GmbH');
  press('Nordwind AG');
  await settled();
  expect(currentRoute().screen).toBe('today');
  written();
  await vi.waitFor(() => expect(currentRoute().params.open).toBe('company~12'));
});

it('a day that is typed without a year as the next step is in the future', async () => {
  await inForm('trailNote', {}, await part('kinds/next-step', 'NextStep'));
  const { dateParser } = elements().find((one) => one.dateParser !== undefined) as {
    dateParser?: (typed: string) => string | null;
  };
  const yesterday = new Date();
  yesterday.setDate(yesterday.getDate() - 1);
  const read = dateParser!(`${yesterday.getDate()}.${yesterday.getMonth() + 1}.`);
  expect(Date.parse(read!.slice(0, 10))).toBeGreaterThan(Date.now());
});

it('the note about a second failure is brought into view like the first one', async () => {
  const failureNote = await partsIn('ui')('failure-note', 'FailureNote');
  const shown = (failure: object) => createElement(failureNote, { failure, asked: true });
  const { show } = await mount(shown({ code: 'offline' }));
  const scrollIntoView = vi.fn<() => void>();
  const note = elements().find(({ role }) => role === 'alert') as { ref: { current: unknown } };
  note.ref.current = { scrollIntoView };
  await show(shown({ code: 'offline' }));
  expect(scrollIntoView).toHaveBeenCalledOnce();
});
