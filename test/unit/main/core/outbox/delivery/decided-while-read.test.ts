/** What the user decides about an item while Satchel reads the ids of its contacts stays. */
import { describe, expect, it } from 'vitest';
import { crmBench } from '../../../../../support/outbox/fake-crm';

const edit = (target: string, tel: string): object => ({
  kind: 'company',
  schema: 1,
  target,
  fields: { pool_id: '0' },
  children: [{ ref: 'local:ann', fields: { tel } }],
});

/** An edit of a contact whose id the CRM did not name. The record is being read; it does not show the contact. */
const whileRead = async () => {
  const bench = crmBench();
  const company = bench.submit({
    kind: 'company',
    schema: 1,
    target: null,
    fields: { name: 'Acme', pool_id: '0' },
    children: [{ ref: 'local:ann', fields: { name: 'Ann', tel: '1' } }],
  });
  await bench.time.advance(5_000);
  const realId = bench.outbox.realIdOf(company)!;
  bench.crm.put('company', { company_id: realId, name: 'Acme', pool_id: 0, customers: [] });
  let answer: () => void = () => undefined;
  bench.crm.answers = async (path) => {
    if (path.includes('company')) await new Promise<void>((resolve) => (answer = resolve));
    return undefined;
  };
  const id = bench.submit(edit(company, '2'));
  await bench.time.advance(1_000);
  const end = async (): Promise<void> => {
    answer();
    await bench.time.advance(1_000);
  };
  return { bench, company, id, end, item: () => bench.outbox.get(id)!.intent };
};

describe('an item whose contacts are being read', () => {
  it('keeps what the user types meanwhile', async () => {
    const { bench, company, id, end, item } = await whileRead();
    expect(bench.outbox.edit(id, { command: edit(company, '3') })).toMatchObject({ ok: true, version: 2 });
    await end();
    expect(item()).toMatchObject({ version: 2, command: { children: [{ fields: { tel: '3' } }] } });
  });

  it('stays discarded', async () => {
    const { bench, id, end, item } = await whileRead();
    expect(bench.outbox.discard(id)).toEqual({ ok: true });
    await end();
    expect(item().state).toBe('discarded');
  });

  it('stays on hold', async () => {
    const { bench, id, end, item } = await whileRead();
    expect(bench.outbox.hold(id, true)).toEqual({ ok: true });
    await end();
    expect(item()).toMatchObject({ state: 'rejected', held: true });
  });
});
