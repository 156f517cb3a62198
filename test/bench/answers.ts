/**
 * The service's own dataset, generated once per size, as answers of its list endpoints: pages of 100 records
 * as JSON bytes.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createService } from '#service/create-service';
import type { ResourceName } from '#shared/domain/resources';

export const PAGE_SIZE = 100;
const FIXED_NOW = Date.UTC(2026, 10, 2);

export const datasetPath = (orders: number): string => join('.cache', 'bench', `service-${orders}.db`);

/** Opens the dataset, and generates it first if needed (a minute for 100,000 orders). */
export const openDataset = (orders: number): Database.Database => {
  const path = datasetPath(orders);
  if (!existsSync(path)) {
    mkdirSync(join('.cache', 'bench'), { recursive: true });
    rmSync(`${path}.making`, { force: true });
    const making = new Database(`${path}.making`);
    making.pragma('journal_mode = OFF');
    making.pragma('synchronous = OFF');
    createService({ database: making, clock: () => FIXED_NOW, random: () => 0.5, dataset: orders, seed: 1 });
    making.close();
    renameSync(`${path}.making`, path);
  }
  return new Database(path);
};

/**
 * Every answer of a resource's list, the newest update first as the service sends them; `total` is the total
 * in each answer.
 */
export function* answersOf(dataset: Database.Database, resource: ResourceName, total = 0): Generator<Buffer> {
  const docs = dataset
    .prepare('SELECT doc FROM record WHERE resource = ? AND removed = 0 ORDER BY update_time DESC')
    .pluck();
  let page: string[] = [];
  const answer = (): Buffer =>
    Buffer.from(
      `{"code":200,"message":"success","now":"2026-11-02 08:00:00","data":{"list":[${page.join(',')}],"totalItem":${total}}}`,
    );
  for (const doc of docs.iterate(resource)) {
    page.push(doc as string);
    if (page.length === PAGE_SIZE) {
      yield answer();
      page = [];
    }
  }
  if (page.length > 0) yield answer();
}
