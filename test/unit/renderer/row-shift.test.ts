import { expect, it } from 'vitest';
import { nearestFirst, rowShift } from '../../../src/renderer/features/lists/grid/row-shift';

const rowsOf = (ids: string) => [...ids].map((id, index) => ({ index, id }));
const shiftIn = (before: ReturnType<typeof rowsOf>, now: string): number =>
  rowShift(before, (id) => (now.includes(id) ? now.indexOf(id) : undefined));

it.each([
  ['nothing changed', 'abcd', 'abcd', 0],
  ['two records came above', 'abcd', 'xyabcd', 2],
  ['the first record went', 'abcd', 'bcd', -1],
  ['the first record went to the end', 'abcd', 'bcda', -1],
  ['a record came below', 'abcd', 'abxcd', 0],
  ['no record is left', 'abcd', 'xyz', 0],
  ['one record is left', 'a', 'xa', 1],
])('tells how far the rows moved when %s', (_, before, now, by) => {
  expect(shiftIn(rowsOf(before), now)).toBe(by);
});

it('tells it for the active row by its neighbours, if the record itself moved to the top', () => {
  const before = rowsOf('abcdef');
  expect(shiftIn(nearestFirst(before, 3), 'dabcef')).toBe(0);
  // The last row has no neighbour below.
  expect(shiftIn(nearestFirst(before, 5), 'xabcdef')).toBe(1);
  // A record came between the first row and the active one.
  expect(shiftIn(nearestFirst(before, 3), 'axbcdef')).toBe(1);
});
