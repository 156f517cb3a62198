/**
 * What the server of the browser window refuses: it must never serve another page, another site, or a client
 * that guesses the token.
 */
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Contract } from '#shared/contract/contract';
import { startApp, type Running } from '../../support/processes';

const get = (port: string, path: string, headers: Record<string, string>, method = 'GET'): Promise<number> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

describe('the browser window', () => {
  let app: Running;
  let address: URL;
  let data: string;

  const openSocket = (query: string, origin: string | undefined): Promise<'open' | 'refused'> =>
    new Promise((resolve) => {
      const socket = new WebSocket(
        `ws://${address.host}/core${query}`,
        origin === undefined ? {} : { origin },
      );
      socket.on('open', () => {
        socket.close();
        resolve('open');
      });
      socket.on('error', () => resolve('refused'));
    });

  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'satchel-web-'));
    app = await startApp(['--demo', '--data', data]);
    address = new URL(app.url);
  });
  afterAll(async () => void (await app.stop()));

  it('prints exactly one line', () => {
    expect(app.output().trim().split('\n')).toHaveLength(1);
  });

  it('serves its page only for its own host name', async () => {
    expect(await get(address.port, '/', { host: address.host })).toBe(200);
    expect(await get(address.port, '/', { host: `localhost:${address.port}` })).toBe(200);
    expect(await get(address.port, '/', { host: 'evil.example' })).toBe(421);
    expect(await get(address.port, '/', { host: address.host }, 'POST')).toBe(405);
    expect(await get(address.port, '/..%2f..%2fpackage.json', { host: address.host })).toBe(404);
  });

  it('has the strict policy plus its own socket, and answers no other site', async () => {
    const page = await fetch(`http://${address.host}/`, { headers: { origin: 'http://evil.example' } });
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/=]{22,}';/);
    expect(policy).toContain(`connect-src ws://${address.host};`);
    expect(policy).not.toMatch(/unsafe|\*/);
    expect([...page.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(page.headers.get('set-cookie')).toBeNull();
    expect(await page.text()).not.toContain(address.searchParams.get('k'));
  });

  it('listens on this computer only', async () => {
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((one) => one !== undefined && !one.internal && one.family === 'IPv4');
    for (const other of others)
      await expect(
        fetch(`http://${other?.address}:${address.port}/`, { signal: AbortSignal.timeout(2000) }),
      ).rejects.toThrow();
    expect(address.hostname).toBe('127.0.0.1');
  });

  it('connects only its own page with the secret of this launch to the core', async () => {
    const origin = `http://${address.host}`;
    expect(await openSocket(address.search, origin)).toBe('open');
    expect(await openSocket(address.search, 'http://evil.example')).toBe('refused');
    expect(await openSocket(address.search, undefined)).toBe('refused');
    expect(await openSocket('?k=guess', origin)).toBe('refused');
    expect(await openSocket('', origin)).toBe('refused');
  });

  it('serves the contract and stores no secrets on the disk', async () => {
    const socket = new WebSocket(`ws://${address.host}/core${address.search}`, {
      origin: `http://${address.host}`,
    });
    const client: ContractRouterClient<Contract> = createORPCClient(
      new RPCLink({ websocket: socket as never }),
    );
    const state = await client.accounts.state();
    expect(state.account?.demo).toBe(true);
    expect(state.tokenStorage).toBe('memory');
    socket.close();
    const files = (folder: string): string[] =>
      readdirSync(folder).flatMap((name) =>
        statSync(join(folder, name)).isDirectory() ? files(join(folder, name)) : [join(folder, name)],
      );
    const own = files(data).filter((file) => !file.includes('demo-service'));
    expect(own.length).toBeGreaterThan(0);
    for (const file of own) expect(readFileSync(file).includes('demo-secret'), file).toBe(false);
  });

  it('refuses a bad option and a taken port in one line', async () => {
    await expect(startApp(['--port', 'x', '--data', data])).rejects.toThrow('--port takes a number');
    await expect(
      startApp(['--port', address.port, '--data', mkdtempSync(join(tmpdir(), 'satchel-web-'))]),
    ).rejects.toThrow('is in use');
  });
});
