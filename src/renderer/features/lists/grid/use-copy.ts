/**
 * Copies cells or selected rows of a list and reads the rows that are not on screen. Reports how many were
 * copied, or that copying failed.
 */
import { useCallback, useEffect, useState } from 'react';
import type { Row } from '#shared/contract/records';
import { core } from '../../../client/client';
import { useFormat } from '../../../format/use-format';
import type { ShownColumn } from '../../../records/list-columns';
import type { FullView } from '../../../records/list-view';
import { inListOrder, MOST_MARKED, type RowSelection, viewOfMarked } from './row-selection';
import { useLabel } from '../../../records/use-label';
import type { CellRange } from './use-grid-keys';

const loadCellCopy = () => import('./cell-copy');
const PAGE = 500;
const SAID_FOR_MS = 2500;

export type Copied =
  | { kind: 'copied'; rows: number; columns: number }
  | { kind: 'too-many' }
  | { kind: 'failed' };
export interface Copier {
  copied: Copied | undefined;
  /** Copies what the list shows: at its place, another row may be by now. */
  copyCell: (row: Row, column: ShownColumn, withHeads: boolean) => void;
  copyRange: (range: CellRange, withHeads: boolean) => void;
  copyRows: (selection: RowSelection, total: number, withHeads: boolean) => void;
}

/** Reads the rows from `from` to `to` of a view, both included. */
export const rowsBetween = async (
  view: FullView,
  from: number,
  to: number,
  keys: string[],
): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let start = from; start <= to; start += PAGE) {
    const page = await core.records.page({
      view,
      start,
      limit: Math.min(PAGE, to - start + 1),
      columns: keys,
    });
    if (page.rows.length === 0) break;
    rows.push(...page.rows);
  }
  return rows;
};

/** Reads rows by id. The ids are in the order of the view, and each request answers in that order. */
export const rowsById = async (view: FullView, ids: readonly string[], keys: string[]): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let start = 0; start < ids.length; start += PAGE) {
    const these = viewOfMarked(view, ids.slice(start, start + PAGE));
    rows.push(...(await core.records.page({ view: these, start: 0, limit: PAGE, columns: keys })).rows);
  }
  return rows;
};

export const useCopy = (view: FullView, columns: readonly ShownColumn[]): Copier => {
  const format = useFormat(columns);
  const label = useLabel(view.resource);
  const [copied, setCopied] = useState<Copied>();
  useEffect(() => {
    if (copied === undefined) return;
    const timer = setTimeout(() => setCopied(undefined), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = useCallback(
    async (
      read: (keys: string[]) => Promise<Row[]>,
      wanted: readonly ShownColumn[],
      withHeads: boolean,
    ): Promise<void> => {
      try {
        const rows = await read([...new Set([...wanted.map(({ key }) => key), 'currency'])]);
        const { copiedTable, writeTable } = await loadCellCopy();
        const heads = withHeads ? wanted.map((column) => label(column)) : undefined;
        await writeTable(copiedTable(rows, wanted, format, heads));
        setCopied({ kind: 'copied', rows: rows.length, columns: wanted.length });
      } catch {
        setCopied({ kind: 'failed' });
      }
    },
    [format, label],
  );

  const copyCell = useCallback(
    (row: Row, column: ShownColumn, withHeads: boolean): void =>
      void copy(() => Promise.resolve([row]), [column], withHeads),
    [copy],
  );

  const copyRange = useCallback(
    ({ top, bottom, left, right }: CellRange, withHeads: boolean): void => {
      if (bottom - top >= MOST_MARKED) return setCopied({ kind: 'too-many' });
      void copy((keys) => rowsBetween(view, top, bottom, keys), columns.slice(left, right + 1), withHeads);
    },
    [copy, view, columns],
  );

  const copyRows = useCallback(
    (selection: RowSelection, total: number, withHeads: boolean): void => {
      if (selection.kind === 'all' && total > MOST_MARKED) return setCopied({ kind: 'too-many' });
      void copy(
        (keys) =>
          selection.kind === 'all'
            ? rowsBetween(view, 0, total - 1, keys)
            : rowsById(view, inListOrder(selection.ids), keys),
        columns,
        withHeads,
      );
    },
    [copy, view, columns],
  );
  return { copied, copyCell, copyRange, copyRows };
};
