/**
 * Copies cells or selected rows of a list. Reports how many were copied, or that copying failed. What reads, words and
 * writes the rows is loaded at the first copy.
 */
import { useCallback, useEffect, useState } from 'react';
import type { Row } from '#shared/contract/records';
import { useFormat } from '../../../format/use-format';
import type { ShownColumn } from '../../../records/list-columns';
import type { FullView } from '../../../records/list-view';
import { MOST_SELECTED, type RowSelection } from './row-selection';
import { useLabel } from '../../../records/use-label';
import type { CellRange } from './use-grid-keys';
import type { CopiedCells } from './cell-copy';

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
    async (cells: CopiedCells, wanted: readonly ShownColumn[], withHeads: boolean): Promise<void> => {
      try {
        const { copyCells } = await import('./cell-copy');
        const heads = withHeads ? wanted.map((column) => label(column)) : undefined;
        const rows = await copyCells(view, cells, wanted, { format, heads });
        setCopied({ kind: 'copied', rows, columns: wanted.length });
      } catch {
        setCopied({ kind: 'failed' });
      }
    },
    [view, format, label],
  );

  const copyCell = useCallback(
    (row: Row, column: ShownColumn, withHeads: boolean): void => void copy({ row }, [column], withHeads),
    [copy],
  );

  const copyRange = useCallback(
    ({ top, bottom, left, right }: CellRange, withHeads: boolean): void => {
      if (bottom - top >= MOST_SELECTED) return setCopied({ kind: 'too-many' });
      void copy({ top, bottom }, columns.slice(left, right + 1), withHeads);
    },
    [copy, columns],
  );

  const copyRows = useCallback(
    (selection: RowSelection, total: number, withHeads: boolean): void => {
      if (selection.kind === 'all' && total > MOST_SELECTED) return setCopied({ kind: 'too-many' });
      // All rows up to the end, also if there are more of them by then.
      const cells = selection.kind === 'all' ? { top: 0, bottom: MOST_SELECTED - 1 } : { ids: selection.ids };
      void copy(cells, columns, withHeads);
    },
    [copy, columns],
  );
  return { copied, copyCell, copyRange, copyRows };
};
