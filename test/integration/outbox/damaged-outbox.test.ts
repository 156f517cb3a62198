/** Flips single bits of `outbox.db` and opens it as a start does. */
import {
  copyFileSync,
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
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOutbox } from '../../../src/main/core/accounts/files/open-outbox';
import { confirmLoss } from '../../../src/main/core/accounts/files/outbox-note';
import type { Outbox } from '../../../src/main/core/outbox/create-outbox';
import { createFiles } from '../../../src/main/node/files';
import { SimRandom } from '../../simulation/sim-random';
import { VirtualTime } from '../../simulation/virtual-time';
import { companyCommand, idleGateway } from '../../support/outbox/outbox-bench';
import { isThorough } from '../../support/thorough';

const KEY = 'c0ffee'.padEnd(64, '1');
const ITEMS = 50;
const FLIPS = isThorough ? 60 : 24;
/** SQLite's pages have 4096 bytes; the first bytes of a page say what it contains. */
const PAGE_BITS = 4096 * 8;
const PAGE_HEADER_BITS = 8 * 8;
const FILES = ['outbox.db', 'outbox.db-wal'] as const;

const log = { error: () => undefined, warn: () => undefined, info: () => undefined };

describe.each([
  ['plain', null],
  ['encrypted', KEY],
] as const)('[OB49] a damaged outbox (%s)', (_, key) => {
  /** In an encrypted file, a flipped bit is found by the cipher's own check. */
  const PLAIN_ONLY = key === null ? ['plain'] : [];
  let root: string;
  let sound: string;
  let killed: string;
  let notices: { code: string; detail: string }[];
  const pushes: string[] = [];

  const open = (time = new VirtualTime(1_800_000_000_000), accountId = 'a'): Outbox => {
    notices = [];
    return openOutbox({
      files: createFiles(root),
      directory: accountId,
      key,
      isExpected: true,
      accountId,
      clock: time,
      timers: time,
      random: new SimRandom(accountId === 'a' ? 3 : 4),
      log,
      selfUserId: () => '1',
      settings: { reviewFirst: false },
      notify: (code, detail) => void notices.push({ code, detail }),
      gateway: {
        ...idleGateway,
        push: (path) => {
          pushes.push(path);
          return new Promise(() => undefined);
        },
      },
    });
  };
  /** The sound file, with one bit of it turned over. */
  const layOut = (file: string, bit: number | null, from = sound): void => {
    rmSync(join(root, 'a'), { recursive: true, force: true });
    mkdirSync(join(root, 'a'));
    for (const one of FILES)
      if (existsSync(join(from, one))) copyFileSync(join(from, one), join(root, 'a', one));
    if (bit === null) return;
    const bytes = readFileSync(join(from, file));
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    writeFileSync(join(root, 'a', file), bytes);
  };

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'satchel-damaged-'));
    sound = join(root, 'sound');
    killed = join(root, 'killed');
    mkdirSync(join(root, 'a'));
    mkdirSync(sound);
    pushes.length = 0;
    const time = new VirtualTime(1_800_000_000_000);
    const outbox = open(time);
    outbox.start();
    // One of them is under way when the file is taken.
    const submit = (n: number): void =>
      void outbox.submit({ command: companyCommand(`Company ${n} ${'x'.repeat(300)}`), base: null });
    submit(0);
    await time.advance(5_000);
    outbox.pause(true);
    for (let n = 1; n < ITEMS; n++) submit(n);
    for (let n = 0; n < 5; n++)
      outbox.saveDraft({ id: `draft:${n}`, kind: 'lead', target: null, form: { n }, base: null });
    outbox.pause(false);
    // As a kill leaves it: nearly everything is in the log.
    mkdirSync(killed);
    for (const one of FILES) copyFileSync(join(root, 'a', one), join(killed, one));
    outbox.close();
    copyFileSync(join(root, 'a/outbox.db'), join(sound, 'outbox.db'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /**
   * The notice names the damaged file, which is kept, and counts what was recovered; nothing would go out.
   */
  const expectTold = (
    bit: number,
    told: { code: string; detail: string },
    listed: ReturnType<Outbox['list']>,
  ) => {
    const isWhole = told.code === 'outbox-damaged';
    expect(existsSync(join(root, isWhole ? told.detail : fileOf(told.detail)))).toBe(true);
    const counted = { bit, recovered: listed.length, total: ITEMS };
    const facts = told.code === 'outbox-salvaged' ? { bit, ...JSON.parse(told.detail) } : counted;
    expect(facts).toMatchObject(counted);
    expect(listed.every(({ state, held }) => (state === 'queued' ? held : state === 'uncertain'))).toBe(true);
  };
  const expectNothingSent = (bit: number, outbox: Outbox) => {
    expect([bit, pushes]).toEqual([bit, []]);
    expect(outbox.summary()).toMatchObject({ storage: null });
  };

  it('opens with everything if nothing is damaged', () => {
    layOut('outbox.db', null);
    const outbox = open();
    expect(outbox.list()).toHaveLength(ITEMS);
    expect(outbox.summary().unreadable).toBe(0);
    expect(notices).toEqual([]);
    outbox.close();
  });

  it(`after damage to any single bit: starts, reports every loss, and sends nothing from a repaired file`, async () => {
    const random = new SimRandom(11);
    const bits = readFileSync(join(sound, 'outbox.db')).length * 8;
    const recovered: number[] = [];
    for (let flip = 0; flip < FLIPS; flip++) {
      // Most bits are of values. Some flips are in the header of a page, so that the file itself is broken.
      const page = flip % 5 === 0 ? random.int(1, bits / PAGE_BITS - 1) * PAGE_BITS : null;
      const bit = page === null ? random.int(0, bits - 1) : page + random.int(0, PAGE_HEADER_BITS - 1);
      layOut('outbox.db', bit);
      const time = new VirtualTime(1_800_000_000_000);
      const outbox = open(time);
      const listed = outbox.list();
      const drafts = outbox.drafts();
      outbox.export();
      const apart = outbox.unreadable();
      const seen = [
        listed.length + apart.filter(({ table }) => table === 'intents').length,
        drafts.length + apart.filter(({ table }) => table === 'drafts').length,
      ];
      const told = notices[0];
      // A file that was mended tells how much it lost; any other lost nothing.
      expect([bit, ...(told ? [ITEMS, 5] : seen)]).toEqual([bit, ITEMS, 5]);
      if (told) {
        expectTold(bit, told, listed);
        recovered.push(told.code === 'outbox-salvaged' ? listed.length : 0);
        pushes.length = 0;
        outbox.start();
        await time.advance(60_000);
        expectNothingSent(bit, outbox);
      }
      outbox.close();
    }
    expect(recovered.length).toBeGreaterThan(0);
    // Of each mended file most came over.
    expect(recovered.reduce((sum, count) => sum + count, 0) / recovered.length).toBeGreaterThan(ITEMS * 0.6);
  });

  it.each(PLAIN_ONLY)('whose empty index is marked as an inner page comes over (%s)', () => {
    const database = new Database(join(sound, 'outbox.db'), { readonly: true });
    const page = database
      .prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'dependants'`)
      .pluck()
      .get();
    database.close();
    layOut('outbox.db', (Number(page) - 1) * PAGE_BITS + 3);
    const outbox = open();
    expect(outbox.list()).toHaveLength(ITEMS);
    expect(notices).toMatchObject([{ code: 'outbox-salvaged' }]);
    outbox.close();
  });

  it.each(['closed', 'killed'])(
    'that was cut at any length, %s: starts, keeps the cut file, tells what came over',
    (how) => {
      const from = how === 'closed' ? sound : killed;
      const bytes = readFileSync(join(from, 'outbox.db'));
      const page = key === null ? bytes.readUInt16BE(16) : 4096;
      const middle = Math.floor(bytes.length / 2 / page) * page;
      const lengths = [2, 15, 16, 99, 100, 511, 512, page - 1, page, page + 1, 2 * page + 7];
      lengths.push(middle, middle + 1, middle + page / 2, bytes.length - page, bytes.length - 1);
      for (const length of lengths.filter((one) => one > 1 && one < bytes.length)) {
        layOut('outbox.db', null, from);
        writeFileSync(join(root, 'a/outbox.db'), bytes.subarray(0, length));
        const outbox = open();
        const found = outbox.list().length;
        const [told] = notices;
        const [drafts, apart] = [outbox.drafts().length, outbox.unreadable().length];
        outbox.close();
        // The end of the last page may hold nothing, and the log may hold all of it.
        expect([length, ...(told ? [ITEMS, 5] : [found + apart, drafts])]).toEqual([length, ITEMS, 5]);
        if (!told) continue;
        expect([length, told.code]).toEqual([length, found > 0 ? 'outbox-salvaged' : 'outbox-damaged']);
        const kept = told.code === 'outbox-damaged' ? told.detail : fileOf(told.detail);
        expect(existsSync(join(root, kept))).toBe(true);
      }
      for (const length of [0, 1]) {
        layOut('outbox.db', null);
        writeFileSync(join(root, 'a/outbox.db'), bytes.subarray(0, length));
        open().close();
        expect([length, notices]).toEqual([length, [{ code: 'outbox-lost', detail: '' }]]);
      }
    },
  );

  it('without an item that was cut anywhere within its last pages starts', () => {
    rmSync(join(root, 'a'), { recursive: true });
    mkdirSync(join(root, 'a'));
    open().close();
    const bytes = readFileSync(join(root, 'a/outbox.db'));
    for (let off = 1; off < 9000; off += 397) {
      layOut('outbox.db', null);
      writeFileSync(join(root, 'a/outbox.db'), bytes.subarray(0, bytes.length - off));
      const outbox = open();
      expect([off, outbox.list(), outbox.unreadable()]).toEqual([off, [], []]);
      expect(outbox.submit({ command: companyCommand('Next'), base: null }).ok).toBe(true);
      outbox.close();
    }
  });

  it('that names no account, or this one with a letter changed, is damaged; one of another account is refused', () => {
    const own = 'a-0b9f3f5e-6c1d-4a57-9d2e-3f1a2b4c5d6e';
    const openAs = (owner: string): Outbox => {
      rmSync(join(root, own), { recursive: true, force: true });
      mkdirSync(join(root, own));
      const first = open(undefined, own);
      expect(first.submit({ command: companyCommand('Acme'), base: null }).ok).toBe(true);
      first.close();
      const files = createFiles(root);
      confirmLoss(files, own, 'outbox-lost');
      const name = `${own}/outbox.db`;
      const database = key === null ? files.open(name) : files.open(name, key);
      database.prepare("UPDATE meta SET value = ? WHERE key = 'account'").run(owner);
      database.close();
      return open(undefined, own);
    };
    for (const owner of [own.replace('0b9f', '0b9g'), own.replace('0b9f', '0b9e'), 'a-', `${own}\u0001`]) {
      const outbox = openAs(owner);
      expect([owner, outbox.list().map(({ held }) => held)]).toEqual([owner, [true]]);
      expect(notices.map(({ code }) => code)).toEqual(['outbox-salvaged']);
      outbox.close();
    }
    for (const owner of ['demo', own.replace('0b9f', '0bee')])
      expect(() => openAs(owner)).toThrow(expect.objectContaining({ code: 'account-mismatch' }));
  });

  it('after damage to any bit of its header: starts, has everything or reports the loss, sends nothing', () => {
    const failed: string[] = [];
    const stride = isThorough ? 1 : 13;
    // The bytes from 16 to 23 stay plain in an encrypted file: with them SQLite judges the format of the rest.
    const isPlain = (bit: number): boolean => bit >= 16 * 8 && bit < 24 * 8;
    for (let bit = 0; bit < 100 * 8; bit += isPlain(bit) ? 1 : stride) {
      layOut('outbox.db', bit);
      pushes.length = 0;
      try {
        const outbox = open();
        const found = [outbox.list().length, outbox.drafts().length];
        // If the write version is damaged, SQLite opens the file for reading only.
        outbox.saveDraft({ id: 'draft:new', kind: 'lead', target: null, form: {}, base: null });
        outbox.close();
        if (String(found) !== `${ITEMS},5` && notices.length === 0)
          failed.push(`byte ${bit >> 3}, bit ${bit & 7}: ${String(found)}, untold`);
        if (notices.length > 0 && pushes.length > 0) failed.push(`byte ${bit >> 3}, bit ${bit & 7}: sent`);
      } catch (error) {
        failed.push(`byte ${bit >> 3}, bit ${bit & 7}: ${String(error)}`);
      }
    }
    expect(failed).toEqual([]);
  });

  it.each(key === null ? ['meta (', 'intents ('] : [])(
    'after damage to the name of a table (%s): starts, keeps the file and reports the loss',
    (words) => {
      const at = readFileSync(join(sound, 'outbox.db')).indexOf(words);
      layOut('outbox.db', (at + 1) * 8);
      open().close();
      const [told] = notices;
      expect(told?.code).toBe('outbox-damaged');
      expect(existsSync(join(root, told?.detail ?? ''))).toBe(true);
    },
  );

  it.each(PLAIN_ONLY)(
    'whose version has a flipped bit is read row by row; the file of a newer Satchel is refused',
    () => {
      for (const flipped of [0, 5, 6, 12, 132, 65_540, -2_147_483_644]) {
        layOut('outbox.db', null);
        const database = createFiles(root).open('a/outbox.db');
        database.pragma(`user_version = ${flipped}`);
        database.close();
        const outbox = open();
        expect([flipped, outbox.list().length, notices[0]?.code]).toEqual([
          flipped,
          ITEMS,
          'outbox-salvaged',
        ]);
        outbox.close();
      }
      layOut('outbox.db', null);
      const database = createFiles(root).open('a/outbox.db');
      database.prepare("UPDATE meta SET value = '99' WHERE key = 'version'").run();
      database.pragma('user_version = 99');
      database.close();
      expect(() => open()).toThrow(expect.objectContaining({ code: 'database-from-future' }));
    },
  );

  // In an encrypted file, a flipped bit is found by the cipher's own check.
  it.each(key === null ? ['server_at', 'send_now INTEGER', "'queued','sending'"] : [])(
    'after damage to the definition of a table (%s): everything is recovered, and decisions are kept',
    (words) => {
      const at = readFileSync(join(sound, 'outbox.db')).indexOf(words);
      expect(at).toBeGreaterThan(0);
      // A letter of the word, not the quotation mark before it.
      layOut('outbox.db', (at + 1) * 8);
      const outbox = open();
      expect(notices[0]?.code).toBe('outbox-salvaged');
      expect([outbox.list().length, outbox.drafts().length, outbox.summary().unreadable]).toEqual([
        ITEMS,
        5,
        0,
      ]);
      const [first] = outbox.list();
      expect(outbox.hold(first?.id ?? '', false).ok).toBe(true);
      outbox.close();
    },
  );

  it('a write-ahead log after a kill does not count as damaged', () => {
    layOut('outbox.db-wal', null, killed);
    const outbox = open();
    expect(outbox.list()).toHaveLength(ITEMS);
    expect(notices).toEqual([]);
    outbox.close();
  });

  it('after damage to any single bit of the log: every loss of acknowledged work is reported', () => {
    const random = new SimRandom(5);
    const bits = readFileSync(join(killed, 'outbox.db-wal')).length * 8;
    let kept = 0;
    for (let flip = 0; flip < FLIPS / 2; flip++) {
      // Some in the header, which makes SQLite drop the whole log.
      const bit = flip < 4 ? random.int(0, 32 * 8 - 1) : random.int(0, bits - 1);
      layOut('outbox.db-wal', bit, killed);
      const outbox = open();
      const intents =
        outbox.list().length + outbox.unreadable().filter(({ table }) => table === 'intents').length;
      // Untold, only the last commit may be lost: it may be the one that was hit.
      const [leastIntents, leastDrafts] = notices.length === 0 ? [ITEMS - 1, 4] : [0, 0];
      expect([bit, intents >= leastIntents]).toEqual([bit, true]);
      expect([bit, outbox.drafts().length >= leastDrafts]).toEqual([bit, true]);
      kept += intents;
      outbox.close();
    }
    expect(kept / (FLIPS / 2)).toBeGreaterThan(ITEMS * 0.9);
  });

  it('[OB33] the journal of another account is set aside: nothing of it is shown or sent', async () => {
    layOut('outbox.db', null);
    const before = open();
    const own = before.list().map(({ id }) => id);
    before.stop();
    before.close();
    const folder = join(root, 'a');
    const ofAnother = (): void => {
      mkdirSync(join(root, 'b'), { recursive: true });
      const other = open(undefined, 'b');
      const done = other.submit({ command: companyCommand('Of another account'), base: null });
      expect(done.ok).toBe(true);
      other.stop();
      other.close();
      copyFileSync(join(root, 'b', 'outbox.journal'), join(folder, 'outbox.journal'));
      rmSync(join(root, 'b'), { recursive: true });
    };
    ofAnother();
    const outbox = open();
    outbox.start();
    expect(outbox.list().map(({ id }) => id)).toEqual(own);
    expect(notices.map(({ code }) => code)).not.toContain('outbox-lost');
    outbox.stop();
    outbox.close();
    expect(readdirSync(folder)).toContain('outbox.journal.aside-1');
    // The database is lost as well: the user is told, and nothing of the other account fills the new one.
    for (const file of FILES) rmSync(join(folder, file), { force: true });
    ofAnother();
    const empty = open();
    empty.start();
    expect(empty.list()).toEqual([]);
    expect(notices.map(({ code }) => code)).toContain('outbox-lost');
    empty.stop();
    empty.close();
  });

  it('[OB33] a journal of which no line can be read is kept under another name, and its loss is reported', () => {
    layOut('outbox.db', null);
    const folder = join(root, 'a');
    const journal = join(folder, 'outbox.journal');
    const before = open();
    const own = before.list().map(({ id }) => id);
    before.close();
    const ofAnotherKey = Buffer.from(`${'8f3a'.repeat(40)}\n${'c07d'.repeat(90)}\n`);
    writeFileSync(journal, ofAnotherKey);
    const outbox = open();
    outbox.start();
    expect(outbox.list().map(({ id }) => id)).toEqual(own);
    outbox.stop();
    outbox.close();
    const aside = readdirSync(folder).filter((name) => name.startsWith('outbox.journal.aside-'));
    expect(aside.map((name) => readFileSync(join(folder, name)))).toEqual([ofAnotherKey]);
    // Without the database, its lines are counted as lost.
    for (const file of FILES) rmSync(join(folder, file), { force: true });
    writeFileSync(journal, ofAnotherKey);
    const empty = open();
    empty.start();
    expect(empty.list()).toEqual([]);
    const told = notices.find(({ code }) => code === 'outbox-missing');
    expect(JSON.parse(told?.detail ?? '{}')).toMatchObject({ lost: 2 });
    empty.stop();
    empty.close();
  });

  it('reports an item that is lost because the database is gone and its entry in the journal is damaged', () => {
    layOut('outbox.db', null);
    const journal = join(root, 'a', 'outbox.journal');
    for (const file of [...FILES, 'outbox.journal']) rmSync(join(root, 'a', file), { force: true });
    const first = open();
    first.start();
    expect(first.submit({ command: companyCommand('Once only'), base: null }).ok).toBe(true);
    first.stop();
    first.close();
    for (const file of FILES) rmSync(join(root, 'a', file), { force: true });
    const bytes = readFileSync(journal);
    const at = bytes.length - 40;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(journal, bytes);
    const again = open();
    again.start();
    expect(again.list()).toEqual([]);
    const told = notices.find(({ code }) => code === 'outbox-missing');
    expect(JSON.parse(told?.detail ?? '{}')).toMatchObject({ lost: 1 });
    again.stop();
    again.close();
  });

  it('says so at every start until the user confirms it', () => {
    layOut('outbox.db', null);
    const bytes = readFileSync(join(sound, 'outbox.db'));
    // A page in the middle becomes noise.
    bytes.fill(0xa5, 4096 * 12, 4096 * 13);
    writeFileSync(join(root, 'a/outbox.db'), bytes);
    open().close();
    expect(notices).toMatchObject([{ code: 'outbox-salvaged' }]);
    const outbox = open();
    expect(notices).toMatchObject([{ code: 'outbox-salvaged' }]);
    expect(outbox.list().length).toBeGreaterThan(ITEMS * 0.6);
    outbox.store.setMeta('salvaged', '');
    outbox.close();
    open().close();
    expect(notices).toEqual([]);
  });
});

const fileOf = (detail: string): string => (JSON.parse(detail) as { file: string }).file;
