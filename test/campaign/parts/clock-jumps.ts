/** The app's wall clock jumps while it works. The service has the right time. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { controlOf, repositoryRoot, startServiceWith } from '../../crash/processes';
import { accept, lead, receipt, startReady, until } from '../desk';
import { leastRun, type Part } from '../part';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const JUMPS: Readonly<Record<string, number>> = {
  '30 s back': -30 * SECOND,
  '30 s forward': 30 * SECOND,
  '1 h back': -HOUR,
  '1 h forward': HOUR,
  '1 day back': -DAY,
  '1 day forward': DAY,
  '40 days back': -40 * DAY,
  '40 days forward': 40 * DAY,
  '10 years back': -3_650 * DAY,
  '10 years forward': 3_650 * DAY,
};
const PER_LOT = 3;
const WITHIN_MS = 180_000;

export const clockJumps: Part = {
  name: 'clock-jumps',
  title: 'The clock jumps',
  claim:
    'A lead and a receipt from before the jump and from after it each arrive once, within three minutes.',
  run: async ({ random, results, add }) => {
    const root = mkdtempSync(join(tmpdir(), 'satchel-clock-'));
    const clock = join(root, 'clock');
    writeFileSync(clock, '0');
    const service = await startServiceWith(['--memory', '--control', '--dataset', '20', '--port', '0']);
    const control = controlOf(service.url);
    const app = await startReady(join(root, 'data'), service.url, {
      SATCHEL_CLOCK: clock,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --require=${repositoryRoot()}/test/campaign/shift-clock.cjs`,
    });
    try {
      const names = Object.keys(JUMPS);
      const chosen = leastRun(names, (one) => results.runsOf('clock-jumps', one), random, PER_LOT);
      let shift = 0;
      for (const name of chosen) {
        const marks = ['before', 'after'].flatMap((when) => [
          `Clock ${when} ${name} lead end`,
          `Clock ${when} ${name} receipt end`,
        ]);
        // A request is in progress when the clock jumps, and after that an item waits for a time.
        await control.fault({ kind: 'latency', method: 'POST', path: '/v1/', delayMs: 300, times: 1 });
        await control.fault({
          kind: 'status',
          status: 429,
          retryAfter: '2',
          method: 'POST',
          path: '/v1/',
          skip: 1,
          times: 1,
        });
        await accept(app.core, lead(marks[0]!));
        await accept(app.core, receipt(marks[1]!, `${Math.floor(random() * 9_000) + 10}.25`));
        shift += JUMPS[name]!;
        writeFileSync(clock, String(shift));
        await accept(app.core, lead(marks[2]!));
        await accept(app.core, receipt(marks[3]!, `${Math.floor(random() * 9_000) + 10}.75`));
        const from = performance.now();
        const drained = await until(
          async () =>
            (await app.core.outbox.list({ states: ['queued', 'sending', 'uncertain'] })).length === 0,
          WITHIN_MS,
        );
        const bodies = (await control.requests())
          .filter(({ committed }) => committed)
          .map(({ body }) => body);
        const wrong = marks.flatMap((mark) => {
          const times = bodies.filter((body) => body.includes(mark)).length;
          return times === 1 || (!drained && times === 0) ? [] : [`${mark} was taken ${times} times`];
        });
        if (!drained) {
          const open = await app.core.outbox.list({ states: ['queued', 'sending', 'uncertain'] });
          wrong.push(
            `open: ${open.map(({ title, state, waits }) => `${title} ${state} ${waits}`).join(', ')}`,
          );
        }
        add({
          fault: name,
          most: { 'seconds until all is delivered': Math.round((performance.now() - from) / 1000) },
          unexplained: wrong.length === 0 ? null : wrong.join('; '),
        });
        if (!drained) break;
      }
    } finally {
      app.close();
      await app.kill('SIGKILL');
      await service.kill('SIGTERM');
      rmSync(root, { recursive: true, force: true });
    }
  },
};
