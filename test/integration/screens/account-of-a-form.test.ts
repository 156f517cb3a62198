/** A form whose account is no longer the open one. */
import { expect, it } from 'vitest';
import { makeFormDesk } from '../../support/renderer/form-desk';

const { desk } = makeFormDesk();

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

it('"Create again" makes no draft in an account that was opened meanwhile', async () => {
  const { core, ref } = await desk();
  const { createAgain } = await import('../../../src/renderer/forms/opening/create-again');
  const found = await core.outbox.get({ id: ref.intentId });
  if (found === null) throw new Error('no such item');
  const drafts = await core.outbox.drafts();
  await expect(createAgain(found.intent, 'operation', 'another')).rejects.toMatchObject({
    code: 'other-account',
  });
  expect(await core.outbox.drafts()).toEqual(drafts);
  expect((await core.outbox.get({ id: ref.intentId }))?.intent.state).toBe(found.intent.state);
});
