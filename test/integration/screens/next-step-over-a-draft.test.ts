/** The next follow-up of a company whose form was left with typed text. */
import { expect, it, vi } from 'vitest';
import { NO_VALUES } from '../../../src/renderer/forms/values/form-values';
import { makeFormDesk } from '../../support/renderer/form-desk';

const { rig, desk } = makeFormDesk();
const planner = { accountId: null, selfUserId: null };

/** A company whose form was closed with "Later". */
const companyWithDraft = async () => {
  const all = await desk();
  const { saveNextStep } = await import('../../../src/renderer/forms/sheet/save-next-step');
  const target = rig.workspace().cache.liveIds('company')[0]!;
  const ref = { kind: 'company', mode: 'edit', target, ownDraft: null } as const;
  const left = await all.open(ref);
  left.actions.setField('remark', 'typed and left');
  await left.actions.flush();
  await left.actions.stop();
  const plan = (time: string) =>
    saveNextStep({ ...NO_VALUES, fields: { company_id: target, next_follow_up_time: time } }, planner);
  const shown = async () => (await all.open(ref)).store.getState().values.fields;
  return { ...all, target, plan, shown };
};

it('is in the form that opens, beside what was typed before, and nothing is saved for the user', async () => {
  const { core, plan, shown, target } = await companyWithDraft();
  expect(await plan('2027-01-04 10:00:00')).toEqual({ kind: 'form', companyId: target });
  expect(await shown()).toMatchObject({
    remark: 'typed and left',
    next_follow_up_time: '2027-01-04 10:00:00',
  });
  expect((await core.outbox.list({})).filter(({ command }) => command.target === target)).toEqual([]);
  // A second choice takes the place of the first.
  await plan('2027-01-11 10:00:00');
  expect((await shown()).next_follow_up_time).toBe('2027-01-11 10:00:00');
});

it('a draft that is continued sends only what was typed in it, not what another form has saved since', async () => {
  const { core, open, target } = await companyWithDraft();
  const { current } = (await core.outbox.editBase({ kind: 'company', ref: target }))!;
  const fields = { name: String(current.fields.name), pool_id: '0', tel: '+49 40 999' };
  const edit = { schema: 1, kind: 'company', target, fields, children: [] } as const;
  expect(await core.outbox.submit({ command: edit, base: null })).toMatchObject({ ok: true });
  const form = await open({ kind: 'company', mode: 'edit', target, ownDraft: null });
  expect(form.store.getState().values.fields).toMatchObject({ remark: 'typed and left', tel: '+49 40 999' });
  const { buildCommand } = await import('../../../src/renderer/forms/saving/form-command');
  const { form: opened, values } = form.store.getState();
  const sent = buildCommand({ ...opened, values }).command.fields;
  expect(sent).toMatchObject({ remark: 'typed and left' });
  expect(sent).not.toHaveProperty('tel');
  await form.actions.stop();
});

it('fails, so that the user is told, if the draft cannot be written', async () => {
  const { plan } = await companyWithDraft();
  const box = rig.workspace().outbox as unknown as { saveDraft: () => never };
  vi.spyOn(box, 'saveDraft').mockImplementation(() => {
    throw new Error('the disk is full');
  });
  await expect(plan('2027-01-04 10:00:00')).rejects.toThrow();
});
