/**
 * The stored state of one lane: one list (`flag`) of one resource. It is JSON in the cache, written in the
 * same transaction as the page that it describes, so a kill at any moment loses at most one request.
 */
import { z } from 'zod';
import type { ListFlag } from '../../api/list-query';
import type { ResourceName } from '#shared/domain/resources';

/**
 * Why a window is read:
 * - `backfill`: the first copy.
 * - `increment`: changes since the watermark.
 * - `tail`: newest first until known records, if no time filter can be trusted.
 * - `peek`: one short page that tells whether a tail is needed.
 * - `census`: the records that still exist.
 * - `remainder`: after time windows, the records that none of them contains.
 * - `reread`: a part of the list, whatever the counts are (`reread.ts`).
 */
const windowSchema = z.object({
  purpose: z.enum(['backfill', 'increment', 'tail', 'peek', 'census', 'remainder', 'reread']),
  axis: z.enum(['all', 'create', 'update']),
  from: z.string(),
  to: z.string(),
  status: z.string().nullable().default(null),
  tries: z.number().default(0),
  /** In how many rounds a page of this window could not be read although the service answered other requests. */
  failures: z.number().optional(),
});
export type TimeWindow = z.infer<typeof windowSchema>;

const walkSchema = z.object({
  /** Distinguishes the stored ids of this walk from those of an older walk. */
  key: z.string(),
  window: windowSchema,
  /** The next page to request, from 1. */
  page: z.number(),
  /** The total of the first page; null if it gave none. */
  firstTotal: z.number().nullable(),
  /** The service's time of the first page; an earlier one if its clock was set back meanwhile. */
  firstNow: z.string().nullable(),
  /** The number of different ids on the pages so far. */
  seen: z.number(),
  /** The number of pages in a row without a new id. */
  stale: z.number(),
  /** The number of pages in a row on which no record was new or changed on disk. */
  calm: z.number(),
  /** A later page had another total than the first one. */
  totalMoved: z.boolean(),
});
export type Walk = z.infer<typeof walkSchema>;

/**
 * Which time the list's filter compares. Of an endpoint that names no time (contract E1, E9; lead/list) the answers
 * show it: `unproven` until then, `ignored` if the service does not filter at all. `stated`: the request names the
 * time.
 */
const meaningSchema = z.enum(['stated', 'unproven', 'create', 'update', 'ignored']);

const laneStateSchema = z.object({
  version: z.literal(1),
  phase: z.enum(['backfill', 'steady']),
  /** A stack: the last window is next. */
  todo: z.array(windowSchema),
  walk: walkSchema.nullable(),
  walks: z.number(),
  meaning: meaningSchema,
  /** While `meaning` is unproven: all answers so far fit a filter by creation time, or by update time. */
  canBeCreate: z.boolean(),
  canBeUpdate: z.boolean(),
  /** Server time of the first answer. Increments begin there, however long the backfill takes. */
  begunAt: z.string().nullable(),
  /** Server time up to which all updates were read; null before the first copy is complete. */
  watermark: z.string().nullable(),
  /** Server time when the watermark was last lowered by a day, because the service's clock was set back. */
  loweredAt: z.string().nullable().default(null),
  /** Server time at which the copy of the list was last known to be complete. */
  completeAsOf: z.string().nullable(),
  /** Windows that could not be verified. While there are any, the lane is `unverified`. */
  unverified: z.array(windowSchema),
  /**
   * `records`: by how many the total of the changes exceeds the records that the pages show. `rounds`: in how many
   * rounds in a row this number was the same.
   */
  surplus: z.object({ records: z.number(), rounds: z.number() }).nullable().default(null),
  /** How many censuses in a row were made because a window is unverified. Each one rests longer than the last. */
  doubts: z.number().default(0),
  /** The walks of the whole list since `from` (server time) for records that no window contains. */
  remainderWalks: z.object({ from: z.string(), count: z.number() }).nullable().default(null),
  /** The next part to read again ends at `to` (server time), or at the newest record; `reread.ts`. */
  reread: z
    .object({ to: z.string().nullable(), isUrgent: z.boolean() })
    .default({ to: null, isUrgent: false }),
  /** The last known total of the whole lane on the service. */
  total: z.number().nullable(),
  /**
   * True after a record with a creation time and an empty update time. A filter by update time may not show new records
   * then.
   */
  hasUnedited: z.boolean().default(false),
  /** False after a page that is not sorted newest first; then newest-first walks prove nothing. */
  newestFirst: z.boolean(),
  /** The current status split: its parts must add up to the original window. */
  parts: z
    .object({
      window: windowSchema,
      expected: z.number(),
      sum: z.number(),
      left: z.number(),
      held: z.boolean(),
    })
    .nullable(),
});
export type LaneState = z.infer<typeof laneStateSchema>;

