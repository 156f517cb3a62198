/** Malformed JSON for fuzz tests: random values, and valid values with a few changed places. */
import fc from 'fast-check';

/** Long form: `SATCHEL_FUZZ=50 npm run test:unit -- fuzz` makes fifty times as many. */
export const times = (runs: number): number => Math.ceil(runs * Number(process.env.SATCHEL_FUZZ ?? 1));

export const LONG = { timeout: 60_000 * Math.max(1, Number(process.env.SATCHEL_FUZZ ?? 1)) };

export const ODD: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -1e-308,
  2 ** 53 + 2,
  '',
  ' ',
  '0',
  '-1',
  'NaN',
  '9223372036854775807',
  '9'.repeat(40),
  '\u0000',
  '\ud800',
  '__proto__',
  'local:',
  'x'.repeat(5_000),
  [],
  {},
  [null],
  [[]],
  { a: [] },
  { id: {} },
  '2026-13-45 99:99:99',
];
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

type Change = { at: number; how: 'replace' | 'remove' | 'repeat' | 'add'; value: unknown };
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(1_000_000),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'repeat', 'add'),
  value: oddValue,
});

interface Place {
  holder: Record<string, unknown> | unknown[];
  key: string;
}
/** Every value inside a JSON value, outer ones first. */
const placesIn = (root: unknown): Place[] => {
  if (root === null || typeof root !== 'object') return [];
  const holder = root as Record<string, unknown> | unknown[];
  return Object.entries(root).flatMap(([key, value]) => [{ holder, key }, ...placesIn(value)]);
};

/** Copies of a JSON value: in each, one of these values replaces one place of it. */
export const withEachPlace = (value: unknown, odd: readonly unknown[]): unknown[] =>
  placesIn(value).flatMap((_, at) =>
    odd.map((one) => {
      const copy = structuredClone(value);
      apply(copy, { at, how: 'replace', value: one });
      return copy;
    }),
  );

/** A copy of a JSON value, changed in one to four places anywhere in it. */
export const changed = (value: unknown): fc.Arbitrary<unknown> =>
  fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    const copy = structuredClone(value);
    for (const one of changes) apply(copy, one);
    return copy;
  });

const apply = (root: unknown, { at, how, value: made }: Change): void => {
  // A copy, because the inserted value may be changed later too.
  const value = structuredClone(made);
  const places = placesIn(root);
  const place = places[at % Math.max(1, places.length)];
  if (!place) return;
  const holder = place.holder as Record<string, unknown>;
  if (how === 'remove') {
    if (Array.isArray(holder)) holder.splice(Number(place.key), 1);
    else delete holder[place.key];
  } else if (how === 'repeat' && Array.isArray(holder))
    holder.push(structuredClone(holder[Number(place.key)]));
  else if (how === 'add' && !Array.isArray(holder)) holder[`${place.key}_`] = value;
  else holder[place.key] = value;
};
