/**
 * The service on a port: node:http in front of `fetch`. Loopback only. Keeps track of open sockets, so that
 * closing is prompt whatever clients hold open.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WireFault } from './control/faults';
import { createService, type Service, type ServiceOptions } from './create-service';

export interface HttpServiceOptions extends ServiceOptions {
  /** 0 or absent takes a free one. */
  port?: number;
}
export interface HttpService {
  url: string;
  port: number;
  service: Service;
  close(): Promise<void>;
}

const readAll = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const toRequest = (incoming: IncomingMessage, body: Buffer, origin: string): Request => {
  const headers = new Headers();
  for (let i = 0; i < incoming.rawHeaders.length; i += 2)
    headers.append(incoming.rawHeaders[i] as string, incoming.rawHeaders[i + 1] as string);
  const method = incoming.method ?? 'GET';
  return new Request(new URL(incoming.url ?? '/', origin), {
    method,
    headers,
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: new Uint8Array(body) }),
  });
};

/** Applies a fault to the socket. A stalled request keeps its connection open without an answer. */
const spoil = async (fault: WireFault, outgoing: ServerResponse): Promise<void> => {
  if (fault.kind === 'stall') return;
  if (fault.kind !== 'torn' || !fault.response) {
    outgoing.socket?.resetAndDestroy();
    return;
  }
  const body = Buffer.from(await fault.response.arrayBuffer());
  outgoing.writeHead(fault.response.status, {
    ...Object.fromEntries(fault.response.headers),
    'content-length': body.length,
  });
  outgoing.write(body.subarray(0, Math.ceil(body.length / 2)), () => outgoing.socket?.destroy());
};

const send = async (response: Response, outgoing: ServerResponse): Promise<void> => {
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    'content-length': body.length,
  });
  outgoing.end(body);
};

export const startHttpService = async (options: HttpServiceOptions): Promise<HttpService> => {
  const service = createService({
    sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
    ...options,
  });
  const sockets = new Set<Socket>();
  const served = new WeakSet<Socket>();
  let origin = 'http://127.0.0.1';
  const server = createServer((incoming, outgoing) => {
    const reusedConnection = served.has(incoming.socket);
    served.add(incoming.socket);
    readAll(incoming)
      .then((body) => service.fetch(toRequest(incoming, body, origin), { reusedConnection }))
      .then((response) => send(response, outgoing))
      .catch(async (error: unknown) => {
        if (error instanceof WireFault) await spoil(error, outgoing);
        else outgoing.destroy();
      });
  });
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: options.port ?? 0, host: '127.0.0.1' }, () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { url: origin, port, service, close };
};
