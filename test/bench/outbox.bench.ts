/**
 * The two figures of the outbox: how many decisions a second it stores with each of them on disk (synchronous
 * = FULL), and how close the delivery of 1,000 independent records to a service 50 ms away comes to the ideal
 * at the chosen concurrency. The service runs in its own process.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { DEFAULT_SETTINGS } from '#core/outbox/outbox-settings';
import { systemClock, systemTimers } from '#node/system';
import { controlOf, startServiceWith } from '../crash/processes';
import { openLiveOutbox } from '../support/outbox/live-outbox';
import { printTiming, timeCalls, timingOf, type Timing } from './measure';

const AWAY_MS = 50;
const ITEMS = 1000;
const time = { now: () => systemClock.now(), after: systemTimers.after };
const directory = mkdtempSync(join(tmpdir(), 'satchel-bench-outbox-'));

const company = (n: number): object => ({
  kind: 'company',
  schema: 1,
  target: null,
  fields: {
    name: `Bench ${n}`,
    pool_id: '0',
    remark: 'typed at the fair',
    country: 'DE',
    address: 'Hafenstraße 12, Hamburg',
  },
  children: [
    { ref: `local:bench-${n}-a`, fields: { name: 'Ann', email: `a${n}@x.example`, main_customer_flag: 1 } },
    { ref: `local:bench-${n}-b`, fields: { name: 'Ben', email: `b${n}@x.example` } },
  ],
});
const accept = (submit: (command: object) => { ok: boolean }, command: object): void => {
  if (!submit(command).ok) throw new Error('refused');
};

const openAccepting = (name: string, journal: boolean) => {
  const live = openLiveOutbox({
    url: 'http://127.0.0.1:9',
    file: join(directory, `${name}.db`),
    journal,
    time,
    selfUserId: null,
  });
  live.outbox.pause(true);
  return live;
};
const acceptRate = async (): Promise<void> => {
  const live = openAccepting('accept', true);
  const single = openAccepting('single', false);
  const bare = new Database(join(directory, 'bare.db'));
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL']) bare.pragma(pragma);
  bare.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)');
  const insert = bare.prepare('INSERT INTO t (text) VALUES (?)');
  const text = JSON.stringify(company(1));
  const yardstick = await timeCalls('one bare row committed (synchronous = FULL)', ITEMS, () =>
    insert.run(text),
  );
  // In turns, so that a busy disk affects both equally.
  const both = [live, single].map((box) => ({ box, samples: [] as number[], cpuMs: 0 }));
  for (let n = 0; n < ITEMS; n++)
    for (const one of both) {
      const [from, cpu] = [performance.now(), process.cpuUsage()];
      accept((command) => one.box.outbox.submit({ command, base: null }), company(n));
      one.samples.push(performance.now() - from);
      const { user, system } = process.cpuUsage(cpu);
      one.cpuMs += (user + system) / 1000 / ITEMS;
    }
  const [taken, unwitnessed] = both.map(({ samples, cpuMs }, at) =>
    timingOf(
      at === 0 ? 'a company with two contacts taken by the outbox' : 'the same without a journal',
      samples,
      cpuMs,
    ),
  ) as [Timing, Timing];
  const draft = await timeCalls('a draft kept', ITEMS, (n) =>
    live.outbox.saveDraft({ id: 'draft:bench', kind: 'company', target: null, form: company(n), base: null }),
  );
  for (const timing of [yardstick, taken, unwitnessed, draft]) printTiming(timing);
  const aSecond = (ms: number): number => Math.round(1000 / ms);
  console.log(
    `  ${aSecond(taken.p50Ms)} decisions taken a second (p50), ${aSecond(unwitnessed.p50Ms)} without a journal; ${(taken.p50Ms / yardstick.p50Ms).toFixed(1)} × one bare commit`,
  );
  await live.close();
  await single.close();
  bare.close();
};

const drain = async (): Promise<void> => {
  const service = await startServiceWith(['--memory', '--control', '--dataset', 'empty', '--port', '0']);
  const control = controlOf(service.url);
  const live = openLiveOutbox({
    url: service.url,
    file: join(directory, 'drain.db'),
    time,
    selfUserId: '1000000000',
  });
  try {
    live.outbox.pause(true);
    for (let n = 0; n < ITEMS; n++)
      accept((command) => live.outbox.submit({ command, base: null }), company(n));
    await control.fault({ kind: 'latency', delayMs: AWAY_MS, times: 1_000_000 });
    const from = performance.now();
    const cpu = process.cpuUsage();
    live.outbox.pause(false);
    while ((live.outbox.summary().counts.applied ?? 0) < ITEMS) {
      if (performance.now() - from > 600_000)
        throw new Error(`not drained: ${JSON.stringify(live.outbox.summary())}`);
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
    const ms = performance.now() - from;
    const { user, system } = process.cpuUsage(cpu);
    const requests = (await control.requests()).filter(
      ({ path }) => path.startsWith('/v1/') && !path.startsWith('/v1/oauth2/'),
    ).length;
    const { concurrency } = DEFAULT_SETTINGS;
    const ideal = ((requests / ITEMS) * AWAY_MS * ITEMS) / concurrency;
    console.log(
      `  ${ITEMS} independent companies to a service ${AWAY_MS} ms away, ${concurrency} at once: ${(ms / 1000).toFixed(1)} s, ${(ITEMS / (ms / 1000)).toFixed(1)} a second; ${(requests / ITEMS).toFixed(2)} requests each; ideal ${(ideal / 1000).toFixed(1)} s, ratio ${(ms / ideal).toFixed(2)}; CPU ${((user + system) / 1000 / ITEMS).toFixed(2)} ms each`,
    );
  } finally {
    await live.close();
    await service.kill('SIGTERM');
  }
};

console.log('outbox');
try {
  await acceptRate();
  await drain();
} finally {
  rmSync(directory, { recursive: true, force: true });
}
