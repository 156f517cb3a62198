/**
 * Running exports. A job has a snapshot of a view and a writer. Each `next` works for a few milliseconds and
 * returns the finished part, so the thread can answer lists in between. Nothing is written to disk here: a
 * cancelled or abandoned job is dropped.
 */
import type { ExportRequest } from '#shared/contract/export';
import { MAX_SHEET_ROWS } from '#shared/contract/export';
import { type Column, type Row, viewSchema } from '#shared/contract/records';
import { RESOURCE_INFO } from '#shared/domain/resources';
import { rowNotes } from '#shared/domain/row-notes';
import { offsetsOf } from '#shared/domain/time-zone';
import type { Clock, Random, Timers } from '../ports/ports';
import type { ViewSnapshot } from '../store/cache-store';
import { type Cell, cellOf, type Naming } from './cell-value';
import { createCsvWriter } from './csv-writer';
import type { SheetWriter } from './sheet-writer';
import { createXlsxWriter } from './xlsx-writer';

/** What an export reads; the open account's records. */
export interface ExportSource {
  columns(resource: ExportRequest['view']['resource']): Column[];
  snapshot(view: ExportRequest['view']): ViewSnapshot;
  page(
    view: ExportRequest['view'],
    start: number,
    limit: number,
    columns?: readonly string[],
  ): { total: number; rows: Row[] };
  /** One record's row, also of a removed record and by the local id that it had; null if there is no copy. */
  row(resource: ExportRequest['view']['resource'], id: string): Row | null;
  lookup(name: string): { id: string; name: string }[];
  /** A record of this kind may have a note: it is a draft, or work on it is pending. */
  hasNotes(resource: ExportRequest['view']['resource']): boolean;
}

export interface ExportJobs {
  start(
    source: ExportSource,
    request: ExportRequest,
  ): { ok: true; id: string; total: number } | { ok: false; code: 'too-many-rows' };
  next(id: string): { state: 'running' | 'done' | 'gone'; rows: number; chunk: string };
  cancel(id: string): void;
}

interface Job {
  rows: (start: number, limit: number) => Row[];
  total: number;
  done: number;
  read: number;
  /** The list has every row of its snapshot; a selection may contain records that are not here. */
  isList: boolean;
  columns: Column[];
  naming: Naming;
  /** The note of a row; null if the file has no column for it. */
  noteOf: ((row: Row) => Cell) | null;
  writer: SheetWriter;
  forget: () => void;
}

/** The duration of one `next`; a list read waits no longer than this. */
const SLICE_MS = 12;
const WINDOW = 50;
const CHUNK = 512_000;
const LEFT_ALONE_MS = 60_000;
const MOST_JOBS = 4;
/** The most ids that a filter takes (contract `records`). */
const MOST_ASKED = 500;
const GONE = { state: 'gone', rows: 0, chunk: '' } as const;

export const createExportJobs = ({
  clock,
  timers,
  random,
}: {
  clock: Clock;
  timers: Timers;
  random: Random;
}): ExportJobs => {
  const jobs = new Map<string, Job>();
  const forget = (id: string): void => {
    jobs.get(id)?.forget();
    jobs.delete(id);
  };
  const keepAlive = (id: string, job: Job): void => {
    job.forget();
    job.forget = timers.after(LEFT_ALONE_MS, () => {
      jobs.delete(id);
    });
  };

  return {
    start: (source, request) => {
      const { view, ids, format, words } = request;
      const known = new Map(source.columns(view.resource).map((column) => [column.key, column]));
      const wanted = request.columns.filter(({ key }) => known.has(key));
      const columns = wanted.map(({ key }) => known.get(key)!);
      const hasNotes = source.hasNotes(view.resource) || (ids !== undefined && hasDeleted(source, view, ids));
      const notes = hasNotes ? words.notes : undefined;
      const labels = [...wanted.map(({ label }) => label), ...(notes === undefined ? [] : [notes.heading])];
      const keys = columns.map(({ key }) => key);
      const snapshot = ids ? selection(source, view, ids) : source.snapshot(view);
      if (format === 'xlsx' && snapshot.total >= MAX_SHEET_ROWS) return { ok: false, code: 'too-many-rows' };
      const id = random.uuid();
      if (jobs.size >= MOST_JOBS) forget(jobs.keys().next().value!);
      const job: Job = {
        rows: (start, limit) => snapshot.rows(start, limit, keys),
        total: snapshot.total,
        done: 0,
        read: 0,
        isList: ids === undefined,
        columns,
        naming: namingOf(source, request),
        noteOf: notes === undefined ? null : (row) => noteCell(row, view.removed, notes),
        forget: () => {},
        writer:
          format === 'csv'
            ? createCsvWriter(labels)
            : createXlsxWriter(
                notes === undefined ? columns : [...columns, NOTE_COLUMN],
                labels,
                words.sheet,
              ),
      };
      jobs.set(id, job);
      keepAlive(id, job);
      return { ok: true, id, total: snapshot.total };
    },
    next: (id) => {
      const job = jobs.get(id);
      if (!job) return GONE;
      keepAlive(id, job);
      const until = clock.now() + SLICE_MS;
      let chunk = '';
      do {
        const rows = job.rows(job.read, WINDOW);
        // The records were deleted from this computer since the start, so the file would not have all of them.
        if (job.isList && rows.length < Math.min(WINDOW, job.total - job.read)) {
          forget(id);
          return GONE;
        }
        for (const row of rows) {
          const cells = job.columns.map((column) => cellOf(column, row.values[column.key], job.naming));
          job.writer.row(job.noteOf === null ? cells : [...cells, job.noteOf(row)]);
          job.done += 1;
        }
        job.read += WINDOW;
        chunk += job.writer.take();
      } while (job.read < job.total && clock.now() < until && chunk.length < CHUNK);
      if (job.read < job.total) return { state: 'running', rows: job.done, chunk };
      job.writer.end();
      chunk += job.writer.take();
      forget(id);
      return { state: 'done', rows: job.done, chunk };
    },
    cancel: forget,
  };
};

