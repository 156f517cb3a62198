/**
 * Base URLs that the user may type: https, or http on this computer. No credentials, query or fragment; a pasted
 * `/v1/…` and the default port are removed. Full-width signs of a Chinese keyboard are read as their ASCII forms,
 * as browsers do.
 */
// The slash keeps out Node's own module of this name, which is deprecated.
import { toUnicode } from 'punycode/';

const SHAPE = /^(https?):\/\/([^/?#@\s]+)(\/[^?#\s]*)?$/i;
const HOST = /^(\[[0-9a-f:.]+\]|[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?)(?::(\d{1,5}))?$/iu;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

const DEFAULT_PORTS: Readonly<Record<string, number>> = { https: 443, http: 80 };

export type BaseUrlResult =
  | { ok: true; baseUrl: string }
  | { ok: false; why: 'shape' | 'host' | 'not-https' };

export const checkBaseUrl = (typed: string): BaseUrlResult => {
  const text = typed.normalize('NFKC').replaceAll('。', '.').trim();
  const m = SHAPE.exec(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!m) return { ok: false, why: 'shape' };
  const [scheme, authority, path] = [(m[1] ?? '').toLowerCase(), (m[2] ?? '').toLowerCase(), m[3] ?? ''];
  const host = HOST.exec(authority);
  if (!host || Number(host[2] ?? 1) < 1 || Number(host[2] ?? 1) > 65_535) return { ok: false, why: 'host' };
  if (scheme !== 'https' && !LOOPBACK.test(host[1] ?? '')) return { ok: false, why: 'not-https' };
  const isDefaultPort = host[2] !== undefined && Number(host[2]) === DEFAULT_PORTS[scheme];
  const place = isDefaultPort ? host[1] : authority;
  return {
    ok: true,
    baseUrl: `${scheme}://${place}${path.replace(/\/v1(?:\/.*)?$/, '').replace(/\/+$/, '')}`,
  };
};

/**
 * Compares two stored addresses. Earlier versions stored the default port too if it was typed. An international host
 * may be written in two ways.
 */
export const isSameService = (one: string, other: string): boolean => plain(one) === plain(other);

/** A browser copies an international host in its other spelling, `xn--…` (RFC 3492). */
const toReadable = (host: string): string => {
  try {
    return toUnicode(host).normalize('NFC');
  } catch {
    return host;
  }
};

const plain = (stored: string): string => {
  const url = checkBaseUrl(stored);
  return url.ok ? url.baseUrl.replace(/(?<=:\/\/)[^/:]+/, toReadable) : stored;
};
