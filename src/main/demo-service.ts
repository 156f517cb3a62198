/**
 * The service of the demo account: the bundled CRM service in this process. The demo's transport calls it
 * directly, so no packet leaves the computer.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '#core/app-error';
import type { Files, Transport } from '#core/ports/ports';
import { isUnreadable } from '#core/store/schema/sqlite-errors';
import type { Service, ServiceOptions } from '#service/create-service';
import { inProcessTransport } from './node/transport';

const FOLDER = 'demo-service';
const NAME = `${FOLDER}/service.db`;

/**
 * The service is loaded, opened, and filled with the demo data at the first request, so an account on a real
 * service does not pay for it. If that fails, for example because the disk is full, the next request tries again.
 * A damaged database is kept under another name, and the service starts afresh: `onRenewed` gets that name.
 */
export const createDemoTransport = (
  files: Files,
  onRenewed: (aside: string) => void = () => undefined,
): { transport(): Transport; close(): void } => {
  let service: Promise<Service> | null = null;
  let database: Database.Database | null = null;
  let closed = false;
  const openOver = (createService: (options: ServiceOptions) => Service): Service => {
    if (files.isHeaderDamaged(NAME) || files.isLogDamaged(NAME)) throw damagedError();
    database = new Database(join(files.directory, NAME));
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    if (database.pragma('quick_check(1)', { simple: true }) !== 'ok') throw damagedError();
    return createService({ database, clock: Date.now, random: Math.random });
  };
  const open = async (): Promise<Service> => {
    const { createService } = await import('#service/create-service');
    if (closed) throw new Error('the demo service is closed');
    files.ensureDirectory(FOLDER);
    try {
      return openOver(createService);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      database?.close();
      onRenewed(files.setAside(NAME));
      return openOver(createService);
    }
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

const damagedError = (): AppError => new AppError('database-corrupt', 'the database of the demo is damaged');
