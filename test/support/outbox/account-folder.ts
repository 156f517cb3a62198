/**
 * An account's folder with fifty intents, as Satchel leaves it when it is closed or killed. Tests restore it
 * again and again, damage it, and open it as a start does.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOutbox } from '../../../src/main/core/accounts/files/open-outbox';
import type { Outbox } from '../../../src/main/core/outbox/create-outbox';
import type { Files } from '../../../src/main/core/ports/ports';
import { createFiles } from '../../../src/main/node/files';
import { SimRandom } from '../../simulation/sim-random';
import { VirtualTime } from '../../simulation/virtual-time';
import { accepted, companyCommand, idleGateway, receiptCommand } from './outbox-bench';

export const ITEMS = 50;
export const DRAFTS = 5;
export const FILES = ['outbox.db', 'outbox.db-wal', 'outbox.journal'] as const;
export type FileName = (typeof FILES)[number];
/** `lost write`: one page of a database has earlier content. */
const DAMAGES = ['flip', 'noise', 'zeroed page', 'truncated', 'deleted', 'older copy', 'lost write'] as const;
export type Damage = (typeof DAMAGES)[number];
export const damagesOf = (file: FileName): Damage[] =>
  DAMAGES.filter((damage) => damage !== 'lost write' || file === 'outbox.db');

export interface Opened {
  outbox: Outbox;
  time: VirtualTime;
  notices: { code: string; detail: string }[];
  /** Paths of the pushes since it was opened. */
  pushes: string[];
}
export interface AccountFolder {
  /** The names of the fifty items by id; for a receipt, its amount. */
  readonly names: ReadonlyMap<string, string>;
  /** The last saved form of each draft, by id. */
  readonly drafts: ReadonlyMap<string, unknown>;
  layOut(from: 'closed' | 'killed'): void;
  /** Truncates a file to zero bytes, or deletes it. */
  lose(file: FileName, how: 'emptied' | 'deleted'): void;
  damage(file: FileName, damage: Damage, random: SimRandom): string;
  /** The offsets of the pages of `outbox.db` that had other content when ten items were delivered. */
  changedPages(): number[];
  /** Puts that content of one page back. */
  loseWrite(page: number): void;
  open(): Opened;
  remove(): void;
}

const log = { error: () => undefined, warn: () => undefined, info: () => undefined };
const PAGE = 4096;

/** The content of the database file, with all that the log has. */
const earlierPages = (files: Files, key: string | null): Buffer => {
  const database = key === null ? files.open('a/outbox.db') : files.open('a/outbox.db', key);
  database.pragma('wal_checkpoint(PASSIVE)');
  database.close();
  return readFileSync(join(files.directory, 'a/outbox.db'));
};
/** The offsets of the pages that have other content now. */
const changedPages = (bytes: Buffer, earlier: Buffer): number[] =>
  Array.from({ length: Math.ceil(Math.min(bytes.length, earlier.length) / PAGE) }, (_, n) => n * PAGE).filter(
    (at) => !bytes.subarray(at, at + PAGE).equals(earlier.subarray(at, at + PAGE)),
  );

