/** What the window shows while the core starts and restarts. A small worker answers in place of the core. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { StoppedFacts } from '../../../../src/main/electron/stopped-page';
import { wordsOf } from '../../../../src/main/electron/words';

// Another file of this worker may have loaded the module with its own double of Electron.
vi.resetModules();
const { createDesktopCore } = await import('../../../../src/main/electron/desktop-core');

vi.mock('electron', () => ({ app: { getVersion: () => '1.0.0' }, safeStorage: {}, session: {} }));

/** Reports at each start that it encrypts. A connection without a port makes it throw, which ends it. */
const WORKER = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ type, port }) => {
  if (type === 'connect') port.postMessage('connected');
  if (type === 'close') parentPort.close();
});
parentPort.postMessage({ type: 'encrypting' });
parentPort.postMessage({ type: 'ready' });
`;

const desk = () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-desktop-core-'));
  const workerFile = join(folder, 'worker.mjs');
  writeFileSync(workerFile, WORKER);
  let stopped: StoppedFacts | null = null;
  const titles: string[] = [];
  const core = createDesktopCore({
    start: { dataDirectory: folder, openDemo: false, suggestedBaseUrl: null, undoSeconds: 0 },
    workerFile: pathToFileURL(workerFile),
    secretStore: {
      storage: 'memory',
      get: async () => null,
      set: async () => undefined,
      delete: async () => undefined,
    },
    cacheKeys: {} as never,
    outboxKeys: {} as never,
    restartLimit: { allows: () => true },
    window: () => ({
      current: () => null,
      show: () => void titles.push(stopped?.title ?? 'the app'),
      hide: () => false,
      keepHidden: () => false,
      allowShow: () => undefined,
      showApp: () => undefined,
      stopped: () => stopped,
      stop: (facts) => void (stopped = facts),
      endStop: () => void (stopped = null),
      reload: () => undefined,
    }),
    words: () => wordsOf('en'),
    log: { error: () => undefined, warn: () => undefined, info: () => undefined },
    onOutbox: () => undefined,
    onApp: () => undefined,
  });
  onTestFinished(async () => {
    await core.host.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { core, titles, stopped: () => stopped };
};

it('the first start says that it encrypts, and no longer says so when the core is open', async () => {
  const { core, titles, stopped } = desk();
  await core.start();
  expect(titles).toEqual([wordsOf('en').encryptingTitle]);
  expect(stopped()).toBeNull();
});

it('a core that restarts without a window and encrypts leaves no window that says so for ever', async () => {
  const { core, titles, stopped } = desk();
  await core.start();
  titles.splice(0);
  const lost = Promise.withResolvers<void>();
  core.host.connect(() => undefined, lost.resolve);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an exception in the worker's own code
  (core.host as unknown as { post(message: unknown): void }).post({ type: 'connect', port: null });
  await lost.promise;
  expect([titles, stopped()]).toEqual([[], null]);
});
