/**
 * One store in its own process: carries out the requests of the comparison, and returns the time that each
 * took. Processor time is that of the whole process with the store's own threads; the time to read the
 * answers is subtracted.
 */
import { createRequire } from 'node:module';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { answersOf, openDataset } from '../answers';
import { bareSubject } from './bare';
import { pouchSubject } from './pouch';
import { rxdbSubject } from './rxdb';
import { satchelSubject } from './satchel';
import type { MakeSubject, Subject, Times } from './subject';
import { watermelonSubject } from './watermelon';

export const SUBJECTS = {
  bare: bareSubject(false),
  'bare+words': bareSubject(true),
  satchel: satchelSubject,
  pouchdb: pouchSubject,
  rxdb: rxdbSubject,
  watermelondb: watermelonSubject,
} satisfies Record<string, MakeSubject>;
export type SubjectName = keyof typeof SUBJECTS;

export type Ask =
  | { do: 'fill'; round: number }
  | { do: 'resync'; round: number }
  | { do: Question; args: readonly string[]; calls: number }
  | { do: 'ids' }
  | { do: 'end' };
export type Question = 'one' | 'newest' | 'filtered' | 'unindexed' | 'words' | 'reopen';
export interface Took {
  wallMs: number;
  cpuMs: number;
  /** Null if the store cannot do it. */
  times: Times | null;
  sizeBytes?: number | null;
  memoryBytes?: number;
  error?: string;
}

/** One record in a hundred is changed. */
const CHANGED_EVERY = 100;
const changedAnswers = (answers: readonly Buffer[]): Buffer[] => {
  let place = 0;
  return answers.map((bytes) => {
    const answer = JSON.parse(bytes.toString('utf8')) as { data: { list: { update_time: string }[] } };
    // Records are changed in the text, so that every other byte stays the same.
    let text = bytes.toString('utf8');
    for (const { update_time: at } of answer.data.list) {
      place += 1;
      if (place % CHANGED_EVERY === 0)
        text = text.replace(
          `"update_time":"${at}"`,
          `"update_time":"2026-11-02 07:${String(place % 60).padStart(2, '0')}:00"`,
        );
    }
    return Buffer.from(text);
  });
};

class Stopwatch {
  wallMs = 0;
  cpuMs = 0;
  #from = performance.now();
  #cpu = process.cpuUsage();

  start(): void {
    this.#from = performance.now();
    this.#cpu = process.cpuUsage();
  }
  stop(): void {
    this.wallMs += performance.now() - this.#from;
    const { user, system } = process.cpuUsage(this.#cpu);
    this.cpuMs += (user + system) / 1000;
  }
}

const answersIn = (orders: number): Buffer[] => {
  const dataset = openDataset(orders);
  const total = dataset
    .prepare(`SELECT count(*) FROM record WHERE resource = 'order' AND removed = 0`)
    .pluck()
    .get() as number;
  const answers = [...answersOf(dataset, 'order', total)];
  dataset.close();
  return answers;
};

export const runChild = (name: SubjectName, folder: string, packages: string, orders: number): void => {
  const answers = answersIn(orders);
  const load = createRequire(resolve(packages, 'package.json'));
  let subject: Subject | null = null;
  let changed: Buffer[] | null = null;

  const feed = async (list: readonly Buffer[], take: (next: () => Buffer | null) => Promise<void>) => {
    const watch = new Stopwatch();
    let at = 0;
    watch.start();
    await take(() => list[at++] ?? null);
    watch.stop();
    return watch;
  };
  const question = (what: Question, arg: string) => {
    if (subject === null) throw new Error('nothing is filled yet');
    switch (what) {
      case 'one':
        return subject.one(arg);
      case 'newest':
        return subject.newest();
      case 'filtered':
        return subject.filtered(arg);
      case 'unindexed':
        return subject.unindexed();
      case 'words':
        return subject.words(arg);
      case 'reopen':
        return subject.reopen();
    }
  };
  const fill = async (round: number): Promise<Took> => {
    await subject?.close();
    const place = join(folder, `${name}-${round}`);
    rmSync(join(folder, `${name}-${round - 1}`), { recursive: true, force: true });
    mkdirSync(place, { recursive: true });
    const made = await SUBJECTS[name]({ folder: place, load });
    subject = made;
    globalThis.gc?.();
    const { wallMs, cpuMs } = await feed(answers, (next) => made.fill(next));
    return {
      wallMs,
      cpuMs,
      times: null,
      sizeBytes: made.sizeBytes(),
      memoryBytes: process.memoryUsage().rss,
    };
  };
  const answer = async (ask: Ask): Promise<Took> => {
    if (ask.do === 'fill') return fill(ask.round);
    if (ask.do === 'resync') {
      // In every second round the records are unchanged again.
      changed ??= changedAnswers(answers);
      const list = ask.round % 2 === 1 ? changed : answers;
      const { wallMs, cpuMs } = await feed(list, async (next) => subject?.resync(next));
      return { wallMs, cpuMs, times: null };
    }
    if (ask.do === 'ids') return { wallMs: 0, cpuMs: 0, times: (await subject?.ids()) ?? [] };
    if (ask.do === 'end') return { wallMs: 0, cpuMs: 0, times: null };
    const watch = new Stopwatch();
    let times: Times | null = null;
    for (let call = 0; call < ask.calls; call += 1) {
      watch.start();
      times = await question(ask.do, ask.args[call % ask.args.length] ?? '');
      watch.stop();
    }
    return { wallMs: watch.wallMs / ask.calls, cpuMs: watch.cpuMs / ask.calls, times };
  };
  process.on('message', (ask: Ask) => {
    answer(ask)
      .catch((error: unknown): Took => ({
        wallMs: Number.NaN,
        cpuMs: Number.NaN,
        times: null,
        error: String(error),
      }))
      .then((took) => process.send?.(took, () => ask.do === 'end' && process.exit(0)))
      .catch(() => process.exit(1));
  });
};
