/** What the user is told of a lost or damaged outbox, also if Satchel was killed or the disk failed meanwhile. */
import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recodeJournal, setOutboxAside } from '#core/accounts/files/outbox-files';
import type { Outbox } from '#core/outbox/create-outbox';
import type { Files } from '#core/ports/ports';
import { createFiles } from '#node/files';
import { SimRandom } from '../../../../simulation/sim-random';
import { VirtualTime } from '../../../../simulation/virtual-time';
import { companyCommand } from '../../../../support/outbox/outbox-bench';
import {
  at,
  codes,
  JUNK,
  looked,
  lose,
  LOST,
  made,
  notices,
  open,
  root,
  prepareOutboxFolders,
} from '../../../../support/outbox/outbox-folders';

prepareOutboxFolders();
const full = (code: string) => (): never => {
  throw Object.assign(new Error('full'), { code });
};

it('lines of a journal that cannot be read are reported also if Satchel ended after it had made a new outbox', () => {
  made('a', 2);
  for (const name of ['outbox.db', 'outbox.db-wal']) rmSync(at('a', name), { force: true });
  const bytes = readFileSync(at('a', 'outbox.journal'));
  writeFileSync(
    at('a', 'outbox.journal'),
    bytes.map((b) => (b === 10 ? 10 : b === 0x7b ? 0x7c : b ^ 1)),
  );
  const files = createFiles(root);
  // Files as a kill leaves them right before the journal is read into the new database.
  const journal: Files['journal'] = (...args) => {
    const file = files.journal(...args);
    return {
      ...file,
      read: () => {
        cpSync(join(root, 'a'), join(root, 'killed'), { recursive: true });
        return file.read();
      },
    };
  };
  looked('a', { files: { ...files, journal } });
  expect(codes()).toEqual(['outbox-missing']);
  looked('a', { directory: 'killed' });
  expect(codes()).toEqual(['outbox-missing']);
});

it('the outbox of a new account that did not open the first time is not told as lost', () => {
  const journal = (): never => {
    throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  };
  const files = { ...createFiles(root), journal };
  expect(() => open('a', { isExpected: false, files })).toThrow('full');
  // The local copy is there by now.
  looked('a', { isExpected: true });
  expect(notices).toEqual([]);
});

it('an outbox whose note cannot be read opens', () => {
  made('a');
  const files = createFiles(root);
  const readText: Files['readText'] = (name) => {
    if (name.endsWith('.note')) throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
    return files.readText(name);
  };
  expect(looked('a', { files: { ...files, readText } })).toEqual(['Company 0 of a']);
});

it('files that were missing at a start that failed, and are there again, are not told as lost', () => {
  made('a');
  const kept = join(root, 'kept');
  cpSync(join(root, 'a'), kept, { recursive: true });
  lose();
  const files = createFiles(root);
  const full = (): never => {
    throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
  };
  expect(() => open('a', { files: { ...files, open: full } })).toThrow('full');
  for (const name of ['outbox.db', 'outbox.journal']) copyFileSync(join(kept, name), at('a', name));
  expect(looked()).toEqual(['Company 0 of a']);
  expect(notices).toEqual([]);
});

it('a file that was missing at a start that failed, and is there again without its journal, is not told as lost', () => {
  made('a');
  const kept = join(root, 'kept');
  cpSync(join(root, 'a'), kept, { recursive: true });
  rmSync(at('a', 'outbox.db'));
  const files = createFiles(root);
  const full = (): never => {
    throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
  };
  expect(() => open('a', { files: { ...files, open: full } })).toThrow('full');
  copyFileSync(join(kept, 'outbox.db'), at('a', 'outbox.db'));
  rmSync(at('a', 'outbox.journal'));
  expect(looked()).toEqual(['Company 0 of a']);
  expect(notices).toEqual([]);
});

it('an outbox whose unreadable journal was set aside right before Satchel ended is not told as lost too', () => {
  made('a', 2);
  recodeJournal(createFiles(root), 'a/outbox.journal', 'ab'.repeat(32), 'ab'.repeat(32));
  rmSync(at('a', 'outbox.db'));
  const files = createFiles(root);
  const setAside: Files['setAside'] = (name) => {
    const aside = files.setAside(name);
    cpSync(join(root, 'a'), join(root, 'killed'), { recursive: true });
    return aside;
  };
  looked('a', { files: { ...files, setAside } });
  expect(codes()).toEqual(['outbox-missing']);
  looked('a', { directory: 'killed' });
  expect(codes()).toEqual(['outbox-missing']);
});

