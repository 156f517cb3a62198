/** The amount of a receipt is in every push (contract E7). An edit of another field does not carry a refused amount. */
import { expect, it } from 'vitest';
import { refusal } from '../../support/outbox/answers';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk } = makeOutboxDesk();

it('money: an amount that the CRM refused is not sent with an edit of another field', async () => {
  const all = await desk();
  const target = await all.deliveredReceipt();
  await rig.rounds();
  await all.core.sync.fetchDetail({ resource: 'receipt', id: target });
  const sent: string[] = [];
  rig.service.wire.intercept = (request, pass) => {
    if (request.method !== 'POST') return pass();
    sent.push(request.body ?? '');
    return sent.length > 1 ? pass() : Promise.resolve(refusal(request));
  };
  const edit = async (field: string, value: string): Promise<string> => {
    const form = await all.open({ kind: 'receipt', mode: 'edit', target, ownDraft: null });
    form.actions.setField(field, value);
    const id = savedId(await all.saveForm(form));
    await all.core.outbox.sendNow({ id });
    return id;
  };
  const refused = await edit('amount', '999');
  await all.until(refused, 'rejected');
  await all.until(await edit('remark', 'by rail'), 'applied');
  expect(sent.at(-1)).toContain('"amount":100');
  // The refused amount waits for the user, as before.
  expect(await all.item(refused)).toMatchObject({
    state: 'rejected',
    command: { fields: { amount: '999' } },
  });
});
