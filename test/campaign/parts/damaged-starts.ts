/** Each file of a whole data folder with each damage; then the real app starts on the folder. */
import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServiceWith } from '../../crash/processes';
import { accept, lead, startApp, startReady, until } from '../desk';
import { leastRun, type Part } from '../part';

const ITEMS = 20;
const DRAFTS = 5;
const PER_LOT = 6;
/** `header`: a changed bit in the first bytes, which decide how the file is read. */
const DAMAGES = ['flip', 'header', 'zeroed page', 'cut', 'deleted', 'older copy', 'emptied'] as const;
const HEADER_BYTES = 100;

interface Folder {
  root: string;
  files: string[];
  accountId: string;
}
let made: Promise<Folder> | null = null;

/** A folder with unsent work as the app left it, and an older copy with half of that work. */
const makeFolder = async (): Promise<Folder> => {
  const root = mkdtempSync(join(tmpdir(), 'satchel-starts-'));
  const here = join(root, 'here');
  const service = await startServiceWith(['--memory', '--dataset', '30', '--port', '0']);
  let accountId = '';
  for (const half of ['older', 'left'] as const) {
    const app = await startReady(here, service.url);
    await app.core.outbox.pause({ paused: true });
    for (let n = 0; n < ITEMS / 2; n++) await accept(app.core, lead(`Item ${half} ${n}`));
    for (let n = 0; n < DRAFTS; n++)
      await app.core.outbox.saveDraft({
        id: `draft:${n}`,
        kind: 'lead',
        form: { name: `Typed ${half} ${n}` },
      });
    await until(async () => !(await app.core.sync.state()).running, 60_000);
    accountId = (await app.core.accounts.state()).account?.id ?? '';
    app.close();
    await app.kill('SIGTERM');
    cpSync(here, join(root, half), { recursive: true });
  }
  await service.kill('SIGTERM');
  const files = (readdirSync(join(root, 'left'), { recursive: true }) as string[]).filter(
    (name) => statSync(join(root, 'left', name)).isFile() && statSync(join(root, 'left', name)).size > 0,
  );
  return { root, files, accountId };
};

const damage = (
  folder: Folder,
  file: string,
  how: (typeof DAMAGES)[number],
  random: () => number,
): string => {
  const path = join(folder.root, 'here', file);
  const bytes = readFileSync(path);
  const isInHeader = how === 'header';
  const at = Math.floor(random() * Math.min(bytes.length, isInHeader ? HEADER_BYTES : bytes.length));
  const page = at - (at % 4096);
  if (how === 'deleted') rmSync(path);
  else if (how === 'emptied') writeFileSync(path, '');
  else if (how === 'cut') writeFileSync(path, bytes.subarray(0, at));
  else if (how === 'older copy') {
    const older = join(folder.root, 'older', file);
    if (statSync(older, { throwIfNoEntry: false })) copyFileSync(older, path);
    else rmSync(path);
  } else {
    if (how === 'flip' || isInHeader) bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    else bytes.fill(0, page, Math.min(page + 4096, bytes.length));
    writeFileSync(path, bytes);
  }
  return `at ${at} of ${bytes.length}`;
};

/** Uses one name for the files of all accounts and days, and one for all compiled code. */
const shown = (file: string, accountId: string): string =>
  file
    .replaceAll('\\', '/')
    .replaceAll(accountId, 'ID')
    .replace(/^compile-cache\/.*/, 'compile-cache/FILE')
    .replace(/\d{4}-\d\d-\d\d/, 'DAY');

export const damagedStarts: Part = {
  name: 'damaged-starts',
  title: 'The app starts on a damaged data folder',
  claim:
    'There are twenty items and five drafts. The app starts, the account opens, and all of them have their last ' +
    'version.',
  run: async ({ random, results, add }) => {
    made ??= makeFolder();
    const folder = await made;
    const cases = folder.files.flatMap((file) => DAMAGES.map((how) => ({ file, how })));
    const nameOf = ({ file, how }: (typeof cases)[number]): string =>
      `${shown(file, folder.accountId)}: ${how}`;
    const chosen = leastRun(cases, (one) => results.runsOf('damaged-starts', nameOf(one)), random, PER_LOT);
    for (const one of chosen) {
      const here = join(folder.root, 'here');
      rmSync(here, { recursive: true, force: true });
      cpSync(join(folder.root, 'left'), here, { recursive: true });
      const what = damage(folder, one.file, one.how, random);
      const app = await startApp(here).catch((error: unknown) => String(error));
      if (typeof app === 'string') {
        add({ fault: nameOf(one), unexplained: `${what}: it did not start: ${app}` });
        continue;
      }
      try {
        const { core } = app;
        if ((await core.accounts.state()).account === null)
          await core.accounts.open({ accountId: folder.accountId });
        const titles = new Set((await core.outbox.list({})).map(({ title }) => title));
        const forms = new Set(
          (await core.outbox.drafts()).map(({ form }) => (form as { name: string }).name),
        );
        const count = (has: (name: string) => boolean, names: readonly string[]): number =>
          names.filter(has).length;
        const numbers = Array.from({ length: ITEMS / 2 }, (_, n) => n);
        const items = count(
          (name) => titles.has(name),
          numbers.flatMap((n) => [`Item older ${n}`, `Item left ${n}`]),
        );
        const drafts = count(
          (name) => forms.has(name),
          numbers.slice(0, DRAFTS).map((n) => `Typed left ${n}`),
        );
        add({
          fault: nameOf(one),
          least: { [`items of ${ITEMS}`]: items, [`drafts of ${DRAFTS}`]: drafts },
          unexplained:
            items === ITEMS && drafts === DRAFTS ? null : `${what}: ${items} items, ${drafts} drafts`,
        });
      } finally {
        app.close();
        await app.kill('SIGTERM');
      }
    }
  },
};
