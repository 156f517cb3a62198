/**
 * Ten operations of the core compared with the same operations of a pinned commit (`scripts/bench-guard.mjs`
 * bundles both), in one process and in alternating rounds. It prints ratios of processor time and never
 * fails, because the speed of machines drifts.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answersOf, openDataset } from './answers';
import type { operationsOn } from './guard/operations';
import { median } from './peers/report';

const ORDERS = 2000;
const ROUNDS = 15;
const ROUND_MS = 12;
/** A ratio within this is treated as drift. */
const DRIFT = 0.1;

const [commit = '', now = '', pinned = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'satchel-guard-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const dataset = openDataset(ORDERS);
const answers = [...answersOf(dataset, 'order')];
dataset.close();

const operationsOf = async (name: string, file: string) => {
  const place = join(folder, name);
  mkdirSync(place);
  const module = (await import(pathToFileURL(file).href)) as { operationsOn: typeof operationsOn };
  return module.operationsOn(place, answers);
};
const cpuMs = async (operation: (call: number) => unknown, calls: number): Promise<number> => {
  const from = process.cpuUsage();
  for (let call = 0; call < calls; call += 1) await operation(call);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000 / calls;
};

const [own, earlier] = [await operationsOf('now', now), await operationsOf('pinned', pinned)];
console.log(`\nProcessor time of the core's operations beside those of ${commit.slice(0, 7)}`);
for (const [name, operation] of Object.entries(own)) {
  const before = earlier[name];
  if (before === undefined) continue;
  const first = Math.max(await cpuMs(operation, 20), await cpuMs(before, 20));
  const calls = Math.min(400, Math.max(20, Math.ceil(ROUND_MS / Math.max(first, 0.001))));
  const spent: { own: number[]; before: number[] } = { own: [], before: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    // The order of the two also alternates.
    const both = [
      async () => spent.own.push(await cpuMs(operation, calls)),
      async () => spent.before.push(await cpuMs(before, calls)),
    ];
    for (const one of round % 2 === 0 ? both : both.toReversed()) await one();
  }
  const [after, then] = [median(spent.own), median(spent.before)];
  const ratio = after / then;
  const verdict = ratio > 1 + DRIFT ? 'SLOWER' : ratio < 1 - DRIFT ? 'quicker' : '';
  console.log(
    `  ${name.padEnd(34)} ${then.toFixed(3).padStart(8)} → ${after.toFixed(3).padStart(8)} ms   ${ratio.toFixed(2)} ${verdict}`.trimEnd(),
  );
}
process.exit(0);
