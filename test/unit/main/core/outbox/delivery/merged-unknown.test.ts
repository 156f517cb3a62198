/** The ledger entry that tells which version Satchel merged was altered on the disk, or an older Satchel wrote none. */
import type Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { checksumOf } from '#core/outbox/store/row-checksum';
import type { SqlRow } from '#core/ports/ports';
import { crmBench } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';
import { receiptOf, sendMerged } from '../../../../../support/outbox/shared-receipt';

/** Removes the fact from the entry of the attempt, past the trigger that protects the entry. */
const removeMerge = (database: Database.Database, { isSound }: { isSound: boolean }): void => {
  const trigger = database
    .prepare(`SELECT sql FROM sqlite_schema WHERE name = 'ledger_is_append_only_u'`)
    .pluck()
    .get() as string;
  database.exec('DROP TRIGGER ledger_is_append_only_u');
  database.exec(`UPDATE ledger SET facts = json_remove(facts, '$.from') WHERE event = 'sending'`);
  const row = database.prepare(`SELECT * FROM ledger WHERE event = 'sending'`).get() as SqlRow;
  const checksum = isSound ? checksumOf('ledger', row) : row.checksum;
  database.prepare(`UPDATE ledger SET checksum = ? WHERE seq = ?`).run(checksum, row.seq);
  database.exec(trigger);
};

it.each([
  ['cannot be read', false],
  ['does not tell of the merge', true],
])('[OB20] what a merge took from the record is not sent again if its entry %s', async (_, isSound) => {
  const bench = crmBench();
  const { crm, pushes, time } = bench;
  const id = await sendMerged(bench);
  bench.outbox.stop();
  removeMerge(bench.database, { isSound });
  bench.reopen();
  crm.put('receipt', receiptOf('100'));
  bench.gateway.push = async () => accepted({ cash_collection_invoice_id: 7 });
  expect(bench.outbox.sendAgain(id)).toEqual({ ok: true });
  await time.advance(60_000);
  expect(bench.outbox.get(id)?.intent.state).toBe('applied');
  expect(pushes.at(-1)?.body).toContain('"amount":100');
});
