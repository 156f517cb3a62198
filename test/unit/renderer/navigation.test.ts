/** The address: which screen, customer, record and form it names, and where going back leads. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

interface Entry {
  hash: string;
  state: unknown;
}
/** The history of the window: `at` is the shown entry. */
const address = {
  entries: [{ hash: '', state: null }] as Entry[],
  at: 0,
  pushed: 0,
  listeners: new Map<string, () => void>(),
  get shown(): Entry {
    return this.entries[this.at] ?? { hash: '', state: null };
  },
  get hash(): string {
    return this.shown.hash;
  },
  /** A new entry, as a link or the address bar makes it. */
  set hash(hash: string) {
    this.push({ hash, state: null });
  },
  push(entry: Entry): void {
    this.entries = [...this.entries.slice(0, this.at + 1), entry];
    this.at += 1;
  },
};
const go = (hash: string): void => {
  address.hash = hash;
  address.listeners.get('popstate')?.();
};
const goBackBy = (steps: number): void => {
  address.at -= steps;
  address.listeners.get('popstate')?.();
};
const load = async () => ({
  router: await import('../../../src/renderer/navigation/router'),
  customer: await import('../../../src/renderer/navigation/customer-route'),
  form: await import('../../../src/renderer/navigation/form-route'),
  places: await import('../../../src/renderer/navigation/places'),
  recent: await import('../../../src/renderer/navigation/recent-records'),
  panel: await import('../../../src/renderer/records/panel-state'),
  plan: await import('../../../src/renderer/navigation/plan-state'),
  dialog: await import('../../../src/renderer/navigation/new-dialog-state'),
  toasts: await import('../../../src/renderer/forms/windows/toast-state'),
  account: await import('../../../src/renderer/client/of-account'),
});
let on: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  vi.stubGlobal('window', {
    location: {
      get hash() {
        return address.hash;
      },
    },
    history: {
      get state() {
        return address.shown.state;
      },
      pushState: (state: unknown, _title: string, hash: string) => {
        address.push({ hash, state });
        address.pushed += 1;
      },
      replaceState: (state: unknown, _title: string, hash: string) => {
        address.entries[address.at] = { hash, state };
      },
    },
    addEventListener: (type: string, listener: () => void) => address.listeners.set(type, listener),
  });
  vi.resetModules();
  on = await load();
  on.router.markHistory();
  return () => {
    vi.unstubAllGlobals();
    vi.resetModules();
  };
});
beforeEach(() => go('#/today'));

describe('the address', () => {
  it('names screen and query, without what is empty; an unknown one means Today', () => {
    const { parseHash, formatHash } = on.router;
    expect(parseHash('#/orders?q=a%26b')).toEqual({ screen: 'orders', params: { q: 'a&b' } });
    expect(parseHash('#/nowhere')).toEqual({ screen: 'today', params: {} });
    expect(formatHash({ screen: 'orders', params: { q: 'a&b', s: '' } })).toBe('#/orders?q=a%26b');
    expect(formatHash({ screen: 'orders', params: { q: '' } })).toBe('#/orders');
  });
  it('keeps the query of a screen that is left, and says every change', () => {
    const { goTo, setParams, currentRoute } = on.router;
    goTo('orders', { q: 'valve' });
    setParams({ open: 'order~1', s: '-amount' });
    setParams({ open: undefined });
    goTo('receipts');
    expect(address.hash).toBe('#/receipts');
    goTo('orders');
    expect(currentRoute()).toEqual({ screen: 'orders', params: { q: 'valve', s: '-amount' } });
  });
  it('a step to another screen can be gone back, a change of the query is no step', () => {
    const before = address.pushed;
    on.router.goTo('orders', { q: 'one' });
    expect(address.pushed - before).toBe(1);
    on.router.setParams({ q: 'two' });
    on.router.goTo('orders', { q: 'two' });
    expect(address.pushed - before).toBe(1);
    go('#/receipts?q=x');
    expect(on.router.currentRoute()).toEqual({ screen: 'receipts', params: { q: 'x' } });
  });
  it('is followed when it is typed or comes from a link', () => {
    address.hash = '#/receipts?q=typed';
    address.listeners.get('hashchange')?.();
    expect(on.router.currentRoute()).toEqual({ screen: 'receipts', params: { q: 'typed' } });
  });
});

