/** The contacts that go along with an edit of a company. */
import { describe, expect, it } from 'vitest';
import { otherContacts } from '#core/outbox/delivery/other-contacts';
import { fieldsWithSeveral, snapshotOf } from '#core/outbox/compare/server-snapshot';
import type { Command, CommandChild } from '#shared/domain/intent';

const RECORD = {
  company_id: 7,
  customers: [
    {
      customer_id: 1,
      name: 'Ann',
      tel_list: [['86', '139']],
      contact: [{ type: 'wechat', value: 'ann' }],
      gender: 0,
      main_customer_flag: 1,
    },
    {
      customer_id: 2,
      name: 'Bob',
      tel_list: [
        ['86', '138'],
        ['', '555'],
      ],
      main_customer_flag: 0,
    },
    { customer_id: 0, name: 'nobody' },
  ],
};
const read = (record: Record<string, unknown>) => ({
  ...snapshotOf('company', record),
  several: fieldsWithSeveral(record),
});
const edit = (children: CommandChild[] = []): Command => ({
  kind: 'company',
  schema: 1,
  target: '7',
  fields: { pool_id: '0' },
  children,
});

describe('[OB72] the other contacts of an edited company', () => {
  it('are sent with their read values, except several phones, until edits were seen to keep omitted fields', () => {
    expect(otherContacts(edit(), read(RECORD), null)).toEqual([
      { ref: '1', fields: expect.objectContaining({ name: 'Ann', tel: '139', wechat: 'ann' }) },
      { ref: '2', fields: { name: 'Bob' } },
    ]);
  });
  it('are sent without an account of which they have several: E3 takes one, and might replace all', () => {
    const contact = [
      { type: 'WhatsApp', value: '138' },
      { type: 'whatsapp', value: '139' },
      { type: 'wechat', value: 'ann' },
    ];
    const customers = [{ customer_id: 1, name: 'Ann', contact }];
    const [ann] = otherContacts(edit(), read({ company_id: 7, customers }), null) ?? [];
    expect(ann?.fields).toMatchObject({ name: 'Ann', wechat: 'ann' });
    expect(ann?.fields).not.toHaveProperty('whatsapp');
  });
  it('are sent with their ids only afterwards', () => {
    expect(otherContacts(edit([{ ref: '2', fields: { post: 'Buyer' } }]), read(RECORD), 'keeps')).toEqual([
      { ref: '1', fields: {} },
    ]);
  });
  it('do not set the main contact if the edit sets it', () => {
    const other = edit([{ ref: '2', fields: { main_customer_flag: 1 } }]);
    expect(otherContacts(other, read(RECORD), null)?.[0]?.fields).not.toHaveProperty('main_customer_flag');
  });
  it('are unknown for another kind, a new company, and an answer without contacts', () => {
    expect(otherContacts({ ...edit(), kind: 'lead' }, read(RECORD), null)).toBeUndefined();
    expect(otherContacts({ ...edit(), target: null }, read(RECORD), null)).toBeUndefined();
    expect(otherContacts(edit(), read({ company_id: 7 }), null)).toBeUndefined();
    expect(otherContacts(edit(), read({ company_id: 7, customers: [] }), null)).toEqual([]);
  });
});
