/** An edit in doubt of which the CRM shows nothing is not called delivered. */
import { expect, it, vi } from 'vitest';
import { isPush, LOST, withData } from '../../support/outbox/answers';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk, colleague } = makeOutboxDesk();

it('money: an edit of an invoice that did not arrive is not confirmed by its unchanged lines', async () => {
  const all = await desk();
  const { fieldsOf, line } = all.order();
  const made = await all.submit({
    kind: 'outboundInvoice',
    children: [line(0, 'local:l')],
    fields: fieldsOf('INV-9'),
  });
  await all.core.outbox.sendNow({ id: made });
  await all.until(made, 'applied');
  const target = (await all.item(made)).realId ?? '';
  // No discount is set, and this service shows none; no push arrives.
  rig.service.wire.intercept = async (request, pass) => {
    if (isPush(request)) return LOST;
    const got = await pass();
    return request.url.includes('outbound/info')
      ? withData(got, (data) => ({ ...data, discount_rate: null }))
      : got;
  };
  await rig.rounds();
  await all.core.sync.fetchDetail({ resource: 'outboundInvoice', id: target });
  const form = await all.open({ kind: 'outboundInvoice', mode: 'edit', target, ownDraft: null });
  form.actions.setField('discount_rate', '5');
  const id = savedId(await all.saveForm(form, { confirmed: true }));
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  rig.workspace().outbox.reconnected();
  // It is read after some seconds.
  await expect(
    vi.waitFor(async () => expect((await all.item(id)).state).toBe('applied'), { timeout: 5000 }),
  ).rejects.toThrow();
});

it('an edit of a company that did not arrive is not confirmed by a value that a colleague has set', async () => {
  const all = await desk();
  const target = all.cache.liveIds('company')[0] ?? '';
  rig.service.service.touch('company', target, { remark: null });
  await rig.rounds();
  await all.core.sync.fetchDetail({ resource: 'company', id: target });
  const form = await all.open({ kind: 'company', mode: 'edit', target, ownDraft: null });
  form.actions.setField('remark', 'mine');
  // Every push of a company carries its pool, which the colleague changes after the form was opened.
  const before = Number(form.store.getState().values.fields.pool_id);
  const pools = rig.service.database
    .prepare(`SELECT DISTINCT json_extract(doc, '$.pool_id') FROM record WHERE resource = 'company'`)
    .pluck()
    .all()
    .map(Number);
  const pool_id = pools.find((one) => one !== before && one > 0) ?? 1;
  await colleague('company/pushCompanyAndCustomers', { company_id: Number(target), pool_id });
  rig.service.wire.intercept = (request, pass) => (isPush(request) ? Promise.resolve(LOST) : pass());
  const id = savedId(await all.saveForm(form));
  await all.core.outbox.sendNow({ id });
  await vi.waitFor(async () => expect((await all.item(id)).attempts).toBe(1), { timeout: 10_000 });
  await expect(
    vi.waitFor(async () => expect((await all.item(id)).state).toBe('applied'), { timeout: 5000 }),
  ).rejects.toThrow();
});
