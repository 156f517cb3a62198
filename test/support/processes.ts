/**
 * Starts the app's browser window and the service as a user does, each in its own process, and stops them by
 * signals to that process.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const READY_MS = 60_000;

export interface Running {
  url: string;
  pid: number;
  output(): string;
  /** Sends SIGTERM or another signal; resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const start = (
  script: string,
  args: readonly string[],
  ready: RegExp,
  env: NodeJS.ProcessEnv,
): Promise<Running> =>
  new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(process.execPath, [`${root}scripts/${script}`, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    let output = '';
    const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${script} was not ready in ${READY_MS} ms:\n${output}`));
    }, READY_MS);
    const hear = (chunk: Buffer): void => {
      output += chunk.toString();
      const url = ready.exec(output)?.[1];
      if (!url) return;
      clearTimeout(timer);
      resolve({
        url,
        pid: child.pid ?? -1,
        output: () => output,
        stop: (signal = 'SIGTERM') => {
          child.kill(signal);
          return exited;
        },
      });
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    void exited.then((code) => {
      clearTimeout(timer);
      reject(new Error(`${script} ended with ${code}:\n${output}`));
    });
  });

const isUndo = (arg: string): boolean => arg.startsWith('--undo-seconds');

export const startApp = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Running> =>
  start(
    'start.mjs',
    // Saved changes are sent at once; only the tests of undo wait.
    ['--web', '--no-open', '--port', '0', ...(args.some(isUndo) ? [] : ['--undo-seconds', '0']), ...args],
    /Satchel is at (http:\/\/\S+)/,
    env,
  );

export const startServiceProcess = (args: readonly string[]): Promise<Running> =>
  start('service.mjs', args, /Service is at (http:\/\/\S+)/, {});
