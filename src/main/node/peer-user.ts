/**
 * Finds out whether a connection on this computer is of another user. On Linux the address of the browser window,
 * with its secret, is on the command line of the browser, where other users of the computer can read it (`ps`). So
 * the secret alone does not prove who connects. The kernel lists the user of every socket.
 */
import { readFileSync } from 'node:fs';

/** IPv4, and sockets for both versions that connect to an IPv4 address. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
const ROOT = 0;
/** `number: local address:port, remote address:port, state, queues, timer, retransmissions, user`. */
const LINE = /^\s*\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:([\dA-F]{4}) (?:\S+ +){4}(\d+)/;

interface Ends {
  remotePort?: number | undefined;
  localPort?: number | undefined;
}
interface Options {
  /** The user of this process; undefined on Windows. */
  own?: number | undefined;
  /** Reads the tables of the kernel; throws where there are none. */
  tables?: () => string[];
}

/**
 * Returns true if the other end of the connection is of another user than this process. Returns false if that is not
 * known: on other systems, for a connection that is closed, and if root started this process, because a user may open
 * its window.
 */
export const isOfOtherUser = (
  { remotePort, localPort }: Ends,
  {
    own = process.getuid?.(),
    tables = () => TABLES.map((file) => readFileSync(file, 'latin1')),
  }: Options = {},
): boolean => {
  if (own === undefined || own === ROOT || remotePort === undefined || localPort === undefined) return false;
  try {
    return usersOf(tables(), remotePort, localPort).some((user) => user !== own && user !== ROOT);
  } catch {
    return false;
  }
};

/** All users with a socket from the one port to the other. Another user may have the same port of another address. */
const usersOf = (tables: readonly string[], from: number, to: number): number[] =>
  tables.flatMap((table) =>
    table.split('\n').flatMap((line) => {
      const [, local = '', remote = '', user = ''] = LINE.exec(line) ?? [];
      return parseInt(local, 16) === from && parseInt(remote, 16) === to ? [Number(user)] : [];
    }),
  );
