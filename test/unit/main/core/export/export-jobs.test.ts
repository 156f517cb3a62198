/** Exports, read by independent parsers: a spreadsheet reads the values of the record. */
import Papa from 'papaparse';
import readWorkbook from 'read-excel-file/node';
import { unzipSync, strFromU8 } from 'fflate';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { exportRequestSchema, type ExportRequest } from '#shared/contract/export';
import { createExportJobs, type ExportJobs, type ExportSource } from '#core/export/export-jobs';
import { exportSource } from '#core/handlers/export';
import type { CacheStore, OverlaidRecords } from '#core/store/cache-store';
import { DRAFT_ORDERS_KEY } from '#core/store/read/draft-orders';
import { layOver } from '../store/overlay-fixture';
import { apply, applyDetail, openTemporaryCache } from '../store/cache-fixture';

const HOSTILE = [
  '=1+1',
  '+86 755 8888',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '＝1',
  'a "quoted", cell',
  'two\r\nlines',
  '  spaces  ',
  '&<>"\'',
  '\u0000\u0001_x0041_',
  '中文 عربي 🎈',
  `x${'y'.repeat(40_000)}`,
];

const order = (id: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({
    order_id: 0,
    order_no: `SO-${id}`,
    name: '',
    currency: 'USD',
    amount: 0,
    create_time: '2026-03-01 09:30:15',
    update_time: '2026-03-01 09:30:15',
    account_date: '2026-03-01',
    ...more,
  }).replace('"order_id":0', `"order_id":${id}`);

const sourceOf = (cache: CacheStore): ExportSource => ({
  columns: (resource) => cache.columns(resource),
  snapshot: (view) => cache.snapshot(view),
  page: (view, start, limit, columns) => cache.page(view, start, limit, columns),
  row: (resource, id) => cache.get(resource, id)?.row ?? null,
  lookup: (name) => cache.lookup(name),
  hasNotes: () => false,
});

const request = (more: Record<string, unknown>): ExportRequest =>
  exportRequestSchema.parse({
    view: { resource: 'order', sort: [{ field: 'order_no', direction: 'asc' }] },
    format: 'csv',
    columns: ['order_id', 'order_no', 'name', 'currency', 'amount', 'account_date', 'create_time'].map(
      (key) => ({ key, label: key }),
    ),
    words: { yes: 'Yes', no: 'No', sheet: 'Orders', enums: {} },
    ...more,
  });

interface Timer {
  at: number;
  run: () => void;
}
/** A clock that moves one millisecond whenever it is asked, so that slices end. */
const desk = (): { jobs: ExportJobs; passTime: (ms: number) => void } => {
  let now = 0;
  let made = 0;
  const timers = new Set<Timer>();
  const jobs = createExportJobs({
    clock: { now: () => (now += 1) },
    random: { next: () => 0.5, uuid: () => `job-${(made += 1)}` },
    timers: {
      after: (delayMs, run) => {
        const timer = { at: now + delayMs, run };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
  });
  return {
    jobs,
    passTime: (ms) => {
      now += ms;
      for (const timer of timers)
        if (timer.at <= now) {
          timers.delete(timer);
          timer.run();
        }
    },
  };
};

const run = (
  jobs: ExportJobs,
  source: ExportSource,
  asked: ExportRequest,
): { chunks: string[]; rows: number } => {
  const started = jobs.start(source, asked);
  if (!started.ok) throw new Error(started.code);
  const chunks: string[] = [];
  for (;;) {
    const { state, rows, chunk } = jobs.next(started.id);
    expect(state).not.toBe('gone');
    chunks.push(chunk);
    if (state === 'done') return { chunks, rows };
  }
};
/** `atob` as the window uses it: Buffer would read over padding in the midst of a piece. */
const bytesOf = (chunks: readonly string[]): Buffer =>
  Buffer.concat(chunks.map((chunk) => Buffer.from(atob(chunk), 'latin1')));
const csvOf = (text: string): string[][] =>
  Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data;
type SheetCell = Awaited<ReturnType<typeof readWorkbook>>[number]['data'][number][number];
const sheetOf = async (bytes: Buffer): Promise<readonly (readonly SheetCell[])[]> => {
  const [first] = await readWorkbook(bytes);
  expect(first?.sheet).toBe('Orders');
  return first?.data ?? [];
};

describe('a long workbook', () => {
  it('can be read completely when many parts are finished in one piece of work', async () => {
    const cache = openTemporaryCache();
    let noise = 1;
    const word = (): string => {
      noise = (noise * 48_271) % 2_147_483_647;
      return noise.toString(36);
    };
    apply(
      cache,
      'order',
      Array.from({ length: 3000 }, (_, index) =>
        order(String(100_000 + index), { name: Array.from({ length: 12 }, word).join(' ') }),
      ),
    );
    const patient = createExportJobs({
      clock: { now: () => 0 },
      random: { next: () => 0.5, uuid: () => 'job' },
      timers: { after: () => () => undefined },
    });
    const { chunks, rows } = run(patient, sourceOf(cache), request({ format: 'xlsx' }));
    expect(rows).toBe(3000);
    expect(await sheetOf(bytesOf(chunks))).toHaveLength(3001);
  });
});

describe('a list as CSV', () => {
  it('begins with a byte order mark, ends every record with CRLF, and can be read cell by cell', () => {
    const cache = openTemporaryCache();
    apply(
      cache,
      'order',
      HOSTILE.map((name, index) => order(String(100 + index), { name })),
    );
    const { jobs } = desk();
    const text = run(jobs, sourceOf(cache), request({})).chunks.join('');
    expect(text.startsWith('\uFEFForder_id,order_no')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    const names = csvOf(text)
      .slice(1)
      .map((row) => row[2] ?? '');
    expect(names).toHaveLength(HOSTILE.length);
    for (const [index, name] of names.entries()) expect(name.replace(/^'/, '')).toBe(HOSTILE[index]);
    expect(names.filter((name) => /^[=+\-@\t\r＝]/.test(name))).toEqual([]);
  });

  it('writes times in the time zone of this computer, and never shifts a day', () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('TZ', 'Europe/Berlin');
    const cache = openTemporaryCache();
    apply(cache, 'order', [order('1')]);
    const { chunks } = run(desk().jobs, sourceOf(cache), request({ serverOffsetMs: 8 * 3_600_000 }));
    expect(csvOf(chunks.join(''))[1]?.slice(-2)).toEqual(['2026-03-01', '2026-03-01 02:30:15']);
  });
  it('writes times in the time zone of the window, which the columns name, after the computer came into another one', () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    // The core keeps the zone in which the app was started.
    vi.stubEnv('TZ', 'Asia/Shanghai');
    const cache = openTemporaryCache();
    apply(cache, 'order', [
      order('1'),
      order('2', { create_time: '2026-07-01 09:30:15' }),
      // On the day of summer time, before and after the change in Berlin.
      order('3', { create_time: '2026-03-29 08:30:15' }),
      order('4', { create_time: '2026-03-29 09:30:15' }),
    ]);
    const written = (timeZone: string) =>
      csvOf(
        run(desk().jobs, sourceOf(cache), request({ serverOffsetMs: 8 * 3_600_000, timeZone })).chunks.join(
          '',
        ),
      )
        .slice(1)
        .map((cells) => cells.at(-1));
    expect(written('Europe/Berlin')).toEqual([
      '2026-03-01 02:30:15',
      '2026-07-01 03:30:15',
      '2026-03-29 01:30:15',
      '2026-03-29 03:30:15',
    ]);
    expect(written('Asia/Kolkata').slice(0, 2)).toEqual(['2026-03-01 07:00:15', '2026-07-01 07:00:15']);
    // A name that is not known here: the zone of the process.
    expect(written('Etc/Unknown').slice(0, 2)).toEqual(['2026-03-01 09:30:15', '2026-07-01 09:30:15']);
  });
  it('protects 19-digit ids and leading zeros from being read as numbers, and keeps negative amounts as numbers', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order('9007199254740993123', { order_no: '00071', amount: -12.5 })]);
    const [, row] = csvOf(run(desk().jobs, sourceOf(cache), request({})).chunks.join(''));
    expect(row).toEqual([
      '9007199254740993123\t',
      '00071\t',
      '',
      'USD',
      '-12.5',
      '2026-03-01',
      '2026-03-01 09:30:15',
    ]);
  });
});

describe('a list as a workbook', () => {
  it('can be read by another parser: ids as text, exact decimals as numbers, longer ones as text, dates as dates', async () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [
      order('9007199254740993123', { order_no: 'A', amount: 1.1 }),
      order('2', { order_no: 'B', amount: '12345678901234567.89' }),
      order('3', { order_no: 'C', amount: -0.5, account_date: '1970-01-01' }),
    ]);
    const rows = await sheetOf(
      bytesOf(run(desk().jobs, sourceOf(cache), request({ format: 'xlsx' })).chunks),
    );
    expect(rows[0]).toEqual([
      'order_id',
      'order_no',
      'name',
      'currency',
      'amount',
      'account_date',
      'create_time',
    ]);
    // The parser cuts a day's fraction off at the millisecond; spreadsheets show whole seconds.
    const toSecond = (cell: SheetCell): SheetCell =>
      cell instanceof Date ? new Date(Math.round(cell.getTime() / 1000) * 1000) : cell;
    expect(rows[1]?.map(toSecond)).toEqual([
      '9007199254740993123',
      'A',
      null,
      'USD',
      1.1,
      new Date(Date.UTC(2026, 2, 1)),
      new Date(Date.UTC(2026, 2, 1, 9, 30, 15)),
    ]);
    expect(rows[2]?.[4]).toBe('12345678901234567.89');
    expect(rows[3]?.slice(4, 6)).toEqual([-0.5, null]);
  });

  it('contains any text unchanged, never as a formula, up to the limit of a cell', async () => {
    const cache = openTemporaryCache();
    apply(
      cache,
      'order',
      HOSTILE.map((name, index) => order(String(100 + index), { name })),
    );
    const bytes = bytesOf(
      run(
        desk().jobs,
        sourceOf(cache),
        request({ format: 'xlsx', columns: [{ key: 'name', label: '=head' }] }),
      ).chunks,
    );
    const xml = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] as Uint8Array);
    expect(xml).not.toMatch(/<f[ >]/);
    const names = [...xml.matchAll(/<t xml:space="preserve">([^<]*)<\/t>/g)].map(([, text = '']) =>
      text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
        .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    );
    expect(names.slice(1, -1)).toEqual(HOSTILE.slice(0, -1));
    expect(names.at(-1)).toHaveLength(32_767);
    expect((await sheetOf(bytes)).slice(1, 3)).toEqual([['=1+1'], ['+86 755 8888']]);
  });

  it('is not cut off in the middle of an emoji', async () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order('1', { name: `${'x'.repeat(32_765)}🎁 and more` })]);
    const columns = [{ key: 'name', label: 'Name' }];
    const { chunks } = run(desk().jobs, sourceOf(cache), request({ format: 'xlsx', columns }));
    expect((await sheetOf(bytesOf(chunks)))[1]).toEqual([`${'x'.repeat(32_765)}…`]);
  });

  it('is refused beyond the maximum rows of a sheet', () => {
    const cache = openTemporaryCache();
    const source = { ...sourceOf(cache), snapshot: () => ({ total: 1_048_576, rows: () => [] }) };
    expect(desk().jobs.start(source, request({ format: 'xlsx' }))).toEqual({
      ok: false,
      code: 'too-many-rows',
    });
    expect(desk().jobs.start(source, request({})).ok).toBe(true);
  });
});

