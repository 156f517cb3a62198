/** An edit that was merged with the record before it was sent; then `outbox.db` is lost and the journal restores it. */
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { crmBench } from '../../../../../support/outbox/fake-crm';
import { memoryJournal } from '../../../../../support/outbox/memory-journal';
import { accepted } from '../../../../../support/outbox/outbox-bench';
import { receiptOf, sendMerged } from '../../../../../support/outbox/shared-receipt';

it.each(['as it was written', 'rewritten'])(
  '[OB20] what the merge took from the record is not sent again: journal %s',
  async (how) => {
    const journal = memoryJournal();
    const bench = crmBench({ journal: () => journal.open(null) });
    const { crm, pushes, time } = bench;
    const id = await sendMerged(bench);
    if (how === 'rewritten') {
      journal.bytes = Buffer.concat([journal.bytes!, Buffer.from('p torn')]);
      bench.reopen();
    }
    bench.outbox.stop();
    bench.database = new Database(':memory:');
    bench.reopen();
    crm.put('receipt', receiptOf('100'));
    bench.gateway.push = async () => accepted({ cash_collection_invoice_id: 7 });
    expect(bench.outbox.sendAgain(id)).toEqual({ ok: true });
    await time.advance(60_000);
    expect(bench.outbox.get(id)?.intent.state).toBe('applied');
    expect(pushes.at(-1)?.body).toContain('"amount":100');
  },
);
