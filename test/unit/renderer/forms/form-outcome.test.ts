/** What a user is told after saving, and what Undo does. */
import { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useOutboxSummary, useSync } from '../../../../src/renderer/client/events';
import { tellDraftKept, tellSaved } from '../../../../src/renderer/forms/session/form-outcome';
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

const desk = (
  { connectivity = 'online', demoOffline = false }: { connectivity?: string; demoOffline?: boolean } = {},
  summary: object = {},
  ok = true,
) => {
  const calls: string[] = [];
  const done =
    (name: string) =>
    ({ id, operationId }: { id: string; operationId?: string }) => {
      calls.push(`${name} ${id}${operationId === undefined ? '' : ' once'}`);
      return { ok };
    };
  windowOver({ outbox: { undo: done('undo'), discard: done('discard'), deleteDraft: done('deleteDraft') } });
  useSync.setState({ state: { connectivity, demoOffline } as never });
  useOutboxSummary.setState({ summary: { undoSeconds: 6, paused: false, holds: {}, ...summary } as never });
  return calls;
};

beforeEach(() => useToasts.setState({ short: null, reminder: null, serial: 0 }));

describe('a saved form', () => {
  it.each<[string, Parameters<typeof desk>, string, boolean]>([
    ['can be undone for a while', [], 'form.savedUndo form.savedWhat.company Acme 6', true],
    ['goes out at once', [{}, { undoSeconds: 0 }], 'form.saved form.savedWhat.company Acme', true],
    [
      'waits while all is paused',
      [{}, { paused: true }],
      'form.savedPaused form.savedWhat.company Acme',
      false,
    ],
    [
      'waits for a look',
      [{}, { holds: { company: 'review' } }],
      'form.savedReview form.savedWhat.company Acme',
      false,
    ],
    [
      'waits for a connection',
      [{ connectivity: 'offline' }],
      'form.savedOffline form.savedWhat.company Acme',
      false,
    ],
    ['waits for the demo', [{ demoOffline: true }], 'form.savedOffline form.savedWhat.company Acme', false],
  ])('%s', (_, [sync, summary], text, counts) => {
    desk(sync, summary);
    tellSaved(t, new QueryClient(), 'company', saved('new'));
    expect(toast()?.text).toBe(text);
    expect(toast()?.itemId).toBe(counts ? 'local:1' : undefined);
    expect(toast()?.lifeMs).toBe(6000);
  });

  it('stays on the screen for as long as it can be undone', () => {
    desk({}, { undoSeconds: 30 });
    tellSaved(t, new QueryClient(), 'company', saved('new'));
    expect([toast()?.lifeMs, toast()?.countdownMs]).toEqual([30_000, 30_000]);
  });

  it('is undone with what was saved beside it, each in its own way and once', async () => {
    const calls = desk();
    const queries = new QueryClient();
    const refreshed = vi.spyOn(queries, 'invalidateQueries');
    tellSaved(t, queries, 'company', saved('folded'), [
      saved('new', 'local:2'),
      saved('replaced', 'local:3'),
    ]);
    const before = refreshed.mock.calls.length;
    expect(before).toBeGreaterThan(0);
    toast()?.action?.run();
    await vi.waitFor(() => expect(toast()?.text).toBe('form.undone'), 10_000);
    expect(calls.toSorted()).toEqual(['discard local:2 once', 'undo local:1 once', 'undo local:3 once']);
    expect(refreshed.mock.calls.length).toBe(2 * before);
  });

  it('says so where it is too late', async () => {
    desk({}, {}, false);
    tellSaved(t, new QueryClient(), 'company', saved('new'));
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