describe('a running export', () => {
  const many = (cache: CacheStore, count: number): void =>
    void apply(
      cache,
      'order',
      Array.from({ length: count }, (_, index) => order(String(111_111 + index))),
    );

  it('returns pieces, so that lists are answered in between, and contains every record once', () => {
    const cache = openTemporaryCache();
    many(cache, 3_000);
    const { chunks, rows } = run(desk().jobs, sourceOf(cache), request({}));
    expect(chunks.length).toBeGreaterThan(3);
    const ids = csvOf(chunks.join(''))
      .slice(1)
      .map(([id]) => id);
    expect(rows).toBe(3_000);
    expect(new Set(ids).size).toBe(3_000);
  });

  it('is not affected by records that arrive or move meanwhile', () => {
    const cache = openTemporaryCache();
    many(cache, 1_000);
    const { jobs } = desk();
    const started = jobs.start(sourceOf(cache), request({}));
    if (!started.ok) throw new Error(started.code);
    let text = jobs.next(started.id).chunk;
    apply(cache, 'order', [
      order('777777777', { order_no: 'AAA' }),
      order('111999', { order_no: 'ZZZ', name: 'moved' }),
    ]);
    for (let state = 'running'; state === 'running';) {
      const piece = jobs.next(started.id);
      text += piece.chunk;
      state = piece.state;
    }
    const ids = csvOf(text)
      .slice(1)
      .map(([id]) => id);
    expect(ids).toHaveLength(1_000);
    expect(new Set(ids).size).toBe(1_000);
    expect(ids).not.toContain('777777777');
  });

  it('ends without a file if some of its records are deleted from this computer meanwhile', () => {
    const cache = openTemporaryCache();
    many(cache, 2_000);
    const { jobs } = desk();
    const started = jobs.start(sourceOf(cache), request({}));
    if (!started.ok) throw new Error(started.code);
    expect(jobs.next(started.id).state).toBe('running');
    // The kind is downloaded again.
    cache.dropRecords('order', 2_000);
    expect(jobs.next(started.id)).toEqual({ state: 'gone', rows: 0, chunk: '' });
    expect(jobs.next(started.id).state).toBe('gone');
  });

  it('is dropped when cancelled, and when nobody reads it for a minute', () => {
    const cache = openTemporaryCache();
    many(cache, 2_000);
    const { jobs, passTime } = desk();
    const [one, two] = [jobs.start(sourceOf(cache), request({})), jobs.start(sourceOf(cache), request({}))];
    if (!one.ok || !two.ok) throw new Error('refused');
    expect(jobs.next(one.id).state).toBe('running');
    jobs.cancel(one.id);
    expect(jobs.next(one.id)).toEqual({ state: 'gone', rows: 0, chunk: '' });
    expect(jobs.next(two.id).state).toBe('running');
    passTime(60_000);
    expect(jobs.next(two.id).state).toBe('gone');
  });

  it('is not dropped while it is read, however long that takes', () => {
    const cache = openTemporaryCache();
    many(cache, 2_000);
    const { jobs, passTime } = desk();
    const job = jobs.start(sourceOf(cache), request({}));
    if (!job.ok) throw new Error('refused');
    let state = 'running';
    let minutes = 0;
    for (; state === 'running'; minutes += 0.75) {
      ({ state } = jobs.next(job.id));
      passTime(45_000);
    }
    expect(minutes).toBeGreaterThan(1.5);
    expect(state).toBe('done');
  });

  it.each([false, true])('of a selection has the values of the list, not of newer details', (removed) => {
    const cache = openTemporaryCache();
    const invoice = (product_total_amount: string, update_time: string): Record<string, unknown> => ({
      outbound_invoice_id: 7,
      serial_id: 'OI-7',
      product_total_amount,
      update_time,
    });
    apply(cache, 'outboundInvoice', [invoice('10.00', '2026-01-01 00:00:00')], { removed });
    applyDetail(cache, 'outboundInvoice', invoice('99.00', '2026-01-02 00:00:00'));
    const wanted = request({
      view: { resource: 'outboundInvoice', removed },
      columns: ['serial_id', 'product_total_amount'].map((key) => ({ key, label: key })),
    });
    const [all, selected] = [wanted, { ...wanted, ids: ['7'] }].map((one) =>
      run(desk().jobs, sourceOf(cache), one).chunks.join(''),
    );
    expect(selected).toBe(all);
    expect(selected).toContain('10.00');
  });

  it('copies rows in selection order and skips rows that are not loaded', () => {
    const cache = openTemporaryCache();
    many(cache, 5);
    const { chunks } = run(desk().jobs, sourceOf(cache), request({ ids: ['111114', 'nowhere', '111112'] }));
    expect(
      csvOf(chunks.join(''))
        .slice(1)
        .map(([id]) => id),
    ).toEqual(['111114', '111112']);
  });

  it('names people, also former colleagues, lookups and built-in enumerations, and shows a contact without a name by its id', () => {
    const cache = openTemporaryCache();
    cache.putLookup('orderStatus', [{ id: '7', name: 'Shipped' }], 1);
    apply(cache, 'user', [{ user_id: '42', nickname: 'Mia Chen' }]);
    apply(cache, 'receipt', [
      {
        cash_collection_invoice_id: 1,
        cash_collection_invoice_no: 'R1',
        status: 3,
        handler_info: [{ user_id: 42, nickname: 'Mia Chen' }, { user_id: 43 }],
        company_info: { id: 5, name: 'Acme, "Ltd"' },
        amount: '10.00',
        collection_date: '',
      },
    ]);
    // As on the screen, a colleague who has left keeps the name.
    cache.putLookup('frozenUsers', [{ id: '44', name: 'Frozen Fred' }], 1);
    cache.putLookup('deletedUsers', [{ id: '45', name: 'Former Fay' }], 1);
    apply(cache, 'order', [
      order('11', { create_user: 44 }),
      order('12', { create_user: 45 }),
      order('13', { create_user: 42 }),
    ]);
    const people = run(
      desk().jobs,
      sourceOf(cache),
      request({ columns: [{ key: 'create_user', label: 'Created by' }] }),
    );
    expect(csvOf(people.chunks.join('')).flat()).toEqual([
      'Created by',
      'Frozen Fred',
      'Former Fay',
      'Mia Chen',
    ]);
    const { chunks } = run(
      desk().jobs,
      sourceOf(cache),
      request({
        view: { resource: 'receipt' },
        columns: ['status', 'handler_info', 'company_info', 'amount', 'collection_date'].map((key) => ({
          key,
          label: key,
        })),
        words: { yes: 'Yes', no: 'No', sheet: 'x', enums: { receiptStatus: { 3: 'Not written off' } } },
      }),
    );
    expect(csvOf(chunks.join(''))[1]).toEqual([
      'Not written off',
      'Mia Chen, 43',
      'Acme, "Ltd"',
      '10.00',
      '',
    ]);
  });
});

