/**
 * The demo workspace's service: the bundled CRM service, bound in process. The demo account's transport is
 * this handler and nothing else, so whatever the demo does, no packet leaves the machine.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Files, Transport } from '#core/ports/ports';
import type { Service } from '#service/create-service';
import { inProcessTransport } from './node/transport';

const FOLDER = 'demo-service';

/**
 * Loaded, opened, and filled with the demo company, at the first request: an account on a real service never
 * pays for it.
 */
export const createDemoTransport = (files: Files): { transport(): Transport; close(): void } => {
  let service: Promise<Service> | null = null;
  let database: Database.Database | null = null;
  let closed = false;
  const open = async (): Promise<Service> => {
    const { createService } = await import('#service/create-service');
    if (closed) throw new Error('the demo service is closed');
    files.ensureDirectory(FOLDER);
    database = new Database(join(files.directory, FOLDER, 'service.db'));
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    return createService({ database, clock: Date.now, random: Math.random });
  };
  return {
    transport: () => inProcessTransport(async (request) => (await (service ??= open())).fetch(request)),
    close: () => {
      closed = true;
      database?.close();
    },
  };
};
