/**
 * `npm run test:campaign [-- --minutes 10 --only REGEX --fresh --report]`: makes faults on real processes and real
 * files for the given time. Each run of a part is recorded when it ends, and the results of several calls are added;
 * `--fresh` deletes the earlier results of the parts that run, `--report` only writes `docs/reliability.md` from the
 * stored results.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { seededRandom } from '#service/random';
import { repositoryRoot } from '../crash/processes';
import type { Part } from './part';
import { clockJumps } from './parts/clock-jumps';
import { damagedFiles } from './parts/damaged-files';
import { damagedStarts } from './parts/damaged-starts';
import { fullDisk } from './parts/full-disk';
import { hostile } from './parts/hostile';
import { appKills, serviceKills } from './parts/kills';
import { soak } from './parts/soak';
import { twoInstances } from './parts/two-instances';
import { reportOf, UNHANDLED } from './report';
import { openResults } from './results';

const has = (name: string): boolean => process.argv.includes(`--${name}`);
const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
const root = repositoryRoot();
const commit = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], {
  cwd: root,
  encoding: 'utf8',
}).stdout.trim();
const minutes = Number(option('minutes') ?? 10);
const only = new RegExp(option('only') ?? '');
const file = join(root, 'docs/reliability.json');
const results = openResults(file);
const random = seededRandom(results.rows().reduce((sum, { runs }) => sum + runs, Date.now() % 1e6));
const parts: readonly Part[] = [
  damagedFiles,
  damagedStarts,
  appKills,
  serviceKills,
  fullDisk,
  clockJumps,
  twoInstances,
  hostile,
  soak(Math.max(30_000, minutes * 3_000)),
];
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Every process that is started from here on records its unhandled errors. */
const unheard = join(tmpdir(), `satchel-campaign-${process.pid}.txt`);
process.env.SATCHEL_UNHEARD = unheard;
process.env.NODE_OPTIONS = `--import=${pathToFileURL(join(root, 'test/support/count-unheard.mjs')).href}`;
const takeUnheard = (): string[] => {
  const lines = existsSync(unheard) ? readFileSync(unheard, 'utf8').split('\n') : [];
  rmSync(unheard, { force: true });
  return lines.filter((line) => line !== '' && !line.startsWith('thread '));
};

const runLot = async (part: Part): Promise<void> => {
  const startedAt = Date.now();
  const add: Parameters<Part['run']>[0]['add'] = (finding) => {
    if (finding.unexplained !== null) say(`  ${part.name}, ${finding.fault}: ${finding.unexplained}`);
    results.add({ part: part.name, ...finding });
  };
  try {
    await part.run({ random, results, add, say: (line) => say(`    ${line}`) });
  } catch (error) {
    add({ fault: 'the part ended early', unexplained: String((error as Error).stack ?? error) });
  }
  const errors = takeUnheard();
  add({
    fault: UNHANDLED,
    most: { errors: errors.length },
    unexplained: errors.length === 0 ? null : errors.slice(0, 5).join(' '),
  });
  const tookMs = Date.now() - startedAt;
  results.addRun(part.name, tookMs / 60_000, { day: new Date().toISOString().slice(0, 10), commit });
  say(`${part.name}: ${Math.round(tookMs / 1000)} s`);
};

const end = Date.now() + minutes * 60_000;
const able = parts.filter(({ name, whyNot }) => only.test(name) && (whyNot?.() ?? null) === null);
if (has('fresh') && !has('report')) for (const { name } of able) results.forget(name);
const lots = new Map<string, number>();
while (!has('report') && able.length > 0 && Date.now() < end) {
  // The parts take turns, so that a short part does not run more often than the others.
  const [next] = able.toSorted((a, b) => (lots.get(a.name) ?? 0) - (lots.get(b.name) ?? 0));
  lots.set(next!.name, (lots.get(next!.name) ?? 0) + 1);
  await runLot(next!);
}
writeFileSync(join(root, 'docs/reliability.md'), reportOf(parts, results));
const bad = results.rows().filter((row) => row.unexplained.length > 0);
say(
  `${results.rows().length} faults; ${bad.length} with unexplained results; docs/reliability.md is written`,
);
process.exit(bad.length === 0 ? 0 : 1);
