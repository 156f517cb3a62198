/** What an update of the desktop app does first. */
import { expect, it, onTestFinished, vi } from 'vitest';
import type { UpdateSurroundings } from '../../../../src/main/electron/updates';
import type { DesktopActionsOptions } from '../../../../src/main/electron/desktop-actions';

const made: UpdateSurroundings[] = [];
const copies: PromiseWithResolvers<null>[] = [];
vi.mock('electron', () => ({
  app: { getVersion: () => '1.0.0', isPackaged: false },
  dialog: {},
  session: { defaultSession: {} },
  shell: {},
}));
vi.mock('../../../../src/main/node/backup-outboxes', () => ({
  backupOutboxes: () => {
    const copy = Promise.withResolvers<null>();
    copies.push(copy);
    return copy.promise;
  },
}));
vi.mock('../../../../src/main/electron/updates', () => ({
  canUpdate: () => false,
  createUpdates: (surroundings: UpdateSurroundings) => {
    made.push(surroundings);
    return async () => undefined;
  },
}));

it('an update waits until the outboxes are copied, and fails if they cannot be copied', async () => {
  vi.stubGlobal('__SATCHEL_SIGNED__', false);
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.resetModules();
  const { createDesktopActions } = await import('../../../../src/main/electron/desktop-actions');
  const options = { dataDirectory: '/data', core: {}, window: {}, outboxKeys: {}, log: {} };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts that are used
  createDesktopActions(options as unknown as DesktopActionsOptions);
  const steps: string[] = [];
  const first = made[0]!.backup().then(() => steps.push('go on'));
  await new Promise(setImmediate);
  expect(steps).toEqual([]);
  copies[0]!.resolve(null);
  await first;
  expect(steps).toEqual(['go on']);
  const second = made[0]!.backup();
  copies[1]!.reject(new Error('disk full'));
  await expect(second).rejects.toThrow('disk full');
});
