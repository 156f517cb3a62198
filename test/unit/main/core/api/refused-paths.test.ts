/** When a path that refuses every token may ask for another one. */
import { expect, it } from 'vitest';
import { createRefusedPaths } from '#core/api/refused-paths';

const PATH = '/v1/lead/list';
const MINUTE_MS = 60_000;

it('[AU3] a path that refuses new tokens rests longer each time, at most a quarter of an hour', () => {
  let now = 1_800_000_000_000;
  const paths = createRefusedPaths({ now: () => now });
  const rests = Array.from({ length: 7 }, () => {
    paths.refused(PATH, 5);
    const from = now;
    while (paths.isResting(PATH)) now += 1_000;
    return (now - from) / MINUTE_MS;
  });
  expect(rests).toEqual([0.5, 1, 2, 4, 8, 15, 15]);
  paths.forget(PATH);
  paths.refused(PATH, 5);
  now += 31_000;
  expect(paths.isResting(PATH)).toBe(false);
});

it('[AU3] only the path that refused a token rests, and no longer if the clock is set back', () => {
  let now = 1_800_000_000_000;
  const paths = createRefusedPaths({ now: () => now });
  paths.refused(PATH, 5);
  expect([paths.isResting(PATH), paths.isResting('/v1/user/list')]).toEqual([true, false]);
  now -= 60 * MINUTE_MS;
  expect(paths.isResting(PATH)).toBe(false);
});

it('[AU3] a path is refused alone if the service has answered another read since', () => {
  const paths = createRefusedPaths({ now: () => 0 });
  expect(paths.isAlone(PATH, 9)).toBe(false);
  paths.refused(PATH, 5);
  expect([paths.isAlone(PATH, 5), paths.isAlone(PATH, 6)]).toEqual([false, true]);
  // A later refusal does not forget what was answered since the first.
  paths.refused(PATH, 6);
  expect(paths.isAlone(PATH, 6)).toBe(true);
});
