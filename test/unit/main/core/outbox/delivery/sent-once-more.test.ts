/** An edit that was merged with the record right before a push that did not arrive, and that is sent once more. */
import { expect, it } from 'vitest';
import type { HttpResult } from '#core/ports/ports';
import { crmBench, lost, refusing } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';
import { receiptOf, remarkEdit } from '../../../../../support/outbox/shared-receipt';

const throttled: HttpResult = {
  kind: 'answer',
  status: 429,
  headers: { 'retry-after': '5' },
  url: '',
  text: '',
};

const company = (tags: number[]) => ({
  company_id: 7,
  name: 'Acme',
  pool_id: 0,
  cus_tag: tags,
  customers: [],
});
const addsTag = {
  command: {
    kind: 'company',
    schema: 1,
    target: '7',
    fields: { pool_id: '0', cus_tag: ['1', '2'] },
    children: [],
  },
  base: { fields: { name: 'Acme', cus_tag: ['1'] }, children: [], readAt: '2026-01-01 09:00:00' },
};

it.each(['refused for its rate', 'in doubt'])(
  '[OB20] a tag that a colleague added and then removed does not come back: %s',
  async (how) => {
    const bench = crmBench();
    const { outbox, crm, pushes, time } = bench;
    crm.put('company', company([1, 3]));
    bench.gateway.push = how === 'in doubt' ? lost : async () => throttled;
    const saved = outbox.submit(addsTag);
    if (!saved.ok) throw new Error(saved.code);
    await time.advance(7_000);
    expect(pushes.at(-1)?.body).toContain('"cus_tag":[1,3,2]');
    crm.put('company', company([1]));
    bench.gateway.push = async () => accepted({ company_id: 7, customers: [] });
    const item = () => outbox.get(saved.id)!.intent;
    if (how === 'in doubt') outbox.sendAgain(saved.id);
    await time.advance(60_000);
    expect(item().state).toBe('applied');
    expect(pushes.at(-1)?.body).toContain('"cus_tag":[1,2]');
  },
);

it('[OB20] what a merge took from the record is not in the item that the user edits after a refusal', async () => {
  const bench = crmBench();
  const { outbox, crm, time } = bench;
  crm.put('company', company([1, 3]));
  bench.gateway.push = refusing('locked');
  const saved = outbox.submit(addsTag);
  if (!saved.ok) throw new Error(saved.code);
  await time.advance(7_000);
  expect(outbox.get(saved.id)?.intent).toMatchObject({ state: 'rejected', command: addsTag.command });
});

it('[OB31] what a merge took from the record is no change of the user, if an earlier attempt has arrived', async () => {
  const bench = crmBench();
  const { outbox, crm, time } = bench;
  crm.put('company', company([1, 3]));
  bench.gateway.push = lost;
  const saved = outbox.submit(addsTag);
  if (!saved.ok) throw new Error(saved.code);
  await time.advance(7_000);
  crm.put('company', company([1]));
  outbox.sendAgain(saved.id);
  await time.advance(7_000);
  expect(outbox.arrived(saved.id, null)).toEqual({ ok: true });
  expect(outbox.list()).toMatchObject([
    { id: saved.id, state: 'applied', command: { fields: { cus_tag: ['1', '3', '2'] } } },
  ]);
});

it('[OB20] money: an amount that a colleague changed and then restored stays restored', async () => {
  const bench = crmBench();
  const { outbox, crm, pushes, time } = bench;
  crm.put('receipt', receiptOf('120'));
  bench.gateway.push = async () => throttled;
  const saved = outbox.submit(remarkEdit);
  if (!saved.ok) throw new Error(saved.code);
  await time.advance(7_000);
  expect(pushes.at(-1)?.body).toContain('"amount":120');
  crm.put('receipt', receiptOf('100'));
  bench.gateway.push = async () => accepted({ cash_collection_invoice_id: 7 });
  await time.advance(60_000);
  expect(outbox.get(saved.id)?.intent.state).toBe('applied');
  expect(pushes.at(-1)?.body).toContain('"amount":100');
});

it('[OB20] nor is it there while an earlier attempt is in doubt', async () => {
  const bench = crmBench();
  const { outbox, crm, pushes, time } = bench;
  crm.put('company', company([1, 3]));
  bench.gateway.push = lost;
  const saved = outbox.submit(addsTag);
  if (!saved.ok) throw new Error(saved.code);
  await time.advance(7_000);
  bench.gateway.push = refusing('locked');
  outbox.sendAgain(saved.id);
  await time.advance(7_000);
  expect(outbox.get(saved.id)?.intent).toMatchObject({ state: 'rejected', command: addsTag.command });
  expect(pushes).toHaveLength(2);
});

it('[OB20] what a merge took from the record is not in the item whose conflict the user settles', async () => {
  const bench = crmBench();
  const { outbox, crm, time } = bench;
  crm.put('company', { ...company([1, 3]), remark: '' });
  bench.gateway.push = lost;
  const command = { ...addsTag.command, fields: { ...addsTag.command.fields, remark: 'mine' } };
  const base = { ...addsTag.base, fields: { ...addsTag.base.fields, remark: '' } };
  const saved = outbox.submit({ command, base });
  if (!saved.ok) throw new Error(saved.code);
  await time.advance(7_000);
  outbox.sendAgain(saved.id);
  crm.put('company', { ...company([1]), remark: 'theirs' });
  await time.advance(7_000);
  expect(outbox.get(saved.id)?.intent).toMatchObject({ state: 'conflict', command });
});
