/**
 * The same questions as from a window: through the contract, over a port, to the core in its worker thread;
 * during a full sync from a real service process (target ≤ 50 ms), and after the service was stopped (target
 * ≤ 16 ms).
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { Contract } from '#shared/contract/contract';
import { RESOURCE_INFO } from '#shared/domain/resources';
import { CoreHost } from '../../src/main/node/core-host';
import { megabytes, printTiming, timeCalls } from './measure';

type Client = ContractRouterClient<Contract>;
/** Ends the run if a service or core hangs. */
setTimeout(() => {
  console.error('the bench took too long');
  process.exit(1);
}, 900_000).unref();
const orders = Math.min(Number(process.argv[2] ?? 100_000), 100_000);
const enoughOrders = Math.min(orders * 0.9, 20_000);
const SYNC_AT_MOST_MS = 240_000;

const startService = (): Promise<{ url: string; stop(): void }> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [
        join('out', 'main', 'service.js'),
        '--data',
        join('.cache', 'bench', `service-${orders}`),
        '--dataset',
        String(orders),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    child.stdout.on('data', (chunk: Buffer) => {
      const url = /Service is at (http:\/\/\S+)/.exec(chunk.toString())?.[1];
      if (url) resolve({ url, stop: () => void child.kill('SIGKILL') });
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });

const startCore = async (dataDirectory: string): Promise<{ client: Client; close(): Promise<void> }> => {
  const secrets = new Map<string, string>();
  const host = new CoreHost({
    workerFile: pathToFileURL(join('out', 'main', 'core-worker.js')),
    data: {
      dataDirectory,
      shell: 'web',
      platform: process.platform,
      version: 'bench',
      secretStorage: 'memory',
      openDemo: false,
      suggestedBaseUrl: null,
      undoSeconds: 0,
    },
    secrets: {
      get: async (key) => secrets.get(key) ?? null,
      set: async (key, value) => void secrets.set(key, value),
      delete: async (key) => void secrets.delete(key),
    },
    onCrash: (message) => {
      console.error(message);
      return 'stop';
    },
  });
  await host.start();
  const { port1, port2 } = new MessageChannel();
  const line = host.connect(
    (frame) => port2.postMessage(frame),
    () => {},
  );
  if (!line) throw new Error('no line to the core');
  port2.on('message', (frame: string | Uint8Array) => line.send(frame));
  const client: Client = createORPCClient(new RPCLink({ port: port1 }));
  port1.start();
  return {
    client,
    close: async () => {
      port1.close();
      line.close();
      await host.close();
    },
  };
};

const ask = async (client: Client, aimMs: number): Promise<void> => {
  const columns = [...RESOURCE_INFO.order.defaultColumns];
  const view = { resource: 'order' as const };
  const { total, rows } = await client.records.page({ view, start: 0, limit: 500 });
  const ids = rows.map((row) => row.id);
  printTiming(
    await timeCalls('first window of orders', 100, () =>
      client.records.page({ view, start: 0, limit: 50, columns }),
    ),
    aimMs,
  );
  printTiming(
    await timeCalls('any window of orders', 100, (i) =>
      client.records.page({ view, start: (i * 7919) % Math.max(1, total - 50), limit: 50, columns }),
    ),
    aimMs,
  );
  printTiming(
    await timeCalls('one record', 100, (i) =>
      client.records.get({ resource: 'order', id: ids[i % ids.length]! }),
    ),
    aimMs,
  );
  printTiming(
    await timeCalls('what belongs to it', 50, (i) =>
      client.records.related({ resource: 'order', id: ids[i % ids.length]! }),
    ),
    aimMs,
  );
  printTiming(
    await timeCalls('search', 50, (i) =>
      client.records.search({ text: ['nord', '海港', 'harbor', '2026'][i % 4]! }),
    ),
    aimMs,
  );
};

const main = async (): Promise<void> => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-bench-'));
  const service = await startService();
  const core = await startCore(directory);
  try {
    const outcome = await core.client.accounts.connect({
      baseUrl: service.url,
      credentials: {
        kind: 'password',
        clientId: 'demo-client',
        clientSecret: 'demo-secret',
        username: 'rep@demo.example',
        password: 'demo-password',
      },
    });
    if (!outcome.ok) throw new Error(`not connected: ${JSON.stringify(outcome.error)}`);
    const from = performance.now();
    let [held, heard] = [0, 0];
    const count = async (): Promise<number> =>
      (await core.client.records.page({ view: { resource: 'order' }, start: 0, limit: 1 })).total;
    while ((held = await count()) < enoughOrders && performance.now() - from < SYNC_AT_MOST_MS)
      await new Promise((resolve) => setTimeout(resolve, 500));
    const { running, resources } = await core.client.sync.state();
    console.log(
      `\nThrough the contract, ${held} orders of ${resources.reduce((sum, state) => sum + state.records, 0)} records held after ${((performance.now() - from) / 1000).toFixed(0)} s; sync ${running ? 'running' : 'at rest'}`,
    );
    console.log('\nWhile a full sync runs, with a window that listens');
    const listening = new AbortController();
    const events = (async () => {
      for await (const event of await core.client.events(undefined, { signal: listening.signal }))
        if (event.type === 'sync') heard += 1;
    })().catch(() => {});
    await ask(core.client, 50);
    listening.abort();
    await events;
    console.log(`  ${heard} sync states heard`);
    service.stop();
    // Requests in progress end with a refused connection; after that only the window's questions run.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    console.log(`\nAt rest (the service is gone), ${await count()} orders`);
    await ask(core.client, 16);
    console.log(`\nResident memory, core and bench in one process: ${megabytes(process.memoryUsage().rss)}`);
  } finally {
    service.stop();
    await core.close();
    rmSync(directory, { recursive: true, force: true });
  }
};

await main();
