/** The last frames of a window and the close of the core, in a real thread that is busy meanwhile. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { CoreHost } from '../../../../src/main/node/core-host';

const BUSY_MS = 200;
const module = new URL('../../../../src/main/node/after-frames.ts', import.meta.url).href;
/** It closes as the core does. Each frame is added to a file; after the frame "work" it is busy for a while. */
const workerOf = (file: string): string => `
import { appendFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { afterEarlierFrames } from ${JSON.stringify(module)};
let closed = false;
const work = () => {
  parentPort.postMessage({ type: 'encrypting' });
  for (const end = Date.now() + ${BUSY_MS}; Date.now() < end;);
};
parentPort.on('message', ({ type, port }) => {
  if (type === 'connect')
    port.on('message', (frame) => {
      if (frame === 'work') setTimeout(work, 5);
      else if (!closed) appendFileSync(${JSON.stringify(file)}, frame);
    });
  if (type !== 'close') return;
  afterEarlierFrames(() => {
    closed = true;
    parentPort.postMessage({ type: 'closed' });
    parentPort.close();
  });
});
parentPort.postMessage({ type: 'ready' });
`;

it('the draft that a closed window sent last is saved, although the core was busy when the app quit', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-after-frames-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [worker, drafts] = [join(folder, 'worker.mjs'), join(folder, 'drafts')];
  writeFileSync(worker, workerOf(drafts));
  writeFileSync(drafts, '');
  const busy = Promise.withResolvers<void>();
  const host = new CoreHost({
    workerFile: pathToFileURL(worker),
    data: {
      dataDirectory: folder,
      shell: 'electron',
      platform: 'linux',
      version: '0.1.0',
      secretStorage: 'memory',
      openDemo: false,
      suggestedBaseUrl: null,
      undoSeconds: 0,
    },
    secrets: { get: async () => null, set: async () => undefined, delete: async () => undefined },
    onEncrypting: busy.resolve,
    onCrash: () => 'stop',
  });
  await host.start();
  const page = host.connect(
    () => undefined,
    () => undefined,
  );
  page?.send('work');
  await busy.promise;
  // The user closes the window: its page sends its draft, the window is gone, and the app quits.
  page?.send('draft');
  page?.close();
  await host.close();
  expect(readFileSync(drafts, 'utf8')).toBe('draft');
});
