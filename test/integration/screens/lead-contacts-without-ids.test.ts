/** The contacts of a lead of a service whose answers have no ids of contacts (contract E2 names none). */
import { expect, it } from 'vitest';
import { isPush, refusal, withData } from '../../support/outbox/answers';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk } = makeOutboxDesk();
type Values = Record<string, unknown>;

/** The answers have no ids of contacts. Pushes with `refused` in their body are refused. */
const withoutIds = (refused = 'nothing'): void => {
  rig.service.wire.intercept = async (request, pass) => {
    if (isPush(request) && String(request.body).includes(refused)) return refusal(request);
    const got = await pass();
    if (!request.url.includes('lead/info')) return got;
    return withData(got, (data) =>
      Array.isArray(data.customers)
        ? {
            ...data,
            customers: (data.customers as Values[]).map((one) => ({ ...one, customer_id: undefined })),
          }
        : data,
    );
  };
};

it('are shown once while an edit waits, right after it was delivered, and after the next read', async () => {
  const all = await desk();
  withoutIds();
  const made = await all.submit({
    kind: 'lead',
    fields: { name: 'Fair', company_name: 'Nordwind' },
    children: [
      { ref: 'local:b', fields: { name: 'Bob', email: 'Bob@n.example', main_customer_flag: 1 } },
      { ref: 'local:d', fields: { name: 'Dora', tel: '11' } },
    ],
  });
  const target = async (): Promise<string> => (await all.item(made)).realId ?? made;
  const shown = async (): Promise<unknown[]> => {
    const record = await all.core.records.get({ resource: 'lead', id: await target() });
    return ((record?.values.customers ?? []) as Values[])
      .map(({ name, tel }) => `${name} ${tel ?? ''}`)
      .toSorted();
  };
  expect(await shown()).toEqual(['Bob ', 'Dora 11']);
  await all.core.outbox.sendNow({ id: made });
  await all.until(made, 'applied');
  expect(await shown()).toEqual(['Bob ', 'Dora 11']);
  const read = async (): Promise<void> => {
    await rig.rounds();
    await all.core.sync.fetchDetail({ resource: 'lead', id: await target() });
  };
  await read();
  expect(await shown()).toEqual(['Bob ', 'Dora 11']);
  await all.core.outbox.pause({ paused: true });
  const form = await all.open({ kind: 'lead', mode: 'edit', target: await target(), ownDraft: null });
  const ofBob = form.store.getState().values.children.find(({ fields }) => fields.name === 'Bob');
  form.actions.setChild(ofBob?.ref ?? '', 'tel', '22');
  form.actions.addChildren([{ ref: 'local:c', fields: { name: 'Cleo' } }]);
  const edit = savedId(await all.saveForm(form));
  const after = ['Bob 22', 'Cleo ', 'Dora 11'];
  expect(await shown()).toEqual(after);
  const again = await all.open({ kind: 'lead', mode: 'edit', target: await target(), ownDraft: null });
  expect(again.store.getState().values.children).toHaveLength(3);
  const bobAgain = again.store.getState().values.children.find(({ fields }) => fields.name === 'Bob');
  again.actions.setChild(bobAgain?.ref ?? '', 'tel', '23');
  expect(savedId(await all.saveForm(again))).toBe(edit);
  after[0] = 'Bob 23';
  expect(await shown()).toEqual(after);
  await all.core.outbox.pause({ paused: false });
  await all.until(edit, 'applied');
  expect(await shown()).toEqual(after);
  await read();
  expect(await shown()).toEqual(after);
  const third = await all.open({ kind: 'lead', mode: 'edit', target: await target(), ownDraft: null });
  expect(third.store.getState().values.children).toHaveLength(3);
  const hits = await all.core.records.search({ text: 'Nordwind', limit: 10 });
  expect(hits.filter(({ resource }) => resource === 'lead')).toHaveLength(1);
});

it('are shown once if the edit of one contact is refused, and a later edit adds another contact', async () => {
  const all = await desk();
  withoutIds('"555"');
  const made = await all.submit({
    kind: 'lead',
    fields: { name: 'Fair' },
    children: [{ ref: 'local:b', fields: { name: 'Bob', email: 'bob@n.example' } }],
  });
  await all.core.outbox.sendNow({ id: made });
  await all.until(made, 'applied');
  const target = (await all.item(made)).realId ?? '';
  const read = () => all.core.sync.fetchDetail({ resource: 'lead', id: target });
  await rig.rounds();
  await read();
  const open = () => all.open({ kind: 'lead', mode: 'edit', target, ownDraft: null });
  const first = await open();
  first.actions.setChild(first.store.getState().values.children[0]?.ref ?? '', 'tel', '555');
  const refused = savedId(await all.saveForm(first));
  await all.core.outbox.sendNow({ id: refused });
  await all.until(refused, 'rejected');
  const second = await open();
  second.actions.addChildren([{ ref: 'local:c', fields: { name: 'Cleo' } }]);
  const later = savedId(await all.saveForm(second));
  await all.core.outbox.sendNow({ id: later });
  await all.until(later, 'applied');
  const names = async (): Promise<unknown[]> => {
    const record = await all.core.records.get({ resource: 'lead', id: target });
    return ((record?.values.customers ?? []) as Values[]).map(({ name, email }) => name ?? email).toSorted();
  };
  expect(await names()).toEqual(['Bob', 'Cleo']);
  await rig.rounds();
  await read();
  expect(await names()).toEqual(['Bob', 'Cleo']);
  expect((await open()).store.getState().values.children).toHaveLength(2);
});
