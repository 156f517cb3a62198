/**
 * A whole core and the real service in virtual time: hours pass in seconds, and the service's own log shows
 * the requests.
 */
import { createRouterClient } from '@orpc/server';
import { loadPinyin } from '../../../src/main/core/store/words/pinyin';
import type { ResourceName } from '../../../src/shared/domain/resources';
import type { ServiceOptions } from '../../../src/service/create-service';
import { VirtualTime } from '../../simulation/virtual-time';
import { CLIENT } from './connection';
import { makeCore, type FixtureOptions } from './core-fixture';
import { makeService, ORIGIN } from './service-fixture';

/** Ten in the morning of a working day in the time zone of the service. */
export const TEN_O_CLOCK = Date.UTC(2026, 4, 12, 2);

export const HOUR_MS = 3_600_000;

export interface VirtualDeskOptions {
  service?: Partial<ServiceOptions>;
  pull?: FixtureOptions['pull'];
  /** How long the service takes for an answer, in milliseconds. */
  latencyMs?: number;
}

export const makeVirtualDesk = async (options: VirtualDeskOptions = {}) => {
  const time = new VirtualTime(TEN_O_CLOCK);
  // Loaded first, because it is read from a file, and virtual time would go on meanwhile.
  await loadPinyin();
  const service = makeService({ dataset: 30, clock: () => time.now(), ...options.service });
  const latencyMs = options.latencyMs ?? 120;
  service.wire.intercept = async (_request, pass) => {
    await new Promise<void>((resolve) => time.after(latencyMs, resolve));
    return pass();
  };
  const fixture = await makeCore({
    transport: service.wire,
    clock: time,
    // The database stores whole milliseconds, as a computer's clock gives them.
    timers: { after: (delayMs, callback) => time.after(Math.ceil(delayMs), callback) },
    pull: { rounds: 'timed', ...options.pull },
  });
  const connected = fixture.core.accounts.connect({
    baseUrl: ORIGIN,
    credentials: CLIENT,
    headerStyle: 'raw',
    name: 'Test',
    selfUserId: null,
  });
  await time.advance(5_000);
  const outcome = await connected;
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  const window = () => createRouterClient(fixture.core.router);
  let attending = false;
  let shown: ResourceName[] = [];
  // Repeated as the window does.
  const renew = (): void => {
    if (attending) void window().sync.attend({ windowId: 'one', inUse: true, shows: shown });
    time.after(60_000, renew);
  };
  time.after(60_000, renew);
  return {
    time,
    service,
    fixture,
    workspace: () => fixture.core.accounts.current()!,
    window,
    /** The requests since `from` (epoch ms), from the service's own log. */
    heard: (from: number) => service.service.requests().filter(({ at }) => at >= from),
    /** The window is in use and shows records of these kinds; with false the user has left it. */
    attend: async (inUse: boolean, shows: ResourceName[] = []): Promise<void> => {
      [attending, shown] = [inUse, shows];
      await window().sync.attend({ windowId: 'one', inUse, shows });
    },
    dispose: async () => {
      const ended = fixture.dispose();
      await time.advance(10_000);
      await ended;
      service.close();
    },
  };
};

export type VirtualDesk = Awaited<ReturnType<typeof makeVirtualDesk>>;

/** How often each path was requested, the most frequent first. */
export const byPath = (requests: readonly { path: string }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { path } of requests) counts[path] = (counts[path] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([, a], [, b]) => b - a));
};
