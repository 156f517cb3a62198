/** A new contact that looks like one that the company has already. */
import { expect, it } from 'vitest';
import { allSettled, isPush, withData } from '../../support/outbox/answers';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk, colleague } = makeOutboxDesk();
type Values = Record<string, unknown>;
const contactsOf = (target: string): Values[] =>
  (
    JSON.parse(
      String(
        rig.service.database
          .prepare(`SELECT detail FROM record WHERE resource = 'company' AND id = ${target}`)
          .pluck()
          .get(),
      ),
    ) as { customers: Values[] }
  ).customers.filter(({ name }) => name === 'Zoe Zander');

it('a later edit changes the new contact, not an older one with the same name', async () => {
  const all = await desk();
  const target = all.cache.liveIds('company')[0] ?? '';
  const zoe = { name: 'Zoe Zander' };
  await colleague('company/pushCompanyAndCustomers', {
    company_id: Number(target),
    pool_id: 0,
    customers: [zoe],
  });
  await all.core.sync.fetchDetail({ resource: 'company', id: target });
  const [older] = contactsOf(target);
  // The answers of this service have no ids of contacts. The first one takes a while.
  const { promise: gate, resolve: open } = Promise.withResolvers<undefined>();
  rig.service.wire.intercept = async (request, pass) => {
    if (!isPush(request)) return pass();
    await gate;
    return withData(await pass(), (data) => ({ ...data, customers: [] }));
  };

  const form = await all.open({ kind: 'company', mode: 'edit', target, ownDraft: null });
  form.actions.addChildren([{ ref: 'local:n', fields: zoe }]);
  const id = savedId(await all.saveForm(form));
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'sending');
  const second = await all.open({ kind: 'company', mode: 'edit', target, ownDraft: null });
  second.actions.setChild('local:n', 'post', 'Head buyer');
  const later = savedId(await all.saveForm(second));
  open(undefined);
  await allSettled(all);
  expect([(await all.item(id)).state, (await all.item(later)).state]).toEqual(['applied', 'applied']);
  const now = contactsOf(target);
  expect(now).toHaveLength(2);
  expect(now.find(({ customer_id: one }) => one === older?.customer_id)?.post ?? '').toBe(older?.post ?? '');
  expect(now.find(({ customer_id: one }) => one !== older?.customer_id)).toMatchObject({
    post: 'Head buyer',
  });
});