describe('a customer’s page', () => {
  it('is read from the address where it names a company or lead', () => {
    const { readPage, readPart, hasPage } = on.customer;
    expect(readPage({ page: 'lead~7' })).toEqual({ resource: 'lead', id: '7' });
    expect(readPage({ page: 'company~12' })).toEqual({ resource: 'company', id: '12' });
    for (const page of ['order~1', 'company~', 'company']) expect(readPage({ page })).toBeUndefined();
    expect(readPage({})).toBeUndefined();
    expect([readPart({ part: 'about' }), readPart({ part: 'x' })]).toEqual(['about', 'timeline']);
    expect([hasPage('company'), hasPage('lead'), hasPage('order')]).toEqual([true, true, false]);
  });
  it('goes back to the screen that it was opened from, with its query', () => {
    const { openCustomerPage, closeCustomerPage, originScreen, replaceCustomerPage } = on.customer;
    on.router.goTo('orders', { q: 'valve' });
    openCustomerPage({ resource: 'company', id: '12' });
    expect(on.router.currentRoute()).toEqual({ screen: 'customers', params: { page: 'company~12' } });
    expect(originScreen(on.router.currentRoute().params)).toBe('orders');
    replaceCustomerPage({ resource: 'company', id: '13' });
    expect(originScreen(on.router.currentRoute().params)).toBe('orders');
    closeCustomerPage();
    expect(on.router.currentRoute()).toEqual({ screen: 'orders', params: { q: 'valve' } });
  });
  it('that a link opened goes back to the list', () => {
    go('#/customers?page=company~99&part=about&q=x');
    expect(on.customer.originScreen(on.router.currentRoute().params)).toBe('customers');
    on.customer.closeCustomerPage();
    expect(on.router.currentRoute()).toEqual({ screen: 'customers', params: { q: 'x' } });
  });
  it('takes no view of the list of companies to the list of leads, and the reverse', () => {
    const f = '[{"field":"owner","op":"notEmpty"}]';
    go(`#/customers?f=${f}&q=x&s=-star&v=mine&page=company~1`);
    on.customer.openCustomerPage({ resource: 'company', id: '2' });
    expect(on.router.currentRoute().params).toEqual({ f, q: 'x', s: '-star', v: 'mine', page: 'company~2' });
    on.customer.openCustomerPage({ resource: 'lead', id: '7' });
    expect(on.router.currentRoute().params).toEqual({ tab: 'leads', page: 'lead~7' });
    go('#/customers?tab=leads&q=y&removed=1');
    on.customer.openCustomerPage({ resource: 'lead', id: '8' });
    expect(on.router.currentRoute().params).toEqual({ tab: 'leads', q: 'y', removed: '1', page: 'lead~8' });
    on.customer.openCustomerPage({ resource: 'company', id: '2' });
    expect(on.router.currentRoute().params).toEqual({ page: 'company~2' });
  });
  it('of another customer is opened without the form and the preview that were open over the one before', () => {
    go('#/customers?q=x&page=company~1&print=company~1&period=2026-01-01..2026-12-31');
    on.customer.openCustomerPage({ resource: 'company', id: '2' });
    expect(on.router.currentRoute().params).toEqual({ q: 'x', page: 'company~2' });
    go('#/customers?q=x&form=trailNote~draft:1&draft=draft:2&about=company~1');
    on.customer.openCustomerPage({ resource: 'company', id: '2' });
    expect(on.router.currentRoute().params).toEqual({ q: 'x', page: 'company~2' });
  });
  it('of a lead stands beside the list of leads', () => {
    on.customer.openCustomerPage({ resource: 'lead', id: '7' });
    expect(on.router.currentRoute().params).toEqual({ tab: 'leads', page: 'lead~7' });
  });
});

