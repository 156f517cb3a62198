/** The user types a value again in a refused item, after a later edit of the record has delivered another one. */
import { expect, it } from 'vitest';
import { makeOutboxDesk } from '../../support/renderer/outbox-desk';

const { rig, desk } = makeOutboxDesk();

it.each([
  ['types the older value again', 'one', 'one'],
  ['changes another field only', 'two', 'two'],
])('the latest value counts if the user %s', async (_, typed, expected) => {
  const all = await desk();
  const target = all.cache.liveIds('company')[0] ?? '';
  const sent: string[] = [];
  rig.service.wire.intercept = (request, pass) => {
    if (request.method !== 'POST') return pass();
    sent.push(/"remark":"([^"]*)"/.exec(request.body ?? '')?.[1] ?? '');
    const text = '{"code":404,"message":"locked","data":{}}';
    return sent.length > 1
      ? pass()
      : Promise.resolve({ kind: 'answer', status: 200, headers: {}, text, url: request.url });
  };
  const edit = async (fields: object): Promise<string> => {
    const id = await all.submit({ kind: 'company', target, fields: { pool_id: '0', ...fields } });
    await all.core.outbox.sendNow({ id });
    return id;
  };
  const refused = await edit({ remark: 'one', address: 'long' });
  await all.until(refused, 'rejected');
  await all.until(await edit({ remark: 'two' }), 'applied');
  const form = await all.open({ kind: 'company', mode: 'intent', intentId: refused });
  expect(form.store.getState().values.fields.remark).toBe('two');
  form.actions.setField('address', 'short');
  form.actions.setField('remark', typed);
  await all.saveForm(form);
  await all.core.outbox.sendNow({ id: refused });
  await all.until(refused, 'applied');
  expect(sent.at(-1)).toBe(expected);
});
