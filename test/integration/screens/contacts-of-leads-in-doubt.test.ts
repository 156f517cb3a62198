/**
 * The contacts of a lead are changed while the lead is in doubt. The details of a lead have no ids of contacts (E2).
 */
import { expect, it, vi } from 'vitest';
import { makeOutboxDesk } from '../../support/renderer/outbox-desk';

const { rig, desk } = makeOutboxDesk();
const NORD = `FROM record WHERE resource = 'lead' AND name = 'Nord'`;
const one = (sql: string): string => String(rig.service.database.prepare(sql).pluck().get());
const contacts = (): Record<string, unknown>[] => JSON.parse(one(`SELECT detail ${NORD}`)).customers;

const changeInDoubt = async (contact: Record<string, string>, change: Record<string, string>) => {
  const all = await desk();
  const children = [{ ref: 'local:a', fields: contact }];
  const command = { kind: 'lead', fields: { name: 'Nord' }, children };
  const id = await all.inDoubt(command, { arrives: true, cuts: true });
  const { command: sent, version } = await all.item(id);
  const changed = { ...sent, children: [{ ref: 'local:a', fields: { ...contact, ...change } }] };
  const saved = await all.core.outbox.edit({ id, command: changed, version });
  if (!saved.ok) throw new Error(saved.code);
  const edit = saved.id;
  await all.core.outbox.arrived({ id, realId: one(`SELECT CAST(id AS TEXT) ${NORD}`) });
  rig.mend();
  rig.workspace().outbox.reconnected();
  await vi.waitFor(async () => expect(['applied', 'rejected']).toContain((await all.item(edit)).state), {
    timeout: 25_000,
  });
  return all.item(edit);
};
const ADA = { name: 'Ada', email: 'ada@x.example' };

it('a change of a contact with an e-mail arrives', async () => {
  expect(await changeInDoubt(ADA, { remark: 'by sea' })).toMatchObject({ state: 'applied' });
  expect(contacts()).toMatchObject([{ ...ADA, remark: 'by sea' }]);
});

it.each([
  ['the remark of a contact without an e-mail', { name: 'Ada' }, { remark: 'by sea' }],
  ['an e-mail', ADA, { email: 'new@x.example' }],
  ['an e-mail that there was none of', { name: 'Ada' }, { email: 'ada@x.example' }],
])('a change of %s is refused, because it would add a second contact', async (_, contact, change) => {
  const edit = await changeInDoubt(contact, change);
  expect(edit).toMatchObject({ state: 'rejected', reason: { code: 'ids-unknown' } });
  expect(contacts()).toHaveLength(1);
});
