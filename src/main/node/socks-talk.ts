/**
 * What a client and a SOCKS proxy say to each other before a tunnel is open. The proxy resolves the name of the host:
 * SOCKS5 (RFC 1928, without a sign-in) and SOCKS4A. The "Socks" field of the proxy settings of Windows means SOCKS4.
 */
import { isIPv4 } from 'node:net';

/** What follows from the bytes received so far; null: more bytes are needed. */
export type SocksStep =
  | { type: 'send'; message: Buffer; usedBytes: number }
  | { type: 'open'; usedBytes: number }
  | { type: 'refused'; detail: string }
  | null;

export interface SocksTalk {
  hello: Buffer;
  take(received: Buffer): SocksStep;
}

const portBytes = (port: number): Buffer => Buffer.from([port >> 8, port & 0xff]);

export const socks5 = (host: string, port: number): SocksTalk => {
  const name = Buffer.from(host, 'utf8');
  let isGreeted = false;
  return {
    hello: Buffer.from([5, 1, 0]),
    take: (received) => {
      if (!isGreeted) {
        if (received.length < 2) return null;
        if (received[0] !== 5 || received[1] !== 0)
          return { type: 'refused', detail: received[1] === 0xff ? '407' : 'socks' };
        isGreeted = true;
        const message = Buffer.concat([Buffer.from([5, 1, 0, 3, name.length]), name, portBytes(port)]);
        return { type: 'send', message, usedBytes: 2 };
      }
      const length = replyLength(received);
      if (length === null || received.length < length) return null;
      return received[1] === 0
        ? { type: 'open', usedBytes: length }
        : { type: 'refused', detail: `socks-${received[1]}` };
    },
  };
};

/** Format: version, answer, zero, address (its kind determines the length), port. */
const replyLength = (reply: Buffer): number | null => {
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

const SOCKS4_REPLY_BYTES = 8;
const SOCKS4_GRANTED = 90;
/** An address that cannot exist: the name of the host follows the user, which is empty. */
const NAME_FOLLOWS = [0, 0, 0, 1];

export const socks4 = (host: string, port: number): SocksTalk => {
  const [address, name] = isIPv4(host) ? [host.split('.').map(Number), ''] : [NAME_FOLLOWS, `${host}\0`];
  return {
    hello: Buffer.concat([
      Buffer.from([4, 1]),
      portBytes(port),
      Buffer.from([...address, 0]),
      Buffer.from(name, 'utf8'),
    ]),
    take: (received) => {
      if (received.length < SOCKS4_REPLY_BYTES) return null;
      return received[0] === 0 && received[1] === SOCKS4_GRANTED
        ? { type: 'open', usedBytes: SOCKS4_REPLY_BYTES }
        : { type: 'refused', detail: `socks-${received[1]}` };
    },
  };
};
