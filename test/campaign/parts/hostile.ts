/** A service that gives hostile answers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ready, wait } from '../../crash/crash-run';
import { controlOf, startServiceWith, type Control } from '../../crash/processes';
import {
  accept,
  forgetPeak,
  lead,
  peakMb,
  receipt,
  startReady,
  until,
  workMs,
  type RunningApp,
} from '../desk';
import { HOSTILE_ANSWERS } from '../hostile-answers';
import { startHostileService, type HostileService } from '../hostile-service';
import { leastRun, type Part } from '../part';

const PER_LOT = 8;
const HOSTILE_MS = 8_000;
const MOST_MB = 400;
const MOST_WORK_MS = 3_000;
/** The app keeps the wait that these ask for, up to a day, and copies nothing before its end. */
const KEEPS_WAITING = new Set(['429 with a Retry-After of one year']);

interface Figures {
  wrong: string[];
  peak: number;
  longestMs: number;
}

const meet = async (
  app: RunningApp,
  service: HostileService,
  control: Control,
  name: string,
  tag: string,
): Promise<Figures> => {
  const { core } = app;
  const wrong: string[] = [];
  const marks = [`Hostile ${tag} lead end`, `Hostile ${tag} receipt end`];
  forgetPeak(app.pid);
  service.answer = HOSTILE_ANSWERS[name] ?? null;
  const ids = [
    await accept(core, lead(marks[0]!)),
    await accept(core, receipt(marks[1]!, `${Number(tag) % 9_000}.35`)),
  ];
  void core.sync.start().catch(() => undefined);
  let longestMs = 0;
  for (const end = Date.now() + HOSTILE_MS; Date.now() < end;) {
    const before = workMs(app.pid);
    await core.outbox.summary();
    longestMs = Math.max(longestMs, workMs(app.pid) - before);
    await wait(200);
  }
  const peak = peakMb(app.pid);
  if (peak > MOST_MB) wrong.push(`${peak} MB`);
  if (longestMs > MOST_WORK_MS) wrong.push(`the window waited for ${longestMs} ms of work`);
  service.answer = null;
  if (!KEEPS_WAITING.has(name)) {
    if ((await core.accounts.state()).account?.auth !== 'signed-in') await ready(core, service.url);
    const copied = await until(async () => {
      const state = await core.sync.state();
      if (!state.running && state.connectivity !== 'online') await core.sync.start();
      return state.connectivity === 'online';
    }, 120_000);
    if (!copied) wrong.push(`it does not copy again: ${(await core.sync.state()).connectivity}`);
  }
  await wait(1_000);
  const held = new Set((await core.outbox.list({})).map(({ id }) => id));
  if (ids.some((id) => !held.has(id))) wrong.push('an item is gone');
  const bodies = (await control.requests()).filter(({ committed }) => committed).map(({ body }) => body);
  for (const mark of marks)
    if (bodies.filter((body) => body.includes(mark)).length > 1) wrong.push(`${mark} went twice`);
  return { wrong, peak, longestMs };
};

export const hostile: Part = {
  name: 'hostile-service',
  title: 'A hostile service',
  claim:
    `For ${HOSTILE_MS / 1_000} seconds every read and push gets the hostile answer. The app keeps running, uses at most ` +
    `${MOST_MB} MB, answers its window within ${MOST_WORK_MS} ms of processor time (of all threads), ` +
    'keeps what was entered, sends nothing twice, and copies again once the service works. One app gets up to ' +
    'eight hostile answers, one after the other.',
  run: async ({ random, results, add, say }) => {
    const names = Object.keys(HOSTILE_ANSWERS);
    const real = await startServiceWith(['--memory', '--control', '--dataset', '30', '--port', '0']);
    const root = mkdtempSync(join(tmpdir(), 'satchel-hostile-'));
    const service = await startHostileService(real.url);
    let app: RunningApp | null = null;
    const stop = async (): Promise<void> => {
      app?.close();
      await app?.kill('SIGKILL');
      app = null;
    };
    let folders = 0;
    try {
      for (const name of leastRun(names, (one) => results.runsOf('hostile-service', one), random, PER_LOT)) {
        say(name);
        service.answer = null;
        app ??= await startReady(join(root, `data-${++folders}`), service.url);
        const tag = `${Math.floor(random() * 1e9)}`;
        try {
          const { wrong, peak, longestMs } = await meet(app, service, controlOf(real.url), name, tag);
          add({
            fault: name,
            most: { 'peak MB': peak, 'ms of processor time until an answer': longestMs },
            unexplained: wrong.length === 0 ? null : wrong.join('; '),
          });
          if (wrong.length > 0 || KEEPS_WAITING.has(name)) await stop();
        } catch (error) {
          add({ fault: name, unexplained: String(error) });
          await stop();
        }
      }
    } finally {
      await stop();
      service.close();
      await real.kill('SIGTERM');
      rmSync(root, { recursive: true, force: true });
    }
  },
};
