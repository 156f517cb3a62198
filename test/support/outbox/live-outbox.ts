/**
 * The real outbox with the real transport, API client and database file, without cache or shell. The wire
 * tests and benches use it.
 */
import Database from 'better-sqlite3';
import { createApiClient } from '#core/api/client';
import { createOAuth } from '#core/api/oauth';
import { createServerClock } from '#core/api/server-clock';
import { createSession } from '#core/api/session';
import { createThrottle, withThrottle } from '#core/api/throttle';
import { createOutbox, type Outbox } from '#core/outbox/create-outbox';
import type { OutboxSettings } from '#core/outbox/outbox-settings';
import { createOfferProbe, gatewayOver } from '#core/outbox/delivery/outbox-gateway';
import type { Clock, Log, Timers } from '#core/ports/ports';
import { createJournalFile, fileMedium } from '#node/journal-file';
import { systemRandom } from '#node/system';
import { createNodeTransport } from '#node/transport';

/** A clock that runs `speed` times as fast, for waits of minutes. */
export const fastTime = (speed: number): Clock & Timers => {
  const from = Date.now();
  return {
    now: () => from + (Date.now() - from) * speed,
    after: (delayMs, callback) => {
      const timer = setTimeout(callback, delayMs / speed);
      return () => clearTimeout(timer);
    },
  };
};

export interface LiveOptions {
  url: string;
  file: string;
  /** False: no journal is written beside the file. */
  journal?: boolean;
  time: Clock & Timers;
  selfUserId: string | null;
  settings?: Partial<OutboxSettings>;
  credentials?: Parameters<typeof createSession>[0]['fallback'];
}
export interface LiveOutbox {
  outbox: Outbox;
  database: Database.Database;
  log: string[];
  close(): Promise<void>;
}

export const openLiveOutbox = (options: LiveOptions): LiveOutbox => {
  const { time, url: baseUrl } = options;
  const lines: string[] = [];
  const log: Log = {
    error: (message, facts) => void lines.push(`${message} ${JSON.stringify(facts)}`),
    warn: () => undefined,
    info: () => undefined,
  };
  const throttle = createThrottle(time);
  const wire = createNodeTransport();
  const transport = withThrottle(wire, throttle, time);
  const oauth = createOAuth({ baseUrl, transport, now: () => time.now() });
  const session = createSession({
    accountId: 'live',
    now: () => time.now(),
    secrets: {
      storage: 'memory',
      get: async () => null,
      set: async () => undefined,
      delete: async () => undefined,
    },
    oauth,
    log,
    fallback: options.credentials ?? { kind: 'client', clientId: 'demo-client', clientSecret: 'demo-secret' },
  });
  const client = createApiClient({
    baseUrl,
    headerStyle: 'raw',
    transport,
    session,
    clock: time,
    serverClock: createServerClock(),
  });
  const database = new Database(options.file);
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'temp_store = MEMORY',
  ])
    database.pragma(pragma);
  const outbox = createOutbox({
    accountId: 'live',
    database,
    journal:
      options.journal === false || options.file === ':memory:'
        ? null
        : createJournalFile(fileMedium(options.file.replace(/\.db$/, '.journal')), null),
    backupPath: null,
    gateway: gatewayOver(
      client,
      session,
      createOfferProbe(client.read, () => time.now()),
      () => throttle.until(),
    ),
    clock: time,
    timers: time,
    random: systemRandom,
    log,
    selfUserId: () => options.selfUserId,
    settings: { reviewFirst: false, ...options.settings },
  });
  outbox.start();
  return {
    outbox,
    database,
    log: lines,
    close: async () => {
      outbox.stop();
      for (const end = Date.now() + 5000; outbox.busy() > 0 && Date.now() < end;)
        await new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
      await wire.close();
      outbox.close();
    },
  };
};
