/** What a user is told when the file of unsent work is missing, damaged or of another account. */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenOutboxOptions } from '#core/accounts/files/open-outbox';
import { forgetRescue } from '#core/accounts/files/rescue-outbox';
import { recodeJournal, setOutboxAside } from '#core/accounts/files/outbox-files';
import { confirmLoss, forgetMadeAnew } from '#core/accounts/files/outbox-note';
import type { Files, SqlDatabase } from '#core/ports/ports';
import { createFiles } from '#node/files';
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
  OTHER,
  root,
  prepareOutboxFolders,
} from '../../../../support/outbox/outbox-folders';
import { SimRandom } from '../../../../simulation/sim-random';
import { companyCommand } from '../../../../support/outbox/outbox-bench';

prepareOutboxFolders();

/** A page in the middle of the file becomes noise. */
const withNoise = (): void => {
  const bytes = readFileSync(at('a', 'outbox.db'));
  const page = bytes.readUInt16BE(16);
  const middle = Math.floor(bytes.length / 2 / page) * page;
  writeFileSync(at('a', 'outbox.db'), bytes.fill(0xa5, middle, middle + page));
};
describe('a missing file', () => {
  it('is told as lost if it was there before, until the user confirms it', () => {
    looked();
    expect(notices).toEqual([LOST]);
    looked();
    expect(notices).toEqual([LOST]);
    confirmLoss(createFiles(root), 'a', 'outbox-lost');
    looked();
    expect(notices).toEqual([]);
  });

  it('is told as lost also if nothing else of the account was kept', () => {
    made('a');
    lose();
    looked('a', { isExpected: false });
    expect(notices).toEqual([LOST]);
  });

  it('is told as lost also if an earlier one was damaged and kept', () => {
    made('a');
    writeFileSync(at('a', 'outbox.db'), JUNK);
    looked();
    lose();
    expect(looked()).toEqual([]);
    expect(notices).toEqual([LOST]);
  });

  it('is told as lost also if Satchel ended while it made a new one', () => {
    made('a');
    lose();
    const ends = (): never => {
      throw new Error('killed');
    };
    expect(() => open('a', { notify: ends })).toThrow('killed');
    looked();
    expect(notices).toEqual([LOST]);
  });

  it('is told as lost also if the disk takes no note of it', () => {
    made('a');
    lose();
    const files = createFiles(root);
    const writeText = (name: string, text: string): void => {
      if (name.endsWith('.note')) throw new Error('ENOSPC');
      files.writeText(name, text);
    };
    looked('a', { files: { ...files, writeText } });
    expect(notices).toEqual([LOST]);
  });

  const withoutNote = (): { files: Files } => {
    const files = createFiles(root);
    const writeText = (name: string, text: string): void => {
      if (name.endsWith('.note')) throw new Error('ENOSPC');
      files.writeText(name, text);
    };
    return { files: { ...files, writeText } };
  };

  /** The disk takes no note, but it takes an item. */
  const savedWithoutNote = (): void => {
    const outbox = open('a', withoutNote());
    expect(notices).toEqual([LOST]);
    outbox.submit({ command: companyCommand('Later'), base: null });
    outbox.close();
  };

  it('is told as lost also if the disk takes no note of it and something is saved since', () => {
    made('a');
    lose();
    savedWithoutNote();
    for (const _ of ['once', 'again']) {
      expect(looked()).toEqual(['Later']);
      expect(notices).toEqual([LOST]);
    }
    confirmLoss(createFiles(root), 'a', 'outbox-lost');
    looked();
    expect(notices).toEqual([]);
  });

  it('is reported as lost also if the new file, the only one that knows of it, is damaged or older since', () => {
    const damages = {
      damaged: withNoise,
      older: () => copyFileSync(at('a', 'before.db'), at('a', 'outbox.db')),
    };
    for (const [name, damage] of Object.entries(damages)) {
      rmSync(join(root, 'a'), { recursive: true });
      mkdirSync(join(root, 'a'));
      made('a');
      lose();
      savedWithoutNote();
      copyFileSync(at('a', 'outbox.db'), at('a', 'before.db'));
      const outbox = open('a', { ...withoutNote(), random: new SimRandom(9) });
      outbox.submit({ command: companyCommand('Last'), base: null });
      outbox.close();
      damage();
      for (const note of [withoutNote(), {}, {}]) {
        expect([name, looked('a', note).toSorted()]).toEqual([name, ['Last', 'Later']]);
        expect([name, notices.length, notices]).toEqual([name, 2, expect.arrayContaining([LOST])]);
      }
    }
  });

  it('is not reported again if the user confirms it while the disk takes no note', () => {
    made('a');
    lose();
    savedWithoutNote();
    const files = createFiles(root);
    const outbox = open('a', {
      files: {
        ...files,
        writeText: () => {
          throw new Error('ENOSPC');
        },
      },
    });
    expect(notices).toEqual([LOST]);
    forgetMadeAnew(outbox.store);
    confirmLoss(files, 'a', 'outbox-lost');
    outbox.close();
    looked();
    expect(notices).toEqual([]);
  });

  it('is told as lost if its journal is empty too', () => {
    made('a');
    for (const name of ['outbox.db', 'outbox.journal']) writeFileSync(at('a', name), '');
    rmSync(at('a', 'outbox.db-wal'), { force: true });
    expect(looked()).toEqual([]);
    expect(notices).toEqual([LOST]);
  });

  it('is not told of a new account', () => {
    looked('a', { isExpected: false });
    expect(notices).toEqual([]);
  });

  it('is not told as lost if the user gave it up', () => {
    made('a');
    setOutboxAside(createFiles(root), 'a');
    looked();
    expect(notices).toEqual([]);
  });

  it('comes back from the journal, and that is told until the user confirms it', () => {
    made('a');
    rmSync(at('a', 'outbox.db'));
    expect(looked()).toEqual(['Company 0 of a']);
    const first = notices;
    expect(codes()).toEqual(['outbox-missing']);
    looked();
    expect(notices).toEqual(first);
    const outbox = open();
    forgetRescue(outbox);
    outbox.close();
    expect(looked()).toEqual(['Company 0 of a']);
    expect(notices).toEqual([]);
  });
});

