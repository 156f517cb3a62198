/** A whole core in a temporary directory, with the real store and a transport that the test chooses. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCore, type Core, type CoreOptions } from '../../../src/main/core/create-core';
import type {
  Clock,
  DatabaseKeys,
  Log,
  OutboxKeys,
  Ports,
  Secrets,
  Timers,
  Transport,
} from '../../../src/main/core/ports/ports';
import { createFiles } from '../../../src/main/node/files';
import { createOutboxKeys } from '../../../src/main/node/outbox-keys';
import { systemClock, systemRandom, systemTimers } from '../../../src/main/node/system';

export const memorySecrets = (): Secrets & { all: Map<string, string> } => {
  const all = new Map<string, string>();
  return {
    storage: 'memory',
    all,
    get: async (key) => all.get(key) ?? null,
    set: async (key, value) => void all.set(key, value),
    delete: async (key) => void all.delete(key),
  };
};

/** No keyring: nothing is encrypted. */
export const noKeys: DatabaseKeys = { get: async () => ({ kind: 'none' }), make: async () => null };

/** The worker's ports without a keychain: recovery codes can be made, but no keyring stores a key. */
export const noOutboxKeys = (files: Ports['files']): OutboxKeys =>
  createOutboxKeys('memory', files, { ask: () => Promise.reject(new Error('nobody is to be asked')) });

export interface LogLine {
  level: string;
  message: string;
  facts: unknown;
}
export const memoryLog = (): Log & { lines: LogLine[] } => {
  const lines: LogLine[] = [];
  const at = (level: string) => (message: string, facts?: unknown) =>
    void lines.push({ level, message, facts });
  return { lines, error: at('error'), warn: at('warn'), info: at('info') };
};

export interface CoreFixture {
  core: Core;
  ports: Ports;
  directory: string;
  log: ReturnType<typeof memoryLog>;
  secrets: ReturnType<typeof memorySecrets>;
  reopen(): Promise<Core>;
  dispose(): Promise<void>;
}

export interface FixtureOptions {
  transport: Transport;
  demo?: Transport;
  clock?: Clock;
  timers?: Timers;
  pull?: CoreOptions['pull'];
  reserveBytes?: number;
  directory?: string;
  secrets?: ReturnType<typeof memorySecrets>;
  databaseKeys?: DatabaseKeys;
  outboxKeys?: (files: Ports['files']) => OutboxKeys;
}

export const makeCore = async (options: FixtureOptions): Promise<CoreFixture> => {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'satchel-'));
  const [log, secrets] = [memoryLog(), options.secrets ?? memorySecrets()];
  const files = createFiles(directory);
  const ports: Ports = {
    clock: options.clock ?? systemClock,
    timers: options.timers ?? systemTimers,
    random: systemRandom,
    log,
    secrets,
    databaseKeys: options.databaseKeys ?? noKeys,
    outboxKeys: (options.outboxKeys ?? noOutboxKeys)(files),
    files,
    transport: ({ demo }) => (demo ? (options.demo ?? options.transport) : options.transport),
    shell: 'web',
    platform: 'test',
    version: '0.0.0',
  };
  // Rounds run when a test asks for them, and no request limit applies.
  const asked = { rounds: 'asked', requestsPerMinute: Number.POSITIVE_INFINITY } as const;
  const start = async (): Promise<Core> => {
    const core = createCore(ports, {
      pull: options.pull?.rounds === 'timed' ? options.pull : { ...asked, ...options.pull },
      reserveBytes: options.reserveBytes ?? 0,
    });
    await core.start();
    return core;
  };
  const fixture: CoreFixture = {
    core: await start(),
    ports,
    directory,
    log,
    secrets,
    reopen: async () => {
      await fixture.core.close();
      fixture.core = await start();
      return fixture.core;
    },
    dispose: async () => {
      await fixture.core.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return fixture;
};
