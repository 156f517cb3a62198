/** A moment of the service, as a form shows it and moves it to another day. */
import { expect, it } from 'vitest';
import { movedToDay, shownMoment } from '../../../../src/renderer/forms/fields/moment-value';

const HOUR = 3_600_000;
/** The service's wall clock equals that of this computer, or is eight hours ahead of it. */
const here = -new Date(2026, 10, 22).getTimezoneOffset() * 60_000;
const ahead = here + 8 * HOUR;

it.each([
  ['2026-11-22 15:30:00', here, '2026-11-22 15:30'],
  ['2026-11-22 00:00:00', here, '2026-11-22'],
  ['2026-11-22 08:00:00', ahead, '2026-11-22 00:00'],
  ['2026-11-22 00:00:00', ahead, '2026-11-22'],
  ['2026-11-22 15:30:00', null, '2026-11-22 15:30'],
])('%s with a clock of %d is shown as %s', (value, offset, shown) => {
  expect(shownMoment(value, offset)).toBe(shown);
});

it.each([
  ['2026-11-22 15:30:00', here, '2026-11-25 15:30:00'],
  ['2026-11-22 00:00:00', here, '2026-11-25 00:00:00'],
  // Midnight here is a time of the service, and stays one.
  ['2026-11-22 08:00:00', ahead, '2026-11-25 08:00:01'],
  ['2026-11-22 00:00:00', ahead, '2026-11-25 00:00:00'],
  ['', here, '2026-11-25 00:00:00'],
])('%s with a clock of %d keeps its time when another day is picked', (value, offset, moved) => {
  expect(movedToDay(value, '2026-11-25', offset)).toBe(moved);
});
