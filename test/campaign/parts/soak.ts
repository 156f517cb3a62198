/**
 * The app works for a while without faults. Its memory, handles and files are measured at the beginning and
 * at the end.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wait } from '../../crash/crash-run';
import { startServiceWith } from '../../crash/processes';
import { accept, filesIn, handles, lead, memoryMb, startReady, until } from '../desk';
import type { Part } from '../part';

const WARM_MS = 15_000;
const MOST_GROWN_MB = 150;
const MOST_HANDLES = 10;

export const soak = (lotMs: number): Part => ({
  name: 'soak',
  title: 'Long use without a fault',
  claim: `Items, drafts and copying run without a pause. Memory grows by less than ${MOST_GROWN_MB} MB, open handles by fewer than ${MOST_HANDLES}, and no temporary file remains.`,
  run: async ({ add }) => {
    const root = mkdtempSync(join(tmpdir(), 'satchel-soak-'));
    const data = join(root, 'data');
    const service = await startServiceWith(['--memory', '--dataset', '300', '--port', '0']);
    const app = await startReady(data, service.url);
    let entered = 0;
    const work = async (forMs: number): Promise<void> => {
      for (const end = Date.now() + forMs; Date.now() < end;) {
        await accept(app.core, lead(`Soak ${entered++}`));
        await app.core.outbox.saveDraft({
          id: 'draft:soak',
          kind: 'lead',
          form: { name: `Typed ${entered}` },
        });
        if (entered % 20 === 0) await app.core.sync.start();
        await app.core.records.search({ text: 'Soak' });
        await wait(150);
      }
    };
    try {
      await work(WARM_MS);
      const before = { mb: memoryMb(app.pid), handles: handles(app.pid), files: filesIn(data).count };
      await work(lotMs);
      const drained = await until(
        async () => (await app.core.outbox.list({ states: ['queued', 'sending'], first: 10 })).length === 0,
        120_000,
      );
      const after = { mb: memoryMb(app.pid), handles: handles(app.pid), files: filesIn(data).count };
      const grown = after.mb - before.mb;
      const wrong = [
        drained ? '' : 'the queue did not drain',
        grown < MOST_GROWN_MB ? '' : `memory grew by ${grown} MB`,
        after.handles - before.handles < MOST_HANDLES
          ? ''
          : `handles grew from ${before.handles} to ${after.handles}`,
        after.files - before.files < 3 ? '' : `files grew from ${before.files} to ${after.files}`,
      ].filter((text) => text !== '');
      add({
        fault: 'items, drafts and copying without a pause',
        least: { items: entered },
        most: {
          'memory growth in MB': grown,
          'MB at the end': after.mb,
          'handles at the end': after.handles,
        },
        unexplained: wrong.length === 0 ? null : wrong.join('; '),
      });
    } finally {
      app.close();
      await app.kill('SIGKILL');
      await service.kill('SIGTERM');
      rmSync(root, { recursive: true, force: true });
    }
  },
});
