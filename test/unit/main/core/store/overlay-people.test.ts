/** Who a new record belongs to before the service has named its people. */
import { describe, expect, it } from 'vitest';
import { apply, openTemporaryCache } from './cache-fixture';
import { layOver } from './overlay-fixture';

const T = '2026-06-01 08:00:00';
const furnished = () => {
  const cache = openTemporaryCache();
  apply(cache, 'user', [
    { user_id: '7', nickname: 'Mia Chen' },
    { user_id: '8', nickname: 'Li Wei' },
  ]);
  apply(cache, 'company', [
    { company_id: 1, name: 'Acme GmbH', user_id: [7], update_time: '2026-03-01 00:00:00' },
    { company_id: 2, name: 'Bolt Oy', update_time: '2026-02-01 00:00:00' },
  ]);
  return { cache, over: layOver(cache) };
};
type Over = ReturnType<typeof layOver>;
const own = (over: Over, resource: 'company' | 'trail' | 'receipt', field: string): string[] =>
  over.records
    .page({ resource, filters: [{ field, op: 'in', values: ['7'] }] }, 0, 50)
    .rows.map((row) => row.id)
    .toSorted();

describe('a new record, before the CRM shows it', () => {
  it('is in the lists of its creator, and of its owner if it names none', () => {
    const { over } = furnished();
    over.selfUserId = '7';
    const note = over.push('trailNote', { company_id: '1', content: 'Called', remark_type: 102 });
    const mine = over.push('company', { pool_id: '0', name: 'Zenit' });
    const others = over.push('company', { pool_id: '0', name: 'Ypsilon', user_id: '8' });
    const nobodys = over.push('company', { pool_id: '0', name: 'Xenon', is_public: 1 });
    const receipt = over.push('receipt', { amount: '1', currency: 'USD', handler: ['8'] });
    expect(own(over, 'trail', 'create_user_info')).toEqual([note]);
    expect(own(over, 'company', 'user_id')).toEqual(['1', mine].toSorted());
    expect(own(over, 'receipt', 'create_user_info')).toEqual([receipt]);
    const rowOf = (id: string) => over.records.get('company', id)?.row;
    expect([others, nobodys].map((id) => rowOf(id)?.values.user_id)).toEqual(['8', undefined]);
    expect(over.records.get('trail', note)?.row).toMatchObject({
      values: { create_user: '7', create_user_info: { user_id: '7', nickname: 'Mia Chen' } },
    });
    expect(over.records.search('mia', { limit: 5 }).map(({ id }) => id)).toContain(note);
  });

  it('has no pending owner: nobody has entered one', () => {
    const { over } = furnished();
    over.selfUserId = '7';
    const made = over.push('company', { pool_id: '0', name: 'Zenit' });
    const record = over.records.get('company', made);
    expect(record?.row.values.user_id).toEqual(['7']);
    expect(record?.row.pending?.fields).not.toContain('user_id');
    expect(record?.row.pending?.fields).toContain('name');
  });

  it('keeps this owner when it is delivered, and has the owner of the CRM once it is read', () => {
    const { cache, over } = furnished();
    over.selfUserId = '7';
    const made = over.push('company', { pool_id: '0', name: 'Zenit' });
    over.applied(made, T, '77');
    expect(own(over, 'company', 'user_id')).toEqual(['1', '77']);
    apply(cache, 'company', [
      { company_id: 77, name: 'Zenit', user_id: [8], update_time: T, create_time: T, create_user: 8 },
    ]);
    expect(own(over, 'company', 'user_id')).toEqual(['1']);
    expect(over.records.get('company', '77')?.row.values).toMatchObject({ user_id: ['8'] });
    over.push('company', { pool_id: '0', name: 'Zenit AG' }, { target: '77' });
    expect(over.records.get('company', '77')?.row).toMatchObject({
      values: { name: 'Zenit AG', user_id: ['8'], create_user: '8' },
    });
  });

  it('has the other owner as soon as the account is said to belong to another person', () => {
    const { over } = furnished();
    const made = over.push('company', { pool_id: '0', name: 'Zenit' });
    expect(own(over, 'company', 'user_id')).toEqual(['1']);
    over.selfUserId = '7';
    expect(own(over, 'company', 'user_id')).toEqual(['1', made].toSorted());
  });
});
