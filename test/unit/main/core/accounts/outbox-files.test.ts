/**
 * The files of unsent work: which key opens them, what is set aside, and that their copies have the same
 * form.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  keepCopiesInStep,
  outboxKeyOf,
  recodeJournal,
  setDamagedAside,
  setOutboxAside,
} from '#core/accounts/files/outbox-files';
import { endSalvage, isBeingSalvaged, notSalvaged } from '#core/accounts/files/salvage-note';
import type { Files, KeyAnswer, OutboxKeys } from '#core/ports/ports';
import { createFiles } from '#node/files';
import { memoryLog, noOutboxKeys } from '../../../../support/sync/core-fixture';

const KEY = 'ab'.repeat(32);
const OTHER_KEY = 'cd'.repeat(32);
const WAITING = { kind: 'unavailable', reason: 'waiting' } as const;

let folder: string;
let files: Files;
let log: ReturnType<typeof memoryLog>;
let keyring: { answer: KeyAnswer; hasCode: boolean; proved: boolean; asked: number; forgot: string[] };
let keys: OutboxKeys;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-outbox-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'a'));
  files = createFiles(folder);
  log = memoryLog();
  keyring = { answer: { kind: 'key', key: KEY }, hasCode: false, proved: false, asked: 0, forgot: [] };
  keys = {
    ...noOutboxKeys(files),
    get: async () => {
      keyring.asked += 1;
      return keyring.answer;
    },
    hasCode: () => keyring.hasCode,
    proved: () => keyring.proved,
    forget: (id) => {
      keyring.forgot.push(id);
      for (const name of ['outbox.key', 'outbox.recovery']) rmSync(at(name), { force: true });
    },
  };
});
const at = (name: string): string => join(folder, 'a', name);
const place = () => ({ files, keys, log, directory: 'a', accountId: 'a-1' });
const put = (texts: Record<string, string>): void => {
  for (const [name, text] of Object.entries(texts)) writeFileSync(at(name), text);
};
const text = (name: string): string => readFileSync(at(name), 'utf8');
const names = (): string[] => readdirSync(join(folder, 'a')).toSorted();
const database = (name: string, key: string | null = null): void => {
  const made = files.open(name);
  made.exec("CREATE TABLE t (x TEXT); INSERT INTO t VALUES ('said')");
  made.close();
  if (key !== null) files.encrypt(name, key);
};
const journal = (name: string, key: string | null = null): void => {
  const made = files.journal(name, key, key);
  made.append(['{"said":1}', '{"said":2}'], true);
  made.close();
};
const records = (name: string, key: string | null): string[] => {
  const made = files.journal(name, key, key);
  const read = made.read();
  made.close();
  return read.records;
};

describe('the key of the outbox', () => {
  it('is none for a plain one, and nobody is asked', async () => {
    database('a/outbox.db');
    keyring.hasCode = true;
    expect([await outboxKeyOf(place()), keyring.asked]).toEqual([null, 0]);
  });

  it('is none for a new one, unless a code can open one that comes back', async () => {
    expect([await outboxKeyOf(place()), keyring.asked]).toEqual([null, 0]);
    keyring.hasCode = true;
    expect(await outboxKeyOf(place())).toBe(KEY);
  });

  it('is the one of the keyring, if it opens the file', async () => {
    database('a/outbox.db', KEY);
    expect(await outboxKeyOf(place())).toBe(KEY);
  });

  it.each([true, false])('of another file locks it; a code can open it: %s', async (hasCode) => {
    database('a/outbox.db', OTHER_KEY);
    keyring.hasCode = hasCode;
    await expect(outboxKeyOf(place())).rejects.toMatchObject({
      code: 'outbox-locked',
      reason: 'undecryptable',
      hasCode,
    });
    expect(names()).toEqual(['outbox.db']);
  });

  it('that the code has opened is right: then the file is damaged', async () => {
    database('a/outbox.db', OTHER_KEY);
    keyring.proved = true;
    expect(await outboxKeyOf(place())).toBe(KEY);
  });

  it.each(['absent', 'plain'])(
    'that does not read the journal beside an outbox that is %s locks it, until the code has opened one',
    async (form) => {
      if (form === 'plain') database('a/outbox.db');
      journal('a/outbox.journal', OTHER_KEY);
      keyring.hasCode = true;
      await expect(outboxKeyOf(place())).rejects.toMatchObject({ reason: 'undecryptable', hasCode: true });
      keyring.proved = true;
      expect(await outboxKeyOf(place())).toBe(KEY);
      // Without a code, nothing else can read the journal.
      Object.assign(keyring, { hasCode: false, proved: false });
      await expect(outboxKeyOf(place())).resolves.toBe(KEY);
      expect(records('a/outbox.journal', OTHER_KEY)).toHaveLength(2);
    },
  );

  it('is not called wrong because the disk fails', async () => {
    database('a/outbox.db', KEY);
    const failed = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
    vi.spyOn(files, 'open').mockImplementation(() => {
      throw failed;
    });
    await expect(outboxKeyOf(place())).rejects.toBe(failed);
  });

  it.each(['waiting', 'undecryptable', 'no-keyring'] as const)(
    'that is not available (%s) locks the account; a code can open it or not',
    async (reason) => {
      database('a/outbox.db', KEY);
      keyring.answer = { kind: 'unavailable', reason };
      for (const hasCode of [true, false]) {
        keyring.hasCode = hasCode;
        await expect(outboxKeyOf(place())).rejects.toMatchObject({ reason, hasCode });
      }
    },
  );

  it('is that of an encrypted outbox whose salvage has not ended, though no outbox is there', async () => {
    database('a/outbox.db', KEY);
    setDamagedAside(files, 'a');
    expect(await outboxKeyOf(place())).toBe(KEY);
    keyring.answer = { kind: 'unavailable', reason: 'waiting' };
    await expect(outboxKeyOf(place())).rejects.toMatchObject({ reason: 'waiting' });
    // The user goes on without it: it is kept with its wraps, and nobody asks for its key any more.
    expect(setOutboxAside(files, 'a')).toBe('a/outbox.db.aside-1');
    expect(await outboxKeyOf(place())).toBeNull();
    expect(files.databaseKind('a/outbox.db.aside-1')).toBe('encrypted');
  });

  it('that nobody has is missing if there is a code; without one the file is damaged', async () => {
    database('a/outbox.db', KEY);
    keyring.answer = { kind: 'none' };
    keyring.hasCode = true;
    await expect(outboxKeyOf(place())).rejects.toMatchObject({ reason: 'missing', hasCode: true });
    keyring.hasCode = false;
    expect(await outboxKeyOf(place())).toBeNull();
  });
});

describe('wraps that were set aside', () => {
  it('come back for an encrypted outbox: the latest of each', async () => {
    database('a/outbox.db', KEY);
    put({ 'outbox.key.aside-2': 'two', 'outbox.key.aside-10': 'ten', 'outbox.key.aside-9': 'nine' });
    put({ 'outbox.recovery.aside-1': 'one' });
    await outboxKeyOf(place());
    expect([text('outbox.key'), text('outbox.recovery')]).toEqual(['ten', 'one']);
  });

  it.each(['outbox.key', 'outbox.recovery'])('stay aside while %s is there', async (present) => {
    database('a/outbox.db', KEY);
    put({ [present]: 'present', 'outbox.key.aside-1': 'old', 'outbox.recovery.aside-1': 'old' });
    await outboxKeyOf(place());
    expect(names().filter((name) => name === 'outbox.key' || name === 'outbox.recovery')).toEqual([present]);
    expect(text(present)).toBe('present');
  });

  it('stay aside for a plain outbox and for none', async () => {
    put({ 'outbox.key.aside-1': 'old' });
    await outboxKeyOf(place());
    database('a/outbox.db');
    await outboxKeyOf(place());
    expect(names()).not.toContain('outbox.key');
  });
});

describe('the key of the journal', () => {
  it.each(['plain', 'absent'])('is none for one that is %s', async (form) => {
    if (form === 'plain') journal('a/outbox.journal');
    expect([await outboxKeyOf(place()), keyring.asked]).toEqual([null, 0]);
  });

  it.each(['absent', 'plain'])('of an encrypted one is that of its %s outbox', async (form) => {
    if (form === 'plain') database('a/outbox.db');
    journal('a/outbox.journal', KEY);
    put({ 'outbox.key.aside-1': 'old' });
    expect(await outboxKeyOf(place())).toBe(KEY);
    expect(text('outbox.key')).toBe('old');
  });

  it('that is not available locks the account: the journal is not started anew', async () => {
    journal('a/outbox.journal', KEY);
    keyring.answer = WAITING;
    for (const hasCode of [true, false]) {
      keyring.hasCode = hasCode;
      await expect(outboxKeyOf(place())).rejects.toMatchObject({ reason: 'waiting', hasCode });
    }
    Object.assign(keyring, { answer: { kind: 'none' }, hasCode: true });
    await expect(outboxKeyOf(place())).rejects.toMatchObject({ reason: 'missing', hasCode: true });
    expect(records('a/outbox.journal', KEY)).toHaveLength(2);
  });

  it('that nobody has and no code opens is none', async () => {
    journal('a/outbox.journal', KEY);
    keyring.answer = { kind: 'none' };
    expect(await outboxKeyOf(place())).toBeNull();
    expect(names()).toEqual(['outbox.journal']);
  });
});

describe('an outbox that is set aside', () => {
  it('because it cannot be opened takes journal and wraps along', () => {
    put({
      'outbox.db': 'd',
      'outbox.journal': 'j',
      'outbox.key': 'k',
      'outbox.recovery': 'r',
      'cache.db': 'c',
    });
    expect(setOutboxAside(files, 'a')).toBe('a/outbox.db.aside-1');
    expect(names()).toEqual([
      'cache.db',
      'outbox.db.aside-1',
      'outbox.journal.aside-1',
      'outbox.key.aside-1',
      'outbox.note',
      'outbox.recovery.aside-1',
    ]);
  });

  it('may have no journal and no wraps', () => {
    put({ 'outbox.db': 'd' });
    setOutboxAside(files, 'a');
    expect(names()).toEqual(['outbox.db.aside-1', 'outbox.note']);
  });

  it('because it is damaged leaves its journal, and both files have the wraps', () => {
    put({ 'outbox.db': 'd', 'outbox.journal': 'j', 'outbox.key': 'k', 'outbox.recovery': 'r' });
    expect(setDamagedAside(files, 'a')).toBe('a/outbox.db.aside-1');
    expect(names()).toEqual([
      'outbox.db.aside-1',
      'outbox.journal',
      'outbox.key',
      'outbox.key.aside-1',
      'outbox.recovery',
      'outbox.recovery.aside-1',
      'outbox.salvage',
    ]);
    expect([text('outbox.key'), text('outbox.recovery')]).toEqual(['k', 'r']);
  });

  it('because it is damaged gets no wrap that it did not have', () => {
    put({ 'outbox.db': 'd', 'outbox.recovery': 'r' });
    setDamagedAside(files, 'a');
    expect(names()).toEqual([
      'outbox.db.aside-1',
      'outbox.recovery',
      'outbox.recovery.aside-1',
      'outbox.salvage',
    ]);
  });

  it('because it is damaged is listed as not copied, with later damaged files, until the copying ends', () => {
    put({ 'outbox.db': 'd', 'outbox.db.aside-9': 'x', 'outbox.db.aside-10': 'y' });
    expect(notSalvaged(files, 'a')).toEqual([]);
    setDamagedAside(files, 'a');
    put({ 'outbox.db': 'e' });
    setDamagedAside(files, 'a');
    expect(notSalvaged(files, 'a')).toEqual(['a/outbox.db.aside-1', 'a/outbox.db.aside-2']);
    put({ 'outbox.salvage': '\0\0\0' });
    expect(notSalvaged(files, 'a')).toEqual(['a/outbox.db.aside-10']);
    endSalvage(files, 'a');
    expect([isBeingSalvaged(files, 'a'), notSalvaged(files, 'a')]).toEqual([false, []]);
  });
});

describe('copies of the outbox', () => {
  const COPIES = ['a/outbox.db.aside-1', 'a/outbox.before-7-1800.db', 'backups/b1/a-1-outbox.db'];
  const JOURNALS = ['a/outbox.journal.aside-2', 'backups/b1/a-1-outbox.journal'];
  const lay = (key: string | null): void => {
    mkdirSync(join(folder, 'backups/b1'), { recursive: true });
    mkdirSync(join(folder, 'backups/b2'), { recursive: true });
    for (const copy of COPIES) database(copy, key);
    for (const copy of JOURNALS) journal(copy, key);
  };
  const forms = (): string[] => [
    ...COPIES.map((copy) => files.databaseKind(copy)),
    ...JOURNALS.map((copy) => files.journalForm(copy)),
  ];
  const ALL = (form: string): string[] => Array.from({ length: 5 }, () => form);

  it('are encrypted with it, with what they hold', async () => {
    lay(null);
    put({ 'outbox.key': 'k' });
    expect(await keepCopiesInStep(place(), true, true)).toBe(0);
    expect(forms()).toEqual(ALL('encrypted'));
    const opened = files.open(COPIES[1] ?? '', KEY);
    expect(opened.prepare('SELECT x FROM t').pluck().all()).toEqual(['said']);
    opened.close();
    expect(records(JOURNALS[0] ?? '', KEY)).toEqual(['{"said":1}', '{"said":2}']);
    expect([text('outbox.key'), keyring.forgot]).toEqual(['k', []]);
  });

  it('are decrypted with it; its wraps are then deleted', async () => {
    lay(KEY);
    put({ 'outbox.key': 'k', 'outbox.recovery': 'r' });
    expect(await keepCopiesInStep(place(), false, true)).toBe(0);
    expect(forms()).toEqual(ALL('plain'));
    expect(records(JOURNALS[1] ?? '', null)).toEqual(['{"said":1}', '{"said":2}']);
    expect([keyring.forgot, names().filter((name) => /key|recovery/.test(name))]).toEqual([['a-1'], []]);
  });

  it('that are none leave wraps that no file needs; these are kept aside, because their file may come back', async () => {
    put({ 'outbox.key': 'k', 'outbox.recovery': 'r' });
    await keepCopiesInStep(place(), false, false);
    expect(names()).toEqual(['outbox.key.aside-1', 'outbox.recovery.aside-1']);
    expect(keyring.forgot).toEqual(['a-1']);
  });

  it('that have the right form already need no key', async () => {
    lay(KEY);
    put({ 'outbox.key': 'k' });
    expect(await keepCopiesInStep(place(), true, false)).toBe(0);
    expect([keyring.asked, keyring.forgot]).toEqual([0, []]);
  });

  it.each(['a database', 'a journal'])('are looked after also if it is only %s', async (what) => {
    put({ 'outbox.key': 'k' });
    if (what === 'a database') database('a/outbox.db.aside-4');
    else journal('a/outbox.journal.aside-4');
    expect(await keepCopiesInStep(place(), true, false)).toBe(0);
    expect([
      files.databaseKind('a/outbox.db.aside-4'),
      files.journalForm('a/outbox.journal.aside-4'),
    ]).toContain('encrypted');
  });

  it.each([
    ['no key is available', () => (keyring.answer = WAITING)],
    ['there is no wrap', () => rmSync(at('outbox.key'))],
  ])('that are still plain are counted if %s', async (_, spoil) => {
    lay(null);
    put({ 'outbox.key': 'k' });
    spoil();
    expect(await keepCopiesInStep(place(), true, false)).toBe(ALL('plain').length);
    expect(forms()).toEqual(ALL('plain'));
  });

  it('that are journals and cannot be rewritten are counted too, and the others are encrypted', async () => {
    lay(null);
    put({ 'outbox.key': 'k' });
    const open = files.journal;
    vi.spyOn(files, 'journal').mockImplementation((name, ...keys) => {
      const opened = open(name, ...keys);
      const replace = (): never => {
        throw new Error('full');
      };
      return name === JOURNALS[0] ? { ...opened, replace } : opened;
    });
    expect(await keepCopiesInStep(place(), true, false)).toBe(1);
    expect(forms().filter((form) => form === 'plain')).toHaveLength(1);
    expect(log.lines).toMatchObject([{ level: 'warn', facts: { name: JOURNALS[0], error: 'full' } }]);
  });

  it('that are journals and stay encrypted beside a plain outbox keep the wraps in place', async () => {
    journal(JOURNALS[0] ?? '', KEY);
    put({ 'outbox.key': 'k' });
    keyring.answer = WAITING;
    expect(await keepCopiesInStep(place(), false, true)).toBe(0);
    expect([text('outbox.key'), keyring.forgot]).toEqual(['k', []]);
  });

  it('that are still plain are counted if the keychain fails', async () => {
    lay(null);
    put({ 'outbox.key': 'k' });
    keys = { ...keys, get: () => Promise.reject(new Error('no answer')) };
    expect(await keepCopiesInStep(place(), true, false)).toBe(ALL('plain').length);
  });

  it('that are too damaged are counted, and the others are encrypted', async () => {
    lay(null);
    put({ 'outbox.key': 'k' });
    const encrypt = files.encrypt;
    vi.spyOn(files, 'encrypt').mockImplementation((name, key) => {
      if (name === COPIES[0]) throw new Error('malformed');
      encrypt(name, key);
    });
    expect(await keepCopiesInStep(place(), true, false)).toBe(1);
    expect(forms()).toEqual(['plain', ...ALL('encrypted').slice(1)]);
    expect(log.lines).toMatchObject([{ level: 'warn', facts: { name: COPIES[0], error: 'malformed' } }]);
  });

  it('of the journal that the disk does not rewrite are counted, and the others are encrypted', async () => {
    lay(null);
    put({ 'outbox.key': 'k' });
    const open = files.journal;
    vi.spyOn(files, 'journal').mockImplementation((name, ...rest) => {
      const opened = open(name, ...rest);
      const replace = (): never => {
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      };
      return name === JOURNALS[0] ? { ...opened, replace } : opened;
    });
    expect(await keepCopiesInStep(place(), true, false)).toBe(1);
    expect(forms()).toEqual([...ALL('encrypted').slice(2), 'plain', 'encrypted']);
  });

  it('of a damaged journal keep what a later attempt may read, and are counted', async () => {
    lay(null);
    put({ 'outbox.key': 'k' });
    const damaged = text('outbox.journal.aside-2').replace('{"said":1}', '{"said":7}');
    put({ 'outbox.journal.aside-2': damaged });
    expect(await keepCopiesInStep(place(), true, false)).toBe(1);
    expect(text('outbox.journal.aside-2')).toBe(damaged);
  });

  it('of a journal under another key stay as they are beside a plain outbox, with the wraps set aside', async () => {
    journal('a/outbox.journal.aside-2', OTHER_KEY);
    put({ 'outbox.key': 'k' });
    await keepCopiesInStep(place(), false, true);
    expect(records('a/outbox.journal.aside-2', OTHER_KEY)).toEqual(['{"said":1}', '{"said":2}']);
    expect([names().includes('outbox.key'), text('outbox.key.aside-1')]).toEqual([false, 'k']);
    expect(keyring.forgot).toEqual(['a-1']);
  });

  it('that stay encrypted beside a plain outbox keep the wraps, set aside', async () => {
    lay(KEY);
    put({ 'outbox.key': 'k' });
    vi.spyOn(files, 'decrypt').mockImplementation(() => {
      throw new Error('malformed');
    });
    expect(await keepCopiesInStep(place(), false, true)).toBe(0);
    expect([names().includes('outbox.key'), text('outbox.key.aside-1')]).toEqual([false, 'k']);
    expect(keyring.forgot).toEqual(['a-1']);
  });

  it('are only those of this account; other files are not touched', async () => {
    mkdirSync(join(folder, 'backups/b1'), { recursive: true });
    const OTHERS = ['backups/b1/a-2-outbox.db', 'a/outbox.db.aside-x', 'a/notes-outbox.before-1-2.db'];
    for (const other of OTHERS) database(other);
    put({ 'outbox.key': 'k' });
    await keepCopiesInStep(place(), true, false);
    expect(OTHERS.map((other) => files.databaseKind(other))).toEqual(OTHERS.map(() => 'plain'));
  });

  it('leave nothing of a change that was killed', async () => {
    lay(null);
    for (const name of ['a/outbox.db', ...COPIES]) writeFileSync(join(folder, `${name}.encrypting`), 'half');
    await keepCopiesInStep(place(), false, false);
    for (const name of ['a/outbox.db', ...COPIES])
      expect(existsSync(join(folder, `${name}.encrypting`))).toBe(false);
  });

  it('never keep an account closed: a failing disk goes to the log', async () => {
    vi.spyOn(files, 'list').mockImplementation(() => {
      throw new Error('disk I/O error');
    });
    expect(await keepCopiesInStep(place(), true, false)).toBe(0);
    expect(log.lines).toMatchObject([{ level: 'warn', facts: { error: 'disk I/O error' } }]);
  });
});

describe('a journal that gets another form', () => {
  it('holds the same records', () => {
    journal('a/outbox.journal');
    recodeJournal(files, 'a/outbox.journal', KEY, KEY);
    expect(files.journalForm('a/outbox.journal')).toBe('encrypted');
    recodeJournal(files, 'a/outbox.journal', KEY, null);
    expect(records('a/outbox.journal', null)).toEqual(['{"said":1}', '{"said":2}']);
  });

  it('is closed again', () => {
    journal('a/outbox.journal');
    const closes: string[] = [];
    const open = files.journal;
    vi.spyOn(files, 'journal').mockImplementation((...args) => {
      const made = open(...args);
      return {
        ...made,
        close: () => {
          closes.push(args[0]);
          made.close();
        },
      };
    });
    recodeJournal(files, 'a/outbox.journal', KEY, KEY);
    expect(closes).toEqual(['a/outbox.journal']);
  });

  it('is not made if there is none', () => {
    recodeJournal(files, 'a/outbox.journal', KEY, KEY);
    expect(names()).toEqual([]);
  });

  it.each([
    ['under another key', (whole: string) => whole],
    ['whose last record is cut off', (whole: string) => whole.slice(0, -9)],
  ])('stays as it is if it is one %s', (_, spoil) => {
    journal('a/outbox.journal', OTHER_KEY);
    const before = spoil(text('outbox.journal'));
    put({ 'outbox.journal': before });
    expect(recodeJournal(files, 'a/outbox.journal', KEY, null)).toBe(false);
    expect(text('outbox.journal')).toBe(before);
  });
});
