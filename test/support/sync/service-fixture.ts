/**
 * The real service in this process, and a comparison of a cache with the service's database, record for
 * record.
 */
import Database from 'better-sqlite3';
import { type ResourceName, RESOURCES } from '../../../src/shared/domain/resources';
import type { HttpRequest, HttpResult, Transport } from '../../../src/main/core/ports/ports';
import type { CacheStore } from '../../../src/main/core/store/cache-store';
import { inProcessTransport } from '../../../src/main/node/in-process-transport';
import { createService, type Service, type ServiceOptions } from '../../../src/service/create-service';
import { seededRandom } from '../../../src/service/random';

export interface Wire extends Transport {
  /** Every request, in order: `GET /v1/…?…`. */
  seen: string[];
  /** Set it to answer, fail, delay or observe instead of the service; undefined passes the request on. */
  intercept:
    | ((request: HttpRequest, pass: () => Promise<HttpResult>) => Promise<HttpResult> | undefined)
    | null;
}

export interface ServiceFixture {
  service: Service;
  database: Database.Database;
  wire: Wire;
  close(): void;
}

export const ORIGIN = 'http://127.0.0.1:8080';

export const makeService = (options: Partial<ServiceOptions> = {}, origin = ORIGIN): ServiceFixture => {
  const database = options.database ?? new Database(':memory:');
  const service = createService({
    clock: Date.now,
    random: seededRandom(options.seed ?? 7),
    dataset: 60,
    seed: 7,
    ...options,
    database,
  });
  const inner = inProcessTransport((request) => service.fetch(request), origin);
  const demo = inProcessTransport((request) => service.fetch(request));
  const send =
    (name: 'read' | 'push') =>
    async (request: HttpRequest): Promise<HttpResult> => {
      wire.seen.push(`${request.method} ${request.url.replace(/^https?:\/\/[^/]+/, '')}`);
      const pass = (): Promise<HttpResult> => (request.url.startsWith(origin) ? inner : demo)[name](request);
      return wire.intercept?.(request, pass) ?? pass();
    };
  const wire: Wire = { seen: [], intercept: null, read: send('read'), push: send('push') };
  return { service, database, wire, close: () => database.close() };
};

/**
 * The differences between cache and service; empty if they are equal. Values are compared as the texts that
 * the service sent.
 */
export const differences = (
  cache: CacheStore,
  database: Database.Database,
  resources: readonly ResourceName[] = RESOURCES,
): string[] => {
  const found: string[] = [];
  for (const resource of resources) {
    const rows = database
      .prepare('SELECT CAST(id AS TEXT) AS id, doc FROM record WHERE resource = ? AND removed = 0')
      .all(resource) as { id: string; doc: string }[];
    const held = new Set(cache.liveIds(resource));
    for (const { id, doc } of rows) {
      if (!held.delete(id)) found.push(`${resource} ${id} missing`);
      else if (cache.get(resource, id)?.raw !== doc) found.push(`${resource} ${id} differs`);
    }
    for (const id of held) found.push(`${resource} ${id} is a ghost`);
  }
  return found;
};
