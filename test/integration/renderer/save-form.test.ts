/** What a form submits to the outbox, and what it refuses before. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NOTHING_ASKED } from '../../../src/renderer/forms/fields/asked-fields';
import { withLineFacts } from '../../../src/renderer/forms/kinds/line-facts';
import { lastRates, NO_RATES } from '../../../src/renderer/forms/kinds/last-rates';
import type { OpenForm } from '../../../src/renderer/forms/session/opened-form';
import { createFormStore, type FormStore } from '../../../src/renderer/forms/session/form-store';
import { type FormValues, NO_VALUES } from '../../../src/renderer/forms/values/form-values';
import { saveForm } from '../../../src/renderer/forms/saving/save-form';
import { areOnlyAsked } from '../../../src/renderer/forms/saving/typed-command';
import { saveNextStep } from '../../../src/renderer/forms/sheet/save-next-step';
import { windowOver } from '../../support/renderer/window-over';

/** The address is read when the modules are loaded. */
vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

interface Submitted {
  command: { fields: Record<string, unknown> };
  operationId: string;
  draftAt?: number | null;
}
/** A core that takes every submit; `lost` answers never arrive. */
const coreThatTakes = ({
  lost = 0,
  lostDrafts = 0,
  draftMs = 0,
  taken = [] as string[],
  realId = '',
} = {}) => {
  let drafts = 0;
  const submitted: Submitted[] = [];
  const edited: (Submitted & { id: string })[] = [];
  windowOver({
    outbox: {
      submit: (input: Submitted) => {
        submitted.push(input);
        if (submitted.length <= lost) throw new Error('lost');
        return { ok: true, id: 'local:1', outcome: 'new' };
      },
      edit: (input: Submitted & { id: string }) => {
        edited.push(input);
        return { ok: true, id: input.id, outcome: 'folded' };
      },
      saveDraft: async ({ id }: { id: string }) => {
        drafts += 1;
        const updatedAt = drafts;
        if (drafts <= lostDrafts) throw new Error('lost');
        if (draftMs > 0) await new Promise((resolve) => setTimeout(resolve, draftMs));
        return { id, updatedAt };
      },
      drafts: () => [],
      list: () => [],
      get: ({ id }: { id: string }) =>
        id === 'local:1'
          ? {
              intent: {
                realId,
                state: 'queued',
                command: submitted.at(-1)?.command,
                version: 1,
                base: null,
              },
            }
          : null,
    },
    records: {
      page: ({ view, columns }: { view: { filters: { text: string }[] }; columns: string[] }) => ({
        total: 0,
        rows: taken
          .filter((number) => number.includes(view.filters[0]?.text ?? '-'))
          .map((number) => ({ id: '9', values: { [columns[0] ?? '']: number } })),
      }),
    },
  });
  return { submitted, edited, drafts: () => drafts };
};
/** A form that could not write its draft tries again later, and would write it into the core of another test. */
const forms: FormStore[] = [];
afterEach(async () => {
  for (const { actions } of forms.splice(0)) await actions.stop();
});
const receipt = (fields: FormValues['fields'], more: Partial<OpenForm> = {}): FormStore => {
  const values: FormValues = { ...NO_VALUES, fields };
  const form = createFormStore(
    {
      accountId: null,
      kind: 'receipt',
      target: null,
      intentId: null,
      earlier: null,
      version: null,
      draftAt: null,
      draftId: 'd',
      base: null,
      start: NO_VALUES,
      values,
      restored: false,
      caution: null,
      refusal: null,
      hasChildren: true,
      asked: NOTHING_ASKED,
      ...more,
    },
    () => undefined,
  );
  forms.push(form);
  return form;
};
/** The user types before the core has answered the save. */
const typesMeanwhile = ({ store, actions }: FormStore, name: string, text: string) => {
  const end = store.subscribe(({ unanswered }) => {
    if (unanswered === null) return;
    end();
    actions.setField(name, text);
  });
};
const FIELDS = { amount: '12.50', currency: 'EUR' };

