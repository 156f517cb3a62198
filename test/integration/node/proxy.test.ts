/**
 * Pushes and reads through proxies, counted on the network: a push is sent at most once, and "not sent" is
 * reported only if it is true.
 */
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { createConnector } from '#node/connector';
import { parseProxyRoute } from '#node/proxy-route';
import { createNodeTransport, type NodeTransportOptions } from '#node/transport';
import { LOCAL_CERTIFICATE, LOCAL_KEY } from '../../support/local-certificate';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const listen = async (server: Server): Promise<number> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
};

/** An https service that counts what arrives. */
const service = async (
  status = 200,
  cutAfterRequest = false,
  waitMs = 0,
): Promise<{ url: string; seen: string[] }> => {
  const seen: string[] = [];
  const server = createHttpsServer({ key: LOCAL_KEY, cert: LOCAL_CERTIFICATE }, (request, response) => {
    request.resume();
    request.on('end', () => {
      seen.push(`${request.method} ${request.url} ${request.httpVersion}`);
      if (cutAfterRequest) request.socket.destroy();
      else
        setTimeout(
          () => void response.writeHead(status, { location: '/elsewhere' }).end('{"code":200}'),
          waitMs,
        );
    });
  });
  return { url: `https://localhost:${await listen(server)}`, seen };
};

type Mood = 'open' | 'sign-in' | 'refuse' | 'hang-up' | 'cut-first-bytes' | 'no-proxy';
/** A CONNECT proxy in one of the moods proxies have. */
const proxy = async (mood: Mood): Promise<{ port: number; connects: string[] }> => {
  const connects: string[] = [];
  const server = createHttpServer((_request, response) => void response.writeHead(200).end('a web server'));
  server.on('connect', (request, socket: Socket, head) => {
    connects.push(request.url ?? '');
    socket.on('error', () => undefined);
    if (mood === 'sign-in')
      return void socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: NTLM\r\nContent-Length: 0\r\n\r\n',
      );
    if (mood === 'refuse') return void socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
    if (mood === 'hang-up') return void socket.destroy();
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const upstream = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.write(head);
      if (mood === 'cut-first-bytes')
        return void socket.once('data', () => {
          socket.destroy();
          upstream.destroy();
        });
      upstream.pipe(socket);
      socket.pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
  });
  return { port: await listen(server), connects };
};

const socksProxy = async (refuse = 0): Promise<{ port: number; asked: string[] }> => {
  const asked: string[] = [];
  const server = createTcpServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]));
      socket.once('data', (ask: Buffer) => {
        const name = ask.subarray(5, 5 + (ask[4] ?? 0)).toString();
        const port = ask.readUInt16BE(5 + (ask[4] ?? 0));
        asked.push(`${name}:${port}`);
        if (refuse > 0) return void socket.end(Buffer.from([5, refuse, 0, 1, 0, 0, 0, 0, 0, 0]));
        const upstream = connect(port, name, () => {
          socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 80]));
          upstream.pipe(socket);
          socket.pipe(upstream);
        });
      });
    });
  });
  return { port: await listen(server), asked };
};

/** A SOCKS4A proxy that gives this answer; 90 opens the tunnel. */
const socks4Proxy = async (answer: number): Promise<{ port: number; asked: string[] }> => {
  const asked: string[] = [];
  const server = createTcpServer((socket) => {
    socket.once('data', (ask: Buffer) => {
      const port = ask.readUInt16BE(2);
      const isNamed = ask.subarray(4, 7).every((byte) => byte === 0);
      const name = isNamed ? ask.subarray(9, -1).toString() : ask.subarray(4, 8).join('.');
      asked.push(`${name}:${port}`);
      const reply = Buffer.from([0, answer, 0, 0, 0, 0, 0, 0]);
      if (answer !== 90) return void socket.end(reply);
      const upstream = connect(port, name, () => {
        socket.write(reply);
        upstream.pipe(socket);
        socket.pipe(upstream);
      });
      upstream.on('error', () => socket.destroy());
      socket.on('close', () => upstream.destroy());
    });
  });
  return { port: await listen(server), asked };
};

