import { expect, it } from 'vitest';
import { apply, openTemporaryCache } from './cache-fixture';
import { layOver } from './overlay-fixture';

it('a customer with a waiting edit is found with a typing error, as before the edit', () => {
  const cache = openTemporaryCache();
  apply(cache, 'company', [{ company_id: 1, name: 'Kestrel Lamps' }]);
  const laying = layOver(cache);
  const hits = (text: string): string[] =>
    laying.records.search(text, { resources: ['company'], limit: 5 }).map(({ id }) => id);
  expect(hits('kestral')).toEqual(['1']);
  laying.push('company', { pool_id: '1', fax: '123' }, { target: '1' });
  expect(hits('kestral')).toEqual(['1']);
  expect(hits('kestrel')).toEqual(['1']);
  expect(hits('merlin')).toEqual([]);
});

it('a customer that is only in the outbox is found with a typing error, in the search and in the list', () => {
  const cache = openTemporaryCache();
  apply(cache, 'company', [{ company_id: 1, name: 'Lotus Garden' }]);
  const laying = layOver(cache);
  laying.push('company', { pool_id: '1', name: 'Kestrel Lamps' });
  const hits = (text: string): string[] =>
    laying.records.search(text, { resources: ['company'], limit: 5 }).map(({ title }) => title);
  const rows = (search: string): unknown[] =>
    laying.records
      .page({ resource: 'company', search }, 0, 9, ['name'])
      .rows.map(({ values }) => values.name);
  expect([hits('kestral'), rows('kestral')]).toEqual([['Kestrel Lamps'], ['Kestrel Lamps']]);
  expect([hits('gardne'), rows('gardne')]).toEqual([['Lotus Garden'], ['Lotus Garden']]);
  expect([hits('merlin'), rows('merlin')]).toEqual([[], []]);
});

it('a typing error is not corrected if a stored customer has the word as it was typed', () => {
  const cache = openTemporaryCache();
  apply(cache, 'company', [{ company_id: 1, name: 'Lotas Oy' }]);
  const laying = layOver(cache);
  laying.push('company', { pool_id: '1', name: 'Lotus Garden' });
  const titles = laying.records.search('lotas', { limit: 5 }).map(({ title }) => title);
  expect(titles).toEqual(['Lotas Oy']);
});

it('a typing error is corrected although a stored customer had the word before its waiting edit', () => {
  const cache = openTemporaryCache();
  apply(cache, 'company', [
    { company_id: 1, name: 'Kestral Lamps', update_time: '2026-01-01 00:00:00' },
    { company_id: 2, name: 'Kestrel Oy', update_time: '2026-01-02 00:00:00' },
  ]);
  const laying = layOver(cache);
  laying.push('company', { pool_id: '1', name: 'Kestrel Lamps' }, { target: '1' });
  const hits = laying.records.search('kestral', { limit: 5 }).map(({ id }) => id);
  const rows = laying.records.page({ resource: 'company', search: 'kestral' }, 0, 9).rows;
  expect([hits.toSorted(), rows.map(({ id }) => id).toSorted()]).toEqual([
    ['1', '2'],
    ['1', '2'],
  ]);
});

it('a lead that has only the name of its company is named by it', () => {
  const laying = layOver(openTemporaryCache());
  const children = [{ ref: 'local:bob', fields: { name: 'Bob' } }];
  const id = laying.push('lead', { company_name: 'Kestrel Lamps' });
  const withContact = laying.push('lead', { company_name: 'Merlin Oy' }, { children });
  expect(laying.records.search('kestrel', { limit: 5 })).toMatchObject([{ id, title: 'Kestrel Lamps' }]);
  expect(laying.records.get('lead', id)?.title).toBe('Kestrel Lamps');
  expect(laying.records.get('lead', withContact)?.title).toBe('Merlin Oy');
});
