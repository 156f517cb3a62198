/** What the message after a save says about an item that the core keeps back. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { stubWindow } from '../../support/renderer/bridge-to';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const { workspace, window } = rig;
afterEach(() => vi.unstubAllGlobals());

/** Opens a window on the core and returns the message after this save, with the keys of its texts. */
const messageAfter = async (
  kind: 'company' | 'trailNote',
  intentId: string,
  outcome: 'new' | 'folded',
): Promise<object> => {
  stubWindow(rig.fixture.core.router as never);
  const { connectCore } = await import('../../../src/renderer/client/client');
  connectCore();
  const { useOutboxSummary, useSync } = await import('../../../src/renderer/client/events');
  const { tellSaved } = await import('../../../src/renderer/forms/saving/form-outcome');
  const { useToasts } = await import('../../../src/renderer/forms/windows/toast-state');
  useToasts.setState({ short: null });
  useOutboxSummary.setState({ summary: await window().outbox.summary() });
  useSync.setState({ state: { connectivity: 'online', demoOffline: false } as never });
  const keys = ((key: string, facts?: { name?: string }) =>
    facts?.name === undefined ? key : `${key} ${facts.name}`) as never;
  const named = { key: kind, name: 'Acme' } as const;
  tellSaved(keys, new QueryClient(), kind, { kind: 'saved', intentId, outcome, named });
  await vi.waitFor(() => expect(useToasts.getState().short).not.toBeNull(), 10_000);
  return useToasts.getState().short!;
};

const submit = async (command: object, base: unknown = null): Promise<string> => {
  const done = await window().outbox.submit({
    command: { schema: 1, children: [], ...command },
    ...(base === null ? {} : { base }),
  } as never);
  if (!done.ok) throw new Error(JSON.stringify(done));
  return done.id;
};

it('an edit that joins a held item is not promised a time', async () => {
  await rig.connect();
  await rig.releaseAll();
  const [target = ''] = workspace().cache.liveIds('company');
  const { base, current } = (await window().outbox.editBase({ kind: 'company', ref: target }))!;
  const edit = (address: string) =>
    submit({ kind: 'company', target, fields: { address, pool_id: String(current.fields.pool_id) } }, base);
  await window().outbox.setUndoSeconds({ seconds: 30 });
  const first = await edit('First');
  await window().outbox.hold({ id: first, held: true });
  expect(await edit('Second')).toBe(first);

  const message = await messageAfter('company', first, 'folded');
  expect(message).toMatchObject({ text: 'form.savedHeld' });
  expect(message).not.toHaveProperty('countdownMs');
});

it('a note on a company that is held is promised after the company', async () => {
  await rig.connect();
  await rig.releaseAll();
  await window().outbox.setUndoSeconds({ seconds: 30 });
  const company = await submit({
    kind: 'company',
    target: null,
    fields: { name: 'At The Fair', pool_id: '0' },
  });
  await window().outbox.hold({ id: company, held: true });
  const note = await submit({
    kind: 'trailNote',
    target: null,
    fields: { company_id: company, content: 'Met at the fair', remark_type: 101 },
  });

  const message = await messageAfter('trailNote', note, 'new');
  expect(message).toMatchObject({ text: 'form.savedAfter At The Fair' });
  expect(message).not.toHaveProperty('countdownMs');
});
