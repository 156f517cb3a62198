/** The product details of invoice lines that a refusal asked for, when the corrected item is opened again. */
import { expect, it } from 'vitest';
import { makeFormDesk } from '../../support/renderer/form-desk';

const { rig, desk } = makeFormDesk();

/** An invoice as it waits after the user has typed the unit that a refusal asked for. */
const corrected = async () => {
  const all = await desk();
  const { cache } = rig.workspace();
  const done = await all.core.outbox.submit({
    command: {
      schema: 1,
      kind: 'outboundInvoice',
      target: null,
      fields: {
        serial_id: 'INV-1',
        company_id: cache.liveIds('company')[0],
        currency: 'USD',
        handler: [cache.liveIds('user')[0]],
      },
      children: [
        {
          ref: 'local:line',
          fields: {
            product_id: '7',
            sku_id: '8',
            order_id: cache.liveIds('order')[0],
            outbound_count: '3',
            sale_price: '2.50',
            product_unit: 'box',
          },
        },
      ],
    },
    base: null,
  });
  if (!done.ok) throw new Error(JSON.stringify(done));
  const ref = { kind: 'outboundInvoice', mode: 'intent', intentId: done.id } as const;
  const line = async () => (await all.core.outbox.get({ id: done.id }))!.intent.command.children[0]?.fields;
  return { ...all, ref, line };
};

it('stay if another field of the item is changed', async () => {
  const { open, saveForm, ref, line } = await corrected();
  const form = await open(ref);
  form.actions.setField('remark', 'by sea');
  form.actions.setChild('local:line', 'outbound_count', '4');
  expect(await saveForm(form, { confirmed: true })).toMatchObject({ kind: 'saved' });
  expect(await line()).toMatchObject({ outbound_count: '4', product_unit: 'box' });
});

it('stay in the form of the item after it was discarded', async () => {
  const { core, open, ref } = await corrected();
  const form = await open(ref);
  form.actions.setField('remark', 'by sea');
  await form.actions.flush();
  const { draftId: id } = form.store.getState();
  expect(await core.outbox.discard({ id: ref.intentId })).toMatchObject({ ok: true });
  const drafted = { kind: 'outboundInvoice', mode: 'new', draftId: id, ownDraft: id, about: null } as const;
  const again = await open(drafted);
  expect(again.store.getState().form.asked.lines).toEqual(['product_unit']);
});
