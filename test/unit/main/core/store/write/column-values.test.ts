/** The stored value of a field, by which lists sort and filter. */
import { describe, expect, it } from 'vitest';
import { apply, idsOf, openTemporaryCache } from '../cache-fixture';

const order = (id: number, deadline: string) => ({
  order_id: id,
  order_no: `SO-${id}`,
  update_time: '2026-03-01 09:30:15',
  shipment_deadline: deadline,
});

describe('a name that the service sends as a number', () => {
  it('sorts, filters and is found as the text that the list shows', () => {
    const cache = openTemporaryCache();
    const of = (id: number, name: unknown) => ({ ...order(id, ''), company: { company_id: id, name } });
    apply(cache, 'order', [of(1, 'Acme'), of(2, 360), of(3, 0)]);
    expect(cache.facets('order', 'company')).toContainEqual({ value: '2', label: '360', count: 1 });
    const sort = [{ field: 'company', direction: 'asc' as const }];
    expect(idsOf(cache, { resource: 'order', sort }).slice(0, 2)).toEqual(['2', '1']);
    expect(cache.search('360', { limit: 5 }).map(({ id }) => id)).toEqual(['2']);
  });
});

describe('a person or a department that has its name under another key', () => {
  it('sorts, filters and is found by the name that the list shows', () => {
    const cache = openTemporaryCache();
    const user = (user_id: number, department_name: string) => ({
      user_id,
      nickname: `User ${user_id}`,
      departments: [{ department_id: 10 + user_id, department_name }],
    });
    apply(cache, 'user', [user(1, 'Warehouse'), user(2, 'Export')]);
    expect(cache.facets('user', 'departments')).toContainEqual({ value: '12', label: 'Export', count: 1 });
    expect(cache.search('Export', { limit: 5 }).map(({ id }) => id)).toEqual(['2']);
    const sort = [{ field: 'departments', direction: 'asc' as const }];
    expect(idsOf(cache, { resource: 'user', sort })).toEqual(['2', '1']);
  });

  it('comes before the records without a person, in both orders', () => {
    const cache = openTemporaryCache();
    const note = (trail_id: number, customer_info: unknown) => ({ trail_id, content: 'x', customer_info });
    const contact = (email: string) => [{ customer_id: 5, name: '', email }];
    apply(cache, 'trail', [note(1, []), note(2, contact('b@x.example')), note(3, contact('a@x.example'))]);
    const ordered = (direction: 'asc' | 'desc') =>
      idsOf(cache, { resource: 'trail', sort: [{ field: 'customer_info', direction }] });
    expect([ordered('asc'), ordered('desc')]).toEqual([
      ['3', '2', '1'],
      ['2', '3', '1'],
    ]);
  });
});

describe('a list of PHP from which an item was taken out, an object with numbers as keys', () => {
  it('of people filters and is shown as the list that it is', () => {
    const cache = openTemporaryCache();
    const people = { 1: { user_id: 5, nickname: 'Ann' }, 3: { user_id: 6, nickname: 'Ben' } };
    apply(cache, 'order', [{ ...order(1, ''), handler_info: people }, order(2, '')]);
    expect(cache.facets('order', 'handler_info')).toContainEqual({ value: '6', label: 'Ben', count: 1 });
    expect(
      idsOf(cache, {
        resource: 'order',
        filters: [{ field: 'handler_info', op: 'in', values: ['5'] }],
      }),
    ).toEqual(['1']);
  });
});

describe('an amount that the service sends with commas between its thousands', () => {
  it('sorts and filters as the number that it is', () => {
    const cache = openTemporaryCache();
    const of = (id: number, amount: unknown) => ({ ...order(id, ''), currency: 'EUR', amount });
    apply(cache, 'order', [of(1, '1,234.50'), of(2, 900), of(3, '12,345')]);
    const sort = [{ field: 'amount', direction: 'asc' as const }];
    expect(idsOf(cache, { resource: 'order', sort })).toEqual(['2', '1', '3']);
    const by = (filter: { op: 'between'; from: string } | { op: 'in'; values: string[] }) =>
      idsOf(cache, { resource: 'order', filters: [{ field: 'amount', ...filter }] });
    expect(by({ op: 'between', from: '1,000' }).toSorted()).toEqual(['1', '3']);
    expect(by({ op: 'in', values: ['1,234.5'] })).toEqual(['1']);
  });
});

describe('a flag that the service sends as true or false', () => {
  it('filters as 1 or 0, and is that for screens and files', () => {
    const cache = openTemporaryCache();
    const of = (quotation_id: number, enable_flag: unknown) => ({ quotation_id, enable_flag });
    apply(cache, 'quotation', [of(1, true), of(2, 1), of(3, '1'), of(4, false), of(5, 0)]);
    const matching = (value: string) =>
      idsOf(cache, {
        resource: 'quotation',
        filters: [{ field: 'enable_flag', op: 'in', values: [value] }],
      }).toSorted();
    expect([matching('1'), matching('0')]).toEqual([
      ['1', '2', '3'],
      ['4', '5'],
    ]);
    expect(['1', '4'].map((id) => cache.get('quotation', id)?.row.values.enable_flag)).toEqual([1, 0]);
  });
});

describe('a text that is an empty date of the service', () => {
  it('counts as empty in a filter, as the list shows it', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [
      order(1, '1970-01-01 08:00:00'),
      order(2, '45 days'),
      order(3, ''),
      order(4, '1969-12-31 19:00:00'),
    ]);
    const matching = (op: 'empty' | 'notEmpty') =>
      idsOf(cache, { resource: 'order', filters: [{ field: 'shipment_deadline', op }] }).toSorted();
    expect(matching('empty')).toEqual(['1', '3', '4']);
    expect(matching('notEmpty')).toEqual(['2']);
  });
});
