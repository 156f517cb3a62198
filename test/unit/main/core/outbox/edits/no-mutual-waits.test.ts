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

/** A refused edit that adds a contact, and a later edit that adds another one. */
const twoContacts = async () => {
  const { bench, outbox, crm, state, acceptAll, time } = benchWith();
  const children = (...items: [string, object][]) => items.map(([ref, fields]) => ({ ref, fields }));
  const withContacts = (fields: object, ...items: [string, object][]) => {
    const made = edit(fields);
    return { ...made, command: { ...made.command, children: children(...items) } };
  };
  const ann: [string, object] = ['local:ann', { name: 'Ann' }];
  const first = outbox.submit(withContacts({ tel: '1' }, ann));
  if (!first.ok) throw new Error(first.code);
  await time.advance(10_000);
  outbox.pause(true);
  const second = outbox.submit(withContacts({}, ['local:bob', { name: 'Bob' }]));
  if (!second.ok) throw new Error(second.code);
  const added: Record<string, unknown>[] = [];
  acceptAll();
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
  return { outbox, time, state, withContacts, ann, added, first: first.id, second: second.id };
};

it.each(['the refused edit is corrected first', 'the later edit is changed first'])(
  '[OB26] two edits that each change a contact which the other adds are both sent: %s',
  async (order) => {
    const { outbox, time, state, withContacts, ann, added, first, second } = await twoContacts();
    const steps = [
      () =>
        outbox.edit(first, {
          command: withContacts({ tel: '2' }, ann, ['local:bob', { post: 'buyer' }]).command,
        }),
      () => outbox.submit(withContacts({}, ['local:ann', { post: 'boss' }])),
    ];
    for (const step of order.startsWith('the refused') ? steps : steps.toReversed())
      expect(step()).toMatchObject({ ok: true });
    outbox.pause(false);
    await time.advance(600_000);
    expect([first, second].map(state)).toEqual(['applied', 'applied']);
    expect(added.map(({ name, post }) => [name, post]).toSorted()).toEqual([
      ['Ann', 'boss'],
      ['Bob', 'buyer'],
    ]);
  },
);
