/** What the window shows if the core answers late, and the user has changed a setting since. */
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { putAppState } from '../../../src/renderer/client/queries';
import { queryKeys } from '../../../src/renderer/client/query-keys';
import { storeSettings } from '../../../src/renderer/client/unanswered-settings';
import type { AppState } from '../../../src/shared/contract/accounts';
import { windowOver } from '../../support/renderer/window-over';

/** The address is read when the modules are loaded. */
vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

const stateWith = (settings: Record<string, unknown>): AppState =>
  ({ account: null, accounts: [], notices: [], settings }) as unknown as AppState;

const desk = () => {
  const answers: PromiseWithResolvers<AppState>[] = [];
  windowOver({
    accounts: {
      setSettings: () => {
        const answer = Promise.withResolvers<AppState>();
        answers.push(answer);
        return answer.promise;
      },
    },
  });
  const queries = new QueryClient();
  const shown = (): unknown => queries.getQueryData(queryKeys.appState())?.settings;
  return { queries, answers, shown };
};

it('a deleted view does not come back with the answer about an earlier change', async () => {
  const { queries, answers, shown } = desk();
  const update = storeSettings({ views: ['changed'] });
  const removal = storeSettings({ views: [] });
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]!.resolve(stateWith({ views: ['changed'], theme: 'dark' }));
  putAppState(queries, await update);
  expect(shown()).toEqual({ views: [], theme: 'dark' });
  answers[1]!.resolve(stateWith({ views: [], theme: 'dark' }));
  putAppState(queries, await removal);
  expect(shown()).toEqual({ views: [], theme: 'dark' });
});

it('a change that the core could not store disappears from the screen', async () => {
  const { queries, answers, shown } = desk();
  const removal = storeSettings({ views: [] });
  putAppState(queries, stateWith({ views: ['kept'] }));
  expect(shown()).toEqual({ views: [] });
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers[0]!.reject(new Error('disk full'));
  await expect(removal).rejects.toThrow();
  putAppState(queries, stateWith({ views: ['kept'] }));
  expect(shown()).toEqual({ views: ['kept'] });
});
