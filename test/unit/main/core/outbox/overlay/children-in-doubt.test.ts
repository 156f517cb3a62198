/** A contact or line of an edit in doubt that the copy already has is shown once, under its real id. */
import { expect, it } from 'vitest';
import { editBaseOf } from '#core/outbox/edits/edit-base';
import { crmBench, lost } from '../../../../../support/outbox/fake-crm';

type Contact = Record<string, unknown>;
const ADA = { customer_id: 51, name: 'Ada', email: 'ada@n.example' };
const BOB = { customer_id: 55, name: 'Bob', email: 'bob@n.example' };
const company = (customers: Contact[]) => ({ company_id: 7, name: 'Acme', pool_id: 0, customers });
const base = {
  fields: { name: 'Acme' },
  children: [{ ref: '51', fields: { name: 'Ada', email: 'ada@n.example' } }],
  readAt: '2026-01-01 09:00:00',
};
const command = (children: object[]) => ({
  kind: 'company',
  schema: 1,
  target: '7',
  fields: { pool_id: '0' },
  children,
});

/** An edit that adds Bob is in doubt. `copy`: the contacts of the company on this computer. */
const inDoubt = async (before: Contact[] = [ADA]) => {
  const bench = crmBench();
  bench.crm.put('company', company(before));
  bench.gateway.push = lost;
  const submit = (children: object[]): string => {
    const saved = bench.outbox.submit({ base, command: command(children) });
    if (!saved.ok) throw new Error(saved.code);
    return saved.id;
  };
  const id = submit([{ ref: 'local:b', fields: { name: 'Bob', email: 'bob@n.example' } }]);
  await bench.time.advance(10_000);
  expect(bench.outbox.get(id)?.intent.state).toBe('uncertain');
  return {
    ...bench,
    submit,
    listed: (copy: Contact[]) => {
      const [row] = bench.outbox.overlay('company', () => company(copy));
      return (row?.values.customers ?? copy) as Contact[];
    },
    inForm: (copy: Contact[]) =>
      editBaseOf(bench.outbox.store, {
        kind: 'company',
        ref: '7',
        cached: { values: company(copy), readAt: null },
      })?.current.children ?? [],
  };
};

it('[OB34] in the list and in the form', async () => {
  const { listed, inForm } = await inDoubt();
  expect(listed([ADA]).map(({ name }) => name)).toEqual(['Ada', 'Bob']);
  expect(listed([ADA, BOB]).map(({ name }) => name)).toEqual(['Ada', 'Bob']);
  expect(inForm([ADA, BOB]).map(({ ref }) => ref)).toEqual(['51', '55']);
});

it('[OB34] also if a later edit changes it under its local id', async () => {
  const { listed, inForm, submit } = await inDoubt();
  submit([{ ref: 'local:b', fields: { post: 'Buyer' } }]);
  expect(listed([ADA, BOB])).toMatchObject([ADA, { name: 'Bob', post: 'Buyer' }]);
  expect(inForm([ADA, BOB])).toMatchObject([{ ref: '51' }, { ref: '55', fields: { post: 'Buyer' } }]);
});

it('[OB34] also if the user changes it under its real id, which the form shows', async () => {
  const { listed, inForm, submit } = await inDoubt();
  submit([{ ref: '55', fields: { post: 'Buyer' } }]);
  expect(listed([ADA, BOB])).toMatchObject([ADA, { name: 'Bob', post: 'Buyer' }]);
  expect(listed([ADA, BOB])).toHaveLength(2);
  expect(inForm([ADA, BOB])).toMatchObject([{ ref: '51' }, { ref: '55', fields: { post: 'Buyer' } }]);
});

it('[OB34] an equal contact from before the send, or one with another value, is another contact', async () => {
  const before = await inDoubt([ADA, BOB]);
  expect(before.listed([ADA, BOB])).toHaveLength(3);
  expect(before.inForm([ADA, BOB])).toHaveLength(3);
  const { listed } = await inDoubt();
  expect(listed([ADA, { ...BOB, email: 'other@n.example' }])).toHaveLength(3);
});
