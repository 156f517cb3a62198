/**
 * The contact of a lead has no id that a push could name; its e-mail names it (contract E2). Each form that changes it
 * gives it a local id of its own.
 */
import { expect, it } from 'vitest';
import { editBaseOf } from '#core/outbox/edits/edit-base';
import { crmBench, refusing } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';
import { conflictKey, mergedCommand } from '../../../../../../src/renderer/features/outbox/merge';

const lead = (contacts: { email: string; name: string }[]) => ({
  lead_id: 7,
  name: 'Acme',
  remark: '',
  customers: contacts,
});
const base = {
  fields: { name: 'Acme', remark: '' },
  children: [{ ref: 'local:known-0', fields: { email: 'bo@a.example', name: 'Bo' } }],
  readAt: '2026-01-01 09:00:00',
};
const NOBODY = { ...base, children: [] };
const edit = (ref: string, name: string, fields: object = {}) => ({
  base,
  command: {
    kind: 'lead',
    schema: 1,
    target: '7',
    fields,
    children: [{ ref, fields: { email: 'bo@a.example', name } }],
  },
});

it('[OB43] a refused edit does not bring back the older name of a contact that a later edit has delivered', async () => {
  const bench = crmBench();
  const { outbox, crm, pushes, time } = bench;
  crm.put('lead', lead([{ email: 'bo@a.example', name: 'Bo' }]));
  bench.gateway.push = refusing('the remark is too long');
  const first = outbox.submit(edit('local:u1', 'Bob', { remark: 'long' }));
  if (!first.ok) throw new Error(first.code);
  await time.advance(10_000);
  expect(outbox.get(first.id)?.intent.state).toBe('rejected');
  bench.gateway.push = async () => accepted({ lead_id: 7 });
  const second = outbox.submit(edit('local:u2', 'Bohdan'));
  if (!second.ok) throw new Error(second.code);
  await time.advance(10_000);
  expect(outbox.get(second.id)?.intent.state).toBe('applied');
  crm.put('lead', lead([{ email: 'bo@a.example', name: 'Bohdan' }]));
  outbox.sendAgain(first.id);
  await time.advance(10_000);
  expect(outbox.get(first.id)?.intent.state).toBe('applied');
  expect(pushes.at(-1)?.body).toContain('long');
  expect(pushes.at(-1)?.body).not.toContain('"Bob"');
});

it('[OB43] a contact that two forms add, and of which one is delivered, is shown once and with its e-mail', async () => {
  const bench = crmBench();
  const { outbox, crm, time } = bench;
  crm.put('lead', lead([]));
  bench.gateway.push = refusing('the remark is too long');
  const first = outbox.submit({ ...edit('local:u1', 'Bob', { remark: 'long' }), base: NOBODY });
  if (!first.ok) throw new Error(first.code);
  await time.advance(10_000);
  bench.gateway.push = async () => accepted({ lead_id: 7 });
  outbox.submit({ ...edit('local:u2', 'Bohdan'), base: NOBODY });
  await time.advance(10_000);
  const shown = editBaseOf(outbox.store, {
    kind: 'lead',
    ref: '7',
    cached: { values: lead([{ email: 'bo@a.example', name: 'Bohdan' }]), readAt: null },
  });
  expect(shown?.current.children.map(({ fields }) => fields)).toEqual([
    { email: 'bo@a.example', name: 'Bohdan' },
  ]);
});

it('[OB20] a new contact is compared with a contact of a colleague with the same e-mail in other letters', async () => {
  const bench = crmBench();
  const { outbox, crm, pushes, time } = bench;
  crm.put('lead', lead([{ email: 'bo@a.example', name: 'Bohdan' }]));
  bench.gateway.push = async () => accepted({ lead_id: 7 });
  const added = {
    ...edit('local:u1', 'Bob').command,
    children: [{ ref: 'local:u1', fields: { email: 'Bo@A.example', name: 'Bob' } }],
  };
  const saved = outbox.submit({ command: added, base: NOBODY });
  if (!saved.ok) throw new Error(saved.code);
  await time.advance(10_000);
  expect(pushes).toEqual([]);
  expect(outbox.get(saved.id)?.intent).toMatchObject({
    state: 'conflict',
    conflicts: [{ child: 'local:u1', field: 'name', mine: 'Bob', theirs: 'Bohdan' }],
  });
});

