/** Edits of one record that are queued again in any order: they never wait for each other. */
import { expect, it } from 'vitest';
import type { HttpResult } from '#core/ports/ports';
import { crmBench, lost, refusing } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';

const company = (remark: string) => ({
  company_id: 7,
  name: 'Acme',
  remark,
  address: '',
  pool_id: 0,
  customers: [],
});
const base = {
  fields: { name: 'Acme', remark: 'first', address: '' },
  children: [],
  readAt: '2026-01-01 09:00:00',
};
const edit = (fields: object) => ({
  base,
  command: { kind: 'company', schema: 1, target: '7', fields: { pool_id: '0', ...fields }, children: [] },
});
const unsent: HttpResult = { kind: 'failure', reason: 'connect', unsent: true, detail: 'no route' };

const benchWith = () => {
  const bench = crmBench();
  bench.crm.put('company', company('first'));
  bench.gateway.push = refusing('no');
  const submit = async (fields: object): Promise<string> => {
    const saved = bench.outbox.submit(edit(fields));
    if (!saved.ok) throw new Error(saved.code);
    await bench.time.advance(10_000);
    return saved.id;
  };
  const state = (id: string) => bench.outbox.get(id)!.intent.state;
  const acceptAll = (): void => {
    bench.gateway.push = async () => accepted({ company_id: 7, customers: [] });
  };
  return { ...bench, bench, submit, state, acceptAll };
};

it('[OB31] two refused edits are sent again while a third is being sent, which then did not leave', async () => {
  const { bench, outbox, submit, state, acceptAll, time } = benchWith();
  const first = await submit({ tel: '1' });
  const second = await submit({ homepage: 'x.example' });
  const answers: ((result: HttpResult) => void)[] = [];
  bench.gateway.push = async () => await new Promise<HttpResult>((resolve) => answers.push(resolve));
  const third = await submit({ address: 'Quay' });
  expect([state(first), state(second), state(third)]).toEqual(['rejected', 'rejected', 'sending']);
  outbox.sendAgain(first);
  acceptAll();
  answers[0]?.(unsent);
  await time.advance(1);
  outbox.sendAgain(second);
  await time.advance(600_000);
  expect([state(first), state(second), state(third)]).toEqual(['applied', 'applied', 'applied']);
});

it('[OB31] an edit in conflict is compared again while others are in doubt', async () => {
  const { bench, outbox, crm, submit, state, acceptAll, time } = benchWith();
  const corrected = await submit({ homepage: 'x.example' });
  const refused = await submit({ tel: '1' });
  outbox.pause(true);
  const inConflict = await submit({ homepage: 'm.example', remark: 'mine' });
  outbox.edit(corrected, { command: edit({ homepage: 'x2.example' }).command });
  crm.put('company', company('theirs'));
  outbox.pause(false);
  await time.advance(10_000);
  bench.gateway.push = lost;
  const inDoubt = await submit({ address: 'Quay' });
  expect([corrected, refused, inConflict, inDoubt].map(state)).toEqual([
    'rejected',
    'rejected',
    'conflict',
    'uncertain',
  ]);
  outbox.sendAgain(refused);
  // This takes the correction out of the edit in conflict, which is compared again.
  outbox.discard(corrected);
  outbox.sendAgain(inDoubt);
  acceptAll();
  await time.advance(600_000);
  expect([refused, inConflict, inDoubt].map(state)).toEqual(['applied', 'conflict', 'applied']);
});

/**
 * Edits of the contacts of a company. The CRM refuses each until `takes` is called; `added`: the contacts that it took.
 */
const contactsDesk = () => {
  const { bench, outbox, crm, state, time } = benchWith();
  type Contacts = Record<string, object>;
  const withContacts = (fields: object, contacts: Contacts = {}) => {
    const made = edit(fields);
    const children = Object.entries(contacts).map(([name, of]) => ({ ref: `local:${name}`, fields: of }));
    return { ...made, command: { ...made.command, children } };
  };
  const submit = async (fields: object, contacts: Contacts = {}): Promise<string> => {
    const saved = outbox.submit(withContacts(fields, contacts));
    if (!saved.ok) throw new Error(saved.code);
    await time.advance(10_000);
    return saved.id;
  };
  const change = (id: string, fields: object, contacts: Contacts = {}): void =>
    expect(outbox.edit(id, { command: withContacts(fields, contacts).command })).toMatchObject({ ok: true });
  const added: Record<string, unknown>[] = [];
  const takes = async (): Promise<void> => {
    bench.gateway.push = async (_path, body) => {
      const { customers } = JSON.parse(body) as { customers: Record<string, unknown>[] };
      for (const sent of customers) {
        const known = added.find((one) => one.customer_id === sent.customer_id);
        if (known) Object.assign(known, sent);
        else added.push({ customer_id: 51 + added.length, ...sent });
      }
      crm.put('company', { ...company('first'), customers: added.map((one) => ({ ...one })) });
      return accepted({ company_id: 7, customers: added });
    };
    outbox.pause(false);
    await time.advance(600_000);
  };
  const people = () => added.map(({ name, post }) => [name, post]).toSorted();
  return { outbox, state, submit, change, takes, people, withContacts };
};

