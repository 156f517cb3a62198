/**
 * An outbox with a database in memory, a service that answers from a function, and a clock that the test
 * moves.
 */
import Database from 'better-sqlite3';
import type { Outcome } from '#core/api/classify-read';
import { createOutbox, type Outbox, type OutboxOptions } from '#core/outbox/create-outbox';
import type { OutboxGateway } from '#core/outbox/delivery/outbox-gateway';
import type { Rescue } from '#core/outbox/journal/rescue-report';
import type { HttpResult, JournalFile, SqlDatabase } from '#core/ports/ports';
import { SimRandom } from '../../simulation/sim-random';
import { VirtualTime } from '../../simulation/virtual-time';

export const NOW = '2026-01-01 10:00:00';
export const NOTHING_FOUND: Outcome = {
  kind: 'ok',
  body: {},
  data: { list: [], totalItem: 0 },
  now: NOW,
  text: '',
};
export const accepted = (data: object): HttpResult => ({
  kind: 'answer',
  status: 200,
  headers: {},
  url: '',
  text: JSON.stringify({ code: 200, message: 'success', now: NOW, data }),
});

export interface OutboxBench {
  outbox: Outbox;
  readonly time: VirtualTime;
  readonly pushes: { path: string; body: string; at: number }[];
  database: Database.Database;
  /** The errors that the core logged. */
  readonly errors: string[];
  /** The change events to the windows: the id to read again, or null for all. */
  readonly changes: (string | null)[];
  /** What a start restored. */
  readonly rescues: Rescue[];
  gateway: OutboxGateway;
  /** Stops the outbox and opens it again with the same database, as a restart does. */
  reopen(): Outbox;
  submit(command: object): string;
}

export interface BenchOptions {
  /** The journal for each opening. */
  journal?: () => JournalFile;
  /** Wraps the database that the outbox uses. */
  through?: (database: Database.Database) => SqlDatabase;
  /** The seed of the generated ids; 7 by default. */
  seed?: number;
  settings?: OutboxOptions['settings'];
  gateway?: Partial<OutboxGateway>;
  /** The clock of the outbox; the virtual time by default. */
  clock?: (time: VirtualTime) => OutboxOptions['clock'];
}

/** A service that has no records and never answers a push. */
export const idleGateway: OutboxGateway = {
  read: async () => NOTHING_FOUND,
  offers: async () => false,
  renew: async () => 'renewed',
  isSignedIn: () => true,
  tokenMark: () => 't',
  serverNow: () => NOW,
  push: () => new Promise(() => undefined),
};

let created = 100;

export const outboxBench = (options: BenchOptions = {}): OutboxBench => {
  const first = new Database(':memory:');
  const time = new VirtualTime(1_800_000_000_000);
  const pushes: OutboxBench['pushes'] = [];
  const errors: string[] = [];
  const random = new SimRandom(options.seed ?? 7);
  const gateway: OutboxGateway = {
    ...idleGateway,
    push: async () => accepted({ company_id: created++, customers: [] }),
    ...options.gateway,
  };
  const open = (): Outbox => {
    const outbox = createOutbox({
      accountId: 'a',
      database: options.through?.(bench.database) ?? bench.database,
      journal: options.journal?.() ?? null,
      backupPath: null,
      onChange: (id) => void bench.changes.push(id),
      onRescue: (told) => void bench.rescues.push(told),
      gateway: {
        ...gateway,
        push: (path, body) => {
          pushes.push({ path, body, at: time.now() });
          return bench.gateway.push(path, body);
        },
        read: (path, query) => bench.gateway.read(path, query),
        offers: (...ask) => bench.gateway.offers(...ask),
        serverNow: () => bench.gateway.serverNow(),
      },
      clock: options.clock?.(time) ?? time,
      timers: time,
      random,
      log: {
        error: (message, facts) => void errors.push(`${message} ${JSON.stringify(facts)}`),
        warn: () => undefined,
        info: () => undefined,
      },
      selfUserId: () => '1',
      settings: { reviewFirst: false, ...options.settings },
    });
    bench.outbox = outbox;
    outbox.start();
    return outbox;
  };
  const bench: OutboxBench = {
    outbox: undefined as never,
    time,
    pushes,
    database: first,
    errors,
    changes: [],
    rescues: [],
    gateway,
    reopen: () => {
      bench.outbox.stop();
      return open();
    },
    submit: (command) => {
      const done = bench.outbox.submit({ command, base: null });
      if (!done.ok) throw new Error(JSON.stringify(done));
      return done.id;
    },
  };
  open();
  return bench;
};

export const companyCommand = (name: string, target: string | null = null): object => ({
  kind: 'company',
  schema: 1,
  target,
  fields: { name, pool_id: '0' },
  children: [],
});
export const receiptCommand = (company: string): object => ({
  kind: 'receipt',
  schema: 1,
  target: null,
  fields: { amount: '1.50', company_id: company },
  children: [],
});
