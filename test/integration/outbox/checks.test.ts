/**
 * The checks after the service accepted a push: in which state a receipt was saved, and what an edit did to
 * the fields that it left out.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { createOf, makeRig, PUSHES, type Rig } from '../../support/outbox/fault-rig';

let rig: Rig;
afterEach(async () => {
  await rig.close();
});
const WHOLE_AND_CLEARS = { contactList: 'whole', omission: 'clears' } as const;
const applied = (id: string) => rig.until(id, ({ state }) => state === 'applied');

describe('a receipt without handler or company', () => {
  it.each([
    ['draft', 'landed-as-draft', {}],
    ['pending', 'landed-as-pending', { receipt: 'pending' as const }],
  ])('[OB38] shows that its status is %s', async (_name, note, quirks) => {
    rig = await makeRig(quirks);
    const id = rig.submit({ kind: 'receipt', fields: { amount: '9.99', currency: 'USD' } });
    expect((await applied(id)).notes).toContain('may-land-as-draft');
    const view = await rig.until(id, ({ notes }) => notes.includes(note));
    expect(view.notes).not.toContain('may-be-draft');
  });
  it('[OB38] is checked after a lost answer too, when the service can be read again', async () => {
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
  it('[OB38] keeps showing "may be a draft" if the service offers no read', async () => {
    rig = await makeRig({}, 'contract');
    const view = await applied(rig.submit({ kind: 'receipt', fields: { amount: '9.99', currency: 'USD' } }));
    expect(view.notes).toContain('may-be-draft');
  });
});

it('[OB20] an edit that cannot be compared omits the name, because a colleague may have changed it', async () => {
  rig = await makeRig({}, 'contract');
  const made = await applied(rig.submit(createOf('company', 'Acme', rig.selfUserId)));
  const base = { fields: { name: 'Acme', pool_id: '0', remark: '' }, children: [], readAt: null };
  const edit = { kind: 'company', target: made.realId, fields: { pool_id: '0', remark: 'new' } };
  const id = rig.submit(edit, base);
  await applied(id);
  const sent = rig.live.outbox.get(id)?.ledger.find(({ event }) => event === 'sending')?.facts.body;
  expect(JSON.parse(String(sent))).toMatchObject({ remark: 'new' });
  expect(JSON.parse(String(sent))).not.toHaveProperty('name');
});

describe('fields that an edit leaves out', () => {
  const editOnce = async (): Promise<string> => {
    const made = createOf('company', 'Acme', rig.selfUserId);
    const first = await applied(
      rig.submit({ ...made, fields: { ...made.fields, address: 'Kai 1', homepage: 'acme.example' } }),
    );
    return rig.submit({ kind: 'company', target: first.realId, fields: { pool_id: '0', remark: 'new' } });
  };
  it('[OB39] stay: the first edit proves it, and later edits are not checked', async () => {
    rig = await makeRig();
    const id = await editOnce();
    await applied(id);
    await rig.until(id, () => rig.live.outbox.omissions().company === 'keeps');
    expect(rig.live.outbox.get(id)?.intent.notes).not.toContain('left-out-cleared');
  });
  it('[OB39] are emptied: the edit says so, and its history has the lost values', async () => {
    rig = await makeRig({ omission: 'clears' });
    const id = await editOnce();
    await rig.until(id, ({ notes }) => notes.includes('left-out-cleared'));
    const checked = rig.live.outbox.get(id)?.ledger.find(({ event }) => event === 'checked');
    expect(checked?.facts.cleared).toMatchObject({ address: 'Kai 1', homepage: 'acme.example' });
    expect(rig.live.outbox.omissions().company).toBe('clears');
  });
  it('[OB39] are emptied: the result stays when a later edit has nothing to empty', async () => {
    rig = await makeRig({ omission: 'clears' });
    const first = await editOnce();
    const target = (await rig.until(first, ({ notes }) => notes.includes('left-out-cleared'))).realId;
    const fields = { pool_id: '0', remark: 'newer' };
    await applied(rig.submit({ kind: 'company', target, fields }));
    await applied(rig.submit({ kind: 'company', target, fields: { ...fields, remark: 'newest' } }));
    expect(rig.live.outbox.omissions().company).toBe('clears');
  });
  it('[OB52] would be emptied: the edit is not sent; if the user agrees, the whole record is sent', async () => {
    rig = await makeRig({ omission: 'clears' });
    const first = await editOnce();
    const target = (await rig.until(first, ({ notes }) => notes.includes('left-out-cleared'))).realId;
    const detail = () => rig.http.service.truth('company').find(({ id }) => id === target)?.detail;
    const id = rig.submit({ kind: 'company', target, fields: { pool_id: '0', address: 'Kai 2' } });
    const held = await rig.until(id, ({ state }) => state === 'rejected');
    expect(held.reason).toMatchObject({ code: 'would-clear', field: 'remark' });
    expect(detail()).toMatchObject({ remark: 'new', address: '' });
    rig.live.outbox.sendAgain(id);
    expect((await applied(id)).notes).toContain('whole-record');
    expect(detail()).toMatchObject({ remark: 'new', address: 'Kai 2' });
  });
  it('[OB52] are never filled in for money: the item waits until the user enters them', async () => {
    rig = await makeRig({ omission: 'clears' });
    const made = await applied(
      rig.submit({
        kind: 'receipt',
        fields: { amount: '9.99', currency: 'USD', remark: 'r', bank_name: 'B' },
      }),
    );
    const edit = { kind: 'receipt', target: made.realId, fields: { amount: '9.99', remark: 'other' } };
    const told = rig.submit(edit);
    await rig.until(told, ({ notes }) => notes.includes('left-out-cleared'));
    const next = rig.submit({ ...edit, fields: { amount: '10', bank_name: 'C' } });
    const stopped = await rig.until(next, ({ state }) => state === 'rejected');
    expect(stopped.reason?.code).toBe('would-clear');
    rig.live.outbox.sendAgain(next);
    await rig.until(next, ({ state, reason }) => state === 'rejected' && reason?.code === 'would-clear');
    expect(rig.posts(PUSHES.receipt.path)).toHaveLength(2);
  });
});

describe('contacts of an edited company', () => {
  const TEL = { tel: '139', tel_area_code: '86', whatsapp: '+86 139' };
  const CONTACTS = [
    { ref: 'local:a', fields: { name: 'Ann', email: 'ann@x.example', ...TEL } },
    { ref: 'local:b', fields: { name: 'Bob', email: 'bob@x.example', ...TEL } },
  ];
  type Contact = Record<string, unknown>;
  const contactsOf = (id: string | null): Contact[] =>
    rig.http.service.truth('company').find((one) => one.id === id)?.detail.customers as Contact[];
  const bodyOf = (id: string): Record<string, unknown> =>
    JSON.parse(
      String(rig.live.outbox.get(id)?.ledger.find(({ event }) => event === 'sending')?.facts.body),
    ) as Record<string, unknown>;
  const made = async (): Promise<string | null> => {
    const fields = { name: 'Acme', pool_id: '0', address: 'Kai 1' };
    return (await applied(rig.submit({ kind: 'company', fields, children: CONTACTS }))).realId;
  };
  const edit = { kind: 'company', fields: { pool_id: '0', remark: 'new' } };

  it.each([
    ['takes the list for the whole', { contactList: 'whole' as const }],
    ['takes the list for the whole, and empties what is left out', WHOLE_AND_CLEARS],
  ])('[OB72] stay as they are at a service that %s', async (_name, quirks) => {
    rig = await makeRig(quirks);
    const target = await made();
    const before = contactsOf(target);
    await applied(rig.submit({ ...edit, target }));
    expect(contactsOf(target)).toEqual(before);
  });
  it('[OB72] stay when another one is edited, and are sent with their id only after edits were seen to keep omitted fields', async () => {
    rig = await makeRig({ contactList: 'whole' });
    const target = await made();
    const first = rig.submit({ ...edit, target });
    await rig.until(first, () => rig.live.outbox.omissions().company === 'keeps');
    const [ann, bob] = contactsOf(target);
    const children = [{ ref: String(ann?.customer_id), fields: { post: 'Buyer' } }];
    const id = rig.submit({ kind: 'company', target, fields: { pool_id: '0' }, children });
    await applied(id);
    expect(contactsOf(target)).toEqual([{ ...ann, post: 'Buyer' }, bob]);
    expect(bodyOf(id).customers).toEqual([
      { customer_id: Number(ann?.customer_id), post: 'Buyer' },
      { customer_id: Number(bob?.customer_id) },
    ]);
  });
  it('[OB72] are left out if they could not be read', async () => {
    rig = await makeRig({ contactList: 'whole' }, 'contract');
    const target = await made();
    const id = rig.submit({ ...edit, target });
    await applied(id);
    expect(bodyOf(id)).not.toHaveProperty('customers');
    expect(contactsOf(target)).toHaveLength(2);
  });
});
