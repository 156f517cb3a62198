/** A service that answers what it should not. Each answer meets an app of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wait } from '../../crash/crash-run';
import { controlOf, startServiceWith } from '../../crash/processes';
import { accept, forgetPeak, lead, peakMb, receipt, startReady, until } from '../desk';
import { HOSTILE_ANSWERS } from '../hostile-answers';
import { startHostileService } from '../hostile-service';
import { leastRun, type Part } from '../part';

const PER_LOT = 5;
const HOSTILE_MS = 8_000;
const MOST_MB = 400;

export const hostile: Part = {
  name: 'hostile-service',
  title: 'A hostile service',
  claim:
    `The app stays up, takes at most ${MOST_MB} MB, answers its window within five seconds, keeps what was ` +
    'entered, sends nothing twice, and copies again once the service is sound.',
  run: async ({ random, results, add, say }) => {
    const names = Object.keys(HOSTILE_ANSWERS);
    const real = await startServiceWith(['--memory', '--control', '--dataset', '30', '--port', '0']);
    const control = controlOf(real.url);
    try {
      for (const name of leastRun(names, (one) => results.runsOf('hostile-service', one), random, PER_LOT)) {
        say(name);
        const root = mkdtempSync(join(tmpdir(), 'satchel-hostile-'));
        const service = await startHostileService(real.url);
        const app = await startReady(root, service.url);
        const wrong: string[] = [];
        try {
          const { core } = app;
          await until(async () => !(await core.sync.state()).running, 30_000);
          const tag = `${Math.floor(random() * 1e9)}`;
          const marks = [`Hostile ${tag} lead end`, `Hostile ${tag} receipt end`];
          forgetPeak(app.pid);
          service.answer = HOSTILE_ANSWERS[name] ?? null;
          const ids = [
            await accept(core, lead(marks[0]!)),
            await accept(core, receipt(marks[1]!, `${Number(tag) % 9_000}.35`)),
          ];
          void core.sync.start().catch(() => undefined);
          let slowestMs = 0;
          for (const end = Date.now() + HOSTILE_MS; Date.now() < end;) {
            const asked = performance.now();
            await core.outbox.summary();
            slowestMs = Math.max(slowestMs, performance.now() - asked);
            await wait(200);
          }
          const peak = peakMb(app.pid);
          if (peak > MOST_MB) wrong.push(`${peak} MB`);
          if (slowestMs > 5_000) wrong.push(`the window waited ${Math.round(slowestMs)} ms`);
          service.answer = null;
          const [account] = (await core.accounts.state()).accounts;
          if (account && account.auth !== 'signed-in')
            await core.accounts.signIn({
              accountId: account.id,
              credentials: { kind: 'client', clientId: 'demo-client', clientSecret: 'demo-secret' },
            });
          const copied = await until(async () => {
            const state = await core.sync.state();
            if (!state.running && state.connectivity !== 'online') await core.sync.start();
            return state.connectivity === 'online';
          }, 90_000);
          if (!copied) wrong.push(`it does not copy again: ${(await core.sync.state()).connectivity}`);
          await wait(2_000);
          const held = new Set((await core.outbox.list({})).map(({ id }) => id));
          if (ids.some((id) => !held.has(id))) wrong.push('an item is gone');
          const bodies = (await control.requests())
            .filter(({ committed }) => committed)
            .map(({ body }) => body);
          for (const mark of marks)
            if (bodies.filter((body) => body.includes(mark)).length > 1) wrong.push(`${mark} went twice`);
          add({
            fault: name,
            most: { 'peak MB': peak, 'slowest answer ms': Math.round(slowestMs) },
            unexplained: wrong.length === 0 ? null : wrong.join('; '),
          });
        } catch (error) {
          add({ fault: name, unexplained: [...wrong, String(error)].join('; ') });
        } finally {
          app.close();
          await app.kill('SIGKILL');
          service.close();
          rmSync(root, { recursive: true, force: true });
        }
      }
    } finally {
      await real.kill('SIGTERM');
    }
  },
};
