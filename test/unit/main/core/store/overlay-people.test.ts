/** Who a new record belongs to before the service has named its people. */
import { describe, expect, it } from 'vitest';
import { apply, applyDetail, openTemporaryCache } from './cache-fixture';
import { CATALOGUE } from '#core/store/schema/catalogue';
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

  it('has the other owner as soon as the account belongs to another person', () => {
    const { over } = furnished();
    const made = over.push('company', { pool_id: '0', name: 'Zenit' });
    expect(own(over, 'company', 'user_id')).toEqual(['1']);
    over.selfUserId = '7';
    expect(own(over, 'company', 'user_id')).toEqual(['1', made].toSorted());
  });
});

describe('an edit of a record that the copy does not have', () => {
  it.each(['queued', 'applied'] as const)('does not make it the user’s own: %s', (state) => {
    const { over } = furnished();
    over.selfUserId = '7';
    const edit = over.push('company', { pool_id: '0', name: 'Acme 2' }, { target: '12' });
    if (state === 'applied') over.applied(edit, T);
    expect(over.records.page({ resource: 'company' }, 0, 9).rows.map(({ id }) => id)).toContain('12');
    expect(own(over, 'company', 'user_id')).toEqual(['1']);
    const { values } = over.records.get('company', '12')!.row;
    expect([values.user_id, values.create_user, values.create_time]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('ids of people and records in pending work', () => {
  const people = () => {
    const { cache, over } = furnished();
    apply(cache, 'user', [{ user_id: '9', nickname: 'Zoe' }]);
    apply(
      cache,
      'company',
      [8, 7, 9].map((id, at) => ({ company_id: at + 1, name: `Firm ${at}`, user_id: [id], create_user: id })),
    );
    over.selfUserId = '7';
    return over;
  };

  it('have the names and the order of the copy, also after an edit of another field', () => {
    const over = people();
    over.push('company', { pool_id: '0', name: 'Firm X' }, { target: '3' });
    const ids = (view: object) =>
      over.records.page({ resource: 'company', ...view }, 0, 9).rows.map(({ id }) => id);
    expect(ids({ sort: [{ field: 'create_user', direction: 'asc' }] })).toEqual(['1', '2', '3']);
    expect(ids({ filters: [{ field: 'create_user', op: 'contains', text: 'zoe' }] })).toEqual(['3']);
  });

  it('are counted in every filter menu as often as the filter finds them', () => {
    const over = people();
    over.push('company', { pool_id: '0', name: 'Firm X' }, { target: '1' });
    const made = over.push('company', { pool_id: '0', name: 'Zenit' });
    over.push('trailNote', { company_id: made, content: 'On a new customer', remark_type: 102 });
    over.push('trailNote', { company_id: '1', content: 'Called', remark_type: 102 });
    over.push('receipt', { amount: '1', currency: 'USD', company_id: '1', handler: ['8'] });
    over.push('opportunity', { name: 'Fair', company_id: '1' });
    let compared = 0;
    for (const resource of ['company', 'trail', 'receipt', 'opportunity'] as const)
      for (const { key, storage } of CATALOGUE[resource].fields) {
        if (storage === 'count') continue;
        for (const { value, count } of over.records.facets(resource, key)) {
          const filters = [{ field: key, op: 'in' as const, values: [value] }];
          const { total } = over.records.page({ resource, filters }, 0, 9);
          expect([resource, key, value, total]).toEqual([resource, key, value, count]);
          compared += 1;
        }
      }
    expect(compared).toBeGreaterThan(40);
  });
});

describe('the owners of a company with a waiting edit', () => {
  const shown = (over: Over) => over.records.get('company', '1')?.row.values;
  const edit = (over: Over, fields: Record<string, unknown>): string =>
    over.push('company', { pool_id: '0', ...fields }, { target: '1' });

  it('are those after it: with the added one, without the removed one, none in the public pool', () => {
    const { over } = furnished();
    edit(over, { batch_user_ids: ['8'] });
    expect(shown(over)?.user_id).toEqual(['7', '8']);
    edit(over, { remove_user_id: ['7'] });
    expect(shown(over)?.user_id).toEqual(['8']);
    expect(own(over, 'company', 'user_id')).toEqual([]);
    edit(over, { is_public: 1 });
    expect(shown(over)?.user_id).toEqual([]);
  });

  it('stay if it is made in the name of one of them', () => {
    const { cache, over } = furnished();
    apply(cache, 'company', [
      { company_id: 1, name: 'Acme GmbH', user_id: [7, 8], update_time: '2026-03-02 00:00:00' },
    ]);
    edit(over, { user_id: '8', fax: '1' });
    expect(shown(over)?.user_id).toEqual(['7', '8']);
    expect(own(over, 'company', 'user_id')).toEqual(['1']);
  });

  it('stay if the edit is made in the name of somebody else, who does not become an owner', () => {
    const { over } = furnished();
    edit(over, { user_id: '9', fax: '1' });
    expect(shown(over)?.user_id).toEqual(['7']);
  });

  it('have their names in the details too', () => {
    const { cache, over } = furnished();
    const owner = [{ user_id: 7, nickname: 'Mia Chen' }];
    applyDetail(cache, 'company', { company_id: 1, name: 'Acme GmbH', user_id: [7], owner });
    edit(over, { batch_user_ids: ['8'] });
    expect(shown(over)?.owner).toMatchObject([{ user_id: '7', nickname: 'Mia Chen' }, { user_id: '8' }]);
  });
});

it('a new note names its lead where the list of notes shows it', () => {
  const { cache, over } = furnished();
  apply(cache, 'lead', [{ lead_id: 30, name: 'Fair card' }]);
  const note = over.push('trailNote', { lead_id: '30', content: 'call back' });
  const { rows } = over.records.page({ resource: 'trail' }, 0, 50);
  expect(rows.find(({ id }) => id === note)?.values.lead_info).toMatchObject({
    lead_id: '30',
    name: 'Fair card',
  });
});
