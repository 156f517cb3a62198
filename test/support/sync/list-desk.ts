/** One list of a kind with a real cache and a small service, whose time, records and faults a test sets. */
import { createDriftMeter } from '#core/api/decode';
import type { Outcome } from '#core/api/classify-read';
import { createIncrementQueue } from '#core/sync/round/increment-queue';
import type { LaneContext } from '#core/sync/lane/lane-context';
import { runLane } from '#core/sync/lane/lane-runner';
import { laneKey, readLane, type LaneSpec, type LaneState } from '#core/sync/lane/lane-state';
import { lanesOf, sourceOf } from '#core/sync/lane/lanes';
import { PACES } from '#core/sync/rate/timetable';
import { loadPinyin } from '#core/store/words/pinyin';
import { formatServerTime, type ServerTime } from '#shared/domain/time';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';
import { openTemporaryCache } from '../../unit/main/core/store/cache-fixture';

export interface ListedRecord {
  id: string;
  create: ServerTime;
  update: ServerTime;
  removed?: boolean;
  /** Only the list of archived records shows it. */
  archived?: boolean;
  /** The user may not see it. */
  hidden?: boolean;
  name?: string;
  /** The list shows it with the mark of a deleted record. */
  deleted?: boolean;
}
export const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const ZONE_MS = 8 * HOUR;

export interface ListRequest {
  page: number;
  count: number;
  /** Null if the request has no time window. */
  from: string | null;
  to: string | null;
  removed: boolean;
  /** The records of the page, before a fault. */
  ids: readonly string[];
}

/** Records of the first months of 2026, which were not changed since. */
export const recordsFrom = (first: number, count: number): ListedRecord[] =>
  Array.from({ length: count }, (_, at) => {
    const day = String(10 + ((at + first) % 18)).padStart(2, '0');
    const time = `2026-0${1 + ((at + first) % 4)}-${day} 08:00:00`;
    return { id: String(first + at), create: time, update: time };
  });

