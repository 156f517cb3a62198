/**
 * The service as a program: what it prints, what it refuses, how it ends. Each case is a separate process.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TOLD_TO_END } from '../../support/ended';

const script = join(import.meta.dirname, '../../../scripts/service.mjs');
const directory = mkdtempSync(join(tmpdir(), 'satchel-service-'));
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs to its end, or, where `ready` is given, hands the process over once it has said where it is. */
const run = (
  args: readonly string[],
  ready?: (url: string, child: ChildProcess) => Promise<void>,
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    let [out, err, handed] = ['', '', false];
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const url = /^Service is at (http:\/\/127\.0\.0\.1:\d+)\n/m.exec(out)?.[1];
      if (!url || handed) return;
      handed = true;
      if (ready) ready(url, child).catch(reject);
      else child.kill('SIGTERM');
    });
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code, out, err });
    });
  });

const signIn = async (url: string): Promise<{ access_token: string; expires_in: number }> => {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'demo-client',
    client_secret: 'demo-secret',
    scope: 'user',
  });
  return (await (await fetch(`${url}/v1/oauth2/access_token`, { method: 'POST', body })).json()) as {
    access_token: string;
    expires_in: number;
  };
};

describe('the service as a program', () => {
  // The build, where a source is newer, belongs to no test.
  beforeAll(async () => {
    await run(['--help']);
  }, 120_000);

  it('prints one line when ready, answers, and ends cleanly on SIGTERM, also with keep-alive connections', async () => {
    const ended = await run(['--memory', '--dataset', 'empty'], async (url, child) => {
      expect((await fetch(`${url}/v1/user/list`)).status).toBe(401);
      child.kill('SIGTERM');
    });
    expect(ended).toEqual({
      code: TOLD_TO_END,
      out: expect.stringMatching(/^Service is at http:\/\/127\.0\.0\.1:\d+\n$/) as string,
      err: '',
    });
  });

  it('refuses a used port with one line', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => {
      holder.once('listening', resolve);
    });
    const { port } = holder.address() as AddressInfo;
    const ended = await run(['--memory', '--dataset', 'empty', '--port', String(port)]);
    holder.close();
    expect(ended).toEqual({ code: 1, out: '', err: `Port ${port} is in use; choose another with --port.\n` });
  });

  it.each([
    [['--bogus']],
    [['--port', 'x']],
    [['--dataset', '0']],
    [['--quirks', 'nonsense']],
    [['--memory', '--data', 'd']],
  ])('refuses %j with one line', async (args) => {
    const ended = await run(args);
    expect([ended.code, ended.out]).toEqual([1, '']);
    expect(ended.err).toMatch(/^[^\n]+See --help\.\n$/);
  });

  it.each(
    process.platform === 'linux'
      ? ['/proc/satchel/data', join(directory, 'file', 'under')]
      : [join(directory, 'file', 'under')],
  )('refuses --data %s, which cannot be made, with one line', async (path) => {
    writeFileSync(join(directory, 'file'), '');
    const ended = await run(['--data', path, '--dataset', 'empty']);
    expect([ended.code, ended.out]).toEqual([1, '']);
    expect(ended.err).toMatch(/^The service could not start: cannot make [^\n]+--data\n$/);
  });

  it('refuses another dataset than the one in the directory', async () => {
    const path = join(directory, 'held');
    expect((await run(['--data', path, '--dataset', 'empty'])).code).toBe(TOLD_TO_END);
    const ended = await run(['--data', path, '--dataset', 'demo']);
    expect([ended.code, ended.out]).toEqual([1, '']);
    expect(ended.err).toMatch(/^The data directory already holds dataset empty;[^\n]+\n$/);
  });

  it('ends tokens after --token-ttl', async () => {
    const ended = await run(['--memory', '--dataset', 'empty', '--token-ttl', '1'], async (url, child) => {
      const { access_token: token, expires_in: seconds } = await signIn(url);
      const status = async (): Promise<number> =>
        (await fetch(`${url}/v1/user/list`, { headers: { authorization: token } })).status;
      expect([seconds, await status()]).toEqual([1, 200]);
      await new Promise((resolve) => {
        setTimeout(resolve, 1_600);
      });
      expect(await status()).toBe(401);
      child.kill('SIGTERM');
    });
    expect(ended.code).toBe(TOLD_TO_END);
  });
}, 60_000);
