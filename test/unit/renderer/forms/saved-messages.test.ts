/** Which message is shown after two saves, and after another account was opened. */
import { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { beforeEach, expect, it, vi } from 'vitest';
import { useOutboxSummary, useSync } from '../../../../src/renderer/client/events';
import { forgetAccount } from '../../../../src/renderer/client/of-account';
import { tellSaved } from '../../../../src/renderer/forms/saving/form-outcome';
// Forgets its part of an account too, as in the real window.
import '../../../../src/renderer/navigation/router';
import { shownToast, useToasts } from '../../../../src/renderer/forms/windows/toast-state';
import { windowOver } from '../../../support/renderer/window-over';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));
const t = ((key: string, facts?: Record<string, unknown>) =>
  facts === undefined ? key : `${key} ${Object.values(facts).join(' ')}`) as unknown as TFunction;
const toast = () => shownToast(useToasts.getState());
const saved = (intentId: string, name: string) => ({
  kind: 'saved' as const,
  outcome: 'new' as const,
  intentId,
  named: { key: 'company' as const, name },
});
const item = (waits: string | null, more: object = {}) => ({
  intent: { waits, waitsFor: [], subject: '', title: '', number: null, party: null, ...more },
});
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const desk = (get: (id: string) => unknown) => {
  const history = { replaceState: () => undefined };
  windowOver({ outbox: { get: ({ id }: { id: string }) => get(id) } }, { location: { hash: '' }, history });
  useSync.setState({ state: { connectivity: 'online', demoOffline: false } as never });
  useOutboxSummary.setState({ summary: { undoSeconds: 6, paused: false, holds: {} } as never });
};
beforeEach(() => useToasts.setState({ short: null, reminder: null, serial: 0 }));

it('a message of the account that was open before does not appear in the next one', async () => {
  desk(async () => {
    await pause(50);
    return item('undo');
  });
  tellSaved(t, new QueryClient(), 'company', saved('local:1', 'Acme'));
  await pause(20);
  forgetAccount();
  await pause(200);
  expect(toast()).toBeNull();
});

it('of two saves the message of the later one stays', async () => {
  desk(async (id) => {
    await pause(30);
    return id === 'local:1' ? item('parent', { waitsFor: ['local:0'] }) : item('undo');
  });
  tellSaved(t, new QueryClient(), 'company', saved('local:1', 'First'));
  await pause(10);
  tellSaved(t, new QueryClient(), 'company', saved('local:2', 'Second'));
  await pause(300);
  expect(toast()?.text).toContain('Second');
});

it('without a connection, an item whose first try failed is said to be sent when the connection is back', async () => {
  desk(() => item('later'));
  useSync.setState({ state: { connectivity: 'offline', demoOffline: false } as never });
  tellSaved(t, new QueryClient(), 'company', saved('local:1', 'Acme'));
  await vi.waitFor(() => expect(toast()?.text).toContain('form.savedOffline'));

  useSync.setState({ state: { connectivity: 'online', demoOffline: false } as never });
  tellSaved(t, new QueryClient(), 'company', saved('local:1', 'Acme'));
  await vi.waitFor(() => expect(toast()?.text).toContain('form.savedLater'));
});

it('Undo whose answer is lost is told, and a repeat is the same decision', async () => {
  const operations: string[] = [];
  const history = { replaceState: () => undefined };
  windowOver(
    {
      outbox: {
        get: () => item('undo'),
        discard: ({ operationId }: { operationId: string }) => {
          operations.push(operationId);
          if (operations.length === 1) throw new Error('lost');
          return { ok: true };
        },
      },
    },
    { location: { hash: '' }, history },
  );
  tellSaved(t, new QueryClient(), 'company', saved('local:1', 'Acme'));
  await vi.waitFor(() => expect(toast()?.action).toBeDefined());
  toast()?.action?.run();
  await vi.waitFor(() => expect(toast()?.text).toBe('form.undoFailed'));
  toast()?.action?.run();
  await vi.waitFor(() => expect(toast()?.text).toBe('form.undone'));
  expect(new Set(operations).size).toBe(1);
  expect(operations).toHaveLength(2);
});
