/** Fills a disk of a few megabytes to the last byte while the app runs. */
import { join } from 'node:path';
import { controlOf, startServiceWith } from '../../crash/processes';
import { makeSmallDisk, whyNoSmallDisk } from '../../support/small-disk';
import { wait } from '../../crash/crash-run';
import { accept, lead, startReady, until } from '../desk';
import type { Part } from '../part';

export const fullDisk: Part = {
  name: 'full-disk',
  title: 'The disk is full',
  claim:
    'Reading continues. Items that fit into the reserve are saved and sent. Other items are refused and never ' +
    'partly stored. When there is room again, every item is sent once.',
  whyNot: whyNoSmallDisk,
  run: async ({ random, add }) => {
    const disk = makeSmallDisk(24);
    const service = await startServiceWith(['--memory', '--control', '--dataset', '20', '--port', '0']);
    const app = await startReady(join(disk.path, 'data'), service.url);
    const accepted = new Map<string, string>();
    const refused: string[] = [];
    const enter = async (mark: string): Promise<void> => {
      try {
        accepted.set(await accept(app.core, lead(mark)), mark);
      } catch {
        refused.push(mark);
      }
    };
    try {
      await enter('Disk before end');
      disk.fill();
      for (let n = 0; n < 6; n++) {
        await enter(`Disk full ${n} end`);
        await wait(random() * 300);
        if (n % 2 === 1) disk.fill();
      }
      const reads = (await app.core.records.search({ text: 'Disk' }).catch(() => null)) !== null;
      disk.clear();
      for (let n = 0; n < 3; n++) await enter(`Disk after ${n} end`);
      const drained = await until(
        async () => (await app.core.outbox.list({ states: ['queued', 'sending', 'uncertain'] })).length === 0,
        180_000,
      );
      const titles = (await app.core.outbox.list({})).map(({ title }) => title);
      const committed = new Map<string, number>();
      for (const { body, committed: took } of await controlOf(service.url).requests()) {
        const mark = /Disk [^"]* end/.exec(body)?.[0];
        if (took && mark) committed.set(mark, (committed.get(mark) ?? 0) + 1);
      }
      const wrong = [
        reads ? '' : 'reading stopped',
        drained ? '' : 'the queue did not drain',
        ...[...accepted.values()].map((mark) => (titles.includes(mark) ? '' : `${mark} is gone`)),
        ...[...accepted.values()].map((mark) =>
          drained && committed.get(mark) !== 1 ? `${mark} was taken ${committed.get(mark) ?? 0} times` : '',
        ),
        ...refused.map((mark) =>
          titles.includes(mark) || committed.has(mark) ? `${mark} was refused, and is there` : '',
        ),
      ].filter((text) => text !== '');
      add({
        fault: 'tmpfs is full while items are entered',
        least: { 'accepted of 10': accepted.size },
        unexplained: wrong.length === 0 ? null : wrong.join('; '),
      });
    } finally {
      app.close();
      await app.kill('SIGKILL');
      await service.kill('SIGTERM');
      disk.remove();
    }
  },
};