export interface LaneSpec {
  resource: ResourceName;
  flag: ListFlag;
  /**
   * `stated`: the endpoint names its time field (time_type); `update`: it says that its times are of the
   * update; `unproven`: it filters by an unknown time; `none`: it has no time filter.
   */
  windows: 'stated' | 'update' | 'unproven' | 'none';
  paged: boolean;
}

export const ALL: Pick<TimeWindow, 'axis' | 'from' | 'to'> = { axis: 'all', from: '', to: '' };

export const newLane = (spec: LaneSpec): LaneState => ({
  version: 1,
  phase: 'backfill',
  todo: [{ purpose: 'backfill', ...ALL, status: null, tries: 0 }],
  walk: null,
  walks: 0,
  meaning: spec.windows === 'none' ? 'ignored' : spec.windows,
  canBeCreate: true,
  canBeUpdate: true,
  begunAt: null,
  watermark: null,
  loweredAt: null,
  completeAsOf: null,
  unverified: [],
  surplus: null,
  doubts: 0,
  remainderWalks: null,
  reread: { to: null, isUrgent: false },
  total: null,
  hasUnedited: false,
  newestFirst: true,
  parts: null,
});

export const laneKey = (spec: Pick<LaneSpec, 'resource' | 'flag'>): string =>
  `pull/${spec.resource}/${spec.flag}`;

/** Key of the time, in epoch ms, when the last census of the lane was queued. */
export const censusKey = (spec: Pick<LaneSpec, 'resource' | 'flag'>): string => `${laneKey(spec)}/census`;

/** Key of '1' if a census of the lane ended since a record was first missing from the default list, else '0'. */
export const censusOverKey = (spec: Pick<LaneSpec, 'resource' | 'flag'>): string =>
  `${laneKey(spec)}/census-over`;

/** Key of the time, in epoch ms, when a census of the lane last deleted several records at once. */
export const lossKey = (spec: Pick<LaneSpec, 'resource' | 'flag'>): string => `${laneKey(spec)}/loss`;

/** Key of '1' if the total of the lane changed since its last census was queued, else '0'. */
export const movedKey = (spec: Pick<LaneSpec, 'resource' | 'flag'>): string => `${laneKey(spec)}/moved`;

/** Key of the time, in epoch ms, when a page of the lane was last queued in order to learn its total. */
export const totalKey = (spec: Pick<LaneSpec, 'resource' | 'flag'>): string => `${laneKey(spec)}/total`;

/** Key of the time, in epoch ms, when the latest records by creation time were last queued. */
export const latestKey = (spec: Pick<LaneSpec, 'resource' | 'flag'>): string => `${laneKey(spec)}/latest`;

/** Key of the time, in epoch ms, when the last part of the lane was queued to be read again. */
export const rereadKey = (spec: Pick<LaneSpec, 'resource' | 'flag'>): string => `${laneKey(spec)}/reread`;

/** Returns true if a filter of the list shows what changed. */
export const hasTrustedFilter = ({ meaning }: LaneState): boolean =>
  meaning === 'stated' || meaning === 'update';

/** Returns true if neither a filter nor the first pages show a new record: only a walk of the whole list does. */
export const needsWalk = ({ meaning, newestFirst }: LaneState): boolean =>
  meaning === 'ignored' && !newestFirst;

/** Returns true if the lane has more to read than changes. */
export const isUnfinished = ({ phase, walk, todo }: LaneState): boolean =>
  phase !== 'steady' || walk !== null || todo.length > 0;

/**
 * Reads a stored lane. An unreadable one starts from the beginning, which needs more requests but loses no
 * records.
 */
export const readLane = (spec: LaneSpec, json: string | null): LaneState => {
  if (json === null) return newLane(spec);
  try {
    const parsed = laneStateSchema.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : newLane(spec);
  } catch {
    return newLane(spec);
  }
};
