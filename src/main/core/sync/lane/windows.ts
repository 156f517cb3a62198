/**
 * Time windows of the pull, cut at whole days. Neighbouring windows share their boundary, so no record is
 * missed whether the service treats ends as inclusive or exclusive, as days or as instants. Ids that are seen
 * twice are harmless.
 */
import { dayOf, formatServerTime, parseServerTime, type ServerTime } from '#shared/domain/time';
import type { TimeWindow } from './lane-state';

export const DAY_MS = 86_400_000;
/** Services write the epoch for "no time" (contract B). Records without any time are in no window. */
export const BEGINNING: ServerTime = '1970-01-01 00:00:00';
/**
 * The first window ends here, so that it contains only records with the epoch as their time. On disk the epoch counts
 * as no time, so the counts of this window are never equal, and each census reads its ids.
 */
const AFTER_EPOCH: ServerTime = '1971-01-01 00:00:00';

export const midnight = (time: ServerTime, addDays = 0): ServerTime =>
  formatServerTime((parseServerTime(dayOf(time)) ?? 0) + addDays * DAY_MS);

export const minus = (time: ServerTime, ms: number): ServerTime =>
  formatServerTime((parseServerTime(time) ?? 0) - ms);

const daysIn = (window: TimeWindow): number =>
  Math.round(((parseServerTime(window.to) ?? 0) - (parseServerTime(window.from) ?? 0)) / DAY_MS);

export const canHalve = (window: TimeWindow): boolean => window.axis !== 'all' && daysIn(window) > 1;

/** The older and the newer half. */
export const halve = (window: TimeWindow): [older: TimeWindow, newer: TimeWindow] => {
  const middle = midnight(window.from, Math.floor(daysIn(window) / 2));
  return [
    { ...window, to: middle, tries: 0 },
    { ...window, from: middle, tries: 0 },
  ];
};

/**
 * Cuts all create times into windows: the last two years, where most records are, into windows that grow with
 * age, then the rest. Oldest first, because a stack pops its end.
 */
export const allOfTime = (now: ServerTime, like: TimeWindow): TimeWindow[] => {
  const edges = [
    midnight(now, 2),
    midnight(now, -30),
    midnight(now, -120),
    midnight(now, -365),
    midnight(now, -730),
    midnight(now, -1825),
    AFTER_EPOCH,
    BEGINNING,
  ];
  const windows: TimeWindow[] = [];
  for (let i = edges.length - 1; i > 0; i -= 1)
    windows.push({ ...like, axis: 'create', from: edges[i]!, to: edges[i - 1]!, tries: 0 });
  return windows;
};

/**
 * Returns true if `time` is in the window or within a day of it, because the contract does not define days,
 * zones and ends exactly.
 */
export const nearWindow = (window: TimeWindow, time: unknown): boolean => {
  if (typeof time !== 'string' || time === '') return false;
  return time >= midnight(window.from, -1) && time <= midnight(window.to, 1) + '~';
};