const through = (route: string, more: NodeTransportOptions = {}) => {
  const transport = createNodeTransport({
    route: async () => route,
    ca: [LOCAL_CERTIFICATE],
    timeoutMs: 3000,
    ...more,
  });
  closers.push(() => transport.close());
  return {
    push: (url: string) =>
      transport.push({
        method: 'POST',
        url: `${url}/v1/company/push`,
        headers: { 'content-type': 'application/json' },
        body: '{"name":"x"}',
        timeoutMs: 4000,
      }),
    read: (url: string) =>
      transport.read({
        method: 'GET',
        url: `${url}/v1/company/list`,
        headers: { authorization: 'T' },
        timeoutMs: 4000,
      }),
  };
};

describe('through a proxy', () => {
  it.each([200, 302, 307, 421, 502])(
    '[HT7] a push with the answer %i is sent exactly once, over HTTP/1.1',
    async (status) => {
      const [{ url, seen }, { port, connects }] = [await service(status), await proxy('open')];
      expect(await through(`PROXY 127.0.0.1:${port}`).push(url)).toMatchObject({ kind: 'answer', status });
      expect(seen).toEqual(['POST /v1/company/push 1.1']);
      expect(connects).toEqual([new URL(url).host]);
    },
  );

  it.each([
    ['sign-in', '407'],
    ['refuse', '403'],
    ['hang-up', 'ECONNRESET'],
  ] as const)(
    '[HT8] before CONNECT succeeds (%s) a push is certainly unsent, and CONNECT is requested once',
    async (mood, detail) => {
      const [{ url, seen }, { port, connects }] = [await service(), await proxy(mood)];
      expect(await through(`PROXY 127.0.0.1:${port}`).push(url)).toMatchObject({
        kind: 'failure',
        unsent: true,
        detail,
      });
      expect([seen.length, connects.length]).toEqual([0, 1]);
    },
  );

  it('[HT8] a push is unsent if the proxy closes the connection during the handshake', async () => {
    const [{ url, seen }, { port, connects }] = [await service(), await proxy('cut-first-bytes')];
    expect(await through(`PROXY 127.0.0.1:${port}`).push(url)).toMatchObject({
      kind: 'failure',
      reason: 'tls',
      unsent: true,
    });
    expect([seen.length, connects.length]).toEqual([0, 1]);
  });

  it('[HT7] a connection closed after the request proves nothing, and the push was sent once', async () => {
    const [{ url, seen }, { port }] = [await service(200, true), await proxy('open')];
    expect(await through(`PROXY 127.0.0.1:${port}`).push(url)).toMatchObject({
      kind: 'failure',
      unsent: false,
    });
    expect(seen).toHaveLength(1);
  });

  it('[HT8] a certificate we do not trust is refused before the request', async () => {
    const [{ url, seen }, { port }] = [await service(), await proxy('open')];
    expect(await through(`PROXY 127.0.0.1:${port}`, { ca: [] }).push(url)).toMatchObject({
      kind: 'failure',
      reason: 'tls',
      unsent: true,
    });
    expect(seen).toEqual([]);
  });

  it.each([
    ['HTTP', async () => `PROXY 127.0.0.1:${(await proxy('open')).port}`],
    ['SOCKS5', async () => `SOCKS5 127.0.0.1:${(await socksProxy()).port}`],
  ])('waits for a slow answer longer than for the connection (%s)', async (_, route) => {
    const { url } = await service(200, false, 1_500);
    const { read } = through(await route(), { timeoutMs: 1_000 });
    expect(await read(url)).toMatchObject({ kind: 'answer', status: 200 });
  });

  it('goes the next way past a proxy that cannot be reached, but not past one that refuses', async () => {
    const { url, seen } = await service();
    expect(await through('PROXY 127.0.0.1:9; DIRECT').push(url)).toMatchObject({
      kind: 'answer',
      status: 200,
    });
    expect(seen).toHaveLength(1);
    const { port } = await proxy('refuse');
    expect(await through(`PROXY 127.0.0.1:${port}; DIRECT`).push(url)).toMatchObject({
      kind: 'failure',
      reason: 'proxy',
      unsent: true,
    });
    expect(seen).toHaveLength(1);
  });

  it('asks a proxy over TLS for the certificate of the proxy, not of the service', async () => {
    const asked: string[] = [];
    const names: unknown[] = [];
    const server = createHttpsServer({ key: LOCAL_KEY, cert: LOCAL_CERTIFICATE });
    server.on('connect', (request, socket: TLSSocket) => {
      asked.push(request.url ?? '');
      names.push(socket.servername);
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
    });
    const port = await listen(server);
    const push = (proxyHost: string) => through(`HTTPS ${proxyHost}:${port}`).push('https://crm.example');
    const refused = { kind: 'failure', reason: 'proxy', unsent: true, detail: '403' };
    expect(await push('localhost')).toMatchObject(refused);
    expect(await push('127.0.0.1')).toMatchObject(refused);
    expect(asked).toEqual(['crm.example:443', 'crm.example:443']);
    expect(names).toEqual(['localhost', false]);
  });

  it('lets a SOCKS5 proxy resolve names, and treats its refusal as unsent', async () => {
    const [{ url, seen }, socks] = [await service(), await socksProxy()];
    expect(await through(`SOCKS5 127.0.0.1:${socks.port}`).push(url)).toMatchObject({
      kind: 'answer',
      status: 200,
    });
    expect(socks.asked).toEqual([new URL(url).host]);
    expect(seen).toEqual(['POST /v1/company/push 1.1']);
    const refusing = await socksProxy(2);
    expect(await through(`SOCKS5 127.0.0.1:${refusing.port}`).push(url)).toMatchObject({
      kind: 'failure',
      reason: 'proxy',
      unsent: true,
      detail: 'socks-2',
    });
  });

  it('[HT8] connects through a SOCKS4 proxy, and treats its refusal as unsent', async () => {
    const { url, seen } = await service();
    const [socks, refusing] = [await socks4Proxy(90), await socks4Proxy(91)];
    expect(await through(`SOCKS 127.0.0.1:${socks.port}`).push(url)).toMatchObject({
      kind: 'answer',
      status: 200,
    });
    expect(socks.asked).toEqual([new URL(url).host]);
    const atAddress = url.replace('localhost', '127.0.0.1');
    expect(await through(`SOCKS4 127.0.0.1:${socks.port}`).read(atAddress)).toMatchObject({ kind: 'answer' });
    expect(socks.asked[1]).toBe(new URL(atAddress).host);
    expect(await through(`SOCKS 127.0.0.1:${refusing.port}; DIRECT`).push(url)).toMatchObject({
      kind: 'failure',
      reason: 'proxy',
      unsent: true,
      detail: 'socks-91',
    });
    expect(seen).toHaveLength(2);
  });

  it('goes the next way past a kind of proxy that is not supported', async () => {
    const { url } = await service();
    expect(await through('QUIC 127.0.0.1:9; DIRECT').push(url)).toMatchObject({ kind: 'answer' });
    expect(await through('QUIC 127.0.0.1:9').push(url)).toMatchObject({ reason: 'proxy', unsent: true });
  });

  it('[HT8] sends nothing, also not directly, if the system does not name a route', async () => {
    const { url, seen } = await service();
    const { push } = through('', { route: () => Promise.reject(new Error('the shell is closing')) });
    expect(await push(url)).toMatchObject({ kind: 'failure', reason: 'proxy', unsent: true });
    expect(seen).toEqual([]);
  });

  it('a proxy whose sign-in we cannot do: reads use the shell, pushes wait, and the app says so as long as it is true', async () => {
    const [{ url, seen }, closed, open] = [await service(), await proxy('sign-in'), await proxy('open')];
    const said: boolean[] = [];
    let way = `PROXY 127.0.0.1:${closed.port}`;
    const byShell: string[] = [];
    const { push, read } = through('', {
      route: async () => way,
      onProxySignIn: (needed) => void said.push(needed),
      readThroughShell: async ({ method, url: asked }) => {
        byShell.push(`${method} ${asked}`);
        return { kind: 'answer', status: 200, headers: {}, text: '{}', url: asked };
      },
    });
    expect(await push(url)).toMatchObject({ kind: 'failure', reason: 'proxy', unsent: true, detail: '407' });
    expect(await read(url)).toMatchObject({ kind: 'answer', status: 200 });
    expect(byShell).toEqual([`GET ${url}/v1/company/list`]);
    expect(seen).toEqual([]);
    expect(said.at(-1)).toBe(true);
    way = `PROXY 127.0.0.1:${open.port}`;
    expect(await push(url)).toMatchObject({ kind: 'answer', status: 200 });
    expect([said[0], said.at(-1)]).toEqual([true, false]);
    way = `PROXY 127.0.0.1:${closed.port}`;
    expect(await push(url)).toMatchObject({ kind: 'failure', detail: '407' });
    expect(said.at(-1)).toBe(true);
    way = 'DIRECT';
    expect(await push(url)).toMatchObject({ kind: 'answer', status: 200 });
    expect(said.at(-1)).toBe(false);
  });

  it('is asked of the system for each address of a service', async () => {
    const asked: string[] = [];
    const { url } = await service();
    await through('', {
      route: async (address) => {
        asked.push(address);
        return 'DIRECT';
      },
    }).push(url);
    expect(asked).toEqual([`${url}/`]);
  });
});