/** One of the fifty is being sent, some were delivered, some were edited, and the rest are queued. */
export const makeAccountFolder = async (key: string | null): Promise<AccountFolder> => {
  const root = mkdtempSync(join(tmpdir(), 'satchel-folder-'));
  const here = join(root, 'a');
  const names = new Map<string, string>();
  const drafts = new Map<string, unknown>();
  let delivered = 0;
  const open = (isWorking = false): Opened => {
    const notices: Opened['notices'] = [];
    const pushes: string[] = [];
    const time = new VirtualTime(1_800_000_000_000);
    const outbox = openOutbox({
      files: createFiles(root),
      directory: 'a',
      key,
      isExpected: !isWorking,
      accountId: 'a',
      clock: time,
      timers: time,
      random: new SimRandom(3),
      log,
      selfUserId: () => '1',
      settings: { reviewFirst: false, concurrency: 1 },
      notify: (code, detail) => void notices.push({ code, detail }),
      gateway: {
        ...idleGateway,
        push: async (path) => {
          pushes.push(path);
          if (isWorking && delivered < 10) return accepted({ company_id: 500 + delivered++, customers: [] });
          return new Promise(() => undefined);
        },
      },
    });
    return { outbox, time, notices, pushes };
  };
  const copy = (from: string, to: string): void => {
    rmSync(to, { recursive: true, force: true });
    mkdirSync(to);
    for (const file of FILES)
      if (existsSync(join(from, file))) copyFileSync(join(from, file), join(to, file));
  };

  mkdirSync(here);
  const { outbox, time } = open(true);
  const submit = (n: number): string => {
    const name = `Company ${n} ${'x'.repeat(200)}`;
    const done = outbox.submit({ command: companyCommand(name), base: null });
    if (!done.ok) throw new Error('refused');
    names.set(done.id, name);
    return done.id;
  };
  const first = Array.from({ length: 11 }, (_, n) => submit(n));
  outbox.start();
  await time.advance(60_000);
  copy(here, join(root, 'older'));
  const earlier = earlierPages(createFiles(root), key);
  outbox.pause(true);
  for (let n = first.length; n < ITEMS - 5; n++) submit(n);
  for (const id of [...names.keys()].slice(-5)) {
    const name = `${names.get(id)} edited`;
    outbox.edit(id, { command: companyCommand(name) });
    names.set(id, name);
  }
  for (const company of first.slice(-5)) {
    const done = outbox.submit({ command: receiptCommand(company), base: null });
    if (done.ok) names.set(done.id, '1.50');
  }
  for (let n = 0; n < 2 * DRAFTS; n++) {
    const form = { name: `Typed ${n}`, remark: 'y'.repeat(300) };
    const id = `draft:${n % DRAFTS}`;
    outbox.saveDraft({ id, kind: 'lead', target: null, form, base: null });
    drafts.set(id, form);
  }
  outbox.saveDraft({ id: 'draft:ended', kind: 'lead', target: null, form: {}, base: null });
  outbox.deleteDraft('draft:ended');
  outbox.pause(false);
  copy(here, join(root, 'killed'));
  outbox.close();
  copy(here, join(root, 'closed'));

  const path = join(here, 'outbox.db');
  const folder: AccountFolder = {
    names,
    drafts,
    changedPages: () => changedPages(readFileSync(path), earlier),
    loseWrite: (page) => {
      const bytes = readFileSync(path);
      earlier.copy(bytes, page, page, page + PAGE);
      writeFileSync(path, bytes);
    },
    layOut: (from) => copy(join(root, from), here),
    lose: (file, how) => {
      if (how === 'emptied') writeFileSync(join(here, file), '');
      else rmSync(join(here, file), { force: true });
    },
    damage: (file, damage, random) => {
      const target = join(here, file);
      const bytes = readFileSync(target);
      const at = random.int(0, bytes.length - 1);
      let page = Math.floor(at / PAGE) * PAGE;
      if (damage === 'deleted') rmSync(target);
      else if (damage === 'older copy') copyFileSync(join(root, 'older', file), target);
      else if (damage === 'lost write') folder.loseWrite((page = random.pick(folder.changedPages())));
      else if (damage === 'truncated') writeFileSync(target, bytes.subarray(0, at));
      else {
        if (damage === 'flip') bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(0, 7));
        else if (damage === 'noise')
          for (let n = at; n < at + 64 && n < bytes.length; n++) bytes[n] = random.int(0, 255);
        else bytes.fill(0, page, Math.min(page + PAGE, bytes.length));
        writeFileSync(target, bytes);
      }
      return `${file} ${damage} at ${damage === 'lost write' ? page : at} of ${bytes.length}`;
    },
    open: () => open(),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
  return folder;
};
