/** What the host tells the core's thread at a start. A small worker answers in place of the core. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { CoreHost } from '../../../../src/main/node/core-host';

/** It tells each client whether it was asked to open the demo. A connection without a port ends it. */
const WORKER = `
import { parentPort, workerData } from 'node:worker_threads';
parentPort.on('message', ({ type, port }) => {
  if (type === 'connect') port.postMessage(String(workerData.openDemo));
  if (type !== 'close') return;
  parentPort.postMessage({ type: 'closed' });
  parentPort.close();
});
parentPort.postMessage({ type: 'ready' });
`;

/** The same, but a restart after a crash takes longer. */
const SLOW_RESTART = WORKER.replace(
  "parentPort.postMessage({ type: 'ready' });",
  "setTimeout(() => parentPort.postMessage({ type: 'ready' }), workerData.restartedAfter === null ? 0 : 300);",
);

/** A core that never becomes ready. It writes a file when it is closed. */
const STARTING = `
import { writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
parentPort.on('message', ({ type, done }) => {
  if (type !== 'close') return;
  writeFileSync(workerData.dataDirectory + '/closed', '');
  if (done) {
    Atomics.store(new Int32Array(done), 0, 1);
    Atomics.notify(new Int32Array(done), 0);
  }
  parentPort.close();
});
`;

const makeHost = (worker: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-core-host-'));
  const file = join(folder, 'worker.mjs');
  writeFileSync(file, worker);
  const crashed: string[] = [];
  let told: () => void = () => undefined;
  const host = new CoreHost({
    workerFile: pathToFileURL(file),
    data: {
      dataDirectory: folder,
      shell: 'web',
      platform: 'linux',
      version: '0.1.0',
      secretStorage: 'memory',
      openDemo: true,
      suggestedBaseUrl: null,
      undoSeconds: 0,
    },
    secrets: { get: async () => null, set: async () => undefined, delete: async () => undefined },
    onCrash: (message) => {
      crashed.push(message);
      told();
      return 'restart';
    },
  });
  onTestFinished(async () => {
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    host,
    crashed,
    folder,
    crash: (): Promise<void> =>
      new Promise((resolve) => {
        told = resolve;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an exception in the worker's own code
        (host as unknown as { post(message: unknown): void }).post({ type: 'connect', port: null });
      }),
  };
};

it('opens the demo at the first start only: the user may have opened another account since', async () => {
  const { host, crash } = makeHost(WORKER);
  const lost = Promise.withResolvers<void>();
  const opensDemo = () =>
    new Promise((resolve) => {
      host.connect(resolve, lost.resolve);
    });
  await host.start();
  expect(await opensDemo()).toBe('true');
  await crash();
  await lost.promise;
  expect(await opensDemo()).toBe('false');
  await host.close();
  await host.start();
  expect(await opensDemo()).toBe('false');
});

it('a close during a restart closes the core that is starting, and restarts still happen after the next start', async () => {
  const { host, crash, crashed } = makeHost(SLOW_RESTART);
  const connect = (lost: () => void = () => undefined) => host.connect(() => undefined, lost);
  await host.start();
  await crash();
  await host.close();
  // An installer may replace files now.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect([connect(), crashed.length]).toEqual([null, 1]);
  // The update failed.
  await host.start();
  const lost = Promise.withResolvers<void>();
  expect(connect(lost.resolve)).not.toBeNull();
  await crash();
  await lost.promise;
  expect([connect() === null, crashed.length]).toEqual([false, 2]);
});

it('a start during a restart waits for the core that is starting', async () => {
  const { host, crash, crashed } = makeHost(SLOW_RESTART);
  await host.start();
  await crash();
  await host.start();
  expect(
    host.connect(
      () => undefined,
      () => undefined,
    ),
  ).not.toBeNull();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(crashed).toHaveLength(1);
});

it('also closes a core that is starting while this thread is blocked, for the end of a Windows session', async () => {
  const { host, folder } = makeHost(STARTING);
  const started = host.start();
  expect(host.closeBlocking(10_000)).toBe(true);
  expect(existsSync(join(folder, 'closed'))).toBe(true);
  await expect(started).rejects.toThrow('the core stopped');
});

it('has nothing to close before a start', () => {
  expect(makeHost(STARTING).host.closeBlocking(0)).toBe(true);
});