describe('a missing file that had one draft only', () => {
  it('comes back from the journal, and that is told', () => {
    const outbox = open('a', { isExpected: false });
    outbox.saveDraft({ id: 'draft:a', kind: 'lead', target: null, form: { n: 1 }, base: null });
    outbox.close();
    rmSync(at('a', 'outbox.db'));
    const again = open();
    expect(again.drafts().map(({ id }) => id)).toEqual(['draft:a']);
    again.close();
    expect(codes()).toEqual(['outbox-missing']);
  });
});

describe('the journal of another account', () => {
  beforeEach(() => {
    made('a');
    made(OTHER, 2);
    copyFileSync(at(OTHER, 'outbox.journal'), at('a', 'outbox.journal'));
  });

  it('is set aside and brings nothing; beside a sound file nothing is lost', () => {
    expect(looked()).toEqual(['Company 0 of a']);
    expect(existsSync(at('a', 'outbox.journal.aside-1'))).toBe(true);
    expect(codes()).not.toContain('outbox-lost');
  });

  it('cannot replace a missing file, which is told as lost', () => {
    rmSync(at('a', 'outbox.db'));
    expect(looked()).toEqual([]);
    expect(notices).toContainEqual(LOST);
  });

  it('cannot replace a missing file, also if Satchel ended after it had made a new one', () => {
    const files = createFiles(root);
    const setAside = (): never => {
      throw new Error('killed');
    };
    rmSync(at('a', 'outbox.db'));
    expect(() => open('a', { files: { ...files, setAside } })).toThrow('killed');
    const note = JSON.parse(readFileSync(at('a', 'outbox.note'), 'utf8')) as object;
    expect(note).toEqual({ isMade: true, isMissing: true, isOpen: false, losses: [] });
    expect(looked()).toEqual([]);
    expect(notices).toContainEqual(LOST);
  });

  it('beside a new file is set aside and not told as a loss', () => {
    rmSync(at('a', 'outbox.db'));
    rmSync(at('a', 'outbox.note'));
    expect(looked('a', { isExpected: false })).toEqual([]);
    expect(codes()).not.toContain('outbox-lost');
  });
});

