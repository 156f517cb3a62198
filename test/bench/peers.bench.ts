/**
 * Satchel's store compared with stores that a developer would choose: the same answers of the service, in one
 * run, in alternating rounds, each store in its own process. Figures are ratios of processor time to bare
 * better-sqlite3. `--write` writes the table into docs/performance.md.
 */
import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDataset } from './answers';
import { megabytes } from './measure';
import { type Ask, type Question, runChild, SUBJECTS, type SubjectName, type Took } from './peers/child';
import { peersReport, type PeerFigures } from './peers/report';
import { writeSection } from './write-section';

const { values: options } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '7' },
    fills: { type: 'string', default: '3' },
    only: { type: 'string' },
    packages: { type: 'string', default: join('.cache', 'bench', 'peers') },
    write: { type: 'boolean', default: false },
    child: { type: 'string' },
    folder: { type: 'string', default: '' },
  },
});
const orders = Number(options.rows);

interface Child {
  name: SubjectName;
  ask(ask: Ask): Promise<Took>;
}

const startChild = (name: SubjectName, folder: string): Child => {
  const child = fork(
    process.argv[1] ?? '',
    ['--child', name, '--folder', folder, '--rows', String(orders), '--packages', options.packages],
    { execArgv: ['--expose-gc'] },
  );
  return {
    name,
    ask: (ask) =>
      new Promise((resolve, reject) => {
        const onExit = (code: number | null): void => reject(new Error(`${name} ended with ${code}`));
        child.once('exit', onExit);
        child.once('message', (took: Took) => {
          child.off('exit', onExit);
          resolve(took);
        });
        child.send(ask);
      }),
  };
};

