import { createServer, connect } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { isOfOtherUser } from '../../../../src/main/node/peer-user';

const HEAD =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';
/** A line of the kernel's table: a socket of this user, from this port to the server's. */
const line = (from: string, to: string, uid: number): string =>
  `   0: ${from} ${to} 01 00000000:00000000 00:00000000 00000000 ${String(uid).padStart(5)}        0 9 1 0`;
const SERVER = '0100007F:1450';
const CLIENT = '0100007F:C001';
const socket = { remotePort: 0xc001, localPort: 0x1450 };
const asked = (own: number | undefined, ...lines: string[]): boolean =>
  isOfOtherUser(socket, { own, tables: () => [[HEAD, ...lines].join('\n')] });

it('a connection of another user of this computer is known by the table of the kernel', () => {
  expect(asked(1000, line(CLIENT, SERVER, 1000))).toBe(false);
  expect(asked(1000, line(CLIENT, SERVER, 1001))).toBe(true);
  // The end of the server is a line too.
  expect(asked(1000, line(SERVER, CLIENT, 1000), line(CLIENT, SERVER, 1001))).toBe(true);
});

it('the connection may be made by a socket for both versions of the protocol', () => {
  const mapped = (end: string): string => `0000000000000000FFFF0000${end}`;
  expect(asked(1000, line(mapped(CLIENT), mapped(SERVER), 1001))).toBe(true);
});

it('another user cannot hide behind the same port of another address', () => {
  const beside = line('0200007F:C001', SERVER, 1001);
  expect(asked(1000, line(CLIENT, SERVER, 1000), beside)).toBe(true);
  expect(asked(1000, line('0100007F:C002', SERVER, 1001), line(CLIENT, SERVER, 1000))).toBe(false);
});

it('root is no other user: a forwarded port comes from it, and it can read everything anyway', () => {
  expect(asked(1000, line(CLIENT, SERVER, 0))).toBe(false);
  // Who opens the window of a Satchel that root started is not known.
  expect(asked(0, line(CLIENT, SERVER, 1000))).toBe(false);
});

it('nothing is refused where the table cannot tell: other systems, or a closed connection', () => {
  expect(asked(undefined, line(CLIENT, SERVER, 1001))).toBe(false);
  expect(asked(1000)).toBe(false);
  const none = (): string[] => {
    throw new Error('no such file');
  };
  expect(isOfOtherUser(socket, { own: 1000, tables: none })).toBe(false);
  expect(isOfOtherUser({ remotePort: undefined, localPort: undefined }, { own: 1000 })).toBe(false);
});

it.skipIf(process.platform !== 'linux')(
  'reads the real table: a connection of this process is its own',
  async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const client = connect(port, '127.0.0.1');
    const [accepted] = (await once(server, 'connection')) as [typeof client];
    const uid = process.getuid?.() ?? 0;
    expect(isOfOtherUser(accepted, { own: uid })).toBe(false);
    // Of a user that this process is not, the same connection is another's, unless it is root's.
    expect(isOfOtherUser(accepted, { own: uid + 1 })).toBe(uid !== 0);
    client.destroy();
    server.close();
  },
);
