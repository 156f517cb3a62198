/** The types of one step of the planner: its request, the facts about the answer, and its result. */
import type { ServerTime } from '#shared/domain/time';
import type { LaneSpec, LaneState, TimeWindow, Walk } from './lane-state';

export interface Ask {
  window: TimeWindow;
  page: number;
  count: number;
}

/** The runner's counts of one page. */
export interface PageFacts {
  /** The number of items, also of those that cannot be kept. */
  length: number;
  /** Ids not seen before in this walk. */
  fresh: number;
  /** Records that were new or changed on disk. */
  changed: number;
  /** The service's total for this request; null if it gave none. */
  total: number | null;
  /** The service's time of the answer. */
  now: ServerTime | null;
  /** Create and update times of the items, to find out which time a filter means. */
  times: readonly { create: unknown; update: unknown }[];
  /**
   * The number of live records on disk in the window's time range, after this page was stored; counted for a
   * tail, a peek and the first page of a census or a remainder.
   */
  held: number | null;
  /** How many of `held` the last census missed; counted for the first page of a remainder. */
  missing: number | null;
  /** How many of `missing` have no creation time, so that no window contains them. */
  untimed: number | null;
}

/** A page that was read, and the walk that contains it. */
export interface WalkedPage {
  spec: LaneSpec;
  /** The lane's walk with this page: `page` is already the number of the next page. */
  walk: Walk;
  facts: PageFacts;
  limits: PlanLimits;
}

/**
 * How a walk ended:
 * - `verified`: the ids that were seen are all that the window has;
 * - `known`: the window needs no further walk, although not all of its ids were seen;
 * - `repeat`: the same window is walked again;
 * - `split`: other windows replace it;
 * - `unverified`: it is kept as unverified, or left to the next round.
 */
export type WalkResult = 'verified' | 'known' | 'repeat' | 'split' | 'unverified';
/** `finished` is set when a walk ended; the runner then marks missing records and deletes the walk's ids. */
export interface Step {
  state: LaneState;
  finished: { window: TimeWindow; result: WalkResult; total: number | null } | null;
}

export interface PlanLimits {
  pageSize: number;
  /** A list or window with more records than this is read in smaller windows. */
  splitAbove: number;
  /** So many walks of a window may fail before it is halved, or kept as unverified. */
  maxTries: number;
  /** How far before the service's time the watermark stays, because an edit may become visible late. */
  marginMs: number;
  /** A tail ends after so many pages in a row without a new or changed record. */
  calmPages: number;
}
export const DEFAULT_LIMITS: PlanLimits = {
  pageSize: 100,
  splitAbove: 1000,
  maxTries: 3,
  marginMs: 120_000,
  calmPages: 2,
};
