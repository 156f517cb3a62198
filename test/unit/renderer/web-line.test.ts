/** The connection of a browser window: a real socket, which may close and be opened again. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { os } from '@orpc/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { createFrameServer } from '../../../src/main/node/serve-frames';

/** A core behind a socket, and a page in front of it. */
const page = async () => {
  vi.resetModules();
  const http = createServer();
  const server = new WebSocketServer({ server: http });
  const sockets: WebSocket[] = [];
  const secrets: string[] = [];
  let answers = true;
  let asked = 0;
  const state = async () => (answers ? { asked: ++asked } : new Promise(() => (asked += 1)));
  const serve = createFrameServer({ sync: { state: os.handler(state) } } as never);
  server.on('connection', (socket, request) => {
    sockets.push(socket);
    secrets.push(request.url ?? '');
    serve({
      onFrame: (listener) => socket.on('message', (data) => listener(String(data))),
      onClose: (listener) => socket.on('close', listener),
      send: (frame) => socket.send(frame),
    });
  });
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  const kept = new Map<string, string>();
  const replaced: string[] = [];
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  const location = { host, protocol: 'http:', href: `http://${host}/?k=a%2Bb&x=1#/orders` };
  const replaceState = (_state: unknown, _title: string, to: string): void => {
    replaced.push(to);
    location.href = `http://${host}${to}`;
  };
  vi.stubGlobal('window', { location, history: { state: null, replaceState } });
  onTestFinished(async () => {
    // The page would come back for ever: its next socket is one that never opens.
    let last = 0;
    const Silent = class extends EventTarget {
      constructor() {
        super();
        last += 1;
      }
    };
    vi.stubGlobal('WebSocket', Silent);
    for (const socket of sockets) socket.terminate();
    await vi.waitFor(() => expect(last).toBe(1), 10_000);
    vi.unstubAllGlobals();
    await new Promise((done) => server.close(() => http.close(done)));
  });
  const { connectCore, core, useConnection } = await import('../../../src/renderer/client/client');
  connectCore();
  const whether = (connected: boolean, epoch: number) =>
    vi.waitFor(() => expect(useConnection.getState()).toMatchObject({ connected, epoch }), 10_000);
  const silence = (): void => {
    answers = false;
  };
  const speak = (): void => {
    answers = true;
  };
  return { core, sockets, secrets, replaced, whether, silence, speak, asked: () => asked };
};

it('brings the secret of the launch once by the address, and takes it out of the address', async () => {
  const { core, secrets, replaced, whether } = await page();
  await whether(true, 1);
  await expect(core.sync.state()).resolves.toEqual({ asked: 1 });
  expect(secrets).toEqual(['/core?k=a%2Bb']);
  expect(replaced).toEqual(['/?x=1#/orders']);
});

it('comes back after the socket closed, with the secret that it kept; calls in between wait for it', async () => {
  const { core, sockets, secrets, whether, silence, speak, asked } = await page();
  await whether(true, 1);
  silence();
  const pending = core.sync.state();
  await vi.waitFor(() => expect(asked()).toBe(1), 10_000);
  sockets[0]!.terminate();
  await expect(pending).rejects.toThrow();
  await whether(false, 1);
  speak();
  const waiting = core.sync.state();
  await expect(waiting).resolves.toEqual({ asked: 2 });
  await whether(true, 2);
  expect(secrets).toEqual(['/core?k=a%2Bb', '/core?k=a%2Bb']);
  sockets[1]!.terminate();
  await whether(true, 3);
});

it('does not try a core whose secret its address lacks', async () => {
  vi.resetModules();
  const WebSocket = vi.fn<() => void>();
  vi.stubGlobal('WebSocket', WebSocket);
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  const location = { host: '127.0.0.1:1', protocol: 'http:', href: 'http://127.0.0.1:1/#/orders' };
  vi.stubGlobal('window', { location });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { connectCore, useConnection } = await import('../../../src/renderer/client/client');
  connectCore();
  expect(useConnection.getState()).toMatchObject({ connected: false, isKeyless: true });
  expect(WebSocket).not.toHaveBeenCalled();
});
