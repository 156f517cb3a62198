/**
 * A desktop's notification service on the tests' own D-Bus session: it shows nothing, keeps what programs ask
 * it to show, and can answer as a user who clicks. It also hears the number that a program wants on its icon.
 */
import { startBusService } from './bus-service';
import type { DbusMessage, DbusValue } from './dbus-codec';

const NAME = 'org.freedesktop.Notifications';
const PATH = '/org/freedesktop/Notifications';
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

/** What this service answers to each of its methods. */
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

/** Resolves once the service has its name on the bus of that address. */
export const startNotificationDaemon = async (busAddress: string): Promise<NotificationDaemon> => {
  const shown: ShownNotification[] = [];
  const badges: (number | null)[] = [];
  const icon = new Map<string, DbusValue>();
  const service = await startBusService(busAddress, {
    names: [LAUNCHER_OWNER, NAME],
    matches: [`type='signal',interface='${LAUNCHER}'`],
    answer: (call) => answerTo(call, (notification) => shown.push({ ...notification, id: shown.length + 1 })),
    hear: (signal) => {
      if (signal.interface !== LAUNCHER || signal.member !== 'Update') return;
      // A signal names what has changed; the rest is as it was.
      for (const [key, value] of signal.body[1] as Map<string, DbusValue>) icon.set(key, value);
      badges.push(icon.get('count-visible') === true ? Number(icon.get('count')) : null);
    },
  });
  const signal = (member: string, signature: string, body: DbusValue[]): void =>
    service.signal({ path: PATH, interface: NAME, member }, signature, body);
  return {
    shown,
    badges,
    click: (id) => {
      signal('ActionInvoked', 'us', [id, 'default']);
      signal('NotificationClosed', 'uu', [id, DISMISSED]);
    },
    expire: (id) => signal('NotificationClosed', 'uu', [id, EXPIRED]),
    stop: service.stop,
  };
};
