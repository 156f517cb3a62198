import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Rescue } from '#core/outbox/journal/rescue-report';
import type { SqlDatabase } from '#core/ports/ports';
import { createLineCodec } from '#node/journal-lines';
import { fullDisk } from '../../../../support/outbox/full-disk';
import { memoryJournal, type MemoryJournal } from '../../../../support/outbox/memory-journal';
import {
  accepted,
  companyCommand,
  outboxBench,
  receiptCommand,
  type BenchOptions,
  type OutboxBench,
} from '../../../../support/outbox/outbox-bench';

const KEY = 'c0ffee'.padEnd(64, '1');
interface JournalBench extends OutboxBench {
  journal: MemoryJournal;
  entries(): Record<string, unknown>[];
  /** The database as it is now, to be put back later. */
  copy(): Buffer;
  /** Starts over another database: none, or an older one. */
  startOver(database?: Buffer): Rescue | null;
}

const benchWith = (key: string | null, options: BenchOptions = {}): JournalBench => {
  const journal = memoryJournal();
  const bench = outboxBench({ ...options, journal: () => journal.open(key) });
  return Object.assign(bench, {
    journal,
    entries: () =>
      createLineCodec(key)
        .read(journal.bytes!)
        .records.map((record) => JSON.parse(record) as Record<string, unknown>)
        .filter((entry) => 'event' in entry),
    copy: () => bench.database.serialize(),
    startOver: (database?: Buffer) => {
      bench.rescues.length = 0;
      bench.outbox.stop();
      bench.database = database ? new Database(database) : new Database(':memory:');
      bench.reopen();
      return bench.rescues[0] ?? null;
    },
  });
};
const never = (): Promise<never> => new Promise(() => undefined);
const only = (bench: OutboxBench) => bench.outbox.list()[0]!;

