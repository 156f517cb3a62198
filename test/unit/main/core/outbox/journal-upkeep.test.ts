/** How the journal stays small and equal to the database while Satchel runs (ADR 9). */
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Rescue } from '#core/outbox/journal/rescue-report';
import type { SqlDatabase } from '#core/ports/ports';
import { memoryJournal } from '../../../../support/outbox/memory-journal';
import {
  companyCommand,
  outboxBench,
  receiptCommand,
  type BenchOptions,
} from '../../../../support/outbox/outbox-bench';

const benchOver = (options: BenchOptions = {}) => {
  const journal = memoryJournal();
  let rewrites = 0;
  const bench = outboxBench({
    ...options,
    journal: () => {
      const file = journal.open(null);
      return {
        ...file,
        replace: (lines) => {
          rewrites++;
          file.replace(lines);
        },
      };
    },
  });
  bench.outbox.pause(true);
  const told = (): Rescue | null => bench.rescues[0] ?? null;
  const reopenOver = (database?: Buffer): Rescue | null => {
    bench.rescues.length = 0;
    bench.outbox.stop();
    bench.database = database ? new Database(database) : new Database(':memory:');
    bench.reopen();
    return told();
  };
  return {
    bench,
    journal,
    told,
    reopenOver,
    /** How often the file was rewritten since the last call. */
    rewrites: () => {
      const n = rewrites;
      rewrites = 0;
      return n;
    },
    events: () =>
      journal.lines().flatMap((line) => {
        const { event } = JSON.parse(line.slice(line.indexOf('{'))) as { event?: string };
        return event ?? [];
      }),
    size: () => journal.bytes?.length ?? 0,
    type: (id: string, form: unknown) =>
      void bench.outbox.saveDraft({ id, kind: 'company', target: null, form, base: null }),
  };
};
/** Refuses the commit of a transaction, after its entries are in the journal. */
const refusingCommit = () => {
  const state = { refuses: false };
  const through = (database: Database.Database): SqlDatabase => ({
    get open() {
      return database.open;
    },
    get inTransaction() {
      return database.inTransaction;
    },
    exec: (sql) => database.exec(sql),
    pragma: (sql, options) => database.pragma(sql, options),
    prepare: <Answer = unknown>(sql: string) => (database as SqlDatabase).prepare<Answer>(sql),
    function: (...given) => (database as SqlDatabase).function(...given),
    close: () => database.close(),
    transaction: <A extends unknown[], R>(body: (...args: A) => R) =>
      database.transaction((...args: A): R => {
        const made = body(...args);
        if (state.refuses) throw Object.assign(new Error('no commit'), { code: 'SQLITE_FULL' });
        return made;
      }),
  });
  return { state, through };
};