describe('a form', () => {
  it('is read from the address: a new one, a waiting item, a record', () => {
    const { readForm } = on.form;
    expect(readForm({ form: 'company~draft:1', about: 'order~5' })).toEqual({
      kind: 'company',
      mode: 'new',
      draftId: 'draft:1',
      ownDraft: null,
      about: { resource: 'order', id: '5' },
    });
    expect(readForm({ form: 'lead~intent:local:9' })).toEqual({
      kind: 'lead',
      mode: 'intent',
      intentId: 'local:9',
    });
    expect(readForm({ form: 'receipt~12' })).toEqual({
      kind: 'receipt',
      mode: 'edit',
      target: '12',
      ownDraft: null,
    });
    for (const form of ['order~1', 'company~', 'company', '']) expect(readForm({ form })).toBeNull();
    expect(readForm({})).toBeNull();
  });
  it('opens over the screen that is shown, and leaves it as it was', () => {
    on.router.goTo('orders', { q: 'valve' });
    on.form.openNew('receipt', { resource: 'company', id: '12' });
    const { params } = on.router.currentRoute();
    expect(params.about).toBe('company~12');
    expect(on.form.readForm(params)).toMatchObject({ kind: 'receipt', mode: 'new' });
    on.form.openEdit('company', '12');
    expect(on.router.currentRoute().params).toEqual({ q: 'valve', form: 'company~12' });
    on.form.closeForm();
    expect(on.router.currentRoute().params).toEqual({ q: 'valve' });
  });
  it('names the draft that a form goes on with, and the form stays the same', () => {
    go('#/orders?form=company~7');
    on.form.goOnWith('company~7', 'draft:own');
    expect(on.form.readForm(on.router.currentRoute().params)).toEqual({
      kind: 'company',
      mode: 'edit',
      target: '7',
      ownDraft: 'draft:own',
    });
    on.form.closeForm();
    expect(address.hash).toBe('#/orders');
    // A form that is closed by then changes nothing, and a draft that the form names is not named twice.
    on.form.goOnWith('company~7', 'draft:late');
    on.form.openDraft({ id: 'draft:other', kind: 'lead' });
    on.form.goOnWith('company~7', 'draft:late');
    on.form.goOnWith('lead~draft:other', 'draft:other');
    expect(address.hash).toBe('#/orders?form=lead%7Edraft%3Aother');
    on.form.closeForm();
  });
});

describe('where a record is listed', () => {
  it('leads beside companies, colleagues in the settings, nothing under a customer’s page', () => {
    const { placeOf, resourceOf } = on.places;
    expect(placeOf('lead')).toEqual({ screen: 'customers', params: { tab: 'leads' } });
    expect(placeOf('order')).toEqual({ screen: 'orders', params: {} });
    expect(resourceOf({ screen: 'customers', params: {} })).toBe('company');
    expect(resourceOf({ screen: 'customers', params: { tab: 'leads' } })).toBe('lead');
    expect(resourceOf({ screen: 'customers', params: { page: 'company~1' } })).toBeUndefined();
    expect(resourceOf({ screen: 'settings', params: {} })).toBeUndefined();
    expect(resourceOf({ screen: 'receipts', params: {} })).toBe('receipt');
  });
  it('nothing of an account stays when another one is opened: records, windows, messages, the way back', () => {
    const { recent, panel, plan, dialog, toasts, customer, router, account } = on;
    const order = { resource: 'order', id: '1' } as const;
    recent.useRecentRecords.setState({ records: [{ ...order, title: 'SO-1', subtitle: '' }] });
    router.goTo('orders', { q: 'valve' });
    customer.openCustomerPage({ resource: 'company', id: '7' });
    panel.usePanel.setState({ back: [order], tab: 'lines' });
    plan.openPlan('7');
    dialog.useNewDialog.setState({ open: true });
    toasts.showToast({ text: 'Acme saved', action: { label: 'Undo', run: () => undefined } });
    toasts.showToast({ text: 'Follow up with Acme', stays: true });

    account.forgetAccount();
    expect(router.currentRoute()).toEqual({ screen: 'customers', params: {} });
    expect(recent.useRecentRecords.getState().records).toEqual([]);
    expect(panel.usePanel.getState()).toEqual({ back: [], cursor: null, tab: 'details' });
    expect(plan.usePlan.getState().companyId).toBeNull();
    expect(dialog.useNewDialog.getState().open).toBe(false);
    expect(toasts.shownToast(toasts.useToasts.getState())).toBeNull();
    // A record of the other account may have the same id.
    expect(customer.originScreen({ page: 'company~7' })).toBe('customers');
    router.goTo('orders');
    expect(router.currentRoute()).toEqual({ screen: 'orders', params: {} });
  });
});

