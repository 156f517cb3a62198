/**
 * The store, in process: rows per second from response bytes to commit, compared with a bare better-sqlite3
 * insert of the same rows, raw JSON, indexes and search text in the same run; then lists, filters, records
 * and search on the full set.
 */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { CATALOGUE } from '#core/store/schema/catalogue';
import type { CacheStore, IncomingRecord } from '#core/store/cache-store';
import { columnNamesOf, extractorOf } from '#core/store/write/column-values';
import { loadPinyin } from '#core/store/words/pinyin';
import { openCache } from '#core/store/open-cache';
import { recordText } from '#core/store/words/record-text';
import { createFiles } from '#node/files';
import { RESOURCE_INFO, RESOURCES } from '#shared/domain/resources';
import type { SqlValue } from '#core/ports/ports';
import { answersOf, openDataset } from './answers';
import { pull, recordsOf } from './fill-cache';
import { Meter, megabytes, printTiming, timeCalls } from './measure';

const orders = Number(process.argv[2] ?? 100_000);
const directory = mkdtempSync(join(tmpdir(), 'satchel-bench-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

interface Bare {
  apply(items: readonly IncomingRecord[]): void;
  close(): void;
}

/**
 * The reference: all values are computed before, so only SQLite's own work is timed. It uses the same commits
 * and the same pragmas.
 */
const bareDatabase = (meter: Meter): Bare => {
  const { fields, sorted, linked } = CATALOGUE.order;
  const wanted = [...new Set([...sorted, ...linked])];
  const extractors = fields.map((field) => ({
    key: field.key,
    names: columnNamesOf(field),
    extract: extractorOf(field),
  }));
  const textOf = recordText('order');
  const db = new Database(join(directory, 'bare.db'));
  for (const pragma of [
    'page_size = 16384',
    'journal_mode = WAL',
    'synchronous = NORMAL',
    'temp_store = MEMORY',
    'cache_size = -65536',
    'wal_autocheckpoint = 8000',
  ])
    db.pragma(pragma);
  const columns = wanted.map((name) => `"${name}"`).join(', ');
  db.exec(`CREATE TABLE doc (row_id INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, raw TEXT NOT NULL, ${columns});
    CREATE VIRTUAL TABLE fts USING fts5(text, content='', contentless_delete=1, detail=none, tokenize='ascii');
    ${sorted.map((name) => `CREATE INDEX "by_${name}" ON doc ("${name}", id);`).join('\n')}
    ${linked
      .map(
        (name) => `CREATE INDEX "link_${name}" ON doc ("${name}", update_time)
      WHERE "${name}" IS NOT NULL;`,
      )
      .join('\n')}`);
  const insert = db.prepare(
    `INSERT INTO doc (id, raw, ${wanted.map((name) => `"${name}"`).join(', ')})
      VALUES (?, ?${', ?'.repeat(wanted.length)})`,
  );
  const insertText = db.prepare('INSERT INTO fts (rowid, text) VALUES (?, ?)');
  return {
    apply: (items) => {
      const prepared = items.map((item) => {
        const values = new Map<string, SqlValue>();
        for (const { key, names, extract } of extractors) {
          const into: SqlValue[] = [];
          extract(item.value[key], into);
          names.forEach((name, i) => values.set(name, into[i] ?? null));
        }
        return {
          params: [item.id, item.raw, ...wanted.map((name) => values.get(name) ?? null)],
          text: textOf(item.id, item.value, null),
        };
      });
      meter.during(() =>
        db.transaction(() => {
          for (const { params, text } of prepared)
            insertText.run(insert.run(...params).lastInsertRowid, text);
        })(),
      );
    },
    close: () => void db.close(),
  };
};

const rowsPerSecond = (rows: number, spentMs: number): number => Math.round((rows / spentMs) * 1000);

/** The two take turns page by page, so that other load on the machine slows both equally. */
const ingest = async (cache: CacheStore, pages: readonly Buffer[]): Promise<void> => {
  const [own, reading, yardstick] = [new Meter(), new Meter(), new Meter()];
  const bare = bareDatabase(yardstick);
  let rows = 0;
  for (const bytes of pages) {
    bare.apply(await recordsOf(bytes, 'order'));
    const items = await reading.duringAsync(() => recordsOf(bytes, 'order'));
    own.during(() =>
      cache.atomically(() => {
        cache.applyPage('order', items, { removed: false, fetchedAt: 1 });
        cache.setState('lane:order', `{"rows":${rows}}`);
      }),
    );
    rows += items.length;
  }
  bare.close();
  const ratio = yardstick.wallMs / (own.wallMs + reading.wallMs);
  const bytes = pages.reduce((sum, page) => sum + page.length, 0);
  console.log(`\nApplying ${rows} orders of ${Math.round(bytes / rows)} bytes, ${pages.length} answers`);
  const ingested = rowsPerSecond(rows, own.wallMs + reading.wallMs);
  const bareRate = rowsPerSecond(rows, yardstick.wallMs);
  const aim = ratio >= 0.6 ? 'met' : 'MISSED';
  console.log(
    `  response bytes → commit ${ingested} rows/s;  bare insert ${bareRate} rows/s;  ` +
      `ratio ${ratio.toFixed(2)}   aim ≥ 0.6: ${aim}`,
  );
  const perRow = (ms: number): string => ((ms * 1000) / rows).toFixed(0);
  const times = (of: typeof own): string => `${perRow(of.wallMs)} µs (CPU ${perRow(of.cpuMs)})`;
  console.log(
    `  of a row: reading ${times(reading)}, storing ${times(own)}; bare ${times(yardstick)}; ` +
      `storing alone ${(yardstick.wallMs / own.wallMs).toFixed(2)} of bare`,
  );
  const again = performance.now();
  await pull(cache, 'order', pages);
  console.log(
    `  the same answers again, nothing changed: ${rowsPerSecond(rows, performance.now() - again)} rows/s`,
  );
};

const lists = async (cache: CacheStore): Promise<void> => {
  console.log('\nLists of orders, windows of 50 with the default columns');
  const columns = RESOURCE_INFO.order.defaultColumns;
  const indexed = cache
    .columns('order')
    .filter((column) => column.sort === 'indexed')
    .map((column) => column.key);
  const scanned = cache
    .columns('order')
    .filter((column) => column.sort === 'scan')
    .map((column) => column.key);
  const both = ['asc', 'desc'] as const;
  printTiming(
    await timeCalls('first window, indexed sort', 200, (i) =>
      cache.page(
        { resource: 'order', sort: [{ field: indexed[i % indexed.length]!, direction: both[i % 2]! }] },
        0,
        50,
        columns,
      ),
    ),
    5,
  );
  cache.page({ resource: 'order' }, 50_000, 100);
  printTiming(
    await timeCalls('any window of a held view', 500, (i) =>
      cache.page({ resource: 'order' }, (i * 7919) % Math.max(1, orders - 5000), 50, columns),
    ),
    5,
  );
  printTiming(
    await timeCalls('… of 100 rows with all fields', 300, (i) =>
      cache.page({ resource: 'order' }, (i * 7919) % Math.max(1, orders - 5000), 100),
    ),
  );
  printTiming(
    await timeCalls('first deep window of an indexed sort (order is made)', 30, (i) => {
      cache.applyDetail(
        'order',
        { id: cache.page({ resource: 'order' }, 0, 1).rows[0]!.id, raw: '{}', value: {} },
        i,
      );
      cache.page(
        { resource: 'order', sort: [{ field: indexed[i % indexed.length]!, direction: 'desc' }] },
        orders / 2,
        50,
        columns,
      );
    }),
    150,
  );
  printTiming(
    await timeCalls('first window, any other sort', 90, (i) =>
      cache.page(
        { resource: 'order', sort: [{ field: scanned[i % scanned.length]!, direction: both[i % 2]! }] },
        0,
        50,
        columns,
      ),
    ),
    150,
  );
  printTiming(
    await timeCalls('… of two fields', 20, (i) =>
      cache.page(
        {
          resource: 'order',
          sort: [
            { field: 'currency', direction: 'asc' },
            { field: scanned[i % scanned.length]!, direction: 'desc' },
          ],
        },
        0,
        50,
        columns,
      ),
    ),
    150,
  );
};

const filters = async (cache: CacheStore): Promise<void> => {
  console.log('\nFilters on orders, first window of 50, newest first');
  const people = cache.facets('order', 'handler_info');
  const filter = (name: string, calls: number, make: (i: number) => Parameters<CacheStore['page']>[0]) =>
    timeCalls(name, calls, (i) => cache.page(make(i), 0, 50, RESOURCE_INFO.order.defaultColumns)).then(
      (timing) => printTiming(timing, 150),
    );
  await filter('by person', 30, (i) => ({
    resource: 'order',
    filters: [
      { field: 'handler_info', op: 'in', values: [people[i % people.length]!.value] },
      { field: 'amount', op: 'between', from: String(i) },
    ],
  }));
  await filter('by date range', 40, (i) => ({
    resource: 'order',
    filters: [
      {
        field: 'account_date',
        op: 'between',
        from: `2026-0${1 + (i % 9)}-01`,
        to: `2026-0${1 + (i % 9)}-2${i % 8}`,
      },
    ],
  }));
  await filter('contains, in a text', 40, (i) => ({
    resource: 'order',
    filters: [{ field: 'name', op: 'contains', text: `r${i}` }],
  }));
  await filter('by status and search word', 40, (i) => ({
    resource: 'order',
    search: ['gmbh', '海港', 'nord', 'pendant'][i % 4]!,
    filters: [{ field: 'shipping_status', op: 'in', values: [String(i % 3)] }],
  }));
  printTiming(
    await timeCalls('facets of a field', 20, (i) =>
      cache.facets('order', ['currency', 'handler_info', 'shipping_status', 'company'][i % 4]!),
    ),
    150,
  );
};

const records = async (cache: CacheStore): Promise<void> => {
  console.log('\nRecords and search over everything');
  const ids = cache.liveIds('order');
  printTiming(
    await timeCalls('one record', 500, (i) => cache.get('order', ids[(i * 7919) % ids.length]!)),
    5,
  );
  const companies = cache.liveIds('company');
  printTiming(
    await timeCalls('what belongs to a company', 200, (i) =>
      cache.related('company', companies[(i * 101) % companies.length]!, 20),
    ),
    16,
  );
  const texts: Record<string, string[]> = {
    'search, word of 4 letters and more': ['nord', 'kestrel', 'harbor', 'pendant', 'schmidt', 'tanaka'],
    'search, 2 letters': ['no', 'ke', 'ha', 'sc'],
    'search, 1 letter': ['n', 'k', 's'],
    'search, 2 Chinese characters': ['海港', '晨光', '王芳', '义乌'],
    'search, pinyin and initials': ['haigang', 'chenguang', 'wangfang', 'nbzm', 'dsjck'],
    'search, a word with a slip': ['kestral', 'harbro', 'pendnat', 'scmidt'],
    'search, fragment of a number': ['2026', '0512', '1234', '77777'],
    'search, two words': ['nordlicht gmbh', 'casa home', '宁波 照明'],
    'search, a word and one letter': ['order 1', 'kestrel 2', 'PI-1', 'gmbh n'],
  };
  for (const [name, words] of Object.entries(texts))
    printTiming(await timeCalls(name, 40, (i) => cache.search(words[i % words.length]!, { limit: 30 })), 150);
};

const main = async (): Promise<void> => {
  console.log(
    `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}, Node ${process.versions.node}`,
  );
  if (!existsSync('package.json')) throw new Error('run from the project folder');
  const dataset = openDataset(orders);
  const files = createFiles(directory);
  const cache = openCache(files, 'cache.db', { error: console.error, warn: () => {}, info: () => {} });
  await loadPinyin();
  await ingest(cache, [...answersOf(dataset, 'order')]);
  const from = performance.now();
  let total = 0;
  for (const resource of RESOURCES)
    if (resource !== 'order') total += await pull(cache, resource, answersOf(dataset, resource));
  console.log(
    `  everything else: ${total} rows, ${((total / (performance.now() - from)) * 1000).toFixed(0)} rows/s`,
  );
  await lists(cache);
  await filters(cache);
  await records(cache);
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  console.log(
    `\nSize: cache ${megabytes(files.sizeBytes('cache.db'))}, ` +
      `resident memory ${megabytes(rss)}, of that JavaScript ${megabytes(heapUsed)}`,
  );
  for (const { name, rows, sizeBytes } of cache.storage())
    console.log(`  ${name.padEnd(18)} ${String(rows).padStart(8)} rows  ${megabytes(sizeBytes)}`);
  const closing = performance.now();
  cache.close();
  const opening = performance.now();
  openCache(files, 'cache.db', { error: console.error, warn: () => {}, info: () => {} }).close();
  const reopened = performance.now();
  console.log(
    `  closing ${(opening - closing).toFixed(0)} ms; ` +
      `opening and closing again ${(reopened - opening).toFixed(0)} ms; ` +
      `bare database ${megabytes(statSync(join(directory, 'bare.db')).size)}`,
  );
};

await main();
