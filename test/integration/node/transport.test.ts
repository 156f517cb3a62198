import dns from 'node:dns';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { classifyRead } from '../../../src/main/core/api/classify-read';
import { inProcessTransport } from '../../../src/main/node/in-process-transport';
import { createNodeTransport } from '../../../src/main/node/transport';

const servers: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
const listen = async (server: Server | ReturnType<typeof createTcpServer>): Promise<string> => {
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const http = async (
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ url: string; seen: { line: string; authorization: string | undefined }[] }> => {
  const seen: { line: string; authorization: string | undefined }[] = [];
  const url = await listen(
    createServer((request, response) => {
      seen.push({ line: `${request.method} ${request.url}`, authorization: request.headers.authorization });
      handle(request, response);
    }),
  );
  return { url, seen };
};
const transport = createNodeTransport();
/** A busy machine may take seconds to answer. */
const LONG_MS = 20_000;
const push = (url: string, timeoutMs = LONG_MS) =>
  transport.push({
    method: 'POST',
    url,
    headers: { authorization: 'T', 'content-type': 'application/json' },
    body: '{}',
    timeoutMs,
  });
const read = (url: string, timeoutMs = LONG_MS) =>
  transport.read({ method: 'GET', url, headers: { authorization: 'T' }, timeoutMs });

/** What a long run does sooner or later: everything that nothing holds is gone. */
const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};
const settledWithin = async <T>(result: Promise<T>, ms: number): Promise<T | 'still waiting'> =>
  Promise.race([
    result,
    new Promise<'still waiting'>((resolve) => {
      setTimeout(() => resolve('still waiting'), ms);
    }),
  ]);

