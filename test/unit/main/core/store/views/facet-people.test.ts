/** Filter menus that list people: creators, editors, owners, handlers, those who have left. */
import { describe, expect, it } from 'vitest';
import { OWNERS } from '#shared/domain/fields';
import { apply, idsOf, openTemporaryCache } from '../cache-fixture';

describe('the people in a filter menu', () => {
  it('creators and last editors are people', () => {
    const cache = openTemporaryCache();
    apply(cache, 'user', [
      { user_id: '1', nickname: 'Zoe' },
      { user_id: '2', nickname: 'Ann' },
    ]);
    apply(
      cache,
      'company',
      [1, 2, 3].map((id) => ({ company_id: id, name: `n${id}`, create_user: id })),
    );
    expect(cache.facets('company', 'create_user')).toEqual([
      { value: '1', label: 'Zoe', count: 1 },
      { value: '2', label: 'Ann', count: 1 },
      { value: '3', label: '3', count: 1 },
    ]);
    const by = (filter: object): string[] =>
      idsOf(cache, { resource: 'company', filters: [{ field: 'create_user', ...filter } as never] });
    expect(by({ op: 'in', values: ['2'] })).toEqual(['2']);
    expect(by({ op: 'contains', text: 'ann' })).toEqual(['2']);
    expect(by({ op: 'contains', text: '3' })).toEqual(['3']);
    expect(by({ op: 'notEmpty' })).toHaveLength(3);
    const sorted = (direction: 'asc' | 'desc'): string[] =>
      idsOf(cache, { resource: 'company', sort: [{ field: 'create_user', direction }] });
    expect(sorted('asc')).toEqual(['3', '2', '1']);
    expect(sorted('desc')).toEqual(['1', '2', '3']);
    apply(cache, 'user', [{ user_id: '2', nickname: 'Zz' }]);
    expect(sorted('desc')).toEqual(['2', '1', '3']);
  });

  it('former colleagues are found and sorted by their names', () => {
    const cache = openTemporaryCache();
    apply(cache, 'user', [
      { user_id: '1', nickname: 'Mia' },
      { user_id: '901', nickname: 'Ann again' },
    ]);
    const frozen = [
      { id: '900', name: 'Zoe Former' },
      { id: '901', name: 'Ann Former' },
      { id: '902', name: 'Bo Frozen' },
    ];
    cache.putLookup('frozenUsers', frozen, 1);
    cache.putLookup(
      'deletedUsers',
      [
        { id: '902', name: 'Zz Deleted' },
        { id: '903', name: 'Kim Gone' },
      ],
      1,
    );
    apply(
      cache,
      'company',
      [900, 1, 901, 902, 903, 904].map((id, i) => ({
        company_id: i + 1,
        name: `n${i}`,
        create_user: id,
        user_id: [id],
      })),
    );
    const label = (key: string, text: string) =>
      cache.facets('company', key, { text }).map((one) => one.label);
    for (const key of ['user_id', 'create_user']) {
      expect(label(key, 'zoe')).toEqual(['Zoe Former']);
      expect(label(key, 'ann')).toEqual(['Ann again']);
      expect(label(key, 'bo f')).toEqual(['Bo Frozen']);
      expect(label(key, 'gone')).toEqual(['Kim Gone']);
      const found = (text: string): string[] =>
        idsOf(cache, { resource: 'company', filters: [{ field: key, op: 'contains', text }] });
      for (const [text, ids] of [
        ['zoe', ['1']],
        ['former', ['1']],
        ['deleted', []],
        ['gone', ['5']],
      ] as const)
        expect([key, text, found(text)]).toEqual([key, text, ids]);
    }
    const sorted = (): string[] =>
      idsOf(cache, { resource: 'company', sort: [{ field: 'create_user', direction: 'asc' }] }, 600);
    expect(sorted()).toEqual(['6', '3', '4', '5', '2', '1']);
    cache.putLookup('frozenUsers', [{ id: '900', name: 'Aa Former' }, ...frozen.slice(1)], 2);
    expect(sorted()).toEqual(['6', '1', '3', '4', '5', '2']);
  });

  it('a colleague who has left keeps the name that was known, also if the service has no list of former ones', () => {
    const cache = openTemporaryCache();
    const users = ['Zoe', 'Ann', 'Mia'].map((nickname, i) => ({ user_id: String(i + 1), nickname }));
    apply(cache, 'user', users);
    apply(
      cache,
      'company',
      users.map(({ user_id }) => ({
        company_id: Number(user_id),
        name: `C${user_id}`,
        create_user: user_id,
      })),
    );
    const view = {
      resource: 'company' as const,
      sort: [{ field: 'create_user', direction: 'asc' as const }],
    };
    const label = () => cache.facets('company', 'create_user', { text: 'zoe' }).map((one) => one.label);
    expect([idsOf(cache, view), label()]).toEqual([['2', '3', '1'], ['Zoe']]);
    for (const censusAt of [1, 2]) cache.markMissing('user', ['1'], censusAt);
    expect(cache.lookup('user').map(({ id }) => id)).not.toContain('1');
    expect(cache.lookup('deletedUsers')).toEqual([{ id: '1', name: 'Zoe' }]);
    expect([idsOf(cache, view), label()]).toEqual([['2', '3', '1'], ['Zoe']]);
    cache.putLookup('deletedUsers', [{ id: '1', name: 'Abe (left)' }], 1);
    expect(cache.lookup('deletedUsers')).toEqual([{ id: '1', name: 'Abe (left)' }]);
    expect(idsOf(cache, view)).toEqual(['1', '2', '3']);
  });

  it('a person with a name and a nickname has the one that the list shows, as in its order', () => {
    const cache = openTemporaryCache();
    const handler = (user_id: string, name: string, nickname: string) => [{ user_id, name, nickname }];
    apply(cache, 'purchaseOrder', [
      { purchase_order_id: 1, handler_info: handler('7', '陈米娅', 'Mia Chen') },
      { purchase_order_id: 2, handler_info: handler('8', 'Adam', 'Zed') },
    ]);
    const labels = (text: string): string[] =>
      cache.facets('purchaseOrder', 'handler_info', { text }).map(({ label }) => label);
    expect(labels('mia')).toEqual(['Mia Chen']);
    expect(labels('adam')).toEqual([]);
    const sort = [{ field: 'handler_info', direction: 'asc' as const }];
    expect(idsOf(cache, { resource: 'purchaseOrder', sort })).toEqual(['1', '2']);
  });

  it('a person who is twice in a record counts once', () => {
    const cache = openTemporaryCache();
    const ann = { user_id: 7, nickname: 'Ann' };
    apply(cache, 'order', [{ order_id: 1, users_info: [ann, ann, { user_id: 8, nickname: 'Bo' }] }]);
    expect(cache.facets('order', 'users_info')).toEqual([
      { value: '7', label: 'Ann', count: 1 },
      { value: '8', label: 'Bo', count: 1 },
    ]);
  });

  it('a person beside one without an id has the own name only', () => {
    const cache = openTemporaryCache();
    const team = [
      { user_id: '', nickname: 'Ann' },
      { user_id: 7, nickname: 'Bo' },
    ];
    apply(cache, 'order', [
      { order_id: 1, handler_info: team },
      { order_id: 2, handler_info: [{ user_id: 8, nickname: 'Li, Cy' }] },
    ]);
    expect(cache.facets('order', 'handler_info').map(({ label }) => label)).toEqual(['Bo', 'Li, Cy']);
  });

  it('a nickname with a comma is shown whole', () => {
    const cache = openTemporaryCache();
    const [li, bo] = [
      { user_id: 7, nickname: 'Li, Ann' },
      { user_id: 8, nickname: 'Bo' },
    ];
    apply(cache, 'order', [{ order_id: 1, handler_info: [li, bo] }]);
    expect(cache.facets('order', 'handler_info').map(({ label }) => label)).toEqual(['Li, Ann', 'Bo']);
  });

  it('an owner with a comma in the nickname is shown whole too', () => {
    const cache = openTemporaryCache();
    const ann = [{ user_id: 9, nickname: 'Ann, Jr' }];
    const ben = [{ user_id: 8, nickname: 'Ben, Sr' }];
    apply(cache, 'order', [
      { order_id: 1, order_no: 'A', handler_info: ann, users_info: ben },
      { order_id: 2, order_no: 'B', handler_info: [], users_info: ben },
    ]);
    expect(cache.facets('order', OWNERS)).toEqual([
      { value: '8', label: 'Ben, Sr', count: 1 },
      { value: '9', label: 'Ann, Jr', count: 1 },
    ]);
  });
});