describe('after Satchel ended without closing the file', () => {
  /** The folder as a kill leaves it: the last item is only in the write-ahead log and in the journal. */
  const killed = (): void => {
    made('a');
    const outbox = open('a', { random: new SimRandom(5) });
    outbox.submit({ command: companyCommand('The last one'), base: null });
    cpSync(at('a', ''), at('killed', ''), { recursive: true });
    outbox.close();
    rmSync(at('a', ''), { recursive: true });
    cpSync(at('killed', ''), at('a', ''), { recursive: true });
  };
  const UNCHECKED = { code: 'outbox-unchecked', detail: '' };

  it.each([
    ['missing', () => rmSync(at('a', 'outbox.journal'))],
    ['empty', () => writeFileSync(at('a', 'outbox.journal'), '')],
    ['unreadable', () => writeFileSync(at('a', 'outbox.journal'), JUNK)],
  ])('a missing log beside a journal that is %s is told until the user confirms it', (_, damage) => {
    killed();
    rmSync(at('a', 'outbox.db-wal'));
    damage();
    expect(looked()).toEqual(['Company 0 of a']);
    expect(notices).toEqual([UNCHECKED]);
    looked();
    expect(notices).toEqual([UNCHECKED]);
    confirmLoss(createFiles(root), 'a', 'outbox-unchecked');
    looked();
    expect(notices).toEqual([]);
  });

  it('nothing is lost if only the log is missing, or only the journal', () => {
    for (const name of ['outbox.db-wal', 'outbox.journal']) {
      killed();
      rmSync(at('a', name));
      expect(looked()).toEqual(['Company 0 of a', 'The last one']);
      expect(codes()).not.toContain('outbox-unchecked');
      rmSync(at('a', ''), { recursive: true });
      mkdirSync(at('a', ''));
    }
  });

  it('a journal that is missing after the file was closed is not told: the file has everything', () => {
    made('a');
    rmSync(at('a', 'outbox.journal'));
    expect(looked()).toEqual(['Company 0 of a']);
    expect(notices).toEqual([]);
  });
});

