/** The values with which a form opens: the forms' own code with a whole core. */
import { describe, expect, it, vi } from 'vitest';
import type { FormRef } from '../../../src/renderer/navigation/form-route';
import { stubWindow } from '../../support/renderer/bridge-to';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const CONTEXT = { selfUserId: null, now: '2026-11-22 10:00:00' };

const desk = async (options: Parameters<typeof rig.connect>[0] = {}) => {
  await rig.connect(options);
  stubWindow(rig.fixture.core.router);
  // They look at their window as they are loaded.
  const { connectCore, core } = await import('../../../src/renderer/client/client');
  const { openSession } = await import('../../../src/renderer/forms/opening/open-session');
  connectCore();
  rig.cut();
  const open = async (ref: FormRef) => {
    const opened = await openSession(ref, CONTEXT);
    if (!opened.ok) throw new Error(opened.why);
    return opened.form;
  };
  const submit = async (command: object, base: unknown = null): Promise<string> => {
    const answer = await core.outbox.submit({
      command: { schema: 1, target: null, fields: {}, children: [], ...command },
      base,
    } as never);
    if (!('id' in answer)) throw new Error(JSON.stringify(answer));
    return answer.id;
  };
  return { core, open, openSession, submit };
};

const NORDWIND = { kind: 'company', fields: { name: 'Nordwind Pumps', pool_id: '0' } };

describe('a form', () => {
  it('of an item has what was typed, until the item is discarded', async () => {
    const { core, open, openSession, submit } = await desk();
    const id = await submit({
      ...NORDWIND,
      children: [{ ref: 'local:c1', fields: { name: 'Mia', email: 'mia@nordwind.example' } }],
    });
    const form = await open({ kind: 'company', mode: 'intent', intentId: id });
    expect(form).toMatchObject({
      target: null,
      intentId: id,
      restored: false,
      refusal: null,
      hasChildren: true,
    });
    expect(form.values.fields.name).toBe('Nordwind Pumps');
    expect(form.values.children).toMatchObject([{ ref: 'local:c1', fields: { name: 'Mia' } }]);
    // A record that only the outbox has is the item itself.
    expect(await open({ kind: 'company', mode: 'edit', target: id, ownDraft: null })).toMatchObject({
      intentId: id,
    });
    const receipt = await submit({
      kind: 'receipt',
      fields: { amount: '12.50', currency: 'USD', company_id: id },
    });
    const named = await open({ kind: 'receipt', mode: 'intent', intentId: receipt });
    expect(named.values.names).toEqual({ [`company~${id}`]: 'Nordwind Pumps' });
    await core.outbox.discard({ id: receipt });
    const ref: FormRef = { kind: 'receipt', mode: 'intent', intentId: receipt };
    expect(await openSession(ref, CONTEXT)).toEqual({ ok: false, why: 'discarded' });
    expect(await openSession({ ...ref, intentId: 'local:none' }, CONTEXT)).toEqual({
      ok: false,
      why: 'gone',
    });
    expect(await openSession({ kind: 'lead', mode: 'edit', target: '404', ownDraft: null }, CONTEXT)).toEqual(
      {
        ok: false,
        why: 'gone',
      },
    );
  });

  it('of an edit shows the record as it will be: without a contact that is to be removed', async () => {
    const { open, submit } = await desk();
    const { cache } = rig.workspace();
    const target = cache.liveIds('company').find((one) => {
      const people = cache.get('company', one)?.row.values.customers;
      return Array.isArray(people) && people.length > 1;
    })!;
    const form = await open({ kind: 'company', mode: 'edit', target, ownDraft: null });
    const [first, second] = form.values.children;
    expect(form.start).toEqual(form.values);
    const id = await submit(
      {
        kind: 'company',
        target,
        fields: { name: String(form.values.fields.name), pool_id: '0' },
        children: [{ ref: first!.ref, fields: { name: first!.fields.name }, remove: true }],
      },
      form.base,
    );
    const again = await open({ kind: 'company', mode: 'intent', intentId: id });
    const refs = again.values.children.map(({ ref }) => ref);
    expect([refs.includes(first!.ref), refs.includes(second!.ref)]).toEqual([false, true]);
    expect(again.base?.fields.name).toEqual(form.base?.fields.name);
  });

  it('of a draft has what was typed into it, whatever became of the item that it edited', async () => {
    const { core, open, submit } = await desk();
    const id = await submit(NORDWIND);
    const form = {
      schema: 1,
      values: { fields: { name: 'Nordwind AG' }, children: [], names: {} },
      start: 'junk',
    };
    const draft = { id: 'draft:1', kind: 'company' as const, target: null, intentId: id, form, base: null };
    await core.outbox.saveDraft(draft);
    const typed = await open({ kind: 'company', mode: 'intent', intentId: id });
    expect(typed).toMatchObject({ restored: true, draftId: 'draft:1', intentId: id });
    expect([typed.values.fields.name, typed.start.fields]).toEqual(['Nordwind AG', {}]);
    await core.outbox.discard({ id });
    const kept = await open({
      kind: 'company',
      mode: 'new',
      draftId: 'draft:1',
      ownDraft: null,
      about: null,
    });
    expect(kept).toMatchObject({ restored: true, draftId: 'draft:1', intentId: null, target: null });
    expect(kept.values.fields.name).toBe('Nordwind AG');
    const fresh = await open({
      kind: 'company',
      mode: 'new',
      draftId: 'draft:2',
      ownDraft: null,
      about: null,
    });
    expect(fresh).toMatchObject({ restored: false, draftId: 'draft:2', target: null });
    expect(fresh.values.fields.name ?? '').toBe('');
  });

  it('of a draft that cannot be read is empty, and opens', async () => {
    const { core, open } = await desk();
    for (const [at, form] of ['text', 5, null, []].entries()) {
      const id = `draft:odd${at}`;
      await core.outbox.saveDraft({ id, kind: 'lead', target: null, form, base: null } as never);
      const opened = await open({ kind: 'lead', mode: 'new', draftId: id, ownDraft: null, about: null });
      expect([opened.restored, opened.values.fields, opened.values.children]).toEqual([true, {}, []]);
    }
  });

  it('shows the values of the custom fields of its record', async () => {
    const { core } = await desk({ profile: 'live' });
    const { ownValuesOf } = await import('../../../src/renderer/forms/fields/own-values');
    const listed = await core.records.lookup({ name: 'companyFields' });
    const offered = listed.filter(({ id }) => /^\d+$/.test(id));
    expect(offered.length).toBeGreaterThan(0);
    const seen = new Map<string, string>();
    for (const id of rig.workspace().cache.liveIds('company'))
      for (const [key, value] of Object.entries(await ownValuesOf('company', id))) seen.set(key, value);
    expect([...seen.keys()].length).toBeGreaterThan(0);
    expect([...seen.keys()].every((key) => offered.some(({ id }) => id === key))).toBe(true);
    expect([...seen.values()].every((value) => value !== '')).toBe(true);
    vi.unstubAllGlobals();
  });
});
