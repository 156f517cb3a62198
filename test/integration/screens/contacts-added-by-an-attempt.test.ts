/** A contact that an attempt without an answer added, and that a later edit changes. */
import { expect, it, vi } from 'vitest';
import { allSettled, losesNextAnswer, showsLate, withData, withoutRows } from '../../support/outbox/answers';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk, colleague } = makeOutboxDesk();
type Values = Record<string, unknown>;
const one = (sql: string): string => String(rig.service.database.prepare(sql).pluck().get());
const detailOf = (where: string): Values =>
  JSON.parse(one(`SELECT detail FROM record WHERE ${where}`)) as Values;

it.each(['mine', 'theirs'] as const)(
  'a later edit changes a contact that an earlier attempt added, and adds none, after a conflict (%s)',
  async (pick) => {
    const all = await desk();
    const target = all.cache.liveIds('company')[0] ?? '';
    await all.core.sync.fetchDetail({ resource: 'company', id: target });
    const form = await all.open({ kind: 'company', mode: 'edit', target, ownDraft: null });
    form.actions.setField('remark', 'mine');
    form.actions.addChildren([{ ref: 'local:n', fields: { name: 'Zoe Zander' } }]);
    losesNextAnswer(rig);
    const id = savedId(await all.saveForm(form));
    await all.core.outbox.sendNow({ id });
    await all.until(id, 'uncertain');
    const second = await all.open({ kind: 'company', mode: 'edit', target, ownDraft: null });
    second.actions.setChild('local:n', 'post', 'Head buyer');
    const later = savedId(await all.saveForm(second));
    const theirs = { company_id: Number(target), pool_id: 0, remark: 'theirs' };
    await colleague('company/pushCompanyAndCustomers', theirs);
    rig.mend();
    await all.core.outbox.sendAgain({ id });
    rig.workspace().outbox.reconnected();
    await all.until(id, 'conflict');
    const { mergedCommand } = await import('../../../src/renderer/features/outbox/merge');
    const item = await all.item(id);
    const merged = mergedCommand(item, { ['/remark']: { pick } }, () => 'local:again');
    if (merged === null) throw new Error('not merged');
    expect(await all.core.outbox.edit({ id, ...merged, version: item.version })).toMatchObject({ ok: true });
    await allSettled(all);
    expect((await all.item(later)).state).toBe('applied');
    const { customers } = detailOf(`resource = 'company' AND id = ${target}`) as { customers: Values[] };
    const added = customers.filter(({ name, post }) => name === 'Zoe Zander' || post === 'Head buyer');
    expect(added).toMatchObject([{ name: 'Zoe Zander', post: 'Head buyer' }]);
  },
);

type Desk = Awaited<ReturnType<typeof desk>>;
const PUSH = 'company/pushCompanyAndCustomers';
const zoes = (target: string): Values[] =>
  (detailOf(`resource = 'company' AND id = ${target}`) as { customers: Values[] }).customers.filter(
    ({ name }) => name === 'Zoe Zander',
  );
const settled = async (all: Desk, id: string) => {
  await vi.waitFor(
    async () => expect(['applied', 'conflict', 'rejected']).toContain((await all.item(id)).state),
    { timeout: 20_000 },
  );
  return all.item(id);
};
/** An edit that adds Zoe, a buyer; it arrives, and its answer is lost. */
const zoeInDoubt = async () => {
  const all = await desk();
  const target = all.cache.liveIds('company')[0] ?? '';
  await all.core.sync.fetchDetail({ resource: 'company', id: target });
  const form = await all.open({ kind: 'company', mode: 'edit', target, ownDraft: null });
  form.actions.setField('remark', 'mine');
  form.actions.addChildren([{ ref: 'local:n', fields: { name: 'Zoe Zander', post: 'Buyer' } }]);
  const remark = form.store.getState().form.base?.fields.remark ?? '';
  losesNextAnswer(rig);
  const id = savedId(await all.saveForm(form));
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  return { all, target, id, remark };
};

