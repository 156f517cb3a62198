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
import { compareKept, type Comparison } from '../../data-folder/compare-kept';
import { fillDataFolder, type KeptAccount } from '../../data-folder/make-data-folder';
import { startApp, until, type RunningApp } from '../desk';
import { leastRun, type Part } from '../part';

const PER_LOT = 6;
/** `header`: a changed bit in the first bytes, which decide how the file is read. */
const DAMAGES = ['flip', 'header', 'zeroed page', 'cut', 'deleted', 'older copy', 'emptied'] as const;
const HEADER_BYTES = 100;
/** Nothing answers at these ports: the app has no sign-in, so it sends nothing there. */
const ORIGINS = ['http://127.0.0.1:9', 'http://127.0.0.1:10'] as const;
const ACCOUNT_NAMES = ['FIRST', 'SECOND'] as const;

interface Folder {
  root: string;
  files: string[];
  accounts: KeptAccount[];
}
let made: Promise<Folder> | null = null;

/**
 * A folder of two accounts with every kind of record in every state, as the app left it, and an older copy, in
 * which what was sent or discarded later still waits.
 */
const makeFolder = async (): Promise<Folder> => {
  const root = mkdtempSync(join(tmpdir(), 'satchel-starts-'));
  const copy = (from: string, to: string): void => cpSync(from, join(root, to), { recursive: true });
  const filled = await fillDataFolder({
    isEncrypted: false,
    origins: ORIGINS,
    hasCopies: true,
    atHalf: (directory) => copy(directory, 'older'),
  });
  copy(filled.directory, 'left');
  const { accounts } = filled;
  await filled.remove();
  // The app itself writes the rest: its log, its reserve and the compiled code.
  for (const name of ['older', 'left']) {
    const app = await startApp(join(root, name));
    for (const { id } of accounts) await app.core.accounts.open({ accountId: id });
    await until(async () => !(await app.core.sync.state()).running, 60_000);
    app.close();
    await app.kill('SIGTERM');
  }
  const files = (readdirSync(join(root, 'left'), { recursive: true }) as string[]).filter(
    (name) => statSync(join(root, 'left', name)).isFile() && statSync(join(root, 'left', name)).size > 0,
  );
  return { root, files, accounts };
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

/** Names the accounts by their place, and uses one name for the files of all days, and one for all compiled code. */
const shown = (file: string, accounts: readonly KeptAccount[]): string =>
  accounts
    .reduce((name, { id }, n) => name.replaceAll(id, ACCOUNT_NAMES[n] ?? ''), file.replaceAll('\\', '/'))
    .replace(/^compile-cache\/.*/, 'compile-cache/FILE')
    .replace(/\d{4}-\d\d-\d\d/, 'DAY');

/** What the app has of the work of one account. */
const workIn = async ({ core }: RunningApp, account: KeptAccount): Promise<Comparison> => {
  const opened = await core.accounts.open({ accountId: account.id });
  if (!opened.ok) return { unsent: [0, 0], drafts: [0, 0], wrong: [`not opened: ${opened.error.code}`] };
  const items = (await core.outbox.list({})).map(({ command, ...item }) => ({
    ...item,
    fields: command.fields,
  }));
  return compareKept(account, { items, drafts: await core.outbox.drafts() });
};

const sum = (parts: readonly [number, number][]): [number, number] => [
  parts.reduce((all, [there]) => all + there, 0),
  parts.reduce((all, [, of]) => all + of, 0),
];

export const damagedStarts: Part = {
  name: 'damaged-starts',
  title: 'The app starts on a damaged data folder',
  claim:
    'Two accounts have items of each kind of record: drafts, waiting, held, in doubt, in conflict, refused, ' +
    'delivered and discarded. The app starts, both accounts open, all unsent items and drafts have their last ' +
    'version and their state (a waiting one may be held), and nothing that was sent waits again.',
  run: async ({ random, results, add, say }) => {
    made ??= makeFolder();
    const folder = await made;
    const cases = folder.files.flatMap((file) => DAMAGES.map((how) => ({ file, how })));
    const nameOf = ({ file, how }: (typeof cases)[number]): string =>
      `${shown(file, folder.accounts)}: ${how}`;
    const chosen = leastRun(cases, (one) => results.runsOf('damaged-starts', nameOf(one)), random, PER_LOT);
    for (const one of chosen) {
      const startedAt = Date.now();
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
        const work: Comparison[] = [];
        for (const account of folder.accounts) work.push(await workIn(app, account));
        const [items, allItems] = sum(work.map(({ unsent }) => unsent));
        const [drafts, allDrafts] = sum(work.map((each) => each.drafts));
        const wrong = work.flatMap((each) => each.wrong);
        add({
          fault: nameOf(one),
          least: { [`items of ${allItems}`]: items, [`drafts of ${allDrafts}`]: drafts },
          unexplained: wrong.length === 0 ? null : `${what}: ${wrong.slice(0, 5).join('; ')}`,
        });
      } finally {
        app.close();
        await app.kill('SIGTERM');
      }
      say(`${nameOf(one)}: ${Date.now() - startedAt} ms`);
    }
  },
};
