import { closeSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { decryptDatabase, taggedKey } from '#node/encrypt-database';
import { describe, expect, it } from 'vitest';
import { openCache } from '#core/store/open-cache';
import type { CacheNotice } from '#core/store/schema/open-database';
import { schemaFingerprint } from '#core/store/schema/schema';
import { COLUMNS_VERSION } from '#core/store/write/column-values';
import { LATEST_VERSION, MIGRATIONS } from '#core/store/schema/migrations/migrations';
import { apply, idsOf, silent, temporaryFiles } from '../cache-fixture';

const filled = () => {
  const files = temporaryFiles();
  const cache = openCache(files, 'cache.db', silent);
  apply(
    cache,
    'order',
    Array.from({ length: 300 }, (_, i) => ({
      order_id: i + 1,
      name: `Order ${i}`,
      package_remark: 'x'.repeat(500),
    })),
  );
  cache.close();
  return files;
};

/** Bytes of a page of a new cache. */
const PAGE = 16384;

const reopen = (files: ReturnType<typeof temporaryFiles>) => {
  const notices: CacheNotice[] = [];
  const cache = openCache(files, 'cache.db', silent, { notify: (notice) => notices.push(notice) });
  const total = cache.page({ resource: 'order' }, 0, 5).total;
  cache.close();
  return { notices, total };
};

describe('opening a cache', () => {
  it('keeps existing data, without a notice', () => {
    expect(reopen(filled())).toEqual({ notices: [], total: 300 });
  });

  it('keeps the page size of a cache that an older version made', () => {
    const files = temporaryFiles();
    const older = files.openTagged('cache.db', null);
    for (const pragma of ['page_size = 8192', 'auto_vacuum = INCREMENTAL', 'journal_mode = WAL'])
      older.pragma(pragma);
    older.exec(MIGRATIONS[0]?.up ?? '');
    older.pragma('user_version = 1');
    older.close();
    const cache = openCache(files, 'cache.db', silent);
    apply(cache, 'order', [{ order_id: 1, name: 'Order' }]);
    cache.close();
    expect(reopen(files)).toEqual({ notices: [], total: 1 });
    expect(files.openTagged('cache.db', null).pragma('page_size', { simple: true })).toBe(8192);
  });

  it('keeps the write-ahead log small while much is written', () => {
    const files = temporaryFiles();
    const cache = openCache(files, 'cache.db', silent);
    const remark = 'x'.repeat(100_000);
    for (let page = 0; page < 40; page++)
      apply(
        cache,
        'order',
        Array.from({ length: 10 }, (_, i) => ({ order_id: page * 10 + i + 1, package_remark: remark })),
      );
    const { size } = statSync(join(files.directory, 'cache.db-wal'));
    expect(size).toBeLessThan(20_000_000);
    cache.close();
  });

  it('makes the documented database', () => {
    const files = filled();
    const db = files.openTagged('cache.db', null);
    const pragma = (name: string) => db.pragma(name, { simple: true });
    expect([pragma('page_size'), pragma('journal_mode'), pragma('user_version')]).toEqual([
      PAGE,
      'wal',
      LATEST_VERSION,
    ]);
    const tables = db
      .prepare(
        "SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main' AND strict = 0 AND name NOT LIKE 'sqlite_%'",
      )
      .pluck()
      .all();
    expect(tables).toEqual([]);
    db.close();
  });

  it('numbers its migrations without a gap', () => {
    expect(MIGRATIONS.map((migration) => migration.version)).toEqual(MIGRATIONS.map((_, i) => i + 1));
  });

  it('refuses a database of a newer version and does not change it', () => {
    const files = filled();
    const db = files.openTagged('cache.db', null);
    db.pragma(`user_version = ${LATEST_VERSION + 1}`);
    db.prepare("UPDATE meta SET value = ? WHERE key = 'version'").run(String(LATEST_VERSION + 1));
    db.close();
    expect(() => openCache(files, 'cache.db', silent)).toThrow(
      expect.objectContaining({ code: 'database-from-future' }),
    );
    const after = files.openTagged('cache.db', null);
    expect(after.prepare('SELECT count(*) FROM order_row').pluck().get()).toBe(300);
    after.close();
  });

  it('starts over if its columns differ from this version', () => {
    const files = filled();
    const db = files.openTagged('cache.db', null);
    db.prepare("UPDATE meta SET value = 'older' WHERE key = 'fingerprint'").run();
    db.close();
    expect(reopen(files)).toEqual({ notices: [{ code: 'cache-rebuilt', detail: 'cache.db' }], total: 0 });
    expect(reopen(files)).toEqual({ notices: [], total: 0 });
  });

  it('the fingerprint has the version of the column values', () => {
    expect(schemaFingerprint()).toMatch(new RegExp(`-${COLUMNS_VERSION}$`));
  });

  it('sets a file aside that is not a database', () => {
    const files = temporaryFiles();
    writeFileSync(
      join(files.directory, 'cache.db'),
      'not a database, though long enough to have a header '.repeat(400),
    );
    expect(reopen(files)).toEqual({
      notices: [{ code: 'cache-damaged', detail: 'cache.db.aside-1' }],
      total: 0,
    });
    expect(files.exists('cache.db.aside-1')).toBe(true);
  });

  /** Writes noise over one page, so that the file opens and only a check finds out. */
  const crashedWithDamageIn = (table: string, change?: (path: string) => void) => {
    const files = filled();
    const crashed = files.openTagged('cache.db', null);
    crashed.prepare("UPDATE meta SET value = '1' WHERE key = 'open'").run();
    expect(reopen(files).notices).toEqual([]);
    crashed.prepare("UPDATE meta SET value = '1' WHERE key = 'open'").run();
    const page = crashed
      .prepare('SELECT max(pageno) FROM dbstat WHERE name = ?')
      .pluck()
      .get(table) as number;
    crashed.pragma('wal_checkpoint(TRUNCATE)');
    crashed.close();
    change?.(join(files.directory, 'cache.db'));
    const file = openSync(join(files.directory, 'cache.db'), 'r+');
    writeSync(file, Buffer.alloc(PAGE, 0xa5), 0, PAGE, (page - 1) * PAGE);
    closeSync(file);
    return files;
  };

  it('checks the file after a crash, and shows what can be read of a damaged one', () => {
    const notices: CacheNotice[] = [];
    const cache = openCache(crashedWithDamageIn('order_doc'), 'cache.db', silent, {
      notify: (notice) => notices.push(notice),
    });
    expect([cache.isDamaged, notices]).toEqual([true, []]);
    expect(cache.page({ resource: 'order' }, 290, 5)).toMatchObject({ total: 300 });
    expect(() => cache.page({ resource: 'order' }, 0, 50)).toThrow('malformed');
    cache.close();
  });

  it('is checked at each opening while the damage is known, also after it was closed', () => {
    const files = crashedWithDamageIn('order_doc');
    for (const round of [1, 2]) {
      const cache = openCache(files, 'cache.db', silent);
      expect([round, cache.isDamaged]).toEqual([round, true]);
      cache.close();
    }
    const sound = filled();
    const noted = openCache(sound, 'cache.db', silent);
    expect(noted.isDamaged).toBe(false);
    noted.noteDamage();
    noted.close();
    expect(openCache(sound, 'cache.db', silent).isDamaged).toBe(false);
  });

  it.each(['lookup', 'state', 'sqlite_autoindex_state_1', 'meta'])(
    'sets the file aside after a crash if %s cannot be read, because no account opens without it',
    (table) => {
      const { notices, total } = reopen(crashedWithDamageIn(table));
      expect(notices).toMatchObject([{ code: 'cache-damaged' }]);
      expect(total).toBe(0);
    },
  );

  it('shows what can be read of a damaged plain copy of an older version', () => {
    const files = crashedWithDamageIn('order_doc', (path) => decryptDatabase(path, taggedKey(null)));
    const notices: CacheNotice[] = [];
    const cache = openCache(files, 'cache.db', silent, { notify: (notice) => notices.push(notice) });
    expect([cache.isDamaged, notices]).toEqual([true, []]);
    expect(cache.page({ resource: 'order' }, 290, 5)).toMatchObject({ total: 300 });
    cache.close();
  });

  it('removes what a kill during an earlier change left', () => {
    const files = filled();
    writeFileSync(join(files.directory, 'cache.db.encrypting'), 'text of records');
    openCache(files, 'cache.db', silent).close();
    expect(files.exists('cache.db.encrypting')).toBe(false);
  });

  it('accepts new records after starting over', () => {
    const files = temporaryFiles();
    writeFileSync(join(files.directory, 'cache.db'), Buffer.alloc(20_000, 7));
    const cache = openCache(files, 'cache.db', silent);
    apply(cache, 'order', [{ order_id: 1 }]);
    expect(idsOf(cache, { resource: 'order' })).toEqual(['1']);
    cache.close();
  });
});
