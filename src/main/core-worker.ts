/**
 * The thread that hosts the core in both shells, so that SQLite and JSON never stall a window. Binds the real ports,
 * and the demo account to the bundled service in this very process: the demo has no way to any other host.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { call } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { createCore } from '#core/create-core';
import type { Ports } from '#core/ports/ports';
import { createDemoTransport } from './demo-service';
import { createFiles } from './node/files';
import { createFileLog } from './node/log';
import { systemClock, systemRandom, systemTimers } from './node/system';
import { createNodeTransport } from './node/transport';
import { createWorkerSecrets } from './node/worker-secrets';
import type { CoreWorkerData, FromWorker, ToWorker } from './core-messages';

const shell = parentPort;
if (!shell) throw new Error('core-worker runs as a worker thread of a shell');
const data = workerData as CoreWorkerData;
const say = (message: FromWorker): void => shell.postMessage(message);

const files = createFiles(data.dataDirectory);
const log = createFileLog(data.dataDirectory);
const secrets = createWorkerSecrets(data.secretStorage, say);
const demo = createDemoTransport(files);

const ports: Ports = {
  clock: systemClock, timers: systemTimers, random: systemRandom, files, log, secrets,
  transport: (account) => (account.demo ? demo.transport() : createNodeTransport()),
  shell: data.shell, platform: data.platform, version: data.version,
};
const core = createCore(ports, { suggestedBaseUrl: data.suggestedBaseUrl });
const handler = new RPCHandler(core.router);

shell.on('message', (message: ToWorker) => {
  switch (message.type) {
    case 'connect':
      handler.upgrade(message.port);
      message.port.start();
      break;
    case 'secret-answer':
      secrets.answer(message);
      break;
    case 'close':
      void close();
      break;
  }
});

const close = async (): Promise<void> => {
  await core.close();
  demo.close();
  say({ type: 'closed' });
  shell.close();
};

const start = async (): Promise<void> => {
  await core.start();
  if (data.openDemo) await call(core.router.accounts.openDemo, undefined);
  say({ type: 'ready' });
};
start().catch((error: unknown) => {
  log.error('the core did not start', { error: String(error) });
  say({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
});
