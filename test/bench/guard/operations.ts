/**
 * Ten operations of the core, for the comparison with an earlier commit (`guard.bench.ts`). This file is
 * bundled twice, with the sources of the tree and with those of the commit, so it uses only what both have.
 */
import type { ApiClient } from '#core/api/client';
import { classifyRead } from '#core/api/classify-read';
import { readPage } from '#core/api/read-page';
import type { CacheStore, IncomingRecord } from '#core/store/cache-store';
import { openCache } from '#core/store/open-cache';
import { loadPinyin } from '#core/store/words/pinyin';
import { createFiles } from '#node/files';
import { RESOURCE_INFO } from '#shared/domain/resources';

const LOG = { error: console.error, warn: () => {}, info: () => {} };
const COLUMNS = RESOURCE_INFO.order.defaultColumns;
const WORDS = ['nordlicht', 'kestrel', '海港', '2026'];

const read = async (bytes: Buffer): Promise<IncomingRecord[]> => {
  const client: Partial<ApiClient> = {
    read: async () =>
      classifyRead({ kind: 'answer', status: 200, headers: {}, text: bytes.toString('utf8'), url: '' }, 0),
  };
  const answer = await readPage(client as ApiClient, '', {}, 'order_id');
  if (!answer.ok) throw new Error(JSON.stringify(answer.trouble));
  return answer.value.items;
};

export type Operations = Readonly<Record<string, (call: number) => unknown>>;

/** Operations on a cache in `folder` that holds the orders of `answers`. */
export const operationsOn = async (folder: string, answers: readonly Buffer[]): Promise<Operations> => {
  await loadPinyin();
  const files = createFiles(folder);
  const pages: IncomingRecord[][] = [];
  for (const bytes of answers) pages.push(await read(bytes));
  const apply = (cache: CacheStore, page: readonly IncomingRecord[]): unknown =>
    cache.atomically(() => cache.applyPage('order', page, { removed: false, fetchedAt: 1 }));
  const cache = openCache(files, 'cache.db', LOG);
  for (const page of pages) apply(cache, page);
  const { makeIndex }: { makeIndex?: () => boolean } = cache;
  while (makeIndex?.call(cache));
  const ids = cache.liveIds('order');
  const [status = ''] = cache.facets('order', 'shipping_status').map(({ value }) => value);
  const at = <T>(list: readonly T[], call: number): T => list[(call * 7919) % list.length] as T;
  /** Discards the lists that are kept in memory, then reads a window. */
  const window = (view: object): unknown => {
    cache.tombstone('order', []);
    return cache.page({ resource: 'order', ...view }, 0, 50, COLUMNS);
  };
  let copies = 0;
  return {
    'read an answer': (call) => read(at(answers, call)),
    'write a page of new records': (call) => {
      if (call % pages.length !== 0) return null;
      const fresh = openCache(files, `copy-${(copies += 1)}.db`, LOG);
      for (const page of pages.slice(0, 5)) apply(fresh, page);
      fresh.close();
      return null;
    },
    'write a page that did not change': (call) => apply(cache, at(pages, call)),
    'newest 50': () => window({}),
    'newest 50 of a status': () =>
      window({ filters: [{ field: 'shipping_status', op: 'in', values: [status] }] }),
    'sort without an index': () => window({ sort: [{ field: 'amount_rmb', direction: 'desc' }] }),
    'one record': (call) => cache.get('order', at(ids, call)),
    'what belongs to it': (call) => cache.related('order', at(ids, call), 20),
    search: (call) => cache.search(at(WORDS, call), { limit: 30 }),
    'values of a field': () => cache.facets('order', 'currency'),
  };
};