describe('a damaged file', () => {
  it('without a journal is kept under another name, and the loss is told until the user confirms it', () => {
    made('a');
    writeFileSync(at('a', 'outbox.db'), JUNK);
    rmSync(at('a', 'outbox.journal'));
    expect(looked()).toEqual([]);
    const told = [{ code: 'outbox-damaged', detail: 'a/outbox.db.aside-1' }];
    expect(notices).toEqual(told);
    expect(existsSync(at('a', 'outbox.db.aside-1'))).toBe(true);
    looked();
    expect(notices).toEqual(told);
    confirmLoss(createFiles(root), 'a', 'outbox-damaged');
    looked();
    expect(notices).toEqual([]);
  });

  it('comes back from the journal, told with counts until the user confirms it', () => {
    made('a', 3);
    writeFileSync(at('a', 'outbox.db'), JUNK);
    expect(looked()).toHaveLength(3);
    expect(codes()).toEqual(['outbox-salvaged']);
    expect(JSON.parse(notices[0]?.detail ?? '')).toMatchObject({
      recovered: 3,
      total: 3,
      drafts: 0,
      file: 'a/outbox.db.aside-1',
    });
    const first = notices;
    looked();
    expect(notices).toEqual(first);
    const outbox = open();
    expect(outbox.list().every(({ held }) => held)).toBe(true);
    forgetRescue(outbox);
    outbox.close();
    looked();
    expect(notices).toEqual([]);
  });

  it('comes back from a journal with a damaged entry, and that is told too: an item may lack its last change', () => {
    made('a', 3);
    const outbox = open();
    const [first] = outbox.list();
    outbox.edit(first!.id, { command: companyCommand('Edited') });
    outbox.close();
    writeFileSync(at('a', 'outbox.db'), JUNK);
    const journal = readFileSync(at('a', 'outbox.journal'));
    writeFileSync(at('a', 'outbox.journal'), journal.fill(0, journal.lastIndexOf('Edited')));
    expect(looked()).not.toContain('Edited');
    expect(JSON.parse(notices[0]?.detail ?? '')).toMatchObject({ recovered: 3, total: 3, lost: 1 });
  });

  it('leaves no copy that was made to read it', () => {
    made('a', 3);
    writeFileSync(at('a', 'outbox.db'), JUNK);
    looked();
    expect(readdirSync(join(root, 'a')).toSorted()).toEqual([
      'outbox.db',
      'outbox.db.aside-1',
      'outbox.journal',
      'outbox.note',
    ]);
  });

  it('of another account is refused, and stays where it is', () => {
    made('a');
    made(OTHER);
    copyFileSync(at(OTHER, 'outbox.db'), at('a', 'outbox.db'));
    expect(() => open()).toThrow(expect.objectContaining({ code: 'account-mismatch' }));
    expect(existsSync(at('a', 'outbox.db.aside-1'))).toBe(false);
  });

  it('of which most can be read has its rows copied, also without a journal, and says how many', () => {
    made('a', 30);
    withNoise();
    rmSync(at('a', 'outbox.journal'));
    const titles = looked();
    expect(titles.length).toBeGreaterThan(15);
    expect(codes()).toEqual(['outbox-salvaged']);
    expect(JSON.parse(notices[0]?.detail ?? '')).toMatchObject({
      recovered: titles.length,
      file: 'a/outbox.db.aside-1',
    });
  });

  it('of which most can be read loses nothing if its journal is there', () => {
    made('a', 30);
    withNoise();
    expect(looked()).toHaveLength(30);
    expect(JSON.parse(notices[0]?.detail ?? '')).toMatchObject({ recovered: 30, total: 30 });
  });

  it('that SQLite finds sound, but whose account has a letter changed, is set aside', () => {
    made(OTHER);
    const database = createFiles(root).open(`${OTHER}/outbox.db`);
    database.prepare("UPDATE meta SET value = ? WHERE key = 'account'").run(OTHER.replace('3f2b', '3f2c'));
    database.close();
    expect(looked(OTHER)).toEqual([`Company 0 of ${OTHER}`]);
    expect(codes()).toEqual(['outbox-salvaged']);
  });

  it.each([
    ['only drafts', 0, 2],
    ['as many drafts as items', 2, 2],
  ])('that held %s: they come back, and are told', (_, items, drafts) => {
    made('a', items);
    const outbox = open();
    for (let n = 0; n < drafts; n += 1)
      outbox.saveDraft({ id: `draft:${n}`, kind: 'lead', target: null, form: { name: 'Typed' }, base: null });
    outbox.close();
    writeFileSync(at('a', 'outbox.db'), JUNK);
    const again = open();
    expect([again.list().length, again.drafts().length]).toEqual([items, drafts]);
    again.close();
    expect(codes()).toEqual(['outbox-salvaged']);
    expect(JSON.parse(notices[0]?.detail ?? '')).toMatchObject({ recovered: items, drafts });
  });

  it('is rescued and told also if Satchel is killed at any step of the rescue', () => {
    made('a', 30);
    withNoise();
    rmSync(at('a', 'outbox.journal'));
    let kills = 0;
    /** The files as a kill at this moment would leave them. */
    const kill = (): void => cpSync(join(root, 'a'), join(root, `killed-${kills++}`), { recursive: true });
    const files = createFiles(root);
    const watched: Files = { ...files };
    for (const step of ['writeText', 'setAside', 'open', 'journal', 'foldLog', 'remove'] as const)
      Object.assign(watched, {
        [step]: (...args: unknown[]): unknown => {
          kill();
          const answer = Reflect.apply(files[step], files, args) as unknown;
          kill();
          return answer;
        },
      });
    const rescued = looked('a', { files: watched });
    kill();
    expect(rescued.length).toBeGreaterThan(15);
    expect(kills).toBeGreaterThan(10);
    for (let n = 0; n < kills; n += 1) {
      expect(looked('a', { directory: `killed-${n}` })).toEqual(rescued);
      expect(codes()).toEqual(['outbox-salvaged']);
      expect(JSON.parse(notices[0]?.detail ?? '')).toMatchObject({ recovered: rescued.length });
      const outbox = open('a', { directory: `killed-${n}` });
      for (const { id } of outbox.list())
        expect(outbox.store.ledger(id).map(({ event }) => event)).toEqual(['submitted', 'restored']);
      outbox.close();
    }
  });

  it('is also rescued if the new file is damaged during the rescue', () => {
    made('a', 30);
    withNoise();
    rmSync(at('a', 'outbox.journal'));
    const files = createFiles(root);
    const killed = new Error('killed');
    const folding: Partial<OpenOutboxOptions> = {
      files: {
        ...files,
        foldLog: () => {
          throw Object.assign(killed, { code: 'SQLITE_FULL' });
        },
      },
    };
    expect(() => open('a', folding)).toThrow(killed);
    writeFileSync(at('a', 'outbox.db'), JUNK);
    expect(looked().length).toBeGreaterThan(15);
    expect(codes()).toEqual(['outbox-salvaged']);
    expect(existsSync(at('a', 'outbox.db.aside-2'))).toBe(true);
    // What was set aside is copied once.
    rmSync(at('a', 'outbox.db'));
    rmSync(at('a', 'outbox.journal'));
    expect(looked()).toEqual([]);
  });

  it('is not set aside because the disk fails', () => {
    made('a');
    const files = createFiles(root);
    const failed = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
    const failing: Partial<OpenOutboxOptions> = {
      files: {
        ...files,
        open: (...args) => {
          const database = files.open(...args);
          vi.spyOn(database, 'pragma').mockImplementation(() => {
            throw failed;
          });
          return database;
        },
      },
    };
    expect(() => open('a', failing)).toThrow(failed);
    expect(existsSync(at('a', 'outbox.db.aside-1'))).toBe(false);
    expect(looked()).toEqual(['Company 0 of a']);
  });
});

