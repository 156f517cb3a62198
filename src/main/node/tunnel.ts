/**
 * Opens a tunnel to a host through a proxy: HTTP CONNECT, CONNECT over TLS, or SOCKS (`socks-talk.ts`) with the name
 * resolved by the proxy.
 */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect as connectSocket, isIP, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { ConnectFailure } from './connect-failure';
import type { ProxyHop } from './proxy-route';
import { socks4, socks5, type SocksTalk } from './socks-talk';

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
export const openTunnel = (options: TunnelOptions): Promise<Socket> => {
  const { proxy, host, port } = options;
  if (proxy.kind === 'socks5') return throughSocks(options, socks5(host, port));
  return proxy.kind === 'socks4' ? throughSocks(options, socks4(host, port)) : throughConnect(options);
};

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

const throughSocks = (
  { proxy, timeoutMs, addressMs }: TunnelOptions,
  { hello, take }: SocksTalk,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connectSocket({
      host: proxy.host,
      port: proxy.port,
      autoSelectFamilyAttemptTimeout: addressMs,
    });
    let received = Buffer.alloc(0);
    const fail = (failure: ConnectFailure): void => {
      socket.destroy();
      reject(failure);
    };
    socket.setTimeout(timeoutMs, () => fail(new ConnectFailure('connect', 'timeout')));
    const onError = (error: Error): void => fail(unreached(error));
    const onClose = (): void => fail(new ConnectFailure('proxy', 'closed'));
    socket.once('error', onError);
    socket.once('close', onClose);
    socket.once('connect', () => socket.write(hello));
    const onData = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      const step = take(received);
      if (step === null) return;
      if (step.type === 'refused') return fail(new ConnectFailure('proxy', step.detail));
      received = received.subarray(step.usedBytes);
      if (step.type === 'send') return void socket.write(step.message);
      socket.off('data', onData).off('error', onError).off('close', onClose);
      socket.setTimeout(0);
      socket.pause();
      if (received.length > 0) socket.unshift(received);
      resolve(socket);
    };
    socket.on('data', onData);
  });