/** The questions: ids, statuses, and words that many and that few records contain. */
const questionsOf = () => {
  const dataset = openDataset(orders);
  const docs = dataset
    .prepare(`SELECT doc FROM record WHERE resource = 'order' AND removed = 0 ORDER BY id`)
    .pluck()
    .all() as string[];
  dataset.close();
  const ids = docs.map((doc) => /"order_id":"?(\d+)/.exec(doc)?.[1] ?? '');
  const counts = new Map<string, number>();
  for (const doc of docs) {
    const { name, company_name: company } = JSON.parse(doc) as { name: string; company_name: string };
    for (const word of new Set(`${name} ${company}`.toLowerCase().match(/[a-z]{5,}/g) ?? []))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  // Only some stores find a word inside another word, so such words are left out.
  const alone = [...counts].filter(
    ([word]) => ![...counts.keys()].some((other) => other !== word && other.includes(word)),
  );
  const between = (from: number, to: number): string[] =>
    alone
      .filter(([, count]) => count >= from && count <= to)
      .sort((a, b) => (a[0] < b[0] ? -1 : 1))
      .slice(0, 4)
      .map(([word]) => word);
  const statuses = [...new Set(docs.map((doc) => statusOf(doc)).filter((status) => status !== ''))].sort();
  // Stores that use JSON.parse change ids above 2^53; these are counted as lost.
  const safe = ids.filter((id) => Number.isSafeInteger(Number(id)));
  const some = Array.from({ length: 40 }, (_, i) => safe[(i * 7919) % safe.length] ?? '');
  return {
    ids,
    one: some,
    statuses,
    common: between(docs.length * 0.02, docs.length * 0.3),
    rare: [1, 3, 5, 7].map((n) => /"order_no":"([^"]+)"/.exec(docs[n * 101] ?? '')?.[1] ?? ''),
  };
};
const statusOf = (doc: string): string => {
  const { shipping_status: status } = JSON.parse(doc) as {
    shipping_status: { link_status: number }[] | { link_status: number };
  };
  return String((Array.isArray(status) ? status[0] : status)?.link_status ?? '');
};

const LEAST_MS = 40;
const MOST_CALLS = 200;
/** A question that takes longer than this runs in a few rounds only. */
const SLOW_MS = 300;
const SLOW_ROUNDS = 2;

const run = async (): Promise<void> => {
  console.log(
    `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}, Node ${process.versions.node}`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'satchel-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const wanted = options.only?.split(',');
  const havePeers = existsSync(join(options.packages, 'node_modules'));
  const names = (Object.keys(SUBJECTS) as SubjectName[]).filter(
    (name) =>
      (wanted?.includes(name) ?? true) && (havePeers || name.startsWith('bare') || name === 'satchel'),
  );
  const questions = questionsOf();
  console.log(`${questions.ids.length} orders; ${names.join(', ')}`);
  const figures = new Map<SubjectName, PeerFigures>();
  let children = names.map((name) => startChild(name, folder));
  const rowOf = (name: SubjectName): PeerFigures => {
    const known = figures.get(name) ?? { rows: new Map(), sizeBytes: null, memoryBytes: 0, idsLost: null };
    figures.set(name, known);
    return known;
  };
  const note = (name: SubjectName, row: string, took: Took): void => {
    const rows = rowOf(name).rows.get(row) ?? [];
    rowOf(name).rows.set(row, [...rows, { wallMs: took.wallMs, cpuMs: took.cpuMs }]);
  };
  const leave = (name: SubjectName, why: string): void => {
    console.log(`  ${name} is left out: ${why}`);
    figures.delete(name);
    children = children.filter((child) => child.name !== name);
  };
  for (let round = 1; round <= Number(options.fills); round += 1)
    for (const child of [...children]) {
      const took = await child.ask({ do: 'fill', round });
      if (took.error !== undefined) {
        leave(child.name, took.error);
        continue;
      }
      note(child.name, 'fill', took);
      Object.assign(rowOf(child.name), { sizeBytes: took.sizeBytes, memoryBytes: took.memoryBytes });
      console.log(
        `  ${child.name} filled: CPU ${took.cpuMs.toFixed(0)} ms, wall ${took.wallMs.toFixed(0)} ms, ${Math.round((questions.ids.length / took.wallMs) * 1000)} rows/s, ${megabytes(took.memoryBytes ?? 0)} resident`,
      );
    }
  const asked: [row: string, what: Question, args: readonly string[]][] = [
    ['one', 'one', questions.one],
    ['newest', 'newest', ['']],
    ['filtered', 'filtered', questions.statuses],
    ['unindexed', 'unindexed', ['']],
    ['common', 'words', questions.common],
    ['rare', 'words', questions.rare],
    ['reopen', 'reopen', ['']],
  ];
  for (const [row, what, args] of asked) {
    const expected = new Map<string, string>();
    const calls = new Map<SubjectName, number>();
    const slow = new Set<SubjectName>();
    for (let round = 0; round <= Number(options.rounds); round += 1)
      for (const { name, ask } of children) {
        if (round > SLOW_ROUNDS && slow.has(name)) continue;
        const took = await ask({ do: what, args, calls: calls.get(name) ?? args.length });
        if (took.error !== undefined) {
          console.log(`  ${name}, ${row}: ${took.error}`);
          continue;
        }
        if (took.times === null) continue;
        // The first round warms up, determines the number of calls per round, and compares the answers.
        if (round === 0) {
          const each = Math.max(0.001, took.wallMs);
          if (each > SLOW_MS) slow.add(name);
          calls.set(name, Math.min(MOST_CALLS, Math.max(args.length, Math.ceil(LEAST_MS / each))));
          const answer = took.times.join(' ');
          const first = expected.get(row) ?? answer;
          expected.set(row, first);
          if (answer !== first) {
            console.log(`  ${name} answers ${row} differently: ${took.times.length} rows`);
            rowOf(name).differs = [...(rowOf(name).differs ?? []), row];
          }
        } else note(name, row, took);
      }
  }
  for (const { name, ask } of children) {
    const held = new Set((await ask({ do: 'ids' })).times);
    rowOf(name).idsLost = questions.ids.filter((id) => !held.has(id)).length;
  }
  // The first round compiles the code that only this row runs, so it is not counted.
  for (let round = 0; round <= Number(options.rounds); round += 1)
    for (const { name, ask } of children) {
      const took = await ask({ do: 'resync', round: round + 1 });
      if (round > 0) note(name, 'resync', took);
    }
  for (const { ask } of children) await ask({ do: 'end' });
  const report = peersReport(figures, { orders: questions.ids.length, asked: orders });
  console.log(`\n${report}`);
  if (options.write) writeSection(`peers-${orders}`, report);
};

if (options.child === undefined) await run();
else runChild(options.child as SubjectName, options.folder, options.packages, orders);
