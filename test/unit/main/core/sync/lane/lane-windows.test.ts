/** The parts of a day that is read by status. */
import { expect, it } from 'vitest';
import { newLane, type LaneSpec, type LaneState, type TimeWindow } from '#core/sync/lane/lane-state';
import { addPart } from '#core/sync/lane/lane-windows';

const SPEC: LaneSpec = { resource: 'order', flag: 'live', windows: 'stated', paged: true };
const DAY: TimeWindow = {
  purpose: 'backfill',
  axis: 'create',
  from: '2026-05-01 00:00:00',
  to: '2026-05-02 00:00:00',
  status: null,
  tries: 3,
};
const inTwoParts: LaneState = {
  ...newLane(SPEC),
  todo: [],
  parts: { window: DAY, expected: 40, sum: 0, left: 2, held: true },
};

it('[PL6] a day is unverified if one of its parts changed while it was read, also if the numbers add up', () => {
  const after = (isFirstHeld: boolean): LaneState => addPart(addPart(inTwoParts, 30, isFirstHeld), 10, true);
  expect(after(true)).toMatchObject({ parts: null, unverified: [] });
  expect(after(false)).toMatchObject({ parts: null, unverified: [{ from: DAY.from, to: DAY.to }] });
});
