/**
 * Parses the answer of a proxy configuration file for an address: the routes to try, in order (`PROXY a:8080;
 * SOCKS5 b; DIRECT`).
 */
export type ProxyHop =
  | { kind: 'direct' }
  | { kind: 'http' | 'https' | 'socks4' | 'socks5'; host: string; port: number }
  /** A route that we do not support, e.g. QUIC. */
  | { kind: 'unknown'; name: string };

const KINDS: Readonly<Record<string, { kind: 'http' | 'https' | 'socks4' | 'socks5'; port: number }>> = {
  PROXY: { kind: 'http', port: 80 },
  HTTP: { kind: 'http', port: 80 },
  HTTPS: { kind: 'https', port: 443 },
  SOCKS: { kind: 'socks4', port: 1080 },
  SOCKS4: { kind: 'socks4', port: 1080 },
  SOCKS5: { kind: 'socks5', port: 1080 },
};
const PLACE = /^(\[[\da-fA-F:.]+\]|[^\s:[\]/@]{1,253})(?::(\d{1,5}))?$/;

/**
 * An empty answer means direct. An answer without any readable part does not, so that a broken file never
 * bypasses the proxy.
 */
export const parseProxyRoute = (text: string): ProxyHop[] => {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length === 0 ? [{ kind: 'direct' }] : parts.map(parseHop);
};

const parseHop = (part: string): ProxyHop => {
  const [name = '', place = ''] = part.split(/\s+/, 2);
  if (name.toUpperCase() === 'DIRECT') return { kind: 'direct' };
  const known = KINDS[name.toUpperCase()];
  const found = PLACE.exec(place);
  const port = found?.[2] === undefined ? known?.port : Number(found[2]);
  if (!known || !found || port === undefined || port < 1 || port > 65_535) return { kind: 'unknown', name };
  return { kind: known.kind, host: (found[1] ?? '').replace(/^\[|\]$/g, ''), port };
};
