/** A draft whose common text another window has saved. */
import { expect, it, vi } from 'vitest';
import { makeFormDesk } from '../../support/renderer/form-desk';

const { rig, desk } = makeFormDesk();

const apart = async ({ open, saveForm, core }: Awaited<ReturnType<typeof desk>>) => {
  const ref = { kind: 'company', mode: 'new', draftId: 'draft:1', ownDraft: null, about: null } as const;
  const first = await open(ref);
  first.actions.setField('name', 'Südwind Pumps');
  first.actions.addChildren([{ ref: 'local:x', fields: { name: 'Xi', email: 'xi@n.example' } }]);
  await first.actions.flush();
  const second = await open(ref);
  const saved = await saveForm(first);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  second.actions.setChild('local:x', 'tel', '4711');
  second.actions.setField('tel', '222');
  await second.actions.flush();
  await second.actions.stop();
  const [draft] = await core.outbox.drafts();
  return { ref: { ...ref, draftId: draft!.id }, draft: draft!, id: saved.intentId };
};

it('after the delivery the draft has the changed contact, or the form says that it has not', async () => {
  const all = await desk();
  const { ref, id } = await apart(all);
  rig.mend();
  await rig.releaseAll();
  await rig.window().outbox.sendNow({ id });
  await vi.waitFor(async () => expect((await all.core.outbox.get({ id }))?.intent.state).toBe('applied'), {
    timeout: 20_000,
  });
  await rig.rounds();
  const form = await all.open(ref);
  const { values, form: opened } = form.store.getState();
  expect(JSON.stringify(values.children).includes('4711') || opened.caution === 'delivered-children').toBe(
    true,
  );
});

it('the draft of an item that was taken back is a new record with all text', async () => {
  const all = await desk();
  const { ref, id } = await apart(all);
  expect(await all.core.outbox.discard({ id })).toMatchObject({ ok: true });
  const form = await all.open(ref);
  expect(form.store.getState().values).toMatchObject({ fields: { name: 'Südwind Pumps', tel: '222' } });
  expect(JSON.stringify(form.store.getState().values.children)).toContain('4711');
  expect(await all.saveForm(form)).toMatchObject({ kind: 'saved', outcome: 'new' });
});

it('a second window that was told saves no second record without asking', async () => {
  const all = await desk();
  const ref = { kind: 'company', mode: 'new', draftId: 'draft:1', ownDraft: null, about: null } as const;
  const first = await all.open(ref);
  first.actions.setField('name', 'Südwind Pumps');
  await first.actions.flush();
  const second = await all.open(ref);
  expect(await all.saveForm(first)).toMatchObject({ kind: 'saved' });
  second.actions.setField('tel', '222');
  expect(await all.saveForm(second)).toMatchObject({ kind: 'draft-gone' });
});

it('panel and filtered list of a local company count the same', async () => {
  const { core, ref } = await desk();
  const { relatedFilter } = await import('../../../src/renderer/records/related-filter');
  for (const note of ['one', 'two'])
    expect(
      await core.outbox
        .submit({
          command: {
            schema: 1,
            kind: 'trailNote',
            target: null,
            fields: { company_id: ref.intentId, content: note, trail_type: 101 },
            children: [],
          },
          base: null,
        })
        .catch((e: unknown) => e),
    ).toMatchObject({});
  expect(
    await core.outbox.submit({
      command: {
        schema: 1,
        kind: 'receipt',
        target: null,
        fields: { amount: '5.00', currency: 'EUR', company_id: ref.intentId },
        children: [],
      },
      base: null,
    }),
  ).toMatchObject({ ok: true });
  const record = (await core.records.get({ resource: 'company', id: ref.intentId }))!;
  const related = await core.records.related({ resource: 'company', id: ref.intentId, limit: 1 });
  for (const { resource, total } of related) {
    const filter = relatedFilter(record, resource);
    if (filter === null) continue;
    const page = await core.records.page({ view: { resource, filters: [filter] }, start: 0, limit: 5 });
    expect([resource, page.total]).toEqual([resource, total]);
  }
});

it('the panel of a company and its filtered lists count pending receipts alike', async () => {
  const { core } = await desk();
  const { relatedFilter } = await import('../../../src/renderer/records/related-filter');
  const company = rig.workspace().cache.liveIds('company')[0]!;
  expect(
    await core.outbox.submit({
      command: {
        schema: 1,
        kind: 'receipt',
        target: null,
        fields: { amount: '5.00', currency: 'EUR', company_id: company },
        children: [],
      },
      base: null,
    }),
  ).toMatchObject({ ok: true });
  const record = (await core.records.get({ resource: 'company', id: company }))!;
  for (const { resource, total } of await core.records.related({
    resource: 'company',
    id: company,
    limit: 1,
  })) {
    const filter = relatedFilter(record, resource);
    if (filter === null) continue;
    const page = await core.records.page({ view: { resource, filters: [filter] }, start: 0, limit: 5 });
    expect([resource, page.total]).toEqual([resource, total]);
  }
});

it('what a second window typed into the draft before the first saved it makes no second record', async () => {
  const { core, open, saveForm } = await desk();
  const ref = { kind: 'company', mode: 'new', draftId: 'draft:2', ownDraft: null, about: null } as const;
  const first = await open(ref);
  first.actions.setField('name', 'Ostwind Pumps');
  await first.actions.flush();
  const second = await open(ref);
  second.actions.setField('tel', '222');
  await second.actions.flush();
  const saved = await saveForm(first);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  expect(await core.outbox.drafts()).toMatchObject([{ id: 'draft:2', intentId: saved.intentId }]);
  expect(await saveForm(second)).toEqual({ kind: 'draft-gone' });
  await second.actions.stop();
  const again = await open(ref);
  expect(await saveForm(again)).toMatchObject({ kind: 'saved', outcome: 'replaced' });
  const items = (await core.outbox.list({})).filter(({ title }) => title === 'Ostwind Pumps');
  expect(items.map(({ command }) => command.fields.tel)).toEqual(['222']);
});