describe('the journal while Satchel runs', () => {
  it('is appended to again after it had to be rewritten', () => {
    const { bench, journal, rewrites, events } = benchOver();
    const id = bench.submit(companyCommand('Acme'));
    journal.bytes = null;
    bench.submit(companyCommand('Beta'));
    rewrites();
    bench.outbox.edit(id, { command: companyCommand('Acme Ltd') });
    bench.submit(companyCommand('Gamma'));
    expect(rewrites()).toBe(0);
    expect(events()).toEqual(['accepted', 'accepted', 'replaced', 'accepted']);
  });

  it('numbers its entries, and entries of one save have the number of the first', () => {
    const { bench, journal } = benchOver();
    const company = bench.submit(companyCommand('Acme'));
    bench.submit(receiptCommand(company));
    bench.outbox.discard(company);
    const numbers = journal.lines().flatMap((line) => {
      const { n, tx } = JSON.parse(line.slice(line.indexOf('{'))) as { n?: number; tx?: number };
      return n === undefined ? [] : [[n, tx]];
    });
    expect(numbers).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 3],
    ]);
  });

  it('keeps nothing of the test whether there is room', async () => {
    const { bench, journal, size } = benchOver();
    bench.submit(companyCommand('Acme'));
    const before = size();
    journal.beforeWrite = () => {
      throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
    };
    expect(() => bench.submit(companyCommand('Beta'))).toThrow('no room');
    journal.beforeWrite = () => undefined;
    await bench.time.advance(60_000);
    expect(bench.outbox.summary().storage).toBeNull();
    expect(size()).toBe(before);
  });

  it('contains an edit that was refused once and then saved', async () => {
    const { state, through } = refusingCommit();
    const { bench, reopenOver } = benchOver({ through });
    const id = bench.submit(companyCommand('Acme'));
    const older = bench.database.serialize();
    state.refuses = true;
    expect(() => bench.outbox.edit(id, { command: companyCommand('Acme Ltd') })).toThrow('no commit');
    state.refuses = false;
    await bench.time.advance(10_000);
    bench.submit(companyCommand('Beta'));
    bench.outbox.edit(id, { command: companyCommand('Acme Ltd') });
    reopenOver(older);
    expect(bench.outbox.list().map(({ title }) => title)).toEqual(['Acme Ltd', 'Beta']);
  });

  it('does not contain a save that was refused, also if the journal was rewritten for it', async () => {
    const { state, through } = refusingCommit();
    const { bench, journal, reopenOver } = benchOver({ through });
    bench.submit(companyCommand('Acme'));
    journal.bytes = null;
    state.refuses = true;
    expect(() => bench.submit(companyCommand('Refused'))).toThrow('no commit');
    state.refuses = false;
    await bench.time.advance(10_000);
    bench.submit(companyCommand('Beta'));
    reopenOver();
    expect(bench.outbox.list().map(({ title }) => title)).toEqual(['Acme', 'Beta']);
  });

  it('is rewritten after some seconds without a write when it has grown, and then not again', async () => {
    const { bench, rewrites, size, type } = benchOver();
    const text = 'x'.repeat(30_000);
    for (let n = 0; n < 12; n++) type('draft:a', { n, text });
    expect(size()).toBeGreaterThan(300_000);
    expect(rewrites()).toBeLessThanOrEqual(1);
    await bench.time.advance(10_000);
    expect(rewrites()).toBe(1);
    expect(size()).toBeLessThan(60_000);
    type('draft:a', { n: 13, text });
    await bench.time.advance(10_000);
    expect(rewrites()).toBe(0);
  });

  it('is rewritten at once when it is far too large', () => {
    const { rewrites, size, type } = benchOver();
    const text = 'x'.repeat(1_000_000);
    for (let n = 0; n < 4; n++) type('draft:a', { n, text });
    expect([rewrites() <= 1, size() > 4_000_000]).toEqual([true, true]);
    type('draft:a', { n: 5, text });
    expect(rewrites()).toBe(1);
    expect(size()).toBeLessThan(2_100_000);
  });

  it('that says the same items over and over is rewritten soon after a start', async () => {
    const { bench, rewrites, size } = benchOver();
    const id = bench.submit(companyCommand('Acme'));
    const remark = 'x'.repeat(4_000);
    for (let n = 0; n < 40; n++)
      bench.outbox.edit(id, {
        command: {
          kind: 'company',
          schema: 1,
          target: null,
          fields: { name: `A ${n}`, pool_id: '0', remark },
          children: [],
        },
      });
    expect(size()).toBeGreaterThan(150_000);
    bench.reopen();
    rewrites();
    for (let n = 0; n < 40; n++)
      bench.outbox.edit(id, {
        command: {
          kind: 'company',
          schema: 1,
          target: null,
          fields: { name: `B ${n}`, pool_id: '0', remark },
          children: [],
        },
      });
    await bench.time.advance(10_000);
    expect(rewrites()).toBe(1);
  });
});