it('[OB21] a decision about a contact that the form had not shown is no conflict again', async () => {
  const bench = crmBench();
  const { outbox, crm, pushes, time } = bench;
  crm.put('lead', lead([{ email: 'bo@a.example', name: 'Bohdan' }]));
  bench.gateway.push = async () => accepted({ lead_id: 7 });
  const saved = outbox.submit({ command: edit('local:u1', 'Bob').command, base: NOBODY });
  if (!saved.ok) throw new Error(saved.code);
  await time.advance(10_000);
  const item = outbox.get(saved.id)!.intent;
  const choices = Object.fromEntries(
    item.conflicts.map((one) => [conflictKey(one), { pick: 'mine' } as const]),
  );
  const merged = mergedCommand(item, choices, () => 'local:again');
  expect(outbox.edit(saved.id, { ...merged!, version: item.version })).toMatchObject({ ok: true });
  await time.advance(10_000);
  expect(outbox.get(saved.id)?.intent).toMatchObject({ state: 'applied', conflicts: [] });
  expect(pushes.at(-1)?.body).toContain('"Bob"');
});

it('[OB18] two forms that show the contacts in other places are compared with what each of them showed', async () => {
  const bench = crmBench();
  const { outbox, crm, pushes, time } = bench;
  const [ann, bo, cy] = ['Ann', 'Bo', 'Cy'].map((name) => ({
    email: `${name.toLowerCase()}@a.example`,
    name,
    tel: '1',
  }));
  const shown = (...contacts: (typeof ann)[]) => ({
    ...base,
    children: contacts.map((fields, at) => ({ ref: `local:known-${at}`, fields: { ...fields } })),
  });
  const renamed = (ref: string, contact: typeof ann) => ({
    ...edit(ref, '').command,
    children: [{ ref, fields: { email: contact?.email, name: `${contact?.name} B.` } }],
  });
  // A colleague removes Ann and adds Cy between the two forms.
  crm.put('lead', { lead_id: 7, name: 'Acme', customers: [bo, cy] });
  bench.gateway.push = async () => accepted({ lead_id: 7 });
  const first = outbox.submit({ command: renamed('local:u1', bo), base: shown(ann, bo) });
  if (!first.ok) throw new Error(first.code);
  expect(outbox.submit({ command: renamed('local:u2', cy), base: shown(bo, cy) })).toMatchObject({
    outcome: 'folded',
  });
  await time.advance(20_000);
  expect(outbox.get(first.id)?.intent).toMatchObject({ state: 'applied', conflicts: [] });
  expect(pushes.map(({ body }) => (JSON.parse(body) as { customers: unknown }).customers)).toEqual([
    [
      { email: 'bo@a.example', name: 'Bo B.' },
      { email: 'cy@a.example', name: 'Cy B.' },
    ],
  ]);
});

it('[OB20] a contact without an e-mail is not taken for another one without an e-mail', async () => {
  const bench = crmBench();
  const { outbox, crm, pushes, time } = bench;
  const shown = [
    { email: '', name: 'Bo', tel: '1' },
    { email: '', name: 'Cy', tel: '2' },
  ];
  crm.put('lead', lead(shown));
  bench.gateway.push = async () => accepted({ lead_id: 7 });
  const saved = outbox.submit({
    command: { ...edit('', '').command, children: [{ ref: 'local:u1', fields: { email: '', tel: '1' } }] },
    base: {
      ...base,
      children: shown.map((fields, at) => ({ ref: `local:known-${at}`, fields: { ...fields } })),
    },
  });
  if (!saved.ok) throw new Error(saved.code);
  await time.advance(10_000);
  expect(outbox.get(saved.id)?.intent.state).toBe('applied');
  // Bo has this number, not Cy.
  expect(pushes.map(({ body }) => (JSON.parse(body) as { customers: unknown }).customers)).toEqual([
    [{ email: '', tel: '1' }],
  ]);
});
