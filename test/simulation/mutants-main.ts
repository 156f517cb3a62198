/**
 * A worker of `npm run test:sim -- --mutants`: runs its share of the broken variants, each until an invariant
 * detects it.
 */
import { MUTANTS } from './mutants';
import { runSeed } from './run-seed';

const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const [from, most, part, parts] = [
  option('seed', 1),
  option('runs', 300),
  option('part', 0),
  option('parts', 1),
];

const results: {
  at: number;
  name: string;
  killed: boolean;
  expected: boolean;
  invariant: string;
  seed: number;
}[] = [];
for (const [at, mutant] of MUTANTS.entries()) {
  if (at % parts !== part) continue;
  let found: (typeof results)[number] = {
    at,
    name: mutant.name,
    killed: false,
    expected: false,
    invariant: '',
    seed: 0,
  };
  const start = mutant.from ?? from;
  for (let seed = start; seed < start + most && !found.expected; seed++) {
    const { violation } = await runSeed(seed, mutant);
    if (!violation) continue;
    const expected = (mutant.killedBy as readonly string[]).includes(violation.invariant);
    // A broken variant may violate several invariants. The first violation of its own invariant counts, on a
    // seed that passes unbroken.
    if (!expected) {
      if (!found.killed)
        found = {
          at,
          name: mutant.name,
          killed: true,
          expected: false,
          invariant: violation.invariant,
          seed,
        };
      continue;
    }
    if ((await runSeed(seed, undefined, undefined, mutant.damage)).violation === null)
      found = { at, name: mutant.name, killed: true, expected: true, invariant: violation.invariant, seed };
  }
  results.push(found);
}
process.stdout.write(`${JSON.stringify({ results })}\n`);
