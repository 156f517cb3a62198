/**
 * The host of the core's thread with the built worker: closing with and without waiting, and starting again
 * after that.
 */
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { CoreHost, type ShellSecrets } from '../../../src/main/node/core-host';

const workerFile = pathToFileURL(fileURLToPath(new URL('../../../out/main/core-worker.js', import.meta.url)));

describe('the host of the core', () => {
  const hosts: CoreHost[] = [];
  const directory = mkdtempSync(join(tmpdir(), 'satchel-host-'));
  /** An exception in the worker's own code. */
  const crash = (host: CoreHost): void =>
    (host as unknown as { post(message: unknown): void }).post({ type: 'connect', port: null });
  const made = (secrets: Partial<ShellSecrets> = {}, decide: () => 'restart' | 'stop' = () => 'restart') => {
    const crashes: string[] = [];
    const host = new CoreHost({
      workerFile,
      secrets: {
        get: async () => null,
        set: async () => undefined,
        delete: async () => undefined,
        ...secrets,
      },
      onCrash: (message) => {
        crashes.push(message);
        return decide();
      },
      data: {
        dataDirectory: directory,
        shell: 'electron',
        platform: 'linux',
        version: '0.1.0',
        secretStorage: 'memory',
        openDemo: true,
        suggestedBaseUrl: null,
        undoSeconds: 0,
      },
    });
    hosts.push(host);
    return { host, crashes };
  };
  afterEach(async () => {
    await Promise.all(hosts.splice(0).map((host) => host.close()));
  });
  const wal = join(directory, 'accounts/demo/outbox.db-wal');

  it('starts again after a close: old connections are told, new ones work, and it recovers from a crash as before', async () => {
    const { host, crashes } = made();
    await host.start();
    let lost = 0;
    expect(
      host.connect(
        () => undefined,
        () => {
          lost += 1;
        },
      ),
    ).not.toBeNull();
    await host.close();
    expect([
      host.connect(
        () => undefined,
        () => undefined,
      ),
      lost,
      existsSync(wal),
    ]).toEqual([null, 0, false]);
    await host.start();
    expect(lost).toBe(1);
    const told = new Promise<void>((resolve) => {
      expect(host.connect(() => undefined, resolve)).not.toBeNull();
    });
    crash(host);
    await told;
    expect(crashes).toHaveLength(1);
  });

  it('starts one core, however often it is asked: a click on "Start again" may be a double click', async () => {
    const { host } = made();
    await Promise.all([host.start(), host.start()]);
    await host.start();
    expect(
      host.connect(
        () => undefined,
        () => undefined,
      ),
    ).not.toBeNull();
  });

  it('stays stopped if the shell throws while it decides, and can be started again', async () => {
    const { host, crashes } = made({}, () => {
      throw new Error('the shell failed');
    });
    await host.start();
    crash(host);
    await expect.poll(() => crashes.length).toBe(1);
    const line = (): unknown =>
      host.connect(
        () => undefined,
        () => undefined,
      );
    expect(line()).toBeNull();
    await host.start();
    expect(line()).not.toBeNull();
    expect(crashes).toHaveLength(1);
  });

  it('tells its clients that the core stays stopped, so that no call waits for it', async () => {
    const { host } = made({}, () => 'stop');
    await host.start();
    const told = new Promise<void>((resolve) => {
      host.connect(() => undefined, resolve);
    });
    crash(host);
    await told;
    expect(
      host.connect(
        () => undefined,
        () => undefined,
      ),
    ).toBeNull();
  });

  it('tells every client once about a restart, even if one of them throws', async () => {
    const { host, crashes } = made();
    await host.start();
    const told: string[] = [];
    host.connect(
      () => undefined,
      () => {
        told.push('one that fails');
        throw new Error('the window is gone');
      },
    );
    const second = new Promise<void>((resolve) => {
      host.connect(
        () => undefined,
        () => {
          told.push('another');
          resolve();
        },
      );
    });
    crash(host);
    await second;
    // A failure of a client is no failure of the core: it is not started a second time.
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    expect({ told, crashes: crashes.length }).toEqual({ told: ['one that fails', 'another'], crashes: 1 });
  });

  it('closes everything while this thread is blocked, and releases the data folder', async () => {
    const { host } = made();
    await host.start();
    expect(existsSync(wal)).toBe(true);
    expect(host.closeBlocking(4000)).toBe(true);
    expect(existsSync(wal)).toBe(false);
    const { host: next } = made();
    await next.start();
    expect(
      next.connect(
        () => undefined,
        () => undefined,
      ),
    ).not.toBeNull();
  });

  it('also closes while the core waits for an answer of this thread', async () => {
    let asked = (): void => undefined;
    const waits = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const { host } = made({
      set: () => {
        asked();
        return new Promise(() => undefined);
      },
    });
    await host.start();
    await waits;
    expect(host.closeBlocking(4000)).toBe(true);
    expect(existsSync(wal)).toBe(false);
  });

  it('waits no longer than the given time', async () => {
    const { host } = made();
    await host.start();
    const began = Date.now();
    expect(host.closeBlocking(0)).toBe(false);
    expect(Date.now() - began).toBeLessThan(1000);
  });
});