describe('the history after another account was opened', () => {
  it('shows the screens of earlier entries, without their queries, records and forms', () => {
    const { goTo, currentRoute } = on.router;
    goTo('customers', { q: 'Acme secret', page: 'company~12', form: 'company~12' });
    goTo('orders', { open: 'order~5' });
    goTo('today');
    on.account.forgetAccount();
    goTo('receipts', { q: 'mine' });
    goBackBy(1);
    expect(currentRoute()).toEqual({ screen: 'today', params: {} });
    goBackBy(1);
    expect(currentRoute()).toEqual({ screen: 'orders', params: {} });
    expect(address.hash).toBe('#/orders');
    goBackBy(1);
    expect(currentRoute()).toEqual({ screen: 'customers', params: {} });
    // Nothing of it is kept as the last query of the screen either.
    goBackBy(-3);
    expect(currentRoute()).toEqual({ screen: 'receipts', params: { q: 'mine' } });
    goTo('customers');
    expect(address.hash).toBe('#/customers');
  });
  it('keeps entries of links, and entries of the account after a reload', async () => {
    go('#/orders?q=linked');
    on.router.goTo('receipts');
    goBackBy(1);
    expect(on.router.currentRoute()).toEqual({ screen: 'orders', params: { q: 'linked' } });
    on.account.forgetAccount();
    go('#/invoices?q=other');
    vi.resetModules();
    const reloaded = await load();
    reloaded.router.markHistory();
    expect(reloaded.router.currentRoute()).toEqual({ screen: 'invoices', params: { q: 'other' } });
    address.at -= 1;
    address.listeners.get('popstate')?.();
    expect(reloaded.router.currentRoute()).toEqual({ screen: 'orders', params: {} });
    vi.resetModules();
    on = await load();
    on.router.markHistory();
  });
});

describe('the panel', () => {
  const order = { resource: 'order', id: '1' } as const;
  const company = { resource: 'company', id: 'local:2' } as const;
  const view = { resource: 'order', filters: [], sort: [], search: '', removed: false } as const;
  it('goes back through the records that were opened from one another', () => {
    const { openFromList, openRelated, goBack, readOpen, closePanel, usePanel } = on.panel;
    const shown = () => readOpen(on.router.currentRoute().params);
    openFromList({ ...view, filters: [], sort: [] }, order, 4);
    expect(usePanel.getState().cursor).toMatchObject({ index: 4, id: '1' });
    openRelated(company);
    expect(shown()).toEqual(company);
    goBack();
    expect(shown()).toEqual(order);
    goBack();
    expect(shown()).toEqual(order);
    openRelated(company);
    closePanel();
    expect([shown(), usePanel.getState().back]).toEqual([undefined, []]);
  });
  it('has no way back after it was closed by a step to another screen or another customer', () => {
    const { openFromList, openRelated, readOpen, usePanel } = on.panel;
    openFromList({ ...view, filters: [], sort: [] }, order, 4);
    openRelated(company);
    expect(usePanel.getState().back).toEqual([order]);
    on.customer.openCustomerPage({ resource: 'company', id: '9' });
    expect(readOpen(on.router.currentRoute().params)).toBeUndefined();
    openRelated({ resource: 'trail', id: '3' });
    expect(usePanel.getState().back).toEqual([]);
  });
  it('follows a record that gets its id of the service, and no other one', () => {
    const { openRelated, followOpen, readOpen, usePanel, openFromList } = on.panel;
    openFromList({ ...view, filters: [], sort: [] }, order, 0);
    openRelated(company);
    followOpen({ resource: 'lead', id: 'local:2' }, '77');
    expect(readOpen(on.router.currentRoute().params)).toEqual(company);
    followOpen(company, '77');
    expect(readOpen(on.router.currentRoute().params)).toEqual({ resource: 'company', id: '77' });
    expect(usePanel.getState()).toMatchObject({ back: [order], cursor: { id: '1' } });
    followOpen(order, '5');
    expect(usePanel.getState()).toMatchObject({
      back: [{ resource: 'order', id: '5' }],
      cursor: { id: '5' },
    });
  });
});
