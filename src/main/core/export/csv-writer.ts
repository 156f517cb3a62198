/**
 * A list as CSV (`shared/domain/csv`). Dates are ISO days and times, which every spreadsheet reads in every
 * language.
 */
import { CSV_BOM, csvRow } from '#shared/domain/csv';
import type { Cell } from './cell-value';
import type { SheetWriter } from './sheet-writer';

export const createCsvWriter = (labels: readonly string[]): SheetWriter => {
  let ready = CSV_BOM + csvRow(labels);
  const csvOf = (cell: Cell): string | { value: string } => {
    if (cell.kind === 'empty') return '';
    return cell.kind === 'text' ? cell.text : { value: cell.text };
  };
  return {
    row: (cells) => {
      ready += csvRow(cells.map(csvOf));
    },
    end: () => {},
    take: () => {
      const chunk = ready;
      ready = '';
      return chunk;
    },
  };
};
