/** An attempt without an answer arrives after a later edit was delivered, and puts its older value over it. */
import { expect, it } from 'vitest';
import { crmBench, lost, type CrmBench } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';

const company = (fields: object) => ({
  company_id: 7,
  name: 'Acme',
  remark: 'first',
  homepage: '',
  pool_id: 0,
  customers: [],
  ...fields,
});
const edit = (fields: object) => ({
  base: {
    fields: { name: 'Acme', remark: 'first', homepage: '', pool_id: '0' },
    children: [],
    readAt: '2026-01-01 09:00:00',
  },
  command: { kind: 'company', schema: 1, target: '7', fields: { pool_id: '0', ...fields }, children: [] },
});
const submit = async (bench: CrmBench, fields: object): Promise<string> => {
  const saved = bench.outbox.submit(edit(fields));
  if (!saved.ok) throw new Error(saved.code);
  await bench.time.advance(10_000);
  return saved.id;
};
/** Both clocks go on. */
const pass = async (bench: CrmBench, minutes: number): Promise<void> => {
  for (let n = 0; n < minutes; n++) {
    const next = Date.parse(`${bench.crm.now.replace(' ', 'T')}Z`) + 60_000;
    bench.crm.now = new Date(next).toISOString().slice(0, 19).replace('T', ' ');
    await bench.time.advance(60_000);
  }
};
const takes = (bench: CrmBench) => async (_path: string, body: string) => {
  bench.crm.put('company', company(JSON.parse(body) as object));
  return accepted({ company_id: 7, customers: [] });
};
const notesOf = (bench: CrmBench, id: string): readonly string[] => bench.outbox.get(id)!.intent.notes;

/** An edit in doubt is discarded, and a later one is delivered. */
const discardedThenEdited = async (later: object) => {
  const bench = crmBench();
  bench.crm.put('company', company({}));
  bench.gateway.push = lost;
  const first = await submit(bench, { remark: 'one' });
  expect(bench.outbox.get(first)!.intent.state).toBe('uncertain');
  bench.outbox.discard(first);
  bench.gateway.push = takes(bench);
  const second = await submit(bench, later);
  expect(bench.outbox.get(second)!.intent.state).toBe('applied');
  return { bench, second, notes: () => notesOf(bench, second) };
};

it('[OB75] a discarded edit that arrives late over a later one is told', async () => {
  const { bench, notes } = await discardedThenEdited({ remark: 'two' });
  expect(notes()).toContain('may-be-replaced');
  bench.crm.put('company', company({ remark: 'one' }));
  await pass(bench, 20);
  expect(notes()).toContain('replaced-late');
  expect(notes()).not.toContain('may-be-replaced');
});

it('[OB75] replaced values need attention until the user has checked the record', async () => {
  const { bench, second, notes } = await discardedThenEdited({ remark: 'two' });
  const shown = () => [bench.outbox.summary().replaced, bench.outbox.replaced().map(({ id }) => id)];
  expect(shown()).toEqual([0, []]);
  expect(bench.outbox.replacedSeen(second)).toMatchObject({ ok: false, code: 'not-now' });
  bench.crm.put('company', company({ remark: 'one' }));
  await pass(bench, 20);
  expect(shown()).toEqual([1, [second]]);
  // It is delivered, so it does not count as unsent.
  expect(bench.outbox.summary()).toMatchObject({ waiting: 0, needsUser: 0 });
  bench.reopen();
  expect(shown()).toEqual([1, [second]]);
  const settled = bench.outbox.store.settledAt(second);
  expect(bench.outbox.replacedSeen(second)).toEqual({ ok: true });
  expect(shown()).toEqual([0, []]);
  expect(notes()).toContain('replaced-seen');
  expect(bench.outbox.store.settledAt(second)).toBe(settled);
  expect(bench.outbox.replacedSeen(second)).toMatchObject({ ok: false, code: 'not-now' });
});

