/**
 * A desktop's notification service on the tests' own D-Bus session: it shows nothing, keeps what programs ask it to
 * show, and can answer as a user who clicks. It also hears the number that a program wants on its icon.
 */
import { connect, type Socket } from 'node:net';
import { decodeMessage, encodeMessage, KINDS, type DbusMessage, type DbusValue } from './dbus-codec';

const NAME = 'org.freedesktop.Notifications';
const PATH = '/org/freedesktop/Notifications';
const BUS = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
};
/** A desktop of that name shows numbers on icons; programs send none unless it is on the bus. */
const LAUNCHER_OWNER = 'com.canonical.Unity';
const LAUNCHER = `${LAUNCHER_OWNER}.LauncherEntry`;
/** Why a notification left the screen. */
const EXPIRED = 1;
const DISMISSED = 2;

export interface ShownNotification {
  id: number;
  app: string;
  title: string;
  body: string;
  actions: string[];
}

export interface NotificationDaemon {
  shown: readonly ShownNotification[];
  /** The numbers that programs asked for on their icons; null where they asked for none. */
  badges: readonly (number | null)[];
  click(id: number): void;
  /** It leaves the screen by itself, unread. */
  expire(id: number): void;
  stop(): void;
}

/** What this service answers to each of its methods: signature and values. */
const answerTo = (
  { member, body }: DbusMessage,
  show: (shown: Omit<ShownNotification, 'id'>) => number,
): [string, DbusValue[]] | null => {
  switch (member) {
    case 'GetServerInformation':
      return ['ssss', ['tests', 'Satchel', '1', '1.2']];
    case 'GetCapabilities':
      return ['as', [['actions', 'body']]];
    case 'GetAll':
      return ['a{sv}', [[]]];
    case 'CloseNotification':
      return ['', []];
    case 'Notify': {
      const [app, , , title, text, actions] = body;
      return [
        'u',
        [show({ app: String(app), title: String(title), body: String(text), actions: actions as string[] })],
      ];
    }
    default:
      return null;
  }
};

/** Signs in to the bus as this process' user. */
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

/** Resolves once the service has its name on the bus of that address. */
export const startNotificationDaemon = async (busAddress: string): Promise<NotificationDaemon> => {
  const path = /unix:path=([^,]+)/.exec(busAddress)?.[1];
  if (path === undefined) throw new Error(`no socket in ${busAddress}`);
  const socket = connect(path);
  await signIn(socket);
  let serial = 0;
  const send = (message: Omit<DbusMessage, 'serial'>): void => {
    serial += 1;
    socket.write(encodeMessage({ ...message, serial }));
  };
  const call = (member: string, signature = '', body: DbusValue[] = []): void =>
    send({ kind: KINDS.call, ...BUS, member, ...(signature === '' ? {} : { signature }), body });
  const signal = (member: string, signature: string, body: DbusValue[]): void =>
    send({ kind: KINDS.signal, path: PATH, interface: NAME, member, signature, body });

  const shown: ShownNotification[] = [];
  const badges: (number | null)[] = [];
  const icon = new Map<string, DbusValue>();
  const show = (notification: Omit<ShownNotification, 'id'>): number =>
    shown.push({ ...notification, id: shown.length + 1 });
  const reply = (to: DbusMessage): void => {
    const answer = answerTo(to, show);
    const [signature, body] = answer ?? ['', []];
    send({
      kind: answer ? KINDS.reply : KINDS.error,
      replySerial: to.serial,
      ...(answer ? {} : { errorName: 'org.freedesktop.DBus.Error.UnknownMethod' }),
      ...(to.sender === undefined ? {} : { destination: to.sender }),
      ...(signature === '' ? {} : { signature }),
      body,
    });
  };
  let owned = (): void => undefined;
  const hear = (message: DbusMessage): void => {
    if (message.kind === KINDS.call) reply(message);
    if (message.kind === KINDS.signal && message.interface === LAUNCHER && message.member === 'Update') {
      // A signal names what has changed; the rest is as it was.
      for (const [key, value] of message.body[1] as Map<string, DbusValue>) icon.set(key, value);
      badges.push(icon.get('count-visible') === true ? Number(icon.get('count')) : null);
    }
    if (message.kind === KINDS.signal && message.member === 'NameAcquired' && message.body[0] === NAME)
      owned();
  };
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let next = decodeMessage(rest); next; next = decodeMessage(rest)) {
      rest = rest.subarray(next.size);
      hear(next.message);
    }
  });
  // The bus ends before this connection does.
  socket.on('error', () => undefined);
  const named = new Promise<void>((resolve, reject) => {
    owned = resolve;
    socket.once('close', () => reject(new Error('the bus ended the connection')));
  });
  call('Hello');
  call('AddMatch', 's', [`type='signal',interface='${LAUNCHER}'`]);
  call('RequestName', 'su', [LAUNCHER_OWNER, 0]);
  call('RequestName', 'su', [NAME, 0]);
  await named;
  return {
    shown,
    badges,
    click: (id) => {
      signal('ActionInvoked', 'us', [id, 'default']);
      signal('NotificationClosed', 'uu', [id, DISMISSED]);
    },
    expire: (id) => signal('NotificationClosed', 'uu', [id, EXPIRED]),
    stop: () => void socket.destroy(),
  };
};
