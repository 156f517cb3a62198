/** Kills the app and the service while items are entered and sent. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { runKills, wait } from '../../crash/crash-run';
import { startServiceWith } from '../../crash/processes';
import { accept, lead, receipt, startReady, until } from '../desk';
import type { Part } from '../part';

const KILLS = 6;

export const appKills: Part = {
  name: 'app-kills',
  title: 'The app is killed while it sends',
  claim: 'After the restart every acknowledged item still exists, and the service stored no item twice.',
  run: async ({ random, add }) => {
    const seed = Math.floor(random() * 2 ** 31);
    const report = await runKills({ kills: KILLS, seed });
    const { missing, twice, unclaimed, posts, attempts } = report;
    const wrong = [
      missing.length > 0 ? `gone: ${missing.join(', ')}` : '',
      twice.length > 0 ? `twice: ${twice.join(', ')}` : '',
      unclaimed.length > 0 ? `never taken: ${unclaimed.join(', ')}` : '',
      posts > attempts ? `${posts} requests for ${attempts} attempts` : '',
    ].filter((text) => text !== '');
    add({
      fault: 'SIGKILL of the app, with network faults',
      runs: KILLS,
      least: { 'acknowledged in one run': report.acknowledged },
      unexplained: wrong.length === 0 ? null : `seed ${seed}: ${wrong.join('; ')}`,
    });
  },
};

/** The number of records in the service's own file that contain the mark. */
const recordsWith = (folder: string, resource: string, mark: string): number => {
  const database = new Database(join(folder, 'service.db'), { readonly: true });
  try {
    return Number(
      database
        .prepare(`SELECT count(*) FROM record WHERE resource = ? AND doc LIKE '%"' || ? || '"%'`)
        .pluck()
        .get(resource, mark),
    );
  } finally {
    database.close();
  }
};

export const serviceKills: Part = {
  name: 'service-kills',
  title: 'The service is killed while it receives pushes',
  claim: 'Each lead and receipt exists once, and the app continues when the service is back.',
  run: async ({ random, add }) => {
    const root = mkdtempSync(join(tmpdir(), 'satchel-service-kills-'));
    const folder = join(root, 'service');
    const first = await startServiceWith(['--data', folder, '--dataset', 'empty', '--port', '0']);
    const { port } = new URL(first.url);
    let service = first;
    const app = await startReady(join(root, 'app'), service.url);
    const marks = new Map<string, string>();
    try {
      for (let kill = 0; kill < KILLS; kill++) {
        for (let n = 0; n < 4; n++) {
          const mark = `Service kill ${kill} ${n} end`;
          marks.set(await accept(app.core, n % 2 === 0 ? lead(mark) : receipt(mark, `${10 + n}.50`)), mark);
          await wait(random() * 120);
        }
        await wait(random() * 400);
        await service.kill('SIGKILL');
        await wait(random() * 300);
        service = await startServiceWith(['--data', folder, '--dataset', 'empty', '--port', port]);
      }
      const settled = await until(async () => {
        const open = await app.core.outbox.list({ states: ['queued', 'sending'] });
        return open.length === 0;
      }, 120_000);
      const all = new Map((await app.core.outbox.list({})).map((item) => [item.id, item]));
      app.close();
      await app.kill('SIGTERM');
      await service.kill('SIGTERM');
      const wrong: string[] = settled ? [] : ['the queue did not drain in two minutes'];
      for (const [id, mark] of marks) {
        const item = all.get(id);
        const held = recordsWith(folder, item?.kind === 'receipt' ? 'receipt' : 'lead', mark);
        if (!item) wrong.push(`${mark} is gone`);
        else if (held > 1) wrong.push(`${mark} is there ${held} times`);
        else if (item.state === 'applied' && held === 0) wrong.push(`${mark} is shown as delivered`);
      }
      add({
        fault: 'SIGKILL of the service',
        runs: KILLS,
        least: { delivered: [...all.values()].filter(({ state }) => state === 'applied').length },
        unexplained: wrong.length === 0 ? null : wrong.join('; '),
      });
    } finally {
      await app.kill('SIGKILL');
      await service.kill('SIGKILL');
      rmSync(root, { recursive: true, force: true });
    }
  },
};
