/**
 * What is looked at after the service accepted: where a receipt landed, and what an edit did to what it left
 * out.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { createOf, makeRig, PUSHES, type Rig } from '../../support/outbox/fault-rig';

let rig: Rig;
afterEach(async () => {
  await rig.close();
});
const applied = (id: string) => rig.until(id, ({ state }) => state === 'applied');

describe('a receipt without handler or company', () => {
  it.each([
    ['draft', 'landed-as-draft', {}],
    ['pending', 'landed-as-pending', { receipt: 'pending' as const }],
  ])('[OB38] says that it landed as %s', async (_name, note, quirks) => {
    rig = await makeRig(quirks);
    const id = rig.submit({ kind: 'receipt', fields: { amount: '9.99', currency: 'USD' } });
    expect((await applied(id)).notes).toContain('may-land-as-draft');
    const view = await rig.until(id, ({ notes }) => notes.includes(note));
    expect(view.notes).not.toContain('may-be-draft');
  });
  it('[OB38] is asked about after a lost answer too, and once the service can be read again', async () => {
    rig = await makeRig();
    rig.http.service.faults.add({ kind: 'lost', method: 'POST', path: PUSHES.receipt.path });
    rig.http.service.faults.add({
      kind: 'status',
      status: 503,
      method: 'GET',
      path: '/v1/invoices/receiptRegistration/info',
      times: 2,
      skip: 1,
    });
    const id = rig.submit({ kind: 'receipt', fields: { amount: '9.99', currency: 'USD' } });
    await rig.until(id, ({ notes }) => notes.includes('landed-as-draft'));
    expect(rig.posts(PUSHES.receipt.path)).toHaveLength(1);
  });
  it('[OB38] keeps saying "may be a draft" where the service cannot be asked', async () => {
    rig = await makeRig({}, 'contract');
    const view = await applied(rig.submit({ kind: 'receipt', fields: { amount: '9.99', currency: 'USD' } }));
    expect(view.notes).toContain('may-be-draft');
  });
});

describe('what an edit leaves out', () => {
  const editOnce = async (): Promise<string> => {
    const made = createOf('company', 'Acme', rig.selfUserId);
    const first = await applied(
      rig.submit({ ...made, fields: { ...made.fields, address: 'Kai 1', homepage: 'acme.example' } }),
    );
    return rig.submit({ kind: 'company', target: first.realId, fields: { pool_id: '0', remark: 'new' } });
  };
  it('[OB39] stays: proved by the first edit, and not asked again', async () => {
    rig = await makeRig();
    const id = await editOnce();
    await applied(id);
    await rig.until(id, () => rig.live.outbox.omissions().company === 'keeps');
    expect(rig.live.outbox.get(id)?.intent.notes).not.toContain('left-out-cleared');
  });
  it('[OB39] is emptied: told on the edit, with what was lost in its history', async () => {
    rig = await makeRig({ omission: 'clears' });
    const id = await editOnce();
    await rig.until(id, ({ notes }) => notes.includes('left-out-cleared'));
    const checked = rig.live.outbox.get(id)?.ledger.find(({ event }) => event === 'checked');
    expect(checked?.facts.cleared).toMatchObject({ address: 'Kai 1', homepage: 'acme.example' });
    expect(rig.live.outbox.omissions().company).toBe('clears');
  });
  it('[OB39] is emptied: not forgotten when a later edit finds nothing left to empty', async () => {
    rig = await makeRig({ omission: 'clears' });
    const first = await editOnce();
    const target = (await rig.until(first, ({ notes }) => notes.includes('left-out-cleared'))).realId;
    const fields = { pool_id: '0', name: 'Acme', address: 'Kai 2' };
    const second = await applied(rig.submit({ kind: 'company', target, fields }));
    await rig.until(second.id, ({ notes }) => notes.includes('left-out-cleared'));
    const third = rig.submit({ kind: 'company', target, fields: { ...fields, address: 'Kai 3' } });
    await applied(third);
    await expect
      .poll(() => rig.http.service.requests().filter((one) => one.path === '/v1/company/info').length)
      .toBeGreaterThanOrEqual(6);
    expect(rig.live.outbox.omissions().company).toBe('clears');
  });
});
