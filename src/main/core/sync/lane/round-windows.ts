/**
 * Makes the time windows that a round adds to the queue of a lane: those that find changed records, and the
 * census that finds deleted ones. Pure.
 */
import type { ServerTime } from '#shared/domain/time';
import { ALL, type LaneSpec, type LaneState, type TimeWindow } from './lane-state';
import { midnight } from './windows';

export const TAIL: TimeWindow = { purpose: 'tail', ...ALL, status: null, tries: 0 };
export const PEEK: TimeWindow = { purpose: 'peek', ...ALL, status: null, tries: 0 };

/**
 * The windows of a complete lane in a round, in reverse order. While the field of the time filter is unknown,
 * the lane is read in two ways: newest first until known records, and by time. The second way finds edits if
 * the field is the update time, and shows which field it is. With `light`, one short page tells whether the
 * first way is needed, and the two ways alternate, because either finds new records.
 */
export const incrementsOf = (
  spec: LaneSpec,
  state: LaneState,
  now: ServerTime,
  light = false,
): TimeWindow[] => {
  if (!spec.paged) return [{ purpose: 'increment', ...ALL, status: null, tries: 0 }];
  const tail = light && state.newestFirst ? PEEK : TAIL;
  if (state.watermark === null || state.meaning === 'ignored') return [tail];
  if (state.meaning === 'create' && state.newestFirst) return [tail];
  const byTime: TimeWindow = {
    purpose: 'increment',
    axis: 'update',
    from: state.watermark,
    // The machine's clock may be behind that of the service.
    to: midnight(now > state.watermark ? now : state.watermark, 2),
    status: null,
    tries: 0,
  };
  // New records are not at the top of the list, so the filter finds them, and the top may show some edits.
  if (state.meaning === 'create') return light ? [byTime] : [tail, byTime];
  if (state.meaning !== 'unproven') return [byTime];
  return light ? [state.walks % 2 === 0 ? tail : byTime] : [tail, byTime];
};

/**
 * The records that were created since yesterday, or since the watermark if that is earlier: a filter by update time
 * does not show those without an update time.
 */
export const latestByCreation = ({ watermark }: LaneState, now: ServerTime): TimeWindow => {
  const since = watermark !== null && watermark < now ? watermark : now;
  return { ...TAIL, axis: 'create', from: midnight(since, -1), to: midnight(now, 2) };
};

export const census = (): TimeWindow => ({ purpose: 'census', ...ALL, status: null, tries: 0 });

/** Queues a window unless one with the same purpose is already waiting. */
export const enqueue = (state: LaneState, window: TimeWindow): LaneState =>
  state.walk || state.todo.some((w) => w.purpose === window.purpose)
    ? state
    : { ...state, todo: [...state.todo, window] };