export const listDesk = async (resource: ResourceName, limits: Partial<LaneContext['limits']> = {}) => {
  await loadPinyin();
  const cache = openTemporaryCache();
  const service = {
    /** Epoch ms; 12:00 in the service's zone. */
    now: Date.UTC(2026, 5, 1, 4),
    /** How far the machine's clock is ahead. */
    skewMs: 0,
    records: [] as ListedRecord[],
    requests: [] as ListRequest[],
    /** A fault in place of the answer. */
    fault: (_request: ListRequest): Outcome | null => null,
    /** Changes the records between two pages. */
    meddle: () => undefined as void,
    /** A record that the totals of its times count, and that no page shows. */
    invisibleAt: null as ServerTime | null,
    /** This record is listed twice. */
    twice: null as string | null,
    /** Its name and update time in the second place. */
    secondCopy: {} as { name?: string; update?: ServerTime },
    ignoresRemoved: false,
    /** All totals are this number. */
    alwaysCounted: null as number | null,
    /** No total is larger. */
    mostCounted: Number.POSITIVE_INFINITY,
    /** The list begins with the record that changed first. */
    isOldestFirst: false,
    /** The time filter means the creation time, whatever the request says. */
    filtersByCreation: false,
    /** The time filter is ignored. */
    ignoresTimes: false,
    /** The pull is stopped from now on. */
    isStopped: () => false,
    /** Pages after this one are empty by mistake, with the right total. */
    isCutAt: null as number | null,
  };
  /** How often the windows were told that records changed. */
  let told = 0;
  const pausesMs: number[] = [];
  const time = (): ServerTime => formatServerTime(service.now, ZONE_MS);
  const { idField } = RESOURCE_INFO[resource];
  const source = sourceOf(resource);
  const answer = (query: URLSearchParams): Outcome => {
    const axis = query.get('time_type') === '2' || service.filtersByCreation ? 'create' : 'update';
    const [from, to] = [query.get('start_time'), query.get('end_time')];
    const isIn = (at: string): boolean =>
      service.ignoresTimes || ((from === null || at >= from) && (to === null || at <= to));
    const removed = query.get('removed') === '1';
    const isArchive = query.get('archive') === '1';
    const isOther = query.get('archive') === '2' || query.get('approval_with_draft') !== null;
    const found = service.records
      .filter((one) => one.hidden !== true && !isOther && isIn(one[axis]))
      .filter((one) => (one.archived === true) === isArchive)
      .filter((one) => service.ignoresRemoved || (one.removed === true) === removed)
      .flatMap((one) => (one.id === service.twice ? [one, { ...one, ...service.secondCopy }] : [one]))
      .toSorted((a, b) => b.update.localeCompare(a.update) || Number(b.id) - Number(a.id));
    if (service.isOldestFirst) found.reverse();
    const isCounted =
      service.invisibleAt !== null && isIn(service.invisibleAt) && !removed && !isOther && !isArchive;
    const [count, page] = [Number(query.get('count')), Number(query.get('start_index'))];
    const isCut = service.isCutAt !== null && page > service.isCutAt;
    const items = isCut ? [] : found.slice((page - 1) * count, page * count);
    const request = { page, count, from, to, removed, ids: items.map(({ id }) => id) };
    service.requests.push(request);
    const fault = service.fault(request);
    if (fault !== null) return fault;
    const totalItem =
      service.alwaysCounted ?? Math.min(service.mostCounted, found.length + Number(isCounted));
    const data = {
      list: items.map(({ id, create, update, name, deleted }) => ({
        [idField]: Number(id),
        name: name ?? `Name ${id}`,
        user_id: [1],
        create_user: 2,
        create_time: create,
        update_time: update,
        ...(deleted === undefined ? {} : { delete_flag: Number(deleted) }),
      })),
      totalItem,
      count: totalItem,
    };
    const now = time();
    const text = JSON.stringify({ code: 200, message: 'success', now, data });
    service.meddle();
    return { kind: 'ok', body: JSON.parse(text), data: JSON.parse(text).data, now, text };
  };
  const context = {
    cache,
    client: {
      read: async (_path: string, query: Record<string, unknown>) =>
        answer(
          new URLSearchParams(
            Object.entries(query).flatMap(([key, value]) =>
              value === undefined ? [] : [[key, String(value)]],
            ),
          ),
        ),
    },
    drift: createDriftMeter(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    clock: { now: () => service.now + service.skewMs },
    readLimiter: { run: <T>(task: () => T) => task() },
    limits: { pageSize: 10, splitAbove: 30, maxTries: 3, marginMs: 120_000, calmPages: 2, ...limits },
    sleep: async (delayMs: number) => void pausesMs.push(delayMs),
    turn: async () => undefined,
    stopped: () => service.isStopped(),
    closed: () => false,
    pieces: { size: 50 },
    pieceMs: () => 8,
    pages: { answered: 0, atFailure: new Map() },
    refusedDetails: new Set(),
    onProgress: (_: LaneSpec, changed: boolean) => void (told += Number(changed)),
  } as unknown as LaneContext;
  const queue = createIncrementQueue({
    cache,
    clock: context.clock,
    censusMs: DAY,
    recheckMs: 5 * MINUTE,
    rereadMs: 2 * DAY,
    splitAbove: context.limits.splitAbove,
    pageSize: context.limits.pageSize,
    random: { next: () => 0 },
    pace: () => PACES['in-use'],
  });
  const lanes = lanesOf(source);
  const live = lanes.find(({ flag }) => flag === 'live')!;
  return {
    service,
    cache,
    /** The records whose details the service refused. */
    refusedDetails: context.refusedDetails,
    live,
    lanes,
    time,
    told: () => told,
    /** The pauses before requests that were made again. */
    pausesMs,
    state: (spec: LaneSpec = live): LaneState => readLane(spec, cache.state(laneKey(spec))),
    held: (): string[] => cache.liveIds(resource),
    nameOf: (id: string): string | undefined => cache.get(resource, id)?.title,
    /** Reads the lists once; returns their troubles. `believed` is the service's time as the machine knows it. */
    round: async (specs: readonly LaneSpec[] = lanes, believed: ServerTime = time()) => {
      queue(specs, { now: believed, isLight: () => false });
      const troubles = [];
      for (const spec of specs) troubles.push(await runLane(context, spec));
      return troubles;
    },
  };
};
