import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { changedFields } from '#core/store/write/change-log';
import { taggedKey, unlock } from '#node/encrypt-database';
import { createFiles } from '#node/files';
import { apply, applyDetail, openTemporaryCache } from './cache-fixture';

const SELF = '7';
const company = (id: number, more: object = {}) => ({
  company_id: id,
  name: `Company ${id}`,
  user_id: [7],
  create_time: '2026-01-01 00:00:00',
  ...more,
});

it('[PL23] notes nothing before the first complete copy, and older records that reappear are not new', () => {
  const cache = openTemporaryCache();
  apply(cache, 'company', [company(1)]);
  apply(cache, 'company', [company(1, { name: 'Other' })]);
  expect(cache.unseenChanges(SELF, 9)).toEqual([]);
  for (const remark of ['First details', 'Second details'])
    applyDetail(cache, 'company', { company_id: 1, remark });
  expect(cache.unseenChanges(SELF, 9)).toEqual([]);
  cache.beginChanges('2026-03-01 00:00:00');
  cache.beginChanges('2020-01-01 00:00:00');
  apply(cache, 'company', [
    company(2),
    company(3, { create_time: '2026-03-02 00:00:00', create_user: 9 }),
    company(4, { create_time: '2026-03-02 00:00:00', create_user: 7 }),
    company(5, { create_time: '2026-03-02 00:00:00', create_user: 9, user_id: [8] }),
  ]);
  expect(cache.unseenChanges(SELF, 9)).toMatchObject([{ id: '3', kind: 'new', person: '9' }]);
});

it('[PL23] collects changed fields of a record and its details until it is seen, and drops deleted records', () => {
  const cache = openTemporaryCache();
  apply(cache, 'company', [company(1), company(2)]);
  cache.beginChanges('2026-03-01 00:00:00');
  applyDetail(cache, 'company', { company_id: 1, remark: 'First details' });
  expect(cache.unseenChanges(SELF, 9)).toEqual([]);
  apply(cache, 'company', [company(1, { name: 'Renamed', last_edit_user: 9, update_time: '2026-03-03' })]);
  applyDetail(cache, 'company', { company_id: 1, remark: 'Second details' });
  apply(cache, 'company', [company(2, { update_time: '2026-03-03 00:00:00' })]);
  expect(cache.unseenChanges(SELF, 9)).toMatchObject([
    { id: '1', kind: 'changed', fields: ['name', 'remark'], person: '9' },
  ]);
  expect(cache.unseenChanges(SELF, 9, { resource: 'company', ids: ['2'] })).toEqual([]);
  expect(cache.unseenChanges(SELF, 9, { resource: 'company', ids: ['2', '1'] })).toHaveLength(1);
  expect(cache.unseenChanges(SELF, 9, { resource: 'lead', ids: ['1'] })).toEqual([]);
  cache.seeChanges([{ resource: 'company', id: '1' }]);
  expect(cache.unseenChanges(SELF, 9)).toEqual([]);
  apply(cache, 'company', [company(1, { name: 'Again', last_edit_user: 9 })]);
  cache.dropRecords('company', 9);
  apply(cache, 'company', [company(1, { name: 'Again', last_edit_user: 9 })]);
  expect(cache.unseenChanges(SELF, 9)).toEqual([]);
});

it('compares the content of a record, not technical fields of the service', () => {
  expect(
    changedFields(
      'order',
      { a: 1, b: [1], update_time: 'x', gone: 1 },
      { a: 1, b: [2], update_time: 'y', came: 1 },
    ),
  ).toEqual(['b', 'gone', 'came']);
});

it('[PL23] does not name the last editor of a collection as a change, or its order, whose changes are noted separately', () => {
  const cache = openTemporaryCache();
  const collection = (more: object) => ({
    cash_collection_id: 1,
    user_info: [{ user_id: '7', nickname: 'rui' }],
    amount: '5.00',
    op_user_id: 8,
    op_user_info: { user_id: '8', nickname: 'lia' },
    order_info: { order_id: 2, order_no: 'SO2', amount: 10 },
    ...more,
  });
  apply(cache, 'collection', [collection({})]);
  cache.beginChanges('2026-03-01 00:00:00');
  const later = {
    op_user_id: 9,
    op_user_info: { user_id: '9', nickname: 'noor' },
    order_info: { order_id: 2, order_no: 'SO2', amount: 12 },
  };
  apply(cache, 'collection', [collection(later)]);
  expect(cache.unseenChanges(SELF, 9)).toEqual([]);
  apply(cache, 'collection', [collection({ ...later, op_user_id: 8, amount: '6.00' })]);
  expect(cache.unseenChanges(SELF, 9)).toMatchObject([{ id: '1', fields: ['amount'] }]);
});