const NOTE_COLUMN = { kind: 'text' } as const;
type NoteWords = NonNullable<ExportRequest['words']['notes']>;
const noteCell = (row: Row, ofRemoved: boolean, words: NoteWords): Cell => {
  const text = rowNotes(row, ofRemoved)
    .map((note) => words[note])
    .join(', ');
  return text === '' ? { kind: 'empty' } : { kind: 'text', text };
};

/** The view of some of the selected records. */
const viewOf = (
  { resource, removed }: ExportRequest['view'],
  ids: readonly string[],
): ExportRequest['view'] => {
  const these = { field: RESOURCE_INFO[resource].idField, op: 'in' as const, values: ids };
  return viewSchema.parse({ resource, removed, filters: [these] });
};

/** Returns true if a selected record was deleted, and is therefore not in the list any more. */
const hasDeleted = (source: ExportSource, view: ExportRequest['view'], ids: readonly string[]): boolean => {
  if (view.removed) return false;
  const columns = [RESOURCE_INFO[view.resource].idField];
  for (let start = 0; start < ids.length; start += MOST_ASKED) {
    const some = ids.slice(start, start + MOST_ASKED);
    const these = viewOf(view, some);
    // Counting is faster than reading, and most often none was deleted.
    if (source.page(these, 0, 1, columns).total === some.length) continue;
    const listed = new Set(source.page(these, 0, MOST_ASKED, columns).rows.map(({ id }) => id));
    if (some.some((id) => !listed.has(id) && source.row(view.resource, id)?.removed === true)) return true;
  }
  return false;
};

/** The selected rows with the values of the list; a record's details may have newer ones. */
const selection = (
  source: ExportSource,
  view: ExportRequest['view'],
  ids: readonly string[],
): ViewSnapshot => ({
  total: ids.length,
  rows: (start, limit, columns) => {
    const wanted = ids.slice(start, start + limit);
    const { rows } = source.page(viewOf(view, wanted), 0, limit, columns);
    const listed = new Map(rows.map((row) => [row.id, row]));
    return wanted.flatMap((id) => listed.get(id) ?? source.row(view.resource, id) ?? []);
  },
});

/**
 * Lookups are read when first needed, once for the whole export. Former colleagues keep their names, as on the
 * screen.
 */
const namingOf = (source: ExportSource, { words, serverOffsetMs, timeZone }: ExportRequest): Naming => {
  const tables = new Map<string, Map<string, string>>();
  const lookup = (name: string, id: string): string | undefined => {
    let table = tables.get(name);
    if (!table) tables.set(name, (table = new Map(source.lookup(name).map((item) => [item.id, item.name]))));
    return table.get(id);
  };
  const user = (id: string): string | undefined =>
    lookup('user', id) ?? lookup('frozenUsers', id) ?? lookup('deletedUsers', id);
  return { words, lookup, user, serverOffsetMs, localOffset: offsetsOf(timeZone) };
};
