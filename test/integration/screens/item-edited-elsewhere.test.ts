/** The forms' own code with a whole core: the item or the account of an open form changes in another window. */
import { afterEach, expect, it, vi } from 'vitest';
import { stubWindow } from '../../support/renderer/bridge-to';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
afterEach(() => vi.unstubAllGlobals());

const desk = async () => {
  await rig.connect({ dataset: 30 });
  rig.cut();
  stubWindow(rig.fixture.core.router);
  // They look at their window as they are loaded.
  const { connectCore, core } = await import('../../../src/renderer/client/client');
  const { createFormStore } = await import('../../../src/renderer/forms/session/form-store');
  const { openSession } = await import('../../../src/renderer/forms/session/form-session');
  const { saveForm } = await import('../../../src/renderer/forms/session/save-form');
  connectCore();
  const accountId = (await core.accounts.state()).account?.id ?? '';
  const context = { accountId, selfUserId: null, now: '2026-11-22 10:00:00' };
  const open = async (ref: Parameters<typeof openSession>[0]) => {
    const opened = await openSession(ref, context);
    if (!opened.ok) throw new Error(opened.why);
    return createFormStore(opened.form, () => undefined);
  };
  const answer = await core.outbox.submit({
    command: {
      schema: 1,
      kind: 'company',
      target: null,
      fields: { name: 'Nordwind Pumps', pool_id: '0', tel: '111', remark: 'by sea' },
      children: [
        { ref: 'local:a', fields: { name: 'Ann', email: 'ann@n.example' } },
        { ref: 'local:b', fields: { name: 'Bob', email: 'bob@n.example' } },
      ],
    },
    base: null,
  });
  if (!answer.ok) throw new Error(answer.code);
  const ref = { kind: 'company', mode: 'intent', intentId: answer.id } as const;
  const command = async () => {
    const { fields, children } = (await core.outbox.get({ id: answer.id }))!.intent.command;
    return { fields, children: children.map(({ fields: { name, email } }) => [name, email]) };
  };
  return { core, open, saveForm, ref, command };
};

it('a form keeps what another window saved in the same item, and adds only what the user changed', async () => {
  const { open, saveForm, ref, command } = await desk();
  const [first, second] = [await open(ref), await open(ref)];
  second.actions.setFields({ remark: 'by rail', homepage: 'n.example' });
  second.actions.setChild('local:b', 'email', 'bob@new.example');
  second.actions.addChildren([{ ref: 'local:c', fields: { name: 'Cy', email: 'cy@n.example' } }]);
  expect(await saveForm(second)).toMatchObject({ kind: 'saved', outcome: 'replaced' });
  first.actions.setField('tel', '222');
  first.actions.setChild('local:a', 'name', 'Anna');
  expect(await saveForm(first)).toMatchObject({ kind: 'saved', outcome: 'replaced' });
  expect(await command()).toMatchObject({
    fields: { name: 'Nordwind Pumps', tel: '222', remark: 'by rail', homepage: 'n.example' },
    children: [
      ['Anna', 'ann@n.example'],
      ['Bob', 'bob@new.example'],
      ['Cy', 'cy@n.example'],
    ],
  });
});

it('a draft that is continued later keeps what was saved in its item meanwhile', async () => {
  const { core, open, saveForm, ref, command } = await desk();
  const begun = await open(ref);
  begun.actions.setField('tel', '');
  begun.actions.removeChild('local:b', true);
  await begun.actions.flush();
  await begun.actions.stop();
  // The next follow-up is planned from the record's page, and merged into the waiting item.
  const planned = await core.outbox.submit({
    command: {
      schema: 1,
      kind: 'company',
      target: ref.intentId,
      fields: { remark: 'by rail', pool_id: '0' },
      children: [],
    },
    base: null,
  });
  expect(planned).toMatchObject({ ok: true, outcome: 'folded' });
  const again = await open(ref);
  expect(again.store.getState().form.restored).toBe(true);
  expect(await saveForm(again)).toMatchObject({ kind: 'saved' });
  const { fields, children } = await command();
  expect([fields.tel, fields.remark, children]).toEqual([undefined, 'by rail', [['Ann', 'ann@n.example']]]);
});

it('what was typed after another window saved the draft changes the saved record, and makes no second one', async () => {
  const { core, open, saveForm } = await desk();
  const ref = { kind: 'company', mode: 'new', draftId: 'draft:1', ownDraft: null, about: null } as const;
  const first = await open(ref);
  first.actions.setField('name', 'Südwind Pumps');
  await first.actions.flush();
  const second = await open(ref);
  expect(await saveForm(first)).toMatchObject({ kind: 'saved', outcome: 'new' });
  // The second window has not seen it, and closes.
  second.actions.setField('tel', '222');
  await second.actions.flush();
  second.actions.setField('remark', 'by sea');
  await second.actions.flush();
  await second.actions.stop();
  const [draft] = await core.outbox.drafts();
  const again = await open({ ...ref, draftId: draft!.id });
  expect(await saveForm(again)).toMatchObject({ kind: 'saved', outcome: 'replaced' });
  const saved = (await core.outbox.list({})).filter(({ title }) => title === 'Südwind Pumps');
  expect(saved.map(({ command }) => command.fields)).toMatchObject([{ tel: '222', remark: 'by sea' }]);
});

it('nothing of a form is saved in another account', async () => {
  const { core, open, saveForm, ref } = await desk();
  const form = await open(ref);
  const { form: asOpened } = form.store.getState();
  form.store.setState({ form: { ...asOpened, accountId: 'another' } });
  form.actions.setField('tel', '222');
  await expect(saveForm(form)).rejects.toMatchObject({ code: 'other-account' });
  const elsewhere = await open({
    kind: 'company',
    mode: 'new',
    draftId: 'draft:1',
    ownDraft: null,
    about: null,
  });
  const account = { accountId: 'another' };
  for (const call of [
    core.outbox.saveDraft({ kind: 'company', form: {}, ...account }),
    core.outbox.submit({ command: {}, ...account }),
    core.outbox.edit({ id: ref.intentId, command: {}, ...account }),
  ])
    await expect(call).rejects.toMatchObject({ code: 'other-account' });
  await elsewhere.actions.stop();
  await form.actions.stop();
});
