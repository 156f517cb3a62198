/** A program on a D-Bus of the tests that owns names and answers calls, as the services of a desktop do. */
import { connect, type Socket } from 'node:net';
import { decodeMessage, encodeMessage, KINDS, type DbusMessage, type DbusValue } from './dbus-codec';

const BUS = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
};

export interface BusServiceOptions {
  /** At least one. */
  names: readonly string[];
  /** Match rules for the signals of other programs that it receives. */
  matches?: readonly string[];
  /** Returns the answer to a call: signature and values; null for an unknown call. */
  answer(call: DbusMessage): [string, DbusValue[]] | null;
  hear?(signal: DbusMessage): void;
}

export interface BusService {
  signal(
    from: Pick<DbusMessage, 'path' | 'interface' | 'member'>,
    signature: string,
    body: DbusValue[],
  ): void;
  stop(): void;
}

/** Signs in to the bus as the user of this process. */
const signIn = async (socket: Socket): Promise<void> => {
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
  const answer = await new Promise<string>((resolve, reject) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    socket.once('error', reject);
  });
  if (!answer.startsWith('OK')) throw new Error(`the bus refuses: ${answer}`);
  socket.write('BEGIN\r\n');
};

/** Calls `take` with every message that arrives. */
const readMessages = (socket: Socket, take: (message: DbusMessage) => void): void => {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let next = decodeMessage(rest); next; next = decodeMessage(rest)) {
      rest = rest.subarray(next.size);
      take(next.message);
    }
  });
};

/** Resolves when the service owns all its names on the bus at that address. */
export const startBusService = async (
  busAddress: string,
  { names, matches = [], answer, hear }: BusServiceOptions,
): Promise<BusService> => {
  const path = /unix:path=([^,]+)/.exec(busAddress)?.[1];
  if (path === undefined) throw new Error(`no socket in ${busAddress}`);
  const socket = connect(path);
  await signIn(socket);
  let serial = 0;
  const send = (message: Omit<DbusMessage, 'serial'>): void => {
    serial += 1;
    socket.write(encodeMessage({ ...message, serial }));
  };
  const callBus = (member: string, signature = '', body: DbusValue[] = []): void =>
    send({ kind: KINDS.call, ...BUS, member, ...(signature === '' ? {} : { signature }), body });
  const reply = (to: DbusMessage): void => {
    const given = answer(to);
    const [signature, body] = given ?? ['', []];
    send({
      kind: given ? KINDS.reply : KINDS.error,
      replySerial: to.serial,
      ...(given ? {} : { errorName: 'org.freedesktop.DBus.Error.UnknownMethod' }),
      ...(to.sender === undefined ? {} : { destination: to.sender }),
      ...(signature === '' ? {} : { signature }),
      body,
    });
  };
  const named = new Promise<void>((resolve, reject) => {
    const wanted = new Set(names);
    socket.once('close', () => reject(new Error('the bus ended the connection')));
    // The bus may end before this connection does.
    socket.on('error', reject);
    readMessages(socket, (message) => {
      if (message.kind === KINDS.call) reply(message);
      if (message.kind !== KINDS.signal) return;
      if (message.member === 'NameAcquired') wanted.delete(String(message.body[0]));
      if (wanted.size === 0) resolve();
      hear?.(message);
    });
  });
  callBus('Hello');
  for (const rule of matches) callBus('AddMatch', 's', [rule]);
  for (const name of names) callBus('RequestName', 'su', [name, 0]);
  await named;
  return {
    signal: (from, signature, body) => send({ kind: KINDS.signal, ...from, signature, body }),
    stop: () => void socket.destroy(),
  };
};
