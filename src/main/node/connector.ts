/**
 * Makes a connection: by the route that the system names for the address (direct, or proxies in order), then
 * TLS with the bundled and the system's root certificates, HTTP/1.1 only. All of this happens before the
 * first byte of the request, and every failure is a ConnectFailure. If a proxy cannot be reached, or its kind is not
 * supported, the next route is tried. If a proxy refuses, no other route is tried, because its owner forbids the
 * connection. If the system does not name a route, no connection is made.
 */
import type { Socket } from 'node:net';
import * as tls from 'node:tls';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { ConnectFailure } from './connect-failure';
import { networkFailure } from './network-failure';
import { parseProxyRoute, type ProxyHop } from './proxy-route';

export interface ConnectorOptions {
  /** The system's route to an address, in the format of a proxy configuration file. */
  route(url: string): Promise<string>;
  /**
   * Called with true if a proxy requires a sign-in that we do not support, and with false after a connection
   * through a proxy or without one.
   */
  onProxySignIn?(needed: boolean): void;
  timeoutMs?: number;
  /** For tests only: root certificates in place of the system's. */
  ca?: readonly string[];
}

/**
 * How long an address may take to connect before the next address of the name is tried. Node allows 250 ms, which is
 * too short for a distant service or a poor network: it then gives up an address that works, and the last one may not
 * work at all. After a second the system repeats a lost first packet.
 */
const ADDRESS_MS = 3_000;

/**
 * The bundled root certificates and the system's, because companies install their own there. Read once, at
 * the first connection.
 */
const systemRoots = (): string[] => {
  // Node before 22.15 has only the bundled roots. The missing function must not stop the thread from loading.
  const { getCACertificates } = tls as Partial<typeof tls>;
  if (getCACertificates === undefined) return [...rootCertificates];
  try {
    return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
  } catch {
    return getCACertificates('default');
  }
};

export const createConnector = ({
  route,
  onProxySignIn,
  timeoutMs = 15_000,
  ca,
}: ConnectorOptions): buildConnector.connector => {
  let context: SecureContext | null = null;
  const secureContext = (): SecureContext =>
    (context ??= createSecureContext({ ca: ca ? [...ca] : systemRoots() }));
  let direct: buildConnector.connector | null = null;

  const finish = (options: buildConnector.Options): Promise<Socket> =>
    new Promise((resolve, reject) => {
      direct ??= buildConnector({
        allowH2: false,
        timeout: timeoutMs,
        autoSelectFamilyAttemptTimeout: ADDRESS_MS,
        secureContext: secureContext(),
      });
      direct(options, (error, socket) => {
        if (socket) return resolve(socket);
        const { reason, detail } = networkFailure(error);
        const isNamed = reason === 'dns' || reason === 'connect' || reason === 'tls';
        const lastStep = options.protocol === 'https:' ? 'tls' : 'connect';
        reject(new ConnectFailure(isNamed ? reason : lastStep, detail, error));
      });
    });

  const go = async (hop: ProxyHop, options: buildConnector.Options): Promise<Socket> => {
    if (hop.kind === 'direct') {
      const socket = await finish(options);
      onProxySignIn?.(false);
      return socket;
    }
    if (hop.kind === 'unknown') throw new ConnectFailure('proxy', `unsupported ${hop.name}`);
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    // Loaded only for a proxy, because loading Node's HTTP client takes longer than opening a database.
    const { openTunnel } = await import('./tunnel');
    const socket = await openTunnel({
      proxy: hop,
      host: options.hostname.replace(/^\[|\]$/g, ''),
      port,
      timeoutMs,
      addressMs: ADDRESS_MS,
      secureContext: secureContext(),
    });
    onProxySignIn?.(false);
    return options.protocol === 'https:' ? finish({ ...options, httpSocket: socket }) : socket;
  };

  const connect = async (options: buildConnector.Options): Promise<Socket> => {
    const hops = parseProxyRoute(
      await route(`${options.protocol}//${options.host ?? options.hostname}/`).catch((error: unknown) => {
        throw new ConnectFailure('proxy', 'no answer', error);
      }),
    );
    for (const [at, hop] of hops.entries()) {
      try {
        return await go(hop, options);
      } catch (error) {
        const failure =
          error instanceof ConnectFailure ? error : new ConnectFailure('connect', 'unknown', error);
        if (failure.detail === '407') onProxySignIn?.(true);
        const unreached = hop.kind !== 'direct' && (failure.reason === 'connect' || failure.reason === 'dns');
        const isPassed = unreached || hop.kind === 'unknown';
        if (!isPassed || at === hops.length - 1) throw failure;
      }
    }
    throw new ConnectFailure('proxy', 'no way');
  };

  const answer = async (
    options: buildConnector.Options,
    callback: buildConnector.Callback,
  ): Promise<void> => {
    const made = await connect(options).catch((error: Error) => error);
    if (made instanceof Error) callback(made, null);
    else callback(null, made);
  };
  return (options, callback) => void answer(options, callback);
};