it('a contact that an attempt added and a colleague has changed is not added again without a question', async () => {
  const { all, target, id } = await zoeInDoubt();
  const [zoe] = zoes(target);
  await colleague(PUSH, {
    company_id: Number(target),
    pool_id: 0,
    customers: [{ customer_id: zoe?.customer_id, post: 'Head buyer' }],
  });
  rig.mend();
  await all.core.outbox.sendAgain({ id });
  rig.workspace().outbox.reconnected();
  await vi.waitFor(
    async () => expect(await all.item(id)).toMatchObject({ reason: { code: 'may-have-added' } }),
    { timeout: 20_000 },
  );
  expect(await all.item(id)).toMatchObject({ state: 'uncertain', waits: 'your-decision' });
  expect(zoes(target)).toMatchObject([{ post: 'Head buyer' }]);
  // The user has looked: it is another person.
  await all.core.outbox.sendAgain({ id });
  await all.until(id, 'applied');
  expect(zoes(target)).toHaveLength(2);
});

it('the form of a refused item does not add the contact of an earlier attempt again', async () => {
  const { all, target, id, remark } = await zoeInDoubt();
  await all.core.outbox.sendAgain({ id });
  const late = showsLate(rig, (_, got) =>
    got.kind === 'answer' && got.text.includes('Zoe')
      ? withData(got, (data) => ({
          ...data,
          remark,
          customers: (data.customers as Values[]).filter(({ name }) => name !== 'Zoe Zander'),
        }))
      : got,
  );
  rig.mend();
  late.begin();
  await all.until(id, 'rejected');
  late.shows = true;
  await rig.rounds();
  await all.core.sync.fetchDetail({ resource: 'company', id: target });
  const form = await all.open({ kind: 'company', mode: 'intent', intentId: id });
  form.actions.setField('remark', 'mine again');
  savedId(await all.saveForm(form));
  await settled(all, id);
  expect(zoes(target)).toHaveLength(1);
});

it('the value of the CRM is taken for a contact that an earlier attempt added', async () => {
  const { all, target, id } = await zoeInDoubt();
  await colleague(PUSH, { company_id: Number(target), pool_id: 0, remark: 'theirs' });
  rig.mend();
  await all.core.outbox.sendAgain({ id });
  rig.workspace().outbox.reconnected();
  await all.until(id, 'conflict');
  const customers = [{ customer_id: zoes(target)[0]?.customer_id, post: 'Chief' }];
  await colleague(PUSH, { company_id: Number(target), pool_id: 0, customers });
  const { mergedCommand, conflictKey } = await import('../../../src/renderer/features/outbox/merge');
  for (const pick of ['mine', 'theirs'] as const) {
    const item = await all.item(id);
    const choices = Object.fromEntries(item.conflicts.map((one) => [conflictKey(one), { pick }]));
    const merged = mergedCommand(item, choices, () => 'local:again');
    if (merged === null) throw new Error('not merged');
    await all.core.outbox.edit({ id, ...merged, version: item.version });
    await settled(all, id);
  }
  expect(zoes(target)).toMatchObject([{ post: 'Chief' }]);
});

it('an item says that a contact which the user removed may be in the CRM', async () => {
  const all = await desk();
  const children = [
    { ref: 'local:a', fields: { name: 'Ada' } },
    { ref: 'local:b', fields: { name: 'Bob' } },
  ];
  const fields = { name: 'Nordwind', pool_id: '0' };
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
  form.actions.removeChild('local:b', true);
  savedId(await all.saveForm(form));
  expect((await all.item(id)).notes).toContain('removed-may-stay');
  late.shows = true;
  rig.mend();
  rig.workspace().outbox.reconnected();
  expect(new Set(await allSettled(all))).toEqual(new Set(['applied']));
  const { customers } = detailOf(`resource = 'company' AND name = 'Nordwind'`) as { customers: Values[] };
  expect(customers).toHaveLength(2);
  expect((await all.item(id)).notes).toContain('removed-may-stay');
});

it('a contact that got its id is not pushed as removed: no push of a company can remove one', async () => {
  const { all, target, id } = await zoeInDoubt();
  await colleague(PUSH, { company_id: Number(target), pool_id: 0, remark: 'theirs' });
  rig.mend();
  await all.core.outbox.sendAgain({ id });
  rig.workspace().outbox.reconnected();
  await all.until(id, 'conflict');
  await all.core.sync.fetchDetail({ resource: 'company', id: target });
  const form = await all.open({ kind: 'company', mode: 'intent', intentId: id });
  const zoe = form.store.getState().values.children.find(({ fields }) => fields.name === 'Zoe Zander');
  expect(zoe?.ref).toMatch(/^\d+$/);
  // The screen offers no removal of such a contact.
  form.actions.removeChild(zoe?.ref ?? '', true);
  savedId(await all.saveForm(form));
  expect((await all.item(id)).command.children.filter(({ remove }) => remove)).toEqual([]);
});