it('a journal that the user gave up is not told as lost', () => {
  made('a');
  rmSync(at('a', 'outbox.db'));
  setOutboxAside(createFiles(root), 'a');
  looked();
  expect(notices).toEqual([]);
});

it('a lost outbox of which nothing was there to be given up is told', () => {
  made('a');
  writeFileSync(at('a', 'outbox.db'), JUNK);
  looked();
  lose();
  setOutboxAside(createFiles(root), 'a');
  looked();
  expect(notices).toEqual([LOST]);
});

it('a loss is told until the user confirms it, also if a later outbox was given up', () => {
  made('a');
  lose();
  looked();
  expect(notices).toEqual([LOST]);
  setOutboxAside(createFiles(root), 'a');
  looked();
  expect(notices).toEqual([LOST]);
});

it('a damaged outbox without a journal is told again at the next start if the note could not be written', () => {
  made('a');
  writeFileSync(at('a', 'outbox.db'), JUNK);
  rmSync(at('a', 'outbox.journal'));
  const files = createFiles(root);
  const writeText = (name: string, text: string): void => {
    if (name.endsWith('.note')) throw new Error('ENOSPC');
    files.writeText(name, text);
  };
  looked('a', { files: { ...files, writeText } });
  expect(codes()).toEqual(['outbox-damaged']);
  looked();
  expect(codes()).toEqual(['outbox-damaged']);
});

it('a loss is noted before a new outbox is made', () => {
  made('a');
  lose();
  const files = createFiles(root);
  const journal: Files['journal'] = (...args) => ({
    ...files.journal(...args),
    replace: (...lines) => {
      files.journal(...args).replace(...lines);
      cpSync(join(root, 'a'), join(root, 'killed'), { recursive: true });
      throw Object.assign(new Error('killed'), { code: 'ENOSPC' });
    },
  });
  looked('a', { files: { ...files, journal } });
  looked('a', { directory: 'killed' });
  expect(notices).toEqual([LOST]);
});

const draft = (outbox: Outbox, id: string, form: unknown): void =>
  void outbox.saveDraft({ id, kind: 'lead', target: null, form, base: null });
/** The outbox was damaged; its rows are in a new one. */
const salvaged = (): void => {
  const database = createFiles(root).open('a/outbox.db');
  database.prepare("UPDATE meta SET value = 'x' WHERE key = 'schema'").run();
  database.close();
  looked();
  expect(codes()).toEqual(['outbox-salvaged']);
};

it('a draft whose end was never committed stays after a salvage', () => {
  made('a', 0);
  const outbox = open();
  for (const id of ['draft:a', 'draft:b']) draft(outbox, id, { n: 1 });
  outbox.close();
  salvaged();
  const before = join(root, 'before.db');
  copyFileSync(at('a', 'outbox.db'), before);
  const again = open();
  again.deleteDraft('draft:b');
  again.close();
  // Killed between the append to the journal and the commit.
  copyFileSync(before, at('a', 'outbox.db'));
  const last = open();
  const ids = last
    .drafts()
    .map(({ id }) => id)
    .toSorted();
  last.close();
  expect(ids).toEqual(['draft:a', 'draft:b']);
});

describe.each([[['draft:a', 'draft:b']], [['draft:b', 'draft:a']]])('drafts %s', (order) => {
  it('a draft typed after a salvage stays if the journal is older', () => {
    made('a', 0);
    const outbox = open();
    for (const id of order) draft(outbox, id, { n: 1 });
    outbox.close();
    salvaged();
    const older = readFileSync(at('a', 'outbox.journal'));
    const again = open();
    draft(again, 'draft:a', { n: 2 });
    again.close();
    // A power loss: the drafts are not synced in the journal.
    writeFileSync(at('a', 'outbox.journal'), older);
    const last = open();
    const typed = Object.fromEntries(last.drafts().map(({ id, form }) => [id, form]));
    last.close();
    expect(typed).toEqual({ 'draft:a': { n: 2 }, 'draft:b': { n: 1 } });
  });
});

