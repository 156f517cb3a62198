/** Starts a second app on the data folder of a running one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { controlOf, startServiceWith } from '../../crash/processes';
import { accept, lead, startApp, startReady, until } from '../desk';
import { leastRun, type Part } from '../part';

const LOCKS = ['satchel.lock', 'satchel.hold'] as const;
const CASES: Readonly<Record<string, (data: string) => void>> = {
  'second app starts while the first runs': () => undefined,
  'one lock file deleted': (data) => rmSync(join(data, LOCKS[0]), { force: true }),
  'the other lock file deleted': (data) => rmSync(join(data, LOCKS[1]), { force: true }),
  'random bytes in one lock file': (data) => writeFileSync(join(data, LOCKS[0]), 'x'.repeat(5_000)),
  'second app starts right after the first was killed': () => undefined,
};

export const twoInstances: Part = {
  name: 'two-instances',
  title: 'Two apps use one data folder',
  claim: 'The second app says so and ends, and nothing is sent twice. It starts if the first one was killed.',
  run: async ({ random, results, add }) => {
    const root = mkdtempSync(join(tmpdir(), 'satchel-two-'));
    const data = join(root, 'data');
    const service = await startServiceWith(['--memory', '--control', '--dataset', 'empty', '--port', '0']);
    const first = await startReady(data, service.url);
    try {
      const [name = ''] = leastRun(
        Object.keys(CASES),
        (one) => results.runsOf('two-instances', one),
        random,
        1,
      );
      for (let n = 0; n < 3; n++) await accept(first.core, lead(`Two ${n} end`));
      const isKilled = name.startsWith('at once');
      if (isKilled) await first.kill('SIGKILL');
      CASES[name]?.(data);
      const second = await startApp(data).catch((error: unknown) => String(error));
      const wrong: string[] = [];
      if (isKilled && typeof second === 'string') wrong.push(`it did not start: ${second}`);
      if (!isKilled && typeof second !== 'string') wrong.push('a second app runs on the folder');
      if (!isKilled && typeof second === 'string' && !second.includes('another Satchel is open'))
        wrong.push(`it did not say why: ${second}`);
      if (typeof second !== 'string') {
        second.close();
        await second.kill('SIGTERM');
      }
      if (!isKilled) {
        const drained = await until(
          async () =>
            (await first.core.outbox.list({ states: ['queued', 'sending', 'uncertain'] })).length === 0,
          60_000,
        );
        if (!drained) wrong.push('the first app did not go on');
      }
      const bodies = (await controlOf(service.url).requests())
        .filter(({ committed }) => committed)
        .map(({ body }) => body);
      for (let n = 0; n < 3; n++)
        if (bodies.filter((body) => body.includes(`Two ${n} end`)).length > 1)
          wrong.push(`Two ${n} went twice`);
      add({ fault: name, unexplained: wrong.length === 0 ? null : wrong.join('; ') });
    } finally {
      first.close();
      await first.kill('SIGKILL');
      await service.kill('SIGTERM');
      rmSync(root, { recursive: true, force: true });
    }
  },
};
