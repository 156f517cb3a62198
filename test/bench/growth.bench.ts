/**
 * What grows with the number of orders: the same questions at several sizes, each in its own process. The
 * records of 10,000 orders are repeated with other ids, numbers and times until there are enough. `--write`
 * writes the table into docs/performance.md.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { answersOf, openDataset } from './answers';
import { median, machine } from './peers/report';
import { growthSubject } from './peers/satchel';
import { writeSection } from './write-section';

const { values: options } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '10000,100000' },
    write: { type: 'boolean', default: false },
    child: { type: 'boolean', default: false },
  },
});
const BASE = 10_000;

type Figures = Record<string, string>;

/** The answers of `size` orders: those of the base repeatedly, each time a day older and with other ids. */
function* answersFor(size: number): Generator<Buffer> {
  const dataset = openDataset(BASE);
  const base = [...answersOf(dataset, 'order', size)].map((bytes) => bytes.toString('utf8'));
  dataset.close();
  let left = size;
  for (let copy = 0; left > 0; copy += 1)
    for (const text of base) {
      if (left <= 0) return;
      left -= 100;
      const year = 2026 - (copy % 20);
      yield Buffer.from(
        copy === 0
          ? text
          : text
              .replaceAll(/"order_id":(\d+)/g, (_, id: string) => `"order_id":${copy}${id.slice(-12)}`)
              .replaceAll(/"order_no":"(\w+)"/g, (_, no: string) => `"order_no":"${no}${copy}"`)
              .replaceAll(/"update_time":"\d{4}/g, `"update_time":"${year}`),
      );
    }
}

const cpuOf = async (calls: number, call: (i: number) => unknown): Promise<number> => {
  await call(0);
  const rounds: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const from = process.cpuUsage();
    for (let i = 0; i < calls; i += 1) await call(round * calls + i + 1);
    const { user, system } = process.cpuUsage(from);
    rounds.push((user + system) / 1000 / calls);
  }
  return median(rounds);
};
const ms = (value: number): string => `${value >= 10 ? value.toFixed(0) : value.toFixed(2)} ms`;
const mb = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;

const measure = async (size: number, folder: string): Promise<Figures> => {
  const { subject, window, cacheNow } = await growthSubject(folder);
  const answers = answersFor(size);
  let [readMs, peak] = [0, 0];
  const from = process.cpuUsage();
  await subject.fill(() => {
    const before = process.cpuUsage();
    const next = answers.next();
    const { user, system } = process.cpuUsage(before);
    readMs += (user + system) / 1000;
    peak = Math.max(peak, process.memoryUsage().rss);
    return next.done ? null : next.value;
  });
  const { user, system } = process.cpuUsage(from);
  const cache = cacheNow();
  const ids = cache.liveIds('order');
  const id = (i: number): string => ids[(i * 7919) % ids.length] ?? '';
  const number = (i: number): string => String(cache.get('order', id(i))?.row.values.order_no);
  const rare = Array.from({ length: 8 }, (_, i) => number(i * 31));
  const common = ['nordlicht', 'kestrel', 'sakura', 'bluefin'];
  const status = { filters: [{ field: 'shipping_status', op: 'in' as const, values: ['1'] }] };
  const figures: Figures = {
    'orders held': ids.length.toLocaleString('en'),
    'first copy, a record': `${Math.round((((user + system) / 1000 - readMs) * 1000) / ids.length)} µs`,
    'resident memory at most while copying': mb(peak),
    'newest 50': ms(await cpuOf(20, () => window({}))),
    'newest 50 of a status, with their number': ms(await cpuOf(20, () => window(status))),
    'first window of an indexed sort': ms(
      await cpuOf(20, () => window({ sort: [{ field: 'amount', direction: 'desc' }] })),
    ),
    'first window of any other sort': ms(
      await cpuOf(3, () => window({ sort: [{ field: 'amount_rmb', direction: 'desc' }] })),
    ),
    'any other filter': ms(
      await cpuOf(3, () => window({ filters: [{ field: 'name', op: 'contains', text: 'hardware' }] })),
    ),
    'order of a whole list, made once': ms(await cpuOf(1, () => window({}, ids.length - 60))),
    'one record': ms(await cpuOf(200, (i) => cache.get('order', id(i)))),
    'word of many records': ms(
      await cpuOf(8, (i) =>
        cache.search(common[i % common.length] ?? '', { resources: ['order'], limit: 30 }),
      ),
    ),
    'number of one record': ms(
      await cpuOf(20, (i) => cache.search(rare[i % rare.length] ?? '', { resources: ['order'], limit: 30 })),
    ),
    'number of one record and a letter of its customer': ms(
      await cpuOf(20, (i) =>
        cache.search(`${rare[i % rare.length] ?? ''} a`, { resources: ['order'], limit: 30 }),
      ),
    ),
    'values of a status field': ms(await cpuOf(5, () => cache.facets('order', 'shipping_status'))),
    'reopen and first page': ms(await cpuOf(3, () => subject.reopen())),
  };
  globalThis.gc?.();
  const heap = process.memoryUsage().heapUsed;
  const census = new Set(cacheNow().liveIds('order'));
  globalThis.gc?.();
  figures['ids of a census'] =
    `${mb(process.memoryUsage().heapUsed - heap)} for ${census.size.toLocaleString('en')}`;
  figures['size of the file'] = mb(subject.sizeBytes() ?? 0);
  await subject.close();
  return figures;
};

const run = async (): Promise<void> => {
  const sizes = options.rows.split(',').map(Number);
  const columns: Figures[] = [];
  for (const size of sizes)
    columns.push(
      await new Promise<Figures>((resolve, reject) => {
        const child = fork(process.argv[1] ?? '', ['--child', '--rows', String(size)], {
          execArgv: ['--expose-gc'],
        });
        child.once('message', (figures: Figures) => resolve(figures));
        child.once('exit', (code) => reject(new Error(`${size} orders: ended with ${code}`)));
      }),
    );
  const rows = Object.keys(columns[0] ?? {});
  const report = [
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine()}. \`npm run bench -- growth --rows ${options.rows}\`, processor time.`,
    '',
    `| | ${sizes.map((size) => size.toLocaleString('en')).join(' | ')} |`,
    `|---|${sizes.map(() => '---|').join('')}`,
    ...rows.map((row) => `| ${row} | ${columns.map((figures) => figures[row] ?? '–').join(' | ')} |`),
  ].join('\n');
  console.log(`\n${report}`);
  if (options.write) writeSection('growth', report);
};

if (options.child) {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-growth-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const figures = await measure(Number(options.rows), folder);
  process.send?.(figures, () => process.exit(0));
} else await run();
