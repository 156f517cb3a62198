import { describe, expect, it } from 'vitest';
import { createOutboxStore } from '#core/outbox/store/outbox-store';
import type { SqlRow } from '#core/ports/ports';
import { refusing } from '../../../../support/outbox/fake-crm';
import { memoryJournal } from '../../../../support/outbox/memory-journal';
import { companyCommand, outboxBench, type OutboxBench } from '../../../../support/outbox/outbox-bench';

const bench = (hasJournal: boolean): OutboxBench => {
  const journal = memoryJournal();
  return outboxBench(hasJournal ? { journal: () => journal.open(null) } : {});
};
/** The disk loses what is written to the row between the two calls. */
const rowOf = ({ database }: OutboxBench, id: string): { putBack(): void } => {
  const row = database.prepare('SELECT * FROM intents WHERE id = ?').get(id) as SqlRow;
  const names = Object.keys(row);
  return {
    putBack: () => {
      database
        .prepare(`UPDATE intents SET (${names.join()}) = (${names.map(() => '?').join()}) WHERE id = ?`)
        .run(...Object.values(row), id);
    },
  };
};
/** A disk that fails each commit, and then each cut of the journal, while `isFailing` is set. */
const failingBench = (): { one: OutboxBench; disk: { isFailing: boolean } } => {
  const journal = memoryJournal();
  const disk = { isFailing: false };
  const fail = (): void => {
    if (disk.isFailing) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  };
  const one = outboxBench({
    journal: () => {
      const file = journal.open(null);
      return { ...file, takeBack: () => (fail(), file.takeBack()) };
    },
    through: (database) => ({
      get open() {
        return database.open;
      },
      get inTransaction() {
        return database.inTransaction;
      },
      prepare: (sql) => database.prepare(sql),
      exec: (sql) => database.exec(sql),
      pragma: (sql, options) => database.pragma(sql, options),
      function: (...given) => database.function(...given),
      close: () => database.close(),
      transaction: (body) =>
        database.transaction((...args: Parameters<typeof body>) => {
          const result = body(...args);
          fail();
          return result;
        }),
    }),
  });
  return { one, disk };
};
const storeOf = ({ database, time }: OutboxBench) => createOutboxStore(database, time);
const delivered = async (one: OutboxBench): Promise<{ id: string; row: ReturnType<typeof rowOf> }> => {
  one.outbox.pause(true);
  const id = one.submit(companyCommand('Once'));
  const row = rowOf(one, id);
  one.outbox.pause(false);
  await one.time.advance(5_000);
  expect(one.outbox.get(id)?.intent.state).toBe('applied');
  return { id, row };
};
/** Everything is let go, as an impatient user does. */
const letGo = async (one: OutboxBench): Promise<void> => {
  one.outbox.pause(false);
  for (const { id, state } of one.outbox.list()) if (state === 'queued') one.outbox.hold(id, false);
  await one.time.advance(20 * 60_000);
};

