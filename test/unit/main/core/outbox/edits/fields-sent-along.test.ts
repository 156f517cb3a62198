/** Fields that only a whole record carried, because the service empties what an edit leaves out (OB52). */
import { expect, it } from 'vitest';
import { crmBench, lost, refusing } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';

const RECORD = {
  company_id: 5,
  name: 'Acme',
  pool_id: 0,
  address: 'a',
  remark: 'r',
  homepage: 'h',
  customers: [],
};
const edit = (address: string) => ({
  kind: 'company',
  schema: 1,
  target: '5',
  fields: { pool_id: '0', address },
  children: [],
});
/** An edit of the address that was sent with the whole record, without an answer, and then refused. */
const wholeRefused = async (readAt: string | null) => {
  const bench = crmBench();
  const { crm, gateway, outbox, time } = bench;
  const submit = (address: string, was: string): string =>
    (
      outbox.submit({
        command: edit(address),
        base: { fields: { name: 'Acme', pool_id: '0', address: was }, children: [], readAt },
      }) as { id: string }
    ).id;
  crm.put('company', RECORD);
  gateway.push = async () => {
    crm.put('company', { ...RECORD, address: 'b', remark: '', homepage: '' });
    return accepted({ company_id: 5, customers: [] });
  };
  submit('b', 'a');
  await time.advance(10_000);
  crm.put('company', { ...RECORD, address: 'b' });
  gateway.push = lost;
  const id = submit('c', 'b');
  const item = () => outbox.get(id)!.intent;
  await time.advance(10_000);
  expect(item()).toMatchObject({ state: 'rejected', reason: { code: 'would-clear' } });
  outbox.sendAgain(id);
  await time.advance(1000);
  expect(item().state).toBe('uncertain');
  outbox.sendAgain(id);
  gateway.push = refusing('locked');
  await time.advance(10_000);
  expect(item().state).toBe('rejected');
  const before = bench.pushes.length;
  gateway.push = async () => accepted({ company_id: 5, customers: [] });
  const remarks = () =>
    bench.pushes.slice(before).map(({ body }) => (JSON.parse(body) as { remark: string }).remark);
  return { bench, id, item, remarks };
};

it.each(['then', null])(
  '[OB31] fields that were only sent along are not taken back (base read: %s)',
  async (readAt) => {
    const { bench, id, item, remarks } = await wholeRefused(readAt);
    expect(bench.outbox.edit(id, { command: edit('d') })).toMatchObject({ ok: true });
    await bench.time.advance(20_000);
    expect(remarks()).toEqual(['r']);
    expect(item().state).toBe('applied');
  },
);

it.each(['then', null])(
  '[OB31] nor if the attempt that sent them has arrived (base read: %s)',
  async (readAt) => {
    const { bench, id, item, remarks } = await wholeRefused(readAt);
    bench.crm.put('company', { ...RECORD, address: 'c' });
    expect(bench.outbox.edit(id, { command: edit('d') })).toMatchObject({ ok: true });
    await bench.time.advance(20_000);
    expect(item().state).toBe('applied');
    await bench.time.advance(20_000);
    expect(remarks()).not.toContain('');
  },
);
