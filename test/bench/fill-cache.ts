/**
 * Fills a cache from answers as the pull does, but without the network, so that a full copy of any size takes
 * seconds.
 */
import { readdirSync } from 'node:fs';
import { classifyRead } from '#core/api/classify-read';
import type { ApiClient } from '#core/api/client';
import { readPage } from '#core/api/read-page';
import type { CacheStore, IncomingRecord } from '#core/store/cache-store';
import { loadPinyin } from '#core/store/words/pinyin';
import { openCache } from '#core/store/open-cache';
import { createFiles } from '#node/files';
import { RESOURCE_INFO, RESOURCES, type ResourceName } from '#shared/domain/resources';
import { answersOf, openDataset } from './answers';

/** Reads an answer as the client does, and splits it into records as the pull does. */
export const recordsOf = async (bytes: Buffer, resource: ResourceName): Promise<IncomingRecord[]> => {
  const text = bytes.toString('utf8');
  const client = {
    read: async () =>
      classifyRead(
        { kind: 'answer', status: 200, headers: { 'content-type': 'application/json' }, text, url: '' },
        0,
      ),
  } as unknown as ApiClient;
  const answer = await readPage(client, '', {}, RESOURCE_INFO[resource].idField);
  if (!answer.ok) throw new Error(JSON.stringify(answer.trouble));
  return answer.value.items;
};

/** Applies every answer in its own commit; returns the number of rows. */
export const pull = async (
  cache: CacheStore,
  resource: ResourceName,
  answers: Iterable<Buffer>,
): Promise<number> => {
  let rows = 0;
  for (const bytes of answers) {
    const items = await recordsOf(bytes, resource);
    cache.atomically(() => {
      cache.applyPage(resource, items, { removed: false, fetchedAt: 1 });
      cache.setState(`lane:${resource}`, `{"rows":${rows}}`);
    });
    rows += items.length;
  }
  return rows;
};

/**
 * Fills the cache of the connected account in that data folder while no app runs on it; returns the number of
 * rows.
 */
export const fillAccount = async (data: string, orders: number): Promise<number> => {
  const [profile] = readdirSync(`${data}/accounts`).filter((name) => name !== 'demo');
  await loadPinyin();
  const log = { error: console.error, warn: () => {}, info: () => {} };
  const cache = openCache(createFiles(data), `accounts/${profile}/cache.db`, log);
  const dataset = openDataset(orders);
  let rows = 0;
  for (const resource of RESOURCES) rows += await pull(cache, resource, answersOf(dataset, resource));
  cache.close();
  dataset.close();
  return rows;
};
