/**
 * A package made with the binary of the suite and started as a user starts it. Its fuses refuse a driver in
 * the main process, so the test controls the page through Chromium's debugging port. `npm run test:package`
 * starts the packages of every system with Electron's own binary.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumArgs, electron, sandboxArgs } from './support/launch';
import { asAppUser, packApp } from './support/stage.mjs';
import {
  freshFolder,
  scrubbedEnv,
  startDisplay,
  startSession,
  type Surrounding,
} from './support/surroundings';

const START_MS = 60_000;

/** Resolves with the address of Chromium's debugging port. */
const toolsOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`not started in ${START_MS} ms: ${said}`)), START_MS);
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)));
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const address = /^DevTools listening on (ws:\S+)/m.exec(said)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });

/** The status of the package's page processes, from Linux. */
const rendererStates = (executable: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return command.includes(executable) && command.includes('--type=renderer')
          ? [readFileSync(`/proc/${pid}/status`, 'utf8')]
          : [];
      } catch {
        return [];
      }
    });

describe.skipIf(electron === '' || process.platform !== 'linux')('the package', () => {
  const around: Surrounding[] = [];
  let executable = '';
  beforeAll(async () => {
    executable = packApp(process.env.SATCHEL_ELECTRON_STAGE ?? '');
    around.push(await startDisplay(), await startSession('none'));
  });
  afterAll(() => {
    for (const one of around) one.stop();
  });

  it('[SEC19] has its fuses set as configured', async () => {
    const wire = (await getCurrentFuseWire(executable)) as unknown as Record<number, number>;
    const isOn = (option: number): boolean => wire[option] === '1'.charCodeAt(0);
    expect({
      runAsNode: isOn(FuseV1Options.RunAsNode),
      nodeOptions: isOn(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      inspect: isOn(FuseV1Options.EnableNodeCliInspectArguments),
      file: isOn(FuseV1Options.GrantFileProtocolExtraPrivileges),
      cookies: isOn(FuseV1Options.EnableCookieEncryption),
      integrity: isOn(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
      onlyAsar: isOn(FuseV1Options.OnlyLoadAppFromAsar),
    }).toEqual({
      runAsNode: false,
      nodeOptions: false,
      inspect: false,
      file: false,
      cookies: true,
      integrity: true,
      onlyAsar: true,
    });
  });

  it('starts in its sandbox from its archive, shows the demo’s orders, and ends on SIGTERM', async () => {
    const [program, ...before] = [...asAppUser, executable];
    const args = ['--demo', '--data', freshFolder('package'), '--remote-debugging-port=0'];
    const child = spawn(program, [...before, ...chromiumArgs, ...args], {
      env: scrubbedEnv(Object.assign({}, ...around.map((one) => one.env)) as Record<string, string>),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const exited = new Promise<number | null>((resolve) => {
      child.once('exit', resolve);
    });
    try {
      const browser = await chromium.connectOverCDP(await toolsOf(child));
      const [context] = browser.contexts();
      const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
      if (!page) throw new Error('the package has no window');
      await page.getByRole('navigation', { name: 'Screens' }).waitFor({ timeout: START_MS });
      await page.evaluate(() => {
        window.location.hash = '#/orders';
      });
      await page.getByRole('grid').getByRole('row').nth(3).waitFor({ timeout: START_MS });
      // If the suite runs without a sandbox, there is nothing to check.
      const states = sandboxArgs.length === 0 ? rendererStates(executable) : ['Seccomp:\t2'];
      expect(states).not.toEqual([]);
      expect(states.filter((state) => !/^Seccomp:\t2$/m.test(state))).toEqual([]);
      child.kill('SIGTERM');
      expect(await exited).toBe(0);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
