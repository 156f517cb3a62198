/** A flipped bit in the header or in a definition of the cache: it is replaced, and the account opens. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCache } from '#core/store/open-cache';
import { isCorruption } from '#core/store/schema/sqlite-errors';
import { taggedKey, decryptDatabase } from '#node/encrypt-database';
import { RESOURCE_INFO } from '#shared/domain/resources';
import { apply, idsOf, silent, temporaryFiles } from '../cache-fixture';

const errorOf = (body: () => void): unknown => {
  try {
    body();
    return null;
  } catch (error) {
    return error;
  }
};

/** A copy as this version makes it, and as the first versions made it: with no tags that find altered bits. */
const made = () => {
  const files = temporaryFiles();
  const cache = openCache(files, 'cache.db', silent);
  apply(cache, 'order', [{ order_id: 1, name: 'A' }]);
  cache.close();
  const path = join(files.directory, 'cache.db');
  return { files, path, sound: readFileSync(path) };
};
const madeWithoutTags = () => {
  const { files, path } = made();
  decryptDatabase(path, taggedKey(null));
  return { files, path, sound: readFileSync(path) };
};

it.each([
  ['with tags', made],
  ['of the first versions', madeWithoutTags],
])(
  'is damage for the copy %s, whichever bit it is',
  (_, make) => {
    const { files, path, sound } = make();
    const failed: string[] = [];
    // Bytes 16 to 23 are of the file's format, byte 47 of the format of the definitions.
    const bits = Array.from({ length: 30 }, (_, at) => 16 * 8 + at * 22);
    bits.push(...Array.from({ length: 8 * 8 }, (_, at) => 16 * 8 + at));
    bits.push(...Array.from({ length: 8 }, (_, at) => 47 * 8 + at));
    for (const bit of bits) {
      const bytes = Buffer.from(sound);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      writeFileSync(path, bytes);
      for (const name of ['cache.db-wal', 'cache.db-shm']) if (files.exists(name)) files.remove(name);
      const codes: string[] = [];
      try {
        const cache = openCache(files, 'cache.db', silent, { notify: ({ code }) => void codes.push(code) });
        const isWhole = String(idsOf(cache, { resource: 'order' })) === '1';
        if (!isWhole && codes.length === 0) failed.push(`byte ${bit >> 3}, bit ${bit & 7}: untold`);
        // Damage that only a write finds must be known as damage, so that the app replaces the copy.
        const error = errorOf(() => apply(cache, 'order', [{ order_id: 2, name: 'B' }]));
        if (error !== null && !isCorruption(error))
          failed.push(`byte ${bit >> 3}, bit ${bit & 7}: ${String(error)}`);
        cache.close();
      } catch (error) {
        failed.push(`byte ${bit >> 3}, bit ${bit & 7}: ${String(error)}`);
      }
    }
    expect(failed).toEqual([]);
  },
  60_000,
);

it('in the definition of a table is damage, wherever it is', () => {
  const { files, path, sound } = madeWithoutTags();
  const failed: string[] = [];
  const columns = RESOURCE_INFO.order.defaultColumns;
  const tables = [
    ['CREATE TABLE "order_row"', 120],
    ['CREATE TABLE "order_doc"', 120],
    ['CREATE TABLE state', 60],
  ] as const;
  for (const [table, length] of tables) {
    // The text may also stand in a page that is not used any more.
    const starts: number[] = [];
    for (let at = sound.indexOf(table); at !== -1; at = sound.indexOf(table, at + 1)) starts.push(at);
    expect([table, starts.length > 0]).toEqual([table, true]);
    for (let offset = 13; offset < length; offset += 9) {
      const bytes = Buffer.from(sound);
      for (const start of starts) bytes[start + offset] = (bytes[start + offset] ?? 0) ^ (1 << (offset % 5));
      writeFileSync(path, bytes);
      for (const name of ['cache.db-wal', 'cache.db-shm']) if (files.exists(name)) files.remove(name);
      const codes: string[] = [];
      try {
        const cache = openCache(files, 'cache.db', silent, { notify: ({ code }) => void codes.push(code) });
        cache.page({ resource: 'order' }, 0, 10, columns);
        cache.state('any');
        if (codes.length === 0) failed.push(`${table}, byte ${offset}: untold`);
        cache.close();
      } catch (error) {
        failed.push(`${table}, byte ${offset}: ${String(error)}`);
      }
    }
  }
  expect(failed).toEqual([]);
});

it('in its version is not taken for a file of a newer Satchel, which would be refused', () => {
  const { files } = made();
  const change = (version: number, noted: string | null): void => {
    const database = files.openTagged('cache.db', null);
    database.pragma(`user_version = ${version}`);
    if (noted !== null) database.prepare("UPDATE meta SET value = ? WHERE key = 'version'").run(noted);
    database.close();
  };
  for (const flipped of [0, 3, 34, 66_000, -2_147_483_646]) {
    const codes: string[] = [];
    change(flipped, null);
    openCache(files, 'cache.db', silent, { notify: ({ code }) => void codes.push(code) }).close();
    expect([flipped, codes]).toEqual([flipped, ['cache-damaged']]);
  }
  change(99, '99');
  expect(() => openCache(files, 'cache.db', silent)).toThrow(
    expect.objectContaining({ code: 'database-from-future' }),
  );
});

it('or in the name of a table is damage too', () => {
  const { files, path, sound } = madeWithoutTags();
  const altered = sound.toString('latin1').replaceAll('CREATE TABLE meta', 'CREATE TABLE mdta');
  const bytes = Buffer.from(altered, 'latin1');
  expect(bytes.equals(sound)).toBe(false);
  writeFileSync(path, bytes);
  const codes: string[] = [];
  openCache(files, 'cache.db', silent, { notify: ({ code }) => void codes.push(code) }).close();
  expect(codes).toEqual(['cache-damaged']);
});
