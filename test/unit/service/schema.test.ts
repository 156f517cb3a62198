/** The tables of the bundled service, also in a database that a later version of Satchel has made. */
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createTables } from '#service/store/schema';

it('data of a later version is refused, and stays as it is', () => {
  const database = new Database(':memory:');
  createTables(database);
  const version = Number(database.pragma('user_version', { simple: true }));
  database.pragma(`user_version = ${version + 1}`);
  expect(() => createTables(database)).toThrow('later version');
  expect(database.pragma('user_version', { simple: true })).toBe(version + 1);
});