/** A service that accepts no connection before `accept` is called. Its queue of connections is full. */
const sluggish = async (): Promise<{ port: number; accept: () => void }> => {
  const gate = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     const server = require('node:http').createServer((request, response) => response.end('{}'));
     server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       Atomics.wait(workerData, 0, 0);
     });`,
    { eval: true, workerData: gate },
  );
  const accept = (): void => {
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
  };
  const port = await new Promise<number>((resolve) => {
    worker.once('message', resolve);
  });
  const fill = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  servers.push({
    close: () => {
      accept();
      for (const socket of fill) socket.destroy();
      return worker.terminate();
    },
  });
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  return { port, accept };
};

describe('the real network', () => {
  it.each([301, 302, 307, 308, 421, 429, 500, 502, 503])(
    '[HT7] a push with the answer %i is sent exactly once',
    async (status) => {
      const { url, seen } = await http((_, response) => {
        response.writeHead(status, { location: '/elsewhere', 'retry-after': '0' }).end('x');
      });
      expect(await push(`${url}/v1/lead/push`)).toMatchObject({ kind: 'answer', status });
      expect(seen.map(({ line }) => line)).toEqual(['POST /v1/lead/push']);
    },
  );

  it('[HT7] a push whose connection is closed is sent once and does not count as unsent', async () => {
    const { url, seen } = await http((request) => {
      request.resume();
      request.on('end', () => request.socket.destroy());
    });
    expect(await push(url)).toMatchObject({ kind: 'failure', reason: 'reset', unsent: false });
    expect(seen).toHaveLength(1);
  });

  it('[HT7] a push whose connection is reset does not count as unsent: the service may have taken it', async () => {
    const { url, seen } = await http((request) => {
      request.resume();
      request.on('end', () => request.socket.resetAndDestroy());
    });
    expect(await push(url)).toMatchObject({
      kind: 'failure',
      reason: 'reset',
      unsent: false,
      detail: 'ECONNRESET',
    });
    expect(seen).toHaveLength(1);
  });

  it('[HT7] each push has a new connection: the service may have dropped an idle one', async () => {
    const ports = new Set<number | undefined>();
    const { url } = await http((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('{}');
    });
    for (let n = 0; n < 3; n += 1) expect(await push(url)).toMatchObject({ kind: 'answer', status: 200 });
    expect(ports.size).toBe(3);
  });

  it('[HT7] a push without an answer times out as possibly sent', async () => {
    const { url, seen } = await http(() => undefined);
    expect(await push(url, 300)).toMatchObject({ kind: 'failure', reason: 'timeout', unsent: false });
    expect(seen).toHaveLength(1);
  });

  it('[HT7] an incomplete answer to a push is a failure, not an answer', async () => {
    const { url } = await http((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"code":200');
      setTimeout(() => response.destroy(), 20);
    });
    expect(await push(url)).toMatchObject({ kind: 'failure', unsent: false });
  });

  it('[HT8] a refused connection and an unknown host are certainly unsent', async () => {
    const closed = createTcpServer();
    const url = await listen(closed);
    closed.close();
    expect(await push(url)).toMatchObject({ kind: 'failure', reason: 'connect', unsent: true });
    expect(await read(url)).toMatchObject({ kind: 'failure', reason: 'connect', unsent: true });
    expect(await push('http://no-such-host.invalid/')).toMatchObject({
      kind: 'failure',
      reason: 'dns',
      unsent: true,
    });
  });

  it('[HT8] a server without TLS is a TLS failure', async () => {
    const { url } = await http((_, response) => response.end('x'));
    expect(await push(url.replace('http:', 'https:'))).toMatchObject({ kind: 'failure', reason: 'tls' });
  });

  // Only Linux drops the first packet of a connection if the listener accepts none.
  it.runIf(process.platform === 'linux')(
    'waits for a distant service although its name has a second address that does not answer',
    async () => {
      const { port, accept } = await sluggish();
      const found = vi.spyOn(dns, 'lookup');
      onTestFinished(() => found.mockRestore());
      found.mockImplementation(((_name: string, _options: unknown, done: (...found: unknown[]) => void) =>
        done(null, [
          { address: '127.0.0.1', family: 4 },
          { address: '::1', family: 6 },
        ])) as typeof dns.lookup);
      const answer = push(`http://crm.example:${port}`);
      // The second packet follows after a second.
      setTimeout(accept, 600);
      expect(await answer).toMatchObject({ kind: 'answer', status: 200 });
    },
  );

  it('[AU9] a redirect to another host is not followed, and never carries the token', async () => {
    const other = await http((_, response) => response.end('{"code":200}'));
    const { url, seen } = await http((_, response) => {
      response.writeHead(302, { location: `${other.url}/login` }).end();
    });
    expect(await read(`${url}/v1/user/list`)).toMatchObject({ kind: 'answer', status: 302 });
    expect([seen.length, other.seen.length]).toEqual([1, 0]);
  });

  it('[AU9] a redirect on the same host is followed by a read, a few times', async () => {
    const { url, seen } = await http((request, response) => {
      if (request.url === '/new') response.end('{"code":200}');
      else response.writeHead(302, { location: '/new' }).end();
    });
    expect(await read(`${url}/old`)).toMatchObject({ kind: 'answer', status: 200, text: '{"code":200}' });
    expect(seen.map(({ authorization }) => authorization)).toEqual(['T', 'T']);
  });

  it('[HT3] a read is tried once and times out by its deadline', async () => {
    const { url, seen } = await http((_, response) => {
      response.writeHead(200);
      response.write('{');
    });
    expect(await read(url, 300)).toMatchObject({ kind: 'failure', reason: 'timeout' });
    expect(seen).toHaveLength(1);
  });

  it.each(['read', 'push'] as const)(
    '[HT3] a garbage collection does not remove the deadline of a %s',
    async (how) => {
      const { url } = await http((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{');
      });
      const result = (how === 'read' ? read : push)(url, 1200);
      for (let n = 0; n < 8; n += 1) {
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
        collectGarbage();
      }
      expect(await settledWithin(result, 3000)).toMatchObject({ kind: 'failure', reason: 'timeout' });
    },
  );

  it('a read after a sleep of the computer uses a new connection, because the old one may be gone', async () => {
    const answered = new Set<unknown>();
    const { url, seen } = await http((request, response) => {
      // The router has forgotten the connection: nothing arrives any more.
      if (answered.has(request.socket)) return;
      answered.add(request.socket);
      response.writeHead(200, { 'keep-alive': 'timeout=600' }).end('{}');
    });
    let now = 0;
    const slept = createNodeTransport({ now: () => now });
    onTestFinished(() => slept.close());
    const readOne = () => slept.read({ method: 'GET', url, headers: {}, timeoutMs: 3000 });
    expect(await readOne()).toMatchObject({ kind: 'answer' });
    // The connection is ready for the next read only a moment later.
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    now = 3_600_000;
    expect(await readOne()).toMatchObject({ kind: 'answer' });
    expect(seen).toHaveLength(2);
  });

  it('[HT3] the deadline includes the time in which the system finds the proxy', async () => {
    const stuck = createNodeTransport({ route: () => new Promise(() => undefined) });
    const asked = stuck.read({ method: 'GET', url: 'http://127.0.0.1:9/', headers: {}, timeoutMs: 200 });
    expect(await settledWithin(asked, 2000)).toMatchObject({ kind: 'failure', reason: 'timeout' });
    await stuck.close();
  });

  it('[HT10] a compressed answer is read, an answer with an unknown coding is not', async () => {
    const { url } = await http((request, response) => {
      const [, coding = ''] = request.url?.split('/') ?? [];
      response.writeHead(200, { 'content-encoding': coding });
      response.end(coding === 'gzip' ? gzipSync('{"code":200,"名":"值"}') : '{"code":200}');
    });
    expect(await read(`${url}/gzip`)).toMatchObject({ kind: 'answer', text: '{"code":200,"名":"值"}' });
    expect(await push(`${url}/gzip`)).toMatchObject({ kind: 'answer', text: '{"code":200,"名":"值"}' });
    expect(await read(`${url}/identity`)).toMatchObject({ kind: 'answer', text: '{"code":200}' });
    for (const result of [await read(`${url}/compress`), await push(`${url}/compress`)])
      expect(result).toMatchObject({ kind: 'failure', unsent: false, reason: 'unreadable' });
    expect(await read(`${url}/br`)).toMatchObject({ kind: 'failure', unsent: false });
  });

  it('[HT10] an answer whose compression is broken or unknown is a bad answer, and no lost connection', async () => {
    const { url } = await http((request, response) => {
      const [, coding = ''] = request.url?.split('/') ?? [];
      response.writeHead(200, { 'content-encoding': coding });
      response.end('{"code":200}');
    });
    for (const coding of ['gzip', 'br', 'deflate', 'compress'])
      expect([coding, classifyRead(await read(`${url}/${coding}`), 0).kind]).toEqual([coding, 'bad-answer']);
  });

  it('[HT10] an answer that is small only while it is compressed ends at the size limit', async () => {
    // 17 MB in 17 kB; the limit of a read is 16 MB, that of a push 4 MB.
    const bomb = gzipSync(Buffer.alloc(17 * 1024 * 1024, ' '));
    const { url } = await http((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    expect(classifyRead(await read(url), 0)).toMatchObject({
      kind: 'bad-answer',
      detail: 'answer too large',
    });
    // The service may have accepted the push.
    expect(await push(url)).toMatchObject({ kind: 'failure', reason: 'too-large', unsent: false });
  });

  it('[HT10] a charset in place of a compression, and a compression of nothing, are ignored', async () => {
    const { url } = await http((request, response) => {
      const [, coding = ''] = request.url?.split('/') ?? [];
      if (coding === 'gzip') response.writeHead(401, { 'content-encoding': 'gzip', 'content-length': 0 });
      else response.writeHead(200, { 'content-encoding': coding });
      response.end(coding === 'gzip' ? undefined : '{"code":200}');
    });
    for (const coding of ['utf-8', 'UTF8', 'none'])
      for (const result of [await read(`${url}/${coding}`), await push(`${url}/${coding}`)])
        expect([coding, result]).toMatchObject([coding, { kind: 'answer', text: '{"code":200}' }]);
    expect(await read(`${url}/gzip`)).toMatchObject({ kind: 'answer', status: 401, text: '' });
    expect(await push(`${url}/gzip`)).toMatchObject({ kind: 'answer', status: 401, text: '' });
  });

  it('[AU10] the demo transport refuses every other host', async () => {
    const demo = inProcessTransport(async () => new Response('{}'));
    const get = (url: string) => demo.read({ method: 'GET', url, headers: {}, timeoutMs: 100 });
    expect(await get('http://demo.invalid/v1/x')).toMatchObject({ kind: 'answer', status: 200 });
    for (const url of [
      'http://demo.invalid.example.com/',
      'https://demo.invalid/',
      'http://127.0.0.1/',
      'nonsense',
    ])
      expect(await get(url)).toMatchObject({ kind: 'failure', unsent: true });
  });
});
