/** What the host tells the core's thread at a start. A small worker answers in place of the core. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

it('opens the demo at the first start only: the user may have opened another account since', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-core-host-'));
  const file = join(folder, 'worker.mjs');
  writeFileSync(file, WORKER);
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
    onCrash: () => 'restart',
  });
  onTestFinished(async () => {
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const lost = Promise.withResolvers<void>();
  const opensDemo = () =>
    new Promise((resolve) => {
      host.connect(resolve, lost.resolve);
    });
  await host.start();
  expect(await opensDemo()).toBe('true');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an exception in the worker's own code
  (host as unknown as { post(message: unknown): void }).post({ type: 'connect', port: null });
  await lost.promise;
  expect(await opensDemo()).toBe('false');
  await host.close();
  await host.start();
  expect(await opensDemo()).toBe('false');
});
