/**
 * Puts cells on the clipboard as tab-separated text for spreadsheets. Text that looks like a formula is not escaped,
 * because the user pastes it; it is not a file for others.
 *
 * A spreadsheet would change some of it: it rounds an id of more than fifteen digits, and takes the zeros from the
 * start of a number. If rows or several cells contain such text, they are also a table in HTML that marks these
 * cells as text. Spreadsheets take the table. A cell alone is plain text, because it is pasted into messages and forms
 * too.
 */
import type { Column, Row } from '#shared/contract/records';
import { csvCell } from '#shared/domain/csv';
import { type FormatContext, isNumeric } from '../../../format/values';
import { copiedText } from '../../../records/copied-text';
import type { FullView } from '../../../records/list-view';
import { rowsBetween, rowsById } from '../../../records/read-rows';
import { inListOrder, type SelectedIds } from './row-selection';

/**
 * Quotes a field that contains a tab or a line break or begins with a quote, in the way spreadsheets quote
 * it.
 */
const tsvField = (text: string): string =>
  /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** The format in which Excel, LibreOffice and others keep the text of a cell as it is. */
const AS_TEXT = ` style="mso-number-format:'\\@'"`;
const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** A line break inside a cell begins no new row. */
const BREAK = '<br style="mso-data-placement:same-cell">';
const htmlText = (text: string): string =>
  text.replaceAll(/[&<>]/g, (mark) => MARKS[mark]!).replaceAll(/\r\n|\r|\n/g, BREAK);

const isValue = ({ kind }: Column): boolean =>
  isNumeric(kind) || kind === 'date' || kind === 'dateTime' || kind === 'lines';
/** Returns true if a spreadsheet would change the text, by the rule of an export as CSV. */
const isAtRisk = (text: string, column: Column): boolean =>
  csvCell(text, isValue(column) ? 'value' : 'text') !== text;

export interface CopiedTable {
  text: string;
  /** Null if a spreadsheet changes nothing of the text, or if it is one cell. */
  html: string | null;
}

/** `heads`: the names of the columns, written as the first line. */
export const copiedTable = (
  rows: readonly Row[],
  columns: readonly Column[],
  format: FormatContext,
  heads: readonly string[] | undefined,
): CopiedTable => {
  const body = rows.map((row) => columns.map((column) => copiedText(column, row, format)));
  const lines = [...(heads ? [heads] : []), ...body];
  const text = lines.map((line) => line.map(tsvField).join('\t')).join('\n');
  const isCell = lines.length * columns.length <= 1;
  if (isCell) return { text, html: null };
  const risks = body.map((line) => line.map((cell, at) => isAtRisk(cell, columns[at]!)));
  if (!risks.some((line) => line.includes(true))) return { text, html: null };
  const rowOf = (cells: readonly string[]): string => `<tr>${cells.join('')}</tr>`;
  const headRow = heads ? rowOf(heads.map((head) => `<td>${htmlText(head)}</td>`)) : '';
  const bodyRows = body.map((line, row) =>
    rowOf(line.map((cell, at) => `<td${risks[row]![at] ? AS_TEXT : ''}>${htmlText(cell)}</td>`)),
  );
  return { text, html: `<meta charset="utf-8"><table>${headRow}${bodyRows.join('')}</table>` };
};

/**
 * Writes both forms by an event, because the browser removes the formats of cells from HTML that is written by
 * `navigator.clipboard.write`. Returns false if the browser does not allow it.
 */
const writeBoth = ({ text, html }: { text: string; html: string }): boolean => {
  const fill = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.clipboardData?.setData('text/html', html);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('copy', fill, true);
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', fill, true);
  }
};

/** Throws if the clipboard is not available. */
export const writeTable = async ({ text, html }: CopiedTable): Promise<void> => {
  if (html === null || !writeBoth({ text, html })) await navigator.clipboard.writeText(text);
};

/** One row as the list shows it, the rows between two places, or the selected rows. */
export type CopiedCells = { row: Row } | { top: number; bottom: number } | { ids: SelectedIds };

/** Puts cells of a list on the clipboard; returns the number of rows. Throws if they cannot be read or written. */
export const copyCells = async (
  view: FullView,
  cells: CopiedCells,
  columns: readonly Column[],
  { format, heads }: { format: FormatContext; heads: readonly string[] | undefined },
): Promise<number> => {
  const keys = [...new Set([...columns.map(({ key }) => key), 'currency'])];
  const read = async (): Promise<Row[]> => {
    if ('row' in cells) return [cells.row];
    return 'ids' in cells
      ? await rowsById(view, inListOrder(cells.ids), keys)
      : await rowsBetween(view, cells.top, cells.bottom, keys);
  };
  const rows = await read();
  await writeTable(copiedTable(rows, columns, format, heads));
  return rows.length;
};
