/** Lines of an opened order that are ticked but not added to the invoice. */
import { type Context, createElement, type FunctionComponent } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createFormStore } from '../../../src/renderer/forms/session/form-store';
import { saveForm } from '../../../src/renderer/forms/saving/save-form';
import type { FormValues } from '../../../src/renderer/forms/values/form-values';
import { drawSettled } from '../../support/renderer/draw-settled';
import { newForm } from '../../support/renderer/new-form';
import { windowOver } from '../../support/renderer/window-over';

/** The address is read when the modules are loaded. */
vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));
// Effects do not run without a browser, so a pick is added when the form is drawn.
vi.mock(import('../../../src/renderer/forms/fields/typed-pick'), async (original) => ({
  ...(await original()),
  useTypedPick: (actions, isTyped, pick) => {
    if (isTyped) actions.addPick(pick);
  },
}));

// Variables, because these tests are compiled without JSX.
const CONTEXT: string = '../../../src/renderer/forms/session/form-context';
const INVOICE: string = '../../../src/renderer/forms/kinds/invoice-form';

/** A new invoice for company 7, with its order 900 opened in the picker. */
const openInvoice = (count: number) => {
  const submitted: unknown[] = [];
  const order = {
    id: '900',
    detailState: 'read',
    values: {
      order_no: 'SO-1',
      currency: 'USD',
      company: { company_id: '7', name: 'Acme' },
      product_list: [{ unique_id: '1', product_id: '3', product_name: 'Lamp', count, unit_price: 2 }],
    },
  };
  windowOver(
    {
      records: {
        page: () => ({ rows: [order], total: 1, revision: 0 }),
        get: ({ id }: { id: string }) => (id === '900' ? order : null),
        lookup: () => [],
        search: () => [],
        related: () => [],
        facets: () => [],
      },
      money: { order: () => null },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
      accounts: { state: () => ({ account: null, accounts: [] }) },
      sync: { state: () => ({ refusedLookups: [], kinds: {} }) },
      outbox: {
        list: () => [],
        drafts: () => [],
        saveDraft: ({ id }: { id: string }) => ({ id, updatedAt: 1 }),
        submit: (input: unknown) => {
          submitted.push(input);
          return { ok: true, id: 'local:1', outcome: 'new' };
        },
      },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  const start: FormValues = {
    fields: { company_id: '7', currency: 'USD', serial_id: 'CK-1', handler: ['5'] },
    children: [],
    names: { 'company~7': 'Acme', 'order~900': 'SO-1' },
  };
  const form = createFormStore(newForm('outboundInvoice', start), () => undefined);
  onTestFinished(() => form.actions.stop());
  return { form, submitted };
};

const draw = async (form: ReturnType<typeof openInvoice>['form']): Promise<string> => {
  const { FormContext } = (await import(CONTEXT)) as { FormContext: Context<object> };
  const { InvoiceForm } = (await import(INVOICE)) as { InvoiceForm: FunctionComponent };
  // Drawing without a browser takes the initial state of a store.
  const store = { ...form.store, getInitialState: form.store.getState };
  const screen = () => createElement(FormContext, { value: { ...form, store } }, createElement(InvoiceForm));
  return await drawSettled(screen, {});
};

it('are not dropped by saving: the form says so and marks the button that adds them', async () => {
  const { form, submitted } = openInvoice(5);
  const html = await draw(form);
  expect(html).toContain('Lamp');
  expect(html).not.toContain('form.issue.lines-not-added');
  expect(await saveForm(form)).toEqual({ kind: 'issues' });
  expect(form.store.getState().issues.children).toEqual({ code: 'lines-not-added' });
  expect(submitted).toEqual([]);
  const after = await draw(form);
  expect(after.match(/form\.issue\.lines-not-added/g)).toHaveLength(1);
  const [, marked] = after.split(/data-field="children" data-bad="true"/);
  expect(marked?.match(/form\.\w+/)?.[0]).toBe('form.addLines');
  // Adding lines, or no longer choosing them, removes the message.
  form.actions.clearIssue('children', 'lines-not-added');
  expect(form.store.getState().issues.children).toBeUndefined();
});

it('are not asked for if nothing of the order is left', async () => {
  const { form } = openInvoice(0);
  expect(await draw(form)).toContain('form.allInvoiced');
  await saveForm(form);
  expect(form.store.getState().issues.children?.code).toBe('required');
});