it('[PL23] a colleague’s new picture or name, and a renamed customer or status, is no change of a record that repeats them', () => {
  const cache = openTemporaryCache();
  const order = (more: object = {}) => ({
    order_id: 1,
    handler_info: [{ user_id: 7, nickname: 'rui' }],
    users_info: [{ user_id: 7, rate: '100', nickname: 'rui' }],
    create_user_info: { user_id: '8', nickname: 'lia', avatar: 'https://cdn.example/8-1.png' },
    company: { company_id: 2, name: 'Bright Lamps', is_archive: 0 },
    end_status: { title: 'Open', link_status: 10 },
    update_user: 9,
    ...more,
  });
  const trail = (more: object = {}) => ({
    trail_id: 1,
    create_user_info: { user_id: '7', nickname: 'rui', avatar: 'https://cdn.example/7-1.png' },
    company_info: { company_id: 2, name: 'Bright Lamps', is_archive: 0 },
    customer_info: [{ customer_id: 5, name: 'Ana', email: 'ana@lamps.example' }],
    opportunity_info: [],
    ...more,
  });
  apply(cache, 'order', [order()]);
  apply(cache, 'trail', [trail()]);
  cache.beginChanges('2026-03-01 00:00:00');
  const renamed = {
    users_info: [{ user_id: 7, rate: '100', nickname: 'Rui M.' }],
    create_user_info: { user_id: '8', nickname: 'lia', avatar: 'https://cdn.example/8-2.png' },
    company: { company_id: 2, name: 'Bright Lamps Ltd', is_archive: 1 },
    end_status: { title: 'In progress', link_status: 10 },
  };
  apply(cache, 'order', [order(renamed)]);
  apply(cache, 'trail', [
    trail({
      create_user_info: { user_id: '7', nickname: 'Rui M.', avatar: 'https://cdn.example/7-2.png' },
      company_info: { company_id: 2, name: 'Bright Lamps Ltd', is_archive: 1 },
      customer_info: [{ customer_id: 5, name: 'Ana Souza', email: 'souza@lamps.example' }],
    }),
  ]);
  expect(cache.unseenChanges(SELF, 9)).toEqual([]);

  apply(cache, 'order', [
    order({
      ...renamed,
      users_info: [{ user_id: 7, rate: '50', nickname: 'Rui M.' }],
      company: { company_id: 3, name: 'Bright Lamps Ltd', is_archive: 1 },
      end_status: { title: 'In progress', link_status: 20 },
    }),
  ]);
  apply(cache, 'trail', [
    trail({ opportunity_info: { opportunity_id: 4, name: 'Lamps' }, customer_info: [{ customer_id: 6 }] }),
  ]);
  expect(cache.unseenChanges(SELF, 9)).toMatchObject([
    { resource: 'trail', fields: ['customer_info', 'opportunity_info'] },
    { resource: 'order', fields: ['users_info', 'company', 'end_status'] },
  ]);
});

it('[PL23] names a change by the fields that the panel shows, not by the ids that repeat them', () => {
  const cache = openTemporaryCache();
  const opportunity = (more: object = {}) => ({
    opportunity_id: 1,
    user_id: [7],
    main_user: 7,
    main_user_info: { user_id: '7', nickname: 'rui' },
    handler: [7],
    stage: 31,
    stage_info: { stage_id: 31, name: 'Inquiry' },
    ...more,
  });
  apply(cache, 'opportunity', [opportunity()]);
  cache.beginChanges('2026-03-01 00:00:00');
  const later = { stage: 32, stage_info: { stage_id: 32, name: 'Offer' } };
  apply(cache, 'opportunity', [opportunity(later)]);
  expect(cache.unseenChanges(SELF, 9)).toMatchObject([{ fields: ['stage_info'] }]);
  apply(cache, 'opportunity', [opportunity({ ...later, user_id: [7, 8], type: 2, type_name: 'Repeat' })]);
  expect(cache.unseenChanges(SELF, 9)).toMatchObject([{ fields: ['stage_info', 'type_name'] }]);
  // Without a field that the panel shows, the change is told all the same.
  apply(cache, 'order', [{ order_id: 2, handler_info: [{ user_id: 7, nickname: 'rui' }], customer_id: 3 }]);
  apply(cache, 'order', [{ order_id: 2, handler_info: [{ user_id: 7, nickname: 'rui' }], customer_id: 4 }]);
  expect(cache.unseenChanges(SELF, 9, { resource: 'order', ids: ['2'] })).toMatchObject([
    { fields: ['customer_id'] },
  ]);
});

it('[PL23] names each custom field that changed, also of kinds whose custom fields are in one', () => {
  const cache = openTemporaryCache();
  const collection = (custom: unknown) => ({
    cash_collection_id: 1,
    user_info: [{ user_id: '7', nickname: 'rui' }],
    external_field_data_info: custom,
  });
  apply(cache, 'collection', [collection({ 19911: 'A', 19912: 'B' })]);
  cache.beginChanges('2026-03-01 00:00:00');
  apply(cache, 'collection', [collection({ 19911: 'A', 19912: 'C' })]);
  expect(cache.unseenChanges(SELF, 9)).toMatchObject([{ id: '1', fields: ['19912'] }]);
  cache.seeChanges(null);
  apply(cache, 'collection', [collection([])]);
  expect(cache.unseenChanges(SELF, 9)).toMatchObject([{ id: '1', fields: ['19911', '19912'] }]);
});

