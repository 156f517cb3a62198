/** The user's hold on an item that does not wait: it is in the journal too. */
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { crmBench, lost, refusing } from '../../../../support/outbox/fake-crm';
import { memoryJournal } from '../../../../support/outbox/memory-journal';
import { accepted, companyCommand, type OutboxBench } from '../../../../support/outbox/outbox-bench';

/** Sends an item, which `push` answers. Then the user holds it, and `outbox.db` is lost. */
const heldAndLost = async (push: OutboxBench['gateway']['push'], rewritten = false) => {
  const journal = memoryJournal();
  const bench = crmBench({ journal: () => journal.open(null) });
  bench.gateway.push = push;
  const id = bench.submit(companyCommand('Acme'));
  await bench.time.advance(10_000);
  expect(bench.outbox.hold(id, true)).toEqual({ ok: true });
  expect(journal.synced).toBe(journal.bytes?.length);
  if (rewritten) {
    journal.bytes = null;
    bench.submit(companyCommand('Beta'));
  }
  bench.outbox.stop();
  bench.database = new Database(':memory:');
  bench.reopen();
  bench.gateway.push = async () => accepted({ company_id: 8, customers: [] });
  bench.pushes.length = 0;
  return { bench, item: () => bench.outbox.get(id)!.intent, id };
};

it.each([false, true])(
  '[OB61] a refused item stays held if outbox.db is lost (journal rewritten: %s)',
  async (rewritten) => {
    const { bench, item, id } = await heldAndLost(refusing('locked'), rewritten);
    expect(item()).toMatchObject({ state: 'rejected', held: true });
    bench.outbox.sendAgain(id);
    await bench.time.advance(60_000);
    expect(item()).toMatchObject({ state: 'queued', held: true });
    expect(bench.pushes).toEqual([]);
    bench.outbox.hold(id, false);
    await bench.time.advance(60_000);
    expect(item().state).toBe('applied');
  },
);

it('[OB61] a held item in doubt is not sent again by itself if outbox.db was lost', async () => {
  const { bench, item } = await heldAndLost(lost);
  expect(item()).toMatchObject({ state: 'uncertain', held: true });
  for (let minutes = 0; minutes < 40; minutes++) {
    const at = new Date(Date.UTC(2026, 0, 1, 10, minutes));
    bench.crm.now = at.toISOString().slice(0, 19).replace('T', ' ');
    await bench.time.advance(60_000);
  }
  expect(item()).toMatchObject({ state: 'queued', held: true });
  expect(bench.pushes).toEqual([]);
});

it('[OB61] a hold that the user ended stays ended in the journal', async () => {
  const journal = memoryJournal();
  const bench = crmBench({ journal: () => journal.open(null) });
  bench.gateway.push = refusing('locked');
  const id = bench.submit(companyCommand('Acme'));
  await bench.time.advance(10_000);
  bench.outbox.hold(id, true);
  bench.outbox.hold(id, false);
  bench.outbox.stop();
  bench.database = new Database(':memory:');
  bench.reopen();
  expect(bench.outbox.get(id)!.intent).toMatchObject({ state: 'rejected', held: false });
});
