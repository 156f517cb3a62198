/** Every field that a form asks the user to fix is shown and marked, so that saving can move the focus to it. */
import { type Context, createElement, type FunctionComponent } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { IntentKind } from '#shared/domain/intent';
import type { OpenForm } from '../../../../src/renderer/forms/session/opened-form';
import { createFormStore, type FormIssue } from '../../../../src/renderer/forms/session/form-store';
import type { FormChild, FormValues } from '../../../../src/renderer/forms/values/form-values';
import { drawSettled } from '../../../support/renderer/draw-settled';
import { newForm } from '../../../support/renderer/new-form';
import { windowOver } from '../../../support/renderer/window-over';

/** The address is read when the modules are loaded. */
vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

// Variables, because these tests are compiled without JSX.
const CONTEXT: string = '../../../../src/renderer/forms/session/form-context';
const RECEIPT: string = '../../../../src/renderer/forms/kinds/receipt-form';
const INVOICE: string = '../../../../src/renderer/forms/kinds/invoice-form';

const openForm = (kind: IntentKind, children: FormChild[], asked: Partial<OpenForm['asked']>) => {
  const values: FormValues = { fields: { company_id: '7' }, children: [], names: { 'company~7': 'Acme' } };
  const form = newForm(kind, values, { values: { ...values, children }, restored: true });
  return createFormStore({ ...form, asked: { ...form.asked, ...asked } }, () => undefined);
};

/** Draws the form with these issues, and returns the places that it marks and the markup. */
const draw = async (
  form: ReturnType<typeof openForm>,
  body: FunctionComponent,
  issues: Record<string, FormIssue>,
): Promise<{ marked: string[]; html: string }> => {
  form.actions.setIssues(issues);
  const { FormContext } = (await import(CONTEXT)) as { FormContext: Context<object> };
  // Drawing without a browser takes the initial state of a store.
  const store = { ...form.store, getInitialState: form.store.getState };
  const screen = () => createElement(FormContext, { value: { ...form, store } }, createElement(body));
  const html = await drawSettled(screen, {});
  const marked = [...html.matchAll(/data-field="([^"]*)" data-bad="true"/g)].map(([, place]) => place ?? '');
  return { marked, html };
};

const desk = (orders: object[], fields: object[] = []): void =>
  void windowOver(
    {
      records: {
        page: ({ view }: { view: { resource: string } }) => {
          const rows = view.resource === 'order' ? orders : [];
          return { rows, total: rows.length, revision: 0 };
        },
        lookup: ({ name }: { name: string }) => (name === 'outboundFields' ? fields : []),
        get: () => null,
        search: () => [],
        related: () => [],
        facets: () => [],
      },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
      accounts: { state: () => ({ account: null, accounts: [] }) },
      sync: { state: () => ({ refusedLookups: [], kinds: {} }) },
      outbox: { list: () => [], drafts: () => [] },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );

describe('an allocation of a receipt', () => {
  const ALLOCATION: FormChild = { ref: 'local:a', fields: { refer_type: '1', cash_collection_amount: 'x' } };
  const ISSUES = {
    'local:a.refer_id': { code: 'required' },
    'local:a.cash_collection_amount': { code: 'number' },
  };

  it.each([
    ['chosen from the orders of the customer', [{ id: '900', values: { order_no: 'SO-1', name: 'x' } }]],
    ['typed', []],
  ])('opens "All fields", and marks the order that is %s', async (_, orders) => {
    desk(orders);
    const { ReceiptForm } = (await import(RECEIPT)) as { ReceiptForm: FunctionComponent };
    const { marked, html } = await draw(openForm('receipt', [ALLOCATION], {}), ReceiptForm, ISSUES);
    expect(marked).toEqual(['local:a.refer_id', 'local:a.cash_collection_amount']);
    expect(html.includes('form.field.allocation.order')).toBe(orders.length > 0);
  });
});

it('an allocation that is for another kind of document loses its document, whose id may be that of another one', async () => {
  desk([]);
  const fields = { refer_type: '1', refer_id: '900', cash_collection_amount: '5' };
  const form = openForm('receipt', [{ ref: 'local:a', fields }], {});
  const now = () => form.store.getState().values.children[0]?.fields;
  form.actions.setChild('local:a', 'refer_type', '1');
  expect(now()).toEqual(fields);
  form.actions.setChild('local:a', 'refer_type', '2');
  expect(now()).toEqual({ ...fields, refer_type: '2', refer_id: '' });
  await form.actions.stop();
});

describe('a custom field of invoice lines', () => {
  const LINE: FormChild = {
    ref: 'local:a',
    fields: { product_id: '3', outbound_count: '1', sale_price: '1' },
    facts: { product: 'Lamp' },
  };
  const own = { key: '4711', name: 'Batch', ofLines: true };
  const refused = { 'local:a.4711': { code: 'refused', message: 'cannot be empty' } };

  it('opens the details of its line, is marked, and is no longer marked when it is typed', async () => {
    desk([], [{ id: '4711', name: 'Batch', raw: { is_list: '1', field_type: '1' } }]);
    const { InvoiceForm } = (await import(INVOICE)) as { InvoiceForm: FunctionComponent };
    const form = openForm('outboundInvoice', [LINE], { own });
    const { marked, html } = await draw(form, InvoiceForm, refused);
    expect(marked).toEqual(['local:a.4711']);
    expect(html).toContain('form.refusedField');
    form.actions.setCustom('local:a', '4711', 'B1');
    expect(form.store.getState().issues).toEqual({});
    await form.actions.stop();
  });

  it('that the CRM lists as disabled, or that cannot be typed, is not shown', async () => {
    const listed = (id: string, name: string, raw: object): object => ({
      id,
      name,
      raw: { is_list: '1', ...raw },
    });
    desk(
      [],
      [
        listed('81', 'Batch', { field_type: '1' }),
        listed('82', 'Old batch', { field_type: '1', disable_flag: '1' }),
        listed('83', 'Photo', { field_type: '6' }),
      ],
    );
    const { InvoiceForm } = (await import(INVOICE)) as { InvoiceForm: FunctionComponent };
    const line = { ...LINE, facts: {}, fields: {}, custom: { '81': 'B1', '82': 'B0', '83': '', '84': 'x' } };
    const { html } = await draw(openForm('outboundInvoice', [line], {}), InvoiceForm, {});
    const shown = [...html.matchAll(/data-field="local:a\.(\d+)"/g)].map(([, id]) => id);
    // Nothing is known of 84, so the form shows what the line has.
    expect(shown).toEqual(['81', '84']);
  });
});
