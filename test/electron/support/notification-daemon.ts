/**
 * A desktop's notification service on the D-Bus session of the tests. It displays nothing, records the
 * notifications, and can simulate a click of the user. It also records the badges that a program sets on its
 * icon.
 */
import { startBusService } from './bus-service';
import type { DbusMessage, DbusValue } from './dbus-codec';

const NAME = 'org.freedesktop.Notifications';
const PATH = '/org/freedesktop/Notifications';
/** A desktop with this name shows badges; programs send none unless it is on the bus. */
const LAUNCHER_OWNER = 'com.canonical.Unity';
const LAUNCHER = `${LAUNCHER_OWNER}.LauncherEntry`;
/** Reasons why a notification was closed. */
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
  /** The badges that programs set; null if they removed it. */
  badges: readonly (number | null)[];
  click(id: number): void;
  /** Closes it unread, as after its time-out. */
  expire(id: number): void;
  stop(): void;
}

/** The answers of this service to its methods. */
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

/** Resolves when the service owns its name on the bus at that address. */
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
      // A signal contains only the changed values; the others stay the same.
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
