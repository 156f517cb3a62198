/** What a user is told after saving, and what Undo does. */
import { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useOutboxSummary, useSync } from '../../../../src/renderer/client/events';
import { tellDraftKept, tellSaved } from '../../../../src/renderer/forms/saving/form-outcome';
import { shownToast, useToasts } from '../../../../src/renderer/forms/windows/toast-state';
import { windowOver } from '../../../support/renderer/window-over';

/** The address is read when the modules are loaded. */
vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

const words = (key: string, facts?: Record<string, unknown>): string =>
  facts === undefined ? key : `${key} ${Object.values(facts).join(' ')}`;
const t = words as unknown as TFunction;
const toast = () => shownToast(useToasts.getState());
const saved = (outcome: 'new' | 'folded' | 'replaced', intentId = 'local:1') => ({
  kind: 'saved' as const,
  intentId,
  outcome,
  named: { key: 'company' as const, name: 'Acme' },
});

const DRAFT = { kind: 'company' as const, form: { values: 'typed' } };

/** An item of the outbox, as far as the message reads it. */
const item = (waits: string | null, more: object = {}) => ({
  intent: { waits, waitsFor: [], subject: '', title: '', number: null, party: null, ...more },
});
/** Waits for the message, which is shown when the item has been read. */
const told = () => vi.waitFor(() => expect(toast()).not.toBeNull(), 10_000);

const desk = (
  { connectivity = 'online', demoOffline = false }: { connectivity?: string; demoOffline?: boolean } = {},
  summary: object = {},
  ok = true,
  items: Record<string, object> = { 'local:1': item('undo') },
) => {
  const calls: string[] = [];
  const done =
    (name: string) =>
    ({ id, operationId }: { id: string; operationId?: string }) => {
      calls.push(`${name} ${id}${operationId === undefined ? '' : ' once'}`);
      return { ok };
    };
  windowOver({
    outbox: {
      undo: done('undo'),
      discard: done('discard'),
      deleteDraft: done('deleteDraft'),
      saveDraft: ({
        id,
        kind,
        intentId,
        form,
      }: {
        id: string;
        kind: string;
        intentId: string;
        form: object;
      }) => {
        calls.push(`saveDraft ${id} of ${intentId} ${JSON.stringify(form)}`);
        return { id, kind };
      },
      get: ({ id }: { id: string }) => items[id] ?? null,
    },
  });
  useSync.setState({ state: { connectivity, demoOffline } as never });
  useOutboxSummary.setState({ summary: { undoSeconds: 6, paused: false, holds: {}, ...summary } as never });
  return calls;
};

beforeEach(() => useToasts.setState({ short: null, reminder: null, serial: 0 }));

