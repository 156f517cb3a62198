/**
 * A worker of `npm run test:sim`: runs its share of the seeds and prints one JSON line with statistics and
 * the failing seeds with their logs.
 */
import { EDGES } from './edges';
import { BOUND_MS } from './invariants';
import { runSeed, type SeedResult } from './run-seed';

const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const add = (into: Record<string, number>, from: Record<string, number>): void => {
  for (const [key, n] of Object.entries(from)) into[key] = (into[key] ?? 0) + n;
};

const [from, count, stride] = [option('seed', 1), option('runs', 100), option('stride', 1)];
const totals = {
  runs: 0,
  operations: 0,
  pushes: 0,
  faults: {} as Record<string, number>,
  transitions: {} as Record<string, number>,
  failures: [] as { seed: number; invariant: string; detail: string }[],
};
// A run may be ended early, by time or by SIGTERM; its results until then count.
const endAt = Date.now() + option('minutes', 100_000) * 60_000;
let ended = false;
process.on('SIGTERM', () => {
  ended = true;
});
for (let at = 0; at < count && !ended && Date.now() < endAt; at++) {
  const result: SeedResult = await runSeed(
    from + at * stride,
    undefined,
    process.argv.includes('--late') ? 4 * BOUND_MS : undefined,
    process.argv.includes('--damage'),
  );
  totals.runs++;
  totals.operations += result.operations;
  totals.pushes += result.pushes;
  add(totals.faults, result.faults);
  add(totals.transitions, result.transitions);
  if (result.violation) {
    totals.failures.push({
      seed: result.seed,
      invariant: result.violation.invariant,
      detail: result.violation.detail,
    });
    process.stderr.write(
      `\nseed ${result.seed} (${result.profile}): ${result.violation.detail}\n${process.argv.includes('--log') || totals.failures.length === 1 ? result.violation.log.map((line) => `  ${line}`).join('\n') : ''}\n`,
    );
    if (totals.failures.length >= option('failures', 5)) break;
  }
}
process.stdout.write(
  `${JSON.stringify({ ...totals, cpuMs: (process.cpuUsage().user + process.cpuUsage().system) / 1000, edges: EDGES })}\n`,
);