describe('saving a form', () => {
  it('submits what was typed, once, and is not busy afterwards', async () => {
    const { submitted } = coreThatTakes();
    const form = receipt(FIELDS);
    const saving = saveForm(form);
    expect(form.store.getState().busy).toBe(true);
    expect(await saving).toMatchObject({ kind: 'saved', intentId: 'local:1', outcome: 'new' });
    expect(submitted).toMatchObject([{ command: { fields: FIELDS } }]);
    expect(form.store.getState().busy).toBe(false);
  });

  it('saves what is typed while it is saved into the same item', async () => {
    const { submitted, edited } = coreThatTakes();
    const form = receipt(FIELDS);
    const saving = saveForm(form);
    typesMeanwhile(form, 'remark', 'paid at the fair');
    // The outcome is that of both, so Undo takes back both.
    expect(await saving).toMatchObject({ kind: 'saved', intentId: 'local:1', outcome: 'new' });
    expect(submitted[0]?.command.fields).toEqual(FIELDS);
    expect(edited).toMatchObject([{ id: 'local:1', command: { fields: { remark: 'paid at the fair' } } }]);
    expect(submitted[0]?.operationId).not.toBe(edited[0]?.operationId);
  });

  it('keeps what is typed while it is saved and is not valid', async () => {
    const { edited } = coreThatTakes();
    const form = receipt(FIELDS);
    const saving = saveForm(form);
    typesMeanwhile(form, 'amount', 'x');
    expect(await saving).toEqual({ kind: 'issues' });
    expect(edited).toEqual([]);
    expect(form.store.getState().values.fields.amount).toBe('x');
    form.actions.setField('amount', '13');
    expect(await saveForm(form)).toMatchObject({ kind: 'saved', intentId: 'local:1' });
    expect(edited).toMatchObject([{ id: 'local:1', command: { fields: { amount: '13' } } }]);
  });

  it('marks a contact that is removed while it is saved, because the saved edit adds it', async () => {
    const { submitted } = coreThatTakes();
    const start = { ...NO_VALUES, fields: { name: 'Kestrel', pool_id: '0' } };
    const added = {
      ref: 'local:00000000-0000-4000-8000-000000000001',
      fields: { name: 'Ana', main_customer_flag: '1' },
    };
    const form = receipt(start.fields, { kind: 'company', target: '5', start });
    form.actions.addChildren([added]);
    const end = form.store.subscribe(({ unanswered }) => {
      if (unanswered === null) return;
      end();
      form.actions.removeChild(added.ref, true);
      // The second save is refused, so the form stays open.
      form.actions.setField('name', '');
    });
    expect(await saveForm(form)).toEqual({ kind: 'issues' });
    // The second call repeats the first.
    expect(new Set(submitted.map(({ operationId }) => operationId)).size).toBe(1);
    expect(form.store.getState().issues).toHaveProperty(['fields.name']);
    expect(form.store.getState().values.children).toMatchObject([{ ref: added.ref, remove: true }]);
  });

  it.each([
    ['chooses no main contact of a record that had none', '0'],
    ['gives the mark back to the main contact before', '1'],
  ])('after an added contact was removed again, an edit %s', async (_, flag) => {
    const { submitted } = coreThatTakes();
    const contact = (ref: string, mark: string) => ({ ref, fields: { name: ref, main_customer_flag: mark } });
    const start = {
      ...NO_VALUES,
      fields: { name: 'Kestrel', pool_id: '0' },
      children: [contact('8', '0'), contact('9', flag)],
    };
    const form = receipt(start.fields, { kind: 'company', target: '5', start, values: start });
    const added = 'local:00000000-0000-4000-8000-000000000001';
    form.actions.addChildren([{ ref: added, fields: { name: 'Ana' } }]);
    form.actions.setMain(added);
    form.actions.removeChild(added, true);
    expect(form.store.getState().values.children).toEqual(start.children);
    expect(await saveForm(form)).toEqual({ kind: 'unchanged' });
    expect(submitted).toEqual([]);
  });

  it('requires the currency of a new receipt, and not of an edit', async () => {
    const { submitted } = coreThatTakes();
    const form = receipt({ amount: '12.50' });
    expect(await saveForm(form)).toEqual({ kind: 'issues' });
    expect(form.store.getState().issues).toMatchObject({ 'fields.currency': { code: 'required' } });
    expect(submitted).toEqual([]);
    const start = { ...NO_VALUES, fields: { amount: '12.50' } };
    const edit = receipt({ amount: '13' }, { target: '5', start });
    expect(await saveForm(edit)).toMatchObject({ kind: 'saved' });
  });

  it('requires the fields that the service asks for, by name or as a custom field', async () => {
    coreThatTakes();
    const asked = { ...NOTHING_ASKED, required: ['bank_name', '77'] };
    const form = receipt({ ...FIELDS, bank_name: 'B' }, { asked });
    expect(await saveForm(form)).toEqual({ kind: 'issues' });
    expect(Object.keys(form.store.getState().issues)).toEqual(['fields.77']);
    form.actions.setOwn('77', 'x');
    expect(form.store.getState().issues).toEqual({});
    expect(await saveForm(form)).toMatchObject({ kind: 'saved' });
  });

  it('saves without the fields that only the list of the service asks for, if the user says so', async () => {
    const { submitted } = coreThatTakes();
    const asked = { ...NOTHING_ASKED, required: ['bank_name', '77', 'currency'] };
    const form = receipt({ amount: '12.50' }, { asked });
    // What the contract requires is asked for all the same.
    expect(await saveForm(form, { withoutAsked: true })).toEqual({ kind: 'issues' });
    expect(form.store.getState().issues).toEqual({ 'fields.currency': { code: 'required' } });
    form.actions.setField('currency', 'EUR');
    expect(await saveForm(form)).toEqual({ kind: 'issues' });
    expect(areOnlyAsked(form.store.getState().issues)).toBe(true);
    expect(submitted).toEqual([]);
    expect(await saveForm(form, { withoutAsked: true })).toMatchObject({ kind: 'saved' });
    expect(submitted).toMatchObject([{ command: { fields: FIELDS } }]);
  });

  it('has nothing left to fix in an allocation that was removed', async () => {
    coreThatTakes();
    const form = receipt(FIELDS);
    form.actions.addChildren([{ ref: 'local:a', fields: { refer_type: '1', cash_collection_amount: 'x' } }]);
    expect(await saveForm(form)).toEqual({ kind: 'issues' });
    expect(Object.keys(form.store.getState().issues)).toContain('local:a.cash_collection_amount');
    form.actions.removeChild('local:a', true);
    expect(form.store.getState().issues).toEqual({});
  });

  it('says that nothing was changed, and submits nothing', async () => {
    const { submitted } = coreThatTakes();
    const start = { ...NO_VALUES, fields: FIELDS };
    expect(await saveForm(receipt(FIELDS, { target: '5', start }))).toEqual({ kind: 'unchanged' });
    expect(submitted).toEqual([]);
  });

  it('refuses a number that another document has', async () => {
    const { submitted } = coreThatTakes({ taken: ['R-1'] });
    const form = receipt({ ...FIELDS, cash_collection_invoice_no: 'R-1' });
    expect(await saveForm(form)).toEqual({ kind: 'issues' });
    expect(form.store.getState().issues).toMatchObject({
      'fields.cash_collection_invoice_no': { code: 'number-taken' },
    });
    expect(submitted).toEqual([]);
  });

  it('stops at text in a picker that names nothing', async () => {
    const { submitted } = coreThatTakes();
    const form = receipt(FIELDS);
    const forget = form.actions.addPick({ place: 'fields.company_id', take: () => false });
    expect(await saveForm(form)).toEqual({ kind: 'issues' });
    expect(form.store.getState().issues).toEqual({ 'fields.company_id': { code: 'not-found' } });
    expect(submitted).toEqual([]);
    forget();
    expect(await saveForm(form)).toMatchObject({ kind: 'saved' });
  });

  it('says what is wrong in other fields at the same time as text in a picker that names nothing', async () => {
    coreThatTakes();
    const form = receipt({ ...FIELDS, amount: 'much' });
    form.actions.addPick({ place: 'fields.company_id', take: () => false });
    expect(await saveForm(form)).toEqual({ kind: 'issues' });
    expect(form.store.getState().issues).toMatchObject({
      'fields.company_id': { code: 'not-found' },
      'fields.amount': { code: 'number' },
    });
  });

  it('repeats a save without an answer under the same operation; a later change edits the first item', async () => {
    const { submitted, edited } = coreThatTakes({ lost: 1 });
    const form = receipt(FIELDS);
    await expect(saveForm(form)).rejects.toThrow();
    expect(form.store.getState().busy).toBe(false);
    form.actions.setField('amount', '13');
    expect(await saveForm(form)).toMatchObject({ kind: 'saved', intentId: 'local:1' });
    expect(submitted).toHaveLength(2);
    expect(submitted[1]).toMatchObject({
      command: { fields: FIELDS },
      operationId: submitted[0]!.operationId,
    });
    expect(edited).toMatchObject([{ id: 'local:1', command: { fields: { amount: '13' } } }]);
    expect(edited[0]!.operationId).not.toBe(submitted[0]!.operationId);
  });

  it('repeats a change of a record, and then names the draft of what was typed since', async () => {
    const { submitted, edited } = coreThatTakes({ lost: 1 });
    const form = receipt({ amount: '13' }, { target: '5', start: NO_VALUES, draftAt: 7 });
    await expect(saveForm(form)).rejects.toThrow();
    form.actions.setField('amount', '14');
    expect(await saveForm(form)).toMatchObject({ kind: 'saved' });
    // Then the draft has what was typed since.
    expect([...submitted, ...edited].map(({ draftAt }) => draftAt)).toEqual([7, 7, 1]);
  });

  it('asks for no certain draft if the answer to the last text was lost, also the second time', async () => {
    const once = coreThatTakes({ lostDrafts: 1 });
    const form = receipt(FIELDS, { draftAt: 7 });
    form.actions.setField('remark', 'x');
    expect(await saveForm(form)).toMatchObject({ kind: 'saved' });
    expect(once.submitted[0]!.draftAt).toBe(2);
    const twice = coreThatTakes({ lostDrafts: 2 });
    const other = receipt(FIELDS, { draftAt: 7 });
    other.actions.setField('remark', 'x');
    expect(await saveForm(other)).toMatchObject({ kind: 'saved' });
    expect(twice.submitted[0]!.draftAt).toBeUndefined();
  });

  it('knows its draft as its own if it is saved while the text before is still being written', async () => {
    const { submitted, drafts } = coreThatTakes({ draftMs: 25 });
    const form = receipt(FIELDS);
    form.actions.setField('remark', 'by sea');
    // The focus leaves the field.
    void form.actions.flush();
    await vi.waitFor(() => expect(drafts()).toBe(1), { interval: 1 });
    form.actions.setField('settlement_type', 'T/T');
    expect(await saveForm(form)).toMatchObject({ kind: 'saved' });
    // Otherwise the core would keep the draft, as the text of another form.
    expect(submitted.map(({ draftAt }) => draftAt)).toEqual([drafts()]);
  });

  it('does not take the number of the item that a lost save made for that of another document', async () => {
    coreThatTakes({ lost: 1, taken: ['R-1'], realId: '9' });
    const fields = { ...FIELDS, cash_collection_invoice_no: 'R-1' };
    const form = receipt(fields);
    form.store.setState({
      unanswered: {
        command: { kind: 'receipt', schema: 1, target: null, fields, children: [] },
        unchanged: [],
        values: { ...NO_VALUES, fields },
        operationId: 'first',
        draft: { draftId: 'd' },
      },
    });
    await expect(saveForm(form)).rejects.toThrow();
    expect(await saveForm(form)).toMatchObject({ kind: 'saved', intentId: 'local:1' });
  });
});