describe('a file that is refused', () => {
  it('is closed again, with its journal: the next try can open it', () => {
    made('a');
    made(OTHER);
    copyFileSync(at(OTHER, 'outbox.db'), at('a', 'outbox.db'));
    const files = createFiles(root);
    const databases: SqlDatabase[] = [];
    const closed: string[] = [];
    const watched: Files = {
      ...files,
      open: (...args) => {
        const database = files.open(...args);
        databases.push(database);
        return database;
      },
      journal: (...args) => {
        const journal = files.journal(...args);
        return {
          ...journal,
          close: () => {
            closed.push('journal');
            journal.close();
          },
        };
      },
    };
    expect(() => open('a', { files: watched })).toThrow(
      expect.objectContaining({ code: 'account-mismatch' }),
    );
    expect([databases.map((database) => database.open), closed]).toEqual([[false], ['journal']]);
  });
});

it('an entry of a partial index without its row is damage, although the check of SQLite does not find it', () => {
  made('a', 0);
  const before = readFileSync(at('a', 'outbox.db'));
  const outbox = open('a');
  outbox.submit({ command: companyCommand('Edited', '77'), base: null });
  outbox.close();
  const after = readFileSync(at('a', 'outbox.db'));
  const database = createFiles(root).open('a/outbox.db');
  const pages = database
    .prepare<{ rootpage: number }>(
      `SELECT rootpage FROM sqlite_schema
       WHERE name IN ('intents', 'sqlite_autoindex_intents_1', 'intents_by_state', 'locals')`,
    )
    .all();
  const size = Number(database.pragma('page_size', { simple: true }));
  database.close();
  for (const { rootpage } of pages)
    before.copy(after, (rootpage - 1) * size, (rootpage - 1) * size, rootpage * size);
  writeFileSync(at('a', 'outbox.db'), after);
  const reopened = open('a');
  expect(reopened.list()).toMatchObject([{ title: 'Edited', state: 'queued', held: true }]);
  expect(existsSync(at('a', 'outbox.db.aside-1'))).toBe(true);
  reopened.close();
});

