/**
 * The service of the demo account: the bundled CRM service in this process. The demo's transport calls it
 * directly, so no packet leaves the computer.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Files, Transport } from '#core/ports/ports';
import type { Service } from '#service/create-service';
import { inProcessTransport } from './node/transport';

const FOLDER = 'demo-service';

/**
 * The service is loaded, opened, and filled with the demo data at the first request, so an account on a real
 * service does not pay for it. If that fails, for example because the disk is full, the next request tries again.
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
  const opened = (): Promise<Service> =>
    (service ??= open().catch((error: unknown) => {
      service = null;
      database?.close();
      throw error;
    }));
  return {
    transport: () => inProcessTransport(async (request) => (await opened()).fetch(request)),
    close: () => {
      closed = true;
      database?.close();
    },
  };
};
