/**
 * Plays a scenario of the built desktop shell against the Electron double, in its own process and data
 * directory.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));

export const freshData = (): string => mkdtempSync(join(tmpdir(), 'satchel-double-'));

/**
 * `env` configures the double (`SATCHEL_DOUBLE_*`). The shell takes every system for Linux unless
 * SATCHEL_DOUBLE_PLATFORM names another one. Returns what the scenario recorded, and `used`, the Electron
 * members that were called.
 */
export const playScenario = async <T extends object>(
  name: string,
  env: Readonly<Record<string, string>> = {},
): Promise<T & { used: string[]; exitCode?: number }> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(root, 'test/support/electron-scenario.ts'),
      join(root, 'out/main/index.js'),
      name,
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        SATCHEL_DOUBLE_DATA: freshData(),
        SATCHEL_DOUBLE_PLATFORM: 'linux',
        LOCALAPPDATA: '',
        ...env,
      },
      timeout: 150_000,
      maxBuffer: 16_000_000,
    },
  );
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as T & { used: string[]; exitCode?: number };
};
