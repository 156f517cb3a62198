/**
 * The system's login manager on a bus of the tests: it can tell programs that the computer is shutting down.
 */
import { startBusService } from './bus-service';

const NAME = 'org.freedesktop.login1';
const MANAGER = { path: '/org/freedesktop/login1', interface: `${NAME}.Manager` };

export interface LoginManager {
  /** The delays that programs asked for, e.g. `shutdown`. */
  delayed: readonly string[];
  shutDown(): void;
  stop(): void;
}

/** A program uses this bus as the system bus if DBUS_SYSTEM_BUS_ADDRESS names it. */
export const startLoginManager = async (busAddress: string): Promise<LoginManager> => {
  const delayed: string[] = [];
  const service = await startBusService(busAddress, {
    names: [NAME],
    answer: ({ member, body }) => {
      const [what, , , mode] = body;
      if (member === 'Inhibit' && mode === 'delay') delayed.push(String(what));
      // The real answer is an open file, which only keeps the delay until it is closed.
      return null;
    },
  });
  return {
    delayed,
    shutDown: () => service.signal({ ...MANAGER, member: 'PrepareForShutdown' }, 'b', [true]),
    stop: service.stop,
  };
};
