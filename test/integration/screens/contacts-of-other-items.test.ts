/** A contact that another item of the user has added is no trace of an attempt. */
import { expect, it, vi } from 'vitest';
import { formatServerTime, parseServerTime } from '#shared/domain/time';
import { allSettled, isPush, LOST, refusal, showsLate, withoutRows } from '../../support/outbox/answers';
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

it('a new company that the user calls arrived: a contact that was added later is not asked about', async () => {
  const all = await desk();
  const fields = { name: 'Nordwind', pool_id: '0' };
  const children = [{ ref: 'local:a', fields: { name: 'Ada' } }];
  const id = await all.inDoubt({ kind: 'company', fields, children }, { arrives: true, cuts: true });
  await all.core.outbox.sendAgain({ id });
  const late = showsLate(rig, ({ url }, got) =>
    url.includes('/list') ? withoutRows(got, ({ name }) => name === 'Nordwind') : got,
  );
  rig.mend();
  late.begin();
  await all.until(id, 'rejected');
  rig.cut();
  const form = await all.open({ kind: 'company', mode: 'intent', intentId: id });
  form.actions.addChildren([{ ref: 'local:b', fields: { name: 'Bob' } }]);
  savedId(await all.saveForm(form));
  // A colleague has changed the name, so the user decides. A change in the same second as the creation is not noticed.
  const realId = one(`SELECT id FROM record WHERE resource = 'company' AND name = 'Nordwind'`);
  const made = one(`SELECT doc ->> 'create_time' FROM record WHERE resource = 'company' AND id = ${realId}`);
  const update_time = formatServerTime((parseServerTime(made) ?? Number.NaN) + 1000);
  rig.service.service.touch('company', realId, { name: 'Nordwind GmbH', update_time });
  late.shows = true;
  rig.mend();
  rig.workspace().outbox.reconnected();
  await all.until(id, 'uncertain');
  expect(await all.core.outbox.arrived({ id, realId })).toEqual({ ok: true });
  rig.workspace().outbox.reconnected();
  expect(new Set(await allSettled(all))).toEqual(new Set(['applied']));
  expect(customersOf(realId)).toHaveLength(2);
});
