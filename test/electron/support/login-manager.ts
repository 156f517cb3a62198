/** The system's login manager on a bus of the tests: it can tell programs that the computer shuts down. */
import { startBusService } from './bus-service';

const NAME = 'org.freedesktop.login1';
const MANAGER = { path: '/org/freedesktop/login1', interface: `${NAME}.Manager` };

export interface LoginManager {
  /** What programs asked to delay, e.g. `shutdown`. */
  delayed: readonly string[];
  shutDown(): void;
  stop(): void;
}

/** The bus goes for the system's where DBUS_SYSTEM_BUS_ADDRESS names it. */
export const startLoginManager = async (busAddress: string): Promise<LoginManager> => {
  const delayed: string[] = [];
  const service = await startBusService(busAddress, {
    names: [NAME],
    answer: ({ member, body }) => {
      const [what, , , mode] = body;
      if (member === 'Inhibit' && mode === 'delay') delayed.push(String(what));
      // The answer would be an open file, which only says how long it waits.
      return null;
    },
  });
  return {
    delayed,
    shutDown: () => service.signal({ ...MANAGER, member: 'PrepareForShutdown' }, 'b', [true]),
    stop: service.stop,
  };
};
