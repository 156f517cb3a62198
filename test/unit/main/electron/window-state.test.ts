import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  displaysKey,
  keepPlace,
  placeFor,
  readPlaces,
  writePlaces,
  type DisplayFacts,
  type WindowPlaces,
} from '../../../../src/main/electron/window-state';

const display = (x: number, y: number, width = 1920, height = 1080): DisplayFacts => ({
  bounds: { x, y, width, height },
  workArea: { x, y: y + 30, width, height: height - 30 },
  scaleFactor: 1,
});
const laptop = [display(0, 0)];
const desk = [display(0, 0), display(1920, 0)];
const place = (x: number, y: number, width = 1000, height = 700, maximized = false) => ({
  bounds: { x, y, width, height },
  maximized,
});

describe('the place of the window', () => {
  it('is kept per set of displays, in whatever order they are listed', () => {
    const places = keepPlace(keepPlace({}, laptop, place(10, 40)), desk, place(2000, 100, 1200, 900, true));
    expect(placeFor(places, laptop)?.bounds.x).toBe(10);
    expect(placeFor(places, [...desk].reverse())).toEqual(place(2000, 100, 1200, 900, true));
  });

  it('is not restored if the user could not drag it', () => {
    const at = (x: number, y: number) => placeFor({ [displaysKey(laptop)]: place(x, y) }, laptop);
    expect(at(10, 40)).not.toBeNull();
    expect(at(-940, 40)).toBeNull();
    expect(at(1900, 40)).toBeNull();
    expect(at(10, -500)).toBeNull();
    expect(at(10, 1075)).toBeNull();
  });

  it('is never larger than its display', () => {
    expect(placeFor({ [displaysKey(laptop)]: place(0, 30, 5000, 4000) }, laptop)?.bounds).toMatchObject({
      width: 1920,
      height: 1050,
    });
  });

  it('ignores damaged and hostile files', () => {
    for (const text of [
      null,
      '',
      '{',
      '[]',
      '{"places":{"k":{"bounds":{"x":"1"}}}}',
      JSON.stringify({ places: { k: place(0, 0, 1e9, 1) } }),
    ])
      expect(readPlaces(text)).toEqual({});
    fc.assert(fc.property(fc.json(), (text) => typeof readPlaces(text) === 'object'));
  });

  it('is restored as written; the sets of displays that were not used for the longest time are deleted', () => {
    let places: WindowPlaces = {};
    for (let n = 1; n <= 20; n += 1)
      places = keepPlace(readPlaces(writePlaces(places)), [display(0, 0, 1000 + n)], place(n, 40));
    expect(Object.keys(places)).toHaveLength(12);
    expect(placeFor(places, [display(0, 0, 1020)])?.bounds.x).toBe(20);
    expect(placeFor(places, [display(0, 0, 1001)])).toBeNull();
  });
});