describe('a file of a list', () => {
  const notes = {
    heading: 'Note',
    draft: 'Draft',
    unsent: 'Not sent',
    changed: 'Changed',
    deleted: 'Deleted',
  };
  const words = { yes: 'Yes', no: 'No', sheet: 'x', enums: {}, notes };
  const linesOf = (cache: CacheStore, records: OverlaidRecords, more: object): string[][] => {
    const { chunks } = run(desk().jobs, exportSource({ cache, records }), request({ words, ...more }));
    return csvOf(chunks.join(''));
  };

  it('says which orders are drafts, as the list does', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order('1'), order('2')]);
    const { records } = layOver(cache);
    const columns = [{ key: 'order_no', label: 'No.' }];
    // Without a draft the file has the chosen columns only.
    expect(linesOf(cache, records, { columns })).toEqual([['No.'], ['SO-1'], ['SO-2']]);
    cache.setState(DRAFT_ORDERS_KEY, '["2"]');
    const wanted = [
      ['No.', 'Note'],
      ['SO-1', ''],
      ['SO-2', 'Draft'],
    ];
    expect(linesOf(cache, records, { columns })).toEqual(wanted);
    expect(linesOf(cache, records, { columns, ids: ['1', '2'] })).toEqual(wanted);
    expect(linesOf(cache, records, { columns, words: { ...words, notes: undefined } })[0]).toEqual(['No.']);
    // The one is approved, and the other is a draft now.
    cache.setState(DRAFT_ORDERS_KEY, '["1"]');
    expect(linesOf(cache, records, { columns }).slice(1)).toEqual([
      ['SO-1', 'Draft'],
      ['SO-2', ''],
    ]);
  });

  it('says which of the chosen rows were deleted since they were chosen', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order('1'), order('2')]);
    const { records } = layOver(cache);
    const columns = [{ key: 'order_no', label: 'No.' }];
    const ids = ['1', '2', 'nowhere'];
    expect(linesOf(cache, records, { columns, ids })).toEqual([['No.'], ['SO-1'], ['SO-2']]);
    apply(cache, 'order', [order('2')], { removed: true });
    expect(linesOf(cache, records, { columns, ids })).toEqual([
      ['No.', 'Note'],
      ['SO-1', ''],
      ['SO-2', 'Deleted'],
    ]);
    const ofDeleted = { resource: 'order', removed: true };
    expect(linesOf(cache, records, { columns, ids: ['2'], view: ofDeleted })).toEqual([['No.'], ['SO-2']]);
  });

  it('says which records and changes are not in the CRM yet, and which are deleted', async () => {
    const cache = openTemporaryCache();
    const receipt = (id: number) => ({ cash_collection_invoice_id: id, amount: '1', currency: 'USD' });
    apply(cache, 'receipt', [receipt(1), receipt(2)]);
    apply(cache, 'receipt', [receipt(3)], { removed: true });
    const { push, applied, records } = layOver(cache);
    push('receipt', { amount: '5' }, { target: '2' });
    push('receipt', { amount: '6' }, { target: '3' });
    push('receipt', { amount: '7', currency: 'EUR', collection_date: '2026-06-01' });
    applied(push('receipt', { amount: '8', currency: 'EUR' }), '2026-06-01 10:00:00', '9');
    const view = { resource: 'receipt', sort: [{ field: 'amount', direction: 'asc' }] };
    const columns = [{ key: 'amount', label: 'Amount' }];
    const wanted = [
      ['Amount', 'Note'],
      ['1', ''],
      ['5', 'Changed'],
      ['6', 'Changed, Deleted'],
      ['7', 'Not sent'],
      ['8', ''],
    ];
    expect(linesOf(cache, records, { view, columns })).toEqual(wanted);
    expect(linesOf(cache, records, { view: { ...view, removed: true }, columns })).toEqual([
      ['Amount', 'Note'],
      ['6', 'Changed'],
    ]);
    const { chunks } = run(
      desk().jobs,
      exportSource({ cache, records }),
      request({ view, columns, format: 'xlsx', words: { ...words, sheet: 'Orders' } }),
    );
    expect((await sheetOf(bytesOf(chunks))).map(([, note]) => note ?? '')).toEqual(
      wanted.map(([, note]) => note),
    );
  });
});
