/** A contact that a delivered edit added, while the copy does not show it yet. */
import { expect, it } from 'vitest';
import { allSettled, losesNextAnswer } from '../../support/outbox/answers';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk, colleague } = makeOutboxDesk();
type Values = Record<string, unknown>;
const one = (sql: string): string => String(rig.service.database.prepare(sql).pluck().get());
const zoes = (target: string): Values[] =>
  (
    JSON.parse(one(`SELECT detail FROM record WHERE resource = 'company' AND id = ${target}`)) as {
      customers: Values[];
    }
  ).customers.filter(({ name }) => name === 'Zoe Zander');

it('a contact that a delivered edit added is shown once, although the copy lacks it', async () => {
  const all = await desk();
  const target = all.cache.liveIds('company')[0] ?? '';
  await all.core.sync.fetchDetail({ resource: 'company', id: target });
  const form = await all.open({ kind: 'company', mode: 'edit', target, ownDraft: null });
  form.actions.addChildren([{ ref: 'local:n', fields: { name: 'Zoe Zander', post: 'Buyer' } }]);
  losesNextAnswer(rig);
  const id = savedId(await all.saveForm(form));
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  const second = await all.open({ kind: 'company', mode: 'edit', target, ownDraft: null });
  second.actions.setChild('local:n', 'post', 'Head buyer');
  const later = savedId(await all.saveForm(second));
  await all.core.outbox.hold({ id: later, held: true });
  rig.mend();
  rig.service.wire.intercept = (_, pass) => pass();
  rig.workspace().outbox.reconnected();
  await all.until(id, 'applied');
  const third = await all.open({ kind: 'company', mode: 'edit', target, ownDraft: null });
  const shown = third.store
    .getState()
    .values.children.filter(({ fields }) => fields.name === 'Zoe Zander' || fields.post === 'Head buyer');
  expect(shown).toHaveLength(1);
  third.actions.setChild(shown[0]!.ref, 'tel', '12345');
  savedId(await all.saveForm(third));
  await all.core.outbox.hold({ id: later, held: false });
  expect(new Set(await allSettled(all))).toEqual(new Set(['applied']));
  expect(zoes(target)).toMatchObject([{ post: 'Head buyer', tel: '12345' }]);
});

it('a contact that may have arrived is shown once, and a change of it changes it', async () => {
  const all = await desk();
  const target = all.cache.liveIds('company')[0] ?? '';
  await all.core.sync.fetchDetail({ resource: 'company', id: target });
  const form = await all.open({ kind: 'company', mode: 'edit', target, ownDraft: null });
  form.actions.addChildren([{ ref: 'local:n', fields: { name: 'Zoe Zander', post: 'Buyer' } }]);
  form.actions.setField('remark', 'new');
  losesNextAnswer(rig);
  const id = savedId(await all.saveForm(form));
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  // A colleague changes the remark, so the edit is not proved to have arrived.
  rig.service.wire.intercept = (_, pass) => pass();
  await colleague('company/pushCompanyAndCustomers', {
    company_id: Number(target),
    name: all.cache.get('company', target)?.row.values.name,
    pool_id: 0,
    remark: 'by a colleague',
    customers: [],
  });
  await all.core.sync.fetchDetail({ resource: 'company', id: target });
  const second = await all.open({ kind: 'company', mode: 'edit', target, ownDraft: null });
  const shown = second.store.getState().values.children.filter(({ fields }) => fields.name === 'Zoe Zander');
  expect(shown).toHaveLength(1);
  second.actions.setChild(shown[0]!.ref, 'tel', '12345');
  const later = savedId(await all.saveForm(second));
  expect((await all.item(id)).state).toBe('uncertain');
  await all.core.outbox.arrived({ id, realId: null });
  rig.workspace().outbox.reconnected();
  await all.until(later, 'applied');
  expect(zoes(target)).toMatchObject([{ post: 'Buyer', tel: '12345' }]);
});
