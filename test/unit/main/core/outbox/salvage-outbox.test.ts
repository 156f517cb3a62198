/**
 * The content that a damaged outbox.db still has is moved to a new file, and nothing of it is sent without
 * the user.
 */
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openOutboxDatabase } from '#core/outbox/store/open-outbox-database';
import { createOutboxStore } from '#core/outbox/store/outbox-store';
import { salvageOutbox } from '#core/outbox/store/salvage-outbox';
import { crmBench, lost } from '../../../../support/outbox/fake-crm';
import { companyCommand, outboxBench, receiptCommand } from '../../../../support/outbox/outbox-bench';

const never = (): Promise<never> => new Promise(() => undefined);
const salvaged = (
  from: Database.Database,
  spoil: (database: Database.Database) => void = () => undefined,
) => {
  const old = new Database(from.serialize());
  spoil(old);
  const into = new Database(':memory:');
  const clock = { now: () => 1_900_000_000_000 };
  openOutboxDatabase(into, { accountId: 'a', backupPath: null });
  const count = salvageOutbox(old, into);
  return { count, store: createOutboxStore(into, clock) };
};

/** One item that is being sent, one that waits with an edit, a receipt that needs it, and a draft. */
const filled = async () => {
  const bench = outboxBench({ gateway: { push: never } });
  const sent = bench.submit(companyCommand('Sent'));
  await bench.time.advance(5_000);
  bench.outbox.pause(true);
  const waits = bench.submit(companyCommand('One'));
  bench.outbox.edit(waits, { command: companyCommand('Two') });
  const child = bench.submit(receiptCommand(waits));
  const draft = bench.outbox.saveDraft({ kind: 'company', target: null, form: { n: 1 }, base: null });
  return { database: bench.database, sent, waits, child, draft };
};

describe('[OB49] the rows of a damaged outbox', () => {
  it('come over held or in doubt, with versions, order and drafts', async () => {
    const { database, sent, waits, child, draft } = await filled();
    const { count, store } = salvaged(database);
    expect(count).toEqual({
      recovered: 3,
      total: 3,
      drafts: 1,
      items: [
        { id: sent, was: 'sending' },
        { id: waits, was: 'queued' },
        { id: child, was: 'queued' },
      ],
    });
    expect(
      store.list().map(({ id, state, held, detail }) => [id, state, held, detail.notes.includes('restored')]),
    ).toEqual([
      [sent, 'uncertain', false, true],
      [waits, 'queued', true, true],
      [child, 'queued', true, true],
    ]);
    expect(store.get(waits)?.command.fields.name).toBe('Two');
    expect(store.versionOf(waits, 1)?.command.fields.name).toBe('One');
    expect(store.parentsOf(child)).toEqual([{ id: waits, strength: 'needs' }]);
    expect(store.draft(draft.id)?.form).toEqual({ n: 1 });
    expect(store.ledger(sent).map(({ event }) => event)).toEqual(['submitted', 'sending']);
    expect(store.unreadable()).toEqual([]);
  });

  it('that are in doubt come over without the time of their search, which was that of the damaged file', async () => {
    const bench = crmBench();
    bench.gateway.push = lost;
    const id = bench.submit(companyCommand('Sent'));
    await bench.time.advance(120_000);
    expect(bench.outbox.store.get(id)).toMatchObject({ state: 'uncertain' });
    expect(bench.outbox.store.get(id)!.detail.doubtSince).not.toBeNull();
    const { store } = salvaged(bench.database);
    expect(store.get(id)).toMatchObject({ state: 'uncertain', detail: { doubtSince: null } });
  });

  it('come over without what is lost: the others are counted and kept', async () => {
    const { database, sent, child } = await filled();
    const { count, store } = salvaged(database, (old) => {
      old.prepare(`DELETE FROM intents WHERE seq = 2`).run();
    });
    expect(count).toMatchObject({ recovered: 2, total: 3 });
    expect(store.list().map(({ id }) => id)).toEqual([sent, child]);
  });

  it('come over unchanged if they were altered, and are set apart', async () => {
    const { database, waits } = await filled();
    const { count, store } = salvaged(database, (old) => {
      old.prepare(`UPDATE intents SET command = replace(command, 'Two', 'Ten') WHERE id = ?`).run(waits);
    });
    expect(count).toMatchObject({ recovered: 2, total: 3 });
    expect(store.list().some(({ id }) => id === waits)).toBe(false);
    expect(store.unreadable().some(({ table, id }) => table === 'intents' && id === waits)).toBe(true);
  });

  it.each([
    ['the number of the next item', `UPDATE sqlite_sequence SET seq = 1099511627776 WHERE name = 'intents'`],
    ['the number of the next entry', `UPDATE sqlite_sequence SET seq = 1099511627776 WHERE name = 'ledger'`],
    ['the number of an item', `UPDATE intents SET seq = 1099511627776 WHERE seq = 3`],
  ])('come over within seconds although %s is damaged', async (_, sql) => {
    const { database } = await filled();
    const begun = performance.now();
    const { count, store } = salvaged(database, (old) => void old.prepare(sql).run());
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(count).toMatchObject({ recovered: 3, total: 3, drafts: 1 });
    expect(store.ledger()).toHaveLength(5);
  });
});
