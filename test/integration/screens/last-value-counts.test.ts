/** What the user entered last counts: also in custom fields, and in contacts that the service gives no ids. */
import { expect, it, vi } from 'vitest';
import { type Document, makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk, colleague } = makeOutboxDesk();
type Desk = Awaited<ReturnType<typeof desk>>;

/** A lead with a contact. Its details have no ids of contacts, as the contract says (E2). */
const lead = async (all: Desk) => {
  rig.service.wire.intercept = async (request, pass) => {
    const answer = await pass();
    return request.url.includes('/lead/info') && answer.kind === 'answer'
      ? { ...answer, text: answer.text.replaceAll(/"customer_id":\d+,/g, '') }
      : answer;
  };
  const save = (body: object): Promise<Document> => colleague('lead/push', body);
  const customers = [{ name: 'Ann', email: 'ann@lea.example', tel: '1' }];
  const { lead_id } = await save({ name: 'Lea', company_name: 'Lea Ltd', customers });
  const target = String(lead_id);
  await rig.workspace().pull.round();
  await all.core.sync.fetchDetail({ resource: 'lead', id: target });
  /** The user enters another number; `meanwhile` runs while the form is open. */
  const enter = async (tel: string, meanwhile = async () => {}): Promise<string> => {
    const form = await all.open({ kind: 'lead', mode: 'edit', target, ownDraft: null });
    form.actions.setChild(form.store.getState().values.children[0]?.ref ?? '', 'tel', tel);
    await meanwhile();
    const id = savedId(await all.saveForm(form));
    await all.core.outbox.sendNow({ id });
    await vi.waitFor(async () => expect(['conflict', 'applied']).toContain((await all.item(id)).state), {
      timeout: 20_000,
    });
    return id;
  };
  const theirs = async (tel: string): Promise<void> => {
    await save({ lead_id, customers: [{ email: 'ann@lea.example', tel }] });
  };
  return { enter, theirs };
};

it('a decision about a contact without an id is no conflict again', async () => {
  const all = await desk();
  const { mergedCommand, conflictKey } = await import('../../../src/renderer/features/outbox/merge');
  const { enter, theirs } = await lead(all);
  const id = await enter('2', async () => theirs('3'));
  const item = await all.item(id);
  expect(item.conflicts).toMatchObject([{ field: 'tel', base: '1', mine: '2', theirs: '3' }]);
  const choices = { [conflictKey(item.conflicts[0] ?? ({} as never))]: { pick: 'mine' as const } };
  const merged = mergedCommand(item, choices, () => 'local:new');
  if (merged === null) throw new Error('not merged');
  expect(await all.core.outbox.edit({ id, ...merged, version: item.version })).toMatchObject({ ok: true });
  await vi.waitFor(async () => expect((await all.item(id)).state).not.toBe('queued'), { timeout: 20_000 });
  await all.until(id, 'applied');
});

it('the user’s own change of a contact without an id is no conflict once it is delivered', async () => {
  const all = await desk();
  const { enter } = await lead(all);
  await enter('2');
  const { state, conflicts } = await all.item(await enter('3'));
  expect([state, conflicts]).toEqual(['applied', []]);
});

it('the Outbox calls such a contact changed, not added', async () => {
  const all = await desk();
  const { changesOf } = await import('../../../src/renderer/features/outbox/changes');
  const { enter } = await lead(all);
  const { command, base } = await all.item(await enter('2'));
  expect(changesOf(command, base).children).toMatchObject([{ what: 'changed' }]);
});

it('an older edit that is sent again does not set back a custom field that a later one has delivered', async () => {
  const all = await desk();
  const target = all.cache.liveIds('company')[0] ?? '';
  const sent: string[] = [];
  rig.service.wire.intercept = (request, pass) => {
    if (request.method !== 'POST') return pass();
    const values = /"71234567":"([^"]*)".*"remark":"([^"]*)"/.exec(request.body ?? '');
    sent.push(`${values?.[1]}, ${values?.[2]}`);
    const text = '{"code":404,"message":"locked","data":{}}';
    return sent.length > 1
      ? pass()
      : Promise.resolve({ kind: 'answer', status: 200, headers: {}, text, url: request.url });
  };
  const edit = async (hall: string, remark: string): Promise<string> => {
    const fields = { pool_id: '0', remark };
    const id = await all.submit({ kind: 'company', target, fields, custom: { '71234567': hall } });
    await all.core.outbox.sendNow({ id });
    return id;
  };
  const older = await edit('Hall 1', 'one');
  await all.until(older, 'rejected');
  await all.until(await edit('Hall 2', 'two'), 'applied');
  await all.core.outbox.sendAgain({ id: older });
  await all.until(older, 'applied');
  expect(sent.at(-1)).toBe('Hall 2, two');
});