it('a missing outbox.db beside an older journal that has only its head is told', () => {
  made('a', 0);
  const older = join(root, 'older');
  copyFileSync(at('a', 'outbox.journal'), older);
  const outbox = open();
  outbox.submit({ command: companyCommand('Lost'), base: null });
  outbox.close();
  rmSync(at('a', 'outbox.db'));
  copyFileSync(older, at('a', 'outbox.journal'));
  expect(looked()).toEqual([]);
  expect(notices).toEqual([LOST]);
});

it.each([true, false])(
  'an unreadable journal is kept; a full disk at the start: %s',
  async (isFullAtStart) => {
    made('a');
    writeFileSync(at('a', 'outbox.journal'), 'junk\n'.repeat(50));
    const files = createFiles(root);
    let isFull = isFullAtStart;
    const setAside: Files['setAside'] = (name) => (isFull ? full('ENOSPC')() : files.setAside(name));
    const time = new VirtualTime(1_800_000_000_000);
    const outbox = open('a', {
      files: { ...files, setAside },
      random: new SimRandom(5),
      clock: time,
      timers: time,
    });
    outbox.start();
    isFull = false;
    await time.advance(3_600_000);
    expect(outbox.summary().storage).toBe(null);
    expect(outbox.saveDraft({ id: 'draft:a', kind: 'lead', target: null, form: {}, base: null }).id).toBe(
      'draft:a',
    );
    outbox.close();
    expect(existsSync(at('a', 'outbox.journal.aside-1'))).toBe(true);
  },
);

it('drafts of before the update come back with a missing outbox.db and a torn last line', () => {
  made('a', 0);
  const outbox = open();
  outbox.saveDraft({ id: 'draft:a', kind: 'lead', target: null, form: { n: 1 }, base: null });
  outbox.close();
  const database = createFiles(root).open('a/outbox.db');
  database.prepare("DELETE FROM meta WHERE key = 'draft-changes'").run();
  database.close();
  rmSync(at('a', 'outbox.journal'));
  looked();
  const bytes = readFileSync(at('a', 'outbox.journal'));
  expect(bytes.toString()).toContain('draft:a');
  writeFileSync(at('a', 'outbox.journal'), Buffer.concat([bytes, bytes.subarray(0, 30)]));
  rmSync(at('a', 'outbox.db'));
  const again = open();
  const ids = again.drafts().map(({ id }) => id);
  again.close();
  expect(ids).toEqual(['draft:a']);
});

/** The database can have this many pages more. */
const onSmallDisk = (pages: number): Files => {
  const files = createFiles(root);
  return {
    ...files,
    open: (...args) => {
      const database = files.open(...args);
      const most = Number(database.pragma('page_count', { simple: true })) + pages;
      database.pragma(`max_page_count = ${most}`);
      return database;
    },
  };
};

it('a missing outbox is not told as lost while a full disk does not let its journal in', () => {
  made('a', 200);
  rmSync(at('a', 'outbox.db'));
  const outbox = open('a', { files: onSmallDisk(40) });
  expect([outbox.isRecovered(), outbox.list(), codes()]).toEqual([false, [], []]);
  outbox.close();
  expect(looked()).toHaveLength(200);
  expect(codes()).toEqual(['outbox-missing']);
});

it.each([[[]], [['draft:b']]])(
  'a journal that a full disk has not let into an older outbox.db is not overwritten; the user types %j',
  async (typed) => {
    made('a', 0);
    const older = join(root, 'older');
    copyFileSync(at('a', 'outbox.db'), older);
    const first = open('a', { random: new SimRandom(5) });
    for (let n = 0; n < 200; n += 1) first.submit({ command: companyCommand(`Company ${n}`), base: null });
    first.saveDraft({ id: 'draft:a', kind: 'lead', target: null, form: { n: 1 }, base: null });
    first.close();
    copyFileSync(older, at('a', 'outbox.db'));
    const time = new VirtualTime(1_800_000_000_000);
    const outbox = open('a', { files: onSmallDisk(2), clock: time, timers: time });
    outbox.start();
    expect(outbox.list()).toEqual([]);
    // The user types; it is refused.
    for (const id of typed)
      expect(() => outbox.saveDraft({ id, kind: 'lead', target: null, form: {}, base: null })).toThrow();
    await time.advance(20_000);
    // Killed.
    cpSync(join(root, 'a'), join(root, 'killed'), { recursive: true });
    outbox.close();
    const titles = looked('a', { directory: 'killed' });
    expect(codes()).toEqual(['outbox-missing']);
    expect(titles.length).toBe(200);
  },
);
