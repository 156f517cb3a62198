/** Who changed what, in the list of unseen changes. */
import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { taggedKey, unlock } from '../../../../../src/main/node/encrypt-database';
import { createFiles } from '#node/files';
import { apply, openTemporaryCache } from './cache-fixture';

const SELF = '7';
const company = (id: number, more: object = {}) => ({
  company_id: id,
  name: `Company ${id}`,
  user_id: [7],
  create_time: '2026-01-01 00:00:00',
  ...more,
});
const open = () => {
  const directory = mkdtempSync(join(tmpdir(), 'review2-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const cache = openTemporaryCache(createFiles(directory));
  apply(cache, 'company', [company(1), company(2)]);
  cache.beginChanges('2026-03-01 00:00:00');
  return {
    cache,
    sql: (text: string, ...args: unknown[]) => {
      const db = unlock(new Database(join(directory, 'cache.db')), taggedKey(null));
      db.prepare(text).run(...args);
      db.close();
    },
  };
};
it('a row that an earlier version wrote keeps its person', () => {
  const { cache, sql } = open();
  apply(cache, 'company', [company(1, { name: 'x', last_edit_user: 9 })]);
  sql(`UPDATE change SET fields = '["name"]'`);
  apply(cache, 'company', [company(1, { name: 'x', tel: '1', last_edit_user: 7 })]);
  expect(cache.unseenChanges(SELF, 9)).toMatchObject([{ person: '9', fields: ['name'] }]);
});

it('a change without a person stays listed after an own one', () => {
  const { cache } = open();
  apply(cache, 'company', [company(1, { name: 'x' })]);
  apply(cache, 'company', [company(1, { name: 'x', tel: '1', last_edit_user: 7 })]);
  expect(cache.unseenChanges(SELF, 9)).toMatchObject([{ person: '', fields: ['name'] }]);
});