describe.each([
  ['plain', null],
  ['encrypted', KEY],
] as const)('the journal (%s)', (form, key) => {
  it('[OB60] contains what was accepted, replaced, sent, settled and discarded before the call returns', async () => {
    const bench = benchWith(key);
    bench.outbox.pause(true);
    const operation = { id: 'op-1', what: 'submit' };
    const done = bench.outbox.once(operation, () =>
      bench.outbox.submit({ command: companyCommand('Ocean'), base: null }),
    );
    const id = done?.ok ? done.id : '';
    expect(bench.entries()).toMatchObject([
      { event: 'accepted', id, version: 1, operation: { id: 'op-1' }, versions: [{ version: 1 }] },
    ]);
    expect(bench.journal.synced).toBe(bench.journal.bytes!.length);
    bench.outbox.edit(id, { command: companyCommand('Ocean 2') });
    expect(bench.entries().at(-1)).toMatchObject({ event: 'replaced', id, version: 2 });
    const waiting = bench.submit(companyCommand('Other'));
    bench.outbox.discard(waiting);
    expect(bench.entries().at(-1)).toMatchObject({ event: 'discarded', id: waiting });
    let journalled: unknown = null;
    bench.gateway.push = async () => {
      journalled = bench.entries().at(-1);
      expect(bench.journal.synced).toBe(bench.journal.bytes!.length);
      return accepted({ company_id: 77, customers: [] });
    };
    bench.outbox.pause(false);
    await bench.time.advance(5_000);
    expect(journalled).toMatchObject({ event: 'sending', id, version: 2, attempt: 1 });
    expect(bench.entries().at(-1)).toMatchObject({ event: 'settled', id, row: { state: 'applied' } });
    expect(bench.journal.lines().join('').includes('Ocean')).toBe(form === 'plain');
  });

  it('[OB61] restores what the database lacks: waiting items as held, items being sent as in doubt', async () => {
    const bench = benchWith(key, { gateway: { push: never } });
    const sent = bench.submit(companyCommand('Sent'));
    await bench.time.advance(5_000);
    bench.outbox.pause(true);
    const waiting = bench.submit(companyCommand('Waits'));
    const child = bench.submit(receiptCommand(waiting));
    bench.outbox.edit(waiting, { command: companyCommand('Waits 2') });
    expect(bench.startOver()).toEqual({
      why: 'missing',
      held: 2,
      inDoubt: 1,
      settled: 0,
      drafts: 0,
      finished: 0,
      lost: 0,
    });
    const states = bench.outbox.list().map((one) => [one.id, one.state, one.held, one.title]);
    expect(states).toEqual([
      [sent, 'uncertain', false, 'Sent'],
      [waiting, 'queued', true, 'Waits 2'],
      [child, 'queued', true, '1.50'],
    ]);
    expect(bench.outbox.list().find((one) => one.id === child)?.waitsFor).toEqual([waiting]);
    const before = bench.pushes.length;
    await bench.time.advance(60_000);
    expect(bench.pushes.length).toBe(before);
    // Rescue until the user has taken note, and brought back once.
    bench.rescues.length = 0;
    bench.reopen();
    expect(bench.rescues).toHaveLength(1);
    expect(bench.outbox.list()).toHaveLength(3);
  });

  it.each([
    ['whole file', (bench: JournalBench) => void bench.startOver()],
    [
      'whole file, several times',
      (bench: JournalBench) => {
        for (let n = 0; n < 3; n++) bench.startOver();
      },
    ],
    [
      'list of real ids',
      (bench: JournalBench) => {
        bench.database.exec('DELETE FROM id_map');
        bench.reopen();
      },
    ],
  ])('[OB61] a delivered parent keeps its real id for items that wait for it: lost %s', async (_, lose) => {
    const bench = benchWith(key);
    const parent = bench.submit(companyCommand('Parent'));
    await bench.time.advance(5_000);
    bench.outbox.pause(true);
    const child = bench.submit(receiptCommand(parent));
    bench.reopen();
    lose(bench);
    bench.outbox.hold(child, false);
    bench.outbox.pause(false);
    await bench.time.advance(5_000);
    expect(bench.outbox.realIdOf(parent)).toMatch(/^\d+$/);
    expect(bench.pushes.at(-1)?.body).toContain(`"company_id":${bench.outbox.realIdOf(parent)}`);
  });

  it('[OB61] a delivered item whose row is that of an old page is not sent again', async () => {
    const bench = benchWith(key);
    bench.outbox.pause(true);
    const id = bench.submit(companyCommand('Once'));
    const row = bench.database.prepare('SELECT * FROM intents WHERE id = ?').get(id) as Record<
      string,
      unknown
    >;
    bench.outbox.pause(false);
    await bench.time.advance(5_000);
    expect(bench.outbox.get(id)?.intent.state).toBe('applied');
    // The ledger knows better, but the row is sound.
    const columns = Object.keys(row);
    bench.database
      .prepare(`UPDATE intents SET (${columns.join()}) = (${columns.map(() => '?').join()}) WHERE id = ?`)
      .run(...Object.values(row), id);
    bench.reopen();
    await bench.time.advance(60_000);
    expect([bench.outbox.get(id)?.intent.state, bench.pushes.length]).toEqual(['applied', 1]);
  });

  it('[OB63] an older outbox.db sends nothing again', async () => {
    const bench = benchWith(key);
    bench.outbox.pause(true);
    const receipt = bench.submit(receiptCommand('12'));
    const delivered = bench.submit(companyCommand('Delivered'));
    const stays = bench.submit(companyCommand('Stays'));
    bench.outbox.hold(stays, true);
    const older = bench.copy();
    bench.gateway.push = async (path) =>
      path.includes('company') ? accepted({ company_id: 555, customers: [] }) : never();
    bench.outbox.pause(false);
    await bench.time.advance(5_000);
    expect(bench.pushes).toHaveLength(2);
    const told = bench.startOver(older);
    expect(told).toMatchObject({ why: 'older', inDoubt: 1, settled: 1 });
    bench.outbox.pause(false);
    await bench.time.advance(20 * 60_000);
    expect(bench.pushes).toHaveLength(2);
    const states = Object.fromEntries(bench.outbox.list().map((one) => [one.id, [one.state, one.held]]));
    expect(states).toEqual({
      [receipt]: ['uncertain', false],
      [delivered]: ['applied', false],
      [stays]: ['queued', true],
    });
    expect(bench.outbox.realIdOf(delivered)).toBe('555');
  });

  it('[OB63] an older outbox.db in which an item is being sent shows how that attempt ended', async () => {
    const bench = benchWith(key);
    let answer: (result: ReturnType<typeof accepted>) => void = () => undefined;
    bench.gateway.push = () => new Promise((resolve) => (answer = resolve));
    const id = bench.submit(companyCommand('Delivered'));
    await bench.time.advance(1_000);
    const older = bench.copy();
    answer(accepted({ company_id: 555, customers: [] }));
    await bench.time.advance(5_000);
    bench.outbox.pause(true);
    bench.submit(companyCommand('Waits'));
    expect(bench.startOver(older)).toMatchObject({ settled: 1, inDoubt: 0, held: 1 });
    const events = bench.outbox.get(id)?.ledger.map(({ event }) => event);
    expect(events?.slice(-3)).toEqual(['sending', 'crashed', 'restored']);
    expect(bench.outbox.get(id)?.intent).toMatchObject({ state: 'applied', realId: '555' });
    await bench.time.advance(60_000);
    expect(bench.pushes).toHaveLength(1);
  });

  it('[OB63] short entries of items settled long ago still reveal an older outbox.db', async () => {
    const bench = benchWith(key);
    bench.outbox.pause(true);
    const ids = ['A', 'B', 'C'].map((name) => bench.submit(companyCommand(name)));
    const older = bench.copy();
    bench.outbox.pause(false);
    await bench.time.advance(10_000);
    // Written anew twice: nothing of a command is left.
    bench.journal.bytes = Buffer.concat([bench.journal.bytes!, Buffer.from('p torn')]);
    bench.reopen();
    expect(bench.entries().every(({ versions }) => (versions as unknown[]).length === 0)).toBe(true);
    expect(bench.startOver(older)).toMatchObject({ why: 'older', settled: 3, held: 0 });
    await bench.time.advance(60_000);
    expect(bench.pushes).toHaveLength(3);
    expect(bench.outbox.list().map(({ id, state }) => [id, state])).toEqual(ids.map((id) => [id, 'applied']));
  });

  it('[OB63] says of a delivered item that an older outbox.db has an earlier version of it', async () => {
    const bench = benchWith(key);
    bench.outbox.pause(true);
    const [id, same] = [bench.submit(companyCommand('First')), bench.submit(companyCommand('Same'))];
    const older = bench.copy();
    bench.outbox.edit(id, { command: companyCommand('Second') });
    bench.outbox.pause(false);
    await bench.time.advance(10_000);
    // Written anew: nothing of a command is left.
    bench.journal.bytes = Buffer.concat([bench.journal.bytes!, Buffer.from('p torn')]);
    bench.reopen();
    bench.startOver(older);
    const notesOf = (item: string) => bench.outbox.get(item)?.intent.notes;
    expect(bench.outbox.get(id)?.intent).toMatchObject({ state: 'applied', version: 2 });
    expect([notesOf(id), notesOf(same)]).toEqual([['restored', 'older-content'], ['restored']]);
  });

  it('[OB63] says how many settled items are no longer listed, once', async () => {
    const bench = benchWith(key);
    for (const name of ['A', 'B', 'C']) bench.submit(companyCommand(name));
    await bench.time.advance(10_000);
    // The journal is rewritten: it keeps no command of a settled item.
    bench.journal.bytes = Buffer.concat([bench.journal.bytes!, Buffer.from('p torn')]);
    bench.reopen();
    bench.outbox.pause(true);
    const waiting = bench.submit(companyCommand('Waits'));
    expect(bench.startOver()).toMatchObject({ why: 'missing', held: 1, settled: 0, finished: 3, lost: 0 });
    expect(bench.outbox.list().map(({ id }) => id)).toEqual([waiting]);
    bench.reopen();
    bench.rescues.length = 0;
    bench.reopen();
    expect(bench.rescues).toMatchObject([{ finished: 3 }]);
  });

  it('[OB63] after a recovery a still older outbox.db is recognised as old', async () => {
    const bench = benchWith(key);
    bench.outbox.pause(true);
    for (const name of ['A', 'B', 'C', 'D']) bench.submit(companyCommand(name));
    const older = bench.copy();
    bench.outbox.pause(false);
    await bench.time.advance(10_000);
    bench.reopen();
    // The short entries hold no command: the new file begins empty.
    bench.journal.bytes = Buffer.concat([bench.journal.bytes!, Buffer.from('p torn')]);
    bench.reopen();
    bench.startOver();
    expect(bench.outbox.list()).toEqual([]);
    bench.submit(companyCommand('New'));
    await bench.time.advance(10_000);
    const sent = bench.pushes.length;
    expect(bench.startOver(older)).toMatchObject({ why: 'older' });
    await bench.time.advance(60_000);
    expect(bench.pushes).toHaveLength(sent);
  });

  it('[OB63] everything that waits in a copy made by Satchel is held, with or without a journal', async () => {
    const bench = benchWith(key);
    bench.outbox.pause(true);
    bench.submit(companyCommand('Waits'));
    bench.outbox.pause(false);
    bench.outbox.stop();
    bench.database.prepare(`INSERT INTO meta (key, value) VALUES ('copied', '1')`).run();
    expect(bench.startOver(bench.copy())).toMatchObject({ why: 'copy', held: 1, inDoubt: 0 });
    await bench.time.advance(60_000);
    expect([bench.pushes, only(bench).held]).toEqual([[], true]);
    bench.outbox.hold(only(bench).id, false);
    bench.reopen();
    await bench.time.advance(60_000);
    expect(bench.pushes).toHaveLength(1);
  });

  /** A save of a draft during which the power goes; then the outbox is opened again. */
  const saveThatEnds = (where: 'before it is written' | 'in the middle of it' | 'before the commit') => {
    let power = true;
    const bench = benchWith(key, {
      through: (database) => cutBeforeCommit(database, () => power || where !== 'before the commit'),
    });
    const draft = bench.outbox.saveDraft({ kind: 'company', target: null, form: { n: 1 }, base: null });
    power = false;
    bench.journal.beforeWrite = (bytes, write) => {
      if (where === 'before the commit') return;
      if (where === 'in the middle of it') write(bytes.subarray(0, bytes.length >> 1));
      throw new Error('the power went');
    };
    const cut = bench.journal.open;
    bench.journal.open = () => cut(key, () => power);
    const submit = () =>
      bench.outbox.once({ id: 'op', what: 'submit' }, () =>
        bench.outbox.submit({ command: companyCommand('Cut'), base: null, draftId: draft.id }),
      );
    // What is to be undone after the power went is not undone.
    const kept = where === 'before the commit' ? bench.journal : null;
    let bytes: Buffer | null = null;
    if (kept) kept.beforeWrite = (added) => void (bytes = Buffer.concat([kept.bytes!, added]));
    expect(submit).toThrow('the power went');
    if (bytes) bench.journal.bytes = bytes;
    power = true;
    bench.journal.open = cut;
    bench.journal.beforeWrite = () => undefined;
    bench.reopen();
    return { bench, submit };
  };

  it.each(['before it is written', 'in the middle of it'] as const)(
    '[OB61] a save that is interrupted %s does not exist, and its draft does',
    async (where) => {
      const { bench } = saveThatEnds(where);
      await bench.time.advance(60_000);
      expect(bench.pushes).toEqual([]);
      expect(bench.outbox.list()).toEqual([]);
      expect(bench.outbox.drafts()).toHaveLength(1);
    },
  );

  it('[OB61] a save that is interrupted before the commit exists once, and is never sent by itself', async () => {
    const { bench, submit } = saveThatEnds('before the commit');
    await bench.time.advance(60_000);
    expect(bench.pushes).toEqual([]);
    expect(only(bench)).toMatchObject({ title: 'Cut', state: 'queued', held: true });
    expect(bench.outbox.drafts()).toEqual([]);
    // The window asks again, and gets the answer that it missed.
    expect(submit()).toMatchObject({ ok: true, id: only(bench).id });
    expect(bench.outbox.list()).toHaveLength(1);
  });

  it('[OB62] damage to the journal alone loses nothing and stops nothing', async () => {
    const bench = benchWith(key);
    bench.outbox.pause(true);
    for (const name of ['A', 'B', 'C']) bench.submit(companyCommand(name));
    const whole = bench.journal.bytes!;
    for (const damaged of [
      null,
      Buffer.alloc(0),
      Buffer.alloc(4000),
      whole.subarray(0, whole.length >> 1),
      Buffer.concat([whole.subarray(0, 90), Buffer.alloc(40, 0xa5), whole.subarray(130)]),
    ]) {
      bench.journal.bytes = damaged;
      bench.reopen();
      expect(bench.rescues).toEqual([]);
      expect(bench.outbox.list().map(({ held }) => held)).toEqual([false, false, false]);
      expect(bench.entries()).toHaveLength(3);
    }
  });

  it('[OB62] a line that was cut off was never saved, so an older outbox.db lacks nothing of it', () => {
    const bench = benchWith(key);
    bench.outbox.pause(true);
    bench.submit(companyCommand('A'));
    const older = bench.copy();
    bench.submit(companyCommand('B'));
    bench.journal.bytes = Buffer.concat([bench.journal.bytes!, Buffer.from('p torn')]);
    expect(bench.startOver(older)).toMatchObject({ held: 1, lost: 0 });
  });

  it('[OB62] a journal that is deleted while Satchel runs is rewritten with the next entry', () => {
    const bench = benchWith(key);
    bench.outbox.pause(true);
    const first = bench.submit(companyCommand('First'));
    bench.journal.bytes = null;
    const second = bench.submit(companyCommand('Second'));
    expect(bench.entries().map(({ id }) => id)).toEqual([first, second]);
  });

  it('[OB65] if the journal cannot be written, a save is refused, and saving works again by itself', async () => {
    const bench = benchWith(key);
    const refuse = (): never => {
      throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
    };
    bench.journal.beforeWrite = refuse;
    expect(() => bench.submit(companyCommand('Refused'))).toThrow('no room');
    expect(bench.outbox.list()).toEqual([]);
    expect(bench.outbox.summary().storage).toBe('full');
    bench.journal.beforeWrite = () => undefined;
    await bench.time.advance(6_000);
    expect(bench.outbox.summary().storage).toBeNull();
    bench.submit(companyCommand('Taken'));
    await bench.time.advance(6_000);
    expect(only(bench)).toMatchObject({ title: 'Taken', state: 'applied' });
  });

  it('[OB65] if the disk refuses a commit, its entries are removed from the journal', async () => {
    const disk = fullDisk();
    const bench = benchWith(key, { through: (database) => refusesCommit(database, disk) });
    disk.refusesAfter = 0;
    expect(() => bench.submit(companyCommand('Refused'))).toThrow('full');
    disk.refusesAfter = null;
    await bench.time.advance(6_000);
    bench.submit(companyCommand('Taken'));
    bench.reopen();
    expect(bench.outbox.list().map(({ title }) => title)).toEqual(['Taken']);
    expect(bench.rescues).toEqual([]);
  });

  it('[OB65] if the disk refuses writes at the start, nothing is sent from an older file before the journal was read', async () => {
    const disk = fullDisk();
    const bench = benchWith(key, { through: (database) => disk.through(database) });
    bench.outbox.pause(true);
    bench.submit(companyCommand('Delivered'));
    bench.outbox.pause(false);
    const older = bench.copy();
    await bench.time.advance(5_000);
    expect(bench.pushes).toHaveLength(1);
    disk.refusesAfter = 0;
    bench.startOver(older);
    await bench.time.advance(6_000);
    disk.refusesAfter = null;
    await bench.time.advance(60_000);
    expect(bench.pushes).toHaveLength(1);
    expect(only(bench).state).toBe('applied');
    expect(bench.outbox.summary().storage).toBeNull();
  });

  it('[OB61] an altered row is restored from the journal and held', async () => {
    const bench = benchWith(key);
    bench.outbox.pause(true);
    const id = bench.submit(companyCommand('Whole'));
    bench.outbox.stop();
    bench.database.prepare(`UPDATE intents SET command = replace(command, 'Whole', 'Whxle')`).run();
    bench.reopen();
    expect(bench.outbox.unreadable()).toEqual([]);
    expect(only(bench)).toMatchObject({ id, title: 'Whole', held: true });
    expect(bench.outbox.summary().unreadable).toBe(0);
  });

  it('[OB61] a sent version that can no longer be read is restored, and read-back continues', async () => {
    const bench = benchWith(key, { gateway: { push: never } });
    const id = bench.submit(companyCommand('Sent'));
    await bench.time.advance(5_000);
    bench.outbox.stop();
    bench.database.exec(`UPDATE versions SET command = replace(command, 'Sent', 'Sxnt')`);
    bench.reopen();
    expect(bench.outbox.store.versionOf(id, 1)?.command.fields.name).toBe('Sent');
    expect(bench.outbox.unreadable()).toEqual([]);
    await bench.time.advance(5_000);
    expect(only(bench)).toMatchObject({ state: 'uncertain', waits: 'later' });
  });

  it.each([
    ['row', `UPDATE intents SET command = replace(command, 'Whole', 'Whxle')`, 1],
    ['version', `UPDATE versions SET command = replace(command, 'Whole', 'Whxle')`, 0],
  ])('[OB61] a %s that was altered is never written to the journal', async (_, alter, apart) => {
    const bench = benchWith(key);
    bench.outbox.pause(true);
    bench.submit(companyCommand('Whole'));
    bench.outbox.stop();
    bench.database.exec(alter);
    bench.journal.bytes = null;
    for (let start = 0; start < 3; start++) {
      bench.reopen();
      expect(bench.outbox.unreadable()).toHaveLength(apart);
      expect(JSON.stringify([bench.outbox.list(), bench.entries()])).not.toContain('Whxle');
    }
  });
});

/** The power goes between a transaction's last statement and its commit. */
const cutBeforeCommit = (database: Database.Database, power: () => boolean): SqlDatabase =>
  withTransactions(database, () => {
    if (!power()) throw new Error('the power went');
  });
/** The disk takes the rows, and not the commit. */
const refusesCommit = (database: Database.Database, disk: { refusesAfter: number | null }): SqlDatabase =>
  withTransactions(database, () => {
    if (disk.refusesAfter !== null)
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  });
const withTransactions = (database: Database.Database, atTheEnd: () => void): SqlDatabase =>
  new Proxy<SqlDatabase>(database, {
    get: (target, name) => {
      if (name === 'transaction')
        return <A extends unknown[], R>(body: (...args: A) => R) =>
          target.transaction((...args: A): R => {
            const result = body(...args);
            atTheEnd();
            return result;
          });
      const member = Reflect.get(target, name) as unknown;
      return typeof member === 'function' ? (member as () => unknown).bind(target) : member;
    },
  });
