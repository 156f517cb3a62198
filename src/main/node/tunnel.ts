/**
 * Opens a tunnel to a host through a proxy: HTTP CONNECT, CONNECT over TLS, or SOCKS5 with the name resolved
 * by the proxy.
 */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect as connectSocket, isIP, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { ConnectFailure } from './connect-failure';
import type { ProxyHop } from './proxy-route';

type Proxy = Exclude<ProxyHop, { kind: 'direct' | 'unknown' }>;
export interface TunnelOptions {
  proxy: Proxy;
  host: string;
  port: number;
  timeoutMs: number;
  /** How long one address of the proxy may take. */
  addressMs: number;
  secureContext: SecureContext;
}

const codeOf = (error: Error & { code?: string }): string => error.code ?? error.name;

/** Rejects with a ConnectFailure: `connect` or `dns` if the proxy is not reached, `proxy` if it refuses. */
export const openTunnel = (options: TunnelOptions): Promise<Socket> =>
  options.proxy.kind === 'socks5' ? throughSocks(options) : throughConnect(options);

const unreached = (error: Error & { code?: string }): ConnectFailure =>
  new ConnectFailure(
    codeOf(error) === 'ENOTFOUND' || codeOf(error) === 'EAI_AGAIN' ? 'dns' : 'connect',
    codeOf(error),
    error,
  );

const throughConnect = ({
  proxy,
  host,
  port,
  timeoutMs,
  addressMs,
  secureContext,
}: TunnelOptions): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const common = {
      host: proxy.host,
      port: proxy.port,
      method: 'CONNECT',
      path: authority,
      headers: { host: authority },
      agent: false as const,
      timeout: timeoutMs,
      autoSelectFamilyAttemptTimeout: addressMs,
    };
    // Without a name Node takes that of the Host header, which is the service. An address has no name.
    const servername = isIP(proxy.host) === 0 ? proxy.host : '';
    const secure = { ...common, secureContext, servername, ALPNProtocols: ['http/1.1'] };
    const request = proxy.kind === 'https' ? httpsRequest(secure) : httpRequest(common);
    request.once('connect', (response, socket, head) => {
      if (response.statusCode !== 200) {
        socket.destroy();
        reject(new ConnectFailure('proxy', String(response.statusCode)));
        return;
      }
      socket.setTimeout(0);
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    // The server does not handle CONNECT, so it is not a proxy.
    request.once('response', (response) => {
      response.destroy();
      reject(new ConnectFailure('proxy', String(response.statusCode)));
    });
    request.once('timeout', () => request.destroy(new ConnectFailure('connect', 'timeout')));
    request.once('error', (error) => reject(error instanceof ConnectFailure ? error : unreached(error)));
    request.end();
  });

const throughSocks = ({ proxy, host, port, timeoutMs, addressMs }: TunnelOptions): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connectSocket({
      host: proxy.host,
      port: proxy.port,
      autoSelectFamilyAttemptTimeout: addressMs,
    });
    let received = Buffer.alloc(0);
    let greeted = false;
    const fail = (failure: ConnectFailure): void => {
      socket.destroy();
      reject(failure);
    };
    socket.setTimeout(timeoutMs, () => fail(new ConnectFailure('connect', 'timeout')));
    const onError = (error: Error): void => fail(unreached(error));
    const onClose = (): void => fail(new ConnectFailure('proxy', 'closed'));
    socket.once('error', onError);
    socket.once('close', onClose);
    socket.once('connect', () => socket.write(Buffer.from([5, 1, 0])));
    const name = Buffer.from(host, 'utf8');
    const onData = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      if (!greeted) {
        if (received.length < 2) return;
        if (received[0] !== 5 || received[1] !== 0)
          return fail(new ConnectFailure('proxy', received[1] === 0xff ? '407' : 'socks'));
        greeted = true;
        received = received.subarray(2);
        socket.write(
          Buffer.concat([
            Buffer.from([5, 1, 0, 3, name.length]),
            name,
            Buffer.from([port >> 8, port & 0xff]),
          ]),
        );
        return;
      }
      const length = socksReplyLength(received);
      if (length === null || received.length < length) return;
      if (received[1] !== 0) return fail(new ConnectFailure('proxy', `socks-${received[1]}`));
      socket.off('data', onData).off('error', onError).off('close', onClose);
      socket.setTimeout(0);
      socket.pause();
      if (received.length > length) socket.unshift(received.subarray(length));
      resolve(socket);
    };
    socket.on('data', onData);
  });

/** Format: version, answer, zero, address (its kind determines the length), port. */
const socksReplyLength = (reply: Buffer): number | null => {
  if (reply.length < 5) return null;
  switch (reply[3]) {
    case 1:
      return 10;
    case 4:
      return 22;
    default:
      return 7 + (reply[4] ?? 0);
  }
};
