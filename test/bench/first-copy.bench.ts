/**
 * The first copy from a real service process, compared with a program that downloads the same pages and
 * discards them. Both send the same number of requests at once, and neither limits its rate. Both share two
 * cores with the service. Details are left out, because the rate of the service decides how long they take.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { call } from '@orpc/server';
import { createNodeTransport } from '../../src/main/node/transport';
import type { Transport } from '../../src/main/core/ports/ports';
import { CLIENT } from '../support/sync/connection';
import { makeCore } from '../support/sync/core-fixture';
import { Meter } from './measure';

const orders = Math.min(Number(process.argv[2] ?? 20_000), 100_000);
const ROUNDS = 3;
const AT_ONCE = 3;
const RATIO_AIM = 1.5;
const USABLE_AIM_MS = 2000;
const LOOK_EVERY_MS = 20;

const startService = (): Promise<{ url: string; stop(): void }> =>
  new Promise((resolve, reject) => {
    const data = join('.cache', 'bench', `service-${orders}`);
    const child = spawn(
      process.execPath,
      [join('out', 'main', 'service.js'), '--data', data, '--dataset', String(orders), '--port', '0'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    child.stdout.on('data', (chunk: Buffer) => {
      const url = /Service is at (http:\/\/\S+)/.exec(chunk.toString())?.[1];
      if (url !== undefined) resolve({ url, stop: () => void child.kill('SIGKILL') });
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });

interface Copied {
  wallMs: number;
  cpuMs: number;
  /** From the sign-in to the first rows of orders. */
  usableMs: number;
  records: number;
  /** The requests after the sign-in. */
  requests: { url: string; headers: Readonly<Record<string, string>> }[];
}

const copy = async (baseUrl: string): Promise<Copied> => {
  const real = createNodeTransport({});
  const requests: Copied['requests'] = [];
  const transport: Transport = {
    ...real,
    read: (request) => {
      if (request.method === 'GET') requests.push({ url: request.url, headers: request.headers });
      return real.read(request);
    },
  };
  const fixture = await makeCore({ transport, pull: { detailBudget: 0, concurrency: AT_ONCE } });
  try {
    const meter = new Meter();
    const from = performance.now();
    let usableMs = Number.NaN;
    await meter.duringAsync(async () => {
      const connected = await call(fixture.core.router.accounts.connect, {
        baseUrl,
        credentials: CLIENT,
        name: 'Bench',
      });
      if (!connected.ok) throw new Error(`not connected: ${JSON.stringify(connected.error)}`);
      const workspace = fixture.core.accounts.current();
      if (!workspace) throw new Error('no account is open');
      const looking = setInterval(() => {
        if (Number.isNaN(usableMs) && workspace.cache.counts('order').live > 0)
          usableMs = performance.now() - from;
      }, LOOK_EVERY_MS);
      await workspace.pull.round();
      clearInterval(looking);
    });
    const workspace = fixture.core.accounts.current();
    const records = workspace?.pull.state().resources.reduce((sum, one) => sum + one.records, 0) ?? 0;
    return { wallMs: meter.wallMs, cpuMs: meter.cpuMs, usableMs, records, requests };
  } finally {
    await fixture.dispose();
  }
};

/** Downloads what the copy requested with `fetch`, and discards it. */
const download = async (requests: Copied['requests']): Promise<{ meter: Meter; bytes: number }> => {
  const meter = new Meter();
  let [next, bytes] = [0, 0];
  const work = async (): Promise<void> => {
    for (let at = next++; at < requests.length; at = next++) {
      const request = requests[at];
      if (!request) return;
      const answer = await fetch(request.url, { headers: request.headers });
      bytes += (await answer.arrayBuffer()).byteLength;
    }
  };
  await meter.duringAsync(() => Promise.all(Array.from({ length: AT_ONCE }, work)));
  return { meter, bytes };
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const verdict = (met: boolean): string => (met ? 'met' : 'MISSED');

const main = async (): Promise<void> => {
  const service = await startService();
  try {
    console.log(`\nThe first copy from a service with ${orders} orders, ${AT_ONCE} requests at once`);
    const rounds: { wall: number; cpu: number; usable: number }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const copied = await copy(service.url);
      const { meter, bytes } = await download(copied.requests);
      console.log(
        `  ${copied.records} records, ${copied.requests.length} requests, ${(bytes / 1e6).toFixed(0)} MB: copied in ${copied.wallMs.toFixed(0)} ms (CPU ${copied.cpuMs.toFixed(0)}), downloaded in ${meter.wallMs.toFixed(0)} ms (CPU ${meter.cpuMs.toFixed(0)}), first orders after ${copied.usableMs.toFixed(0)} ms`,
      );
      // The first round compiles the code and fills the caches of the service, so it is not counted.
      if (round > 0)
        rounds.push({
          wall: copied.wallMs / meter.wallMs,
          cpu: copied.cpuMs / meter.cpuMs,
          usable: copied.usableMs,
        });
    }
    const ratio = median(rounds.map(({ wall }) => wall));
    const usable = median(rounds.map((round) => round.usable));
    console.log(
      `  as a ratio to downloading and discarding: ${ratio.toFixed(2)}   aim ≤ ${RATIO_AIM}: ${verdict(ratio <= RATIO_AIM)}; processor time of the app ${median(rounds.map(({ cpu }) => cpu)).toFixed(1)}`,
    );
    console.log(
      `  sign-in → first orders: ${usable.toFixed(0)} ms   aim ≤ ${USABLE_AIM_MS} ms: ${verdict(usable <= USABLE_AIM_MS)}`,
    );
  } finally {
    service.stop();
  }
};

await main();
