/** A contact or line of an edit in doubt that the copy already has is shown once, under its real id. */
import { describe, expect, it } from 'vitest';
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

describe('[OB34] a contact of a lead without an e-mail, which nothing names in a push', () => {
  const KIM = { customer_id: 61, name: 'Kim', email: 'kim@n.example' };
  const LEE = { customer_id: 65, name: 'Lee', email: '', remark: 'met at the fair' };
  const lead = (customers: Contact[]) => ({ lead_id: 9, name: 'Nord', remark: '', customers });
  const leadBase = {
    fields: { name: 'Nord' },
    children: [{ ref: '61', fields: { name: 'Kim' } }],
    readAt: null,
  };

  /** An edit that adds Lee is in doubt. */
  const leadInDoubt = async (before: Contact[] = [KIM]) => {
    const bench = crmBench();
    bench.crm.put('lead', lead(before));
    bench.gateway.push = lost;
    const submit = (children: object[]): string => {
      const saved = bench.outbox.submit({
        base: leadBase,
        command: { kind: 'lead', schema: 1, target: '9', fields: { remark: 'by sea' }, children },
      });
      if (!saved.ok) throw new Error(saved.code);
      return saved.id;
    };
    const id = submit([{ ref: 'local:l', fields: { name: 'Lee', remark: 'met at the fair' } }]);
    await bench.time.advance(10_000);
    expect(bench.outbox.get(id)?.intent.state).toBe('uncertain');
    const cached = (copy: Contact[]) => ({ values: lead(copy), readAt: null });
    return {
      submit,
      listed: (copy: Contact[]) =>
        (bench.outbox.overlay('lead', () => lead(copy))[0]?.values.customers ?? copy) as Contact[],
      inForm: (copy: Contact[]) =>
        editBaseOf(bench.outbox.store, { kind: 'lead', ref: '9', cached: cached(copy) })?.current.children,
    };
  };

  it('is shown once, in the list and in the form', async () => {
    const { listed, inForm } = await leadInDoubt();
    expect(listed([KIM]).map(({ name }) => name)).toEqual(['Kim', 'Lee']);
    expect(listed([KIM, LEE])).toEqual([KIM, LEE]);
    expect(inForm([KIM, LEE])?.map(({ ref }) => ref)).toEqual(['61', '65']);
  });

  it('is shown once also if a later edit changes it under its local id', async () => {
    const { listed, inForm, submit } = await leadInDoubt();
    submit([{ ref: 'local:l', fields: { post: 'Buyer' } }]);
    expect(listed([KIM])).toMatchObject([KIM, { name: 'Lee', post: 'Buyer' }]);
    expect(listed([KIM, LEE])).toEqual([KIM, { ...LEE, post: 'Buyer' }]);
    expect(inForm([KIM, LEE])).toMatchObject([{ ref: '61' }, { ref: '65', fields: { post: 'Buyer' } }]);
  });

  it('is another contact if the lead had it before, or if it has another value', async () => {
    const before = await leadInDoubt([KIM, LEE]);
    expect(before.listed([KIM, LEE])).toHaveLength(3);
    const { listed } = await leadInDoubt();
    expect(listed([KIM, { ...LEE, remark: 'called' }])).toHaveLength(3);
  });
});
