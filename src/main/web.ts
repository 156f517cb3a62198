/**
 * The same app in a browser window: plain Node, loopback only, the same renderer, core and contract. It is used if
 * Electron's binary is not available; a packaged build never contains it. The token stays in this process's memory.
 *
 * The WebSocket accepts a connection only if it has the secret of this launch and the Host and Origin of this server,
 * and if it is not known to come from another user of the computer.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { homedir, platform } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocketServer, type WebSocket } from 'ws';
import { nodeProblem } from '#shared/node-version';
import { DEFAULT_UNDO_SECONDS, parseStartOptions } from './node/start-options';
import { createNonce, pageHeaders, withNonce } from './node/content-security';
import { CoreHost } from './node/core-host';
import { MAX_FRAME_BYTES } from './node/frame-limit';
import { readRendererFile } from './node/renderer-files';
import { openInBrowser } from './node/open-in-browser';
import { isOfOtherUser } from './node/peer-user';
import { createRestartLimit } from './node/restart-limit';

const SOCKET_PATH = '/core';

// Not imported: an ES import of this module evaluates all its exports and so loads all of fetch, which takes
// some 50 ms.
const { createServer } = process.getBuiltinModule('node:http');

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const problem = nodeProblem(process.versions);
if (problem !== null) fail(problem);
const parsed = parseStartOptions(process.argv.slice(2));
const options = parsed.ok ? parsed.options : fail(parsed.message);
const rendererFolder = fileURLToPath(new URL('../renderer', import.meta.url));
const secret = randomBytes(24).toString('base64url');
const memorySecrets = new Map<string, string>();
const restarts = createRestartLimit();

const host = new CoreHost({
  workerFile: new URL('./web-worker.js', import.meta.url),
  data: {
    dataDirectory: resolve(options.data ?? join(homedir(), '.satchel-web')),
    shell: 'web',
    platform: platform(),
    version: process.env.npm_package_version ?? '0.1.0',
    secretStorage: 'memory',
    openDemo: options.demo,
    suggestedBaseUrl: options.baseUrl ?? null,
    undoSeconds: options.undoSeconds ?? DEFAULT_UNDO_SECONDS,
  },
  secrets: {
    get: (key) => Promise.resolve(memorySecrets.get(key) ?? null),
    set: (key, value) => Promise.resolve(void memorySecrets.set(key, value)),
    delete: (key) => Promise.resolve(void memorySecrets.delete(key)),
  },
  onCrash: (message) => {
    const again = restarts.allows();
    process.stderr.write(
      `The core stopped (${message}). ${again ? 'Starting it again.' : 'It stopped too often: giving up.'}\n`,
    );
    if (!again) process.exit(1);
    return 'restart';
  },
});

const server = createServer((request, response) => {
  serve(request, response).catch(() => response.destroy());
});
const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });
let ownHosts: readonly string[] = [];

/**
 * The target of a request as a URL; null if the target is not a path. The base is prepended as text, because
 * `new URL(target, base)` throws for `//` and takes another host from `//host/`.
 */
const pathOf = (request: IncomingMessage): URL | null => {
  const target = request.url ?? '';
  return /^\/(?![/\\])/.test(target) ? new URL(`http://localhost${target}`) : null;
};

const isOwnHost = (name: string | undefined): boolean => name !== undefined && ownHosts.includes(name);

const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const end = (status: number, text: string): void =>
    void response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
  if (!isOwnHost(request.headers.host)) return end(421, 'This address is not served here.');
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(405, 'Only GET is served here.');
  const url = pathOf(request);
  if (!url) return end(400, 'Only a path is served here.');
  const file = await readRendererFile(rendererFolder, url.pathname);
  if (!file) return end(404, 'Not found.');
  const nonce = createNonce();
  const body = file.isPage ? Buffer.from(withNonce(file.body.toString('utf8'), nonce)) : file.body;
  response.writeHead(200, {
    ...pageHeaders(nonce, `ws://${request.headers.host}`),
    'Content-Type': file.type,
    'Content-Length': body.length,
    'Cache-Control': file.isPage ? 'no-store' : 'public, max-age=31536000, immutable',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
};

const isSecret = (given: string | null): boolean => {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
};

server.on('upgrade', (request, socket, head) => {
  // Node passes the socket without an error listener; an error without one would end the process.
  socket.on('error', () => socket.destroy());
  const url = pathOf(request);
  const origin = request.headers.origin;
  const allowed =
    isOwnHost(request.headers.host) &&
    origin === `http://${request.headers.host}` &&
    url?.pathname === SOCKET_PATH &&
    isSecret(url.searchParams.get('k')) &&
    !isOfOtherUser(request.socket);
  if (!allowed) {
    // Destroyed after the answer is sent, because the other side may keep its half of the connection open.
    socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
      socket.destroy(),
    );
    return;
  }
  sockets.handleUpgrade(request, socket, head, attach);
});

const attach = (socket: WebSocket): void => {
  // Added before anything can close the socket, because a bad frame on a closing socket is also an error.
  // `close` follows.
  socket.on('error', () => socket.terminate());
  const client = host.connect(
    (frame) => socket.readyState === socket.OPEN && socket.send(frame),
    () => socket.close(1012, 'core restarted'),
  );
  if (!client) {
    socket.close(1013, 'core is starting');
    return;
  }
  socket.on('message', (data, isBinary) => {
    // `ws` gives a Buffer unless its `binaryType` says otherwise.
    if (Buffer.isBuffer(data)) client.send(isBinary ? new Uint8Array(data) : data.toString('utf8'));
  });
  socket.on('close', () => client.close());
};

let stopping = false;
const stop = async (): Promise<void> => {
  if (stopping) return;
  stopping = true;
  server.close();
  for (const socket of sockets.clients) socket.terminate();
  server.closeAllConnections();
  await host
    .close()
    .catch((error: Error) => process.stderr.write(`The core did not close: ${error.message}\n`));
  process.exit(0);
};
// The program that started the app may close its output streams.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());

server.on('error', (error: NodeJS.ErrnoException) => {
  // A running server reports a connection that it could not accept because of too few file handles. It
  // continues.
  if (server.listening) {
    process.stderr.write(`A connection was not accepted: ${error.message}\n`);
    return;
  }
  fail(
    error.code === 'EADDRINUSE'
      ? `Port ${options.port} is in use: choose another with --port, or leave it out for a free one.`
      : `Cannot listen: ${error.message}`,
  );
});
await host.start().catch((error: Error) => fail(`Satchel could not open its data: ${error.message}`));
server.listen(options.port ?? 0, '127.0.0.1', () => {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
  const { port } = bound;
  ownHosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const address = `http://127.0.0.1:${port}/?k=${secret}`;
  process.stdout.write(`Satchel is at ${address}\n`);
  if (options.open) openInBrowser(address);
});
