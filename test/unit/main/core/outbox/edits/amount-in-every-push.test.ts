/** The amount of a receipt is in every push (contract E7), so most edits carry one that the user did not change. */
import { describe, expect, it } from 'vitest';
import { editBaseOf } from '#core/outbox/edits/edit-base';
import { crmBench, lost, refusing } from '../../../../../support/outbox/fake-crm';
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
  const shown = (withUndecided = true) =>
    editBaseOf(outbox.store, { kind: 'receipt', ref: '7', cached: copy }, { withUndecided });
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

describe('an amount that an edit carries along from one that was being sent', () => {
  const REFUSED = refusing('locked');
  const takes = async () => accepted({ cash_collection_invoice_id: 7 });
  /** An edit of the amount is answered by `first` after an edit of another field was saved. */
  const savedMeanwhile = async (first: () => Promise<Awaited<ReturnType<typeof takes>>>) => {
    const bench = crmBench();
    const { outbox, crm, time } = bench;
    crm.put('receipt', receipt('100'));
    const copy = { values: receipt('100'), readAt: '2026-01-01 09:00:00' };
    const recordNow = () =>
      editBaseOf(outbox.store, { kind: 'receipt', ref: '7', cached: copy }, { withUndecided: false });
    const submit = (fields: object, unchanged: string[] = []): string => {
      const saved = outbox.submit({ ...edit(fields), unchanged, recordNow });
      if (!saved.ok) throw new Error(saved.code);
      return saved.id;
    };
    let end: () => void = () => undefined;
    bench.gateway.push = async () => {
      await new Promise<void>((resolve) => (end = resolve));
      return first();
    };
    const raised = submit({ amount: '150' });
    await time.advance(10_000);
    const other = submit({ bank_name: 'North' }, ['amount']);
    expect(outbox.get(other)?.intent.command.fields.amount).toBe('150');
    bench.gateway.push = takes;
    end();
    await time.advance(10_000);
    return { ...bench, raised, other };
  };

  it('[OB18] is not sent if the CRM refuses it there', async () => {
    const { outbox, pushes, raised, other } = await savedMeanwhile(REFUSED);
    expect(outbox.get(raised)?.intent.state).toBe('rejected');
    expect(outbox.get(other)?.intent.state).toBe('applied');
    expect(pushes.at(-1)?.body).toContain('"amount":100');
  });

  it('[OB18] is not sent if the user discards the edit in doubt', async () => {
    const { outbox, pushes, time, raised, other } = await savedMeanwhile(lost);
    expect(outbox.get(raised)?.intent.state).toBe('uncertain');
    outbox.discard(raised);
    await time.advance(10_000);
    expect(outbox.get(other)?.intent.state).toBe('applied');
    expect(pushes.at(-1)?.body).toContain('"amount":100');
  });

  it('[OB18] is not sent if the record cannot be read either', async () => {
    const { outbox, pushes, time, crm, raised, other } = await savedMeanwhile(lost);
    crm.offered = false;
    crm.answers = (path) => (path.includes('receipt') ? { kind: 'not-offered', detail: path } : undefined);
    outbox.discard(raised);
    await time.advance(10_000);
    expect(outbox.get(other)?.intent.state).toBe('applied');
    expect(pushes.at(-1)?.body).toContain('"amount":100');
  });

  it('[OB18] is sent if it has arrived', async () => {
    const { outbox, pushes, crm, time, raised, other } = await savedMeanwhile(lost);
    crm.put('receipt', receipt('150'));
    outbox.arrived(raised, null);
    await time.advance(10_000);
    expect(outbox.get(other)?.intent.state).toBe('applied');
    expect(pushes.at(-1)?.body).toContain('"amount":150');
  });

  it('[OB18] is sent if the user enters it in this edit too', async () => {
    const bench = await savedMeanwhile(lost);
    const { outbox, pushes, time, raised, other } = bench;
    const { command, version } = outbox.get(other)!.intent;
    expect(outbox.edit(other, { command, version, typed: ['amount'] }).ok).toBe(true);
    outbox.discard(raised);
    await time.advance(10_000);
    expect(pushes.at(-1)?.body).toContain('"amount":150');
  });

  it('[OB18] is not sent by an edit of the item itself, if the CRM refuses the item', async () => {
    const bench = crmBench();
    const { outbox, crm, time, pushes } = bench;
    crm.put('receipt', receipt('100'));
    let end: () => void = () => undefined;
    bench.gateway.push = async () => {
      await new Promise<void>((resolve) => (end = resolve));
      return REFUSED();
    };
    const saved = outbox.submit(edit({ amount: '150' }));
    if (!saved.ok) throw new Error(saved.code);
    await time.advance(10_000);
    const { command } = outbox.get(saved.id)!.intent;
    const other = outbox.edit(saved.id, {
      command: { ...command, fields: { ...command.fields, bank_name: 'North' } },
    });
    if (!other.ok) throw new Error(other.code);
    bench.gateway.push = takes;
    end();
    await time.advance(10_000);
    expect(outbox.get(saved.id)?.intent.state).toBe('rejected');
    expect(outbox.get(other.id)?.intent.state).toBe('applied');
    expect(pushes.at(-1)?.body).toContain('"amount":100');
  });
});
