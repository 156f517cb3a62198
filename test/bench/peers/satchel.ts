/**
 * Satchel's store as the pull uses it: the classifier, the lossless JSON reader, the drift meter, the
 * planner's state and the commits of `sync/lane/lane-runner.ts`, with answers from memory instead of the network.
 */
import type { ApiClient } from '#core/api/client';
import { classifyRead } from '#core/api/classify-read';
import { createDriftMeter } from '#core/api/decode';
import type { CacheStore } from '#core/store/cache-store';
import { openCache } from '#core/store/open-cache';
import { loadPinyin } from '#core/store/words/pinyin';
import type { LaneContext } from '#core/sync/lane/lane-context';
import { runLane } from '#core/sync/lane/lane-runner';
import { laneKey, newLane, type LaneSpec } from '#core/sync/lane/lane-state';
import { DEFAULT_LIMITS } from '#core/sync/lane/plan-step';
import { createFiles } from '#node/files';
import { RESOURCE_INFO } from '#shared/domain/resources';
import type { View } from '#shared/contract/records';
import type { MakeSubject, NextAnswer, Subject, Times } from './subject';

const LANE: LaneSpec = { resource: 'order', flag: 'live', windows: 'none', paged: true };
const LOG = { error: console.error, warn: () => {}, info: () => {} };
const COLUMNS = RESOURCE_INFO.order.defaultColumns;

const EMPTY = Buffer.from('{"code":200,"message":"success","data":{"list":[],"totalItem":0}}');

/** A client that returns the next answer for every read. */
const clientOf = (next: NextAnswer): ApiClient =>
  ({
    read: async (_path, _query, { stored } = {}) =>
      classifyRead(
        {
          kind: 'answer',
          status: 200,
          headers: { 'content-type': 'application/json' },
          text: (next() ?? EMPTY).toString('utf8'),
          url: '',
        },
        0,
        stored,
      ),
  }) as Partial<ApiClient> as ApiClient;

/** A new lane processes every answer, whatever the previous lane has read. */
const take = async (cache: CacheStore, next: NextAnswer): Promise<void> => {
  const context: LaneContext = {
    cache,
    client: clientOf(next),
    readLimiter: { run: (request) => request(), limit: () => 1, waitMs: () => 0, close: () => {} },
    clock: { now: () => Date.now() },
    log: LOG,
    drift: createDriftMeter(),
    limits: { ...DEFAULT_LIMITS, splitAbove: Number.POSITIVE_INFINITY },
    sleep: async () => {},
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    stopped: () => false,
    closed: () => false,
    pieces: { size: 50 },
    pages: { answered: 0, atFailure: new Map() },
    refusedDetails: new Set(),
    // The value of the pull while no window is in use.
    pieceMs: () => 40,
    onProgress: () => {},
  };
  cache.setState(laneKey(LANE), JSON.stringify(newLane(LANE)));
  const trouble = await runLane(context, LANE);
  if (trouble !== null) throw new Error(`the lane ended: ${JSON.stringify(trouble)}`);
};

export const satchelSubject: MakeSubject = async ({ folder }) => (await growthSubject(folder)).subject;

/** The same subject, with access to its cache. */
export const growthSubject = async (folder: string) => {
  const files = createFiles(folder);
  await loadPinyin();
  const open = (): CacheStore => openCache(files, 'cache.db', LOG);
  let cache = open();
  cache.beginWords();
  const timesOf = (rows: readonly { values: Record<string, unknown> }[]): Times =>
    rows.map(({ values }) => String(values.update_time));
  /** Discards the ordered lists in memory, so that each question runs as the first one. */
  const forgetLists = (): void => cache.tombstone('order', []);
  const page = (view: object): Times => {
    forgetLists();
    return timesOf(cache.page({ resource: 'order', ...view }, 0, 50, COLUMNS).rows);
  };
  const subject: Subject = {
    fill: async (next) => {
      cache.keepPages('filling');
      await take(cache, next);
      while (cache.makeIndex());
      while (cache.renewWords(40)) await new Promise((resolve) => setImmediate(resolve));
      cache.keepPages('reading');
    },
    resync: (next) => take(cache, next),
    one: (id) => [String(cache.get('order', id)?.row.values.update_time)],
    newest: () => page({}),
    filtered: (status) => page({ filters: [{ field: 'shipping_status', op: 'in', values: [status] }] }),
    unindexed: () => page({ sort: [{ field: 'amount_rmb', direction: 'desc' }] }),
    words: (word) => cache.search(word, { resources: ['order'], limit: 30 }).map(({ time }) => time),
    reopen: () => {
      cache.close();
      cache = open();
      return page({});
    },
    ids: () => cache.liveIds('order'),
    sizeBytes: () => {
      cache.foldLog();
      return files.sizeBytes('cache.db');
    },
    close: () => cache.close(),
  };
  const window = (view: Omit<View, 'resource'>, start = 0): unknown => {
    forgetLists();
    return cache.page({ resource: 'order', ...view }, start, 50, COLUMNS);
  };
  return { subject, window, cacheNow: () => cache };
};
