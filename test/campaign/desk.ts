/** A running app with a client of its core, and its memory, handles and files as seen from outside. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ready, wait } from '../crash/crash-run';
import { openWindow, startShell, type Core, type Spawned } from '../crash/processes';

export interface RunningApp extends Spawned {
  core: Core;
  close(): void;
}

/** `environment` is added for this process only. */
export const startApp = async (
  data: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningApp> => {
  const before = { ...process.env };
  Object.assign(process.env, environment);
  const starting = startShell(data);
  for (const name of Object.keys(environment))
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  const app = await starting;
  const window = await openWindow(app.url);
  return Object.assign(app, { core: window.core, close: window.close });
};

export const startReady = async (
  data: string,
  serviceUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningApp> => {
  const app = await startApp(data, environment);
  try {
    await ready(app.core, serviceUrl);
    return app;
  } catch (error) {
    await app.kill('SIGKILL');
    throw error;
  }
};

/**
 * Resolves with true as soon as `holds` is true, or with false after `withinMs`. An error of `holds` counts
 * as false.
 */
export const until = async (holds: () => Promise<boolean>, withinMs: number): Promise<boolean> => {
  for (const end = Date.now() + withinMs; ;) {
    if (await holds().catch(() => false)) return true;
    if (Date.now() > end) return false;
    await wait(100);
  }
};

export const lead = (name: string): object => ({
  kind: 'lead',
  schema: 1,
  target: null,
  fields: { name, remark: name },
  children: [],
});
export const receipt = (mark: string, amount: string): object => ({
  kind: 'receipt',
  schema: 1,
  target: null,
  fields: { amount, currency: 'USD', remark: mark },
  children: [],
});

/** Submits a command and returns its id. */
export const accept = async (core: Core, command: object): Promise<string> => {
  const done = await core.outbox.submit({ command });
  if (!done.ok) throw new Error(`refused: ${JSON.stringify(done)}`);
  return done.id;
};

const statusOf = (pid: number, name: string): number => {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`));
  return Math.round(Number(line?.replace(/\D+/g, '') ?? 0) / 1024);
};
export const memoryMb = (pid: number): number => statusOf(pid, 'VmRSS');
/** The peak since the process started, or since `forgetPeak`. */
export const peakMb = (pid: number): number => statusOf(pid, 'VmHWM');
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');
/** Processor time of all threads so far. */
export const workMs = (pid: number): number => {
  // After the name, which may contain spaces: user and system time in hundredths of a second.
  const rest = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(rest[11]) + Number(rest[12])) * 10;
};
export const handles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
export const filesIn = (folder: string): { count: number; mb: number } => {
  const all = (readdirSync(folder, { recursive: true }) as string[])
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false }))
    .flatMap((stat) => (stat?.isFile() ? [stat.size] : []));
  return { count: all.length, mb: all.reduce((sum, size) => sum + size, 0) / 1e6 };
};