describe('a saved form', () => {
  it.each<[string, Parameters<typeof desk>, string, boolean]>([
    ['can be undone for a while', [], 'form.savedUndo form.savedWhat.company Acme 6', true],
    [
      'goes out at once',
      [{}, { undoSeconds: 0 }, true, { 'local:1': item(null) }],
      'form.saved form.savedWhat.company Acme',
      true,
    ],
    [
      'waits for a connection',
      [{ connectivity: 'offline' }],
      'form.savedOffline form.savedWhat.company Acme',
      false,
    ],
    ['waits for the demo', [{ demoOffline: true }], 'form.savedOffline form.savedWhat.company Acme', false],
  ])('%s', async (_, [sync, summary, ok, items], text, counts) => {
    desk(sync, summary, ok, items);
    tellSaved(t, new QueryClient(), 'company', saved('new'));
    await told();
    expect(toast()?.text).toBe(text);
    expect(toast()?.itemId).toBe(counts ? 'local:1' : undefined);
    expect(toast()?.lifeMs).toBe(6000);
  });

  it.each([
    ['paused', 'form.savedPaused'],
    ['review', 'form.savedReview'],
    ['held', 'form.savedHeld'],
    ['not-permitted', 'form.savedNotPermitted'],
    ['sign-in', 'form.savedSignIn'],
    ['later', 'form.savedLater'],
  ])('whose item waits (%s) does not promise when it is sent', async (waits, text) => {
    desk({}, {}, true, { 'local:1': item(waits) });
    tellSaved(t, new QueryClient(), 'company', saved('folded'));
    await told();
    expect(toast()).toMatchObject({ text: `${text} form.savedWhat.company Acme` });
    expect(toast()).not.toHaveProperty('countdownMs');
  });

  it.each([
    [
      'names the item that is sent before it',
      [item('undo', { title: 'At The Fair' })],
      'form.savedAfter form.savedWhat.company Acme At The Fair',
    ],
    ['has a text for a nameless one', [item('undo')], 'form.savedAfterItems form.savedWhat.company Acme 1'],
    [
      'counts several',
      [item('undo', { title: 'A' }), item('undo', { title: 'B' })],
      'form.savedAfterItems form.savedWhat.company Acme 2',
    ],
  ])('that waits for other items %s', async (_, before, text) => {
    const others = Object.fromEntries(before.map((one, at) => [`local:before${at}`, one]));
    const waiting = item('parent', { waitsFor: Object.keys(others) });
    desk({ connectivity: 'offline' }, {}, true, { ...others, 'local:1': waiting });
    tellSaved(t, new QueryClient(), 'company', saved('new'));
    await told();
    expect(toast()?.text).toBe(text);
    expect(toast()?.countdownMs).toBeUndefined();
  });

  it.each([
    [{ paused: true }, 'form.savedPaused form.savedWhat.company Acme'],
    [{ holds: { company: 'review' } }, 'form.savedReview form.savedWhat.company Acme'],
    [{}, 'form.savedUndo form.savedWhat.company Acme 6'],
  ])('whose item cannot be read is told by what holds for its kind: %o', async (summary, text) => {
    desk({}, summary);
    windowOver({});
    tellSaved(t, new QueryClient(), 'company', saved('new'));
    await told();
    expect(toast()?.text).toBe(text);
  });

  it('stays on the screen for as long as it can be undone', async () => {
    desk({}, { undoSeconds: 30 });
    tellSaved(t, new QueryClient(), 'company', saved('new'));
    await told();
    expect([toast()?.lifeMs, toast()?.countdownMs]).toEqual([30_000, 30_000]);
  });

  it('is undone with what was saved beside it, each in its own way and once', async () => {
    const calls = desk();
    const queries = new QueryClient();
    const refreshed = vi.spyOn(queries, 'invalidateQueries');
    tellSaved(t, queries, 'company', saved('replaced'), {
      also: [saved('new', 'local:2'), saved('folded', 'local:3')],
      draft: DRAFT,
    });
    const before = refreshed.mock.calls.length;
    expect(before).toBeGreaterThan(0);
    await told();
    toast()?.action?.run();
    await vi.waitFor(() => expect(toast()?.text).toBe('form.undone'), 10_000);
    expect(calls.toSorted()).toEqual(['discard local:2 once', 'undo local:1 once', 'undo local:3 once']);
    expect(refreshed.mock.calls.length).toBe(2 * before);
    // The item still waits, as it was before.
    expect(toast()).not.toHaveProperty('action');
  });

  it('can be edited again after Undo discarded its item, with what was typed', async () => {
    const calls = desk();
    tellSaved(t, new QueryClient(), 'company', saved('new'), { draft: DRAFT });
    await told();
    toast()?.action?.run();
    await vi.waitFor(() => expect(toast()?.action?.label).toBe('form.editAgain'), 10_000);
    toast()?.action?.run();
    const [, draft] = await vi.waitFor(() => {
      expect(calls).toHaveLength(2);
      return calls;
    }, 10_000);
    expect(draft).toMatch(/^saveDraft draft:\S+ of local:1 \{"values":"typed"\}$/);
  });

  it('says so where it is too late', async () => {
    desk({}, {}, false);
    tellSaved(t, new QueryClient(), 'company', saved('new'));
    await told();
    toast()?.action?.run();
    await vi.waitFor(() => expect(toast()?.text).toBe('form.undoTooLate'), 10_000);
  });
});

it('a draft that was kept can be discarded', async () => {
  const calls = desk();
  tellDraftKept(t, new QueryClient(), 'draft:1');
  expect(toast()?.text).toBe('form.draftKept');
  toast()?.action?.run();
  await vi.waitFor(() => expect(toast()?.text).toBe('form.draftDiscarded'), 10_000);
  expect(calls).toEqual(['deleteDraft draft:1']);
});
