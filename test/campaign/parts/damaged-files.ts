/** Each of the three files of the unsent work with each damage, read by the real code from real files. */
import { SimRandom } from '../../simulation/sim-random';
import {
  damagesOf,
  DRAFTS,
  FILES,
  ITEMS,
  makeAccountFolder,
  type AccountFolder,
} from '../../support/outbox/account-folder';
import { leastRun, type Part } from '../part';

const KEY = 'c0ffee'.padEnd(64, '1');
const PER_LOT = 12;
const CASES = (['plain', 'encrypted'] as const).flatMap((form) =>
  FILES.flatMap((file) =>
    damagesOf(file).flatMap((damage) =>
      (['closed', 'killed'] as const)
        .filter((from) => from === 'killed' || file !== 'outbox.db-wal')
        .map((from) => ({ form, file, damage, from })),
    ),
  ),
);
type Case = (typeof CASES)[number];
const nameOf = ({ form, file, damage, from }: Case): string => `${file}: ${damage}, ${form}, ${from}`;

/** Made once per process; each run gets a new copy of the folder. */
const folders = new Map<string, Promise<AccountFolder>>();
const folderOf = (form: Case['form']): Promise<AccountFolder> => {
  const held = folders.get(form) ?? makeAccountFolder(form === 'plain' ? null : KEY);
  folders.set(form, held);
  return held;
};

export const damagedFiles: Part = {
  name: 'damaged-files',
  title: 'One file of the unsent work is damaged',
  claim:
    'There are fifty items and five drafts; ten items are delivered and one is being sent. After the damage all ' +
    'of them still exist, and nothing is sent twice.',
  run: async ({ random, results, add }) => {
    const source = new SimRandom(Math.floor(random() * 2 ** 31));
    const chosen = leastRun(CASES, (one) => results.runsOf('damaged-files', nameOf(one)), random, PER_LOT);
    for (const one of chosen) {
      const folder = await folderOf(one.form);
      folder.layOut(one.from);
      const what = folder.damage(one.file, one.damage, source);
      const opened = folder.open();
      try {
        const titles = new Map(opened.outbox.list().map(({ id, title }) => [id, title]));
        const items = [...folder.names].filter(([id, name]) => titles.get(id) === name.slice(0, 200)).length;
        const forms = new Map(opened.outbox.drafts().map(({ id, form }) => [id, JSON.stringify(form)]));
        const drafts = [...folder.drafts].filter(
          ([id, form]) => forms.get(id) === JSON.stringify(form),
        ).length;
        const { paused, counts } = opened.outbox.summary();
        const waits = paused ? 0 : opened.outbox.list(['queued']).filter(({ held }) => !held).length;
        opened.outbox.start();
        await opened.time.advance(60_000);
        const wrong = [
          items < ITEMS ? `${items} of ${ITEMS} items` : '',
          drafts < DRAFTS ? `${drafts} of ${DRAFTS} drafts` : '',
          counts.applied === 10 ? '' : `${counts.applied} delivered`,
          opened.pushes.length <= Math.min(waits, 1) ? '' : `sent again: ${opened.pushes.join(', ')}`,
        ].filter((text) => text !== '');
        add({
          fault: nameOf(one),
          least: { [`items of ${ITEMS}`]: items, [`drafts of ${DRAFTS}`]: drafts },
          unexplained: wrong.length === 0 ? null : `${what}: ${wrong.join('; ')}`,
        });
      } finally {
        opened.outbox.close();
      }
    }
  },
};
