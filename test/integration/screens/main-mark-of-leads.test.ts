/** The mark of the main contact of a lead, whose contacts are known by their e-mails alone (contract E2). */
import { expect, it } from 'vitest';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk } = makeOutboxDesk();

it('the main mark moves away from a contact without an e-mail that a waiting edit adds', async () => {
  const all = await desk();
  const id = await all.submit({
    kind: 'lead',
    fields: { name: 'Fair', company_name: 'Nordwind' },
    children: [{ ref: 'local:b', fields: { name: 'Bob', email: 'bob@n.example', main_customer_flag: 1 } }],
  });
  await all.until(id, 'applied');
  await rig.rounds();
  rig.cut();
  const target = (await all.item(id)).realId ?? '';
  const first = await all.open({ kind: 'lead', mode: 'edit', target, ownDraft: null });
  first.actions.addChildren([{ ref: 'local:c', fields: { name: 'Cleo' } }]);
  first.actions.setMain('local:c');
  const edit = savedId(await all.saveForm(first));
  const second = await all.open({ kind: 'lead', mode: 'edit', target, ownDraft: null });
  const bob = second.store.getState().values.children.find(({ fields }) => fields.name === 'Bob');
  second.actions.setMain(bob?.ref ?? '');
  const saved = await all.saveForm(second);
  expect({ saved, issues: second.store.getState().issues }).toMatchObject({
    saved: { kind: 'saved' },
    issues: {},
  });
  expect(savedId(saved)).toBe(edit);
  const { children } = (await all.item(edit)).command;
  expect(children.map(({ fields }) => [fields.name ?? fields.email, fields.main_customer_flag])).toEqual(
    expect.arrayContaining([
      ['Cleo', 0],
      ['bob@n.example', 1],
    ]),
  );
});
