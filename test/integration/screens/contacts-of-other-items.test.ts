/** A contact that another item of the user has added is no trace of an attempt. */
import { expect, it, vi } from 'vitest';
import { isPush, LOST, refusal } from '../../support/outbox/answers';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk } = makeOutboxDesk();
type Values = Record<string, unknown>;
const one = (sql: string): string => String(rig.service.database.prepare(sql).pluck().get());
const customersOf = (target: string): Values[] =>
  (
    JSON.parse(one(`SELECT detail FROM record WHERE resource = 'company' AND id = ${target}`)) as {
      customers: Values[];
    }
  ).customers;

it('a contact that another item of the user added is not asked about', async () => {
  const all = await desk();
  const target = all.cache.liveIds('company')[0] ?? '';
  await all.core.sync.fetchDetail({ resource: 'company', id: target });
  const before = customersOf(target).length;
  const form = await all.open({ kind: 'company', mode: 'edit', target, ownDraft: null });
  form.actions.addChildren([{ ref: 'local:n', fields: { name: 'Zoe Zander', post: 'Buyer' } }]);
  // It does not arrive.
  rig.service.wire.intercept = (request, pass) => {
    if (!isPush(request)) return pass();
    rig.cut();
    return Promise.resolve(LOST);
  };
  const id = savedId(await all.saveForm(form));
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  await all.core.outbox.sendAgain({ id });
  rig.mend();
  rig.service.wire.intercept = (request, pass) =>
    isPush(request) ? Promise.resolve(refusal(request)) : pass();
  rig.workspace().outbox.reconnected();
  await all.until(id, 'rejected');
  rig.service.wire.intercept = (_, pass) => pass();
  const second = await all.open({ kind: 'company', mode: 'edit', target, ownDraft: null });
  second.actions.addChildren([{ ref: 'local:m', fields: { name: 'Max Meier', post: 'Driver' } }]);
  const other = savedId(await all.saveForm(second));
  await all.until(other, 'applied');
  await all.core.outbox.sendAgain({ id });
  await vi.waitFor(
    async () => expect(['applied', 'uncertain', 'rejected']).toContain((await all.item(id)).state),
    { timeout: 20_000 },
  );
  expect(await all.item(id)).toMatchObject({ state: 'applied', reason: null });
  expect(customersOf(target)).toHaveLength(before + 2);
});
