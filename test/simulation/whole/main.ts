/** A worker of `npm run test:sim -- --whole`: plays its share of the histories and prints one JSON line. */
import { readFileSync } from 'node:fs';
import { contract } from '#shared/contract/contract';
import type { History } from './history';
import { PLAIN } from './named-histories';
import { playHistory } from './play-history';
import { shrink } from './shrink';
import { writeHistory } from './write-history';

const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const add = (into: Record<string, number>, from: Record<string, number>): void => {
  for (const [key, n] of Object.entries(from)) into[key] = (into[key] ?? 0) + n;
};
const has = (flag: string): boolean => process.argv.includes(`--${flag}`);

const readScript = (path: string): History => {
  const { options, steps } = JSON.parse(readFileSync(path, 'utf8')) as History;
  return { options: { ...PLAIN, ...options }, steps };
};

/** Every procedure of the contract by its dotted name. */
const proceduresOf = (part: object, path: string): string[] =>
  '~orpc' in part
    ? [path]
    : Object.entries(part).flatMap(([key, inner]) =>
        proceduresOf(inner as object, path === '' ? key : `${path}.${key}`),
      );

const [from, count, stride] = [option('seed', 1), option('runs', 100), option('stride', 1)];
const totals = {
  runs: 0,
  steps: 0,
  reached: {} as Record<string, number>,
  faults: {} as Record<string, number>,
  failures: [] as { seed: number; invariant: string; detail: string }[],
};
const endAt = Date.now() + option('minutes', 100_000) * 60_000;
let ended = false;
process.on('SIGTERM', () => {
  ended = true;
});
/** Plays one history from a file instead of those of seeds; its options override the plain ones. */
const scriptAt = process.argv.indexOf('--script');
const script = scriptAt < 0 ? null : readScript(String(process.argv[scriptAt + 1]));
for (let at = 0; at < (script ? 1 : count) && !ended && Date.now() < endAt; at++) {
  const seed = from + at * stride;
  const history =
    script ??
    writeHistory(seed, {
      damage: has('damage'),
      aimed: has('aimed'),
      inForms: has('forms'),
      onFew: has('few'),
    });
  const played = await playHistory(history);
  totals.runs++;
  totals.steps += history.steps.length;
  add(totals.reached, played.reached);
  add(totals.faults, played.faults);
  if (has('log') && !played.broken) process.stderr.write(`${played.trace.join('\n')}\n`);
  if (played.broken) {
    totals.failures.push({ seed, ...played.broken });
    process.stderr.write(`\nseed ${seed}: ${played.broken.detail}\n`);
    if (totals.failures.length === 1 || has('log')) {
      const lines = option('lines', 60);
      if (lines > 0) process.stderr.write(`${played.trace.slice(-lines).join('\n')}\n`);
      if (!has('whole-trace')) {
        const short = await shrink(history, played.broken.invariant);
        process.stderr.write(`shrunk to ${short.steps.length} steps:\n${JSON.stringify(short.options)}\n`);
        for (const step of short.steps) process.stderr.write(`  ${JSON.stringify(step)},\n`);
      }
    }
    if (totals.failures.length >= option('failures', 5)) break;
  }
}
process.stdout.write(
  `${JSON.stringify({ ...totals, procedures: proceduresOf(contract, ''), cpuMs: (process.cpuUsage().user + process.cpuUsage().system) / 1000 })}\n`,
);
