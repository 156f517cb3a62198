/** `npm run test:wire [-- --pushes 10000 --seed 1]`: the long form of the wire test, with its figures. */
import { runWire } from './wire-run';

const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const report = await runWire({
  pushes: option('pushes', 10_000),
  seed: option('seed', 1),
  say: (line) => process.stdout.write(`${line}\n`),
});
const list = (of: Record<string, number>): string =>
  Object.entries(of)
    .map(([key, n]) => `${key} ${n}`)
    .join(', ');
process.stdout.write(`faults: ${list(report.faults)}\nstates: ${list(report.states)}\n`);
for (const line of [...report.errors, ...report.differing].slice(0, 10)) process.stdout.write(`  ${line}\n`);
const holds =
  report.differing.length === 0 &&
  report.strangers === 0 &&
  report.errors.length === 0 &&
  !report.reused &&
  report.received === report.attempts;
process.stdout.write(
  `${holds ? 'ok    ' : 'FAILED'} ${report.attempts} attempts recorded, ${report.received} requests received, ${report.differing.length} differ, ${report.strangers} to another address, ${report.unsent} proved unsent; ${report.seconds.toFixed(0)} s\n`,
);
process.exit(holds ? 0 : 1);
