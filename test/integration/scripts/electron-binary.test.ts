/**
 * How `npm start` gets Electron: it waits for a slow download but not for one that makes no progress, and it
 * prints the reason.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { fetchElectron } from '../../../scripts/electron-binary.mjs';
import { runElectron } from '../../../scripts/run-electron.mjs';

const folder = mkdtempSync(join(tmpdir(), 'satchel-fetch-'));
const servers: Server[] = [];

/** A mirror of Electron's releases; the address of it. */
const startMirror = async (answer: (response: ServerResponse) => void): Promise<string> => {
  const server = createServer((_request, response) => answer(response));
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

/** A busy machine starts Electron's installer slowly, so only the test of a silent server waits briefly. */
const fetchFrom = async (mirror: string, { silentMs = 15_000, stalledMs = 15_000 } = {}) =>
  fetchElectron({
    env: {
      ELECTRON_MIRROR: mirror,
      electron_config_cache: join(folder, 'cache'),
      // A binary that is already there would end the installer at once.
      ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'not-installed'),
    },
    silentMs,
    stalledMs,
  });

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('downloading Electron', () => {
  it('waits longer for a download that continues than for a stalled one', async () => {
    let whole = false;
    const mirror = await startMirror((response) => {
      let left = 12;
      const timer = setInterval(() => {
        response.write(Buffer.alloc(20_000));
        left -= 1;
        if (left > 0) return;
        clearInterval(timer);
        whole = true;
        response.end();
      }, 500);
      response.once('close', () => clearInterval(timer));
    });
    const { problem, silent } = await fetchFrom(mirror, { stalledMs: 4_000 });
    expect(whole).toBe(true);
    expect(silent).toBe(false);
    // What came is not Electron: its own installer says so.
    expect(problem).toMatch(/checksum/i);
  });

  it('gives up a download that stalls', async () => {
    const mirror = await startMirror((response) => void response.write(Buffer.alloc(50_000)));
    expect(await fetchFrom(mirror, { stalledMs: 2_500 })).toEqual({
      problem: 'no more came for 3 seconds',
      silent: false,
    });
  });

  it('gives up a server that does not answer', async () => {
    const mirror = await startMirror(() => {});
    expect(await fetchFrom(mirror, { silentMs: 2_500 })).toEqual({
      problem: 'nothing came for 3 seconds',
      silent: true,
    });
  });

  it('reports a refusal at once', async () => {
    const mirror = await startMirror((response) => void response.writeHead(403).end());
    const { problem, silent } = await fetchFrom(mirror);
    expect(problem).toContain('403');
    expect(silent).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('starting Electron', () => {
  /** Stands in for a binary that ends before the app begins: such a system cannot be had for a test. */
  const binaryThat = (script: string): string => {
    const path = join(folder, 'electron');
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  };

  it.each([
    [
      'echo "[1:FATAL:setuid_sandbox_host.cc(158)] The SUID sandbox helper binary was found, but is ' +
        'not configured correctly." >&2; kill -TRAP $$',
      /sandbox cannot start.*user namespaces.*chmod 4755/,
    ],
    [
      'echo "[1:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! If you are running on Ubuntu ' +
        '23.10+" >&2; kill -TRAP $$',
      /sandbox cannot start/,
    ],
    [
      'echo "electron: error while loading shared libraries: libnss3.so: cannot open shared object ' +
        'file" >&2; exit 127',
      /the system has no libnss3\.so/,
    ],
    [
      'echo "[1:ERROR:ozone_platform_x11.cc(240)] Missing X server or \\$DISPLAY" >&2; ' +
        'echo "[1:ERROR:env.cc(255)] The platform failed to initialize.  Exiting." >&2; exit 1',
      /there is no display/,
    ],
  ])('shows why the system does not let it start', async (script, words) => {
    const { refusal } = await runElectron(binaryThat(script), []);
    expect(refusal).toMatch(words);
    expect(refusal).not.toContain('\n');
  });

  it('writes every option as name=value, because Electron on Windows ignores arguments after a URL', async () => {
    const said = join(folder, 'said');
    await runElectron(binaryThat(`printf '%s\\n' "$@" > '${said}'`), [
      'satchel',
      '--base-url',
      'https://crm.example.com',
      '--demo',
      '--data',
      '/some where/else',
      '--port=5',
    ]);
    expect(readFileSync(said, 'utf8').trim().split('\n')).toEqual([
      'satchel',
      '--base-url=https://crm.example.com',
      '--demo',
      '--data=/some where/else',
      '--port=5',
    ]);
  });

  it.each([
    ['exit 0', 0],
    ['echo "No usable sandbox" >&2; exit 0', 0],
    ['exit 3', 3],
    ['sleep 30 >/dev/null & exit 0', 0],
  ])('an app that ended does not count as a refusal: %s', async (script, code) => {
    expect(await runElectron(binaryThat(script), [])).toEqual({ code, refusal: null });
  });

  it('continues when the program that started it no longer reads its messages', async () => {
    const binary = binaryThat('for i in 1 2 3; do sleep 0.2; echo "message $i" >&2; done; exit 3');
    const script = pathToFileURL(join(import.meta.dirname, '../../../scripts/run-electron.mjs')).href;
    const starter = spawn(process.execPath, [
      '--input-type=module',
      '--eval',
      `const { runElectron } = await import('${script}');
       process.exit((await runElectron('${binary}', [])).code);`,
    ]);
    starter.stderr.destroy();
    const [code] = (await once(starter, 'exit')) as [number];
    expect(code).toBe(3);
  });
});
