/** Every push of a receipt carries its amount. A form that does not change it brings back no earlier amount. */
import { expect, it } from 'vitest';
import { isPush, LOST } from '../../support/outbox/answers';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk } = makeOutboxDesk();
type Desk = Awaited<ReturnType<typeof desk>>;

const receipt = (amount: string) => ({
  kind: 'receipt',
  schema: 1,
  target: null,
  fields: { amount, currency: 'USD', collection_date: '2026-11-20' },
  children: [],
});
/** A receipt of 100 that is in the CRM and on this computer. */
const delivered = async (all: Desk) => {
  const { core } = all;
  const id = await all.submit(receipt('100'));
  await core.outbox.sendNow({ id });
  await all.until(id, 'applied');
  const target = (await all.item(id)).realId ?? '';
  await rig.rounds();
  await core.sync.fetchDetail({ resource: 'receipt', id: target });
  await core.outbox.setUndoSeconds({ seconds: 30 });
  return { kind: 'receipt', mode: 'edit', target, ownDraft: null } as const;
};
const change = async (all: Desk, ref: Parameters<Desk['open']>[0], amount: string): Promise<string> => {
  const form = await all.open(ref);
  form.actions.setField('amount', amount);
  return savedId(await all.saveForm(form));
};
const fieldsOf = async (all: Desk, id: string) => (await all.item(id)).command.fields;
const BOTH = { remark: 'by hand', amount: '150' };

it('the form of a new receipt that goes into doubt keeps the amount that another window corrected', async () => {
  const all = await desk();
  const { core } = all;
  await core.outbox.setUndoSeconds({ seconds: 30 });
  const id = await all.submit(receipt('100'));
  const form = await all.open({ kind: 'receipt', mode: 'intent', intentId: id });
  const { version } = await all.item(id);
  await core.outbox.edit({ id, command: receipt('150'), version });
  rig.service.wire.intercept = async (request, pass) => (isPush(request) ? LOST : pass());
  await core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  form.actions.setField('remark', 'by hand');
  expect(await fieldsOf(all, savedId(await all.saveForm(form)))).toMatchObject(BOTH);
});

it('two forms of one record: the amount that the other form changed stays', async () => {
  const all = await desk();
  const record = await delivered(all);
  const form = await all.open(record);
  const edit = await change(all, record, '150');
  form.actions.setField('remark', 'by hand');
  expect(savedId(await all.saveForm(form))).toBe(edit);
  expect(await fieldsOf(all, edit)).toMatchObject(BOTH);
});

it('two forms of one waiting edit: the amount that the other form changed stays', async () => {
  const all = await desk();
  const edit = await change(all, await delivered(all), '120');
  const ref = { kind: 'receipt', mode: 'intent', intentId: edit } as const;
  const form = await all.open(ref);
  await change(all, ref, '150');
  form.actions.setField('remark', 'by hand');
  savedId(await all.saveForm(form));
  expect(await fieldsOf(all, edit)).toMatchObject(BOTH);
});

it('an edit of the amount that is in doubt: a form that was opened before keeps its amount', async () => {
  const all = await desk();
  const record = await delivered(all);
  const form = await all.open(record);
  const id = await change(all, record, '150');
  rig.service.wire.intercept = async (request, pass) => (isPush(request) ? LOST : pass());
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  form.actions.setField('remark', 'by hand');
  expect(await fieldsOf(all, savedId(await all.saveForm(form)))).toMatchObject(BOTH);
});

it.each(['waits', 'was delivered'])(
  'a kept draft of a remark shows and keeps an amount that %s',
  async (how) => {
    const all = await desk();
    const record = await delivered(all);
    const edit = await change(all, record, '120');
    const begun = await all.open(record);
    begun.actions.setField('remark', 'by hand');
    await begun.actions.flush();
    await begun.actions.stop();
    await change(all, { kind: 'receipt', mode: 'intent', intentId: edit }, '150');
    if (how === 'was delivered') {
      await all.core.outbox.sendNow({ id: edit });
      await all.until(edit, 'applied');
    }
    const again = await all.open(record);
    expect(again.store.getState().values.fields).toMatchObject(BOTH);
    expect(await fieldsOf(all, savedId(await all.saveForm(again)))).toMatchObject(BOTH);
  },
);

it('an amount that the user sets back is sent', async () => {
  const all = await desk();
  const record = await delivered(all);
  const edit = await change(all, record, '120');
  await change(all, record, '100');
  expect((await fieldsOf(all, edit)).amount).toBe('100');
});
