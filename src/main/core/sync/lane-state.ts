/**
 * What the pull remembers of one lane: one list (`flag`) of one resource. Plain JSON, stored in the cache in
 * the same transaction as the page that vouches for it, so a kill at any moment loses at most a request.
 */
import { z } from 'zod';
import type { ListFlag } from '../api/list-query';
import type { ResourceName } from '#shared/domain/resources';

/**
 * Why a window is read:
 * - `backfill` the first copy; `increment` what was updated since the watermark; `tail` newest first until known, where no
 *   time filter is to be trusted; `peek` one short page that tells whether a tail is worth while; `census` what is still
 *   there.
 */
export const windowSchema = z.object({
  purpose: z.enum(['backfill', 'increment', 'tail', 'peek', 'census']),
  axis: z.enum(['all', 'create', 'update']),
  from: z.string(),
  to: z.string(),
  status: z.string().nullable().default(null),
  tries: z.number().default(0),
});
export type Window = z.infer<typeof windowSchema>;

export const walkSchema = z.object({
  /** Tells this walk's stored ids from an older walk's. */
  key: z.string(),
  window: windowSchema,
  /** The next page to ask for, from 1. */
  page: z.number(),
  firstTotal: z.number().nullable(),
  firstNow: z.string().nullable(),
  seen: z.number(),
  stale: z.number(),
  calm: z.number(),
  totalMoved: z.boolean(),
});
export type Walk = z.infer<typeof walkSchema>;

/** What a time filter without a stated field turned out to mean (contract E1, E9; lead/list). */
export const meaningSchema = z.enum(['stated', 'unproven', 'create', 'update', 'ignored']);

export const laneStateSchema = z.object({
  version: z.literal(1),
  phase: z.enum(['backfill', 'steady']),
  /** A stack: the last one is next. */
  todo: z.array(windowSchema),
  walk: walkSchema.nullable(),
  walks: z.number(),
  meaning: meaningSchema,
  canBeCreate: z.boolean(),
  canBeUpdate: z.boolean(),
  /** Server time of the first answer ever: increments begin there, whatever the backfill took. */
  begunAt: z.string().nullable(),
  watermark: z.string().nullable(),
  completeAsOf: z.string().nullable(),
  /** Windows that never held still. While there are any, the lane is `unverified`. */
  unverified: z.array(windowSchema),
  /** The service's total of the whole lane, when last told. */
  total: z.number().nullable(),
  /** False once a page was seen that is not newest first: then newest-first walks prove nothing. */
  newestFirst: z.boolean(),
  /** A status split under way: the parts must add up to the window they came from. */
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
   * `stated`: the endpoint names its time field (time_type); `unproven`: it filters by an unknown one;
   * `none`.
   */
  windows: 'stated' | 'unproven' | 'none';
  paged: boolean;
}

export const ALL: Pick<Window, 'axis' | 'from' | 'to'> = { axis: 'all', from: '', to: '' };

export const newLane = (spec: LaneSpec): LaneState => ({
  version: 1,
  phase: 'backfill',
  todo: [{ purpose: 'backfill', ...ALL, status: null, tries: 0 }],
  walk: null,
  walks: 0,
  meaning: spec.windows === 'stated' ? 'stated' : spec.windows === 'unproven' ? 'unproven' : 'ignored',
  canBeCreate: true,
  canBeUpdate: true,
  begunAt: null,
  watermark: null,
  completeAsOf: null,
  unverified: [],
  total: null,
  newestFirst: true,
  parts: null,
});

export const laneKey = (spec: Pick<LaneSpec, 'resource' | 'flag'>): string =>
  `pull/${spec.resource}/${spec.flag}`;

/** There is more to ask for than what is new. */
export const isUnfinished = ({ phase, walk, todo }: LaneState): boolean =>
  phase !== 'steady' || walk !== null || todo.length > 0;

/** Reads a stored lane; anything unreadable starts afresh, which costs requests and never records. */
export const readLane = (spec: LaneSpec, json: string | null): LaneState => {
  if (json === null) return newLane(spec);
  try {
    const parsed = laneStateSchema.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : newLane(spec);
  } catch {
    return newLane(spec);
  }
};
