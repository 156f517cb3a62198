/** An edit in doubt of which the CRM shows nothing is not called delivered. */
import { expect, it, vi } from 'vitest';
import { isPush, LOST, withData } from '../../support/outbox/answers';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk } = makeOutboxDesk();

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