it.each(['the refused edit is corrected first', 'the later edit is changed first'])(
  '[OB26] two edits that each change a contact which the other adds are both sent: %s',
  async (order) => {
    const { outbox, state, submit, change, takes, people } = contactsDesk();
    const first = await submit({ tel: '1' }, { ann: { name: 'Ann' } });
    outbox.pause(true);
    const second = await submit({}, { bob: { name: 'Bob' } });
    const steps = [
      async () => change(first, { tel: '2' }, { ann: { name: 'Ann' }, bob: { post: 'buyer' } }),
      async () => void (await submit({}, { ann: { post: 'boss' } })),
    ];
    for (const step of order.startsWith('the refused') ? steps : steps.toReversed()) await step();
    await takes();
    expect([first, second].map(state)).toEqual(['applied', 'applied']);
    expect(people()).toEqual([
      ['Ann', 'boss'],
      ['Bob', 'buyer'],
    ]);
  },
);

it('[OB31] an edit that is corrected last is not sent after one that needs it through another', async () => {
  const { outbox, state, submit, change, takes, people } = contactsDesk();
  const first = await submit({ tel: '1' });
  const second = await submit({ address: 'long' }, { ann: { name: 'Ann' } });
  outbox.pause(true);
  const third = await submit({}, { ann: { post: 'boss' }, bob: { name: 'Bob' } });
  change(first, { tel: '2' }, { bob: { post: 'buyer' } });
  change(second, { address: 'short' }, { ann: { name: 'Ann' } });
  await takes();
  expect([first, second, third].map(state)).toEqual(['applied', 'applied', 'applied']);
  expect(people()).toEqual([
    ['Ann', 'boss'],
    ['Bob', 'buyer'],
  ]);
});

it('[OB70] an edit does not add a contact that only a discarded edit had entered', async () => {
  const { outbox, state, submit, change, takes, people, withContacts } = contactsDesk();
  const first = await submit({ tel: '1' }, { ann: { name: 'Ann' } });
  outbox.pause(true);
  const second = await submit({}, { ann: { post: 'boss' }, bob: { name: 'Bob' } });
  outbox.discard(second);
  // The form of the first edit was opened before that, so it has shown Bob.
  const { command } = withContacts({ tel: '2' }, { ann: { name: 'Ann' }, bob: { post: 'buyer' } });
  const refused = { ok: false, code: 'invalid', issues: [{ path: ['children'], code: 'child-discarded' }] };
  expect(outbox.edit(first, { command })).toEqual(refused);
  expect(outbox.submit(withContacts({}, { bob: { post: 'buyer' } }))).toEqual(refused);
  change(first, { tel: '2' }, { ann: { name: 'Ann' } });
  await takes();
  expect([state(first), people()]).toEqual(['applied', [['Ann', undefined]]]);
});

it('[OB70] a corrected new record is sent without a contact that only a discarded edit had entered', async () => {
  const { bench, outbox, time, state } = benchWith();
  const ann = { ref: 'local:ann', fields: { name: 'Ann' } };
  const bob = { ref: 'local:bob', fields: { name: 'Bob' } };
  const create = (name: string, children: object[]) => ({
    kind: 'company',
    schema: 1,
    target: null,
    fields: { name, pool_id: '0' },
    children,
  });
  const saved = outbox.submit({ command: create('Bad', [ann]), base: null });
  const id = saved.ok ? saved.id : '';
  await time.advance(10_000);
  const fields = { pool_id: '0' };
  const more = { kind: 'company', schema: 1, target: id, fields, children: [bob] };
  const later = outbox.submit({ command: more, base: null });
  expect([state(id), later.ok]).toEqual(['rejected', true]);
  outbox.discard(later.ok ? later.id : '');
  const bodies: string[] = [];
  bench.gateway.push = async (_path, body) => {
    bodies.push(body);
    return accepted({ company_id: 9, customers: [{ customer_id: 51, name: 'Ann' }] });
  };
  // The form lists all contacts that it has shown. The user has changed only the name of the company.
  const command = create('Good', [ann, bob]);
  expect(outbox.edit(id, { command, typed: ['name'], typedIn: {} })).toMatchObject({ ok: true });
  await time.advance(10_000);
  expect(state(id)).toBe('applied');
  expect(bodies.join()).toContain('Ann');
  expect(bodies.join()).not.toContain('Bob');
});
