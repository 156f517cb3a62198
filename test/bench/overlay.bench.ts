/**
 * Lists, records and search with 1,000 unsettled intents and 20,000 companies: the cost of a window, of what
 * a delivery changes, and of the first read.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { emptyDetail } from '#core/outbox/store/intent-record';
import { openOutboxDatabase } from '#core/outbox/store/open-outbox-database';
import { createOutboxStore } from '#core/outbox/store/outbox-store';
import { createOverlay } from '#core/outbox/overlay/overlay';
import type { SqlDatabase } from '#core/ports/ports';
import { openCache } from '#core/store/open-cache';
import { createFiles } from '#node/files';
import { RESOURCE_INFO } from '#shared/domain/resources';
import { printTiming, timeCalls } from './measure';

const COMPANIES = 20_000;
const INTENTS = 1_000;
const directory = mkdtempSync(join(tmpdir(), 'satchel-bench-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

const cache = openCache(createFiles(directory), 'cache.db', {
  error: console.error,
  warn: () => {},
  info: () => {},
});
const NAMES = ['Nordlicht', '海港进出口', 'Kestrel', 'Casa Home', '晨光照明', 'Harbor'];
const time = (n: number): string =>
  new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString().slice(0, 19).replace('T', ' ');
for (let from = 0; from < COMPANIES; from += 500) {
  cache.applyPage(
    'company',
    Array.from({ length: 500 }, (_, i) => {
      const n = from + i;
      const value = {
        company_id: n + 1,
        name: `${NAMES[n % 6]} ${n}`,
        short_name: `S${n % 97}`,
        serial_id: `C${100_000 + n}`,
        user_id: [n % 20],
        create_time: time(n),
        update_time: time((n * 7919) % COMPANIES),
        remark: 'x'.repeat(600),
      };
      return { id: String(n + 1), raw: JSON.stringify(value), value };
    }),
    { removed: false, fetchedAt: 1 },
  );
}

const outbox = new Database(join(directory, 'outbox.db')) as unknown as SqlDatabase;
openOutboxDatabase(outbox, { accountId: 'bench', backupPath: null });
outbox.pragma('synchronous = OFF');
let now = Date.UTC(2026, 5, 1);
const store = createOutboxStore(outbox, { now: () => (now += 1) });
const overlay = createOverlay(store);
const records = cache.overlaid({
  revision: () => store.revision(),
  realIdOf: (id) => store.realIdOf(id),
  serverTime: (epochMs) => new Date(epochMs).toISOString().slice(0, 19).replace('T', ' '),
  selfUserId: () => null,
  rows: (resource, cached) => overlay(resource, cached, null),
});
const columns = RESOURCE_INFO.company.defaultColumns;
const windows = (from: (i: number) => number) => (i: number) =>
  records.page(
    {
      resource: 'company',
      sort: [
        { field: (['update_time', 'name', 'serial_id'] as const)[i % 3]!, direction: i % 2 ? 'asc' : 'desc' },
      ],
    },
    from(i),
    50,
    columns,
  );
const first = windows(() => 0);
const deep = windows((i) => (i * 7919) % (COMPANIES - 100));

const report = async (title: string): Promise<void> => {
  console.log(`\n${title}`);
  let from = performance.now();
  first(0);
  console.log(`  the first window of all ${(performance.now() - from).toFixed(1)} ms`);
  printTiming(await timeCalls('first window, indexed sort', 300, first), 5);
  for (let i = 0; i < 6; i += 1) deep(i);
  printTiming(await timeCalls('any window of a held view', 500, deep), 5);
  from = performance.now();
  records.page(
    { resource: 'company', filters: [{ field: 'short_name', op: 'in', values: ['S5'] }] },
    0,
    50,
    columns,
  );
  console.log(`  a new filter ${(performance.now() - from).toFixed(1)} ms`);
  printTiming(
    await timeCalls('one record', 300, (i) => records.get('company', String(1 + ((i * 7919) % COMPANIES)))),
    5,
  );
  printTiming(
    await timeCalls('search', 60, (i) =>
      records.search(['nord', '海港', 'kest', '10077'][i % 4]!, { limit: 30 }),
    ),
    150,
  );
};

await report(`${COMPANIES} companies, nothing pending`);
store.atomically(() => {
  for (let i = 0; i < INTENTS; i += 1) {
    const id = `local:bench-${i}`;
    const target = i % 3 === 0 ? null : String(1 + ((i * 17) % COMPANIES));
    store.insert(
      {
        id,
        kind: 'company',
        state: 'queued',
        version: 1,
        base: null,
        fingerprint: id,
        realId: target,
        held: false,
        sendNow: false,
        needsUser: false,
        notBefore: 0,
        tries: 0,
        detail: emptyDetail(),
        command: {
          kind: 'company',
          schema: 1,
          target,
          fields: { pool_id: '0', name: `Pending ${i}`, tel: '138-0013-8000' },
          children: [{ ref: `local:contact-${i}`, fields: { name: 'Ann', email: `ann${i}@example.com` } }],
        },
      },
      [],
      { event: 'submitted' },
    );
  }
});
await report(`the same with ${INTENTS} unsettled intents`);
console.log('\nWhile they are delivered');
const ids = store.list().map((intent) => intent.id);
printTiming(
  await timeCalls('a window after one more step of a delivery', 60, (i) => {
    store.save({ ...store.get(ids[i]!)!, state: 'sending' }, { event: 'sending' });
    first(i);
  }),
);
printTiming(
  await timeCalls('a window after one more edit', 60, (i) => {
    const intent = store.get(ids[i + 200]!)!;
    store.save(
      {
        ...intent,
        command: { ...intent.command, fields: { ...intent.command.fields, name: `Edited ${i}` } },
      },
      { event: 'edit' },
    );
    first(i);
  }),
);
cache.close();
