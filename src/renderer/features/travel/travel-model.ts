/** Computes what the travel screen shows about the state of a journey. Pure. */
import type { TravelPin, TravelPinState, TravelState } from '#shared/contract/travel';
import { travelKeyOf } from '#shared/domain/travel';

/** Returns true if nothing of the journey is missing and the age of its lists is known. */
export const isReady = ({ missing, counts, asOf, beyond }: TravelState): boolean =>
  counts.length > 0 && missing.length === 0 && beyond === 0 && asOf !== null;

/**
 * Returns why a journey is not ready. If several reasons apply, the first of these is returned:
 * - `empty`: the journey contains no record;
 * - `lists`: a list is not complete on this computer;
 * - `details`: `count` records have no details;
 * - `beyond`: the journey has `count` records more than the limit;
 * - `copy`: the first copy is not complete.
 */
export const shortfallOf = ({
  missing,
  counts,
  beyond,
}: TravelState): { why: 'empty' | 'lists' | 'details' | 'beyond' | 'copy'; count: number } => {
  if (counts.length === 0) return { why: 'empty', count: 0 };
  if (missing.some(({ part }) => part === 'records')) return { why: 'lists', count: 0 };
  const count = missing.reduce((sum, one) => sum + (one.count ?? 0), 0);
  if (count > 0) return { why: 'details', count };
  return beyond > 0 ? { why: 'beyond', count: beyond } : { why: 'copy', count: 0 };
};

/**
 * Returns the title of a pinned list or record. A list that the screen still offers has its current name, in
 * the current language. The stored title is used only for a list that no longer exists.
 */
export const pinTitle = (
  { key, title }: Pick<TravelPinState, 'key' | 'title'>,
  offered: readonly Extract<TravelPin, { kind: 'list' }>[],
): string => offered.find((list) => travelKeyOf(list) === key)?.name ?? title;
