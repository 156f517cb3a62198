/** Two windows with the same draft of a new record, with the forms' own code and a whole core. */
import { afterEach, expect, it, vi } from 'vitest';
import { loadForms } from '../../support/renderer/form-desk';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
afterEach(() => vi.unstubAllGlobals());

const desk = async () => {
  await rig.connect();
  const { core, open: openForm, saveForm } = await loadForms(rig);
  const open = (draftId = 'draft:shared') =>
    openForm({ kind: 'lead', mode: 'new', draftId, ownDraft: null, about: null });
  return { core, open, saveForm };
};

it('what one form emptied and removed stays so when the other form saved the draft first', async () => {
  const { core, open, saveForm } = await desk();
  const first = await open();
  first.actions.setFields({ name: 'Kestrel Tools', remark: 'met in Canton', tel: '111', fax: '5' });
  first.actions.addChildren([
    { ref: 'local:00000000-0000-4000-8000-000000000001', fields: { name: 'Ana' } },
    { ref: 'local:00000000-0000-4000-8000-000000000002', fields: { name: 'Bo' } },
    { ref: 'local:00000000-0000-4000-8000-000000000003', fields: { name: 'Cy', remark: 'buyer' } },
  ]);
  await first.actions.flush();
  const second = await open();
  second.actions.setField('fax', '6');
  second.actions.setChild('local:00000000-0000-4000-8000-000000000002', 'name', 'Bodil');

  first.actions.setFields({ remark: '', fax: '' });
  first.actions.removeChild('local:00000000-0000-4000-8000-000000000001', true);
  first.actions.removeChild('local:00000000-0000-4000-8000-000000000002', true);
  first.actions.setChild('local:00000000-0000-4000-8000-000000000003', 'remark', '');
  await first.actions.flush();
  // What is filled in again is not emptied.
  first.actions.setField('tel', '');
  await first.actions.flush();
  first.actions.setField('tel', '111');
  await first.actions.flush();
  await first.actions.stop();
  await second.actions.stop();
  expect(await saveForm(second)).toMatchObject({ kind: 'saved' });

  expect(await core.outbox.drafts()).toHaveLength(1);
  const { fields, children } = (await open()).store.getState().values;
  expect(fields).toMatchObject({ name: 'Kestrel Tools', remark: '', tel: '111' });
  // The second form changed these, so they stay.
  expect(fields.fax).toBe('6');
  expect(children.map((child) => [child.fields.name, child.fields.remark ?? ''])).toEqual(
    expect.arrayContaining([
      ['Bodil', ''],
      ['Cy', ''],
    ]),
  );
  expect(children.map((child) => child.fields.name)).not.toContain('Ana');
});

it('a value stays that the other form entered again after the first one had emptied it', async () => {
  const { core, open, saveForm } = await desk();
  const first = await open();
  first.actions.setFields({ name: 'Kestrel Tools', remark: 'met in Canton' });
  await first.actions.flush();
  first.actions.setField('remark', '');
  await first.actions.flush();
  const second = await open();
  second.actions.setField('remark', 'met in Canton');
  expect(await saveForm(second)).toMatchObject({ kind: 'saved' });
  first.actions.setField('tel', '222');
  await first.actions.flush();
  await first.actions.stop();
  const [draft] = await core.outbox.drafts();
  const again = await open(draft!.id);
  expect(again.store.getState().values.fields).toMatchObject({ tel: '222', remark: 'met in Canton' });
});
