/**
 * The built app (web shell) and the built service as processes of their own, spawned directly, so that a kill
 * hits the process itself.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { WebSocket } from 'ws';
import type { Contract } from '#shared/contract/contract';
import type { Fault } from '#service/control/faults';
import type { LoggedRequest } from '#service/control/request-log';

export type Core = ContractRouterClient<Contract>;
/** A machine that is busy with other work takes its time. */
const READY_MS = 180_000;

export interface Spawned {
  url: string;
  pid: number;
  exited: Promise<void>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** `root` is the repository; the bundles are those of `npm run build`. */
const start = (root: string, bundle: string, args: readonly string[], ready: RegExp): Promise<Spawned> =>
  new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(process.execPath, [`${root}/out/main/${bundle}.js`, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = new Promise<void>((done) => {
      child.once('exit', () => done());
    });
    let output = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${bundle} was not ready in time:\n${output}`));
    }, READY_MS);
    const hear = (chunk: Buffer): void => {
      output += chunk.toString();
      const url = ready.exec(output)?.[1];
      if (!url) return;
      clearTimeout(timer);
      resolve({
        url,
        pid: child.pid ?? -1,
        exited,
        kill: async (signal) => {
          child.kill(signal);
          await exited;
        },
      });
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    void exited.then(() => {
      clearTimeout(timer);
      reject(new Error(`${bundle} ended:\n${output}`));
    });
  });

export const repositoryRoot = (): string =>
  process.env.SATCHEL_ROOT ?? fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const startShell = (data: string): Promise<Spawned> =>
  start(
    repositoryRoot(),
    'web',
    ['--port', '0', '--undo-seconds=0', '--data', data],
    /Satchel is at (http:\/\/\S+)/,
  );
export const startServiceWith = (args: readonly string[]): Promise<Spawned> =>
  start(repositoryRoot(), 'service', args, /Service is at (http:\/\/\S+)/);

/** A window on the app. Calls under way when the process dies are refused, as a page would see it. */
export const openWindow = async (
  url: string,
): Promise<{ core: Core; gone: Promise<never>; close(): void }> => {
  const { host, search } = new URL(url);
  const socket = new WebSocket(`ws://${host}/core${search}`, { origin: `http://${host}` });
  const gone = new Promise<never>((_, reject) => {
    socket.on('close', () => reject(new Error('the app is gone')));
    socket.on('error', (error) => reject(error));
  });
  gone.catch(() => undefined);
  await Promise.race([
    new Promise((resolve) => {
      socket.once('open', resolve);
    }),
    gone,
  ]);
  return {
    core: createORPCClient<Core>(new RPCLink({ websocket: socket as never })),
    gone,
    close: () => socket.close(),
  };
};

/** The service's control interface. */
export const controlOf = (url: string) => ({
  fault: async (fault: Fault): Promise<void> => {
    await (await fetch(`${url}/_control/faults`, { method: 'POST', body: JSON.stringify(fault) })).text();
  },
  clear: async (): Promise<void> => {
    await (await fetch(`${url}/_control/faults`, { method: 'DELETE' })).text();
  },
  requests: async (): Promise<LoggedRequest[]> =>
    (await (await fetch(`${url}/_control/requests`)).json()) as LoggedRequest[],
});
export type Control = ReturnType<typeof controlOf>;