describe('what a form takes from the records on this computer', () => {
  it('is the rates of the newest order in the currency that has any, as plain decimals', async () => {
    let rates: object[] = [{ exchange_rate: 712.5, exchange_rate_usd: '100.00' }];
    const asked: unknown[] = [];
    windowOver({
      records: {
        page: (input: unknown) => {
          asked.push(input);
          return { total: rates.length, rows: rates.map((values, at) => ({ id: String(at), values })) };
        },
      },
    });
    expect(await lastRates('')).toEqual(NO_RATES);
    expect(asked).toEqual([]);
    expect(await lastRates('EUR')).toEqual({ exchange_rate: '712.5', exchange_rate_usd: '100.00' });
    const none = { exchange_rate: 0, exchange_rate_usd: '0.0000' };
    rates = [none, { exchange_rate: 790, exchange_rate_usd: 110 }];
    expect(await lastRates('EUR')).toEqual({ exchange_rate: '790', exchange_rate_usd: '110' });
    for (const only of [none, { exchange_rate: null, exchange_rate_usd: 'soon' }]) {
      rates = [only];
      expect(await lastRates('EUR')).toEqual(NO_RATES);
    }
    expect(asked[0]).toMatchObject({ view: { filters: [{ field: 'currency', values: ['EUR'] }] } });
  });

  it("is the facts of an invoice's lines and the name of its company", async () => {
    const line = {
      outbound_record_id: 51,
      product_cn_name: '灯',
      sku_code: 'BL-77',
      unit: 'pc',
      '900': 'red',
    };
    windowOver({
      records: {
        get: ({ resource }: { resource: string }) =>
          resource === 'company'
            ? null
            : { values: { record_list: [line], company_info: { id: 1, name: 'Harbour AG' } } },
      },
      outbox: { editBase: () => null },
    });
    const values: FormValues = {
      ...NO_VALUES,
      fields: { company_id: '1' },
      children: [
        { ref: '51', fields: { outbound_count: '2' }, custom: { 901: 'big' } },
        { ref: '52', fields: {} },
      ],
    };
    const { children, names } = await withLineFacts('outboundInvoice', { target: '8' }, values);
    expect(names).toEqual({ 'company~1': 'Harbour AG' });
    expect(children).toMatchObject([
      {
        facts: { product: '灯', number: 'BL-77', unit: 'pc', name: '', cnName: '灯' },
        custom: { 900: 'red', 901: 'big' },
      },
      { ref: '52' },
    ]);
    expect(children[1]).not.toHaveProperty('facts');
  });

  it('plans no next step without a time or without a company', async () => {
    windowOver({
      outbox: { drafts: () => [], editBase: () => null },
      records: { get: () => null, lookup: () => [] },
    });
    const step = (fields: FormValues['fields']) =>
      saveNextStep({ ...NO_VALUES, fields }, { accountId: null, selfUserId: '7' });
    expect(await step({ company_id: '5' })).toBeNull();
    expect(await step({ next_follow_up_time: '2026-01-01 10:00:00' })).toBeNull();
    expect(await step({ company_id: '5', next_follow_up_time: '2026-01-01 10:00:00' })).toEqual({
      kind: 'gone',
      companyId: '5',
    });
  });
});