it('[OB75] nothing is told if it does not arrive, also over a restart', async () => {
  const { bench, notes } = await discardedThenEdited({ remark: 'two' });
  await pass(bench, 5);
  expect(notes()).toContain('may-be-replaced');
  bench.reopen();
  await pass(bench, 20);
  expect(notes()).not.toContain('may-be-replaced');
  expect(notes()).not.toContain('replaced-late');
});

it('[OB75] nothing is told if a colleague changed the field since, or the user', async () => {
  const { bench, notes } = await discardedThenEdited({ remark: 'two' });
  bench.crm.put('company', company({ remark: 'three' }));
  await pass(bench, 20);
  expect(notes()).not.toContain('replaced-late');
  const other = await discardedThenEdited({ remark: 'two' });
  const third = await submit(other.bench, { remark: 'one' });
  await pass(other.bench, 20);
  expect(other.bench.outbox.get(third)!.intent.state).toBe('applied');
  expect(other.notes()).not.toContain('replaced-late');
});

it('[OB75] an edit of other fields, or with the same value, is not concerned', async () => {
  expect((await discardedThenEdited({ homepage: 'a.example' })).notes()).not.toContain('may-be-replaced');
  expect((await discardedThenEdited({ remark: 'one' })).notes()).not.toContain('may-be-replaced');
});

it('[OB75] an edit that is sent after the late-commit bound is not concerned', async () => {
  const bench = crmBench();
  bench.crm.put('company', company({}));
  bench.gateway.push = lost;
  const first = await submit(bench, { remark: 'one' });
  bench.outbox.discard(first);
  await pass(bench, 20);
  bench.gateway.push = takes(bench);
  expect(notesOf(bench, await submit(bench, { remark: 'two' }))).not.toContain('may-be-replaced');
});

it('[OB75] an earlier attempt of the same item that arrives late is told too', async () => {
  const bench = crmBench();
  bench.crm.put('company', company({}));
  bench.gateway.push = lost;
  const id = await submit(bench, { remark: 'one' });
  bench.outbox.pause(true);
  bench.outbox.sendAgain(id);
  const later = bench.outbox.edit(id, { command: edit({ remark: 'two' }).command });
  if (!later.ok) throw new Error(later.code);
  bench.gateway.push = takes(bench);
  bench.outbox.pause(false);
  await bench.time.advance(10_000);
  const last = bench.outbox.get(later.id)!.intent;
  expect(last.state).toBe('applied');
  expect(last.notes).toContain('may-be-replaced');
  bench.crm.put('company', company({ remark: 'one' }));
  await pass(bench, 20);
  expect(notesOf(bench, later.id)).toContain('replaced-late');
});

it('[OB75] a receipt whose amount was replaced is told, and nothing is sent', async () => {
  const bench = crmBench();
  const receipt = (amount: string) => ({
    cash_collection_invoice_id: 9,
    amount,
    currency: 'USD',
    record_list: [],
  });
  const amountOf = (amount: string) => ({
    base: { fields: { amount: '100' }, children: [], readAt: '2026-01-01 09:00:00' },
    command: { kind: 'receipt', schema: 1, target: '9', fields: { amount }, children: [] },
  });
  bench.crm.put('receipt', receipt('100'));
  bench.gateway.push = lost;
  const first = bench.outbox.submit(amountOf('150'));
  await bench.time.advance(10_000);
  bench.outbox.discard(first.ok ? first.id : '');
  bench.gateway.push = async () => {
    bench.crm.put('receipt', receipt('120'));
    return accepted({ cash_collection_invoice_id: 9 });
  };
  const second = bench.outbox.submit(amountOf('120'));
  await bench.time.advance(10_000);
  const id = second.ok ? second.id : '';
  bench.crm.put('receipt', receipt('150'));
  const pushes = bench.pushes.length;
  await pass(bench, 20);
  expect(notesOf(bench, id)).toContain('replaced-late');
  expect(bench.pushes).toHaveLength(pushes);
  expect(bench.outbox.get(id)!.ledger.at(-1)).toMatchObject({
    event: 'checked',
    facts: { replaced: ['amount'] },
  });
});
