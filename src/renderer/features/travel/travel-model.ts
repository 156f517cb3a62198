/** Computes what the travel screen shows about the state of a journey. Pure. */
import { hashKey } from '@tanstack/react-query';
import type { TravelPin, TravelPinState, TravelState } from '#shared/contract/travel';
import { travelKeyOf } from '#shared/domain/travel';

/** The number of chosen records and lists that are not on this computer, and are not known to be deleted. */
const notHereOf = ({ pins }: TravelState): number =>
  pins.filter(({ subjects, missing }) => subjects === 0 && missing === null).length;

/** Returns true if nothing of the journey is missing and the age of its lists is known. */
export const isReady = (state: TravelState): boolean => {
  const { missing, counts, asOf, beyond } = state;
  const isComplete = missing.length === 0 && beyond === 0 && notHereOf(state) === 0;
  return counts.length > 0 && isComplete && asOf !== null;
};

/**
 * Returns why a journey is not ready. If several reasons apply, the first of these is returned:
 * - `lists`: a list is not complete on this computer;
 * - `notHere`: none of the chosen records is on this computer, and it is not known that they were deleted;
 * - `empty`: the journey contains no record;
 * - `details`: `count` records have no details;
 * - `someNotHere`: `count` of the chosen records and lists are not on this computer;
 * - `beyond`: the journey has `count` records more than the limit;
 * - `copy`: the first copy is not complete.
 */
export const shortfallOf = (
  state: TravelState,
): {
  why: 'lists' | 'notHere' | 'empty' | 'details' | 'someNotHere' | 'beyond' | 'copy';
  count: number;
} => {
  const { pins, missing, counts, beyond } = state;
  if (missing.some(({ part }) => part === 'records')) return { why: 'lists', count: 0 };
  if (counts.length === 0)
    return { why: pins.some((pin) => pin.missing === null) ? 'notHere' : 'empty', count: 0 };
  const count = missing.reduce((sum, one) => sum + (one.count ?? 0), 0);
  if (count > 0) return { why: 'details', count };
  const notHere = notHereOf(state);
  if (notHere > 0) return { why: 'someNotHere', count: notHere };
  return beyond > 0 ? { why: 'beyond', count: beyond } : { why: 'copy', count: 0 };
};

export type ListPin = Extract<TravelPin, { kind: 'list' }>;
type Pinned = Pick<TravelPinState, 'key' | 'title' | 'view'>;

const offeredAs = ({ key }: Pick<Pinned, 'key'>, offered: readonly ListPin[]): ListPin | undefined =>
  offered.find((list) => travelKeyOf(list) === key);

/** The order of the keys of a filter does not matter. */
const isSameView = (one: ListPin['view'], other: ListPin['view']): boolean =>
  hashKey([one]) === hashKey([other]);

/**
 * Returns the list as it is now, if it selects other records than when it was added: its filters were
 * changed, or "this week" is another week. Undefined if it is the same, or exists no longer.
 */
export const changedList = (pin: Pinned, offered: readonly ListPin[]): ListPin | undefined => {
  const list = offeredAs(pin, offered);
  if (list === undefined || pin.view === undefined) return undefined;
  return isSameView(pin.view, list.view) ? undefined : list;
};

/** Returns true if nothing of a pinned record is on this computer, so that its title is only its id. */
export const isLost = ({ kind, id, title, subjects }: TravelPinState): boolean =>
  kind === 'record' && subjects === 0 && title === id;

/**
 * Returns the title of a pinned list or record. A list that is still the same has its current name, in the
 * current language. A list that was changed, or that no longer exists, has the name with which it was added,
 * because its records are those of that time.
 */
export const pinTitle = (pin: Pinned, offered: readonly ListPin[]): string =>
  changedList(pin, offered) === undefined ? (offeredAs(pin, offered)?.name ?? pin.title) : pin.title;