it('[PL23] names the fields in the groups of a customer’s details, not the groups', () => {
  const cache = openTemporaryCache();
  const details = (homepage: string, agent: string) => ({
    company_id: 1,
    homepage,
    company: [
      {
        group_id: 1,
        fields: [
          { id: 'homepage', name: 'Website', field_type: '1', value: homepage },
          { id: '70340004', name: 'Agent', field_type: '1', value: agent },
        ],
      },
    ],
  });
  apply(cache, 'company', [company(1)]);
  applyDetail(cache, 'company', details('a.example', 'Ming'));
  cache.beginChanges('2026-03-01 00:00:00');
  applyDetail(cache, 'company', details('b.example', 'Ming'));
  expect(cache.unseenChanges(SELF, 9)).toMatchObject([{ id: '1', fields: ['homepage'] }]);
  cache.seeChanges(null);
  applyDetail(cache, 'company', details('b.example', 'Lan'));
  expect(cache.unseenChanges(SELF, 9)).toMatchObject([{ id: '1', fields: ['70340004'] }]);
});

it('[PL23] does not list again what the user has seen when the details bring the same value later', () => {
  const cache = openTemporaryCache();
  apply(cache, 'company', [company(1)]);
  applyDetail(cache, 'company', { company_id: 1, name: 'Company 1', remark: 'First' });
  cache.beginChanges('2026-03-01 00:00:00');
  apply(cache, 'company', [company(1, { name: 'Renamed', last_edit_user: 9 })]);
  cache.seeChanges([{ resource: 'company', id: '1' }]);
  applyDetail(cache, 'company', { company_id: 1, name: 'Renamed', remark: 'First' });
  expect(cache.unseenChanges(SELF, 9)).toEqual([]);
  applyDetail(cache, 'company', { company_id: 1, name: 'Renamed', remark: 'Second' });
  expect(cache.unseenChanges(SELF, 9)).toMatchObject([{ id: '1', fields: ['remark'] }]);
});

it('[PL23] names no changes of kinds that nobody follows, such as products and people, nor of their details', () => {
  const cache = openTemporaryCache();
  const product = (more: object) => ({
    product_id: 1,
    name: 'Pump',
    update_time: '2026-01-01 00:00:00',
    ...more,
  });
  apply(cache, 'product', [product({})]);
  applyDetail(cache, 'product', product({ remark: 'old' }));
  cache.beginChanges('2026-03-01 00:00:00');
  apply(cache, 'product', [product({ name: 'Pump 2', update_time: '2026-03-02 00:00:00' })]);
  applyDetail(
    cache,
    'product',
    product({ name: 'Pump 2', remark: 'new', update_time: '2026-03-02 00:00:00' }),
  );
  apply(cache, 'user', [{ user_id: 9, nickname: 'New', create_time: '2026-03-02 00:00:00' }]);
  expect(cache.unseenChanges(SELF, 9)).toEqual([]);
});

it('[PL23] keeps the person of each field, also after an own change of the record', () => {
  const cache = openTemporaryCache();
  apply(cache, 'company', [company(1)]);
  cache.beginChanges('2026-03-01 00:00:00');
  apply(cache, 'company', [company(1, { name: 'By nine', last_edit_user: 9 })]);
  apply(cache, 'company', [company(1, { name: 'By nine', tel: 'mine', last_edit_user: 7 })]);
  expect(cache.unseenChanges(SELF, 9)).toMatchObject([{ person: '9', fields: ['name'] }]);
  // Of two people none is named alone.
  apply(cache, 'company', [company(1, { name: 'By nine', tel: 'mine', address: 'x', last_edit_user: 8 })]);
  expect(cache.unseenChanges(SELF, 9)).toMatchObject([{ person: '', fields: ['name', 'address'] }]);
});

it('[PL23] a change without a person stays listed after an own one', () => {
  const cache = openTemporaryCache();
  apply(cache, 'company', [company(1)]);
  cache.beginChanges('2026-03-01 00:00:00');
  apply(cache, 'company', [company(1, { name: 'x' })]);
  apply(cache, 'company', [company(1, { name: 'x', tel: '1', last_edit_user: 7 })]);
  expect(cache.unseenChanges(SELF, 9)).toMatchObject([{ person: '', fields: ['name'] }]);
});

it('a line of the change log that an earlier version wrote keeps its person', () => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-changes-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const cache = openTemporaryCache(createFiles(directory));
  apply(cache, 'company', [company(1)]);
  cache.beginChanges('2026-03-01 00:00:00');
  apply(cache, 'company', [company(1, { name: 'x', last_edit_user: 9 })]);
  const file = unlock(new Database(join(directory, 'cache.db')), taggedKey(null));
  file.prepare(`UPDATE change SET fields = '["name"]'`).run();
  file.close();
  apply(cache, 'company', [company(1, { name: 'x', tel: '1', last_edit_user: 7 })]);
  expect(cache.unseenChanges(SELF, 9)).toMatchObject([{ person: '9', fields: ['name'] }]);
});
