/** Two windows with the same draft of a waiting item, with the forms' own code and a whole core. */
import { expect, it } from 'vitest';
import { makeFormDesk } from '../../support/renderer/form-desk';

const { desk } = makeFormDesk();
const CY = { ref: 'local:c', fields: { name: 'Cy', email: 'cy@n.example' } };

/** Two forms whose draft has a contact, a number and a changed remark that the item does not have yet. */
const shared = async () => {
  const all = await desk();
  const first = await all.open(all.ref);
  first.actions.setFields({ fax: '5', remark: 'by air' });
  first.actions.addChildren([CY]);
  await first.actions.flush();
  const second = await all.open(all.ref);
  expect(second.store.getState().values.children.map(({ fields }) => fields.name)).toContain('Cy');
  const named = async () => {
    const { fields, children } = await all.command();
    return { fields, names: children.map((child) => child.fields.name) };
  };
  const saveBoth = async (other = second) => {
    expect(await all.saveForm(first)).toMatchObject({ kind: 'saved' });
    const result = await all.saveForm(other);
    // The user confirms that the draft was saved in the other window.
    const saved = result.kind === 'draft-gone' ? await all.saveForm(other, { isSecond: true }) : result;
    expect(saved).toMatchObject({ kind: 'saved' });
  };
  return { ...all, first, second, named, saveBoth };
};

it('what one form removed stays removed when the other form saved the draft’s text', async () => {
  const { second, saveBoth, named } = await shared();
  second.actions.removeChild('local:c', true);
  second.actions.setFields({ fax: '', tel: '222' });
  await second.actions.flush();
  await saveBoth();
  const { fields, names } = await named();
  expect(names).toEqual(['Ann', 'Bob']);
  expect(fields).toMatchObject({ tel: '222', remark: 'by air' });
  expect(fields.fax ?? '').toBe('');
});

it('also if the form removed everything that the draft had, so that it looks as the item did', async () => {
  const { second, saveBoth, named } = await shared();
  second.actions.removeChild('local:c', true);
  second.actions.setFields({ fax: '', remark: 'by sea' });
  await saveBoth();
  const { fields, names } = await named();
  expect(names).toEqual(['Ann', 'Bob']);
  expect(fields.fax ?? '').toBe('');
});

it('also if that form is left and its draft opened again', async () => {
  const { second, saveBoth, named, open, ref } = await shared();
  second.actions.removeChild('local:c', true);
  second.actions.setField('tel', '222');
  await second.actions.flush();
  await second.actions.stop();
  const again = await open(ref);
  await saveBoth(again);
  expect((await named()).names).toEqual(['Ann', 'Bob']);
});

it('a value that one form set back stays so when the other form saved the draft’s text', async () => {
  const { second, saveBoth, named } = await shared();
  second.actions.setFields({ remark: 'by sea', tel: '222' });
  await saveBoth();
  expect((await named()).fields).toMatchObject({ tel: '222', remark: 'by sea', fax: '5' });
});

it('what the draft had and the form left alone stays as the other form saved it', async () => {
  const { first, second, saveBoth, named } = await shared();
  first.actions.setField('homepage', 'n.example');
  second.actions.setField('tel', '222');
  await saveBoth();
  const { fields, names } = await named();
  expect(fields).toMatchObject({ tel: '222', remark: 'by air', fax: '5', homepage: 'n.example' });
  expect(names).toEqual(['Ann', 'Bob', 'Cy']);
});

it('what one form removed stays removed if the item was discarded meanwhile and saved anew by the other form', async () => {
  const { core, first, open, ref, saveForm } = await shared();
  expect(await core.outbox.discard({ id: ref.intentId })).toEqual({ ok: true });
  expect(await saveForm(first)).toEqual({ kind: 'refused', code: 'discarded' });
  const [draft] = await core.outbox.drafts();
  const second = await open({
    kind: 'company',
    mode: 'new',
    draftId: draft!.id,
    ownDraft: null,
    about: null,
  });
  second.actions.removeChild('local:c', true);
  await second.actions.flush();
  await second.actions.stop();
  const saved = await saveForm(first);
  expect(saved).toMatchObject({ kind: 'saved', outcome: 'new' });
  const intentId = saved.kind === 'saved' ? saved.intentId : '';
  const again = await open({ kind: 'company', mode: 'intent', intentId });
  expect(again.store.getState().form.restored).toBe(true);
  expect(again.store.getState().values.children.map(({ fields }) => fields.name)).toEqual(['Ann', 'Bob']);
});