describe('[OB71] the end of a draft in the journal', () => {
  const ended = () => {
    const made = benchOver();
    made.type('draft:gone', { n: 1 });
    const older = made.bench.database.serialize();
    made.bench.outbox.deleteDraft('draft:gone');
    made.type('draft:stays', { n: 1 });
    return { ...made, older };
  };
  const drafts = ({ bench }: ReturnType<typeof benchOver>) => bench.outbox.drafts().map(({ id }) => id);

  it('is kept when the journal is rewritten, so that an older outbox.db does not bring the draft back', () => {
    const made = ended();
    made.journal.bytes = null;
    made.type('draft:stays', { n: 2 });
    made.reopenOver(made.older);
    expect(drafts(made)).toEqual(['draft:stays']);
  });

  it('is also kept when the journal is rewritten after a restart', () => {
    const made = ended();
    made.bench.reopen();
    made.journal.bytes = null;
    made.type('draft:stays', { n: 2 });
    made.reopenOver(made.older);
    expect(drafts(made)).toEqual(['draft:stays']);
  });

  it('a draft that is saved again under its old id is restored', () => {
    const made = ended();
    made.type('draft:gone', { n: 2 });
    made.journal.bytes = null;
    made.type('draft:stays', { n: 2 });
    made.reopenOver();
    expect(drafts(made).toSorted()).toEqual(['draft:gone', 'draft:stays']);
  });

  it('nothing is said if a missing outbox.db had only drafts that were ended', () => {
    const made = benchOver();
    made.type('draft:a', { n: 1 });
    made.bench.outbox.deleteDraft('draft:a');
    expect(made.reopenOver()).toBeNull();
    expect(drafts(made)).toEqual([]);
  });

  it('only the last thousand ends are kept', () => {
    const made = benchOver();
    for (let n = 0; n < 1_001; n++) {
      made.type(`draft:${n}`, {});
      made.bench.outbox.deleteDraft(`draft:${n}`);
    }
    made.journal.bytes = null;
    made.type('draft:stays', {});
    const said = made.journal.lines().join('\n');
    expect(['draft:0"', 'draft:1"', 'draft:1000"'].map((id) => said.includes(id))).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('[OB63] what is told after a recovery', () => {
  it('adds up until the user has confirmed it', () => {
    const { bench, reopenOver, type } = benchOver();
    const older = bench.database.serialize();
    bench.submit(companyCommand('Acme'));
    type('draft:a', { n: 1 });
    expect(reopenOver(older)).toMatchObject({
      held: 1,
      drafts: 1,
      inDoubt: 0,
      settled: 0,
      finished: 0,
      lost: 0,
    });
    const second = bench.database.serialize();
    bench.submit(companyCommand('Beta'));
    bench.submit(receiptCommand('12'));
    type('draft:b', { n: 1 });
    type('draft:c', { n: 1 });
    expect(reopenOver(second)).toMatchObject({
      held: 3,
      drafts: 3,
      inDoubt: 0,
      settled: 0,
      finished: 0,
      lost: 0,
    });
  });

  it('an item in an older outbox.db that the journal does not know may have been sent', () => {
    const { bench, journal, reopenOver } = benchOver();
    const unknown = bench.submit(companyCommand('Acme'));
    const older = bench.database.serialize();
    bench.outbox.discard(unknown);
    bench.submit(companyCommand('Beta'));
    bench.submit(companyCommand('Gamma'));
    // All that the journal had of the first item is lost.
    const lines = journal.bytes!.toString('utf8').split('\n');
    journal.bytes = Buffer.from(lines.filter((line) => !line.includes(unknown)).join('\n'));
    expect(reopenOver(older)).toMatchObject({ why: 'older', held: 2, inDoubt: 1 });
    expect(bench.outbox.get(unknown)!.intent).toMatchObject({
      state: 'uncertain',
      waits: 'your-decision',
      reason: { code: 'your-decision' },
      mayHaveArrived: true,
    });
    expect(bench.outbox.get(unknown)!.ledger.at(-1)).toMatchObject({
      event: 'restored',
      facts: { was: 'queued', is: 'uncertain' },
    });
  });

  it('so may one that an earlier recovery has held, because the user may have allowed sending since', () => {
    const { bench, journal, reopenOver } = benchOver();
    const empty = bench.database.serialize();
    const unknown = bench.submit(companyCommand('Acme'));
    expect(reopenOver(empty)).toMatchObject({ held: 1 });
    const older = bench.database.serialize();
    bench.outbox.hold(unknown, false);
    bench.submit(companyCommand('Beta'));
    bench.submit(companyCommand('Gamma'));
    const lines = journal.bytes!.toString('utf8').split('\n');
    journal.bytes = Buffer.from(lines.filter((line) => !line.includes(unknown)).join('\n'));
    expect(reopenOver(older)).toMatchObject({ why: 'older' });
    expect(bench.outbox.get(unknown)!.intent).toMatchObject({ state: 'uncertain', mayHaveArrived: true });
  });

  it('such an edit of a new record cannot be called arrived before that record has an id', () => {
    const { bench, journal, reopenOver } = benchOver();
    const made = bench.submit(companyCommand('Acme'));
    const edit = bench.submit(companyCommand('Acme Ltd', made));
    const older = bench.database.serialize();
    for (const name of ['Beta', 'Gamma']) bench.submit(companyCommand(name));
    const lines = journal.bytes!.toString('utf8').split('\n');
    journal.bytes = Buffer.from(lines.filter((line) => !line.includes(`"id":"${edit}"`)).join('\n'));
    reopenOver(older);
    expect(bench.outbox.get(edit)!.intent).toMatchObject({ state: 'uncertain', realId: null });
    expect(bench.outbox.arrived(edit, null)).toMatchObject({ ok: false, code: 'not-now' });
  });

  it('a draft is restored although a settled item is lost for good', async () => {
    const { bench, journal, type } = benchOver();
    const [lost] = ['Acme', 'Beta'].map((name) => bench.submit(companyCommand(name)));
    bench.outbox.pause(false);
    await bench.time.advance(10_000);
    // The rewritten journal keeps no command of a settled item.
    journal.bytes = null;
    type('draft:a', { n: 1 });
    bench.outbox.stop();
    bench.database.pragma('foreign_keys = OFF');
    bench.database.prepare('DELETE FROM intents WHERE id = ?').run(lost);
    bench.database.exec(`UPDATE drafts SET form = replace(form, '1', '2')`);
    bench.reopen();
    expect(bench.outbox.list().map(({ title }) => title)).toEqual(['Beta']);
    expect(bench.outbox.drafts()).toMatchObject([{ id: 'draft:a', form: { n: 1 } }]);
  });

  it('a settled item of a rewritten journal keeps its number and its notes', async () => {
    const { bench, journal, reopenOver } = benchOver({
      gateway: {
        push: async () => ({
          kind: 'answer',
          status: 200,
          headers: {},
          url: '',
          text: JSON.stringify({
            code: 200,
            message: 'success',
            now: '2026-01-01 10:00:00',
            data: { cash_collection_invoice_id: 8, cash_collection_invoice_no: 'R-8' },
          }),
        }),
      },
    });
    const id = bench.submit(receiptCommand('12'));
    const older = bench.database.serialize();
    bench.outbox.pause(false);
    await bench.time.advance(5_000);
    const { number, notes, appliedAt } = bench.outbox.get(id)!.intent;
    expect(number).toBe('R-8');
    journal.bytes = null;
    bench.submit(companyCommand('Beta'));
    reopenOver(older);
    expect(bench.outbox.get(id)!.intent).toMatchObject({
      state: 'applied',
      realId: '8',
      number,
      appliedAt,
      notes: [...notes, 'restored'],
    });
  });
});

describe('[OB74] the pause of sending', () => {
  const isPaused = ({ bench }: ReturnType<typeof benchOver>) => bench.outbox.summary().paused;
  const loseWrite = ({ bench }: ReturnType<typeof benchOver>, value: string) =>
    bench.database.exec(`UPDATE meta SET value = '${value}' WHERE key = 'paused'`);

  it.each(['0', 'q'])('stays if the disk loses its write or changes it (%s)', async (value) => {
    const made = benchOver();
    made.bench.submit(companyCommand('Acme'));
    made.bench.outbox.stop();
    loseWrite(made, value);
    made.bench.reopen();
    expect(isPaused(made)).toBe(true);
    await made.bench.time.advance(10_000);
    expect(made.bench.outbox.list()).toMatchObject([{ state: 'queued' }]);
    expect(made.told()).toBeNull();
  });

  it('stays after the journal was rewritten', () => {
    const made = benchOver();
    made.journal.bytes = null;
    made.bench.submit(companyCommand('Acme'));
    made.bench.outbox.stop();
    loseWrite(made, '0');
    made.bench.reopen();
    expect(isPaused(made)).toBe(true);
  });

  it('stays with a new outbox.db, and with an old journal', () => {
    const made = benchOver();
    const before = made.journal.bytes!;
    made.reopenOver();
    expect(isPaused(made)).toBe(true);
    made.bench.outbox.pause(false);
    made.bench.outbox.pause(true);
    made.bench.outbox.stop();
    made.journal.bytes = before.subarray(0, before.indexOf(10) + 1);
    made.bench.reopen();
    expect(isPaused(made)).toBe(true);
  });

  it('ends when the user ends it, also over a restart', () => {
    const made = benchOver();
    made.bench.outbox.pause(false);
    made.bench.reopen();
    expect(isPaused(made)).toBe(false);
    made.journal.bytes = null;
    made.bench.submit(companyCommand('Acme'));
    made.bench.reopen();
    expect(isPaused(made)).toBe(false);
  });

  it('is on the disk before it is answered', () => {
    const made = benchOver();
    expect(made.journal.synced).toBe(made.size());
    made.bench.outbox.pause(false);
    expect(made.journal.synced).toBe(made.size());
  });
});
