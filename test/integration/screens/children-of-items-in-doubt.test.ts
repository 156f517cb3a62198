/** Contacts and allocations that a form removes or renames while their item is sent without an answer. */
import { expect, it } from 'vitest';
import type { HttpRequest, HttpResult } from '#core/ports/ports';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk } = makeOutboxDesk();

const LOST: HttpResult = { kind: 'failure', reason: 'reset', unsent: false, detail: 'cut off' };
const isPush = ({ method, url }: HttpRequest): boolean => method === 'POST' && url.includes('push');
const contact = (ref: string, name: string, email = '') => ({
  ref,
  fields: { name, ...(email === '' ? {} : { email }) },
});
const PEOPLE = [contact('local:a', 'Ada', 'ada@n.example'), contact('local:b', 'Bob', 'bob@n.example')];
const RECEIPT = { amount: '77.5', currency: 'USD', collection_date: '2026-11-20' };

/** A form of an item that goes into doubt after the form was opened. */
const formOf = async (command: {
  kind: 'company' | 'lead' | 'receipt';
  fields: object;
  children: object[];
}) => {
  const all = await desk();
  await all.core.outbox.setUndoSeconds({ seconds: 30 });
  const id = await all.submit(command);
  const form = await all.open({ kind: command.kind, mode: 'intent', intentId: id });
  rig.service.wire.intercept = async (request, pass) => (isPush(request) ? LOST : pass());
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  return { ...all, id, form };
};
const leadOf = (children: object[]) =>
  formOf({ kind: 'lead', fields: { name: 'Fair', company_name: 'Nordwind' }, children });

it.each(['company', 'lead'] as const)(
  'a contact of a %s that may have arrived cannot be removed: the form says so and shows it again',
  async (kind) => {
    const fields = kind === 'company' ? { name: 'Nordwind', pool_id: '0' } : { name: 'Nordwind' };
    const { form, saveForm } = await formOf({ kind, fields, children: PEOPLE });
    form.actions.removeChild('local:b', true);
    form.actions.setField('remark', 'by rail');
    expect((await saveForm(form)).kind).toBe('issues');
    const { issues, values } = form.store.getState();
    expect(issues).toEqual({ children: { code: 'contact-arrived' } });
    expect(values.children.map(({ ref, remove }) => [ref, remove])).toEqual([
      ['local:a', undefined],
      ['local:b', undefined],
    ]);
    savedId(await saveForm(form));
  },
);

it('so it is with an allocation of a receipt', async () => {
  const children = [
    { ref: 'local:l', fields: { refer_id: '7', refer_type: 1, cash_collection_invoice_amount: '77.5' } },
  ];
  const { form, saveForm } = await formOf({ kind: 'receipt', fields: RECEIPT, children });
  form.actions.removeChild('local:l', true);
  expect((await saveForm(form)).kind).toBe('issues');
  expect(form.store.getState()).toMatchObject({
    issues: { children: { code: 'allocation-arrived' } },
    values: { children: [{ ref: 'local:l' }] },
  });
});

it.each([
  ['is changed', 'ada@n.example', 'email', 'new@n.example'],
  ['is missing', '', 'post', 'CEO'],
])(
  'a contact of a lead whose e-mail %s would be a second one, so it is not saved',
  async (_, email, name, typed) => {
    const { form, saveForm } = await leadOf([contact('local:a', 'Ada', email)]);
    form.actions.setChild('local:a', name, typed);
    expect((await saveForm(form)).kind).toBe('issues');
    const { issues, values } = form.store.getState();
    expect(issues).toEqual({
      'local:a.email': { code: email === '' ? 'contact-unknown' : 'email-arrived' },
    });
    // What was typed stays, and can be set back.
    expect(values.children[0]?.fields[name]).toBe(typed);
    form.actions.setChild('local:a', name, name === 'email' ? email : '');
    form.actions.setField('remark', 'by rail');
    savedId(await saveForm(form));
  },
);

it('a contact of a lead keeps the e-mail that another window corrected before the lead was sent', async () => {
  const all = await desk();
  await all.core.outbox.setUndoSeconds({ seconds: 30 });
  const lead = (email: string) => ({
    kind: 'lead' as const,
    schema: 1 as const,
    target: null,
    fields: { name: 'Fair', company_name: 'Nordwind' },
    children: [contact('local:a', 'Ada', email)],
  });
  const id = await all.submit(lead('old@n.example'));
  const form = await all.open({ kind: 'lead', mode: 'intent', intentId: id });
  const { version } = await all.item(id);
  expect((await all.core.outbox.edit({ id, command: lead('new@n.example'), version })).ok).toBe(true);
  rig.service.wire.intercept = async (request, pass) => (isPush(request) ? LOST : pass());
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  form.actions.setChild('local:a', 'post', 'CEO');
  const edit = await all.item(savedId(await all.saveForm(form)));
  expect(edit.command.children).toMatchObject([{ fields: { email: 'new@n.example', post: 'CEO' } }]);
});