describe('the routes of a proxy configuration', () => {
  it.each([
    ['DIRECT', [{ kind: 'direct' }]],
    ['', [{ kind: 'direct' }]],
    ['PROXY proxy.corp:8080; DIRECT', [{ kind: 'http', host: 'proxy.corp', port: 8080 }, { kind: 'direct' }]],
    ['HTTPS p', [{ kind: 'https', host: 'p', port: 443 }]],
    ['SOCKS5 [::1]:1080', [{ kind: 'socks5', host: '::1', port: 1080 }]],
    ['SOCKS old:1080', [{ kind: 'socks4', host: 'old', port: 1080 }]],
    ['QUIC q:443', [{ kind: 'unknown', name: 'QUIC' }]],
    ['PROXY a b', [{ kind: 'http', host: 'a', port: 80 }]],
    ['PROXY :99999', [{ kind: 'unknown', name: 'PROXY' }]],
    ['nonsense', [{ kind: 'unknown', name: 'nonsense' }]],
    ['PROXY user@host:1', [{ kind: 'unknown', name: 'PROXY' }]],
  ])('%j', (text, hops) => expect(parseProxyRoute(text)).toEqual(hops));
});

it.each([
  ['https:', '', 'crm.example:443'],
  ['http:', '', 'crm.example:80'],
  ['https:', '8443', 'crm.example:8443'],
])('a URL of %s with the port "%s" requests %s from the proxy', async (protocol, port, asked) => {
  const seen: string[] = [];
  const proxy = createHttpServer();
  proxy.on('connect', (request, socket) => {
    seen.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Refused\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port: proxyPort } = proxy.address() as AddressInfo;
  const connect = createConnector({ route: async () => `PROXY 127.0.0.1:${proxyPort}` });
  const error = await new Promise((resolve) => {
    connect({ protocol, port, hostname: 'crm.example', host: 'crm.example' }, (...[failed]) =>
      resolve(failed),
    );
  });
  proxy.close();
  expect(error).toMatchObject({ detail: '502' });
  expect(seen).toEqual([asked]);
});
