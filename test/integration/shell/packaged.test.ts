/**
 * The layout of the package without Electron's binary: electron-builder packs an empty stand-in, and the
 * worker starts under plain Node from the content of the archive. `test/electron` tests what needs the
 * binary.
 */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FromWorker } from '../../../src/main/core-messages';

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe.skipIf(process.platform !== 'linux')('the unpacked package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-package-'));
  let resources: string;
  beforeAll(async () => {
    const standIn = join(folder, 'electron-dist');
    mkdirSync(join(standIn, 'resources'), { recursive: true });
    writeFileSync(join(standIn, 'electron'), '#!/bin/sh\n');
    chmodSync(join(standIn, 'electron'), 0o755);
    // Fuses are set in the binary, which does not exist here.
    const config = join(folder, 'builder.yml');
    writeFileSync(
      config,
      readFileSync(join(root, 'electron-builder.yml'), 'utf8').replace(/^electronFuses:\n(?: .*\n)+/m, ''),
    );
    await promisify(execFile)(
      process.execPath,
      [
        join(root, 'node_modules/electron-builder/cli.js'),
        '--linux',
        '--x64',
        '--dir',
        '--publish',
        'never',
        '--config',
        config,
        `-c.electronDist=${standIn}`,
        `-c.directories.output=${join(folder, 'dist')}`,
      ],
      {
        cwd: root,
        env: { ...process.env, SATCHEL_UNSIGNED: '-unsigned' },
        timeout: 150_000,
      },
    );
    resources = join(folder, 'dist', 'linux-unpacked', 'resources');
  });

  const namesInArchive = async (): Promise<string[]> => {
    const { listPackage } = await import('@electron/asar');
    return listPackage(join(resources, 'app.asar'), { isPack: false }).map((name) =>
      name.replaceAll('\\', '/'),
    );
  };

  it('contains the app and no development tools', async () => {
    const names = await namesInArchive();
    for (const needed of [
      '/out/main/index.js',
      '/out/main/core-worker.js',
      '/out/preload/index.cjs',
      '/out/renderer/index.html',
      '/node_modules/electron-updater/package.json',
    ])
      expect(names, needed).toContain(needed);
    expect(
      names.filter((name) =>
        /\/out\/main\/(?:web|service)\.js|\.map$|^\/node_modules\/node-(?:bin-)?(?:linux|win|darwin)|^\/(?:src|test|scripts)\/|\/out\/(?:sim|bench|screenshots)/.test(
          name,
        ),
      ),
    ).toEqual([]);
  });

  it('names the desktop file by which a Linux desktop identifies its windows', async () => {
    const { extractFile } = await import('@electron/asar');
    expect(
      JSON.parse(extractFile(join(resources, 'app.asar'), 'package.json').toString('utf8')),
    ).toMatchObject({ desktopName: 'satchel.desktop' });
  });

  it('contains the native module of its own system and architecture, and nothing else outside the archive', async () => {
    // The fuse checks the content of the archive; a user can change what lies beside it.
    expect((await namesInArchive()).filter((name) => name.endsWith('.node'))).toEqual([
      '/node_modules/better-sqlite3/prebuilds/linux-x64.node',
    ]);
    expect(
      readdirSync(join(resources, 'app.asar.unpacked'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
    ).toEqual(['linux-x64.node']);
  });

  it('contains everything that its worker needs, including the native module', async () => {
    // Plain Node cannot read the archive, so its content is extracted first.
    const app = join(folder, 'laid-out');
    const { extractAll } = await import('@electron/asar');
    extractAll(join(resources, 'app.asar'), app);
    const worker = new Worker(pathToFileURL(join(app, 'out', 'main', 'core-worker.js')), {
      workerData: {
        dataDirectory: join(folder, 'data'),
        shell: 'electron',
        platform: 'linux',
        version: '0.1.0',
        secretStorage: 'memory',
        openDemo: true,
        suggestedBaseUrl: null,
      },
    });
    const said = await new Promise<string>((resolve) => {
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'secret') worker.postMessage({ type: 'answer', id: message.id, value: null });
        if (message.type === 'ready') worker.postMessage({ type: 'close' });
        if (message.type === 'failed') resolve(message.message);
        if (message.type === 'closed') resolve('closed');
      });
      worker.on('error', (error) => resolve(String(error)));
    });
    expect(said).toBe('closed');
    expect(existsSync(join(folder, 'data', 'accounts', 'demo', 'outbox.db'))).toBe(true);
  });
});
