/** The amount of a receipt is in every push (contract E7), so most edits carry one that the user did not change. */
import { expect, it } from 'vitest';
import { editBaseOf } from '#core/outbox/edits/edit-base';
import { crmBench, refusing } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';

const receipt = (amount: string) => ({
  cash_collection_invoice_id: 7,
  amount,
  currency: 'USD',
  remark: '',
  bank_name: '',
  record_list: [],
});
const edit = (fields: object) => ({
  base: { fields: { amount: '100', remark: '', bank_name: '' }, children: [], readAt: '2026-01-01 09:00:00' },
  command: { kind: 'receipt', schema: 1, target: '7', fields: { amount: '100', ...fields }, children: [] },
});

it('[OB43] an unchanged amount is not a later value than the one that the user entered', async () => {
  const bench = crmBench();
  const { outbox, crm, pushes, time } = bench;
  crm.put('receipt', receipt('100'));
  const submit = async (fields: object): Promise<string> => {
    const saved = outbox.submit(edit(fields));
    if (!saved.ok) throw new Error(saved.code);
    await time.advance(10_000);
    return saved.id;
  };
  bench.gateway.push = refusing('locked');
  // This refused edit has the unchanged amount too.
  await submit({ remark: 'by rail' });
  const raised = await submit({ amount: '150' });
  bench.gateway.push = async () => accepted({ cash_collection_invoice_id: 7 });
  await submit({ bank_name: 'North' });
  outbox.sendAgain(raised);
  await time.advance(10_000);
  expect(outbox.get(raised)?.intent.state).toBe('applied');
  expect(pushes.at(-1)?.body).toContain('"amount":150');
});

it('[OB18] an amount that was only carried along is not a later value, and hides none on the screen', async () => {
  const bench = crmBench();
  const { outbox, crm, pushes, time } = bench;
  crm.put('receipt', receipt('100'));
  /** The copy is older than the edits that were delivered. */
  const copy = { values: receipt('100'), readAt: '2026-01-01 09:00:00' };
  const shown = (withUndecided = true) => editBaseOf(outbox.store, 'receipt', '7', copy, { withUndecided });
  const submit = async (fields: object, unchanged: string[] = []): Promise<string> => {
    const saved = outbox.submit({ ...edit(fields), unchanged, recordNow: () => shown(false) });
    if (!saved.ok) throw new Error(saved.code);
    await time.advance(10_000);
    return saved.id;
  };
  bench.gateway.push = async (_path, body) => {
    crm.put('receipt', receipt(String((JSON.parse(body) as { amount: number }).amount)));
    return accepted({ cash_collection_invoice_id: 7 });
  };
  await submit({ amount: '120' });
  const takes = bench.gateway.push;
  bench.gateway.push = refusing('locked');
  const raised = await submit({ amount: '150' });
  await submit({ bank_name: 'North' }, ['amount']);
  expect(pushes.at(-1)?.body).toContain('"amount":120');
  expect(shown()?.current.fields.amount).toBe('150');
  bench.gateway.push = takes;
  await submit({ remark: 'by rail' }, ['amount']);
  outbox.sendAgain(raised);
  await time.advance(10_000);
  expect(outbox.get(raised)?.intent.state).toBe('applied');
  expect(pushes.at(-1)?.body).toContain('"amount":150');
});
