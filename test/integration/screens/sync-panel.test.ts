/** The panel with the state of the download, drawn once. */
import type { FunctionComponent } from 'react';
import { expect, it } from 'vitest';
import type { SyncState } from '../../../src/shared/contract/sync';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

// A variable, because these tests are compiled without JSX.
const PROGRESS: string = '../../../src/renderer/features/sync/sync-progress';

const draw = async (connectivity: SyncState['connectivity']): Promise<string> => {
  const state: SyncState = {
    connectivity,
    since: 1,
    lastAnswerAt: 1,
    demoOffline: false,
    running: false,
    freshAsOf: 1,
    newestPagesRead: true,
    waiting: 0,
    detailsMonths: null,
    searchable: null,
    requests: { attention: 'in-use', lastMinute: 0, perMinute: 60, limit: 60 },
    resources: [],
    refusedLookups: [],
    error: null,
  };
  windowOver({}, { location: { hash: '' }, addEventListener: () => undefined });
  const { SyncProgress } = (await import(PROGRESS)) as {
    SyncProgress: FunctionComponent<{ state: SyncState }>;
  };
  const sentences = { common: { sentences: '{{first}} {{second}}' } };
  const sync = { attention: { 'in-use': 'colleagues’ changes arrive' }, requestsOf: 'requests: {{count}}' };
  return drawSettled(SyncProgress, { state }, { ...sentences, sync });
};

it('promises changes by colleagues only while the service answers', async () => {
  expect(await draw('online')).toContain('colleagues’ changes arrive requests: 0');
  for (const connectivity of ['offline', 'sign-in', 'unknown'] as const) {
    const html = await draw(connectivity);
    expect(html, connectivity).toContain('requests: 0');
    expect(html, connectivity).not.toContain('colleagues’ changes arrive');
  }
});
