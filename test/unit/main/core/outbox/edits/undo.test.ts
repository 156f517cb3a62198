/** What Undo restores, if the edit corrected a refused item or was merged with a colleague's. */
import { expect, it } from 'vitest';
import { accepted, companyCommand, receiptCommand } from '../../../../../support/outbox/outbox-bench';
import { crmBench, refusing } from '../../../../../support/outbox/fake-crm';

it('undo of a correction does not send again what the service refused', async () => {
  const bench = crmBench({ settings: { undoSeconds: 6 } });
  const { outbox, time, pushes } = bench;
  bench.gateway.push = refusing('the company is locked');
  const id = bench.submit({
    ...receiptCommand('9'),
    fields: { amount: '150.00', company_id: '9', currency: 'EUR' },
  });
  await time.advance(10_000);
  expect(outbox.get(id)?.intent.state).toBe('rejected');
  expect(pushes).toHaveLength(1);
  // The user corrects the amount, and takes the correction back within the six seconds.
  bench.gateway.push = async () => accepted({ cash_collection_id: 77 });
  expect(
    outbox.edit(id, {
      command: { ...receiptCommand('9'), fields: { amount: '15.00', company_id: '9', currency: 'EUR' } },
    }),
  ).toMatchObject({ ok: true });
  await time.advance(2_000);
  expect(outbox.undo(id)).toEqual({ ok: true });
  await time.advance(60_000);
  // Money that the service refused and that the user did not send again.
  expect(pushes).toHaveLength(1);
  expect(outbox.get(id)?.intent).toMatchObject({
    state: 'rejected',
    reason: { message: 'the company is locked' },
    command: { fields: { amount: '150.00' } },
  });
});

it('undo of an edit that was merged with a change of a colleague takes this edit back', async () => {
  const bench = crmBench({ settings: { undoSeconds: 6 } });
  const { outbox, time, crm, pushes } = bench;
  const acme = { company_id: 5, name: 'Acme', remark: 'old', address: 'A', pool_id: 0, customers: [] };
  crm.put('company', acme);
  const base = { fields: { name: 'Acme', remark: 'old', address: 'A', tel: '' }, children: [], readAt: null };
  const save = (remark: string) => {
    const fields = { name: 'Acme', remark, pool_id: '0' };
    const done = outbox.submit({ command: { ...companyCommand('Acme', '5'), fields }, base });
    if (!done.ok) throw new Error('refused');
    return done;
  };
  const { id } = save('first');
  expect(save('second')).toMatchObject({ id, outcome: 'folded' });
  // A colleague renamed it. The read before the push succeeds, the push itself finds no connection.
  crm.put('company', { ...acme, name: 'Acme Ltd' });
  bench.gateway.push = async () =>
    ({ kind: 'failure', reason: 'connect', unsent: true, detail: 'no route' }) as never;
  await time.advance(7_000);
  expect(pushes).toHaveLength(1);
  expect(outbox.get(id)!.intent).toMatchObject({ state: 'queued', frozen: false });
  // The message "Saved … Undo" is still shown; Undo answers "Undone".
  expect(outbox.undo(id)).toEqual({ ok: true });
  expect(outbox.get(id)!.intent.command.fields).toMatchObject({ remark: 'first' });
});
