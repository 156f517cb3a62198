/**
 * `npm start` and `npm run service` end completely when npm is told to end: none of their processes remains.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const directory = mkdtempSync(join(tmpdir(), 'satchel-npm-'));
const running = new Set<ChildProcess>();

/** Whether any process of the group that npm leads is alive. */
const isGroupAlive = (npm: ChildProcess): boolean => {
  try {
    return process.kill(-(npm.pid ?? Number.NaN), 0);
  } catch {
    return false;
  }
};

const untilReady = (npm: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = '';
    const hear = (chunk: Buffer): void => {
      output += chunk.toString();
      const url = / is at (http:\/\/127\.0\.0\.1:\S+)/.exec(output)?.[1];
      if (url) resolve(url);
    };
    npm.stdout?.on('data', hear);
    npm.stderr?.on('data', hear);
    npm.once('exit', (code) => reject(new Error(`npm ended with ${code}:\n${output}`)));
  });

afterEach(() => {
  for (const npm of running) if (isGroupAlive(npm)) process.kill(-(npm.pid ?? Number.NaN), 'SIGKILL');
  running.clear();
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

// Windows has no process groups; there npm ends by an event of the console.
describe.skipIf(process.platform === 'win32')('ending npm', () => {
  it.each([
    ['start', ['--web', '--no-open', '--demo', '--port', '0', '--data', directory]],
    ['service', ['--memory', '--dataset', 'empty', '--port', '0']],
  ])('ends all processes of `npm run %s`', { timeout: 90_000 }, async (script, args) => {
    const npm = spawn('npm', ['run', script, '--', ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(npm);
    const url = await untilReady(npm);
    expect((await fetch(url)).status).toBeLessThan(500);

    npm.kill('SIGTERM');

    await expect.poll(() => isGroupAlive(npm), { timeout: 10_000 }).toBe(false);
    await expect(fetch(url)).rejects.toThrow();
  });
});
