/** What the travel screen says about the state of a journey. Pure. */
import type { TravelPin, TravelPinState, TravelState } from '#shared/contract/travel';
import { travelKeyOf } from '#shared/domain/travel';

/** Nothing is missing that could be here, and up to when the lists are complete is known. */
export const isReady = ({ missing, counts, asOf, beyond }: TravelState): boolean =>
  counts.length > 0 && missing.length === 0 && beyond === 0 && asOf !== null;

/**
 * Why a journey is not ready, the widest reason first. `lists`: records of a kind are not all here yet;
 * `empty`: no record is left to take along;
 * `details`: records without details, as counted on the lines below; `beyond`: too many records; `copy`: the
 * first copy is not complete.
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
 * The title of what is taken along. A list that the screen offers has its name of now, in the language of now;
 * the stored name is used only for a list that no longer exists.
 */
export const pinTitle = (
  { key, title }: Pick<TravelPinState, 'key' | 'title'>,
  offered: readonly Extract<TravelPin, { kind: 'list' }>[],
): string => offered.find((list) => travelKeyOf(list) === key)?.name ?? title;
