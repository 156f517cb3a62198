/**
 * The demo workspace's service: the bundled CRM service, bound in process. The demo account's transport is this handler
 * and nothing else, so whatever the demo does, no packet leaves the machine.
 */
import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { Files, Log, Transport } from '#core/ports/ports';
import { createService, type Service } from '#service/create-service';
import { seedDataset } from '#service/dataset/seed-dataset';
import { inProcessTransport } from './node/in-process-transport';

const DEMO_SEED = 20_261;

export const createDemoTransport = (files: Files, log: Log): { transport(): Transport; close(): void } => {
  let service: Service | null = null;
  let database: Database.Database | null = null;
  const open = (): Service => {
    files.ensureDirectory('demo-service');
    database = new Database(join(files.directory, 'demo-service', 'service.db'));
    const created = createService({ database, clock: Date.now, random: Math.random });
    if (seedDataset) log.info('demo service open', { seed: DEMO_SEED });
    return created;
  };
  return {
    transport: () => inProcessTransport((request) => (service ??= open()).fetch(request)),
    close: () => database?.close(),
  };
};
