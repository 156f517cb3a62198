/** `npm run test:crash [-- --kills 200 --seed 1]`: the long form of the crash test, with its figures. */
import { runKills } from './crash-run';

const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const started = Date.now();
const report = await runKills({
  kills: option('kills', 50),
  seed: option('seed', 1),
  say: (line) => process.stdout.write(`${line}\n`),
});
const { missing, twice, unclaimed, states, ...figures } = report;
process.stdout.write(
  `${Object.entries(figures)
    .map(([key, n]) => `${key} ${n}`)
    .join(', ')}; ${Object.entries(states)
    .map(([state, n]) => `${state} ${n}`)
    .join(', ')}; ${((Date.now() - started) / 1000).toFixed(0)} s\n`,
);
const share = report.whileSending / report.kills;
const verdicts = [
  [missing.length === 0, `acknowledged and gone: ${missing.join(', ') || 'none'}`],
  [twice.length === 0, `taken twice by the service: ${twice.join(', ') || 'none'}`],
  [unclaimed.length === 0, `shown as delivered and never taken: ${unclaimed.join(', ') || 'none'}`],
  [
    report.posts <= report.attempts,
    `${report.posts} requests received for ${report.attempts} attempts on disk`,
  ],
  [share >= 0.3, `${Math.round(share * 100)} % of the kills while something was being sent`],
] as const;
for (const [holds, text] of verdicts) process.stdout.write(`${holds ? 'ok    ' : 'FAILED'} ${text}\n`);
process.exit(verdicts.every(([holds]) => holds) ? 0 : 1);
