/** A contact that an attempt without an answer added is the user’s own, also in a conflict. */
import { expect, it, vi } from 'vitest';
import { losesNextAnswer, showsLate, withData } from '../../support/outbox/answers';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk, colleague } = makeOutboxDesk();
type Values = Record<string, unknown>;

it('what an earlier attempt entered in a contact that it added is no change by others', async () => {
  const all = await desk();
  const target = all.cache.liveIds('company')[0] ?? '';
  await all.core.sync.fetchDetail({ resource: 'company', id: target });
  const form = await all.open({ kind: 'company', mode: 'edit', target, ownDraft: null });
  form.actions.setField('remark', 'mine');
  form.actions.addChildren([{ ref: 'local:n', fields: { name: 'Zoe Zander', post: 'Buyer' } }]);
  losesNextAnswer(rig);
  const id = savedId(await all.saveForm(form));
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  await all.core.outbox.sendAgain({ id });
  // The record is shown late, and the next attempt is refused.
  const late = showsLate(rig, ({ url }, got) =>
    url.includes('company') && got.kind === 'answer' && got.text.includes('Zoe')
      ? withData(got, (data) => ({
          ...data,
          remark: form.store.getState().form.base?.fields.remark ?? '',
          customers: ((data.customers ?? []) as Values[]).filter(({ name }) => name !== 'Zoe Zander'),
        }))
      : got,
  );
  rig.mend();
  late.begin();
  await vi.waitFor(async () => expect((await all.item(id)).state).toBe('rejected'), { timeout: 20_000 });
  await colleague('company/pushCompanyAndCustomers', {
    company_id: Number(target),
    pool_id: 0,
    remark: 'theirs',
  });
  const second = await all.open({ kind: 'company', mode: 'intent', intentId: id });
  second.actions.setChild('local:n', 'post', 'Head buyer');
  late.shows = true;
  savedId(await all.saveForm(second));
  await vi.waitFor(
    async () => expect(['applied', 'conflict', 'rejected']).toContain((await all.item(id)).state),
    { timeout: 20_000 },
  );
  const item = await all.item(id);
  expect({ state: item.state, fields: item.conflicts.map(({ field }) => field) }).toEqual({
    state: 'conflict',
    fields: ['remark'],
  });
});
