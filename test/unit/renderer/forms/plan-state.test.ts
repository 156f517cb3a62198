import { expect, it } from 'vitest';
import { planned } from '../../../../src/renderer/navigation/plan-state';

it('plans at nine: tomorrow, in three days, on the next Monday, in a week', () => {
  const sunday = new Date(2026, 10, 22, 23, 30);
  expect(planned('tomorrow', sunday)).toBe('2026-11-23 09:00:00');
  expect(planned('threeDays', sunday)).toBe('2026-11-25 09:00:00');
  expect(planned('monday', sunday)).toBe('2026-11-23 09:00:00');
  expect(planned('week', sunday)).toBe('2026-11-29 09:00:00');
});
it('means the Monday of next week on a Monday, and is correct at the end of a year', () => {
  expect(planned('monday', new Date(2026, 10, 23, 8))).toBe('2026-11-30 09:00:00');
  expect(planned('monday', new Date(2026, 10, 24, 8))).toBe('2026-11-30 09:00:00');
  expect(planned('tomorrow', new Date(2026, 11, 31, 8))).toBe('2027-01-01 09:00:00');
});