describe('the form of the journal', () => {
  const KEY = 'ab'.repeat(32);
  const encryptJournal = (): boolean => recodeJournal(createFiles(root), 'a/outbox.journal', KEY, KEY);

  it('encrypted beside an older plain file: the file is encrypted, and what it lacks comes back', () => {
    made('a', 1);
    const older = join(root, 'older.db');
    copyFileSync(at('a', 'outbox.db'), older);
    const outbox = open('a', { random: new SimRandom(5) });
    for (const name of ['Later', 'Last']) outbox.submit({ command: companyCommand(name), base: null });
    outbox.close();
    encryptJournal();
    copyFileSync(older, at('a', 'outbox.db'));
    expect(looked('a', { key: KEY })).toEqual(['Company 0 of a', 'Later', 'Last']);
    const { databaseKind, journalForm } = createFiles(root);
    expect([databaseKind('a/outbox.db'), journalForm('a/outbox.journal')]).toEqual([
      'encrypted',
      'encrypted',
    ]);
    expect(notices.map(({ code }) => code)).toEqual(['outbox-older']);
  });

  it('encrypted beside an older plain file, and nobody has its key: what waits in the file is in doubt', () => {
    made('a', 2);
    encryptJournal();
    expect(looked('a')).toHaveLength(2);
    expect(notices).toMatchObject([{ code: 'outbox-older' }]);
    expect(JSON.parse(notices[0]!.detail)).toMatchObject({ held: 0, inDoubt: 2 });
    expect(existsSync(at('a', 'outbox.journal.aside-1'))).toBe(true);
    const outbox = open('a');
    expect(outbox.list().map(({ state }) => state)).toEqual(['uncertain', 'uncertain']);
    outbox.close();
  });

  it('encrypted without a file, and nobody has its key: the loss is told', () => {
    made('a', 2);
    encryptJournal();
    rmSync(at('a', 'outbox.db'));
    expect(looked('a')).toEqual([]);
    expect(notices).toMatchObject([{ code: 'outbox-missing' }]);
    expect(JSON.parse(notices[0]!.detail).lost).toBeGreaterThan(0);
    expect(existsSync(at('a', 'outbox.journal.aside-1'))).toBe(true);
  });

  it.each([
    ['in its pages', (bytes: Buffer) => bytes.fill(0, 4096)],
    ['in its header', (bytes: Buffer) => bytes.fill(9, 47, 48)],
  ])('encrypted beside a plain file, damaged %s: the journal brings it back, encrypted', (_, damage) => {
    made('a', 2);
    encryptJournal();
    writeFileSync(at('a', 'outbox.db'), damage(readFileSync(at('a', 'outbox.db'))));
    expect(looked('a', { key: KEY })).toHaveLength(2);
    expect(createFiles(root).databaseKind('a/outbox.db')).toBe('encrypted');
  });

  it('plain, like its file: it stays in its place', () => {
    made('a', 2);
    expect(looked()).toHaveLength(2);
    expect(readdirSync(join(root, 'a')).toSorted()).toEqual(['outbox.db', 'outbox.journal', 'outbox.note']);
  });

  it('encrypted without a file: the file comes back, encrypted', () => {
    made('a', 2);
    encryptJournal();
    rmSync(at('a', 'outbox.db'));
    expect(looked('a', { key: KEY })).toHaveLength(2);
    expect(createFiles(root).databaseKind('a/outbox.db')).toBe('encrypted');
    expect(looked('a', { key: KEY })).toHaveLength(2);
  });
});
