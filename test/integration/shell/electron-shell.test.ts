/** The built desktop shell under plain Node, against a double of the Electron APIs it uses; the real binary runs in CI. */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Played {
  account: string; tokenStorage: string; shell: string; columns: number; badInput: string; foreign: string; navigated: boolean; opened: string[]; openedOutside: string[];
  sandboxed: boolean; webPreferences: Record<string, unknown>; loaded: string[]; policy: string; page: string; traversal: number; otherHost: number;
  permission: { check: boolean; device: boolean; request: boolean }; exitCode: number;
}

describe('the desktop shell against the Electron double', () => {
  let played: Played;
  beforeAll(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'test/support/electron-scenario.mjs'), join(root, 'out/main/index.js')], {
      cwd: root, env: { ...process.env, SATCHEL_DOUBLE_DATA: mkdtempSync(join(tmpdir(), 'satchel-double-')) }, timeout: 120_000,
    });
    played = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Played;
  });

  it('opens one sandboxed, isolated window without Node on the app origin', () => {
    expect(played.loaded).toEqual(['satchel-app://app/']);
    expect(played.sandboxed).toBe(true);
    expect(played.webPreferences).toMatchObject({
      sandbox: true, contextIsolation: true, nodeIntegration: false, nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false, webSecurity: true, webviewTag: false, allowRunningInsecureContent: false,
    });
  });

  it('carries the contract to the worker and opens the demo when asked', () => {
    expect(played).toMatchObject({ account: 'demo', shell: 'electron', tokenStorage: 'keychain' });
    expect(played.columns).toBeGreaterThanOrEqual(53);
  });

  it('drops messages of a foreign sender and refuses arguments outside the schema', () => {
    expect(played.foreign).toBe('silent');
    expect(played.badInput).not.toBe('accepted');
  });

  it('refuses navigation, windows and permissions, and opens only plain web addresses outside', () => {
    expect(played.navigated).toBe(false);
    expect(played.opened).toEqual(['deny', 'deny', 'deny']);
    expect(played.openedOutside).toEqual(['https://example.com/']);
    expect(played.permission).toEqual({ check: false, device: false, request: false });
  });

  it('serves the page under a strict policy, with no way out of the renderer folder', () => {
    expect(played.policy).toContain("connect-src 'none'");
    expect(played.policy).not.toContain('unsafe');
    expect(played.page).not.toContain('__CSP_NONCE__');
    expect(played.traversal).toBe(404);
    expect(played.otherHost).toBe(404);
  });

  it('closes the core before it quits', () => {
    expect(played.exitCode).toBe(0);
  });
});