describe('a row that is older than the ledger, because the disk lost a write', () => {
  it('[OB73] of a delivered item: the journal knows better, also after later entries of the ledger', async () => {
    const one = bench(true);
    const { id, row } = await delivered(one);
    storeOf(one).record(id, { event: 'checked' });
    row.putBack();
    one.reopen();
    await letGo(one);
    expect([one.outbox.get(id)?.intent.state, one.pushes.length]).toEqual(['applied', 1]);
  });

  it('[OB73] of a delivered item without a journal: the item is in doubt, and the user decides', async () => {
    const one = bench(false);
    const { id, row } = await delivered(one);
    row.putBack();
    one.reopen();
    await letGo(one);
    expect(one.outbox.get(id)?.intent).toMatchObject({ state: 'uncertain', waits: 'your-decision' });
    expect(one.pushes).toHaveLength(1);
  });

  it.each([true, false])(
    '[OB73] of an item that the user held: it stays held (journal: %s)',
    async (hasJournal) => {
      const one = bench(hasJournal);
      one.outbox.pause(true);
      const id = one.submit(companyCommand('Wait'));
      const row = rowOf(one, id);
      one.outbox.hold(id, true);
      row.putBack();
      one.reopen();
      one.outbox.pause(false);
      await one.time.advance(60_000);
      expect([one.outbox.get(id)?.intent.held, one.pushes.length]).toEqual([true, 0]);
    },
  );

  it.each([true, false])(
    '[OB73] of a refused item that the user held: it stays refused and held (journal: %s)',
    async (hasJournal) => {
      const one = bench(hasJournal);
      one.gateway.push = refusing('locked');
      const id = one.submit(companyCommand('Wait'));
      await one.time.advance(10_000);
      const row = rowOf(one, id);
      one.outbox.hold(id, true);
      row.putBack();
      one.reopen();
      expect(one.outbox.get(id)?.intent).toMatchObject({ state: 'rejected', held: true });
      one.outbox.sendAgain(id);
      await one.time.advance(60_000);
      expect(one.pushes).toHaveLength(1);
    },
  );

  it.each([true, false])(
    '[OB73] of an edited item: the later version comes back, held (journal: %s)',
    (hasJournal) => {
      const one = bench(hasJournal);
      one.outbox.pause(true);
      const id = one.submit(companyCommand('First'));
      const row = rowOf(one, id);
      one.outbox.edit(id, { command: companyCommand('Second') });
      row.putBack();
      one.reopen();
      expect(one.outbox.list()).toMatchObject([{ title: 'Second', state: 'queued', held: true }]);
      one.outbox.edit(id, { command: companyCommand('Third') });
      const { version } = one.outbox.get(id)!.intent;
      expect(storeOf(one).versionOf(id, version)?.command.fields.name).toBe('Third');
    },
  );

  it.each([true, false])(
    '[OB73] of an item in doubt that was queued again and held: it is not sent by itself (journal: %s)',
    async (hasJournal) => {
      const one = bench(hasJournal);
      one.gateway.push = async () => ({ kind: 'failure', reason: 'reset', unsent: false, detail: '' });
      const id = one.submit(companyCommand('In doubt'));
      await one.time.advance(5_000);
      expect(one.outbox.get(id)?.intent.state).toBe('uncertain');
      one.outbox.pause(true);
      const row = rowOf(one, id);
      one.outbox.sendAgain(id);
      one.outbox.hold(id, true);
      row.putBack();
      one.reopen();
      expect(one.outbox.get(id)?.intent).toMatchObject(
        hasJournal ? { held: true } : { waits: 'your-decision' },
      );
      one.outbox.pause(false);
      await one.time.advance(3 * 3_600_000);
      expect(one.pushes).toHaveLength(1);
    },
  );

  it('[OB73] in doubt, of an attempt before the last: the bound of the earlier doubt does not count', async () => {
    const one = bench(false);
    one.gateway.push = async () => ({ kind: 'failure', reason: 'reset', unsent: false, detail: '' });
    const id = one.submit(companyCommand('Twice'));
    await one.time.advance(30_000);
    const row = rowOf(one, id);
    one.gateway.push = () => new Promise(() => undefined);
    one.outbox.sendAgain(id);
    one.outbox.sendNow(id);
    await one.time.advance(5_000);
    expect(one.outbox.get(id)?.intent.state).toBe('sending');
    row.putBack();
    one.reopen();
    expect(one.outbox.get(id)?.intent).toMatchObject({ state: 'uncertain', waits: 'your-decision' });
  });

  it('[OB61] a discard that the disk refused does not happen after a restart, although it is in the journal', () => {
    const { one, disk } = failingBench();
    one.outbox.pause(true);
    const id = one.submit(companyCommand('Stays'));
    disk.isFailing = true;
    expect(() => one.outbox.discard(id)).toThrow(/full/);
    disk.isFailing = false;
    one.outbox.hold(id, true);
    one.outbox.hold(id, false);
    one.reopen();
    expect(one.outbox.get(id)?.intent.state).toBe('queued');
  });

  it('[OB73] an undamaged outbox is not changed', async () => {
    const one = bench(true);
    await delivered(one);
    one.outbox.pause(true);
    const id = one.submit(companyCommand('Waits'));
    one.outbox.edit(id, { command: companyCommand('Waits still') });
    const before = storeOf(one).ledger().length;
    one.reopen();
    expect(storeOf(one).ledger()).toHaveLength(before);
    expect([one.outbox.get(id)?.intent.held, one.rescues]).toEqual([false, []]);
  });
});
