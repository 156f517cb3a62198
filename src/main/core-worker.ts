/**
 * The thread that hosts the core in both shells, so that SQLite and JSON never block a window. It binds the
 * real ports, and the demo account to the bundled service in this process, so that the demo can reach no
 * other host.
 */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { call } from '@orpc/server';
import { DEMO_ACCOUNT_ID } from '#core/accounts/demo-account';
import { createCore } from '#core/create-core';
import type { HttpRequest, HttpResult, Ports } from '#core/ports/ports';
import { createDemoTransport } from './demo-service';
import { RESERVE_BYTES } from './core/store/spare-room';
import { afterEarlierFrames } from './node/after-frames';
import { collectCoreAtRest } from './node/collect-core-at-rest';
import { lockDataDirectory } from './node/data-lock';
import { createFiles } from './node/files';
import { createFileLog } from './node/log';
import { createOutboxKeys } from './node/outbox-keys';
import { createProxyNotice } from './node/proxy-notice';
import { createFrameServer } from './node/serve-frames';
import { createShellRequests } from './node/shell-requests';
import { systemClock, systemRandom, systemTimers } from './node/system';
import { createNodeTransport, type NodeTransportOptions } from './node/transport';
import { createWorkerKeys } from './node/worker-keys';
import { createWorkerSecrets } from './node/worker-secrets';
import type { CoreWorkerData, FromWorker, ToWorker } from './core-messages';

const shell = parentPort;
if (!shell) throw new Error('core-worker runs as a worker thread of a shell');
const data: CoreWorkerData = workerData;
const say = (message: FromWorker): void => shell.postMessage(message);

const files = createFiles(data.dataDirectory, { onEncrypting: () => say({ type: 'encrypting' }) });
const log = createFileLog(data.dataDirectory);
const requests = createShellRequests(say);
const secrets = createWorkerSecrets(data.secretStorage, requests);
const databaseKeys = createWorkerKeys(data.secretStorage, files, requests);
const outboxKeys = createOutboxKeys(data.secretStorage, files, requests);
const demo = createDemoTransport(files, (aside) => {
  log.error('the database of the demo was damaged and is set aside', { aside });
  core.accounts.notice('demo-renewed', aside, DEMO_ACCOUNT_ID);
  core.accounts.serviceRenewed(DEMO_ACCOUNT_ID);
});

const asked = (request: HttpRequest): Promise<HttpResult> =>
  requests
    .ask({ type: 'read', request })
    .then((answer): HttpResult =>
      answer === null
        ? { kind: 'failure', reason: 'proxy', unsent: true, detail: '407' }
        : JSON.parse(answer),
    );
const network: NodeTransportOptions = {
  route: async (url) => (await requests.ask({ type: 'proxy', url })) ?? 'DIRECT',
  ...(data.shell === 'electron' ? { readThroughShell: asked } : {}),
  onProxySignIn: createProxyNotice(() => core.accounts),
};

const ports: Ports = {
  clock: systemClock,
  timers: systemTimers,
  random: systemRandom,
  files,
  log,
  secrets,
  databaseKeys,
  outboxKeys,
  transport: (account) => (account.demo ? demo.transport() : createNodeTransport(network)),
  shell: data.shell,
  platform: data.platform,
  version: data.version,
};
const core = createCore(ports, {
  suggestedBaseUrl: data.suggestedBaseUrl,
  undoSeconds: data.undoSeconds,
  reserveBytes: RESERVE_BYTES,
});
const serve = createFrameServer(core.router);

const serveOn = (port: MessagePort): void => {
  serve({
    onFrame: (listener) => void port.on('message', listener),
    onClose: (listener) => void port.on('close', listener),
    send: (frame) => port.postMessage(frame),
  });
  port.start();
};

shell.on('message', (message: ToWorker) => {
  switch (message.type) {
    case 'connect':
      serveOn(message.port);
      break;
    case 'answer':
      requests.answer(message);
      break;
    case 'close':
      // The shell waits for this thread and answers nothing meanwhile, so the core must not wait for the
      // shell.
      if (message.done) requests.end();
      void (closed ??= close())
        .catch((error: unknown) => log.error('the core did not close', { error: String(error) }))
        .finally(() => {
          if (message.done) wake(message.done);
        });
      break;
  }
});

let closed: Promise<void> | null = null;
const wake = (done: SharedArrayBuffer): void => {
  const flag = new Int32Array(done);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
};
const close = async (): Promise<void> => {
  await starting;
  await new Promise<void>(afterEarlierFrames);
  await core.close();
  demo.close();
  lock?.release();
  say({ type: 'closed' });
  shell.close();
};

// Locked before any file of the data is read: the core reads none before its start.
let lock: { release(): void } | null = null;
const start = async (): Promise<void> => {
  lock = lockDataDirectory(data.dataDirectory);
  await core.start();
  if (data.openDemo) await call(core.router.accounts.openDemo, undefined);
  if (data.restartedAfter) {
    log.error('the core was started again', { after: data.restartedAfter });
    core.accounts.notice('core-restarted', data.restartedAfter);
  }
  say({ type: 'ready' });
  collectCoreAtRest();
};
const starting = start().catch((error: unknown) => {
  log.error('the core did not start', { error: String(error) });
  say({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
});
